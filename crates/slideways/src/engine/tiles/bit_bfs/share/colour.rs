//! The positions of one colour that a worker owns.

use crate::engine::run::large_words::LargeWords;
use crate::engine::tiles::bit_bfs::layout::TableLayout;
use crate::engine::tiles::bit_bfs::marks::{self, RowMarks};
use crate::engine::tiles::bit_bfs::steps::SeenBits;
use std::ops::Range;

/// The owned positions with the blank on one colour: blocks of all rows side by side, as in a whole table.
pub struct OwnedColour {
    layout: TableLayout,
    /// The words of every row that are owned.
    owned: Range<usize>,
    rows: usize,
    words: LargeWords,
    marks: Vec<u8>,
    /// The number of words of a page, and the number of positions seen of each owned page.
    page: usize,
    pub counts: Vec<u64>,
}

impl OwnedColour {
    /// Nothing is seen.
    pub fn new(layout: TableLayout, owned: &Range<usize>, rows: usize, page: usize) -> OwnedColour {
        let blocks = owned.len() / layout.block * rows;
        OwnedColour {
            layout,
            owned: owned.clone(),
            rows,
            words: LargeWords::zeros(blocks * layout.block),
            marks: vec![0; blocks * RowMarks::length(&layout)],
            page,
            counts: vec![0; owned.len() / page * rows],
        }
    }

    /// The bytes of the positions and marks of some words per row.
    pub fn bytes(layout: &TableLayout, owned: usize, rows: usize) -> u64 {
        let block = layout.block * 8 + RowMarks::length(layout);
        (owned / layout.block * rows * block) as u64
    }

    /// The number of the block that holds a word of a row, among the owned blocks of all rows.
    fn block_at(&self, row: usize, first: usize) -> usize {
        (first - self.owned.start) / self.layout.block * self.rows + row
    }

    /// The number of the page that holds a word of a row, among the owned ones.
    pub fn page_at(&self, row: usize, first: usize) -> usize {
        (first - self.owned.start) / self.page * self.rows + row
    }

    /// The block of a row that holds a word: its words, its marks, and the count of its page.
    pub fn block(&mut self, row: usize, first: usize) -> (&mut [u64], RowMarks<'_>, &mut u64) {
        let (block, page) = (self.block_at(row, first), self.page_at(row, first));
        let length = RowMarks::length(&self.layout);
        let words = &mut self.words[block * self.layout.block..][..self.layout.block];
        let marks = RowMarks(&mut self.marks[block * length..][..length]);
        (words, marks, &mut self.counts[page])
    }

    /// Begin a layer: nothing is new yet.
    pub fn begin(&mut self) {
        let length = RowMarks::length(&self.layout);
        self.marks.chunks_mut(length).for_each(|marks| RowMarks(marks).begin());
    }
}

impl SeenBits for OwnedColour {
    #[inline]
    fn words(&self, row: usize, first: usize, number: usize) -> &[u64] {
        let (block, at) = (self.block_at(row, first), first % self.layout.block);
        &self.words[block * self.layout.block + at..][..number]
    }

    /// What others own is not new here: they send it.
    #[inline]
    fn is_new(&self, row: usize, (first, number): (usize, usize)) -> bool {
        let (start, end) = (first.max(self.owned.start), (first + number).min(self.owned.end));
        if start >= end {
            return false;
        }
        let words = (start - self.owned.start, end - start);
        marks::is_new(&self.layout, &self.marks, (self.rows, row), words)
    }
}
