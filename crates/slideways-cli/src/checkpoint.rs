//! How far a long search for tiles has come, in a file: `--resume FILE` begins it, keeps it up to date, and goes on from it.
//!
//! The file says what it belongs to, and is refused for anything else. It is replaced as a whole, so a process that is
//! killed leaves the last one; and when the search has its answer, it is removed.

use crate::problem::Problem;
use serde::{Deserialize, Serialize};
use slideways::tiles::Goal;
use slideways::tiles::deepen::Saved;
use slideways::{Style, Who};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// To be changed whenever the same units would mean something else.
const VERSION: u32 = 2;

/// What is in the file.
#[derive(Serialize, Deserialize)]
struct Record {
    slideways_checkpoint: u32,
    position: String,
    goal: String,
    /// What counts as one move: step or set-step, since other styles are the same as one of them.
    style: String,
    /// The name of the tables with which it was searched, if any were.
    tables: Option<String>,
    saved: Option<Saved>,
    /// Of all the rest, so that nothing is taken for proved that was not.
    checksum: u32,
}

impl Record {
    fn sum(&self) -> u32 {
        let rest =
            (self.slideways_checkpoint, &self.position, &self.goal, &self.style, &self.tables, &self.saved);
        crc32fast::hash(&serde_json::to_vec(&rest).expect("it has no odd keys"))
    }
}

/// A file, and what stood in it.
pub struct Checkpoint {
    path: PathBuf,
    record: Record,
}

impl Checkpoint {
    /// Open the file of a search, or be ready to begin one.
    pub fn open(path: &Path, position: &str, goal: &Goal, who: Who) -> Result<Checkpoint, Problem> {
        let shown = path.display();
        let ours = Record {
            slideways_checkpoint: VERSION,
            position: position.to_owned(),
            goal: goal.to_string(),
            style: if who == Who::Set { Style::SET_STEP } else { Style::STEP }.name().to_owned(),
            tables: None,
            saved: None,
            checksum: 0,
        };
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let mut checkpoint = Checkpoint { path: path.to_owned(), record: ours };
                // Better to hear now than after an hour that it cannot be written.
                checkpoint.write().map_err(|error| {
                    Problem::new(format!("{shown}: {error}")).help("name a file that can be written")
                })?;
                return Ok(checkpoint);
            }
            Err(error) => return Err(Problem::new(format!("{shown}: {error}"))),
        };
        let foreign = |what: &str| {
            Problem::new(format!("{shown}: {what}")).help("give `--resume` another name, or remove that file")
        };
        let record: Record =
            serde_json::from_str(&text).map_err(|_| foreign("it is not what a search has left behind"))?;
        if record.slideways_checkpoint != VERSION {
            return Err(foreign("it was left behind by another version"));
        }
        if record.checksum != record.sum() {
            return Err(foreign("it is damaged"));
        }
        let task =
            |record: &Record| format!("{}, goal {}, style {}", record.position, record.goal, record.style);
        if task(&record) != task(&ours) {
            return Err(foreign(&format!("it belongs to {}", task(&record))));
        }
        Ok(Checkpoint { path: path.to_owned(), record })
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

    /// The search is over.
    pub fn done(self) {
        let _ = fs::remove_file(&self.path);
    }

    fn write(&mut self) -> io::Result<()> {
        self.record.checksum = self.record.sum();
        let text = serde_json::to_string(&self.record).map_err(io::Error::other)?;
        let mut unfinished = self.path.as_os_str().to_owned();
        unfinished.push(format!(".{}.unfinished", std::process::id()));
        fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, &self.path)).inspect_err(|_| {
            let _ = fs::remove_file(&unfinished);
        })
    }
}
