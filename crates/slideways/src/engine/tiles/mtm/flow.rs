//! One iteration in the multi-tile metric: positions flow from tray to tray, one level per move.
//!
//! As in [`unrolled`](crate::engine::tiles::unrolled), positions lie on trays by the blank's cell, and all
//! positions of one tray move together. A blank that goes three cells along a row goes one first, then two:
//! each move is one step from the one before, so there are as many steps to make as moves. The flow looks up
//! the whole batch, table by table; a position that needs too many moves by one table is not looked up in the
//! next.
//!
//! A level is processed when it has enough positions, so that the flow holds no more than some thousand
//! positions per move. A position carries the path that led to it, so that no path has to be recovered.

use super::build::Entry;
use super::path::{PackedPath, PathCoder};
use super::tables::{LOOKS, MtmTables};
use crate::grid::Cell;

/// The number of positions that move together.
const BATCH: usize = 256;

/// The number of positions gathered before the level below is processed.
const GATHER: usize = 1 << 12;

/// A position of the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct MtmNode {
    /// The moves that led here.
    pub path: PackedPath,
    /// The home of the tile in each cell, four bits each; 0 for the blank's cell.
    pub board: u64,
    /// The cells of the tiles in the order of each view.
    pub words: [u64; 2],
    /// The distances from the tables.
    pub bounds: [u8; LOOKS],
}

/// Positions by the blank's cell.
#[derive(Default)]
pub struct MtmLevel {
    trays: Vec<Vec<MtmNode>>,
    filled: usize,
}

impl MtmLevel {
    /// Empty trays for `cells` cells.
    pub fn new(cells: usize) -> MtmLevel {
        MtmLevel { trays: vec![vec![]; cells], filled: 0 }
    }

    /// Put positions on a tray.
    pub fn put(&mut self, blank: usize, nodes: &[MtmNode]) {
        self.trays[blank].extend_from_slice(nodes);
        self.filled += nodes.len();
    }

    /// The number of positions.
    pub fn filled(&self) -> usize {
        self.filled
    }

    /// All positions, with the cells of their blanks.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, MtmNode)> {
        self.trays.iter().enumerate().flat_map(|(blank, tray)| tray.iter().map(move |&node| (blank, node)))
    }
}

/// The results and the cost of some work.
#[derive(Clone, Debug, Default)]
pub struct Yield {
    /// Positions whose successors were generated.
    pub expanded: u64,
    /// Moves generated.
    pub generated: u64,
    /// The number of solutions found.
    pub solutions: u128,
    /// Their paths, as far as they are wanted.
    pub paths: Vec<PackedPath>,
}

impl Yield {
    /// Add the counts of other work; its paths are not added.
    pub fn add(&mut self, other: &Yield) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.solutions += other.solutions;
    }
}

/// Receives the results after each level, and decides whether to continue.
pub trait Listen {
    /// Receive the results so far; `false` stops the search.
    fn hear(&mut self, now: &Yield) -> bool;
}

/// The search below some positions.
pub struct MtmFlow<'t> {
    tables: &'t MtmTables,
    paths: &'t PathCoder,
    /// For every cell and axis, the cells on either side of it, nearest first.
    sides: Vec<[[Vec<usize>; 2]; 2]>,
    goal: u64,
    home: usize,
    /// Whether to keep the paths of all solutions.
    keep: bool,
    moved: Vec<MtmNode>,
    asked: Vec<MtmNode>,
    places: Vec<u32>,
    entries: Vec<Entry>,
    /// The results so far.
    pub came: Yield,
}

/// The search was stopped early.
pub struct Ended;

impl<'t> MtmFlow<'t> {
    /// Prepare a search.
    pub fn new(tables: &'t MtmTables, paths: &'t PathCoder, keep: bool) -> MtmFlow<'t> {
        let (size, home) = (tables.size, tables.blank.index());
        let goal = (0..size.cells()).filter(|&cell| cell != home);
        MtmFlow {
            tables,
            paths,
            sides: (0..size.cells())
                .map(|cell| [0, 1].map(|axis| paths.sides(Cell(cell as u16), axis)))
                .collect(),
            goal: goal.fold(0, |all, cell| all | (cell as u64) << (4 * cell)),
            home,
            keep,
            moved: vec![],
            asked: vec![],
            places: vec![],
            entries: vec![],
            came: Yield::default(),
        }
    }

    /// Search everything that the positions of the first level reach, if their next moves go along an axis
    /// and each level is one move; the last level holds the solutions.
    pub fn run(
        &mut self,
        levels: &mut [MtmLevel],
        axis: usize,
        listen: &mut dyn Listen,
    ) -> Result<(), Ended> {
        let Some((here, below)) = levels.split_first_mut() else { return Ok(()) };
        if below.is_empty() {
            self.take(here);
            return Ok(());
        }
        for blank in 0..here.trays.len() {
            let mut nodes = std::mem::take(&mut here.trays[blank]);
            for some in nodes.chunks(BATCH) {
                self.spread(blank, some, axis, below.len() as u32 - 1, &mut below[0]);
                if below[0].filled >= GATHER {
                    self.run(below, 1 - axis, listen)?;
                }
            }
            nodes.clear();
            here.trays[blank] = nodes;
        }
        here.filled = 0;
        if below[0].filled > 0 {
            self.run(below, 1 - axis, listen)?;
        }
        if listen.hear(&self.came) { Ok(()) } else { Err(Ended) }
    }

    /// Count the solutions among positions that have no moves left.
    fn take(&mut self, level: &mut MtmLevel) {
        let solved = level.trays[self.home].iter().filter(|node| node.board == self.goal);
        let before = self.came.paths.len();
        self.came.paths.extend(solved.map(|node| node.path));
        self.came.solutions += (self.came.paths.len() - before) as u128;
        if !self.keep {
            self.came.paths.truncate(1);
        }
        level.trays.iter_mut().for_each(Vec::clear);
        level.filled = 0;
    }

    /// Make all moves along an axis from positions with the same blank, and put those on the trays below that
    /// may come home in at most `left` more moves.
    pub fn spread(&mut self, blank: usize, nodes: &[MtmNode], axis: usize, left: u32, below: &mut MtmLevel) {
        self.came.expanded += nodes.len() as u64;
        for side in 0..2 {
            self.moved.clear();
            self.moved.extend_from_slice(nodes);
            let mut from = blank;
            for step in 0..self.sides[blank][axis][side].len() {
                let to = self.sides[blank][axis][side][step];
                self.step(from, to);
                from = to;
                self.came.generated += nodes.len() as u64;
                let kept = self.ask(to, 1 - axis, left);
                let digit = self.paths.digit(blank, to, axis);
                for node in &mut self.asked[..kept] {
                    node.path = self.paths.longer(node.path, axis, digit);
                }
                below.put(to, &self.asked[..kept]);
            }
        }
    }

    /// Let the blank go one step, in all positions of `moved`.
    fn step(&mut self, blank: usize, to: usize) {
        let views = &self.tables.views;
        let flips = [0, 1].map(|v| u64::from(views[v].cells[blank] ^ views[v].cells[to]));
        let lanes = [&views[0].lane, &views[1].lane];
        for node in &mut self.moved {
            let tile = node.board >> (4 * to) & 15;
            node.board ^= tile << (4 * to) ^ tile << (4 * blank);
            for v in 0..2 {
                node.words[v] ^= flips[v] << (lanes[v][tile as usize] & 63);
            }
        }
    }

    /// Look up all positions of `moved` in the tables. Those that may come home in at most `left` moves, the
    /// next of which goes along an axis, are then at the front of `asked`; returns their number.
    fn ask(&mut self, blank: usize, axis: usize, left: u32) -> usize {
        self.asked.clear();
        self.asked.extend_from_slice(&self.moved);
        let mut kept = self.asked.len();
        for (l, look) in self.tables.looks.iter().enumerate() {
            // First all places, then all entries: the processor waits for many of them together.
            self.tables.places(look, blank, &self.asked[..kept], &mut self.places);
            self.entries.clear();
            self.entries.extend(self.places.iter().map(|&place| self.tables.entry(place)));
            let axis = axis ^ self.tables.views[look.view].turned;
            let mut next = 0;
            for (i, entry) in self.entries.iter().enumerate() {
                let mut node = self.asked[i];
                let before = node.bounds[l];
                // One move changes the distance by at most one.
                let change = entry.low().wrapping_sub(before).wrapping_add(1) & 3;
                let now = before.wrapping_add(change).wrapping_sub(1);
                node.bounds[l] = now;
                self.asked[next] = node;
                next += usize::from(u32::from(now + entry.detour(axis)) <= left);
            }
            kept = next;
        }
        kept
    }
}
