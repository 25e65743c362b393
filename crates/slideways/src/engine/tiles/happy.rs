//! Positions that happy steps alone solve: their true distance equals the Manhattan distance.
//!
//! A step is *happy* if it brings its tile nearer home ([`plain`](super::plain)). Most positions need sad
//! steps as well; how many do not? Walk backwards from the goal: a happy step taken back takes a tile one
//! cell farther from home. So every predecessor of a position with Manhattan distance *d* has distance *d* +
//! 1, and the walk never returns to an earlier layer:
//!
//! ```text
//!          1 2 3        1 2 3
//! goal     4 5 6   U    4 5 .    6 is one cell from home: layer 1
//!          7 8 .        7 8 6
//!                       1 2 3
//!                  L    4 5 6    8 is: layer 1, and these are all
//!                       7 . 8
//! ```
//!
//! Layers are disjoint, and only the last one is needed. Within a layer a position may be generated twice, by
//! different paths of the same length; sorting detects the duplicates. Words are grouped by the blank's cell:
//! equal words are then in one list, and the cell of the blank is known.
//!
//! Knuth gives 88,728,779 such positions for the 15-puzzle, the farthest of them, 114, at 56 steps; his
//! number does not include the goal itself, which is counted here.
//!
//! ```
//! use slideways::outcome::Limits;
//! use slideways::engine::tiles::happy;
//! use slideways::tiles::{Goal, Size};
//!
//! let goal = Goal::blank_last(Size::new(2, 2).unwrap()).full().unwrap();
//! let census = happy::census(&goal, 1, Limits::default(), &mut ()).expect("it has few cells");
//! assert_eq!(census.table.sizes, [1, 2, 2, 2, 2, 2, 1]); // three tiles in a ring are never sad
//! ```

use super::census::Census;
use crate::engine::parallel::prelude::*;
use crate::engine::search::control::Control;
use crate::grid::{Cell, Dir};
use crate::outcome::{LayerTable, Limits, Stop};
use crate::tiles::board::{Board, Tile};
use crate::watch::Watch;

/// The most cells of a board: a position is packed into a word, four bits per cell.
pub const MOST_CELLS: usize = 16;

/// Positions by the cell of the blank, each list sorted; the four bits of a cell hold the home of the tile
/// there.
type HappyLayer = Vec<Vec<u64>>;

/// A happy step taken back: a tile leaves its cell, and the blank enters that cell.
struct Back {
    /// The cell of the blank before.
    blank: usize,
    /// The homes, one bit each, of the tiles that this step takes farther away.
    farther: u16,
}

/// Count the positions from which happy steps alone lead to the goal, by their distance, and return some of
/// the farthest; `None` if the board has more than [`MOST_CELLS`] cells.
pub fn census(goal: &Board, most: usize, limits: Limits, watch: &mut dyn Watch) -> Option<Census> {
    if goal.size().cells() > MOST_CELLS {
        return None;
    }
    let mut control = Control::new(limits, watch);
    let mut search = HappySearch::new(goal, limits.threads);
    let mut sizes = vec![1];
    let stop = loop {
        match search.advance(sizes.len() as u32, &mut control) {
            Ok(0) => break None,
            Ok(size) => sizes.push(size),
            Err(by) => break Some(by),
        }
    };
    control.cost.states = sizes.iter().sum();
    let last = search.layer.iter().flatten().filter(|_| stop.is_none());
    let farthest = last.take(most).map(|&word| unpacked(word, goal)).collect();
    Some(Census { table: LayerTable { sizes, stop, cost: control.cost }, farthest })
}

struct HappySearch {
    /// The home of the blank, which the blank's cell holds.
    home: u64,
    /// For every cell, the steps back that bring the blank there.
    into: Vec<Vec<Back>>,
    layer: HappyLayer,
    /// The number of lists that are made at the same time.
    threads: usize,
}

impl HappySearch {
    fn new(goal: &Board, threads: usize) -> HappySearch {
        let size = goal.size();
        let cells = || (0..size.cells() as u16).map(Cell);
        let back = |tile: Cell, blank: Cell| {
            let farther = |home: &Cell| size.distance(*home, blank) > size.distance(*home, tile);
            Back { blank: blank.index(), farther: cells().filter(farther).map(|home| 1 << home.0).sum() }
        };
        let around = |tile: Cell| Dir::ALL[..4].iter().filter_map(move |&dir| size.neighbour(tile, dir));
        let into = cells().map(|tile| around(tile).map(|blank| back(tile, blank)).collect()).collect();
        let mut layer: HappyLayer = cells().map(|_| vec![]).collect();
        layer[goal.blank().index()].push(cells().map(|cell| u64::from(cell.0) << (4 * cell.0)).sum());
        HappySearch { home: goal.blank().index() as u64, into, layer, threads }
    }

    /// Make the next layer and return its size; if it is empty, or the search is stopped, the old layer
    /// stays.
    fn advance(&mut self, distance: u32, control: &mut Control) -> Result<u64, Stop> {
        let mut next: HappyLayer = vec![vec![]; self.layer.len()];
        let held = bytes(&self.layer);
        let targets: Vec<usize> = (0..next.len()).collect();
        for group in targets.chunks(self.threads) {
            let counts: Vec<usize> =
                control.install(|| group.par_iter().map(|&target| self.arriving(target).count()).collect());
            let arriving: usize = counts.iter().sum();
            let bytes = held + bytes(&next) + 8 * arriving as u64;
            if bytes > control.memory() {
                return Err(Stop::Memory);
            }
            control.check(distance, control.cost.states, bytes)?;
            let lists: Vec<Vec<u64>> = control.install(|| {
                group.par_iter().zip(counts).map(|(&target, count)| self.list(target, count)).collect()
            });
            group.iter().zip(lists).for_each(|(&target, list)| next[target] = list);
            control.cost.generated += arriving as u64;
        }
        let size = |layer: &HappyLayer| layer.iter().map(|list| list.len() as u64).sum::<u64>();
        control.cost.expanded += size(&self.layer);
        control.cost.states += size(&self.layer);
        if size(&next) > 0 {
            self.layer = next;
            return Ok(size(&self.layer));
        }
        Ok(0)
    }

    /// The positions of the next layer with the blank in a cell, with duplicates.
    fn arriving(&self, target: usize) -> impl Iterator<Item = u64> {
        self.into[target].iter().flat_map(move |back| {
            let both = 1 << (4 * target) | 1 << (4 * back.blank);
            self.layer[back.blank].iter().filter_map(move |&word| {
                let tile = word >> (4 * target) & 15;
                (back.farther >> tile & 1 == 1).then_some(word ^ ((tile ^ self.home) * both))
            })
        })
    }

    /// The same positions without duplicates, sorted.
    fn list(&self, target: usize, count: usize) -> Vec<u64> {
        let mut list = Vec::with_capacity(count);
        list.extend(self.arriving(target));
        list.par_sort_unstable();
        list.dedup();
        list.shrink_to_fit();
        list
    }
}

fn bytes(layer: &HappyLayer) -> u64 {
    layer.iter().map(|list| 8 * list.capacity() as u64).sum()
}

/// The position that a word represents.
fn unpacked(word: u64, goal: &Board) -> Board {
    let tile = |cell: usize| goal.tiles()[(word >> (4 * cell) & 15) as usize];
    let tiles: Vec<Tile> = (0..goal.size().cells()).map(tile).collect();
    Board::new(goal.size(), tiles).expect("a step exchanges two numbers of a position")
}
