//! The folder of a search on disk, and the manifest that lists the files that count.
//!
//! A layer is first written to run files that no manifest names. Then a new manifest is written under another
//! name and renamed: at that moment the layer exists. Any other file in the folder was left by a search that
//! was stopped before that moment, and the next search removes it. So a search can be killed at any time and
//! loses at most the layer it was working on.

use super::error::DiskError;
use super::run::{self, Run};
use crate::engine::run::replace::{self, Survives, UNFINISHED};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Format version: changes whenever the same files would mean something else.
const VERSION: u32 = 1;

/// The name of the manifest.
const MANIFEST: &str = "manifest.json";

/// The prefix of the names of all manifests.
const MANIFEST_START: &str = "manifest.";

/// The name of a manifest that is not yet durable.
const LATEST: &str = "manifest.latest.json";

/// The prefixes of the names of run files. Earlier versions called temporary run files `passing-…`.
const RUN_STARTS: [&str; 3] = ["layer-", "temporary-", "passing-"];

/// What is known, and in which files.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    slideways_layers: u32,
    /// What is searched: the puzzle and how its moves are counted.
    pub subject: String,
    /// The number of words of a state, and the number of partitions.
    pub shape: (usize, usize),
    /// The sizes of the layers.
    pub sizes: Vec<u64>,
    /// The number of goals in each layer.
    pub goals: Vec<u64>,
    /// The files of the layers that are kept, with their sizes in bytes; the last entry is the last layer.
    pub files: Vec<Vec<(String, u64)>>,
    /// Whether the last layer is the end of the space.
    pub whole: bool,
    /// Total bytes of all layers written.
    pub written: u64,
    /// The number of successors generated.
    pub generated: u64,
    /// The time spent so far.
    pub milliseconds: u64,
}

/// The part of a layer that one writer has written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LayerPart {
    /// The file and its size in bytes.
    pub file: (String, u64),
    /// The number of states in it.
    pub size: u64,
    /// The number of goals among them.
    pub goals: u64,
}

/// The manifest as it is stored.
#[derive(Serialize, Deserialize)]
struct Sealed<M> {
    manifest: M,
    checksum: u32,
}

impl Manifest {
    /// The manifest of a search that has not started.
    pub fn new(subject: &str, shape: (usize, usize)) -> Manifest {
        Manifest {
            slideways_layers: VERSION,
            subject: subject.to_owned(),
            shape,
            sizes: vec![],
            goals: vec![],
            files: vec![],
            whole: false,
            written: 0,
            generated: 0,
            milliseconds: 0,
        }
    }

    /// The number of the last layer.
    pub fn depth(&self) -> usize {
        self.sizes.len() - 1
    }

    /// The files of a layer; empty if it is not kept or does not exist.
    pub fn files_of(&self, layer: usize) -> &[(String, u64)] {
        let place = (layer + self.files.len()).checked_sub(self.sizes.len());
        place.and_then(|place| self.files.get(place)).map_or(&[], Vec::as_slice)
    }

    /// Add a layer or, if it is empty, record that there are no more. Unless `keep` is set, only the last two
    /// layers are kept. Returns the files that are no longer named.
    pub fn add(&mut self, parts: Vec<LayerPart>, keep: bool) -> Vec<(String, u64)> {
        let size = parts.iter().map(|part| part.size).sum();
        if size == 0 {
            self.whole = true;
            return parts.into_iter().map(|part| part.file).collect();
        }
        self.sizes.push(size);
        self.goals.push(parts.iter().map(|part| part.goals).sum());
        self.written += parts.iter().map(|part| part.file.1).sum::<u64>();
        self.files.push(parts.into_iter().map(|part| part.file).collect());
        let kept = if keep { self.files.len() } else { 2 };
        self.files.drain(..self.files.len().saturating_sub(kept)).flatten().collect()
    }

    /// Whether the manifest is consistent. It may come from anywhere, and its files are removed some day:
    /// they must have names of run files in this folder.
    fn is_sound(&self) -> bool {
        let ours = |name: &str| {
            let number = name.strip_prefix("layer-").and_then(|rest| rest.strip_suffix(".run"));
            number.is_some_and(|number| number.bytes().all(|c| c.is_ascii_digit() || c == b'-'))
        };
        !self.sizes.is_empty()
            && self.sizes.iter().try_fold(0u64, |sum, &size| sum.checked_add(size)).is_some()
            && self.goals.len() == self.sizes.len()
            && self.goals.iter().zip(&self.sizes).all(|(goals, size)| goals <= size)
            && self.files.len() <= self.sizes.len()
            && self.files.iter().flatten().all(|(name, _)| ours(name))
    }

    fn sum(&self) -> u32 {
        crc32fast::hash(&serde_json::to_vec(self).expect("it has no odd keys"))
    }
}

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
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(DiskError::refused(&path, "read")(error)),
        };
        let damaged = |what: &str| DiskError::damaged(&path, what);
        let sealed: Sealed<Manifest> = serde_json::from_slice(&bytes)
            .map_err(|_| damaged("it is not the manifest of a search on disk"))?;
        let manifest = sealed.manifest;
        if manifest.slideways_layers != VERSION {
            return Err(damaged("it was written by another version"));
        }
        if manifest.sum() != sealed.checksum {
            return Err(damaged("its checksum does not match"));
        }
        let foreign = |what: String| DiskError::Foreign { path: self.path.clone(), what };
        if manifest.subject != ours.subject {
            let first = manifest.subject.lines().next().unwrap_or_default();
            return Err(foreign(first.to_owned()));
        }
        if manifest.is_sound() && manifest.shape == ours.shape {
            Ok(Some(manifest))
        } else {
            Err(damaged("its contents do not match the search"))
        }
    }

    /// Commit a manifest, durably or until the next power cut.
    pub fn commit(&self, manifest: &Manifest, durable: bool) -> Result<(), DiskError> {
        let sealed = Sealed { manifest, checksum: manifest.sum() };
        let bytes = serde_json::to_vec(&sealed).expect("it has no odd keys");
        let (name, survives) =
            if durable { (MANIFEST, Survives::PowerCut) } else { (LATEST, Survives::Process) };
        let path = self.file(name);
        replace::file(&path, survives, |file| file.write_all(&bytes))
            .map_err(DiskError::refused(&path, "written"))?;
        if durable {
            let _ = fs::remove_file(self.file(LATEST));
        }
        Ok(())
    }

    /// Remove files that the committed manifest no longer names.
    pub fn remove(&self, files: &[(String, u64)]) {
        files.iter().for_each(|(name, _)| {
            let _ = fs::remove_file(self.file(name));
        });
    }

    /// Remove the run files that neither this manifest nor the durable one names, and unfinished manifests.
    pub fn clean(&self, manifest: &Manifest) {
        let durable = self.read(MANIFEST, manifest).ok().flatten();
        let files = manifest.files.iter().chain(durable.iter().flat_map(|durable| &durable.files)).flatten();
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
        let mut states = 0;
        for (name, bytes) in manifest.files_of(layer) {
            let path = self.file(name);
            let length = fs::metadata(&path).map_err(DiskError::refused(&path, "read"))?.len();
            if length != *bytes {
                let what = format!("it has {length} bytes, expected {bytes}");
                return Err(DiskError::damaged(&path, what));
            }
            for run in run::directory::<N>(&path)? {
                states = u64::saturating_add(states, run.states);
                let place = runs.get_mut(run.partition as usize);
                match place {
                    Some(place) if place.is_none() => *place = Some(run),
                    _ => return Err(DiskError::damaged(&path, "a partition is unknown or duplicate")),
                }
            }
        }
        let size = if manifest.files_of(layer).is_empty() { 0 } else { manifest.sizes[layer] };
        match states == size {
            true => Ok(runs),
            false => {
                let what = format!("layer {layer} has {states} states, expected {size}");
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
        for name in [&temporary, "passing-3-7.run", "layer-00001-0.run", "passing.txt", "temporary-notes"] {
            fs::write(folder.file(name), b"").unwrap();
        }
        folder.clean(&Manifest::new("anything", (1, 64)));
        let files = fs::read_dir(place.path()).unwrap();
        let mut names: Vec<_> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names, ["lock", "passing.txt", "temporary-notes"]);
    }

    #[test]
    fn manifests_that_name_files_of_others_are_refused() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::alone(place.path()).unwrap();
        let known = |name: &str| {
            let mut manifest = Manifest::new("anything", (1, 64));
            let part = LayerPart { file: (name.to_owned(), 9), size: 2, goals: 1 };
            manifest.add(vec![part], false);
            manifest
        };
        for name in
            ["layer-00007-3.run", "../layer-1.run", "/etc/passwd", "layer-1.run/../x.run", "layer-.txt"]
        {
            folder.commit(&known(name), true).unwrap();
            let read = folder.manifest(&known(name));
            assert_eq!(read.is_ok(), name == "layer-00007-3.run", "{name}");
        }
        let mut endless = known("layer-00001-0.run");
        endless.add(vec![LayerPart { file: ("layer-2.run".to_owned(), 1), size: u64::MAX, goals: 0 }], true);
        folder.commit(&endless, true).unwrap();
        assert!(matches!(folder.manifest(&endless), Err(DiskError::Damaged { .. })));
    }
}
