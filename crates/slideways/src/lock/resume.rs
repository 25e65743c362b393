//! The checkpoint of a search for packings.

use super::Want;
use super::error::LockError;
use super::spec::Spec;
use crate::engine::packing::saved::Saved;
use crate::engine::run::checkpoint::{Checkpoint, Record, checksum};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The content of the file.
#[derive(Serialize, Deserialize)]
struct SavedPackings {
    /// What was asked, in words.
    words: String,
    /// A checksum of all that was asked, cell by cell.
    spec: u32,
    /// Whether packings were shown: then only the parts whose packings were shown are done. None if that is not asked.
    listed: Option<bool>,
    saved: Option<Saved>,
}

impl SavedPackings {
    fn new(spec: &Spec, want: Want, listed: Option<bool>) -> SavedPackings {
        let shapes: Vec<String> = spec.kinds.iter().map(|stock| stock.shape.to_string()).collect();
        let (pieces, grid) = (shapes.join(", "), spec.grid);
        let words = match want {
            Want::Fewest => format!("the fewest pieces {pieces} that lock a box of {grid}"),
            _ => format!("the packings of a box of {grid} with pieces {pieces}"),
        };
        SavedPackings { words, spec: checksum(&format!("{spec:?}")), listed, saved: None }
    }
}

impl Record for SavedPackings {
    fn owner(&self) -> String {
        self.words.clone()
    }

    fn is_same(&self, other: &SavedPackings) -> bool {
        (&self.words, self.spec) == (&other.words, other.spec)
            && (other.listed.is_none() || self.listed == other.listed)
    }
}

/// Where a search writes how far it has come, if it does.
pub(super) struct Kept {
    file: Option<Checkpoint<SavedPackings>>,
    /// Why that was not possible.
    warning: Option<String>,
}

impl Kept {
    /// Open the file of a search, or create it.
    pub fn open(path: Option<&Path>, (spec, want): (&Spec, Want), listed: bool) -> Result<Kept, LockError> {
        let open = |path| Checkpoint::open(path, SavedPackings::new(spec, want, Some(listed)));
        Ok(Kept { file: path.map(open).transpose()?, warning: None })
    }

    /// What an earlier search has left in the file, whether it showed its packings or not.
    pub fn look(path: &Path, spec: &Spec, want: Want) -> Result<Option<Saved>, LockError> {
        match path.exists() {
            true => Ok(Checkpoint::open(path, SavedPackings::new(spec, want, None))?.record.saved),
            false => Ok(None),
        }
    }

    /// Whether there is a file.
    pub fn is_open(&self) -> bool {
        self.file.is_some()
    }

    /// What the search can continue from.
    pub fn saved(&self) -> Option<Saved> {
        self.file.as_ref().and_then(|file| file.record.saved.clone())
    }

    /// Save how far the search has come.
    pub fn keep(&mut self, saved: &Saved) {
        if let (Some(file), None) = (&mut self.file, &self.warning) {
            file.record.saved = Some(saved.clone());
            let failed = file.write().err();
            self.warning = failed.map(|error| format!("the checkpoint could not be written: {error}"));
        }
    }

    /// The search is over, and the file not needed any more if it has its answer; gives what went wrong.
    pub fn end(self, is_answered: bool) -> Option<String> {
        if is_answered {
            self.file.into_iter().for_each(Checkpoint::done);
        }
        self.warning
    }
}
