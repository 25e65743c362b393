//! A puzzle of either family: sliding blocks, or tiles with one blank.

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
