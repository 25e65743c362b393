//! What can go wrong with files.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Why a search on disk cannot begin, or cannot go on. What it has committed stays as it is.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    /// The system refuses.
    #[error("{} cannot be {doing}: {error}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// What was to be done with it.
        doing: &'static str,
        /// What the system says.
        error: io::Error,
    },
    /// A file is not what was written.
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
    /// The folder holds the same search, and nobody said that it should be continued.
    #[error("{} holds a search that was begun, and came to layer {layer}", path.display())]
    Begun {
        /// The folder.
        path: PathBuf,
        /// Its last layer.
        layer: usize,
    },
    /// Somebody who works on the same search cannot be reached, is gone, or has failed.
    #[error("{who}: {what}")]
    Peer {
        /// Who that is.
        who: String,
        /// What is wrong.
        what: String,
    },
    /// Somebody else works in the folder.
    #[error("{} is in use by another search", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
}

impl DiskError {
    /// A refusal, to be made of an error.
    pub fn refused(path: &Path, doing: &'static str) -> impl Fn(io::Error) -> DiskError {
        move |error| DiskError::Refused { path: path.to_owned(), doing, error }
    }

    /// A damaged file.
    pub fn damaged(path: &Path, what: impl Into<String>) -> DiskError {
        DiskError::Damaged { path: path.to_owned(), what: what.into() }
    }

    /// Whether there is no room left: nothing is lost, and the search can go on once there is.
    pub fn is_full(&self) -> bool {
        let full = [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge];
        matches!(self, DiskError::Refused { error, .. } if full.contains(&error.kind()))
    }
}
