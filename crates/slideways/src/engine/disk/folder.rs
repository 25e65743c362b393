//! A folder of layers, and the manifest that says which of its files count.
//!
//! A layer is written into files of runs under names that nobody reads yet. Then the manifest is written anew
//! under another name, and renamed: in this moment the layer is there. Whatever else lies in the folder was left by
//! somebody who was stopped before that moment, and is removed by whoever comes next. So a search can be killed
//! at any time, and loses the layer it was working on at most.

use super::error::DiskError;
use super::run::{self, Run};
use crate::engine::run::replace::{self, Survives, UNFINISHED};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// To be changed whenever the same files would mean something else.
const VERSION: u32 = 1;

/// The name of the manifest.
const MANIFEST: &str = "manifest.json";

/// How the names of all manifests begin.
const MANIFEST_START: &str = "manifest.";

/// The name of one that is not yet durable.
const LATEST: &str = "manifest.latest.json";

/// What is known, and in which files.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    slideways_layers: u32,
    /// What is searched: the puzzle and how its moves are counted.
    pub subject: String,
    /// The words of a state, and the partitions.
    pub shape: (usize, usize),
    /// The sizes of the layers.
    pub sizes: Vec<u64>,
    /// How many states of each layer are goals.
    pub goals: Vec<u64>,
    /// The files of the layers that are kept, with their bytes; the last is that of the last layer.
    pub files: Vec<Vec<(String, u64)>>,
    /// Whether there is nothing beyond the last layer.
    pub whole: bool,
    /// Bytes of all layers ever written.
    pub written: u64,
    /// Successors produced.
    pub generated: u64,
    /// How long it took so far.
    pub milliseconds: u64,
}

/// What one writer has added to a layer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LayerPart {
    /// The file and its bytes.
    pub file: (String, u64),
    /// The states in it.
    pub size: u64,
    /// How many of them are goals.
    pub goals: u64,
}

/// The manifest as it is written.
#[derive(Serialize, Deserialize)]
struct Sealed<M> {
    manifest: M,
    checksum: u32,
}

impl Manifest {
    /// Nothing is known yet.
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

    /// The last layer.
    pub fn depth(&self) -> usize {
        self.sizes.len() - 1
    }

    /// The files of a layer; none if it is not kept, or not there.
    pub fn files_of(&self, layer: usize) -> &[(String, u64)] {
        let place = (layer + self.files.len()).checked_sub(self.sizes.len());
        place.and_then(|place| self.files.get(place)).map_or(&[], Vec::as_slice)
    }

    /// Add a layer, or, if it is empty, note that there are no more. Unless all layers are to be kept, only the last two
    /// are: gives the files that are no longer named.
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

    /// Whether it says possible things of itself. It may come from anywhere, and its files are removed some day: they must
    /// be names of ours, in this folder.
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

/// A folder that this process works in, or one of several that do so together.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Held for as long as the folder is used.
    _lock: Option<File>,
}

impl Folder {
    /// Make the folder if it is not there, and keep everybody else out.
    pub fn alone(path: &Path) -> Result<Folder, DiskError> {
        fs::create_dir_all(path).map_err(DiskError::refused(path, "made"))?;
        let mut folder = Folder::unmade(path);
        let lock = path.join("lock");
        let file = File::options().write(true).create(true).truncate(false).open(&lock);
        let file = file.map_err(DiskError::refused(&lock, "made"))?;
        match file.try_lock() {
            Ok(()) => folder._lock = Some(file),
            Err(TryLockError::WouldBlock) => return Err(DiskError::Busy { path: path.to_owned() }),
            // There are file systems without locks: then everybody has to take care alone.
            Err(TryLockError::Error(_)) => {}
        }
        Ok(folder)
    }

    /// A folder that somebody else has made, and keeps others out of.
    pub fn unmade(path: &Path) -> Folder {
        Folder { path: path.to_owned(), _lock: None }
    }

    /// Where it is.
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

    /// The name of a file for the time being.
    pub fn passing_file(writer: usize, number: usize) -> String {
        format!("passing-{writer}-{number}.run")
    }

    /// Read the manifest, if there is one: it must be whole, and of the search that it is read for. One that was not
    /// made durable counts if it knows more layers.
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
            .map_err(|_| damaged("it is not what a search on disk leaves behind"))?;
        let manifest = sealed.manifest;
        if manifest.slideways_layers != VERSION {
            return Err(damaged("it was left behind by another version"));
        }
        if manifest.sum() != sealed.checksum {
            return Err(damaged("it does not have the checksum it says"));
        }
        let foreign = |what: String| DiskError::Foreign { path: self.path.clone(), what };
        if manifest.subject != ours.subject {
            let first = manifest.subject.lines().next().unwrap_or_default();
            return Err(foreign(first.to_owned()));
        }
        if manifest.is_sound() && manifest.shape == ours.shape {
            Ok(Some(manifest))
        } else {
            Err(damaged("it does not fit its search"))
        }
    }

    /// Let a manifest count from now on, for good or until the power fails.
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

    /// Remove the files of runs that neither a manifest nor the durable one names, and that nobody is writing any more.
    pub fn clean(&self, manifest: &Manifest) {
        let durable = self.read(MANIFEST, manifest).ok().flatten();
        let files = manifest.files.iter().chain(durable.iter().flat_map(|durable| &durable.files)).flatten();
        let names: BTreeSet<&str> = files.map(|(name, _)| name.as_str()).collect();
        let named = |name: &str| names.contains(name);
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_run =
                ["layer-", "passing-"].iter().any(|start| name.starts_with(start)) && name.ends_with(".run");
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
                let what = format!("it has {length} bytes, and had {bytes} when it was written");
                return Err(DiskError::damaged(&path, what));
            }
            for run in run::directory::<N>(&path)? {
                states = u64::saturating_add(states, run.states);
                let place = runs.get_mut(run.partition as usize);
                match place {
                    Some(place) if place.is_none() => *place = Some(run),
                    _ => return Err(DiskError::damaged(&path, "a run is in the wrong place")),
                }
            }
        }
        let size = if manifest.files_of(layer).is_empty() { 0 } else { manifest.sizes[layer] };
        match states == size {
            true => Ok(runs),
            false => {
                let what = format!("layer {layer} has {states} states, and had {size} when it was written");
                Err(DiskError::damaged(&self.file(MANIFEST), what))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
