//! Breadth-first search in the single-tile metric: one bit per position.
//!
//! Colour the cells like a chessboard. Each step takes the blank to a cell of the other colour, so a layer
//! lies on one colour alone, and the next on the other. Let *seen* be all positions of the layers so far. The
//! next layer is everything that is one step from a seen position of the one colour, and not itself seen on
//! the other:
//!
//! * it contains what the newest layer reaches, for the neighbours of that layer are on the other colour;
//! * it contains nothing else, for a neighbour of an older position was seen long ago.
//!
//! So it does not matter which positions are the newest, and the search stores nothing but *seen*, and
//! [marks](super::marks) of the stretches that have new positions. And since the two colours share no
//! position, new positions are added to the one while the other is read.
//!
//! ```text
//! distances on 2 x 2, by the cell of the blank, from blank last:      seen after layer 2:
//!   black (first and last cell)   0 2 2 4 4 6                            0 2 2
//!   white (the two others)        1 1 3 3 5 5                            1 1
//! ```
//!
//! Layer 3 is the white positions beside one of 0 2 2: the two at distance 1, which are seen, and the two at
//! 3.

use super::layout::TableLayout;
use super::marks::{RowMarks, is_new};
use super::row;
use super::steps::{BitPlace, SeenBits, Steps};
use super::sweep::{FEW, Sweep};
use super::word::UNIT;
use crate::engine::run::large_words::LargeWords;
use crate::engine::tiles::rank::Ranking;
use crate::outcome::Stop;
use crate::tiles::board::Board;

/// The most blocks per claim.
const MOST_BLOCKS: usize = 64;

/// The positions seen, in memory.
pub struct Single {
    steps: Steps,
    seen: [Colour; 2],
    /// The colour of the newest layer.
    colour: usize,
    /// The number of positions of the newest layer.
    newest: u64,
}

/// The positions seen with the blank on one colour.
struct Colour {
    layout: TableLayout,
    rows: usize,
    words: LargeWords,
    marks: Vec<u8>,
}

impl Colour {
    fn new(layout: TableLayout, rows: usize) -> Colour {
        let (words, marks) = (layout.block, RowMarks::length(&layout));
        let blocks = layout.blocks * rows;
        Colour { layout, rows, words: LargeWords::zeros(blocks * words), marks: vec![0; blocks * marks] }
    }
}

impl SeenBits for Colour {
    #[inline]
    fn words(&self, row: usize, first: usize, number: usize) -> &[u64] {
        let (block, at) = (first / self.layout.block, first % self.layout.block);
        &self.words[(block * self.rows + row) * self.layout.block + at..][..number]
    }

    #[inline]
    fn is_new(&self, row: usize, words: (usize, usize)) -> bool {
        is_new(&self.layout, &self.marks, (self.rows, row), words)
    }
}

impl Single {
    /// The number of bytes for a board of `rows` rows and `cols` columns.
    pub fn bytes(rows: usize, cols: usize) -> Option<u64> {
        let places = rows * cols - 1;
        let units = row::words(places)?.div_ceil(UNIT as u64) + 1;
        row::words(places)?.checked_mul(8)?.checked_add(units * 10 / 9 + 1)?.checked_mul((rows * cols) as u64)
    }

    /// Only the position `from` is seen.
    pub fn new(from: &Board, ranking: &Ranking) -> Single {
        let layout = TableLayout::new(ranking.places());
        let steps = Steps::new(from.size(), ranking, layout);
        let mut seen = [0, 1].map(|colour: usize| Colour::new(layout, steps.rows[colour].len()));
        let BitPlace { colour, page, word, bit } = steps.place(from.blank(), ranking.rank(from));
        let Colour { words, marks, .. } = &mut seen[colour];
        words[page * layout.block + word] |= bit;
        let length = RowMarks::length(&layout);
        RowMarks(&mut marks[page * length..][..length]).found(word / layout.unit, false);
        Single { steps, seen, colour, newest: 1 }
    }

    /// Find the next layer.
    pub fn advance(&mut self, sweep: &mut Sweep) -> Result<(), Stop> {
        let to_colour = 1 - self.colour;
        let [black, white] = &mut self.seen;
        let (from, to) = if self.colour == 0 { (&*black, white) } else { (&*white, black) };
        let TableLayout { block, blocks, .. } = self.steps.layout;
        sweep.begin(to.words.len() as u64);
        if self.newest < FEW {
            sweep.threads = 1;
        }
        let claim = sweep.claim(blocks, MOST_BLOCKS);
        let (words, marks) = (to.rows * block, to.rows * RowMarks::length(&self.steps.layout));
        let items = to.words.chunks_mut(words * claim).zip(to.marks.chunks_mut(marks * claim)).enumerate();
        let steps = &self.steps;
        sweep.over(items, (words * claim) as u64, |(number, item), tally| {
            let blocks = item.0.chunks_mut(words).zip(item.1.chunks_mut(marks));
            for (block, (words, marks)) in (number * claim..).zip(blocks) {
                steps.fill(to_colour, block, from, words, marks, tally);
            }
        })?;
        self.colour = to_colour;
        self.newest = sweep.tally.count;
        Ok(())
    }
}
