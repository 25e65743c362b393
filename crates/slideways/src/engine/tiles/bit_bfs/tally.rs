//! The positions that a sweep finds: their number, and a few of them.

use super::row;
use super::word::ORDERS;
use crate::engine::tiles::rank::Rank;
use crate::grid::Cell;
use std::collections::BinaryHeap;

/// The number of positions of a layer that are remembered; the rest is only counted.
pub const MOST_FARTHEST: usize = 1 << 12;

/// Which positions a sweep remembers.
#[derive(Clone, Copy, Default)]
pub enum Keep<'k> {
    /// None: it only counts.
    #[default]
    Nothing,
    /// The first, at most [`MOST_FARTHEST`], by the cell of the blank and the rank.
    First,
    /// Those with the smallest keys: with random keys, a uniform sample without repetition.
    Least {
        /// How many.
        number: usize,
        /// The key of a position. Equal keys are ordered by the position.
        key: &'k (dyn Fn(Cell, Rank) -> u64 + Sync),
    },
}

/// A key, and the position that it belongs to.
type Keyed = (u64, Cell, Rank);

/// Positions remembered, the largest key first.
pub type KeyedHeap = BinaryHeap<Keyed>;

/// The most bytes of the positions remembered: those of two layers, and of every thread, up to 16 of them.
pub fn remembered(places: usize) -> Option<u64> {
    let each = row::words(places)?.checked_mul(ORDERS as u64)?.min(MOST_FARTHEST as u64);
    Some((2 + 16) * each * size_of::<Keyed>() as u64)
}

/// The result of a sweep, or of one thread's part of it.
#[derive(Default)]
pub struct LayerTally<'k> {
    /// The number of positions.
    pub count: u64,
    keep: Keep<'k>,
    /// The positions remembered.
    pub kept: KeyedHeap,
}

impl<'k> LayerTally<'k> {
    /// Nothing found yet.
    pub fn new(keep: Keep<'k>) -> LayerTally<'k> {
        LayerTally { count: 0, keep, kept: BinaryHeap::new() }
    }

    /// A tally that remembers the same kind of positions, and has found none yet.
    pub fn empty(&self) -> LayerTally<'k> {
        LayerTally::new(self.keep)
    }

    fn most(&self) -> usize {
        match self.keep {
            Keep::Nothing => 0,
            Keep::First => MOST_FARTHEST,
            Keep::Least { number, .. } => number,
        }
    }

    /// Whether positions with the blank in a cell are wanted, from a word on.
    #[inline]
    pub fn wants(&self, blank: Cell, word: usize) -> bool {
        match self.keep {
            Keep::Nothing => false,
            Keep::First if self.kept.len() < MOST_FARTHEST => true,
            Keep::First => {
                self.kept.peek().is_some_and(|last| (0, blank, Rank((word * ORDERS) as u64)) < *last)
            }
            Keep::Least { number, .. } => number > 0,
        }
    }

    /// Remember the orders of a word, if they are wanted.
    pub fn remember(&mut self, blank: Cell, word: usize, mut bits: u64) {
        while bits != 0 {
            let rank = Rank((word * ORDERS + bits.trailing_zeros() as usize) as u64);
            match self.keep {
                Keep::Nothing => return,
                Keep::First => self.push((0, blank, rank)),
                Keep::Least { key, .. } => self.push((key(blank, rank), blank, rank)),
            }
            bits &= bits - 1;
        }
    }

    fn push(&mut self, keyed: Keyed) {
        if self.kept.len() < self.most() {
            self.kept.push(keyed);
        } else if let Some(mut largest) = self.kept.peek_mut()
            && keyed < *largest
        {
            *largest = keyed;
        }
    }

    /// Add what another thread found.
    pub fn join(&mut self, other: LayerTally) {
        self.count += other.count;
        other.kept.into_iter().for_each(|keyed| self.push(keyed));
    }

    /// The positions remembered, by key.
    pub fn positions(self) -> Vec<(Cell, Rank)> {
        self.kept.into_sorted_vec().into_iter().map(|(_, blank, rank)| (blank, rank)).collect()
    }
}
