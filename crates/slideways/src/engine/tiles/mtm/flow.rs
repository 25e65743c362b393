//! One round's work: positions flow from tray to tray, one level for every move.
//!
//! As in [`unrolled`](crate::engine::tiles::unrolled), positions lie on trays by the blank's cell, and all that lie on one
//! make a move together. A blank that goes three cells along a row goes one first, then two: each move is one
//! step from the one before, so there are as many steps to make as moves. What the tables say is asked for the
//! whole batch, table by table; those that need too many moves by one table are not asked about in the next.
//!
//! A level is worked through when enough has come down to it, so that no more is held than some thousand positions
//! for each move. A position brings the way it came along, so that nothing has to be found again.

use super::build::Entry;
use super::tables::{LOOKS, MtmTables};
use super::way::{Way, Ways};
use crate::grid::Cell;

/// So many positions make a move together.
const BATCH: usize = 256;

/// So many positions are gathered before the level below is worked through.
const GATHER: usize = 1 << 12;

/// A position.
#[derive(Clone, Copy, Debug, Default)]
pub struct MtmNode {
    /// The moves that led here.
    pub way: Way,
    /// The home of the tile in each cell, four bits each; 0 for the blank's.
    pub board: u64,
    /// The cells of the tiles as each view keeps them.
    pub words: [u64; 2],
    /// The distances that the tables tell.
    pub bounds: [u8; LOOKS],
}

/// Positions by the blank's cell.
#[derive(Default)]
pub struct MtmLevel {
    trays: Vec<Vec<MtmNode>>,
    filled: usize,
}

impl MtmLevel {
    /// Empty trays for so many cells.
    pub fn new(cells: usize) -> MtmLevel {
        MtmLevel { trays: vec![vec![]; cells], filled: 0 }
    }

    /// Lay positions on a tray.
    pub fn put(&mut self, blank: usize, nodes: &[MtmNode]) {
        self.trays[blank].extend_from_slice(nodes);
        self.filled += nodes.len();
    }

    /// How many positions there are.
    pub fn filled(&self) -> usize {
        self.filled
    }

    /// All positions, with the cells of their blanks.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, MtmNode)> {
        self.trays.iter().enumerate().flat_map(|(blank, tray)| tray.iter().map(move |&node| (blank, node)))
    }
}

/// What came of some work.
#[derive(Clone, Debug, Default)]
pub struct Yield {
    /// Positions whose moves were tried.
    pub expanded: u64,
    /// Moves tried.
    pub generated: u64,
    /// Solutions found.
    pub solutions: u128,
    /// Their ways, as far as they were wanted.
    pub ways: Vec<Way>,
}

impl Yield {
    /// What came of other work as well, but for its ways.
    pub fn add(&mut self, other: &Yield) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.solutions += other.solutions;
    }
}

/// Somebody who hears of the work after each level, and says whether to go on.
pub trait Listen {
    /// Take note of what came of it so far; `false` ends the work.
    fn hear(&mut self, now: &Yield) -> bool;
}

/// Work on positions.
pub struct MtmFlow<'t> {
    tables: &'t MtmTables,
    ways: &'t Ways,
    /// For every cell and axis, the cells on either side of it, nearest first.
    sides: Vec<[[Vec<usize>; 2]; 2]>,
    goal: u64,
    home: usize,
    /// Whether the ways of solutions are kept.
    keep: bool,
    moved: Vec<MtmNode>,
    asked: Vec<MtmNode>,
    places: Vec<u32>,
    entries: Vec<Entry>,
    /// What came of it.
    pub came: Yield,
}

/// The work was ended before its end.
pub struct Ended;

impl<'t> MtmFlow<'t> {
    /// Nothing done yet.
    pub fn new(tables: &'t MtmTables, ways: &'t Ways, keep: bool) -> MtmFlow<'t> {
        let (size, home) = (tables.size, tables.blank.index());
        let goal = (0..size.cells()).filter(|&cell| cell != home);
        MtmFlow {
            tables,
            ways,
            sides: (0..size.cells())
                .map(|cell| [0, 1].map(|axis| ways.sides(Cell(cell as u16), axis)))
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

    /// Work through all that the positions of the first level come to, if their next moves go along an axis and
    /// each level is one move: the last is that of solutions.
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

    /// Count the solutions among positions that may not move any more.
    fn take(&mut self, level: &mut MtmLevel) {
        let solved = level.trays[self.home].iter().filter(|node| node.board == self.goal);
        let before = self.came.ways.len();
        self.came.ways.extend(solved.map(|node| node.way));
        self.came.solutions += (self.came.ways.len() - before) as u128;
        if !self.keep {
            self.came.ways.truncate(1);
        }
        level.trays.iter_mut().for_each(Vec::clear);
        level.filled = 0;
    }

    /// Make all moves along an axis from positions with the same blank, and lay those on the trays below that may
    /// come home in so many moves more.
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
                let digit = self.ways.digit(blank, to, axis);
                for node in &mut self.asked[..kept] {
                    node.way = self.ways.longer(node.way, axis, digit);
                }
                below.put(to, &self.asked[..kept]);
            }
        }
    }

    /// Let the blank go one step, in all positions that are on the move.
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

    /// Ask the tables about all positions that are on the move; those that may come home in so many moves, the next
    /// of which goes along an axis, are then at the front of the list of those asked about.
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
                // One move changes it by one at most.
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
