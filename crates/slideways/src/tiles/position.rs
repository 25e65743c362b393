//! A tile position with its goal: a complete tile puzzle.

use super::board::{Board, Size};
use super::goal::Goal;
use super::parity::{self, Unreachable};
use crate::engine::tiles::Instance;
use crate::format::error::TextError;
use crate::format::tiles;
use std::fmt;
use std::str::FromStr;

/// A position of tiles and its goal, on boards of the same size.
///
/// ```
/// use slideways::tiles::Position;
///
/// let korf88: Position = "ca6098dfb73254e1".parse()?; // the goal is to have the blank last
/// assert_eq!(korf88.to_string(), "12 10 6 0/9 8 13 15/11 7 3 2/5 4 14 1");
/// # Ok::<(), slideways::format::error::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    goal: Goal,
}

/// The goal is for boards of another size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the board is {board}, the goal is for {goal}")]
pub struct OtherSize {
    /// The size of the board.
    pub board: Size,
    /// The size of the goal.
    pub goal: Size,
}

impl Position {
    /// A board with a goal.
    pub fn new(board: Board, goal: Goal) -> Result<Position, OtherSize> {
        match board.size() == goal.size() {
            true => Ok(Position { board, goal }),
            false => Err(OtherSize { board: board.size(), goal: goal.size() }),
        }
    }

    /// A board whose goal has the tiles in order and the blank last.
    pub fn blank_last(board: Board) -> Position {
        let goal = Goal::blank_last(board.size());
        Position { board, goal }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The Manhattan distance: the number of steps that the tiles would need if each were alone on the board.
    /// It is an admissible heuristic, a lower bound on the moves of every solution in style `step`. Tiles
    /// that the goal does not mention count 0. The error is the proof that parity rules out a solution.
    ///
    /// ```
    /// use slideways::tiles::Position;
    ///
    /// let position: Position = "1 2 3/4 0 6/7 5 8".parse()?;
    /// assert_eq!(position.manhattan(), Ok(2));
    /// # Ok::<(), slideways::format::error::TextError>(())
    /// ```
    pub fn manhattan(&self) -> Result<u32, Unreachable> {
        Instance::new(&self.board, &self.goal).map(|instance| instance.bound())
    }

    /// A usual goal that the board can reach, other than its current goal: a suggestion if the current goal
    /// cannot be reached.
    pub fn other_usual_goal(&self) -> Option<Goal> {
        parity::usual_goals(&self.board).into_iter().find(|goal| *goal != self.goal)
    }
}

/// Reads any [notation](crate::format::tiles); the goal has the blank last.
impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Position, TextError> {
        tiles::parse(text, None).map(Position::blank_last)
    }
}

/// Writes the rows of the board.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&tiles::Notation::Rows.print(&self.board).expect("any board has rows"))
    }
}
