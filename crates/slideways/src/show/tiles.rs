//! Tile positions as text.
//!
//! ```
//! use slideways::{format, show};
//!
//! let board = format::tiles::parse("1 2/3 0", None)?;
//! assert_eq!(show::tiles::text(&board), "+---+---+\n| 1 | 2 |\n+---+---+\n| 3 | . |\n+---+---+\n");
//! # Ok::<(), slideways::format::error::TextError>(())
//! ```

use crate::tiles::{Board, Tile};

/// The characters of a frame: the horizontal line, then the left end, crossing and right end of each line.
struct Frame {
    across: &'static str,
    down: &'static str,
    top: [&'static str; 3],
    middle: [&'static str; 3],
    bottom: [&'static str; 3],
    blank: &'static str,
}

/// Draw a position in outline.
pub fn outlined(board: &Board) -> String {
    let frame = Frame {
        across: "─",
        down: "│",
        top: ["┌", "┬", "┐"],
        middle: ["├", "┼", "┤"],
        bottom: ["└", "┴", "┘"],
        blank: "·",
    };
    drawn(board, &frame)
}

/// Draw a position in plain ASCII.
pub fn text(board: &Board) -> String {
    let plus = ["+"; 3];
    drawn(board, &Frame { across: "-", down: "|", top: plus, middle: plus, bottom: plus, blank: "." })
}

fn drawn(board: &Board, frame: &Frame) -> String {
    let size = board.size();
    let width = (size.cells() - 1).to_string().len();
    let rule = |[left, crossing, right]: [&str; 3]| {
        let cells = vec![frame.across.repeat(width + 2); size.cols()];
        format!("{left}{}{right}\n", cells.join(crossing))
    };
    let row = |tiles: &[Tile]| {
        let name = |tile: &Tile| if *tile == Tile::BLANK { frame.blank.to_owned() } else { tile.to_string() };
        let cells: Vec<String> = tiles.iter().map(|tile| format!(" {:>width$} ", name(tile))).collect();
        format!("{0}{1}{0}\n", frame.down, cells.join(frame.down))
    };
    let rows: Vec<String> = board.tiles().chunks(size.cols()).map(row).collect();
    rule(frame.top) + &rows.join(&rule(frame.middle)) + &rule(frame.bottom)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tiles::parse;

    #[test]
    fn numbers_are_aligned() {
        let board = parse("1 2 3 4/5 6 7 8/9 10 11 0", None).unwrap();
        let drawing = "\
┌────┬────┬────┬────┐
│  1 │  2 │  3 │  4 │
├────┼────┼────┼────┤
│  5 │  6 │  7 │  8 │
├────┼────┼────┼────┤
│  9 │ 10 │ 11 │  · │
└────┴────┴────┴────┘
";
        assert_eq!(outlined(&board), drawing);
    }
}
