//! The checkpoint file of a census.

use super::{CensusError, Family};
use crate::engine::design::saved::CensusState;
use crate::engine::run::checkpoint::{Checkpoint, Record, checksum};
use crate::style::Style;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;
use web_time::Instant;

/// The least time between two writes of the file.
const EVERY: Duration = Duration::from_secs(1);

/// The content of the file.
#[derive(Serialize, Deserialize)]
struct SavedCensus {
    /// The question in words.
    words: String,
    /// A checksum of the whole question.
    family: u32,
    saved: CensusState,
}

impl SavedCensus {
    fn new((family, styles): (&Family, &[Style]), division: &str) -> SavedCensus {
        let (grid, kit) = (family.grid(), family.kit());
        let styles = styles.iter().map(|style| style.name()).collect::<Vec<_>>().join(", ");
        let words = format!("the census of a box of {grid} with pieces {kit}, style {styles}");
        let Family { blocked, walls, holes, from, goals, .. } = family;
        let family = format!("{words} {blocked:?} {walls:?} {holes:?} {from:?} {goals:?} {division}");
        SavedCensus { family: checksum(&family), words, saved: CensusState::default() }
    }
}

impl Record for SavedCensus {
    fn owner(&self) -> String {
        self.words.clone()
    }

    fn is_same(&self, other: &SavedCensus) -> bool {
        (&self.words, self.family) == (&other.words, other.family)
    }
}

/// The checkpoint file of a census, if it has one.
pub(super) struct KeptCensus {
    file: Option<Checkpoint<SavedCensus>>,
    written: Instant,
    /// Why the last write failed, if it did.
    warning: Option<String>,
}

impl KeptCensus {
    /// Open the file of a census, or create it. `division` says how the work is divided, and what is kept of
    /// each part.
    pub fn open(
        path: Option<&Path>,
        asked: (&Family, &[Style]),
        division: &str,
    ) -> Result<KeptCensus, CensusError> {
        let open = |path| Checkpoint::open(path, SavedCensus::new(asked, division));
        Ok(KeptCensus { file: path.map(open).transpose()?, written: Instant::now(), warning: None })
    }

    /// The state that an earlier search left in the file.
    pub fn state(&self) -> CensusState {
        self.file.as_ref().map_or_else(CensusState::default, |file| file.record.saved.clone())
    }

    /// Write the progress of the search, unless it was written less than a second ago; always if it is the
    /// last.
    pub fn keep(&mut self, state: &CensusState, last: bool) {
        let Some(file) = &mut self.file else { return };
        if self.warning.is_none() && (last || self.written.elapsed() >= EVERY) {
            file.record.saved = state.clone();
            self.warning = file.write().err().map(|error| format!("cannot write the checkpoint: {error}"));
            self.written = Instant::now();
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
