//! A bit table in files: pages with checksums, each in one of two slots, and a manifest that says which slot
//! counts.
//!
//! A page is a block (see `layout`) of one row. A layer writes every page that it changes into the slot that
//! does not count, and then replaces the manifest: at that moment the layer exists. A search that is killed
//! at any time continues from the last manifest and loses at most one layer.
//!
//! Pages without any position, and pages with all of them, are not stored: the manifest knows how many
//! positions a page has.
//!
//! A power cut is different: it can lose data that was written but has not reached the disk. So there are two
//! manifests, as for [layers of states](crate::engine::disk::commit): the latest, and one whose pages are
//! durable. Layer *L* overwrites slots that counted in layer *L* − 4, so before it begins the pages of layer
//! *L* − 2 are made durable, which they have mostly become by themselves.

use super::layout::TableLayout;
use super::share::SavedPages;
use super::tally::{LayerTally, MOST_FARTHEST};
use crate::engine::disk::DiskError;
use crate::engine::disk::folder::Folder;
use crate::engine::disk::sealed;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use web_time::Instant;

/// Format version: changes whenever the same files would mean something else.
const VERSION: u32 = 1;

/// The names of the two manifests.
const DURABLE: &str = "manifest.json";
const LATEST: &str = "manifest.latest.json";

/// How much work may be lost before pages are first made durable.
const INTERVAL: Duration = Duration::from_secs(1);

/// What the manifest knows about a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageState {
    /// The slot that counts.
    pub slot: u8,
    /// The checksum of its content.
    pub checksum: u32,
    /// The number of positions seen.
    pub seen: u64,
}

/// What is known, and in which slots.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PageManifest {
    slideways_bits: u32,
    /// What is searched.
    pub subject: String,
    /// The number of words of a page.
    pub block: usize,
    /// The sizes of the layers.
    pub sizes: Vec<u64>,
    /// The pages of each colour.
    pub pages: [Vec<PageState>; 2],
    /// The number of positions of the next layer that the pages already have, if a search was stopped within
    /// it. Positions stay seen, and the rest of the layer is found as all of it would be.
    #[serde(default)]
    pub begun: u64,
    /// Some positions of the last layer once the search is complete, or of the one that is begun: the cell of
    /// the blank, and the rank.
    pub farthest: Vec<(u16, u64)>,
    /// Total bytes of all pages written.
    pub written: u64,
    /// The time spent so far.
    pub milliseconds: u64,
}

impl PageManifest {
    /// Nothing is seen yet; `rows` is the number of rows of each colour.
    pub fn new(subject: &str, layout: &TableLayout, rows: [usize; 2]) -> PageManifest {
        PageManifest {
            slideways_bits: VERSION,
            subject: subject.to_owned(),
            block: layout.block,
            sizes: vec![],
            begun: 0,
            pages: rows.map(|rows| vec![PageState::default(); rows * layout.blocks]),
            farthest: vec![],
            written: 0,
            milliseconds: 0,
        }
    }

    /// The number of positions found.
    pub fn states(&self) -> u64 {
        self.sizes.iter().sum()
    }

    /// Whether the search is complete: only then are there farthest positions, and no layer is begun.
    fn is_complete(&self) -> bool {
        self.begun == 0 && !self.farthest.is_empty()
    }

    /// Add positions of the next layer, which is not complete.
    pub fn add_part(&mut self, parts: impl IntoIterator<Item = LayerShare>) {
        for part in parts {
            self.begun += part.count;
            self.farthest.extend(part.first);
        }
        self.farthest.sort_unstable();
        self.farthest.truncate(MOST_FARTHEST);
    }

    /// Add the rest of a layer; `positions` is the number that a complete search has.
    pub fn add(&mut self, parts: impl IntoIterator<Item = LayerShare>, positions: u64) {
        self.add_part(parts);
        self.sizes.push(std::mem::take(&mut self.begun));
        if self.states() != positions {
            self.farthest.clear();
            return;
        }
        // Then all pages are full, and none is stored.
        let most = positions / self.pages.iter().map(|pages| pages.len() as u64).sum::<u64>();
        self.pages.iter_mut().flatten().for_each(|page| (page.seen, page.checksum) = (most, 0));
    }

    /// Note pages that were written.
    pub fn note(&mut self, saved: SavedPages) {
        self.written += saved.written;
        for (colour, page, state) in saved.pages {
            // A report may come from anywhere.
            if let Some(known) = self.pages.get_mut(colour).and_then(|pages| pages.get_mut(page)) {
                *known = state;
            }
        }
    }

    /// Whether the manifest is consistent with itself: it may come from anywhere.
    fn is_sound(&self, most: u64) -> bool {
        let pages = || self.pages.iter().flatten();
        !self.sizes.is_empty()
            && pages().all(|page| page.slot < 2 && page.seen <= most)
            && self.sizes.iter().try_fold(self.begun, |sum, &size| sum.checked_add(size))
                == pages().try_fold(0u64, |sum, page| sum.checked_add(page.seen))
    }
}

/// The positions of a layer that one of several workers has found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerShare {
    /// Their number.
    pub count: u64,
    /// The first of them, at most [`MOST_FARTHEST`]: the cell of the blank, and the rank.
    pub first: Vec<(u16, u64)>,
}

impl From<LayerTally<'_>> for LayerShare {
    fn from(tally: LayerTally) -> LayerShare {
        let count = tally.count;
        let first = tally.positions().into_iter().map(|(cell, rank)| (cell.0, rank.0)).collect();
        LayerShare { count, first }
    }
}

/// Whether a folder holds a search with layers of states, not with a bit table.
pub fn has_runs(folder: &Path) -> bool {
    mentions(folder, "\"slideways_layers\"")
}

/// Whether a folder holds a search with a bit table.
pub fn has_bits(folder: &Path) -> bool {
    mentions(folder, "\"slideways_bits\"")
}

/// Whether a manifest in a folder contains a word. It may be any file, so a part of it must do.
fn mentions(folder: &Path, word: &str) -> bool {
    [DURABLE, LATEST].iter().any(|name| {
        let mut start = vec![];
        let file = File::open(folder.join(name));
        let _ = file.and_then(|file| file.take(1 << 12).read_to_end(&mut start));
        start.windows(word.len()).any(|window| window == word.as_bytes())
    })
}

/// The manifest in a folder, if there is one: it must be undamaged and belong to this search. The one that is
/// not durable counts if it has more layers.
pub fn manifest(
    folder: &Path,
    subject: &str,
    layout: impl Fn(usize) -> Option<(TableLayout, [usize; 2], u64)>,
) -> Result<Option<PageManifest>, DiskError> {
    let mut known: Option<PageManifest> = None;
    for name in [DURABLE, LATEST] {
        let path = folder.join(name);
        let Some(bytes) = sealed::bytes(&path)? else { continue };
        let found: PageManifest = sealed::unseal(&bytes, &path)?;
        if found.slideways_bits != VERSION {
            return Err(DiskError::damaged(&path, "it was written by another version"));
        }
        if found.subject != subject {
            let first = found.subject.lines().next().unwrap_or_default();
            return Err(DiskError::Foreign { path: folder.to_owned(), what: first.to_owned() });
        }
        let fits = layout(found.block).is_some_and(|(layout, rows, most)| {
            let lengths = rows.map(|rows| rows * layout.blocks);
            found.pages.each_ref().map(Vec::len) == lengths && found.is_sound(most)
        });
        if !fits {
            return Err(DiskError::damaged(&path, "its contents do not match the search"));
        }
        if known.as_ref().is_none_or(|known| found.sizes.len() > known.sizes.len()) {
            known = Some(found);
        }
    }
    Ok(known)
}

/// The page files of one thread.
pub struct PageFiles {
    layout: TableLayout,
    /// The bits of a word that stand for orders.
    full: u64,
    /// The most positions of a page.
    most: u64,
    paths: [[PathBuf; 2]; 2],
    files: [[Option<File>; 2]; 2],
    bytes: Vec<u8>,
}

impl PageFiles {
    /// The files in a folder; they are opened when they are needed.
    pub fn new(folder: &Path, layout: TableLayout, full: u64) -> PageFiles {
        let (paths, most) = (paths(folder), most(&layout, full));
        PageFiles { layout, full, most, paths, files: Default::default(), bytes: vec![] }
    }

    /// Open a file, and go to a page of it.
    fn at(&mut self, colour: usize, slot: u8, page: usize, write: bool) -> Result<&mut File, DiskError> {
        let path = &self.paths[colour][slot as usize];
        let file = &mut self.files[colour][slot as usize];
        let doing = if write { "written" } else { "read" };
        let file = match file {
            Some(file) => file,
            None => {
                let opened = File::options().read(true).write(true).create(write).truncate(false).open(path);
                file.insert(opened.map_err(DiskError::refused(path, doing))?)
            }
        };
        let place = (page * self.layout.block * 8) as u64;
        file.seek(SeekFrom::Start(place)).map_err(DiskError::refused(path, doing))?;
        Ok(file)
    }

    /// Read a page.
    pub fn read(
        &mut self,
        colour: usize,
        page: usize,
        state: &PageState,
        words: &mut [u64],
    ) -> Result<(), DiskError> {
        if state.seen == 0 || state.seen == self.most {
            words.fill(if state.seen == 0 { 0 } else { self.full });
            return Ok(());
        }
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.resize(words.len() * 8, 0);
        let read = self.at(colour, state.slot, page, false)?.read_exact(&mut bytes);
        let path = &self.paths[colour][state.slot as usize];
        read.map_err(|error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => DiskError::damaged(path, "it ends too early"),
            _ => DiskError::refused(path, "read")(error),
        })?;
        if crc32fast::hash(&bytes) != state.checksum {
            return Err(DiskError::damaged(path, format!("the checksum of page {page} does not match")));
        }
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        self.bytes = bytes;
        Ok(())
    }

    /// Write a page into the other slot; `seen` is the number of its positions. Returns what the next
    /// manifest says about it, and the number of bytes written.
    pub fn write(
        &mut self,
        colour: usize,
        page: usize,
        before: &PageState,
        words: &[u64],
        seen: u64,
    ) -> Result<(PageState, u64), DiskError> {
        let slot = 1 - before.slot;
        if seen == self.most {
            return Ok((PageState { slot, checksum: 0, seen }, 0));
        }
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.clear();
        words.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        let checksum = crc32fast::hash(&bytes);
        let written = self.at(colour, slot, page, true)?.write_all(&bytes);
        written.map_err(DiskError::refused(&self.paths[colour][slot as usize], "written"))?;
        let length = bytes.len() as u64;
        self.bytes = bytes;
        Ok((PageState { slot, checksum, seen }, length))
    }
}

impl PageFiles {
    /// Wait until everything written is on the disk.
    pub fn make_durable(&self) -> Result<(), DiskError> {
        let slots = self.files.iter().flatten().zip(self.paths.iter().flatten());
        for (file, path) in slots.filter_map(|(file, path)| Some((file.as_ref()?, path))) {
            file.sync_data().map_err(DiskError::refused(path, "made durable"))?;
        }
        Ok(())
    }
}

/// The files of both slots of both colours.
fn paths(folder: &Path) -> [[PathBuf; 2]; 2] {
    ["black", "white"].map(|colour| [0, 1].map(|slot| folder.join(format!("{colour}-{slot}.bits"))))
}

/// The most positions of a page.
pub fn most(layout: &TableLayout, full: u64) -> u64 {
    layout.block as u64 * u64::from(full.count_ones())
}

/// Commits layers of a bit table.
pub struct PageCommitter {
    folder: Folder,
    started: Instant,
    /// The last two manifests.
    before: [Option<PageManifest>; 2],
    /// Whether there is a durable manifest.
    durable: bool,
}

impl PageCommitter {
    /// A committer for a folder.
    pub fn new(folder: Folder) -> PageCommitter {
        PageCommitter { folder, started: Instant::now(), before: [None, None], durable: false }
    }

    /// Before a layer overwrites pages of a colour: make those of the layer before the last durable. Until a
    /// search has run for a moment, there is no durable manifest that could be damaged.
    pub fn begin(&mut self, colour: usize) -> Result<(), DiskError> {
        if !self.durable && self.started.elapsed() < INTERVAL {
            return Ok(());
        }
        match self.before[0].take() {
            // The pages of the other colour became durable one layer ago.
            Some(manifest) if self.durable => self.make_durable(&[colour], &manifest),
            Some(manifest) => self.make_durable(&[0, 1], &manifest),
            None => Ok(()),
        }
    }

    /// Commit a layer.
    pub fn commit(&mut self, manifest: &PageManifest) -> Result<(), DiskError> {
        sealed::write(&self.folder.file(LATEST), manifest, false)?;
        self.before.swap(0, 1);
        self.before[1] = Some(manifest.clone());
        Ok(())
    }

    /// Make everything durable. The files of a complete search are removed: all its pages are full.
    pub fn close(&mut self, manifest: &PageManifest) -> Result<(), DiskError> {
        self.make_durable(&[0, 1], manifest)?;
        self.before = [None, None];
        let _ = std::fs::remove_file(self.folder.file(LATEST));
        if manifest.is_complete() {
            for path in paths(self.folder.path()).iter().flatten() {
                let _ = std::fs::remove_file(path);
            }
        }
        Ok(())
    }

    fn make_durable(&mut self, colours: &[usize], manifest: &PageManifest) -> Result<(), DiskError> {
        let paths = paths(self.folder.path());
        for path in colours.iter().flat_map(|&colour| &paths[colour]).filter(|path| path.exists()) {
            let synced = File::open(path).and_then(|file| file.sync_data());
            synced.map_err(DiskError::refused(path, "made durable"))?;
        }
        sealed::write(&self.folder.file(DURABLE), manifest, true)?;
        self.durable = true;
        Ok(())
    }
}
