//! A share and its pages in files: read to continue a search, written at checkpoints.

use super::TableShare;
use crate::engine::disk::DiskError;
use crate::engine::tiles::bit_bfs::pages::{PageFiles, PageManifest, PageState};
use crate::engine::tiles::bit_bfs::steps::SeenBits;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The pages of a share that were written.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SavedPages {
    /// Their colour and number, and what the manifest says about them.
    pub pages: Vec<(usize, usize, PageState)>,
    /// The number of bytes.
    pub written: u64,
}

impl TableShare {
    /// Read what a manifest knows about the share.
    pub fn load(&mut self, manifest: &PageManifest, folder: &Path) -> Result<(), DiskError> {
        let mut files = self.files(folder);
        let mut words = vec![0; self.page];
        for colour in [0, 1] {
            for (number, page) in self.pages(colour) {
                let state = &manifest.pages[colour][number];
                if state.seen > 0 {
                    files.read(colour, number, state, &mut words)?;
                    self.set(colour, page, &words, state.seen);
                }
            }
            if !self.board.may_be_new(colour, manifest) {
                self.seen[colour].begin();
            }
        }
        Ok(())
    }

    /// Put a page into the table. Anything in it may be new.
    pub(super) fn set(&mut self, colour: usize, (row, first): (usize, usize), words: &[u64], seen: u64) {
        let (layout, full) = (self.steps.layout, self.steps.full);
        for (number, words) in words.chunks(layout.block).enumerate() {
            let (to, mut marks, count) = self.seen[colour].block(row, first + number * layout.block);
            to.copy_from_slice(words);
            *count = seen;
            for (unit, words) in words.chunks(layout.unit).enumerate() {
                if words.iter().any(|&word| word != 0) {
                    marks.found(unit, words.iter().all(|&word| word == full));
                }
            }
        }
    }

    /// Write the pages that are not as a manifest has them, and make them durable.
    pub fn save(&self, manifest: &PageManifest, folder: &Path) -> Result<SavedPages, DiskError> {
        let mut files = self.files(folder);
        let (mut saved, mut words) = (SavedPages::default(), Vec::with_capacity(self.page));
        for colour in [0, 1] {
            for (number, (row, first)) in self.pages(colour) {
                let (before, seen) = (&manifest.pages[colour][number], &self.seen[colour]);
                let count = seen.counts[seen.page_at(row, first)];
                if count == before.seen {
                    continue;
                }
                words.clear();
                for first in (first..first + self.page).step_by(self.steps.layout.block) {
                    words.extend_from_slice(seen.words(row, first, self.steps.layout.block));
                }
                let (state, bytes) = files.write(colour, number, before, &words, count)?;
                saved.pages.push((colour, number, state));
                saved.written += bytes;
            }
        }
        files.make_durable()?;
        Ok(saved)
    }

    fn files(&self, folder: &Path) -> PageFiles {
        PageFiles::new(folder, self.board.steps.layout, self.steps.full)
    }

    /// The owned pages of a colour: their numbers, and the row and the first word of each.
    fn pages(&self, colour: usize) -> impl Iterator<Item = (usize, (usize, usize))> + use<> {
        let (page, rows) = (self.page, self.steps.rows[colour].len());
        let firsts = self.owned.clone().step_by(page);
        firsts.flat_map(move |first| (0..rows).map(move |row| (first / page * rows + row, (row, first))))
    }
}
