//! Errors of searches on disk.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Why a search on disk cannot start or cannot continue. Committed layers stay as they are.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    /// The system refuses an operation.
    #[error("{} cannot be {doing}: {error}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// What was to be done with it.
        doing: &'static str,
        /// The system's reason.
        error: io::Error,
    },
    /// A file does not have the content that was written.
    #[error("{} is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The folder holds another search.
    #[error("{} belongs to another search: {what}", path.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// What it belongs to.
        what: String,
    },
    /// The folder already contains this search, and `resume` is not set.
    #[error("{} already contains a search (at layer {layer})", path.display())]
    Begun {
        /// The folder.
        path: PathBuf,
        /// The last layer in it.
        layer: usize,
    },
    /// Hardest starts are requested, but the search in the folder did not store its goals.
    #[error("the search in {} did not store its goals, from which hardest starts are found", path.display())]
    NoGoals {
        /// The folder.
        path: PathBuf,
    },
    /// Another process of the same search cannot be reached, has left, or has failed.
    #[error("{who}: {what}")]
    Peer {
        /// The process.
        who: String,
        /// What is wrong.
        what: String,
    },
    /// Another process uses the folder.
    #[error("{} is in use by another search", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
}

impl DiskError {
    /// Builds a [`DiskError::Refused`] from a system error.
    pub fn refused(path: &Path, doing: &'static str) -> impl Fn(io::Error) -> DiskError {
        move |error| DiskError::Refused { path: path.to_owned(), doing, error }
    }

    /// A damaged file.
    pub fn damaged(path: &Path, what: impl Into<String>) -> DiskError {
        DiskError::Damaged { path: path.to_owned(), what: what.into() }
    }

    /// Whether the disk is full: nothing is lost, and the search can continue once there is room.
    pub fn is_full(&self) -> bool {
        let full = [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge];
        matches!(self, DiskError::Refused { error, .. } if full.contains(&error.kind()))
    }
}
