//! Rows of words, one bit per order.

use super::word::ORDERS;
use crate::engine::run::large_words::LargeWords;
use crate::engine::tiles::rank::Rank;

/// A row for the orders of `places` tiles, all bits unset.
pub fn none(places: usize) -> LargeWords {
    LargeWords::zeros(words(places).expect("it fits") as usize)
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
    let (word, bit) = place(rank);
    row[word] |= 1 << bit;
}

/// The word of an order and its bit in that word. A rank may exceed 32 bits, the number of a word in memory
/// may not.
pub fn place(rank: Rank) -> (usize, u32) {
    ((rank.0 / ORDERS as u64) as usize, (rank.0 % ORDERS as u64) as u32)
}
