//! The order of words in a table: block by block, so that a block of all rows fits into a cache.
//!
//! A row of bits belongs to one cell of the blank. Rows are cut into blocks of 9! / 2 orders, 24 KB each, and
//! the blocks with the same number stand side by side, one per row:
//!
//! ```text
//! block 0: row 0 | row 1 | row 2 …    block 1: row 0 | row 1 | row 2 …    …
//! ```
//!
//! The number of a block is the leading digits of its [ranks](crate::engine::tiles::rank). A step in the
//! lower rows of the board changes only later digits, so it stays inside the block, and a thread that works
//! through a block of all rows reads them from its cache. Only steps in the first rows of the board bring
//! words from other blocks, in whole stretches.

use super::row;
use super::word::UNIT;

/// The most words of a row per block: 9! / 2 orders.
const BLOCK: usize = 9 * UNIT;

/// How the rows of a table are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLayout {
    /// The number of words of a row per block.
    pub block: usize,
    /// The number of blocks.
    pub blocks: usize,
    /// The number of words of a unit.
    pub unit: usize,
}

impl TableLayout {
    /// The layout of a table in memory, for the orders of `places` tiles.
    pub fn new(places: usize) -> TableLayout {
        TableLayout::with(places, BLOCK)
    }

    /// A layout with blocks of at most `most` words, a factorial divided by 5!.
    pub fn with(places: usize, most: usize) -> TableLayout {
        let words = row::words(places).expect("it fits") as usize;
        let block = words.min(most);
        TableLayout { block, blocks: words / block, unit: block.min(UNIT) }
    }

    /// The number of units of a row per block.
    pub fn units(&self) -> usize {
        self.block / self.unit
    }
}
