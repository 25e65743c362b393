//! The manifest of a search on disk: what is known, and in which files.
//!
//! A manifest is stored as JSON together with the checksum of exactly that text:
//!
//! ```text
//! {"manifest":{"slideways_layers":2,"subject":"space in style move of …","sizes":[1,8,…],…},"checksum":123}
//! ```
//!
//! Fields that were added later have defaults, so the folders of earlier versions can be resumed.

use super::error::DiskError;
use super::partition::Upper;
use super::sealed;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Format version: changes whenever an earlier program would misread the files.
const VERSION: u32 = 2;

/// The oldest version that can be read. It never stores goals, nor what chooses the partition.
const OLDEST: u32 = 1;

/// The name of a file in the folder, and its size in bytes.
pub type StoredFile = (String, u64);

/// What is known, and in which files.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    slideways_layers: u32,
    /// What is searched: the puzzle and how its moves are counted.
    pub subject: String,
    /// The number of words of a state, and the number of partitions.
    pub shape: (usize, usize),
    /// The upper bits that choose the partition of a state; the first version did not store them.
    #[serde(default)]
    pub upper: Option<Upper>,
    /// The sizes of the layers.
    pub sizes: Vec<u64>,
    /// The number of goals in each layer.
    pub goals: Vec<u64>,
    /// The files of the layers that are kept; the last entry is the last layer.
    pub files: Vec<Vec<StoredFile>>,
    /// The files of the goals of all layers; `None` if the search does not store them.
    #[serde(default)]
    pub goal_files: Option<Vec<StoredFile>>,
    /// Whether the last layer is the end of the space.
    pub whole: bool,
    /// Total bytes of all layers and goals written.
    pub written: u64,
    /// The number of successors generated.
    pub generated: u64,
    /// The time spent so far.
    pub milliseconds: u64,
}

/// The part of a layer that one writer has written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LayerPart {
    /// The file of its states.
    pub file: StoredFile,
    /// The number of states in it.
    pub size: u64,
    /// The number of goals among them.
    pub goals: u64,
    /// The file of these goals, if the search stores them and there are any.
    pub goal_file: Option<StoredFile>,
}

impl Manifest {
    /// The manifest of a search that has not started.
    pub fn new(subject: &str, shape: (usize, usize)) -> Manifest {
        Manifest {
            slideways_layers: VERSION,
            subject: subject.to_owned(),
            shape,
            upper: None,
            sizes: vec![],
            goals: vec![],
            files: vec![],
            goal_files: None,
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

    /// The number of states in all layers.
    pub fn states(&self) -> u64 {
        self.sizes.iter().sum()
    }

    /// The files of a layer; empty if it is not kept or does not exist.
    pub fn files_of(&self, layer: usize) -> &[StoredFile] {
        let place = (layer + self.files.len()).checked_sub(self.sizes.len());
        place.and_then(|place| self.files.get(place)).map_or(&[], Vec::as_slice)
    }

    /// All files.
    pub fn all_files(&self) -> impl Iterator<Item = &StoredFile> {
        self.files.iter().flatten().chain(self.goal_files.iter().flatten())
    }

    /// Add a layer or, if it is empty, record that there are no more. Unless `keep` is set, only the last two
    /// layers are kept. Returns the files that are no longer named.
    pub fn add(&mut self, parts: Vec<LayerPart>, keep: bool) -> Vec<StoredFile> {
        let size = parts.iter().map(|part| part.size).sum();
        if size == 0 {
            self.whole = true;
            return parts.into_iter().map(|part| part.file).collect();
        }
        self.sizes.push(size);
        self.goals.push(parts.iter().map(|part| part.goals).sum());
        let (files, goal_files): (Vec<_>, Vec<_>) =
            parts.into_iter().map(|part| (part.file, part.goal_file)).unzip();
        self.written += files.iter().chain(goal_files.iter().flatten()).map(|file| file.1).sum::<u64>();
        self.files.push(files);
        if let Some(all) = &mut self.goal_files {
            all.extend(goal_files.into_iter().flatten());
        }
        let kept = if keep { self.files.len() } else { 2 };
        self.files.drain(..self.files.len().saturating_sub(kept)).flatten().collect()
    }

    /// Whether the manifest is consistent. It may come from anywhere, and its files are removed some day:
    /// they must have names of run files in this folder.
    fn is_sound(&self) -> bool {
        let ours = |start: &str, (name, _): &StoredFile| {
            let number = name.strip_prefix(start).and_then(|rest| rest.strip_suffix(".run"));
            number.is_some_and(|number| number.bytes().all(|c| c.is_ascii_digit() || c == b'-'))
        };
        !self.sizes.is_empty()
            && self.upper.is_none_or(|upper| upper.fits(self.shape.0))
            && self.sizes.iter().try_fold(0u64, |sum, &size| sum.checked_add(size)).is_some()
            && self.goals.len() == self.sizes.len()
            && self.goals.iter().zip(&self.sizes).all(|(goals, size)| goals <= size)
            && self.files.len() <= self.sizes.len()
            && self.files.iter().flatten().all(|file| ours("layer-", file))
            && self.goal_files.iter().flatten().all(|file| ours("goals-", file))
    }

    /// Read what was stored at `path`: it must be undamaged and belong to the same search as `ours`.
    pub fn unseal(bytes: &[u8], path: &Path, ours: &Manifest) -> Result<Manifest, DiskError> {
        let damaged = |what: &str| DiskError::damaged(path, what);
        let mut manifest: Manifest = sealed::unseal(bytes, path)?;
        if !(OLDEST..=VERSION).contains(&manifest.slideways_layers) {
            return Err(damaged("it was written by another version"));
        }
        if manifest.subject != ours.subject {
            let path = path.parent().unwrap_or(path).to_owned();
            let what = manifest.subject.lines().next().unwrap_or_default().to_owned();
            return Err(DiskError::Foreign { path, what });
        }
        if !manifest.is_sound() || manifest.shape != ours.shape {
            return Err(damaged("its contents do not match the search"));
        }
        manifest.slideways_layers = VERSION;
        Ok(manifest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(name: &str) -> Manifest {
        let mut manifest = Manifest::new("anything", (1, 64));
        manifest.goal_files = Some(vec![]);
        let goal_file = Some(("goals-00000-0.run".to_owned(), 5));
        manifest.add(vec![LayerPart { file: (name.to_owned(), 9), size: 2, goals: 1, goal_file }], false);
        manifest
    }

    fn read(manifest: &Manifest) -> Result<Manifest, DiskError> {
        Manifest::unseal(
            &sealed::seal(manifest),
            Path::new("manifest.json"),
            &Manifest::new("anything", (1, 64)),
        )
    }

    #[test]
    fn manifests_that_name_files_of_others_are_refused() {
        let sound = "layer-00007-3.run";
        for name in [sound, "../layer-1.run", "/etc/passwd", "layer-1.run/../x.run", "layer-.txt"] {
            assert_eq!(read(&known(name)).is_ok(), name == sound, "{name}");
        }
        let mut goals = known(sound);
        goals.goal_files = Some(vec![("../goals-1.run".to_owned(), 5)]);
        assert!(matches!(read(&goals), Err(DiskError::Damaged { .. })));
        let mut endless = known(sound);
        let file = ("layer-2.run".to_owned(), 1);
        endless.add(vec![LayerPart { file, size: u64::MAX, goals: 0, goal_file: None }], true);
        assert!(matches!(read(&endless), Err(DiskError::Damaged { .. })));
    }

    #[test]
    fn manifests_of_the_first_version_are_read() {
        let text = r#"{"slideways_layers":1,"subject":"anything","shape":[1,64],"sizes":[1,2],"goals":[0,1],"files":[[["layer-00000-0.run",9]],[["layer-00001-0.run",12]]],"whole":false,"written":21,"generated":3,"milliseconds":4}"#;
        let ours = Manifest::new("anything", (1, 64));
        let read = |text: &str| {
            let checksum = crc32fast::hash(text.as_bytes());
            let sealed = format!(r#"{{"manifest":{text},"checksum":{checksum}}}"#);
            Manifest::unseal(sealed.as_bytes(), Path::new("manifest.json"), &ours)
        };
        let first = read(text).unwrap();
        assert_eq!((first.depth(), first.goal_files.is_none(), first.slideways_layers), (1, true, VERSION));
        let later = read(&text.replacen(":1,", ":9,", 1));
        assert!(later.unwrap_err().to_string().contains("another version"));
    }
}
