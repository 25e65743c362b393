//! Arrangements in outline, with the box-drawing characters of Unicode.
//!
//! ```
//! use slideways::{library, show};
//!
//! let klotski = library::puzzle("klotski").unwrap();
//! assert_eq!(show::outlined(&klotski, klotski.start()), "\
//! ┌───┬───────┬───┐
//! │ 2 │ 1     │ 2 │
//! │   │       │   │
//! │   │       │   │
//! ├───┼───────┼───┤
//! │ 2 │ 3     │ 2 │
//! │   ├───┬───┤   │
//! │   │ 4 │ 4 │   │
//! ├───┼───┴───┼───┤
//! │ 4 │ ·   · │ 4 │
//! └───┴───────┴───┘
//! ");
//! ```
//!
//! A line runs between two neighbouring cells exactly if they show different things, and the character at a
//! corner follows from its four arms, so no table of shapes is needed. A piece has its name in its first
//! cell, once per part if it is not connected. Empty cells show a dot, empty gates `:`. Everything outside
//! the box counts as blocked, so walls along the rim disappear and only the room for the pieces is drawn.

use super::{Seen, View};
use crate::grid::{Cell, Dir};
use crate::puzzle::{Arrangement, Puzzle};

/// Corner characters, indexed by arms: up = 1, down = 2, left = 4, right = 8. A border never ends, so a
/// corner has either no arms or at least two.
const CORNERS: [char; 16] = [' ', ' ', ' ', '│', ' ', '┘', '┐', '┤', ' ', '└', '┌', '├', '─', '┴', '┬', '┼'];

/// Draw an arrangement in outline.
pub fn outlined(puzzle: &Puzzle, at: &Arrangement) -> String {
    drawn(&View::new(puzzle, at), |piece| puzzle.name(piece))
}

/// Draws a view in outline.
pub(super) fn drawn(view: &View, name: impl Fn(usize) -> char) -> String {
    let named = first_cells(view);
    let rows = view.grid.rows() as isize;
    view.layers(|layer| {
        let mut lines = vec![border(view, layer, 0)];
        for row in 0..rows {
            lines.push(inside(view, &name, &named, layer, row));
            lines.push(border(view, layer, row + 1));
        }
        let drawn = |line: &String| !line.trim().is_empty();
        let first = lines.iter().position(drawn).unwrap_or(0);
        let last = lines.iter().rposition(drawn).map_or(0, |last| last + 1);
        lines[first..last].to_vec()
    })
}

/// The line of characters above a row.
fn border(view: &View, layer: usize, row: isize) -> String {
    let mut border = String::new();
    for col in 0..=view.grid.cols() as isize {
        let [above_left, above, left, here] =
            [(row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col)]
                .map(|(row, col)| view.seen(layer, row, col));
        let arms = [line(above_left, above), line(left, here), line(above_left, left), line(above, here)];
        border.push(CORNERS[(0..4).map(|arm| usize::from(arms[arm]) << arm).sum::<usize>()]);
        border.push_str(if arms[3] { "───" } else { "   " });
    }
    border
}

/// The line of characters through the middle of a row.
fn inside(view: &View, name: impl Fn(usize) -> char, named: &[bool], layer: usize, row: isize) -> String {
    let mut inside = String::new();
    for col in 0..=view.grid.cols() as isize {
        let here = view.seen(layer, row, col);
        let mark = match here {
            Seen::Empty => '·',
            Seen::Gate => ':',
            Seen::Piece(piece) if view.cell(layer, row, col).is_some_and(|cell| named[cell.index()]) => {
                name(piece)
            }
            Seen::Blocked | Seen::Piece(_) => ' ',
        };
        inside.push(if line(view.seen(layer, row, col - 1), here) { '│' } else { ' ' });
        inside.extend([' ', mark, ' ']);
    }
    inside
}

/// Whether a line runs between two cells. Gates look like empty cells.
fn line(a: Seen, b: Seen) -> bool {
    let open = |seen| matches!(seen, Seen::Empty | Seen::Gate);
    a != b && !(open(a) && open(b))
}

/// Marks the first cell, in reading order, of every connected part of a piece within its layer.
fn first_cells(view: &View) -> Vec<bool> {
    let mut first = vec![false; view.cells.len()];
    let mut known = vec![false; view.cells.len()];
    for cell in view.grid.cells() {
        if known[cell.index()] {
            continue;
        }
        first[cell.index()] = true;
        known[cell.index()] = true;
        let mut part: Vec<Cell> = vec![cell];
        while let Some(from) = part.pop() {
            for dir in [Dir::Right, Dir::Left, Dir::Down, Dir::Up] {
                let Some(to) = view.grid.shifted(from, dir.offset()) else { continue };
                if !known[to.index()] && view.cells[to.index()] == view.cells[from.index()] {
                    known[to.index()] = true;
                    part.push(to);
                }
            }
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::sliding;
    use crate::library;

    fn outline_of(text: &str) -> Vec<String> {
        let puzzle = sliding::parse(text).unwrap().puzzle;
        outlined(&puzzle, puzzle.start()).lines().map(str::to_owned).collect()
    }

    #[test]
    fn walls_along_the_rim_disappear() {
        #[rustfmt::skip]
        let expected = [
            "    ┌───┬───┬───┬───┐",
            "    │ 2 │ 2 │ 2 │ 1 │",
            "    ├───┼───┴───┤   │",
            "    │ · │ 3     │   │",
            "    │   ├───────┤   │",
            "    │ · │ 3     │   │",
            "    │   ├───┬───┼───┤",
            "    │ · │ 2 │ 2 │ 2 │",
            "    └───┼───┼───┴───┘",
            "        │ : │",
            "┌───────┘   └───────────┐",
            "│ ·   ·   ·   ·   ·   · │",
            "│                       │",
            "│ ·   ·   ·   ·   ·   · │",
            "│                       │",
            "│ ·   ·   ·   ·   ·   · │",
            "└───────────────────────┘",
        ];
        assert_eq!(outline_of(library::text("gnome/bone").unwrap()), expected);
    }

    #[test]
    fn a_hooked_piece_has_one_name() {
        let expected = ["┌───┬───┬───┐", "│ · │ 1 │ · │", "├───┘   └───┤", "│           │", "└───────────┘"];
        assert_eq!(outline_of("2 x 3\n1 = 01/111\n010\ngoal 1@0,1\n"), expected);
    }

    #[test]
    fn parts_that_touch_at_a_corner_are_both_named() {
        let expected = ["┌───┬───┐", "│ 1 │ · │", "├───┼───┤", "│ · │ 1 │", "└───┴───┘"];
        assert_eq!(outline_of("2 x 2\n1 = 1/01\n1\ngoal 1@0,0\n"), expected);
    }

    #[test]
    fn layers_follow_each_other() {
        let layer = ["┌───┬───┐", "│ 1 │ · │", "└───┴───┘"];
        let expected = [&["layer 0"], &layer[..], &["layer 1"], &layer[..]].concat();
        assert_eq!(outline_of("2 x 1 x 2\n1 = 1//1\n1\ngoal 1@0,0,1\n"), expected);
    }

    #[test]
    fn no_border_ends_at_a_corner() {
        let things = [Seen::Blocked, Seen::Empty, Seen::Gate, Seen::Piece(0), Seen::Piece(1)];
        for corner in 0..5usize.pow(4) {
            let around = [1, 5, 25, 125].map(|place| things[corner / place % 5]);
            let arms = (0..4).filter(|&i| line(around[i], around[(i + 1) % 4])).count();
            assert_ne!(arms, 1, "{around:?}");
        }
    }
}
