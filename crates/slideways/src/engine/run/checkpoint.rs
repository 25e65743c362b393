//! Checkpoint files: the progress of a long search, so that a later search can continue it.
//!
//! The file names the search it belongs to and is refused for any other. It is replaced atomically, so a
//! process that is killed leaves the previous version. When the search has its answer, the file is removed.

use super::replace::{self, Survives};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Format version: changes whenever the same content would mean something else.
const VERSION: u32 = 2;

/// Why a checkpoint file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It cannot be written.
    #[error("{}: {error}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// It cannot be read.
    #[error("{}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// It is not a checkpoint of this search.
    #[error("{}: {what}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        what: String,
    },
}

/// The data that one kind of search saves.
pub trait Record: Serialize + DeserializeOwned {
    /// A description of the search it belongs to.
    fn owner(&self) -> String;
    /// Whether it belongs to the same search as another record.
    fn is_same(&self, other: &Self) -> bool;
}

/// The content of the file. The checksum covers the version and the record, so that a damaged file proves
/// nothing.
#[derive(Serialize, Deserialize)]
struct Sealed<R> {
    slideways_checkpoint: u32,
    #[serde(flatten)]
    record: R,
    checksum: u32,
}

/// A checkpoint file and its content.
pub struct Checkpoint<R> {
    path: PathBuf,
    /// The data saved last.
    pub record: R,
}

impl<R: Record> Checkpoint<R> {
    /// Open the file of a search, or create it with the data known before the search starts.
    pub fn open(path: &Path, ours: R) -> Result<Checkpoint<R>, CheckpointError> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let checkpoint = Checkpoint { path: path.to_owned(), record: ours };
                // A file that cannot be written is an error now, not after hours of search.
                return match checkpoint.write() {
                    Ok(()) => Ok(checkpoint),
                    Err(error) => Err(CheckpointError::Unwritable { path: path.to_owned(), error }),
                };
            }
            Err(error) => return Err(CheckpointError::Unreadable { path: path.to_owned(), error }),
        };
        let foreign = |what: &str| CheckpointError::Foreign { path: path.to_owned(), what: what.to_owned() };
        let sealed: Sealed<R> =
            serde_json::from_str(&text).map_err(|_| foreign("it is not a checkpoint file"))?;
        if sealed.slideways_checkpoint != VERSION {
            return Err(foreign("it was written by another version"));
        }
        if sealed.checksum != checksum(&(VERSION, &sealed.record)) {
            return Err(foreign("it is damaged"));
        }
        if !sealed.record.is_same(&ours) {
            let other = sealed.record.owner();
            let alike = if other == ours.owner() { ", with other options" } else { "" };
            return Err(foreign(&format!("it belongs to {other}{alike}")));
        }
        Ok(Checkpoint { path: path.to_owned(), record: sealed.record })
    }

    /// Remove the file: the search has its answer.
    pub fn done(self) {
        let _ = fs::remove_file(&self.path);
    }

    /// Replace the file.
    pub fn write(&self) -> io::Result<()> {
        let checksum = checksum(&(VERSION, &self.record));
        let sealed = Sealed { slideways_checkpoint: VERSION, record: &self.record, checksum };
        let text = serde_json::to_string(&sealed).map_err(io::Error::other)?;
        replace::file(&self.path, Survives::PowerCut, |file| file.write_all(text.as_bytes()))
    }
}

/// A checksum of a serializable value.
pub fn checksum(what: &impl Serialize) -> u32 {
    crc32fast::hash(&serde_json::to_vec(what).expect("records serialize"))
}
