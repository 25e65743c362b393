//! A [view](crate::tiles::pattern::View), ready for use: where a tile's place is kept, and where its pattern is looked up.

use crate::tiles::board::Size;
use crate::tiles::pattern::{MOST_CELLS, View};

/// Places of all tiles, four bits each: first those of the first pattern, in its order, then those of the next.
pub type Places = u64;

/// For every tile, by its home, how a view looks at it.
#[derive(Clone, Debug)]
pub struct Lens {
    /// What the mirror makes of each cell.
    mirror: [u8; MOST_CELLS],
    /// Of each tile, by its home: where its place begins in [`Places`].
    pub lane: [u8; MOST_CELLS],
    /// Where its pattern's places begin.
    pub first: [u8; MOST_CELLS],
    /// The bits of its pattern's places.
    pub mask: [u32; MOST_CELLS],
    /// Where its pattern's table begins among all tables, in places.
    pub table: [u32; MOST_CELLS],
    /// Where its pattern's excess is kept among the excesses, as a shift.
    pub excess: [u8; MOST_CELLS],
}

impl Lens {
    /// The lens of a view whose tables begin at these places, and whose excesses are kept from some byte on.
    pub fn new(size: Size, view: &View, tables: &[u32], first_excess: usize) -> Lens {
        let mut lens = Lens {
            mirror: [0; MOST_CELLS],
            lane: [0; MOST_CELLS],
            first: [0; MOST_CELLS],
            mask: [0; MOST_CELLS],
            table: [0; MOST_CELLS],
            excess: [0; MOST_CELLS],
        };
        let mut first = 0;
        for (p, pattern) in view.patterns.iter().enumerate() {
            for (i, home) in pattern.homes.iter().enumerate() {
                let seen_there = |cell: &usize| view.mirror[*cell] == *home;
                let tile = (0..size.cells()).find(seen_there).expect("a mirror shows every cell");
                lens.lane[tile] = 4 * (first + i) as u8;
                lens.first[tile] = 4 * first as u8;
                lens.mask[tile] = (pattern.places() - 1) as u32;
                lens.table[tile] = tables[p];
                lens.excess[tile] = 8 * (first_excess + p) as u8;
            }
            first += pattern.homes.len();
        }
        for (cell, mirrored) in view.mirror.iter().enumerate() {
            lens.mirror[cell] = mirrored.0 as u8;
        }
        lens
    }

    /// The places of the tiles, given the home of the tile in each cell.
    pub fn places(&self, homes: impl Iterator<Item = (usize, usize)>) -> Places {
        homes.fold(0, |all, (cell, home)| all | Places::from(self.mirror[cell]) << self.lane[home])
    }

    /// How a step between two cells changes a place: these bits are flipped.
    pub fn flip(&self, from: usize, to: usize) -> Places {
        Places::from(self.mirror[from] ^ self.mirror[to])
    }
}
