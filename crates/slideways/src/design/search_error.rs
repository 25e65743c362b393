//! Why there is no search for puzzles.

use super::{CensusError, Expression};
use crate::solver::SolveError;
use crate::style::Style;

/// Why a search for puzzles is refused before it begins, or has no trustworthy answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The family has no puzzles.
    #[error(transparent)]
    Family(#[from] CensusError),
    /// Two pieces are to change places.
    #[error("the goal `{0}` depends on the start; only a census takes it")]
    Swap(String),
    /// A style in which sets of pieces move.
    #[error("style {0} moves sets of pieces, but the search for puzzles moves one piece at a time")]
    SetStyle(Style),
    /// A range without numbers.
    #[error("the range of {0} is empty")]
    EmptyRange(&'static str),
    /// A puzzle without a move is solved at the start.
    #[error("a puzzle has at least one move, but at most {0} are allowed")]
    NoMoves(u32),
    /// A solution visits each state at most once.
    #[error(
        "a puzzle of {moves} moves has at least {least} states, but at most {states} are allowed",
        least = u64::from(*moves) + 1
    )]
    TooFewStates {
        /// The least number of moves that is wanted.
        moves: u32,
        /// The number of states that is allowed.
        states: u64,
    },
    /// The pieces, holes and walls need more cells than there are.
    #[error(
        "the pieces need at least {pieces} cells, the holes {holes} and the walls {walls}, \
         but the box has {cells}"
    )]
    NoRoom {
        /// The cells of the pieces, at least.
        pieces: u64,
        /// The cells that must stay empty.
        holes: u64,
        /// The walls.
        walls: u64,
        /// The cells of the box that are not blocked.
        cells: u64,
    },
    /// The filter is a number.
    #[error("`{0}` is a number, not a condition; write a comparison such as `moves > 20`")]
    NotACondition(Expression),
    /// What is to be as large as possible is a condition.
    #[error("`{0}` is a condition, not a number that can be larger or smaller")]
    NotANumber(Expression),
    /// No candidate could be put together.
    #[error("no set of these pieces was found that fits into the box with the numbers of holes and walls")]
    NoCandidate,
    /// A puzzle cannot be solved again, or an answer fails the check.
    #[error(transparent)]
    Solve(#[from] SolveError),
}
