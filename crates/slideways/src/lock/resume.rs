//! The checkpoint file of a search for packings.

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
    /// The question in words.
    words: String,
    /// A checksum of the whole spec, cell by cell.
    spec: u32,
    /// Whether packings were shown: then only work units whose packings were shown are done. `None` to accept
    /// either.
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

/// The checkpoint file of a search, if it has one.
pub(super) struct Kept {
    file: Option<Checkpoint<SavedPackings>>,
    /// Why the last write failed, if it did.
    warning: Option<String>,
}

impl Kept {
    /// Open the file of a search, or create it.
    pub fn open(path: Option<&Path>, (spec, want): (&Spec, Want), listed: bool) -> Result<Kept, LockError> {
        let open = |path| Checkpoint::open(path, SavedPackings::new(spec, want, Some(listed)));
        Ok(Kept { file: path.map(open).transpose()?, warning: None })
    }

    /// The state that an earlier search left in the file, whether or not it showed its packings.
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

    /// The state from which the search can resume.
    pub fn saved(&self) -> Option<Saved> {
        self.file.as_ref().and_then(|file| file.record.saved.clone())
    }

    /// Write the progress of the search.
    pub fn keep(&mut self, saved: &Saved) {
        if let (Some(file), None) = (&mut self.file, &self.warning) {
            file.record.saved = Some(saved.clone());
            let failed = file.write().err();
            self.warning = failed.map(|error| format!("cannot write the checkpoint: {error}"));
        }
    }

    /// End the search: remove the file if the search has its answer, and return the warning, if there is one.
    pub fn end(self, is_answered: bool) -> Option<String> {
        if is_answered {
            self.file.into_iter().for_each(Checkpoint::done);
        }
        self.warning
    }
}
