//! A share of a bit table: some pages of every row, in the memory of one of several workers (single-tile
//! metric).
//!
//! A worker owns the positions whose ranks begin with certain digits. A step in the lower rows of the board
//! changes only later digits, so it stays at home. A step in the first rows changes the leading digits, and
//! takes whole units to other places: units with new positions are sent to the worker that owns the place,
//! which adds them to its own.
//!
//! ```text
//! 7 x 2, the first two digits d e, 156 pages of each row, page 12 d + e; four workers own
//!   pages 0 to 38 | 39 to 77 | 78 to 116 | 117 to 155
//! blank from cell 0 to 2: digits 4 9 become 10 4, so worker 1 sends units of page 57 to page 124 of worker 3
//! blank from cell 2 to 4: the third and fourth digit change, and everything stays in its page
//! ```
//!
//! A layer reads one colour and adds to the other, so it does not matter in which order a worker sends,
//! receives and works through its own blocks.

mod colour;
mod storage;
mod travel;

use super::layout::TableLayout;
use super::open::open;
use super::paged::{PagedBoard, page_size};
use super::pages::{LayerShare, PageCommitter, PageManifest};
use super::steps::{SeenBits, Steps};
use super::tally::{Keep, LayerTally};
use super::word::UNIT;
use crate::engine::disk::{DiskConfig, End};
use crate::tiles::board::Board;
use colour::OwnedColour;
use std::ops::Range;
use travel::Travel;

pub use storage::SavedPages;

/// The pages of both colours that one worker owns.
pub struct TableShare {
    /// The board, with the layout of pages.
    board: PagedBoard,
    /// The steps, with the layout of a table in memory.
    steps: Steps,
    /// The number of words of a page.
    page: usize,
    /// The words of every row that are owned: whole pages.
    owned: Range<usize>,
    /// The number of workers.
    workers: usize,
    seen: [OwnedColour; 2],
    /// The steps out of the cells of each colour that may leave the share.
    travels: [Vec<Travel>; 2],
    found: LayerTally<'static>,
}

/// A unit in the share of another worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitPlace {
    /// The worker.
    pub owner: usize,
    /// The row, among those of its colour.
    pub row: usize,
    /// The number of its first word in the row.
    pub first: usize,
}

/// Lock a folder, and start a search that several workers share, or continue one. Each process may use
/// `memory` bytes.
pub fn open_shared(
    from: &Board,
    config: &DiskConfig,
    memory: u64,
    workers: usize,
) -> Result<(PageCommitter, PageManifest), End> {
    let page = page_size(from.size(), memory, 1, workers);
    open(from, config, page).map(|(_, committer, manifest)| (committer, manifest))
}

/// The pages of every row that a worker owns, by number.
fn owned_pages(worker: usize, workers: usize, pages: usize) -> Range<usize> {
    worker * pages / workers..(worker + 1) * pages / workers
}

/// The worker that owns a page: the last whose first page does not come after it.
fn owner(page: usize, workers: usize, pages: usize) -> usize {
    ((page + 1) * workers).div_ceil(pages) - 1
}

impl TableShare {
    /// The bytes of a worker's share of the table around a position, with pages of `page` words.
    pub fn bytes(from: &Board, page: usize, worker: usize, workers: usize) -> u64 {
        let board = PagedBoard::new(from, page).expect("boards of this size have such pages");
        let layout = TableLayout::new(board.upright.ranking.places());
        let owned = owned_pages(worker, workers, board.steps.layout.blocks).len() * page;
        board.rows().iter().map(|&rows| OwnedColour::bytes(&layout, owned, rows)).sum()
    }

    /// The share of one of several workers; nothing is seen.
    pub fn new(from: &Board, page: usize, worker: usize, workers: usize) -> TableShare {
        let board = PagedBoard::new(from, page).expect("boards of this size have such pages");
        let ranking = &board.upright.ranking;
        let steps = Steps::new(board.upright.start.size(), ranking, TableLayout::new(ranking.places()));
        let pages = owned_pages(worker, workers, board.steps.layout.blocks);
        let owned = pages.start * page..pages.end * page;
        let seen = steps.rows.each_ref().map(|rows| OwnedColour::new(steps.layout, &owned, rows.len(), page));
        let travels = [0, 1].map(|from| Travel::all(&steps, from, page));
        TableShare { board, page, owned, workers, seen, travels, found: LayerTally::new(Keep::First), steps }
    }

    /// The number of positions that a complete search has found.
    pub fn positions(&self) -> u64 {
        self.board.positions()
    }

    /// The colour of the newest of some layers.
    pub fn newest_colour(&self, layers: usize) -> usize {
        self.board.newest_colour(layers)
    }

    /// The number of rows of a colour.
    pub fn rows(&self, colour: usize) -> usize {
        self.steps.rows[colour].len()
    }

    /// The number of words of a unit.
    pub fn unit(&self) -> usize {
        self.steps.layout.unit
    }

    /// The blocks to work through in a layer, each given by its first word.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = usize> + use<> {
        self.owned.clone().step_by(self.steps.layout.block)
    }

    /// Forget which positions of a colour are new, when the layer that they lead to is complete: those of the
    /// layer after it will be.
    pub fn begin(&mut self, colour: usize) {
        self.seen[colour].begin();
    }

    /// Let the blank step into the cells of a colour, from positions of this share: add what is new in one
    /// block.
    pub fn fill(&mut self, to: usize, first: usize) {
        let [black, white] = &mut self.seen;
        let (from, to_seen) = if to == 1 { (&*black, white) } else { (&*white, black) };
        let number = first / self.steps.layout.block;
        for (index, row) in self.steps.rows[to].iter().enumerate() {
            let (words, mut marks, count) = to_seen.block(index, first);
            let before = self.found.count;
            self.steps.fill_row(row, number, from, words, &mut marks, &mut self.found);
            *count += self.found.count - before;
        }
    }

    /// All units of a block whose new positions step into the share of another worker, with the place.
    pub fn send(&self, from: usize, first: usize, mut send: impl FnMut(UnitPlace, &[u64])) {
        let TableLayout { block, unit, .. } = self.steps.layout;
        let seen = &self.seen[from];
        for travel in &self.travels[from] {
            let (from_row, row) = travel.rows;
            if !seen.is_new(from_row, (first, block)) {
                continue;
            }
            for first in (first..first + block).step_by(unit) {
                let target = travel.target(first);
                if !self.owned.contains(&target) && seen.is_new(from_row, (first, unit)) {
                    let owner = owner(target / self.page, self.workers, self.board.steps.layout.blocks);
                    send(UnitPlace { owner, row, first: target }, seen.words(from_row, first, unit));
                }
            }
        }
    }

    /// Add a unit that another worker has sent. Returns false if it does not belong here.
    #[must_use]
    pub fn receive(&mut self, to: usize, row: usize, first: usize, words: &[u64]) -> bool {
        let TableLayout { block, unit, .. } = self.steps.layout;
        let known =
            row < self.steps.rows[to].len() && self.owned.contains(&first) && first.is_multiple_of(unit);
        if !known || words.len() != unit || words.iter().any(|word| word & !self.steps.full != 0) {
            return false;
        }
        let mut reached = [0; UNIT];
        let reached = &mut reached[..unit];
        reached.copy_from_slice(words);
        let (all, mut marks, count) = self.seen[to].block(row, first);
        let (at, before) = (first % block, self.found.count);
        if !marks.is_full(at / unit) {
            let (blank, seen) = (self.steps.rows[to][row].blank, &mut all[at..at + unit]);
            let found = |full| marks.found(at / unit, full);
            self.steps.settle(blank, first, reached, seen, found, &mut self.found);
        }
        *count += self.found.count - before;
        true
    }

    /// What was found since this was last asked.
    pub fn take(&mut self) -> LayerShare {
        std::mem::replace(&mut self.found, LayerTally::new(Keep::First)).into()
    }
}

#[cfg(test)]
mod tests;
