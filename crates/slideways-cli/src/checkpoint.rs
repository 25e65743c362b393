//! How far a long search has come, in a file: `--resume FILE` begins it, keeps it up to date, and goes on from it.
//!
//! The file says what it belongs to, and is refused for anything else. It is replaced as a whole, so a process that is
//! killed leaves the last one; and when the search has its answer, it is removed.

pub mod lock;
pub mod tiles;

use crate::problem::Problem;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// To be changed whenever the same units would mean something else.
const VERSION: u32 = 2;

/// What one sort of search writes down.
pub trait Record: Serialize + DeserializeOwned {
    /// A checksum of all of it and of the version, so that nothing is taken for proved that was not.
    fn sum(&self, version: u32) -> u32;
    /// What it belongs to, in words.
    fn owner(&self) -> String;
    /// Whether it belongs to the same as another.
    fn is_same(&self, other: &Self) -> bool;
}

/// What is in the file.
#[derive(Serialize, Deserialize)]
struct Sealed<R> {
    slideways_checkpoint: u32,
    #[serde(flatten)]
    record: R,
    checksum: u32,
}

/// A file, and what stands in it.
pub struct Checkpoint<R> {
    path: PathBuf,
    pub record: R,
}

impl<R: Record> Checkpoint<R> {
    /// Open the file of a search, or begin one with what is known before it starts.
    pub fn open(path: &Path, ours: R) -> Result<Checkpoint<R>, Problem> {
        let shown = path.display();
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let checkpoint = Checkpoint { path: path.to_owned(), record: ours };
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
        let sealed: Sealed<R> =
            serde_json::from_str(&text).map_err(|_| foreign("it is not what a search has left behind"))?;
        if sealed.slideways_checkpoint != VERSION {
            return Err(foreign("it was left behind by another version"));
        }
        if sealed.checksum != sealed.record.sum(VERSION) {
            return Err(foreign("it is damaged"));
        }
        if !sealed.record.is_same(&ours) {
            let other = sealed.record.owner();
            let alike = if other == ours.owner() { " with other options" } else { "" };
            return Err(foreign(&format!("it belongs to {other}{alike}")));
        }
        Ok(Checkpoint { path: path.to_owned(), record: sealed.record })
    }

    /// The search is over.
    pub fn done(self) {
        let _ = fs::remove_file(&self.path);
    }

    /// Replace the file.
    pub fn write(&self) -> io::Result<()> {
        let checksum = self.record.sum(VERSION);
        let sealed = Sealed { slideways_checkpoint: VERSION, record: &self.record, checksum };
        let text = serde_json::to_string(&sealed).map_err(io::Error::other)?;
        let mut unfinished = self.path.as_os_str().to_owned();
        unfinished.push(format!(".{}.unfinished", std::process::id()));
        fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, &self.path)).inspect_err(|_| {
            let _ = fs::remove_file(&unfinished);
        })
    }
}

/// A checksum of what can be written.
fn checksum(what: &impl Serialize) -> u32 {
    crc32fast::hash(&serde_json::to_vec(what).expect("it has no odd keys"))
}
