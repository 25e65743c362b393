//! Positions that happy steps alone bring home.
//!
//! A step is *happy* if it brings its tile nearer home ([`plain`](super::plain)). Most positions need sad
//! steps as well; how many do not? Walk backwards from the goal: a happy step taken back takes a tile
//! farther from home by one cell. So from a position at distance *d*, all distances added, one comes to
//! positions at *d* + 1 and to no others, and can never come back:
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
//! Layers are disjoint, and nothing but the last one is ever needed. Within a layer a position may come up
//! twice, by different ways of the same length; sorting finds it. Words are kept by the blank's cell: two
//! equal ones are then in one list, and nobody has to look for the blank.
//!
//! Knuth gives 88,728,779 such positions for the 15-puzzle, the farthest of them, 114, at 56 steps; that is
//! without the goal itself, which counts here.
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

/// A position is kept in a word, four bits a cell.
pub const MOST_CELLS: usize = 16;

/// Positions by the cell of the blank, each list sorted; four bits a cell hold the home of what is there.
type HappyLayer = Vec<Vec<u64>>;

/// A happy step taken back: a tile leaves its cell, to which the blank comes.
struct Back {
    /// Where the blank was.
    blank: usize,
    /// The homes, one bit each, from which this takes a tile farther away.
    farther: u16,
}

/// Count the positions from which happy steps alone lead to the goal, by their number, and give some of the
/// farthest; `None` if the board has more than [`MOST_CELLS`] cells.
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
    /// Where the blank belongs, which is what its cell holds.
    home: u64,
    /// For every cell, the steps back that take the blank there.
    into: Vec<Vec<Back>>,
    layer: HappyLayer,
    /// So many lists are made at the same time.
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

    /// Make the next layer, and tell its size; if it is empty, or something stops it, the old one stays.
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

    /// The positions of the next layer with the blank in a cell, some of them several times.
    fn arriving(&self, target: usize) -> impl Iterator<Item = u64> {
        self.into[target].iter().flat_map(move |back| {
            let both = 1 << (4 * target) | 1 << (4 * back.blank);
            self.layer[back.blank].iter().filter_map(move |&word| {
                let tile = word >> (4 * target) & 15;
                (back.farther >> tile & 1 == 1).then_some(word ^ ((tile ^ self.home) * both))
            })
        })
    }

    /// The same positions, each once.
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

/// The position that a word stands for.
fn unpacked(word: u64, goal: &Board) -> Board {
    let tile = |cell: usize| goal.tiles()[(word >> (4 * cell) & 15) as usize];
    let tiles: Vec<Tile> = (0..goal.size().cells()).map(tile).collect();
    Board::new(goal.size(), tiles).expect("a step exchanges two numbers of a position")
}
