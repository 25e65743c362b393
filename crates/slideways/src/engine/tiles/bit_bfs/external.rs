//! Breadth-first search with the bit table in files, for boards larger than memory (single-tile metric).
//!
//! The search is that of `single`: a layer reads the pages of one colour and adds to those of the other.
//! Threads claim blocks in order, and work through the rows of a block one after the other. A page is read
//! only if one of its neighbours has new positions, and written only if it gets some. At half the radius a
//! layer reads all pages once, and writes those of one colour; the first and the last layers touch few.
//!
//! ```text
//! black   row 0 ┄ row 3 ┄ row 4 …   read, each block once; some pages of other blocks come from the cache
//! white   row 1 ┄ row 2 ┄ row 5 …   read, completed, written into the other slot
//! ```

use super::layout::TableLayout;
use super::marks::{self, RowMarks};
use super::open::open;
use super::page_cache::{PageCache, PageWords};
use super::paged::{HELD, PagedBoard, page_size};
use super::pages::{self, PageCommitter, PageFiles, PageManifest, PageState};
use super::steps::{Row, SeenBits, Steps};
use super::sweep::FEW;
use super::tally::{Keep, LayerTally};
use crate::engine::disk::workers::{Signal, run_workers};
use crate::engine::disk::{DiskConfig, DiskError, End};
use crate::engine::search::control::Control;
use crate::outcome::Stop;
use crate::tiles::board::Board;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use web_time::Instant;

/// A whole board whose bit table is in files.
pub struct ExternalBits {
    board: PagedBoard,
    committer: PageCommitter,
    /// What is known so far.
    pub manifest: PageManifest,
    folder: std::path::PathBuf,
    marks: [Vec<u8>; 2],
    /// The number of positions of the newest layer.
    newest: u64,
}

/// What is known, and what stopped the search early; nothing is known if the memory limit does not allow a
/// start.
pub type KnownBits = Result<(Option<PageManifest>, Option<Stop>), DiskError>;

/// Count all positions around one with the threads of this process.
pub fn count(from: &Board, config: &DiskConfig, control: &mut Control) -> KnownBits {
    let mut search = match ExternalBits::open(from, config, control) {
        Ok(search) => search,
        Err(End::Stop(by)) => return Ok((None, Some(by))),
        Err(End::Failed(error)) => return Err(error),
    };
    let mut stop = None;
    while stop.is_none() && !search.is_whole() {
        stop = match search.advance(control) {
            Ok(()) => None,
            Err(End::Stop(by)) => Some(by),
            Err(End::Failed(error)) => return Err(error),
        };
    }
    // On a full disk a manifest cannot be written either.
    let manifest = if stop == Some(Stop::Disk) { search.manifest } else { search.close()? };
    Ok((Some(manifest), stop))
}

impl ExternalBits {
    /// Open a folder: start from a position, or continue a stopped search.
    pub fn open(from: &Board, config: &DiskConfig, control: &Control) -> Result<Self, End> {
        let page = page_size(from.size(), control.memory(), control.threads(), 1);
        let (board, committer, manifest) = open(from, config, page)?;
        let marks = [0, 1].map(|colour| board.marks(colour, &manifest));
        let newest = *manifest.sizes.last().expect("there is a first layer");
        Ok(ExternalBits { board, committer, manifest, folder: config.folder.clone(), marks, newest })
    }

    /// Whether all positions are found.
    pub fn is_whole(&self) -> bool {
        self.manifest.states() == self.board.positions()
    }

    /// Find the next layer and commit it. If this ends early, the committed layers stay as they were.
    pub fn advance(&mut self, control: &mut Control) -> Result<(), End> {
        let started = Instant::now();
        let PagedBoard { steps, .. } = &self.board;
        let layout = steps.layout;
        let from = self.board.newest_colour(self.manifest.sizes.len());
        let to = 1 - from;
        let threads = if self.newest < FEW { 1 } else { control.threads() };
        let page = (layout.block * 8) as u64;
        let held =
            (threads * HELD) as u64 * page + self.marks.iter().map(|marks| marks.len() as u64).sum::<u64>();
        let Some(spare) = control.memory().checked_sub(held) else { return Err(End::Stop(Stop::Memory)) };
        let (states, depth) = (self.manifest.states(), self.manifest.sizes.len() as u32);
        control.check(depth, states, held).map_err(End::Stop)?;
        self.committer.begin(to)?;
        let [black, white] = &mut self.marks;
        let (from_marks, to_marks) = if from == 0 { (&*black, white) } else { (&*white, black) };
        let rows = self.board.rows();
        // The allocator keeps some of what is freed.
        let most = (spare / page) as usize * 7 / 8;
        let cache = PageCache::new(from, &self.manifest.pages[from], layout.block, most);
        let source = Source { cache: &cache, marks: from_marks, rows: rows[from], layout };
        let blocks = to_marks.chunks_mut(rows[to] * RowMarks::length(&layout)).enumerate();
        let (blocks, done) = (Mutex::new(blocks), AtomicU64::new(0));
        let claim = || blocks.lock().unwrap_or_else(PoisonError::into_inner).next();
        let (pages, begun) = (&self.manifest.pages[to], self.manifest.begun > 0);
        let work = |_: usize, signal: &Signal| {
            let files = PageFiles::new(&self.folder, layout, steps.full);
            let (words, found) = (vec![0; layout.block], PageWork::default());
            let mut worker = Worker { steps, to, begun, files, words, found };
            while let Some((block, marks)) = claim() {
                signal.check()?;
                worker.fill(block, marks, pages, &source)?;
                done.fetch_add(1, Relaxed);
            }
            Ok(worker.found)
        };
        let look = || {
            control.parts = (done.load(Relaxed), layout.blocks as u64);
            control.check(depth, states, held + spare.min(most as u64 * page))
        };
        let parts = run_workers((0..threads).collect(), work, look)?;
        let mut manifest = self.manifest.clone();
        let mut tally = LayerTally::new(Keep::First);
        for part in parts {
            part.pages.into_iter().for_each(|(page, state)| manifest.pages[to][page] = state);
            manifest.written += part.written;
            tally.join(part.tally);
        }
        manifest.add([tally.into()], self.board.positions());
        self.newest = *manifest.sizes.last().expect("it was added");
        manifest.milliseconds += started.elapsed().as_millis() as u64;
        self.committer.commit(&manifest)?;
        self.manifest = manifest;
        Ok(())
    }

    /// Make everything that is known durable.
    pub fn close(mut self) -> Result<PageManifest, DiskError> {
        self.committer.close(&self.manifest)?;
        Ok(self.manifest)
    }
}

/// The pages that a layer reads.
struct Source<'s> {
    cache: &'s PageCache<'s>,
    marks: &'s [u8],
    rows: usize,
    layout: TableLayout,
}

/// The pages that one page is completed from.
struct Loaded<'l> {
    source: &'l Source<'l>,
    pages: Vec<(usize, PageWords)>,
}

impl SeenBits for Loaded<'_> {
    fn words(&self, row: usize, first: usize, number: usize) -> &[u64] {
        let TableLayout { block, .. } = self.source.layout;
        let page = first / block * self.source.rows + row;
        let found = self.pages.iter().find(|(number, _)| *number == page);
        &found.expect("pages with new positions are loaded").1[first % block..][..number]
    }

    fn is_new(&self, row: usize, words: (usize, usize)) -> bool {
        marks::is_new(&self.source.layout, self.source.marks, (self.source.rows, row), words)
    }
}

/// What a thread has done.
struct PageWork {
    tally: LayerTally<'static>,
    pages: Vec<(usize, PageState)>,
    written: u64,
}

impl Default for PageWork {
    fn default() -> PageWork {
        PageWork { tally: LayerTally::new(Keep::First), pages: vec![], written: 0 }
    }
}

struct Worker<'s> {
    steps: &'s Steps,
    /// The colour that it completes, and whether it has positions of the layer already.
    to: usize,
    begun: bool,
    files: PageFiles,
    words: Vec<u64>,
    found: PageWork,
}

impl Worker<'_> {
    /// Complete the pages of a block, one row after the other.
    fn fill(
        &mut self,
        block: usize,
        marks: &mut [u8],
        pages: &[PageState],
        source: &Source,
    ) -> Result<(), DiskError> {
        let rows = &self.steps.rows[self.to];
        for (number, marks) in marks.chunks_mut(RowMarks::length(&source.layout)).enumerate() {
            let mut marks = RowMarks(marks);
            // Positions of a layer that was begun stay new.
            if !self.begun {
                marks.begin();
            }
            let (row, page) = (&rows[number], block * rows.len() + number);
            let before = &pages[page];
            if before.seen == pages::most(&source.layout, self.steps.full) {
                continue;
            }
            let loaded = self.load(row, block, source)?;
            if loaded.pages.is_empty() {
                continue;
            }
            self.files.read(self.to, page, before, &mut self.words)?;
            let count = self.found.tally.count;
            let Worker { steps, words, found, .. } = self;
            steps.fill_row(row, block, &loaded, words, &mut marks, &mut found.tally);
            let new = self.found.tally.count - count;
            if new > 0 {
                let (state, bytes) =
                    self.files.write(self.to, page, before, &self.words, before.seen + new)?;
                self.found.pages.push((page, state));
                self.found.written += bytes;
            }
        }
        Ok(())
    }

    /// Load the pages from which something new may come.
    fn load<'l>(&mut self, row: &Row, block: usize, source: &'l Source<'l>) -> Result<Loaded<'l>, DiskError> {
        let mut loaded = Loaded { source, pages: vec![] };
        for (from, passing) in &row.ways {
            for other in passing.source_blocks(block, source.layout.block) {
                let words = (other * source.layout.block, source.layout.block);
                if loaded.is_new(*from, words) {
                    let page = other * source.rows + from;
                    loaded.pages.push((page, source.cache.get(page, &mut self.files)?));
                }
            }
        }
        Ok(loaded)
    }
}
