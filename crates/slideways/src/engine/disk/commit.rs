//! When a layer counts, and when it is sure to outlive a power cut.
//!
//! To make files durable takes some hundredths of a second, longer than many a layer does. A process that is killed does
//! not need it: what it has written and renamed is there. So layers are committed as they come, under one name, and
//! made durable under another at most once a second; until then nothing is removed that the durable manifest names.
//! Whoever comes next takes the later of the two. Should its files have suffered in a power cut, that is said, and the
//! search goes on from the durable one when the other is removed.

use super::error::DiskError;
use super::folder::{Folder, Manifest};
use std::collections::BTreeSet;
use std::fs::File;
use std::time::{Duration, Instant};

/// How much work may be lost in a power cut.
const INTERVAL: Duration = Duration::from_secs(1);

/// Commits layers.
pub struct Committer {
    /// The folder.
    pub folder: Folder,
    /// When layers were last made durable.
    durable: Option<Instant>,
    /// The files that have been.
    synced: BTreeSet<String>,
    /// Files that only the durable manifest names.
    old: Vec<(String, u64)>,
}

impl Committer {
    /// A committer for a folder.
    pub fn new(folder: Folder) -> Committer {
        Committer { folder, durable: None, synced: BTreeSet::new(), old: vec![] }
    }

    /// Let a manifest count, and remove the files that are not named any more, at once or in a while.
    pub fn commit(&mut self, manifest: &Manifest, old: Vec<(String, u64)>) -> Result<(), DiskError> {
        self.old.extend(old);
        let due = self.durable.is_none_or(|at| at.elapsed() >= INTERVAL);
        match due || manifest.whole {
            true => self.make_durable(manifest),
            false => self.folder.commit(manifest, false),
        }
    }

    /// Make the last layer durable as well.
    pub fn make_durable(&mut self, manifest: &Manifest) -> Result<(), DiskError> {
        for (name, _) in manifest.files.iter().flatten() {
            if self.synced.insert(name.clone()) {
                let path = self.folder.file(name);
                let synced = File::open(&path).and_then(|file| file.sync_all());
                synced.map_err(DiskError::refused(&path, "made durable"))?;
            }
        }
        self.folder.commit(manifest, true)?;
        self.durable = Some(Instant::now());
        self.folder.remove(&self.old);
        self.old.drain(..).for_each(|(name, _)| {
            self.synced.remove(&name);
        });
        Ok(())
    }
}
