//! The checkpoint of a search for packings.

use super::{Saved, Task};
use crate::run::checkpoint::{Checkpoint, CheckpointError, Record, checksum};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// The content of the file.
#[derive(Serialize, Deserialize)]
pub struct Packings {
    /// What was asked, in words.
    words: String,
    /// A checksum of all that was asked, cell by cell.
    task: u32,
    saved: Option<Saved>,
}

impl Record for Packings {
    fn owner(&self) -> String {
        format!("`{}`", self.words)
    }

    fn is_same(&self, other: &Packings) -> bool {
        (&self.words, self.task) == (&other.words, other.task)
    }
}

impl Checkpoint<Packings> {
    /// Open the file of a search, or create it; `words` say what is asked.
    pub fn of_packings(
        path: &Path,
        words: String,
        task: &Task,
    ) -> Result<Checkpoint<Packings>, CheckpointError> {
        let task = checksum(&format!("{task:?}"));
        Checkpoint::open(path, Packings { words, task, saved: None })
    }

    /// What the search can continue from.
    pub fn saved(&self) -> Option<&Saved> {
        self.record.saved.as_ref()
    }

    /// Save how far the search has come.
    pub fn keep(&mut self, saved: &Saved) -> io::Result<()> {
        self.record.saved = Some(saved.clone());
        self.write()
    }
}
