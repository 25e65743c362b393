//! The steps of the blank, for all positions of a block at once: from the cells of one colour to those of the
//! other.
//!
//! The same code serves tables in memory and in files; they differ in where the words that it reads are found
//! ([`SeenBits`]).

use super::layout::TableLayout;
use super::marks::RowMarks;
use super::passing::{Passing, RowWords};
use super::row;
use super::tally::LayerTally;
use super::word::UNIT;
use crate::engine::tiles::rank::{Rank, Ranking};
use crate::grid::{Cell, Dir};
use crate::tiles::board::Size;

/// The steps of the blank from cells of one colour to cells of the other.
pub struct Steps {
    /// How the rows are cut into blocks.
    pub layout: TableLayout,
    /// The bits of a word that stand for orders.
    pub full: u64,
    /// The rows of each colour.
    pub rows: [Vec<Row>; 2],
}

/// The place of a position in a table.
pub struct BitPlace {
    /// The colour of the blank's cell.
    pub colour: usize,
    /// The number of the page among those of the colour.
    pub page: usize,
    /// The number of the word in the page.
    pub word: usize,
    /// The bit in the word.
    pub bit: u64,
}

/// The positions with the blank in one cell.
pub struct Row {
    /// The cell.
    pub blank: Cell,
    /// The steps of the blank into this cell, each with the index of its row of the other colour.
    pub ways: Vec<(usize, Passing)>,
}

/// The positions seen with the blank on one colour, for reading.
pub trait SeenBits: Sync {
    /// Some words of a row, all in one block.
    fn words(&self, row: usize, first: usize, number: usize) -> &[u64];

    /// Whether any of some words of a row may have new positions.
    fn is_new(&self, row: usize, words: (usize, usize)) -> bool;
}

struct RowOf<'s, S> {
    seen: &'s S,
    row: usize,
    block: usize,
}

impl<'s, S: SeenBits> RowWords<'s> for RowOf<'s, S> {
    fn words(&self, first: usize, number: usize) -> &'s [u64] {
        self.seen.words(self.row, first, number)
    }

    fn page(&self) -> usize {
        self.block
    }
}

/// The colour of a cell.
fn colour(size: Size, cell: Cell) -> usize {
    (cell.index() / size.cols() + cell.index() % size.cols()) % 2
}

impl Steps {
    /// The steps on a board, with a layout of the rows.
    pub fn new(size: Size, ranking: &Ranking, layout: TableLayout) -> Steps {
        let mut rows = [vec![], vec![]];
        let cells = || (0..size.cells() as u16).map(Cell);
        for blank in cells() {
            let from = Dir::ALL[..4].iter().filter_map(|&dir| size.neighbour(blank, dir));
            let number = |cell| {
                cells().filter(|&before| before < cell && colour(size, before) == colour(size, cell)).count()
            };
            let ways = from.map(|cell| (number(cell), Passing::new(ranking, cell, blank))).collect();
            rows[colour(size, blank)].push(Row { blank, ways });
        }
        Steps { layout, full: row::full(ranking.places()), rows }
    }

    /// The place of a position in the table.
    pub fn place(&self, blank: Cell, rank: Rank) -> BitPlace {
        let row = |colour: usize| self.rows[colour].iter().position(|row| row.blank == blank);
        let (colour, row) = [0, 1]
            .into_iter()
            .find_map(|colour| row(colour).map(|row| (colour, row)))
            .expect("every cell has a colour");
        let (word, bit) = row::place(rank);
        let page = word / self.layout.block * self.rows[colour].len() + row;
        BitPlace { colour, page, word: word % self.layout.block, bit: 1 << bit }
    }

    /// Let the blank step into the cells of one colour: add what is new to a block of all their rows.
    pub fn fill(
        &self,
        colour: usize,
        block: usize,
        from: &impl SeenBits,
        words: &mut [u64],
        marks: &mut [u8],
        tally: &mut LayerTally,
    ) {
        let length = RowMarks::length(&self.layout);
        let blocks = words.chunks_mut(self.layout.block).zip(marks.chunks_mut(length));
        for (row, (words, marks)) in self.rows[colour].iter().zip(blocks) {
            let mut marks = RowMarks(marks);
            marks.begin();
            self.fill_row(row, block, from, words, &mut marks, tally);
        }
    }

    /// The same for a block of one row; its marks must have been [begun](RowMarks::begin).
    pub fn fill_row(
        &self,
        row: &Row,
        number: usize,
        from: &impl SeenBits,
        words: &mut [u64],
        marks: &mut RowMarks,
        tally: &mut LayerTally,
    ) {
        let TableLayout { block, unit, .. } = self.layout;
        let base = number * block;
        let mut live = [false; 4];
        for (live, (from_row, passing)) in live.iter_mut().zip(&row.ways) {
            *live = from.is_new(*from_row, passing.sources(base, block));
        }
        if live == [false; 4] {
            return;
        }
        for (number, seen) in words.chunks_mut(unit).enumerate() {
            if marks.is_full(number) {
                continue;
            }
            let first = base + number * unit;
            let (mut reached, mut any) = ([0; UNIT], false);
            let reached = &mut reached[..seen.len()];
            for ((from_row, passing), _) in row.ways.iter().zip(live).filter(|(_, live)| *live) {
                if from.is_new(*from_row, passing.sources(first, unit)) {
                    passing.add(&RowOf { seen: from, row: *from_row, block }, first, reached);
                    any = true;
                }
            }
            if any {
                self.settle(row.blank, first, reached, seen, |full| marks.found(number, full), tally);
            }
        }
    }

    /// Add the positions of a unit that are new, and count them.
    pub fn settle(
        &self,
        blank: Cell,
        first: usize,
        reached: &mut [u64],
        seen: &mut [u64],
        found: impl FnOnce(bool),
        tally: &mut LayerTally,
    ) {
        let mut any = 0;
        for i in 0..seen.len() {
            reached[i] &= !seen[i];
            any |= reached[i];
        }
        if any == 0 {
            return;
        }
        let (mut count, mut all) = (0, self.full);
        for i in 0..seen.len() {
            count += u64::from(reached[i].count_ones());
            seen[i] |= reached[i];
            all &= seen[i];
        }
        found(all == self.full);
        tally.count += count;
        if tally.wants(blank, first) {
            (first..).zip(&*reached).for_each(|(number, &word)| tally.remember(blank, number, word));
        }
    }
}
