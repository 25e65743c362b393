//! Solutions as text: which piece moves, from where, and how.
//!
//! ```text
//! 4@4,0:R            the piece called 4 with its anchor at row 4, column 0 moves right
//! 1@0,1:D2R          down twice, then right
//! {2@0,0 2@0,3}:D    two pieces move down together
//! ```
//!
//! Letters are U D L R, and in space also N (near) and F (far). Moves are separated by blanks or line ends;
//! `#` starts a comment. A piece with a unique name may omit its cell: `*:R2`. If any line
//! begins with a number and a dot, as in `12. 4@4,0:R`, only such lines are moves and all else is commentary,
//! so a printed answer can be read back.
//!
//! A cell says where a piece is *before* the move, so the reader follows the pieces. It does not check
//! whether the moves are legal; [`rule::play`](crate::puzzle::rule::play) does.
//!
//! ```
//! use slideways::format::{sliding, solution};
//!
//! let puzzle = sliding::parse("1 x 4\n1 = 1\n2 = 1\n0102\n1020\n").unwrap().puzzle;
//! let moves = solution::parse(&puzzle, "1. 1@0,1:L  2. 2@0,3:L").unwrap();
//! assert_eq!(moves.len(), 2);
//! assert_eq!(solution::print_move(&puzzle, puzzle.start(), &moves[0]), "1@0,1:L");
//! ```

mod read;

pub use read::parse;

use crate::puzzle::rule::Move;
use crate::puzzle::{Arrangement, Puzzle};
use std::fmt::Write;

/// Write a move of `puzzle` played from the arrangement `before`.
///
/// # Panics
///
/// If the move names a piece that the puzzle does not have.
pub fn print_move(puzzle: &Puzzle, before: &Arrangement, played: &Move) -> String {
    let piece =
        |&piece: &usize| format!("{}@{}", puzzle.name(piece), puzzle.grid().coordinates(before.0[piece]));
    let mut text = match &played.pieces[..] {
        [one] => piece(one),
        set => format!("{{{}}}", set.iter().map(piece).collect::<Vec<_>>().join(" ")),
    };
    text.push(':');
    for run in played.path.chunk_by(|a, b| a == b) {
        text.push(run[0].letter());
        if run.len() > 1 {
            let _ = write!(text, "{}", run.len());
        }
    }
    text
}

#[cfg(test)]
mod tests;
