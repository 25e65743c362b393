//! Commits of layers: when a layer counts, and when it survives a power cut.
//!
//! Making files durable takes some hundredths of a second, longer than many layers take. A process that is
//! killed does not need it: what it has written and renamed is there. So every layer is committed at once, in
//! one manifest, and made durable in another manifest at most once per second. Until then, no file is removed
//! that the durable manifest names. The next process takes the later of the two manifests. If a power cut
//! damaged its files, that process reports an error; after the later manifest is removed, the search
//! continues from the durable one.

use super::error::DiskError;
use super::folder::Folder;
use super::manifest::{Manifest, StoredFile};
use std::collections::BTreeSet;
use std::fs::File;
use std::time::Duration;
use web_time::Instant;

/// The most work that may be lost in a power cut.
const INTERVAL: Duration = Duration::from_secs(1);

/// Commits layers.
pub struct Committer {
    /// The folder.
    pub folder: Folder,
    /// The time when layers were last made durable.
    durable: Option<Instant>,
    /// The files that are durable.
    synced: BTreeSet<String>,
    /// Files that only the durable manifest names.
    old: Vec<StoredFile>,
}

impl Committer {
    /// A committer for a folder.
    pub fn new(folder: Folder) -> Committer {
        Committer { folder, durable: None, synced: BTreeSet::new(), old: vec![] }
    }

    /// Commit a manifest, and remove the files that it no longer names, now or at the next durable commit.
    pub fn commit(&mut self, manifest: &Manifest, old: Vec<StoredFile>) -> Result<(), DiskError> {
        self.old.extend(old);
        let due = self.durable.is_none_or(|at| at.elapsed() >= INTERVAL);
        match due || manifest.whole {
            true => self.make_durable(manifest),
            false => self.folder.commit(manifest, false),
        }
    }

    /// Make the last layer durable too.
    pub fn make_durable(&mut self, manifest: &Manifest) -> Result<(), DiskError> {
        for (name, _) in manifest.all_files() {
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
