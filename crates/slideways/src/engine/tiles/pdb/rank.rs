//! Ranking of the placements of a pattern's tiles, a perfect hash of their cells and their order.
//!
//! ```text
//! . b .        cells 1, 3 and 8 of a 3 x 3 board: of the 84 sets of three cells
//!              this is number 60 = C(1,1) + C(3,2) + C(8,3);
//! a . .        read in order these cells hold b a c, one of 3! = 6 orders
//! . . c
//! ```
//!
//! The rank of a set of cells is that of the *combinatorial number system*: if its cells are c₀ < c₁ < …, the
//! sum of the binomials C(cᵢ, i + 1). (Knuth, *The Art of Computer Programming* 4A, section 7.2.1.3.) The
//! cells of the lower half of the board and those of the upper half can be looked up separately and the
//! results added; so can the first four tiles of an order and the others.
//!
//! A step along a row moves a tile to a neighbouring cell, and no tile stands between: the order stays. A
//! step along a column changes it only by the tiles that stand in between, of which there are few. Both are
//! cheap to compute, and [building](super::build) tables relies on them.

/// The most tiles of a pattern: three bits tell them apart.
pub const MOST_TILES: usize = 8;

/// An order of at most eight tiles: the tile in the first of their cells, in the second, …, three bits each.
pub type Order = u32;

/// A set of cells, as bits.
pub type Cells = u32;

/// The number of bits of an order that are looked up together: four tiles.
const FIRST: u32 = 12;

/// The ranking of the placements of some tiles among some cells.
#[derive(Clone, Debug)]
pub struct Rank {
    tiles: usize,
    cells: usize,
    /// The number of cells of the lower half.
    half: u32,
    /// The summands of the cells of each half, times the number of orders.
    halves: [Vec<u32>; 2],
    /// The summands of the first four tiles of an order, and of the others.
    parts: [Vec<u32>; 2],
}

impl Rank {
    /// The ranking of at most [`MOST_TILES`] tiles among at least as many cells.
    pub fn new(tiles: usize, cells: usize) -> Rank {
        assert!(tiles <= MOST_TILES && tiles <= cells && cells <= MOST_CELLS);
        let half = cells as u32 / 2;
        let orders = factorial(tiles).max(2) as u32;
        let choose = pascal();
        let number = |mut set: u32, mut chosen: usize| {
            let mut number = 0;
            while set != 0 {
                chosen += 1;
                number += choose[set.trailing_zeros() as usize][chosen];
                set &= set - 1;
            }
            number * orders
        };
        let low = (0..1u32 << half).map(|set| number(set, 0)).collect();
        // The number of cells below follows from the number above.
        let above = |set: u32| tiles.checked_sub(set.count_ones() as usize);
        let high = (0..1u32 << (cells as u32 - half))
            .map(|set| above(set).map_or(0, |below| number(set << half, below)))
            .collect();
        let (first, others) = (tiles.min(4), tiles.saturating_sub(4));
        let mut parts = [vec![0; 1 << FIRST], vec![0; 1 << FIRST]];
        for fields in 0..1u32 << FIRST {
            let place = fields as usize;
            parts[0][place] = among(fields, first, tiles) * factorial(others) as u32;
            parts[1][place] = among_themselves(fields, others);
        }
        Rank { tiles, cells, half, halves: [low, high], parts }
    }

    /// The number of all placements; even.
    pub fn places(&self) -> usize {
        pascal()[self.cells][self.tiles] as usize * self.orders()
    }

    /// The number of orders, but at least two.
    pub fn orders(&self) -> usize {
        factorial(self.tiles).max(2)
    }

    /// The rank of a placement in these cells and this order.
    pub fn of(&self, cells: Cells, order: Order) -> usize {
        self.set(cells) * self.orders() + self.order(order)
    }

    /// The number of cells of the lower half, and the summands of a rank: those of the lower and the upper
    /// cells, of the first four tiles of an order, and of the others.
    pub fn summands(&self) -> (u32, [&[u32]; 4]) {
        (self.half, [&self.halves[0], &self.halves[1], &self.parts[0], &self.parts[1]])
    }

    /// The rank of a set of cells.
    pub fn set(&self, cells: Cells) -> usize {
        let [low, high] = self.divide(cells);
        (self.halves[0][low] + self.halves[1][high]) as usize / self.orders()
    }

    /// The rank of an order.
    pub fn order(&self, order: Order) -> usize {
        let [first, others] = [order & ((1 << FIRST) - 1), order >> FIRST];
        (self.parts[0][first as usize] + self.parts[1][others as usize]) as usize
    }

    /// All orders, by rank.
    pub fn all_orders(&self) -> Vec<Order> {
        let mut orders = vec![0; factorial(self.tiles)];
        let mut pending = vec![(0, 0)];
        while let Some((order, tiles)) = pending.pop() {
            if tiles == self.tiles {
                orders[self.order(order)] = order;
                continue;
            }
            let used = |tile: u32| (0..tiles).any(|at| order >> (3 * at) & 7 == tile);
            let free = (0..self.tiles as u32).filter(|&tile| !used(tile));
            pending.extend(free.map(|tile| (order | tile << (3 * tiles), tiles + 1)));
        }
        orders
    }

    /// All sets of cells, by rank.
    pub fn all_sets(&self) -> Vec<Cells> {
        let sets = (0..1u32 << self.cells).filter(|set| set.count_ones() as usize == self.tiles);
        // Ranks grow with the sets read as binary numbers.
        sets.collect()
    }

    /// The two halves of a set of cells.
    fn divide(&self, cells: Cells) -> [usize; 2] {
        [(cells & ((1 << self.half) - 1)) as usize, (cells >> self.half) as usize]
    }
}

/// The rank of the first `chosen` tiles of an order among all ways to choose them.
fn among(fields: u32, chosen: usize, tiles: usize) -> u32 {
    let mut number = 0;
    for at in 0..chosen {
        let tile = fields >> (3 * at) & 7;
        let before = (0..at).filter(|at| (fields >> (3 * at) & 7) < tile).count() as u32;
        number = number * (tiles - at) as u32 + tile.saturating_sub(before);
    }
    number
}

/// The rank of the order of `tiles` tiles among all their orders.
fn among_themselves(fields: u32, tiles: usize) -> u32 {
    let tile = |at: usize| fields >> (3 * at) & 7;
    let smaller_after = |at: usize| (at + 1..tiles).filter(|&other| tile(other) < tile(at)).count();
    (0..tiles).fold(0, |number, at| number * (tiles - at) as u32 + smaller_after(at) as u32)
}

fn factorial(n: usize) -> usize {
    (1..=n).product()
}

/// Pascal's triangle: the number of sets of k cells among n, for every n and for all k that a set of the
/// lower half can have.
fn pascal() -> [[u32; LOW as usize + 1]; MOST_CELLS + 1] {
    let mut choose = [[0; LOW as usize + 1]; MOST_CELLS + 1];
    for n in 0..=MOST_CELLS {
        choose[n][0] = 1;
        for k in 1..=n.min(LOW as usize) {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
        }
    }
    choose
}

/// The look-up tables of a [`Rank`], in arrays of fixed length, which need no bounds checks. The numbers are
/// as narrow as possible, so that several tables stay in the nearest cache together.
#[derive(Clone, Debug)]
struct Lists {
    low: [u32; 1 << LOW],
    high: [u32; 1 << HIGH],
    first: [u16; 1 << FIRST],
    others: [u8; 1 << FIRST],
}

/// The most cells of a board.
const MOST_CELLS: usize = (LOW + HIGH) as usize;

/// The most cells of the lower half of a board, and of the upper half.
const LOW: u32 = 12;
const HIGH: u32 = 13;

/// The most different rankings that a board needs.
const MOST_RANKS: usize = 4;

/// The [`Rank`]s of all patterns of a board, for the search.
#[derive(Clone, Debug)]
pub struct Ranks {
    lists: Box<[Lists; MOST_RANKS]>,
    /// By the numbers of tiles and cells.
    known: Vec<(usize, usize)>,
}

/// The index of a ranking.
#[derive(Clone, Copy, Debug, Default)]
pub struct RankId {
    number: u8,
    /// The number of cells of the lower half.
    half: u8,
}

impl Default for Ranks {
    fn default() -> Ranks {
        let none = Lists {
            low: [0; 1 << LOW],
            high: [0; 1 << HIGH],
            first: [0; 1 << FIRST],
            others: [0; 1 << FIRST],
        };
        let lists = vec![none; MOST_RANKS].into_boxed_slice();
        Ranks { lists: lists.try_into().expect("the vector has MOST_RANKS elements"), known: vec![] }
    }
}

impl Ranks {
    /// The ranking of `tiles` tiles among `cells` cells; it is added if it is new.
    pub fn add(&mut self, tiles: usize, cells: usize) -> RankId {
        let known = self.known.iter().position(|numbers| *numbers == (tiles, cells));
        let number = known.unwrap_or(self.known.len());
        if known.is_none() {
            self.known.push((tiles, cells));
            let rank = Rank::new(tiles, cells);
            let lists = &mut self.lists[number];
            lists.low[..rank.halves[0].len()].copy_from_slice(&rank.halves[0]);
            lists.high[..rank.halves[1].len()].copy_from_slice(&rank.halves[1]);
            // Only fields that hold an order are looked up, and their ranks are less than 8! and 4!.
            lists.first = std::array::from_fn(|fields| rank.parts[0][fields] as u16);
            lists.others = std::array::from_fn(|fields| rank.parts[1][fields] as u8);
        }
        RankId { number: number as u8, half: cells as u8 / 2 }
    }

    /// The rank of a placement.
    #[inline(always)]
    pub fn of(&self, found: RankId, cells: Cells, order: Order) -> u32 {
        let lists = &self.lists[found.number as usize % MOST_RANKS];
        let low = cells & ((1 << (found.half & 31)) - 1) & ((1 << LOW) - 1);
        let high = cells >> (found.half & 31) & ((1 << HIGH) - 1);
        let first = order & ((1 << FIRST) - 1);
        let others = order >> FIRST & ((1 << FIRST) - 1);
        lists.low[low as usize]
            + lists.high[high as usize]
            + u32::from(lists.first[first as usize])
            + u32::from(lists.others[others as usize])
    }

    /// The number of bytes of the look-up tables.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.lists)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_its_own_number() {
        for (tiles, cells) in [(0, 4), (1, 4), (2, 6), (3, 9), (5, 6), (6, 8), (8, 9)] {
            let rank = Rank::new(tiles, cells);
            let mut ranks = Ranks::default();
            ranks.add(3, 7);
            let found = ranks.add(tiles, cells);
            let (sets, orders) = (rank.all_sets(), rank.all_orders());
            assert_eq!(sets.len() * orders.len().max(2), rank.places());
            for (s, &set) in sets.iter().enumerate() {
                for (o, &order) in orders.iter().enumerate() {
                    assert_eq!(rank.of(set, order), s * rank.orders() + o);
                    assert_eq!(ranks.of(found, set, order) as usize, rank.of(set, order));
                }
            }
        }
    }

    #[test]
    fn the_example_above() {
        assert_eq!(Rank::new(3, 9).set(1 << 1 | 1 << 3 | 1 << 8), 60);
        assert_eq!(Rank::new(8, 16).places(), 518_918_400);
        assert_eq!(Rank::new(6, 25).places(), 127_512_000);
    }
}
