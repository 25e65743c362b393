//! Why a question cannot be answered at all.

use super::choose::Search;
use super::solution::WrongAnswer;
use crate::check::NotASolution;
use crate::engine::blocks::solve::TooLarge;
#[cfg(feature = "disk")]
use crate::engine::disk::DiskError;
#[cfg(feature = "tables")]
use crate::engine::run::checkpoint::CheckpointError;
use crate::engine::tiles::bit_bfs::TooManyPositions;
use crate::puzzle::PuzzleError;
use crate::space::UnfitSpace;
use crate::style::Style;

/// Why a question cannot even be tried, or has no trustworthy answer.
///
/// A search that ran and was stopped is no error: it ends with an [`Outcome`](crate::outcome::Outcome).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The puzzle is beyond the block engine.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The board has too many positions for the memory allowed.
    #[error(transparent)]
    Positions(#[from] TooManyPositions),
    /// The options of a question about a whole space do not fit together, or do not fit the puzzle.
    #[error(transparent)]
    Space(#[from] UnfitSpace),
    /// The search that was asked for does not know such puzzles, goals or styles.
    #[error(transparent)]
    Search(#[from] Unfit),
    /// The arrangement to start from does not suit the puzzle.
    #[error(transparent)]
    Start(#[from] PuzzleError),
    /// The checkpoint file.
    #[cfg(feature = "tables")]
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The files of a search on disk.
    #[cfg(feature = "disk")]
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The board has more positions than a word can number.
    #[error("a board of more than 20 cells has more positions than a word can number")]
    TooManyCells,
    /// An answer that the plain rule does not confirm.
    #[error("this is a mistake in slideways: the answer does not stand up to the plain rule: {0}")]
    Wrong(#[from] WrongAnswer),
}

impl From<NotASolution> for SolveError {
    fn from(why: NotASolution) -> SolveError {
        SolveError::Wrong(why.into())
    }
}

/// A search that cannot answer this question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    /// Two styles that count the same cannot break ties.
    #[error("on tiles, style {tie_break} counts as style {style} does")]
    SameMetric {
        /// The style asked for.
        style: Style,
        /// The style that should break ties.
        tie_break: Style,
    },
    /// `anytime` with a question about all solutions.
    #[error("search `anytime` gives one solution")]
    OneSolution,
    /// `blocks` for a position of tiles.
    #[error("search `blocks` is for puzzles of blocks, and this is a position of tiles")]
    ForBlocks,
    /// A search for tiles, or a question about them, for a puzzle that does not consist of tiles.
    #[error("{what} is for positions of tiles, and this puzzle is none")]
    ForTiles {
        /// What was asked for.
        what: &'static str,
    },
    /// Another start for a position of tiles, which is its own start.
    #[error("another start is for puzzles of blocks; a position of tiles is its own start")]
    NoStart,
    /// `unrolled` for a large board or an open goal.
    #[error("search `unrolled` is for boards of at most 16 cells and goals that leave nothing open")]
    Unrolled,
    /// A search that knows only the single-tile metric.
    #[error("search `{}` does not know style {style}", search.name())]
    Metric {
        /// The search.
        search: Search,
        /// The style.
        style: Style,
    },
    /// A checkpoint for a search that has none.
    #[error(
        "checkpoints are for one shortest solution of a position of tiles, by the default search or `anytime`"
    )]
    NoCheckpoint,
    /// Layers on disk for a question that needs something else.
    #[error("layers on disk are for one shortest solution of a puzzle of blocks")]
    NoDisk,
    /// A cluster without layers on disk.
    #[error("a cluster needs a folder for the layers")]
    NoFolder,
}

impl Unfit {
    /// What to do about it.
    pub fn help(&self) -> String {
        match self {
            Unfit::SameMetric { style, .. } => {
                let other = if *style == Style::SET_STEP { "step" } else { "set-step" };
                format!("break ties by style {other} instead")
            }
            Unfit::OneSolution => "ask for one solution, or choose another search".to_owned(),
            Unfit::ForBlocks => "choose another search, or write the position as puzzle text".to_owned(),
            Unfit::ForTiles { .. } => "leave it out".to_owned(),
            Unfit::NoStart => "ask about the other position".to_owned(),
            Unfit::Unrolled => "try search `plain`, or leave the choice to the solver".to_owned(),
            Unfit::Metric { .. } => "try search `plain`, or leave the choice to the solver".to_owned(),
            Unfit::NoCheckpoint => "leave out the checkpoint".to_owned(),
            Unfit::NoDisk => "leave the layers in memory".to_owned(),
            Unfit::NoFolder => "name a folder, or leave out the cluster".to_owned(),
        }
    }
}
