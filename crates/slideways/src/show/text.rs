//! Arrangements in plain ASCII.
//!
//! ```
//! use slideways::{library, show::text};
//!
//! let silly = library::puzzle("silly").unwrap();
//! assert_eq!(text::arrangement(&silly, silly.start()), "\
//! 1-1-1
//!   |
//! 2 1 2 . .
//! |   |
//! 2-2-2 . .
//!
//! . . . . .
//!
//! 3 3 . . .
//! ");
//! ```
//!
//! The drawing follows section 12 of Knuth's SLIDING: each cell shows the name of its piece, and `-` or `|`
//! joins neighbouring cells of the same piece, so that the two 3s above are visibly two pieces. Blocked cells
//! are blank. Where SLIDING writes `0` for an empty cell this writes `.`, which is never a piece's name, and
//! `:` for an empty gate. Layers of a solid box follow each other; joints between layers are not drawn.

use super::{Seen, View};
use crate::puzzle::{Arrangement, Puzzle};

/// Draw an arrangement.
pub fn arrangement(puzzle: &Puzzle, at: &Arrangement) -> String {
    drawn(&View::new(puzzle, at), |piece| puzzle.name(piece))
}

/// Draws a view.
pub(super) fn drawn(view: &View, name: impl Fn(usize) -> char) -> String {
    let (rows, cols) = (view.grid.rows() as isize, view.grid.cols() as isize);
    view.layers(|layer| {
        let seen = |row, col| view.seen(layer, row, col);
        let joint = |a: Seen, b: Seen, mark| if a == b && matches!(a, Seen::Piece(_)) { mark } else { ' ' };
        let mut lines = vec![];
        for row in 0..rows {
            let names = (0..cols).flat_map(|col| {
                [mark(&name, seen(row, col)), joint(seen(row, col), seen(row, col + 1), '-')]
            });
            lines.push(names.collect());
            if row + 1 < rows {
                let joints = (0..cols).flat_map(|col| [joint(seen(row, col), seen(row + 1, col), '|'), ' ']);
                lines.push(joints.collect());
            }
        }
        lines
    })
}

fn mark(name: impl Fn(usize) -> char, seen: Seen) -> char {
    match seen {
        Seen::Blocked => ' ',
        Seen::Empty => '.',
        Seen::Gate => ':',
        Seen::Piece(piece) => name(piece),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::sliding;
    use crate::grid::Cell;

    fn text_of(text: &str) -> String {
        let puzzle = sliding::parse(text).unwrap().puzzle;
        arrangement(&puzzle, puzzle.start())
    }

    #[test]
    fn pieces_of_one_kind_are_distinguished() {
        assert_eq!(text_of("2 x 4\n1 = 11\n1101\ngoal 1@1,2\n"), "1-1 1-1\n\n. 1-1 .\n");
    }

    #[test]
    fn gates_show_only_while_they_are_empty() {
        let text = "1 x 4\n1 = 1\n2 = 1\n1x2\nonly 2 0,2 0,3\ngoal 2@0,3\n";
        assert_eq!(text_of(text), "1   2 :\n");
    }

    #[test]
    fn a_piece_in_two_parts_has_no_joint_between_them() {
        assert_eq!(text_of("1 x 4\n1 = 101\n010\ngoal 1@0,0\n"), ". 1 . 1\n");
    }

    #[test]
    fn layers_follow_each_other() {
        let text = "2 x 2 x 2\n1 = 1//1\n2 = 11\n102\ngoal 1@0,0,1\n";
        assert_eq!(text_of(text), "layer 0\n1 .\n\n2-2\nlayer 1\n1 .\n\n. .\n");
    }

    #[test]
    fn names_given_to_pieces_are_used() {
        assert_eq!(text_of("1 x 3\n1 = 1\n11\nnames pq\ngoal 1@0,2\n"), "p q .\n");
    }

    #[test]
    fn a_piece_outside_the_box_is_not_drawn() {
        let puzzle = sliding::parse("1 x 3\n1 = 11\n1\ngoal 1@0,1\n").unwrap().puzzle;
        assert_eq!(arrangement(&puzzle, &Arrangement(vec![Cell(2)])), ". . .\n");
    }
}
