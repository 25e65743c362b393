//! Build an additive [pattern database](super) by breadth-first search backwards from home.
//!
//! The cell of the blank matters: the blank must come to a tile before the tile can move. As long as it
//! exchanges only paper nothing is counted, so all that matters is the *region* of the paper that contains
//! it. A state is therefore the cells of the tiles, their order, and a region; a step moves one tile into the
//! region, and the blank is then in the region of the cell that the tile has left. The table holds the least
//! number of steps over all regions.
//!
//! The cells and the region make a *block*: one bit per order of the tiles. A step along a row leads from a
//! block to another one and leaves the order as it is when the board is read row by row. So all steps from
//! one block to the other are taken at once, 64 orders per instruction:
//!
//! ```text
//! . b .        . b .
//! a . .   R    . a .      read by rows, b a before and after: true for every order of any two tiles
//! . . .        . . .
//! ```
//!
//! A step along a column changes that order, but it keeps the order in which the board is read column by
//! column. So a block is stored twice, by rows and by columns, and only new bits are translated, each bit
//! once. The rest is one pass through memory from one end to the other per layer. (Eight tiles of the
//! 15-puzzle: 519 million places in 35,347 blocks of 40,320 bits.)

use super::rank::{Cells, Order, Rank};
use super::{Cell, Pattern, Size};
use crate::engine::parallel::Shared;
use crate::engine::parallel::prelude::*;
use crate::grid::Dir;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The connected component of a cell among the free cells.
pub fn region(size: Size, free: Cells, cell: Cell) -> Cells {
    let (mut region, mut edge) = (0, 1 << cell.0 & free);
    while edge != 0 {
        region |= edge;
        let beside = bits(edge).flat_map(|cell| {
            Dir::ALL[..4].iter().filter_map(move |&dir| size.neighbour(Cell(cell as u16), dir))
        });
        edge = beside.fold(0, |all, cell| all | 1 << cell.0) & free & !region;
    }
    region
}

fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}

/// The blocks of a pattern and the steps between them.
struct Blocks {
    /// The sets of cells, by rank.
    sets: Vec<Cells>,
    /// The first block of each set, and the number of all blocks.
    begins: Vec<u32>,
    /// For each block the blocks from which a step along a row leads to it, and along a column; each list
    /// ends where the next begins.
    before: [Vec<u32>; 2],
    ends: [Vec<u32>; 2],
}

impl Blocks {
    fn new(size: Size, rank: &Rank) -> Blocks {
        let sets = rank.all_sets();
        let all = (1u32 << size.cells()) - 1;
        let regions = |&set: &Cells| {
            let mut regions: Vec<Cells> = vec![];
            for cell in bits(all & !set) {
                if regions.iter().all(|region| region >> cell & 1 == 0) {
                    regions.push(region(size, all & !set, Cell(cell as u16)));
                }
            }
            regions
        };
        let regions: Vec<Vec<Cells>> = sets.par_iter().map(regions).collect();
        let mut begins = vec![0];
        for regions in &regions {
            begins.push(begins[begins.len() - 1] + regions.len() as u32);
        }
        let mut blocks = Blocks { sets, begins, before: [vec![], vec![]], ends: [vec![], vec![]] };
        for set in 0..blocks.sets.len() {
            for region in &regions[set] {
                for axis in 0..2 {
                    for blank in bits(*region) {
                        for dir in &Dir::ALL[2 * axis..2 * axis + 2] {
                            // The tile that is now here came from the cell of the blank.
                            let Some(here) = size.neighbour(Cell(blank as u16), *dir) else { continue };
                            if blocks.sets[set] >> here.0 & 1 == 1 {
                                let before = rank.set(blocks.sets[set] ^ 1 << here.0 ^ 1 << blank);
                                let of = regions[before].iter().position(|region| region >> here.0 & 1 == 1);
                                let of = of.expect("the blank was there");
                                blocks.before[axis].push(blocks.begins[before] + of as u32);
                            }
                        }
                    }
                    blocks.ends[axis].push(blocks.before[axis].len() as u32);
                }
            }
        }
        blocks
    }

    fn number(&self) -> usize {
        self.begins[self.sets.len()] as usize
    }

    fn before(&self, axis: usize, block: usize) -> &[u32] {
        let begin = if block == 0 { 0 } else { self.ends[axis][block - 1] };
        &self.before[axis][begin as usize..self.ends[axis][block] as usize]
    }
}

/// A set of orders of each block, by rows and by columns.
type Bits = [Vec<u64>; 2];

/// The parts of all buffers that belong to one set of cells; the worker of that set writes them.
struct SetSlice<'a> {
    set: usize,
    /// The orders known before this layer, of all blocks of the set.
    seen: [&'a mut [u64]; 2],
    /// Those of this layer.
    next: [&'a mut [u64]; 2],
    /// Whether a block has any new orders.
    busy: &'a mut [bool],
    /// The set's part of the table.
    table: &'a mut [u8],
}

/// The read-only data of a build.
struct BuildPlan<'p> {
    pattern: &'p Pattern,
    blocks: Blocks,
    rank: Rank,
    orders: Vec<Order>,
    /// The number of words of a block.
    words: usize,
    /// The number of places known so far.
    known: AtomicU64,
}

/// A callback that receives the fraction done, from 0 to 1, and may stop the build.
pub type Hear<'h> = dyn Fn(f64) -> ControlFlow<()> + Shared + 'h;

/// The translation of orders from rows to columns for one set of cells, and the distances of the tiles from
/// home.
struct Reading {
    /// For each field of the new order, its shift in the old one; for both directions.
    shifts: [[u32; 8]; 2],
    distances: [[u8; 8]; 8],
}

impl BuildPlan<'_> {
    fn reading(&self, set: Cells) -> Reading {
        let size = self.pattern.size;
        let cells: Vec<usize> = bits(set).collect();
        let mut by_columns: Vec<usize> = (0..cells.len()).collect();
        by_columns.sort_by_key(|&at| (cells[at] % size.cols(), cells[at]));
        let mut reading = Reading { shifts: [[0; 8]; 2], distances: [[0; 8]; 8] };
        for (m, &at) in by_columns.iter().enumerate() {
            reading.shifts[0][m] = 3 * at as u32;
            reading.shifts[1][at] = 3 * m as u32;
        }
        for (at, &cell) in cells.iter().enumerate() {
            for (tile, &home) in self.pattern.homes.iter().enumerate() {
                reading.distances[at][tile] = size.distance(home, Cell(cell as u16)) as u8;
            }
        }
        reading
    }

    /// The rank of an order when it is read the other way.
    fn translate(&self, number: usize, shifts: &[u32; 8]) -> usize {
        let order = self.orders[number];
        let tiles = self.pattern.homes.len();
        let field = |at: usize| (order >> shifts[at] & 7) << (3 * at);
        self.rank.order((0..tiles).fold(0, |all, at| all | field(at)))
    }

    /// The Manhattan distance of the pattern's tiles.
    fn distance(&self, number: usize, reading: &Reading) -> u32 {
        let order = self.orders[number];
        let tiles = self.pattern.homes.len();
        (0..tiles).map(|at| u32::from(reading.distances[at][(order >> (3 * at) & 7) as usize])).sum()
    }

    /// Find the new orders in the blocks of one set, `steps` steps from home.
    fn work(&self, steps: u32, slice: &mut SetSlice, busy: &[bool], layer: &Bits) {
        let words = self.words;
        let begin = self.blocks.begins[slice.set] as usize;
        let mut reading = None;
        for of in 0..slice.busy.len() {
            let range = of * words..(of + 1) * words;
            let mut any = 0;
            for (axis, layer) in layer.iter().enumerate() {
                let next = &mut slice.next[axis][range.clone()];
                next.fill(0);
                for &before in self.blocks.before(axis, begin + of) {
                    if busy[before as usize] {
                        let from = &layer[before as usize * words..][..words];
                        next.iter_mut().zip(from).for_each(|(next, from)| *next |= from);
                    }
                }
                let seen = &slice.seen[axis][range.clone()];
                for (next, seen) in next.iter_mut().zip(seen) {
                    *next &= !seen;
                    any |= *next;
                }
            }
            slice.busy[of] = any != 0;
            if any == 0 {
                continue;
            }
            let reading = reading.get_or_insert_with(|| self.reading(self.blocks.sets[slice.set]));
            let [rows, columns] = &mut slice.next;
            let (rows, columns) = (&mut rows[range.clone()], &mut columns[range.clone()]);
            // Orders known by rows are also written by columns, and the other way round.
            for (w, &word) in rows.iter().enumerate() {
                each(w, word, |number| put(columns, self.translate(number, &reading.shifts[0])));
            }
            for (w, &word) in columns.iter().enumerate() {
                each(w, word, |number| put(rows, self.translate(number, &reading.shifts[1])));
            }
            let mut found = 0;
            for (w, &word) in rows.iter().enumerate() {
                let known = slice.seen[0].chunks(words).fold(0, |all, block| all | block[w]);
                found += u64::from((word & !known).count_ones());
                each(w, word & !known, |number| {
                    let excess = (steps - self.distance(number, reading)) / 2;
                    slice.table[number / 2] |= (excess.min(15) as u8) << (4 * (number % 2));
                });
            }
            self.known.fetch_add(found, Relaxed);
            for (seen, next) in slice.seen.iter_mut().zip([rows, columns]) {
                seen[range.clone()].iter_mut().zip(next).for_each(|(seen, next)| *seen |= *next);
            }
        }
    }
}

/// Call `tell` with the number, among all bits, of each set bit of a word.
#[inline]
fn each(at: usize, mut word: u64, mut tell: impl FnMut(usize)) {
    while word != 0 {
        tell(64 * at + word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

#[inline]
fn put(bits: &mut [u64], number: usize) {
    bits[number / 64] |= 1 << (number % 64);
}

/// The bytes of a pattern's table, and the approximate bytes needed in all to build it.
pub fn bytes(pattern: &Pattern) -> (usize, usize) {
    let rank = Rank::new(pattern.homes.len(), pattern.size.cells());
    let table = rank.places() / 2;
    // Six bits per state. Eight tiles leave 2.75 regions on 4 x 4, on average, and 3.14 on 2 x 8; fewer tiles
    // leave fewer.
    (table, table + rank.places() * 6 / 8 * 13 / 4)
}

/// The table of a pattern, two places per byte, the even one in the low half. A place holds the excess: half
/// of the difference between the steps needed and the tiles' own Manhattan distance, at most 15. [`Rank`]
/// numbers the places. Runs on all threads of the current pool; `None` if `hear` breaks.
pub fn table(pattern: &Pattern, hear: &Hear) -> Option<Vec<u8>> {
    let size = pattern.size;
    let rank = Rank::new(pattern.homes.len(), size.cells());
    let orders = rank.all_orders();
    let words = orders.len().div_ceil(64);
    let blocks = Blocks::new(size, &rank);
    let plan = BuildPlan { pattern, blocks, words, rank, orders, known: AtomicU64::new(1) };
    let places = (plan.blocks.sets.len() * plan.orders.len()) as f64;
    let number = plan.blocks.number();
    let mut table = vec![0; plan.rank.places() / 2];
    let zeros = || [vec![0; number * words], vec![0; number * words]];
    let (mut seen, mut layer, mut next): (Bits, Bits, Bits) = (zeros(), zeros(), zeros());
    let (mut busy, mut next_busy) = (vec![false; number], vec![false; number]);

    let home = pattern.homes.iter().fold(0, |all, home| all | 1 << home.0);
    let block = home_block(&plan, home);
    let in_order = (0..pattern.homes.len()).fold(0, |all, at| all | (at as Order) << (3 * at));
    let by_columns = plan.translate(plan.rank.order(in_order), &plan.reading(home).shifts[0]);
    for (axis, order) in [plan.rank.order(in_order), by_columns].into_iter().enumerate() {
        put(&mut seen[axis][block * words..][..words], order);
        put(&mut layer[axis][block * words..][..words], order);
    }
    busy[block] = true;
    for steps in 1.. {
        let slices = set_slices(&plan, &mut seen, &mut next, &mut next_busy, &mut table);
        let work = |mut slice: SetSlice| {
            plan.work(steps, &mut slice, &busy, &layer);
            let tell = || hear(plan.known.load(Relaxed) as f64 / places);
            if slice.set.is_multiple_of(64) && tell().is_break() { None } else { Some(()) }
        };
        slices.into_par_iter().with_min_len(16).map(work).collect::<Option<()>>()?;
        std::mem::swap(&mut layer, &mut next);
        std::mem::swap(&mut busy, &mut next_busy);
        if !busy.contains(&true) {
            return Some(table);
        }
    }
    unreachable!("the space is finite")
}

/// The block in which everything is at home.
fn home_block(plan: &BuildPlan, home: Cells) -> usize {
    let set = plan.rank.set(home);
    let size = plan.pattern.size;
    let free = ((1u32 << size.cells()) - 1) & !home;
    // Blocks of a set come in the order of their first cells.
    let first = |cell: &usize| region(size, free, Cell(*cell as u16)).trailing_zeros() as usize == *cell;
    let before = bits(free & ((1 << plan.pattern.blank.0) - 1)).filter(first).count();
    plan.blocks.begins[set] as usize + before
}

/// Split the buffers into the parts of the sets.
fn set_slices<'a>(
    plan: &BuildPlan,
    seen: &'a mut Bits,
    next: &'a mut Bits,
    busy: &'a mut [bool],
    table: &'a mut [u8],
) -> Vec<SetSlice<'a>> {
    let [rows, columns] = seen;
    let mut seen = [&mut rows[..], &mut columns[..]];
    let [rows, columns] = next;
    let mut next = [&mut rows[..], &mut columns[..]];
    let mut busy = busy;
    let tables = table.chunks_mut(plan.rank.orders() / 2);
    let slice = |(set, table)| {
        let blocks = (plan.blocks.begins[set + 1] - plan.blocks.begins[set]) as usize;
        let take = |from: &mut &'a mut [u64]| {
            from.split_off_mut(..blocks * plan.words).expect("every block has its words")
        };
        SetSlice {
            set,
            seen: [take(&mut seen[0]), take(&mut seen[1])],
            next: [take(&mut next[0]), take(&mut next[1])],
            busy: busy.split_off_mut(..blocks).expect("every block has a flag"),
            table,
        }
    };
    tables.enumerate().map(slice).collect()
}

#[cfg(test)]
mod tests;
