//! Why a question about solutions cannot be answered.

use super::choose::Search;
use super::solution::WrongAnswer;
use crate::check::NotASolution;
use crate::engine::blocks::solve::TooLarge;
#[cfg(feature = "disk")]
use crate::engine::disk::DiskError;
#[cfg(feature = "tables")]
use crate::engine::run::checkpoint::CheckpointError;
use crate::engine::tiles::bit_bfs::TooManyPositions;
use crate::engine::tiles::pdb::MOST_CELLS;
use crate::puzzle::PuzzleError;
use crate::space::UnfitSpace;
use crate::style::Style;

/// Why the solver refuses a question, or has no trustworthy answer.
///
/// A search that ran and was stopped is not an error: it ends with an [`Outcome`](crate::outcome::Outcome).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The puzzle is too large for the block engine.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The board has more positions than the memory limit allows.
    #[error(transparent)]
    Positions(#[from] TooManyPositions),
    /// The options of a question about a whole space contradict each other or do not fit the puzzle.
    #[error(transparent)]
    Space(#[from] UnfitSpace),
    /// The requested search does not support this puzzle, goal or style.
    #[error(transparent)]
    Search(#[from] Unfit),
    /// The arrangement to start from does not fit the puzzle.
    #[error(transparent)]
    Start(#[from] PuzzleError),
    /// A device, such as a GPU, that cannot be used or that failed.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// A problem with the checkpoint file.
    #[cfg(feature = "tables")]
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A problem with the files of a search on disk.
    #[cfg(feature = "disk")]
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The board has more positions than 64 bits can number.
    #[error("a board of more than 20 cells has more positions than 64 bits can number")]
    TooManyCells,
    /// The replay by the plain rule does not confirm the answer.
    #[error("internal error: the replay by the plain rule does not confirm the answer: {0}")]
    Wrong(#[from] WrongAnswer),
}

impl From<NotASolution> for SolveError {
    fn from(why: NotASolution) -> SolveError {
        SolveError::Wrong(why.into())
    }
}

/// Why a GPU cannot search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// There is no driver, or no device that it can use.
    #[error("this machine has no GPU that can be used: {0}")]
    Missing(String),
    /// The device has too little free memory.
    #[error("the GPU has {:.1} GB of free memory; this search needs {:.1} GB", gigabytes(*free), gigabytes(*needed))]
    Memory {
        /// The bytes that the search needs.
        needed: u64,
        /// The bytes that are free.
        free: u64,
    },
    /// The memory limit is too low for the tables on the device.
    #[error("the memory limit is too low: on the GPU this search needs {:.1} GB", gigabytes(*needed))]
    Limit {
        /// The bytes that the search needs.
        needed: u64,
    },
    /// The tables of the board do not fit the numbering that the device uses.
    #[error("the GPU has no tables of this size")]
    Tables,
    /// A call of the driver failed.
    #[error("the GPU failed: {why}{}", proved(*lower))]
    Failed {
        /// The message of the driver.
        why: String,
        /// The lower bound proved before, if there is one.
        lower: Option<u32>,
    },
}

fn gigabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e9
}

fn proved(lower: Option<u32>) -> String {
    lower.map_or(String::new(), |lower| format!("; every solution has at least {lower} moves"))
}

impl DeviceError {
    /// The same after a lower bound was proved.
    pub(crate) fn after(self, proved: u32) -> DeviceError {
        match self {
            DeviceError::Failed { why, .. } => DeviceError::Failed { why, lower: Some(proved) },
            other => other,
        }
    }
}

/// Options that the chosen search does not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    /// The two styles count the same on tiles, so one cannot break ties of the other.
    #[error("on tiles, styles {style} and {tie_break} count the same")]
    SameMetric {
        /// The style of the search.
        style: Style,
        /// The style that was to break ties.
        tie_break: Style,
    },
    /// `anytime` for the number or the list of all solutions.
    #[error("search `anytime` finds only one solution")]
    OneSolution,
    /// `blocks` for a tile position.
    #[error("search `blocks` is for block puzzles, but this is a tile position")]
    ForBlocks,
    /// An option for tiles, for a puzzle that does not consist of tiles.
    #[error("{what} is for tile positions, but this is a block puzzle")]
    ForTiles {
        /// The option.
        what: &'static str,
    },
    /// Another start for a tile position.
    #[error("another start is for block puzzles; a tile position is its own start")]
    NoStart,
    /// `unrolled` for a large board or a goal with open cells.
    #[error("search `unrolled` needs a board of at most 16 cells and a full goal")]
    Unrolled,
    /// A search that supports only the single-tile metric.
    #[error("search `{}` does not support style {style}", search.name())]
    Metric {
        /// The search.
        search: Search,
        /// The style.
        style: Style,
    },
    /// A checkpoint for a search that does not write one.
    #[error(
        "only the default search and `anytime` write checkpoints, for one shortest solution of a tile position"
    )]
    NoCheckpoint,
    /// Layers on disk for a question that does not support them.
    #[error("layers on disk are for one shortest solution of a block puzzle")]
    NoDisk,
    /// A GPU for a question that it does not support.
    #[error(
        "the GPU finds one shortest solution of a tile position of at most {MOST_CELLS} cells, in style step"
    )]
    NoDevice,
    /// A cluster without layers on disk.
    #[error("a cluster needs a folder for the layers")]
    NoFolder,
}

impl Unfit {
    /// What the user can do about it.
    pub fn help(&self) -> String {
        match self {
            Unfit::SameMetric { style, .. } => {
                let other = if *style == Style::SET_STEP { "step" } else { "set-step" };
                format!("break ties by style {other} instead")
            }
            Unfit::OneSolution => "ask for one solution, or choose another search".to_owned(),
            Unfit::ForBlocks => "choose another search, or write the position as puzzle text".to_owned(),
            Unfit::ForTiles { .. } => "remove it".to_owned(),
            Unfit::NoStart => "ask about the other position".to_owned(),
            Unfit::Unrolled => "try search `plain`, or leave the choice to the solver".to_owned(),
            Unfit::Metric { .. } => "try search `plain`, or leave the choice to the solver".to_owned(),
            Unfit::NoCheckpoint => "remove the checkpoint".to_owned(),
            Unfit::NoDisk => "keep the layers in memory".to_owned(),
            Unfit::NoDevice => "ask for one solution in style step, or leave the GPU out".to_owned(),
            Unfit::NoFolder => "name a folder, or remove the cluster".to_owned(),
        }
    }
}
