//! How far a search for tiles has come.

use super::{Checkpoint, Record, checksum};
use crate::problem::Problem;
use serde::{Deserialize, Serialize};
use slideways::tiles::Goal;
use slideways::tiles::deepen::Saved;
use slideways::{Style, Who};
use std::io;
use std::path::Path;

/// What is written down.
#[derive(Serialize, Deserialize)]
pub struct Tiles {
    position: String,
    goal: String,
    /// What counts as one move: step or set-step, since other styles are the same as one of them.
    style: String,
    /// The name of the tables with which it was searched, if any were.
    tables: Option<String>,
    saved: Option<Saved>,
}

impl Record for Tiles {
    fn sum(&self, version: u32) -> u32 {
        checksum(&(version, &self.position, &self.goal, &self.style, &self.tables, &self.saved))
    }

    fn owner(&self) -> String {
        format!("{}, goal {}, style {}", self.position, self.goal, self.style)
    }

    fn is_same(&self, other: &Tiles) -> bool {
        self.owner() == other.owner()
    }
}

impl Checkpoint<Tiles> {
    /// Open the file of a search, or be ready to begin one.
    pub fn of_tiles(
        path: &Path,
        position: &str,
        goal: &Goal,
        who: Who,
    ) -> Result<Checkpoint<Tiles>, Problem> {
        let style = if who == Who::Set { Style::SET_STEP } else { Style::STEP };
        let (position, goal, style) = (position.to_owned(), goal.to_string(), style.name().to_owned());
        Checkpoint::open(path, Tiles { position, goal, style, tables: None, saved: None })
    }

    /// What can be gone on from, with the tables of this name.
    pub fn saved(&self, tables: &str) -> Option<&Saved> {
        self.record.saved.as_ref().filter(|_| self.record.tables.as_deref() == Some(tables))
    }

    /// Write down how far the search with these tables has come.
    pub fn keep(&mut self, tables: &str, saved: &Saved) -> io::Result<()> {
        self.record.tables = Some(tables.to_owned());
        self.record.saved = Some(saved.clone());
        self.write()
    }
}
