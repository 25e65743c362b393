//! Rows of words, one bit per order, and the parallel sweep over them.

use super::word::{ORDERS, UNIT};
use crate::engine::parallel::prelude::*;
use crate::engine::search::control::Control;
use crate::engine::tiles::rank::Rank;
use crate::grid::Cell;
use crate::outcome::Stop;

/// The number of words that a thread takes at a time.
const CHUNK: usize = 16 * UNIT;

/// The number of words between two checks of the limits: some milliseconds of work.
const SLICE: usize = 64 * CHUNK;

/// The number of positions of a layer that are remembered; the rest is only counted.
pub const MOST_FARTHEST: usize = 1 << 12;

/// A row for the orders of `places` tiles, all bits unset.
pub fn none(places: usize) -> Vec<u64> {
    vec![0; words(places).expect("it fits") as usize]
}

/// The number of words of a row; `None` if it overflows.
pub fn words(places: usize) -> Option<u64> {
    (6..=places as u64).try_fold(1u64, u64::checked_mul)
}

/// The bits of a word that stand for orders.
pub fn full(places: usize) -> u64 {
    let orders = (3..=places.min(5)).product::<usize>();
    (1 << orders) - 1
}

/// Set the bit of an order.
pub fn set(row: &mut [u64], rank: Rank) {
    row[rank.0 as usize / ORDERS] |= 1 << (rank.0 as usize % ORDERS);
}

/// The most bytes of the remembered positions: those of two layers, and of all chunks of a slice.
pub fn remembered(places: usize) -> Option<u64> {
    let words = words(places)?;
    let each = (ORDERS as u64 * words).min(MOST_FARTHEST as u64);
    let chunks = words.div_ceil(CHUNK as u64).min((SLICE / CHUNK) as u64);
    Some((chunks + 2) * each * size_of::<(Cell, Rank)>() as u64)
}

/// The result of a pass over a row: the number of positions found, and the first of them.
#[derive(Debug, Default)]
pub struct RowTally {
    /// The number of positions.
    pub count: u64,
    /// The first of them, with the cell of the blank.
    pub first: Vec<(Cell, Rank)>,
    room: usize,
}

impl RowTally {
    /// Nothing found yet; at most `room` positions will be remembered.
    pub fn new(room: usize) -> RowTally {
        RowTally { count: 0, first: vec![], room: room.min(MOST_FARTHEST) }
    }

    /// Whether more can be remembered.
    #[inline]
    pub fn has_room(&self) -> bool {
        self.room > self.first.len()
    }

    /// Remember the orders of a word, as far as there is room.
    pub fn remember(&mut self, blank: Cell, word: usize, mut bits: u64) {
        while bits != 0 && self.has_room() {
            let rank = word * ORDERS + bits.trailing_zeros() as usize;
            self.first.push((blank, Rank(rank as u64)));
            bits &= bits - 1;
        }
    }

    fn join(&mut self, next: RowTally) {
        self.count += next.count;
        let room = self.room - self.first.len();
        self.first.extend(next.first.into_iter().take(room));
    }
}

/// A sweep over all rows that produces one layer.
pub struct Sweep<'s, 'w> {
    /// The limits and the watch.
    pub control: &'s mut Control<'w>,
    /// The distance of the layer.
    pub distance: u32,
    /// The positions found so far.
    pub tally: RowTally,
}

impl Sweep<'_, '_> {
    /// Announce the total amount of work: the number of rows, and of words per row.
    pub fn begin(&mut self, rows: usize, words: usize) {
        self.control.parts = (0, rows as u64 * words as u64);
    }

    /// Apply `work` to all units of a row on all threads; it receives the number of the unit's first word.
    ///
    /// The results are joined in the order of the words, so they are the same for any number of threads.
    pub fn over(
        &mut self,
        row: &mut [u64],
        work: impl Fn(usize, &mut [u64], &mut RowTally) + Sync,
    ) -> Result<(), Stop> {
        for (slice, first) in row.chunks_mut(SLICE).zip((0..).step_by(SLICE)) {
            self.control.check(self.distance, self.control.cost.states, 0)?;
            let length = slice.len() as u64;
            let room = self.tally.room - self.tally.first.len();
            let chunk = |(number, chunk): (usize, &mut [u64])| {
                let mut tally = RowTally::new(room);
                let units = chunk.chunks_mut(UNIT).zip((first + number * CHUNK..).step_by(UNIT));
                units.for_each(|(unit, first)| work(first, unit, &mut tally));
                tally
            };
            if self.control.threads() == 1 {
                let chunks = slice.chunks_mut(CHUNK).enumerate().map(chunk);
                chunks.for_each(|tally| self.tally.join(tally));
            } else {
                let work = || slice.par_chunks_mut(CHUNK).enumerate().map(chunk).collect::<Vec<RowTally>>();
                let tallies = self.control.install(work);
                tallies.into_iter().for_each(|tally| self.tally.join(tally));
            }
            self.control.parts.0 += length;
        }
        Ok(())
    }
}
