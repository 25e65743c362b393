//! Why there is no census.

use super::goal::NotAGoal;
use crate::engine::design::anchored::Anchored;
use crate::engine::design::count::MOST_KINDS;
use crate::engine::design::lines::LineRulesError;
use crate::engine::design::polyominoes::PolyominoError;
use crate::engine::design::unit_cars::UnitCarsError;
use crate::solver::SolveError;

/// Why a census is refused before the search, or has no trustworthy answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The box is too large.
    #[error("the box has {0} cells, but a census supports at most {most}", most = Anchored::MOST_CELLS)]
    TooManyCells(usize),
    /// There are too many shapes.
    #[error("there are {0} shapes, but a census supports at most {MOST_KINDS}")]
    TooManyKinds(usize),
    /// A blocked cell is not in the box.
    #[error("cell {0} is not in the box")]
    Outside(usize),
    /// A piece that is required fits nowhere.
    #[error("the piece {0} fits nowhere in the box")]
    FitsNowhere(String),
    /// The required pieces and holes need more cells than there are.
    #[error("the pieces need at least {pieces} cells and the holes {holes}, but the box has {cells}")]
    NoRoom {
        /// The cells of the pieces, at least.
        pieces: u64,
        /// The cells that must stay empty.
        holes: u64,
        /// The cells of the box that are not blocked.
        cells: u64,
    },
    /// The kit allows sets of pieces, but none of them fits.
    #[error("no set of these pieces fits into the box with the number of holes")]
    NoSet,
    /// A goal cannot be read, or does not fit the kit or the box.
    #[error(transparent)]
    Goal(#[from] NotAGoal),
    /// The sets of pieces are too many to count.
    #[error("the kit allows too many sets of pieces to count their arrangements")]
    TooManySets,
    /// A piece is to be alone or in front in its line, but not all pieces are bars bound to their lines.
    #[error(
        "a piece that is alone or in front in its line needs bars bound to their lines, a box of at most 6 x 6, \
         any number of holes, and a goal at the right end of a row"
    )]
    Alone,
    /// All polyominoes in a box with walls, a number of holes or restricted starts.
    #[error("all polyominoes are searched in a box without walls, with any number of holes, from the corner")]
    OnlyBox,
    /// All polyominoes where a list of pieces is needed.
    #[error("all polyominoes are for a census; name the pieces")]
    AnyPieces,
    /// All polyominoes cannot be searched.
    #[error(transparent)]
    Polyominoes(#[from] PolyominoError),
    /// The bars cannot be searched.
    #[error(transparent)]
    Bars(#[from] LineRulesError),
    /// The cars of one cell cannot be searched.
    #[error(transparent)]
    UnitCars(#[from] UnitCarsError),
    /// Single solutions, in a family whose solutions are not counted.
    #[error("a census of unit cars, of all polyominoes or of a swap does not count solutions")]
    Unique,
    /// The walls can stand in too many ways.
    #[error("the walls can stand in more than 100,000 ways")]
    TooManyWalls,
    /// There are more arrangements than can be searched.
    #[error("there are {all} arrangements, and one set of pieces alone has {largest}")]
    TooLarge {
        /// The number of arrangements of all sets.
        all: u128,
        /// The largest number of arrangements of one set.
        largest: u128,
        /// The memory that its search needs, at least.
        bytes: u128,
        /// The memory limit.
        memory: u64,
    },
    /// The checkpoint file cannot be used.
    #[cfg(feature = "tables")]
    #[error("checkpoint: {0}")]
    Checkpoint(#[from] crate::solver::CheckpointError),
    /// A checkpoint for several passes.
    #[error("a checkpoint of this family belongs to one style; search the styles one by one")]
    CheckpointStyles,
    /// The list of styles is empty.
    #[error("a census needs a style")]
    NoStyle,
    /// A hardest start is not a puzzle; only a forged checkpoint can contain one.
    #[error("the checkpoint names a hardest start that is not a puzzle")]
    NotAStart,
    /// A puzzle of the census cannot be searched, or an answer fails the check.
    #[error(transparent)]
    Solve(#[from] SolveError),
}
