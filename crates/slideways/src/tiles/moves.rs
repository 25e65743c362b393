//! Single-tile and multi-tile metric: steps and runs of a path.
//!
//! A path is a list of steps, each the direction in which one tile slides. In the *single-tile metric*, style
//! `step`, each step is a move. In the *multi-tile metric*, style `set-step`, tiles in a line may slide
//! together, and a *run* of steps in one direction is a move. The other styles add nothing on a board with
//! one blank: a tile that has moved has the blank behind it, and can only move back.
//!
//! ```
//! use slideways::grid::Dir::{Left, Up};
//! use slideways::Who;
//! use slideways::tiles::moves::{self, Run};
//!
//! let path = [Up, Up, Left];
//! assert_eq!(moves::runs(&path), [Run { dir: Up, tiles: 2 }, Run { dir: Left, tiles: 1 }]);
//! assert_eq!(moves::length(&path, Who::Piece), 3);
//! assert_eq!(moves::length(&path, Who::Set), 2);
//! ```

use crate::grid::Dir;
use crate::style::Who;

/// Tiles in a line that slide together: one move of the multi-tile metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// Their direction.
    pub dir: Dir,
    /// The number of tiles.
    pub tiles: usize,
}

/// The maximal runs of a path.
pub fn runs(path: &[Dir]) -> Vec<Run> {
    path.chunk_by(|a, b| a == b).map(|run| Run { dir: run[0], tiles: run.len() }).collect()
}

/// The moves of a path: its steps one by one, or its runs if sets of tiles move.
pub fn of(path: &[Dir], who: Who) -> Vec<Run> {
    match who {
        Who::Piece => path.iter().map(|&dir| Run { dir, tiles: 1 }).collect(),
        Who::Set => runs(path),
    }
}

/// The number of moves in a path, if single tiles or sets of tiles move.
pub fn length(path: &[Dir], who: Who) -> u32 {
    let moves = match who {
        Who::Piece => path.len(),
        Who::Set => path.chunk_by(|a, b| a == b).count(),
    };
    moves as u32
}

/// The path for the [turned](super::Board::turned) board: every direction is reversed.
pub fn turned(path: &[Dir]) -> Vec<Dir> {
    path.iter().map(|dir| dir.opposite()).collect()
}
