//! The checkpoint file of a tile search.

use crate::engine::run::checkpoint::{Checkpoint, CheckpointError, Record};
use crate::style::{Style, Who};
use crate::tiles::Position;
use crate::watch::{Event, Saved, Watch};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Mutex;

/// The content of the file.
#[derive(Serialize, Deserialize)]
struct SavedTiles {
    position: String,
    goal: String,
    /// The style: step or set-step; on tiles every other style counts like one of them.
    style: String,
    /// The name of the tables that the search used, if any.
    tables: Option<String>,
    saved: Option<Saved>,
}

impl Record for SavedTiles {
    fn owner(&self) -> String {
        format!("{}, goal {}, style {}", self.position, self.goal, self.style)
    }

    fn is_same(&self, other: &SavedTiles) -> bool {
        self.owner() == other.owner()
    }
}

/// The checkpoint file, or nothing if none is in use.
pub(super) struct Resume(Mutex<Option<Checkpoint<SavedTiles>>>);

impl Resume {
    /// Open or create the file for a position.
    pub fn open(path: Option<&Path>, position: &Position, who: Who) -> Result<Resume, CheckpointError> {
        let style = if who == Who::Set { Style::SET_STEP } else { Style::STEP };
        let (goal, style) = (position.goal().to_string(), style.name().to_owned());
        let tiles = SavedTiles { position: position.to_string(), goal, style, tables: None, saved: None };
        let checkpoint = path.map(|path| Checkpoint::open(path, tiles)).transpose()?;
        Ok(Resume(Mutex::new(checkpoint)))
    }

    /// The state from which a search with these tables can resume.
    pub fn saved(&self, tables: &str) -> Option<Saved> {
        let checkpoint = self.0.lock().expect("no code that panics runs under this lock");
        let record = &checkpoint.as_ref()?.record;
        record.saved.clone().filter(|_| record.tables.as_deref() == Some(tables))
    }

    /// Remove the file, since the search has its answer.
    pub fn done(self) {
        if let Ok(Some(checkpoint)) = self.0.into_inner() {
            checkpoint.done();
        }
    }

    /// A watch that writes the checkpoints of a search with these tables to the file.
    pub fn keeping<'k>(&'k self, tables: &'k str, watch: &'k mut dyn Watch) -> Keeping<'k> {
        Keeping { resume: self, tables, watch, failed: false }
    }
}

/// Writes checkpoints and passes all events on. Reports once if the file cannot be written.
pub(super) struct Keeping<'k> {
    resume: &'k Resume,
    tables: &'k str,
    watch: &'k mut dyn Watch,
    failed: bool,
}

impl Watch for Keeping<'_> {
    fn event(&mut self, event: Event) {
        if let (Event::Checkpoint(saved), false) = (event, self.failed) {
            let mut checkpoint = self.resume.0.lock().expect("no code that panics runs under this lock");
            if let Some(checkpoint) = &mut *checkpoint {
                checkpoint.record.tables = Some(self.tables.to_owned());
                checkpoint.record.saved = Some(saved.clone());
                if let Err(error) = checkpoint.write() {
                    self.failed = true;
                    let warning = format!("cannot write the checkpoint: {error}");
                    self.watch.event(Event::Warning(&warning));
                }
            }
        }
        self.watch.event(event);
    }

    fn stop(&mut self) -> bool {
        self.watch.stop()
    }
}
