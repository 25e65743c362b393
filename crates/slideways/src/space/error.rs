//! Why a question about a whole space cannot be answered.

use super::NoGraph;
use crate::engine::tiles::happy;
use crate::solver::SolveError;
use crate::style::Style;
use crate::tiles::Size;

/// Options of a [`SpaceBuilder`](super::SpaceBuilder) that do not fit together, or do not fit the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnfitSpace {
    /// Something that is known only of spaces in memory, with layers on disk.
    #[error("layers on disk do not give {what}")]
    OnDisk {
        /// What was asked for.
        what: &'static str,
    },
    /// An option of layers on disk, without a folder for them.
    #[error("{what} needs a folder for the layers")]
    NoFolder {
        /// The option.
        what: &'static str,
    },
    /// Distances to a goal of tiles that leaves cells open: they do not begin at one position.
    #[error("the goal leaves cells open, and distances begin at one position")]
    OpenGoal,
    /// Happy positions of a puzzle of blocks.
    #[error("happy positions are positions of tiles, and this is a puzzle of blocks")]
    HappyBlocks,
    /// Happy positions in a style that moves several tiles.
    #[error("happy moves are single steps, and `{style}` moves several tiles")]
    HappySet {
        /// The style.
        style: Style,
    },
    /// Happy positions of a board that is too large for them.
    #[error("happy positions are counted on boards of at most {} cells", happy::MOST_CELLS)]
    HappyCells {
        /// The size of the board.
        size: Size,
    },
    /// Hardest starts among happy positions, which are counted from the goal only.
    #[error("the farthest happy positions are the hardest ones; hardest starts are not counted again")]
    HappyHardest,
}

/// Why a space does not answer.
#[derive(Debug, thiserror::Error)]
pub enum SpaceError {
    /// The space is not written out.
    #[error(transparent)]
    NoGraph(#[from] NoGraph),
    /// Moves that do not stand up to the plain rule.
    #[error(transparent)]
    Wrong(#[from] SolveError),
}
