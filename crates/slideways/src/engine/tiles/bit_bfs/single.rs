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
//! So it does not matter which positions are the newest, and the search stores nothing but *seen*. And since
//! the two colours share no position, new positions are added to the one while the other is read.
//!
//! ```text
//! distances on 2 x 2, by the cell of the blank, from blank last:      seen after layer 2:
//!   black (first and last cell)   0 2 2 4 4 6                            0 2 2
//!   white (the two others)        1 1 3 3 5 5                            1 1
//! ```
//!
//! Layer 3 is the white positions beside one of 0 2 2: the two at distance 1, which are seen, and the two at
//! 3.

use super::passing::Passing;
use super::row::{self, Sweep};
use super::word::UNIT;
use crate::engine::tiles::rank::Ranking;
use crate::grid::{Cell, Dir};
use crate::outcome::Stop;
use crate::tiles::board::{Board, Size};

/// The positions seen.
pub struct Single {
    /// The rows of each colour, one per cell of the blank.
    seen: [Vec<Row>; 2],
    /// The bits of a word that stand for orders.
    full: u64,
    /// The colour of the newest layer.
    colour: usize,
}

/// The positions with the blank in one cell.
struct Row {
    blank: Cell,
    words: Vec<u64>,
    /// The steps of the blank into this cell, each with the index of its row of the other colour.
    ways: Vec<(usize, Passing)>,
}

fn colour(size: Size, cell: Cell) -> usize {
    (cell.index() / size.cols() + cell.index() % size.cols()) % 2
}

impl Single {
    /// The number of rows of words for a board of `rows` rows and `cols` columns.
    pub fn rows(rows: usize, cols: usize) -> u64 {
        (rows * cols) as u64
    }

    /// Only the position `from` is seen.
    pub fn new(from: &Board, ranking: &Ranking) -> Single {
        let (size, places) = (from.size(), ranking.places());
        let mut seen = [vec![], vec![]];
        let cells = || (0..size.cells() as u16).map(Cell);
        for blank in cells() {
            let from = Dir::ALL[..4].iter().filter_map(|&dir| size.neighbour(blank, dir));
            let number = |cell| {
                cells().filter(|&before| before < cell && colour(size, before) == colour(size, cell)).count()
            };
            let ways = from.map(|cell| (number(cell), Passing::new(ranking, cell, blank))).collect();
            seen[colour(size, blank)].push(Row { blank, words: row::none(places), ways });
        }
        let colour = colour(size, from.blank());
        let start =
            seen[colour].iter_mut().find(|row| row.blank == from.blank()).expect("all cells are there");
        row::set(&mut start.words, ranking.rank(from));
        Single { seen, full: row::full(places), colour }
    }

    /// Find the next layer.
    pub fn advance(&mut self, sweep: &mut Sweep) -> Result<(), Stop> {
        let [black, white] = &mut self.seen;
        let (from, to) = if self.colour == 0 { (black, white) } else { (white, black) };
        sweep.begin(to.len(), to[0].words.len());
        for Row { blank, words, ways } in to {
            sweep.over(words, |first, seen, tally| {
                if seen.iter().all(|&word| word == self.full) {
                    return;
                }
                let mut reached = [0; UNIT];
                let reached = &mut reached[..seen.len()];
                ways.iter().for_each(|(row, passing)| passing.add(&from[*row].words, first, reached));
                let (mut any, mut count) = (0, 0);
                for i in 0..seen.len() {
                    reached[i] &= !seen[i];
                    any |= reached[i];
                }
                if any == 0 {
                    return;
                }
                for i in 0..seen.len() {
                    count += u64::from(reached[i].count_ones());
                    seen[i] |= reached[i];
                }
                tally.count += count;
                if tally.has_room() {
                    (first..).zip(&*reached).for_each(|(number, &word)| tally.remember(*blank, number, word));
                }
            })?;
        }
        self.colour = 1 - self.colour;
        Ok(())
    }
}
