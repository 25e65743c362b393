//! Why a question about a whole space cannot be answered.

use super::NoGraph;
use crate::engine::tiles::{growth, happy};
use crate::solver::SolveError;
use crate::style::Style;
use crate::tiles::Size;

/// Options of a [`SpaceBuilder`](super::SpaceBuilder) that contradict each other or do not fit the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnfitSpace {
    /// An option that needs a space in memory, with layers on disk.
    #[error("layers on disk do not support {what}")]
    OnDisk {
        /// The option.
        what: &'static str,
    },
    /// A question that the GPU does not answer.
    #[error("the GPU counts the positions of whole boards of tiles, not {what}")]
    OnDevice {
        /// The question.
        what: &'static str,
    },
    /// An option of layers on disk, without a folder.
    #[error("{what} needs a folder for the layers")]
    NoFolder {
        /// The option.
        what: &'static str,
    },
    /// Distances to a tile goal with open cells: they do not begin at one position.
    #[error("the goal leaves cells open, but distances need a full goal")]
    OpenGoal,
    /// The diameter of a board of tiles, for a block puzzle.
    #[error("classes of cells are for boards of tiles, but this is a block puzzle")]
    NoBoard,
    /// Happy positions of a block puzzle.
    #[error("happy positions are for tiles, but this is a block puzzle")]
    HappyBlocks,
    /// Happy positions in a style that moves several tiles.
    #[error("happy moves are single steps, but `{style}` moves several tiles")]
    HappySet {
        /// The style.
        style: Style,
    },
    /// Happy positions of a board that is too large for the count.
    #[error("happy positions are counted on boards of at most {} cells", happy::MOST_CELLS)]
    HappyCells {
        /// The size of the board.
        size: Size,
    },
    /// Numbers of shortest solutions with happy positions.
    #[error("numbers of solutions are not available with happy positions")]
    HappySolutions,
    /// Hardest starts with happy positions, which are counted from the goal only.
    #[error("hardest starts are not available with happy positions; the farthest are the hardest")]
    HappyHardest,
    /// The first layers in a style that moves several tiles.
    #[error("first layers are counted in single steps, but `{style}` moves several tiles")]
    GrowthSet {
        /// The style.
        style: Style,
    },
    /// More first layers than can be counted.
    #[error("at most {} layers can be counted one by one, not {layers}", growth::MOST_LAYERS)]
    GrowthLayers {
        /// The number of layers.
        layers: u32,
    },
}

/// Why a space has no answer.
#[derive(Debug, thiserror::Error)]
pub enum SpaceError {
    /// The space is not stored as a graph.
    #[error(transparent)]
    NoGraph(#[from] NoGraph),
    /// The plain rule does not confirm the moves.
    #[error(transparent)]
    Wrong(#[from] SolveError),
}
