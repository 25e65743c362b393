//! Breadth-first search in the multi-tile metric: one bit per row of the board and order, and one per column.
//!
//! In the styles of sets the blank goes any distance along its row or its column in one move. Let *S* be the
//! positions reached within some number of moves, *A* all that lie in one row with a position of *S* (the
//! blank is in the same row of the board, and the order is the same), and *B* all that lie in one column with
//! one.
//!
//! * One more move reaches *A* ∪ *B*: a move goes along a row or along a column, and every position of *S*
//!   lies in its own row.
//! * *A* consists of whole rows, and horizontal moves do not change the order: one bit per row of the board
//!   and order is enough. *B* consists of whole columns: one bit per column and order, namely the order after
//!   the blank has gone up to the first row.
//! * The next *A* is all rows that meet *A* ∪ *B*. Those that meet *A* are the rows of *A* itself; each has a
//!   position of *S*, and *S* is part of *B*. So the next *A* is all rows that meet *B*, and *A* is part of
//!   it. In the same way the next *B* is all columns that meet *A*.
//!
//! ```text
//! S:  1 2     A, its row:  1 2   1 2     B, its column:  1 2   1 .     A ∪ B: three positions,
//!     3 .                  3 .   . 3                     3 .   3 2     the start and two at distance 1
//! ```
//!
//! To find the next *B*, begin with the last row: let the blank step up in a column with all orders of *A* at
//! once, add those that *A* has in the row above, let it step up again, and so on (as Horner evaluates a
//! polynomial). To find the next *A*, let the blank step down in all columns with *B*, and add to *A* what
//! arrives in each row; on the way *A* and *B* meet in every cell, and the search counts *A* ∪ *B*.
//!
//! That takes the rows of *A*, twice the columns of *B*, and one row as a buffer: with 4 rows and 3 columns
//! 11 bits per 12 positions, with 7 rows and 2 columns 12 per 14.

use super::passing::Passing;
use super::row;
use super::sweep::Sweep;
use super::tally::{KeyedHeap, LayerTally};
use super::word::{UNIT, add};
use crate::engine::run::large_words::LargeWords;
use crate::engine::tiles::rank::{Rank, Ranking};
use crate::grid::{Cell, Dir};
use crate::outcome::Stop;
use crate::tiles::board::{Board, Size};
use std::mem::swap;

/// The most words per claim.
const CHUNK: usize = 256 * UNIT;

/// The positions reached, as two sets of lines.
pub struct Lines {
    size: Size,
    /// *A*, by rows.
    rows: Vec<LargeWords>,
    /// *B*, by columns.
    columns: Vec<LargeWords>,
    /// The next *B*.
    next: Vec<LargeWords>,
    spare: LargeWords,
    /// The step of the blank down from every cell but those of the last row, and back up.
    ways: Vec<[Passing; 2]>,
    /// The bits of a word that stand for orders.
    full: u64,
    /// The number of positions reached before the current move.
    reached: u64,
    /// The first of those not reached before it.
    missing: KeyedHeap,
    start: (Cell, Rank),
    /// All positions reached before the current move, one row per cell, if they are stored.
    stored: Vec<LargeWords>,
}

/// The number of bytes to store the positions reached.
pub fn reached_bytes(size: Size) -> Option<u64> {
    row::words(size.cells() - 1)?.checked_mul(8 * size.cells() as u64)
}

impl Lines {
    /// The number of bytes for a board of `rows` rows and `cols` columns.
    pub fn bytes(rows: usize, cols: usize) -> Option<u64> {
        row::words(rows * cols - 1)?.checked_mul(8 * (rows + 2 * cols + 1) as u64)
    }

    /// The lines through the position `from`.
    pub fn new(from: &Board, ranking: &Ranking) -> Lines {
        let (size, places) = (from.size(), ranking.places());
        let none = |number| (0..number).map(|_| row::none(places)).collect::<Vec<_>>();
        let (mut rows, mut columns) = (none(size.rows()), none(size.cols()));
        row::set(&mut rows[from.blank().index() / size.cols()], ranking.rank(from));
        let mut top = from.clone();
        while top.slide(Dir::Down).is_some() {}
        row::set(&mut columns[top.blank().index()], ranking.rank(&top));
        let upper = (0..(size.cells() - size.cols()) as u16).map(Cell);
        let ways = upper.map(|upper| {
            let lower = Cell(upper.0 + size.cols() as u16);
            [Passing::new(ranking, upper, lower), Passing::new(ranking, lower, upper)]
        });
        Lines {
            size,
            rows,
            columns,
            next: none(size.cols()),
            spare: row::none(places),
            ways: ways.collect(),
            full: row::full(places),
            reached: 1,
            missing: KeyedHeap::new(),
            start: (from.blank(), ranking.rank(from)),
            stored: vec![],
        }
    }

    /// Find the next layer. Its positions are remembered if it is the last.
    pub fn advance(&mut self, sweep: &mut Sweep) -> Result<(), Stop> {
        let steps = self.size.cols() * (self.size.rows() - 1);
        sweep.begin((2 * steps + self.size.rows()) as u64 * self.spare.len() as u64);
        (0..self.size.cols()).try_for_each(|col| self.gather(col, sweep))?;
        for row in 0..self.size.rows() {
            if row > 0 {
                (0..self.size.cols()).try_for_each(|col| self.descend(row - 1, col, sweep))?;
            }
            self.meet(row, sweep)?;
        }
        swap(&mut self.columns, &mut self.next);
        let reached = std::mem::replace(&mut self.reached, sweep.tally.count);
        sweep.tally.count -= reached;
        // The positions that the previous moves missed: if this layer is the last, it contains all of them.
        if self.stored.is_empty() {
            swap(&mut self.missing, &mut sweep.tally.kept);
        }
        Ok(())
    }

    /// Bring all rows up along a column, to make the next *B*.
    fn gather(&mut self, col: usize, sweep: &mut Sweep) -> Result<(), Stop> {
        let last = self.size.rows() - 1;
        for row in (0..last).rev() {
            swap(&mut self.next[col], &mut self.spare);
            let from = if row + 1 == last { &self.rows[last] } else { &self.spare };
            let (here, [_, up]) = (&self.rows[row], &self.ways[row * self.size.cols() + col]);
            over(sweep, &mut self.next[col], |first, unit, _| {
                unit.copy_from_slice(&here[first..first + unit.len()]);
                up.add(&&from[..], first, unit);
            })?;
        }
        Ok(())
    }

    /// Bring *B* down by one step in a column.
    fn descend(&mut self, row: usize, col: usize, sweep: &mut Sweep) -> Result<(), Stop> {
        let (from, [down, _]) = (&self.columns[col], &self.ways[row * self.size.cols() + col]);
        over(sweep, &mut self.spare, |first, unit, _| {
            unit.fill(0);
            down.add(&&from[..], first, unit);
        })?;
        swap(&mut self.columns[col], &mut self.spare);
        Ok(())
    }

    /// Store the start, and all positions reached by later layers. These remember what they add.
    pub fn store_reached(&mut self) {
        self.stored = (0..self.size.cells()).map(|_| LargeWords::zeros(self.spare.len())).collect();
        row::set(&mut self.stored[self.start.0.index()], self.start.1);
    }

    /// Count the positions reached with the blank in a row, and make the next *A*.
    fn meet(&mut self, row: usize, sweep: &mut Sweep) -> Result<(), Stop> {
        let is_first = self.stored.is_empty();
        if !is_first {
            self.store(row, sweep)?;
        }
        let (columns, full, cols) = (&self.columns, self.full, self.size.cols());
        over(sweep, &mut self.rows[row], |first, unit, tally| {
            let here = first..first + unit.len();
            let columns = || columns.iter().map(|column| &column[here.clone()]);
            for (column, blank) in columns().zip((row * cols..).map(|cell| Cell(cell as u16))) {
                let both = unit.iter().zip(column).map(|(a, b)| a | b);
                tally.count += both.clone().map(|word| u64::from(word.count_ones())).sum::<u64>();
                if is_first && tally.wants(blank, first) {
                    (first..)
                        .zip(both)
                        .for_each(|(number, word)| tally.remember(blank, number, full & !word));
                }
            }
            columns().for_each(|column| add(column, unit));
        })
    }

    /// Store the positions reached with the blank in a row, and remember those that are new.
    fn store(&mut self, row: usize, sweep: &mut Sweep) -> Result<(), Stop> {
        for (col, column) in self.columns.iter().enumerate() {
            let cell = row * self.size.cols() + col;
            let rows = &self.rows[row];
            over(sweep, &mut self.stored[cell], |first, unit, tally| {
                let both = rows[first..].iter().zip(&column[first..]).map(|(a, b)| a | b);
                for ((stored, both), number) in unit.iter_mut().zip(both).zip(first..) {
                    if both != *stored {
                        tally.remember(Cell(cell as u16), number, both & !*stored);
                        *stored = both;
                    }
                }
            })?;
        }
        Ok(())
    }
}

/// Apply `work` to all units of a row on all threads; it receives the number of the unit's first word.
fn over(
    sweep: &mut Sweep,
    row: &mut [u64],
    work: impl Fn(usize, &mut [u64], &mut LayerTally) + Sync,
) -> Result<(), Stop> {
    let chunk = sweep.claim(row.len(), CHUNK).next_multiple_of(UNIT);
    let items = row.chunks_mut(chunk).enumerate();
    sweep.over(items, chunk as u64, |(number, words), tally| {
        let units = words.chunks_mut(UNIT).zip((number * chunk..).step_by(UNIT));
        units.for_each(|(unit, first)| work(first, unit, tally));
    })
}
