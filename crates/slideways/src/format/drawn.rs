//! Drawn boards: the box drawn cell by cell, and the goal drawn below it.
//!
//! ```text
//! 5 x 4 Klotski      optional: the size and a title
//! baac               letters and digits are pieces: equal connected letters are one piece
//! baac               `.` an empty cell (also `0`), `#` a wall
//! dffe
//! dghe
//! i..j
//!                    a blank line, then the goal: only the pieces that matter
//! ....
//! ....
//! ....
//! .aa.
//! .aa.
//! ```
//!
//! On one line, `/` separates rows: `baac/baac/dffe/dghe/i..j goal a@3,1`. `//` separates layers, between
//! rows or on its own line. `*` is a piece like any letter; `goal 3,1` without a name is a goal for `*`.
//! Several goals are alternatives. `goal a@3,1`, `only a 4,1 4,2` and `along a row` mean the same as in
//! [puzzle text](super::sliding), with letters in place of kinds.
//!
//! The kinds are inferred. A letter that a goal, a gate or `along` mentions is a separate kind. All other
//! pieces of one shape are interchangeable, even if their letters differ: a drawing may give every piece a
//! different letter without increasing the number of states. A line `kinds bc de` overrides that: `b` and `c`
//! are interchangeable, `d` and `e` are interchangeable, `b` and `d` are not. Each piece keeps its letter as
//! its name in answers.
//!
//! ```
//! use slideways::format::drawn;
//!
//! let puzzle = drawn::parse("baab/baab/cc../.... goal a@2,1").unwrap().puzzle;
//! assert_eq!((puzzle.pieces().len(), puzzle.kinds().len()), (4, 3));
//! assert_eq!(drawn::print(&puzzle).unwrap(), "baab\nbaab\ncc..\n....\n\n....\n....\n.aa.\n.aa.\n");
//! ```

mod detect;
mod kinds;
mod read;
mod sheet;
mod write;

pub(crate) use detect::{has_goal, is_drawn, is_drawn_line, is_drawn_puzzle};
pub use read::parse;
pub use write::{print, print_line};

/// The first words of lines that are not rows.
const KEYWORDS: [&str; 4] = [GOAL, "only", "along", KINDS];

/// The keyword of a goal.
const GOAL: &str = "goal";

/// The keyword of a line that says which letters are interchangeable.
const KINDS: &str = "kinds";

/// The piece that a goal without a name refers to.
const STAR: char = '*';

/// What one character of a drawing stands for.
///
/// `x` stands for nothing and is refused: it is a wall in puzzle text and in Rush Hour boards, but people who
/// draw use it as a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drawn {
    Empty,
    Wall,
    Piece(char),
}

/// The content that a character stands for; `None` if it cannot occur in a drawing.
fn content(c: char) -> Option<Drawn> {
    match c {
        '.' | '0' => Some(Drawn::Empty),
        '#' => Some(Drawn::Wall),
        _ if (c.is_ascii_alphanumeric() && c != 'x') || c == STAR => Some(Drawn::Piece(c)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
