//! Verify a path by replaying it with the plain rule. This module shares no code with the searches.

use super::board::Board;
use super::goal::Goal;
use crate::grid::Dir;

/// Why a path is not a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotASolution {
    /// No tile can make the step.
    #[error("step {step}: no tile can move {}, the blank is at the edge", dir.word())]
    Stuck {
        /// The number of the step, from 1.
        step: usize,
        /// Its direction.
        dir: Dir,
    },
    /// The steps are legal, but the last position is not a goal.
    #[error("the steps are legal, but do not end at the goal")]
    NotAtGoal,
}

/// Every position along a path, including the start; or the first step that is not possible.
pub fn replay(start: &Board, path: &[Dir]) -> Result<Vec<Board>, NotASolution> {
    let mut along = vec![start.clone()];
    for (i, &dir) in path.iter().enumerate() {
        let mut at = along[i].clone();
        at.slide(dir).ok_or(NotASolution::Stuck { step: i + 1, dir })?;
        along.push(at);
    }
    Ok(along)
}

/// Verify that a path solves a position.
pub fn solution(start: &Board, path: &[Dir], goal: &Goal) -> Result<(), NotASolution> {
    match replay(start, path)?[path.len()].is_solved(goal) {
        true => Ok(()),
        false => Err(NotASolution::NotAtGoal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::{Size, Tile};

    #[test]
    fn a_path_is_wrong_at_a_step_or_at_the_end() {
        let size = Size::new(2, 2).unwrap();
        let (start, goal) = (Board::new(size, [1, 0, 3, 2].map(Tile)).unwrap(), Goal::blank_last(size));
        assert_eq!(solution(&start, &[Dir::Up], &goal), Ok(()));
        assert_eq!(solution(&start, &[Dir::Right], &goal), Err(NotASolution::NotAtGoal));
        let stuck = solution(&start, &[Dir::Right, Dir::Right], &goal).unwrap_err();
        assert_eq!(stuck.to_string(), "step 2: no tile can move right, the blank is at the edge");
    }
}
