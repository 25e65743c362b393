//! A cache of the pages that a layer reads.
//!
//! A block of one row reads pages of up to four rows, mostly of the same block, and of the blocks that differ
//! in one leading digit. Threads take blocks in order, so these are read again soon.

use super::pages::{PageFiles, PageState};
use crate::engine::disk::DiskError;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The words of a page.
pub type PageWords = Arc<Vec<u64>>;

/// The pages of one colour, read when they are needed.
pub struct PageCache<'p> {
    colour: usize,
    states: &'p [PageState],
    /// The number of words of a page, and the most pages that the cache holds.
    block: usize,
    most: usize,
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    pages: FxHashMap<usize, (PageWords, u64)>,
    /// Counts the uses of pages.
    uses: u64,
}

impl<'p> PageCache<'p> {
    /// A cache of at most `most` pages.
    pub fn new(colour: usize, states: &'p [PageState], block: usize, most: usize) -> PageCache<'p> {
        PageCache { colour, states, block, most, held: Mutex::default() }
    }

    /// A page, from the cache or from the files.
    pub fn get(&self, page: usize, files: &mut PageFiles) -> Result<PageWords, DiskError> {
        if let Some(page) = self.held().touch(page) {
            return Ok(page);
        }
        // Reading takes long, and others need the cache meanwhile. Two threads may read the same page.
        let mut words = vec![0; self.block];
        files.read(self.colour, page, &self.states[page], &mut words)?;
        Ok(self.held().insert(page, Arc::new(words), self.most))
    }

    fn held(&self) -> std::sync::MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    fn touch(&mut self, page: usize) -> Option<PageWords> {
        self.uses += 1;
        let (words, used) = self.pages.get_mut(&page)?;
        *used = self.uses;
        Some(words.clone())
    }

    /// Add a page, and remove the one that was not used for the longest time if there are too many.
    fn insert(&mut self, page: usize, words: PageWords, most: usize) -> PageWords {
        while self.pages.len() >= most.max(1) {
            let oldest = self.pages.iter().min_by_key(|(_, (_, used))| *used).map(|(&page, _)| page);
            oldest.map(|page| self.pages.remove(&page));
        }
        self.uses += 1;
        self.pages.insert(page, (words.clone(), self.uses));
        words
    }
}
