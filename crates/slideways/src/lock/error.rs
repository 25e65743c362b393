//! Why a question about packings cannot be answered.

use super::spec::SpecError;
use crate::engine::packing::count::NotCountable;
#[cfg(feature = "tables")]
use crate::engine::run::checkpoint::CheckpointError;

/// Why a question about packings is refused, or has no trustworthy answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// The spec contradicts itself.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The packings cannot be counted without listing them.
    #[error(transparent)]
    NotCountable(#[from] NotCountable),
    /// Dancing links for a question other than a census, or with a checkpoint.
    #[error("the dancing-links search supports only a full census, without a checkpoint")]
    DancingLinks,
    /// A checkpoint for a count, which does not write one.
    #[error("counting without listing writes no checkpoint")]
    NoCheckpoint,
    /// A problem with the checkpoint file.
    #[cfg(feature = "tables")]
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The plain rule does not confirm a packing.
    #[error("internal error: the plain rule does not confirm a packing")]
    NotLocked,
    /// The two counts of `verify` differ.
    #[error("internal error: the number of packings does not match the classes")]
    Miscounted,
}
