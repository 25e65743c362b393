//! Why a question about packings cannot be answered.

use super::spec::SpecError;
use crate::engine::packing::count::NotCountable;
#[cfg(feature = "tables")]
use crate::engine::run::checkpoint::CheckpointError;

/// Why a question about packings cannot even be tried, or has no trustworthy answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// The question makes no sense.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Packings that cannot be counted without listing them.
    #[error(transparent)]
    NotCountable(#[from] NotCountable),
    /// The search with dancing links was asked for something else than a census.
    #[error("the search with dancing links lists all packings, from the beginning, and does nothing else")]
    DancingLinks,
    /// A checkpoint for a count, which has none.
    #[error("a count that lists no packings has no checkpoint")]
    NoCheckpoint,
    /// The checkpoint file.
    #[cfg(feature = "tables")]
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A packing that the plain rule does not confirm.
    #[error("this is a mistake in slideways: a packing that was found does not stand up to the plain rule")]
    NotLocked,
    /// Two counts that differ.
    #[error("this is a mistake in slideways: there are not as many packings as the classes stand for")]
    Miscounted,
}
