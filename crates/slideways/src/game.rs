//! A puzzle of either family: sliding blocks, or tiles with one blank.

mod moves;

pub use moves::{GameMove, TooManySets};

use crate::format::sliding;
use crate::puzzle::Puzzle;
use crate::style::Style;
use crate::tiles::Position;

/// A puzzle of either family.
///
/// A box full of distinct unit squares with one hole can be written as either. The answers are the same: the
/// [`Solver`](crate::Solver) recognises such a puzzle of blocks and solves it as tiles.
#[derive(Clone, Debug)]
pub enum Game {
    /// Sliding blocks.
    Blocks(Puzzle),
    /// Tiles with one blank: the 15-puzzle and its relatives.
    Tiles(Position),
}

impl Game {
    /// What counts as one move by default: `move` for blocks, `step` for tiles.
    pub fn default_style(&self) -> Style {
        match self {
            Game::Blocks(_) => Style::MOVE,
            Game::Tiles(_) => Style::STEP,
        }
    }

    /// The styles that can give different answers, in the order of Knuth's numbers: all six for blocks, and
    /// `step` and `set-step` for tiles, since a run past the one blank is always one step.
    ///
    /// ```
    /// use slideways::prelude::*;
    /// use slideways::Game;
    ///
    /// let position: Position = "1 2 3/4 0 6/7 5 8".parse()?;
    /// assert_eq!(Game::from(position).styles(), [Style::STEP, Style::SET_STEP]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn styles(&self) -> Vec<Style> {
        match self {
            Game::Blocks(_) => Style::ALL.to_vec(),
            Game::Tiles(_) => vec![Style::STEP, Style::SET_STEP],
        }
    }

    /// What counts as one move in a style, in words.
    pub fn meaning(&self, style: Style) -> &'static str {
        match self {
            Game::Blocks(_) => style.meaning(),
            Game::Tiles(_) => style.tile_meaning(),
        }
    }

    /// The start in one line: the arrangement as in puzzle text, or the rows of the board.
    ///
    /// ```
    /// use slideways::{Game, library};
    ///
    /// let game = Game::from(library::puzzle("klotski").unwrap());
    /// assert_eq!(game.start_line(), "212232444004");
    /// ```
    pub fn start_line(&self) -> String {
        match self {
            Game::Blocks(puzzle) => sliding::arrangement(puzzle, &puzzle.places(puzzle.start())),
            Game::Tiles(position) => position.to_string(),
        }
    }
}

impl From<Puzzle> for Game {
    fn from(puzzle: Puzzle) -> Game {
        Game::Blocks(puzzle)
    }
}

impl From<Position> for Game {
    fn from(position: Position) -> Game {
        Game::Tiles(position)
    }
}

impl From<&Puzzle> for Game {
    fn from(puzzle: &Puzzle) -> Game {
        Game::Blocks(puzzle.clone())
    }
}

impl From<&Position> for Game {
    fn from(position: &Position) -> Game {
        Game::Tiles(position.clone())
    }
}

impl From<&Game> for Game {
    fn from(game: &Game) -> Game {
        game.clone()
    }
}
