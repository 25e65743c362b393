//! Replay a solution by the plain rule, sharing no code with the searches.

use crate::puzzle::rule::{self, Illegal, Move};
use crate::puzzle::{Arrangement, Puzzle};
use crate::style::Style;

/// Why moves are not a solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotASolution {
    /// A move breaks the rule.
    #[error("move {number} is not allowed: {why}")]
    Illegal {
        /// Which move, from 1.
        number: usize,
        /// What is wrong with it.
        why: Illegal,
    },
    /// The moves are legal but lead elsewhere.
    #[error("the moves are legal, but do not end at a goal")]
    NotAtGoal,
}

/// Every arrangement along some moves, the start included; or the first move that breaks the rule.
pub fn replay(puzzle: &Puzzle, moves: &[Move], style: Style) -> Result<Vec<Arrangement>, NotASolution> {
    replay_from(puzzle, puzzle.start(), moves, style)
}

/// The same from any arrangement.
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

/// Make sure that moves solve a puzzle.
pub fn solution(puzzle: &Puzzle, moves: &[Move], style: Style) -> Result<Vec<Arrangement>, NotASolution> {
    let along = replay(puzzle, moves, style)?;
    match puzzle.is_solved(&along[moves.len()]) {
        true => Ok(along),
        false => Err(NotASolution::NotAtGoal),
    }
}
