//! Parsed puzzles, and goals of tiles.

use super::{NotRead, Text};
use crate::format::tiles::parse_goal;
use crate::game::Game;
use crate::puzzle::Puzzle;
use crate::style::Style;
use crate::tiles::{Board, Goal, Position, Size};

/// A puzzle of either family, and its name. Tiles have no goal yet: the user can still choose one.
#[derive(Clone, Debug)]
pub enum Reading {
    /// Sliding blocks.
    Blocks(NamedPuzzle),
    /// Tiles with one blank.
    Tiles(NamedBoard),
}

impl Reading {
    /// The name that the user gave.
    pub fn name(&self) -> &str {
        match self {
            Reading::Blocks(puzzle) => &puzzle.name,
            Reading::Tiles(board) => &board.name,
        }
    }

    /// What counts as one move by default: `step` for tiles, `move` for other blocks.
    pub fn default_style(&self) -> Style {
        match self {
            Reading::Blocks(puzzle) => puzzle.default_style(),
            Reading::Tiles(_) => Style::STEP,
        }
    }

    /// The title; may be empty.
    pub fn title(&self) -> &str {
        match self {
            Reading::Blocks(puzzle) => puzzle.puzzle.title(),
            Reading::Tiles(board) => &board.title,
        }
    }

    /// The puzzle with the goal that the user chose, or its usual goal. Block puzzles contain their goals.
    ///
    /// ```
    /// use slideways::prelude::*;
    /// use slideways::read::{self, no_files};
    ///
    /// let game = read::puzzle("1 2 3/4 0 6/7 5 8", None, &mut no_files)?.game(Some("blank-last"))?;
    /// let Outcome::Solved(solution) = Solver::new(&game).solve()?.outcome else {
    ///     panic!("it can be solved")
    /// };
    /// assert_eq!(solution.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn game(&self, goal: Option<&str>) -> Result<Game, NotRead> {
        match self {
            Reading::Blocks(puzzle) => Ok(Game::from(&puzzle.puzzle)),
            Reading::Tiles(board) => Ok(board.with_goal(board.goal(goal)?).into()),
        }
    }
}

/// A block puzzle, and its name.
#[derive(Clone, Debug)]
pub struct NamedPuzzle {
    /// Its full name in the library, its place in a file, or what the user wrote.
    pub name: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Whether it was written as tiles: a board with equal tiles or several blanks.
    pub tiles: bool,
}

impl NamedPuzzle {
    /// What counts as one move by default: `step` if it was written as tiles, `move` otherwise.
    pub fn default_style(&self) -> Style {
        if self.tiles { Style::STEP } else { Style::MOVE }
    }
}

/// A board of tiles, and its name.
#[derive(Clone, Debug)]
pub struct NamedBoard {
    /// Its name in a set, its place in a file, or what the user wrote.
    pub name: String,
    /// The title from its line or its set; may be empty.
    pub title: String,
    /// The tiles.
    pub board: Board,
    /// The optimum that its set records.
    pub known: Option<KnownOptimum>,
}

/// The length of shortest solutions that a set records for a position.
#[derive(Clone, Debug)]
pub struct KnownOptimum {
    /// The goal of the set; the length holds for this goal only.
    pub goal: Goal,
    /// The length, in style `step`.
    pub moves: u32,
}

impl NamedBoard {
    /// The goal: the one that the user chose, otherwise that of the set, otherwise blank last.
    pub fn goal(&self, wanted: Option<&str>) -> Result<Goal, NotRead> {
        let size = self.board.size();
        match (wanted, &self.known) {
            (Some(text), _) => goal(text, size),
            (None, Some(known)) => Ok(known.goal.clone()),
            (None, None) => Ok(Goal::blank_last(size)),
        }
    }

    /// The recorded length of shortest solutions in style `step`, if it is recorded for this goal.
    pub fn optimum(&self, goal: &Goal) -> Option<u32> {
        self.known.as_ref().filter(|known| known.goal == *goal).map(|known| known.moves)
    }

    /// The board with a goal for its size.
    ///
    /// # Panics
    ///
    /// If the goal is for boards of another size.
    pub fn with_goal(&self, goal: Goal) -> Position {
        Position::new(self.board.clone(), goal).expect("goals are read for the size of the board")
    }
}

/// Read a goal for boards of a size: one of [`Goal::NAMES`], or a position with `*` for any tile.
///
/// ```
/// use slideways::read::goal;
/// use slideways::tiles::{Goal, Size};
///
/// let size: Size = "2x2".parse()?;
/// assert_eq!(goal("blank-first", size)?, Goal::blank_first(size));
/// assert_eq!(goal("1 */* *", size)?.to_string(), "1 */* *");
/// assert_eq!(goal("home", size).unwrap_err().to_string(), "`home` is not a goal");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn goal(text: &str, size: Size) -> Result<Goal, NotRead> {
    let is_cell = |c: char| c.is_ascii_digit() || c == '*';
    if Goal::named(text.trim(), size).is_none() && !text.contains(is_cell) {
        return Err(NotRead::Goal(text.to_owned()));
    }
    parse_goal(text, size).map_err(|error| Text::new("<goal>", text).mistake(error))
}
