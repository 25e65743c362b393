//! How far a search for packings has come.

use super::{Checkpoint, Record, checksum};
use crate::problem::Problem;
use serde::{Deserialize, Serialize};
use slideways::lock::{Saved, Task};
use std::io;
use std::path::Path;

/// What is written down.
#[derive(Serialize, Deserialize)]
pub struct Packings {
    /// What was asked, in words.
    words: String,
    /// A checksum of all that was asked, cell by cell.
    task: u32,
    saved: Option<Saved>,
}

impl Record for Packings {
    fn sum(&self, version: u32) -> u32 {
        checksum(&(version, &self.words, self.task, &self.saved))
    }

    fn owner(&self) -> String {
        format!("`{}`", self.words)
    }

    fn is_same(&self, other: &Packings) -> bool {
        (&self.words, self.task) == (&other.words, other.task)
    }
}

impl Checkpoint<Packings> {
    /// Open the file of a search, or be ready to begin one.
    pub fn of_packings(path: &Path, words: String, task: &Task) -> Result<Checkpoint<Packings>, Problem> {
        let task = checksum(&format!("{task:?}"));
        Checkpoint::open(path, Packings { words, task, saved: None })
    }

    /// What can be gone on from.
    pub fn saved(&self) -> Option<&Saved> {
        self.record.saved.as_ref()
    }

    /// Write down how far the search has come.
    pub fn keep(&mut self, saved: &Saved) -> io::Result<()> {
        self.record.saved = Some(saved.clone());
        self.write()
    }
}
