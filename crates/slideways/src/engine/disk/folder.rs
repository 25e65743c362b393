//! The folder of a search on disk, and the manifest that lists the files that count.
//!
//! A layer is first written to run files that no manifest names. Then a new manifest is written under another
//! name and renamed: at that moment the layer exists. Any other file in the folder was left by a search that
//! was stopped before that moment, and the next search removes it. So a search can be killed at any time and
//! loses at most the layer it was working on.

use super::error::DiskError;
use super::manifest::{Manifest, StoredFile};
use super::run::{self, Run};
use super::sealed;
use crate::engine::run::replace::UNFINISHED;
use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// The name of the manifest.
const MANIFEST: &str = "manifest.json";

/// The prefix of the names of all manifests.
const MANIFEST_START: &str = "manifest.";

/// The name of a manifest that is not yet durable.
const LATEST: &str = "manifest.latest.json";

/// The prefixes of the names of run files. Earlier versions called temporary run files `passing-…`.
const RUN_STARTS: [&str; 4] = ["layer-", "goals-", "temporary-", "passing-"];

/// A folder that this process uses, alone or together with other processes of the same search.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Held for as long as the folder is used.
    _lock: Option<File>,
}

impl Folder {
    /// Create the folder if it does not exist, and lock it against other processes.
    pub fn alone(path: &Path) -> Result<Folder, DiskError> {
        fs::create_dir_all(path).map_err(DiskError::refused(path, "created"))?;
        let mut folder = Folder::unmade(path);
        let lock = path.join("lock");
        let file = File::options().write(true).create(true).truncate(false).open(&lock);
        let file = file.map_err(DiskError::refused(&lock, "created"))?;
        match file.try_lock() {
            Ok(()) => folder._lock = Some(file),
            Err(TryLockError::WouldBlock) => return Err(DiskError::Busy { path: path.to_owned() }),
            // Some file systems have no locks: there the user must see to it that only one search uses the
            // folder.
            Err(TryLockError::Error(_)) => {}
        }
        Ok(folder)
    }

    /// A folder that another process has created and locked.
    pub fn unmade(path: &Path) -> Folder {
        Folder { path: path.to_owned(), _lock: None }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The name of a file of a layer.
    pub fn layer_file(layer: usize, writer: usize) -> String {
        format!("layer-{layer:05}-{writer}.run")
    }

    /// The name of a file of the goals of a layer.
    pub fn goal_file(layer: usize, writer: usize) -> String {
        format!("goals-{layer:05}-{writer}.run")
    }

    /// The name of a temporary run file.
    pub fn temporary_file(writer: usize, number: usize) -> String {
        format!("temporary-{writer}-{number}.run")
    }

    /// Read the manifest, if there is one: it must be undamaged and belong to the same search as `ours`. The
    /// manifest that is not yet durable counts if it has more layers.
    pub fn manifest(&self, ours: &Manifest) -> Result<Option<Manifest>, DiskError> {
        let Some(durable) = self.read(MANIFEST, ours)? else { return Ok(None) };
        let latest = self.read(LATEST, ours)?.filter(|latest| latest.sizes.len() > durable.sizes.len());
        Ok(latest.or(Some(durable)))
    }

    fn read(&self, name: &str, ours: &Manifest) -> Result<Option<Manifest>, DiskError> {
        let path = self.file(name);
        let bytes = sealed::bytes(&path)?;
        bytes.map(|bytes| Manifest::unseal(&bytes, &path, ours)).transpose()
    }

    /// Commit a manifest, durably or until the next power cut.
    pub fn commit(&self, manifest: &Manifest, durable: bool) -> Result<(), DiskError> {
        sealed::write(&self.file(if durable { MANIFEST } else { LATEST }), manifest, durable)?;
        if durable {
            let _ = fs::remove_file(self.file(LATEST));
        }
        Ok(())
    }

    /// Remove files that the committed manifest no longer names.
    pub fn remove(&self, files: &[StoredFile]) {
        files.iter().for_each(|(name, _)| {
            let _ = fs::remove_file(self.file(name));
        });
    }

    /// Remove the run files that neither this manifest nor the durable one names, and unfinished manifests.
    pub fn clean(&self, manifest: &Manifest) {
        let durable = self.read(MANIFEST, manifest).ok().flatten();
        let files = manifest.all_files().chain(durable.iter().flat_map(Manifest::all_files));
        let names: BTreeSet<&str> = files.map(|(name, _)| name.as_str()).collect();
        let named = |name: &str| names.contains(name);
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_run = RUN_STARTS.iter().any(|start| name.starts_with(start)) && name.ends_with(".run");
            let is_half = name.starts_with(MANIFEST_START) && name.ends_with(UNFINISHED);
            if is_half || is_run && !named(&name) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// The runs of a layer, by partition; each file must be as it was when it was committed.
    pub fn layer<const N: usize>(
        &self,
        manifest: &Manifest,
        layer: usize,
    ) -> Result<Vec<Option<Run>>, DiskError> {
        let mut runs: Vec<Option<Run>> = vec![None; manifest.shape.1];
        let files = manifest.files_of(layer);
        let size = if files.is_empty() { 0 } else { manifest.sizes[layer] };
        for run in self.runs::<N>(files, &format!("layer {layer}"), size)? {
            match runs.get_mut(run.partition as usize) {
                Some(place) if place.is_none() => *place = Some(run),
                _ => return Err(DiskError::damaged(&run.path, "a partition is unknown or duplicate")),
            }
        }
        Ok(runs)
    }

    /// The runs of all goals; each file must be as it was when it was committed.
    pub fn goals<const N: usize>(&self, manifest: &Manifest) -> Result<Vec<Run>, DiskError> {
        match &manifest.goal_files {
            Some(files) => self.runs::<N>(files, "the set of goals", manifest.goals.iter().sum()),
            None => Err(DiskError::NoGoals { path: self.path.clone() }),
        }
    }

    /// The runs of some files, which must have `size` states together.
    fn runs<const N: usize>(
        &self,
        files: &[StoredFile],
        what: &str,
        size: u64,
    ) -> Result<Vec<Run>, DiskError> {
        let mut runs = vec![];
        for (name, bytes) in files {
            let path = self.file(name);
            let length = fs::metadata(&path).map_err(DiskError::refused(&path, "read"))?.len();
            if length != *bytes {
                let what = format!("it has {length} bytes, expected {bytes}");
                return Err(DiskError::damaged(&path, what));
            }
            runs.extend(run::directory::<N>(&path)?);
        }
        let states = runs.iter().fold(0, |sum, run: &Run| u64::saturating_add(sum, run.states));
        match states == size {
            true => Ok(runs),
            false => {
                let what = format!("{what} has {states} states, expected {size}");
                Err(DiskError::damaged(&self.file(MANIFEST), what))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_runs_of_this_and_earlier_versions_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::alone(place.path()).unwrap();
        let temporary = Folder::temporary_file(3, 7);
        let others =
            ["passing-3-7.run", "layer-00001-0.run", "goals-00001-0.run", "passing.txt", "temporary-notes"];
        for name in [temporary.as_str()].into_iter().chain(others) {
            fs::write(folder.file(name), b"").unwrap();
        }
        folder.clean(&Manifest::new("anything", (1, 64)));
        let files = fs::read_dir(place.path()).unwrap();
        let mut names: Vec<_> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names, ["lock", "passing.txt", "temporary-notes"]);
    }
}
