//! The effect of a step of one tile in one of the views: the pattern that it changes, and how.
//!
//! The tiles of a pattern are given by their cells and their order (see
//! [`rank`](crate::engine::tiles::pdb::rank)). The moving tile takes its bit from one cell to another. In the
//! order it passes the tiles of its pattern that stand in between:
//!
//! ```text
//! . a .         . . .
//! b . .    D    b a .       a goes from cell 1 to cell 4 and passes b, in cell 3: the order a b becomes b a;
//! . . .         . . .       in a step along a row no tile stands between
//! ```
//!
//! So a few neighbouring fields of the order rotate by one place.

use crate::engine::tiles::pdb::rank::{Cells, Order, RankId, Ranks};

/// The position of a pattern's tiles: their cells, and which tile is in each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Key {
    /// The occupied cells, as bits.
    pub cells: Cells,
    /// The number of the tile in each of them, in the order of the cells.
    pub order: Order,
}

/// The number 1 in each of the eight fields of an order.
const ONES: Order = 0o11_111_111;

/// The highest bit of each field.
const HIGH: Order = 0o44_444_444;

/// Three times the number of bits of a set of at most four, indexed by the set.
const THRICE: u64 = 0xC996_9663_9663_6330;

/// A tile's step as seen in one view.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aim {
    /// The pattern of the view that changes.
    pub pattern: u8,
    /// The shift of its excess among the excesses of a node.
    excess: u8,
    /// The first cell between the ends of the step, and a mask of all cells between.
    between: u8,
    width: u8,
    /// All bits if the tile goes to a lower cell, none if it goes to a higher one.
    back: u32,
    /// The two ends, as bits.
    flip: Cells,
    /// The tile's number in all fields.
    tile: Order,
    /// The start of its table among all tables.
    begin: u32,
    rank: RankId,
}

/// A pattern of a view: where its table begins, and how its places are ranked.
#[derive(Clone, Copy, Debug)]
pub struct PdbSpot {
    /// Its index in the view.
    pub pattern: usize,
    /// The index of its excess.
    pub excess: usize,
    /// The start of its table among all tables, in places.
    pub begin: u32,
    /// Its ranking.
    pub rank: RankId,
}

impl Aim {
    /// The step of the pattern's tile with number `tile` between two cells, both seen through the reflection.
    pub fn new(spot: &PdbSpot, tile: usize, from: usize, to: usize) -> Aim {
        let (low, high) = (from.min(to), from.max(to));
        Aim {
            pattern: spot.pattern as u8,
            excess: 8 * spot.excess as u8,
            between: low as u8 + 1,
            width: ((1u32 << (high - low - 1)) - 1) as u8,
            back: if to < from { u32::MAX } else { 0 },
            flip: 1 << from | 1 << to,
            tile: tile as Order * ONES,
            begin: spot.begin,
            rank: spot.rank,
        }
    }

    /// The excesses of a node, with the value found for this pattern.
    #[inline(always)]
    pub fn keep(&self, excesses: u64, found: u8) -> u64 {
        let shift = self.excess & 63;
        excesses & !(0xFF << shift) | u64::from(found) << shift
    }

    /// The pattern after the step, and the place of its excess in the tables.
    #[inline(always)]
    pub fn step(&self, key: Key, ranks: &Ranks) -> (Key, u32) {
        let passed = THRICE >> (4 * (key.cells >> self.between & u32::from(self.width))) & 15;
        let passed = passed as u32;
        // The lowest field that equals the tile's number: the lowest of those that become 0.
        let differs = key.order ^ self.tile;
        let equals = differs.wrapping_sub(ONES) & !differs & HIGH;
        let at = equals.trailing_zeros().wrapping_sub(2);
        let first = at.wrapping_sub(passed & self.back) & 31;
        let all = (8 << passed) - 1;
        let some = key.order >> first & all;
        let turn = 3 & self.back | passed & !self.back;
        let turned = (some << turn | some >> (passed + 3 - turn)) & all;
        let order = key.order ^ (some ^ turned) << first;
        let cells = key.cells ^ self.flip;
        (Key { cells, order }, self.begin + ranks.of(self.rank, cells, order))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key of tiles in the given cells.
    fn key(places: &[usize]) -> Key {
        let mut tiles: Vec<usize> = (0..places.len()).collect();
        tiles.sort_by_key(|&tile| places[tile]);
        let order = tiles.iter().enumerate().fold(0, |all, (at, &tile)| all | (tile as Order) << (3 * at));
        Key { cells: places.iter().fold(0, |all, place| all | 1 << place), order }
    }

    #[test]
    fn steps_are_those_of_sorted_lists() {
        let mut ranks = Ranks::default();
        let rank = ranks.add(5, 25);
        let spot = PdbSpot { pattern: 0, excess: 0, begin: 7, rank };
        let places = [3, 12, 8, 9, 11];
        for tile in 0..places.len() {
            for by in [-5i32, -4, -1, 1, 4, 5] {
                let to = (places[tile] as i32 + by) as usize;
                if places[tile] as i32 + by < 0 || places.contains(&to) {
                    continue;
                }
                let mut after = places;
                after[tile] = to;
                let (stepped, look) = Aim::new(&spot, tile, places[tile], to).step(key(&places), &ranks);
                assert_eq!(stepped, key(&after), "tile {tile} by {by}");
                assert_eq!(look, 7 + ranks.of(rank, stepped.cells, stepped.order));
            }
        }
    }
}
