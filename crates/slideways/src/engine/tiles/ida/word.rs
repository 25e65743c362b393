//! Boards packed into one word: for every cell the home of the tile in it, 0 for the blank's cell.

use std::fmt::Debug;

/// A word that holds a board.
pub trait Word: Copy + Eq + Default + Debug + Send + Sync + 'static {
    /// The most cells of a board.
    const CELLS: usize;
    /// The home of the tile in a cell.
    fn tile(self, cell: usize) -> usize;
    /// The board with a tile put into a cell, or taken out of it.
    fn with(self, tile: usize, cell: usize) -> Self;
}

impl Word for u64 {
    const CELLS: usize = 16;

    #[inline(always)]
    fn tile(self, cell: usize) -> usize {
        (self >> (4 * cell) & 15) as usize
    }

    #[inline(always)]
    fn with(self, tile: usize, cell: usize) -> u64 {
        self ^ (tile as u64) << (4 * cell)
    }
}

impl Word for u128 {
    const CELLS: usize = 25;

    #[inline(always)]
    fn tile(self, cell: usize) -> usize {
        (self >> (5 * cell)) as usize & 31
    }

    #[inline(always)]
    fn with(self, tile: usize, cell: usize) -> u128 {
        self ^ (tile as u128) << (5 * cell)
    }
}
