//! Verify a solution by replaying it with the plain rule. This module shares no code with the searches.

mod verdict;

pub use verdict::{Verdict, WrongMove, judge};

use crate::puzzle::rule::{self, Illegal, Move};
use crate::puzzle::{Arrangement, Puzzle};
use crate::style::Style;

/// Why a sequence of moves is not a solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotASolution {
    /// A move breaks the rule.
    #[error("move {number} is not allowed: {why}")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// What is wrong with it.
        why: Illegal,
    },
    /// The moves are legal, but the last arrangement is not a goal.
    #[error("the moves are legal, but do not end at a goal")]
    NotAtGoal,
}

/// Every arrangement along the moves, including the start; or the first move that breaks the rule.
pub fn replay(puzzle: &Puzzle, moves: &[Move], style: Style) -> Result<Vec<Arrangement>, NotASolution> {
    replay_from(puzzle, puzzle.start(), moves, style)
}

/// Like [`replay`], from any arrangement.
pub fn replay_from(
    puzzle: &Puzzle,
    from: &Arrangement,
    moves: &[Move],
    style: Style,
) -> Result<Vec<Arrangement>, NotASolution> {
    let mut along = vec![from.clone()];
    for (i, played) in moves.iter().enumerate() {
        let to = rule::play(puzzle, &along[i], played, style)
            .map_err(|why| NotASolution::Illegal { number: i + 1, why })?;
        along.push(to);
    }
    Ok(along)
}

/// Verify that the moves solve a puzzle.
pub fn solution(puzzle: &Puzzle, moves: &[Move], style: Style) -> Result<Vec<Arrangement>, NotASolution> {
    let along = replay(puzzle, moves, style)?;
    match puzzle.is_solved(&along[moves.len()]) {
        true => Ok(along),
        false => Err(NotASolution::NotAtGoal),
    }
}
