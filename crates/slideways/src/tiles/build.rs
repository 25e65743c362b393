//! Build the table of a [pattern](super::pattern): breadth-first search backwards from home.
//!
//! The blank is wherever it is, and where it is matters: it must come to a tile before the tile can move. As
//! long as it exchanges only paper nothing is counted, so all that matters is in which *region* of the paper
//! it is. A state is therefore the places of the tiles and a region; a step moves one tile into the region,
//! and the blank is then in the region of the cell that the tile has left. The table holds the least number
//! of steps over all regions.
//!
//! For one tile in the corner of 2 x 2 the paper is one region of three cells; two tiles that stand across from
//! each other divide it into two.

use super::pattern::Pattern;
use crate::grid::{Cell, Dir};

/// So many states take their steps before any of these is looked up: then the processor waits for all of them
/// together.
const BATCH: usize = 64;

/// The sets of cells that hang together, as bits.
struct Regions {
    /// For every set of free cells and a cell in it, those that it hangs together with.
    table: Vec<u16>,
    /// The neighbours of each cell.
    beside: [u16; 16],
}

impl Regions {
    /// For boards with so many tiles of a pattern on them.
    fn new(pattern: &Pattern) -> Regions {
        let size = pattern.size;
        let mut beside = [0u16; 16];
        for cell in (0..size.cells() as u16).map(Cell) {
            for dir in &Dir::ALL[..4] {
                beside[cell.index()] |= size.neighbour(cell, *dir).map_or(0, |to| 1 << to.0);
            }
        }
        let free = size.cells() - pattern.homes.len();
        let mut table = vec![0; 16 << size.cells()];
        for cells in 0..1u32 << size.cells() {
            if cells.count_ones() as usize == free {
                fill(cells as u16, &beside, &mut table[16 * cells as usize..][..16]);
            }
        }
        Regions { table, beside }
    }

    /// The cells that hang together with one of the free ones.
    fn of(&self, free: u16, cell: usize) -> u16 {
        self.table[16 * usize::from(free) + cell]
    }
}

/// Find the region of every free cell.
fn fill(free: u16, beside: &[u16; 16], regions: &mut [u16]) {
    for cell in bits(free) {
        if regions[cell] == 0 {
            let (mut region, mut edge) = (0u16, 1u16 << cell);
            while edge != 0 {
                region |= edge;
                edge = bits(edge).fold(0, |all, cell| all | beside[cell]) & free & !region;
            }
            bits(region).for_each(|cell| regions[cell] = region);
        }
    }
}

fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}

/// The table of a pattern, two places a byte, the even one lower: half of what the steps needed exceed the
/// tiles' own distances by, at most 15. `stop` is asked now and then; `None` if it says so.
pub fn table(pattern: &Pattern, stop: &dyn Fn() -> bool) -> Option<Vec<u8>> {
    let tiles = pattern.homes.len();
    let regions = Regions::new(pattern);
    let mut table = vec![0u8; pattern.places() / 2];
    // The cells where the blank has been, for every place of the tiles.
    let mut seen = vec![0u16; pattern.places()];
    let home = pattern.homes.iter().enumerate().fold(0, |all, (i, home)| all | home.index() << (4 * i));
    let all_cells = ((1u32 << pattern.size.cells()) - 1) as u16;
    let covered = |places: usize| (0..tiles).fold(0u16, |all, i| all | 1 << (places >> (4 * i) & 15));
    let distances: Vec<[u32; 16]> = pattern.homes.iter().map(|&home| pattern.distances(home)).collect();
    let distance = |places: usize| (0..tiles).map(|i| distances[i][places >> (4 * i) & 15]).sum::<u32>();
    let region = regions.of(all_cells & !covered(home), pattern.blank.index());
    seen[home] = region;
    let mut layer = vec![(home as u32, region)];
    let (mut next, mut steps_taken) = (vec![], vec![]);
    for steps in 1.. {
        for (n, some) in layer.chunks(BATCH).enumerate() {
            if n % 256 == 0 && stop() {
                return None;
            }
            steps_taken.clear();
            for &(places, region) in some {
                let places = places as usize;
                let free = all_cells & !covered(places);
                for i in 0..tiles {
                    let from = places >> (4 * i) & 15;
                    for to in bits(regions.beside[from] & region) {
                        let after = places ^ (from ^ to) << (4 * i);
                        steps_taken.push((after as u32, free ^ 1 << from ^ 1 << to, from as u16));
                    }
                }
            }
            for &(after, free, from) in &steps_taken {
                let (place, from) = (after as usize, usize::from(from));
                if seen[place] >> from & 1 == 1 {
                    continue;
                }
                if seen[place] == 0 {
                    let excess = (steps - distance(place)) / 2;
                    table[place / 2] |= (excess.min(15) as u8) << (4 * (place % 2));
                }
                let region = regions.of(free, from);
                seen[place] |= region;
                next.push((after, region));
            }
        }
        layer.clear();
        std::mem::swap(&mut layer, &mut next);
        if layer.is_empty() {
            return Some(table);
        }
    }
    unreachable!("the space is finite")
}

#[cfg(test)]
mod tests {
    use super::super::board::{Board, Size, Tile};
    use super::super::goal::Goal;
    use super::super::pattern::views;
    use super::*;
    use std::collections::BTreeMap;

    /// The least number of counted steps from every arrangement of the pattern, by the plain rule and Dijkstra's
    /// buckets.
    fn plainly(pattern: &Pattern) -> BTreeMap<usize, u32> {
        let size = pattern.size;
        let goal = Goal::blank_last(size).full().unwrap();
        assert_eq!(goal.blank(), pattern.blank);
        let places =
            |board: &Board| {
                let cells = board.cells();
                pattern.homes.iter().enumerate().fold(0, |all, (i, home)| {
                    all | cells[goal.tiles()[home.index()].index()].index() << (4 * i)
                })
            };
        let in_pattern = |tile: Tile| pattern.homes.iter().any(|home| goal.tiles()[home.index()] == tile);
        let mut distances = BTreeMap::from([(goal.clone(), 0)]);
        let mut buckets = vec![vec![goal.clone()]];
        let mut steps = 0;
        while steps < buckets.len() {
            while let Some(board) = buckets[steps].pop() {
                if distances[&board] < steps {
                    continue;
                }
                for &dir in &Dir::ALL[..4] {
                    let mut to = board.clone();
                    let Some(tile) = to.slide(dir) else { continue };
                    let there = steps + usize::from(in_pattern(tile));
                    if distances.get(&to).is_none_or(|&known| known > there) {
                        distances.insert(to.clone(), there);
                        buckets.resize(buckets.len().max(there + 1), vec![]);
                        buckets[there].push(to);
                    }
                }
            }
            steps += 1;
        }
        let mut least = BTreeMap::new();
        for (board, steps) in distances {
            let known = least.entry(places(&board)).or_insert(steps as u32);
            *known = (*known).min(steps as u32);
        }
        least
    }

    #[test]
    fn a_table_holds_what_the_plain_rule_says() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4)] {
            let size = Size::new(rows, cols).unwrap();
            for view in views(size, Cell(size.cells() as u16 - 1)) {
                for pattern in view.patterns {
                    let table = table(&pattern, &|| false).unwrap();
                    let mut sum = 0;
                    for (places, steps) in plainly(&pattern) {
                        let excess = table[places / 2] >> (4 * (places % 2)) & 15;
                        sum += u32::from(excess);
                        assert_eq!(pattern.distance(places) + 2 * u32::from(excess), steps);
                    }
                    assert!(sum > 0 || pattern.homes.len() < 2 || size.cells() == 4);
                }
            }
        }
    }

    #[test]
    fn a_build_can_be_stopped() {
        let pattern = views(Size::new(4, 4).unwrap(), Cell(15)).remove(0).patterns.remove(0);
        assert_eq!(table(&pattern, &|| true), None);
    }
}
