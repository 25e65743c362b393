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
use super::row::{self, Sweep};
use super::word::add;
use crate::engine::tiles::rank::{Rank, Ranking};
use crate::grid::{Cell, Dir};
use crate::outcome::Stop;
use crate::tiles::board::{Board, Size};
use std::mem::swap;

/// The positions reached, as two sets of lines.
pub struct Lines {
    size: Size,
    /// *A*, by rows.
    rows: Vec<Vec<u64>>,
    /// *B*, by columns.
    columns: Vec<Vec<u64>>,
    /// The next *B*.
    next: Vec<Vec<u64>>,
    spare: Vec<u64>,
    /// The step of the blank down from every cell but those of the last row, and back up.
    ways: Vec<[Passing; 2]>,
    /// The bits of a word that stand for orders.
    full: u64,
    /// The number of positions reached before the current move.
    reached: u64,
    /// The first of those not reached before it.
    missing: Vec<(Cell, Rank)>,
}

impl Lines {
    /// The number of rows of words for a board of `rows` rows and `cols` columns.
    pub fn rows(rows: usize, cols: usize) -> u64 {
        (rows + 2 * cols + 1) as u64
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
            missing: vec![],
        }
    }

    /// Find the next layer. Its positions are remembered if it is the last.
    pub fn advance(&mut self, sweep: &mut Sweep) -> Result<(), Stop> {
        let steps = self.size.cols() * (self.size.rows() - 1);
        sweep.begin(2 * steps + self.size.rows(), self.spare.len());
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
        swap(&mut self.missing, &mut sweep.tally.first);
        Ok(())
    }

    /// Bring all rows up along a column, to make the next *B*.
    fn gather(&mut self, col: usize, sweep: &mut Sweep) -> Result<(), Stop> {
        let last = self.size.rows() - 1;
        for row in (0..last).rev() {
            swap(&mut self.next[col], &mut self.spare);
            let from = if row + 1 == last { &self.rows[last] } else { &self.spare };
            let (here, [_, up]) = (&self.rows[row], &self.ways[row * self.size.cols() + col]);
            sweep.over(&mut self.next[col], |first, unit, _| {
                unit.copy_from_slice(&here[first..first + unit.len()]);
                up.add(from, first, unit);
            })?;
        }
        Ok(())
    }

    /// Bring *B* down by one step in a column.
    fn descend(&mut self, row: usize, col: usize, sweep: &mut Sweep) -> Result<(), Stop> {
        let (from, [down, _]) = (&self.columns[col], &self.ways[row * self.size.cols() + col]);
        sweep.over(&mut self.spare, |first, unit, _| {
            unit.fill(0);
            down.add(from, first, unit);
        })?;
        swap(&mut self.columns[col], &mut self.spare);
        Ok(())
    }

    /// Count the positions reached with the blank in a row, and make the next *A*.
    fn meet(&mut self, row: usize, sweep: &mut Sweep) -> Result<(), Stop> {
        let (columns, full, cols) = (&self.columns, self.full, self.size.cols());
        sweep.over(&mut self.rows[row], |first, unit, tally| {
            let here = first..first + unit.len();
            let columns = || columns.iter().map(|column| &column[here.clone()]);
            for (column, blank) in columns().zip((row * cols..).map(|cell| Cell(cell as u16))) {
                let both = unit.iter().zip(column).map(|(a, b)| a | b);
                tally.count += both.clone().map(|word| u64::from(word.count_ones())).sum::<u64>();
                if tally.has_room() {
                    (first..)
                        .zip(both)
                        .for_each(|(number, word)| tally.remember(blank, number, full & !word));
                }
            }
            columns().for_each(|column| add(column, unit));
        })
    }
}
