//! One round: positions flow from tray to tray, level by level, as in [`unrolled`](crate::tiles::unrolled).

use super::batch::{BATCH, Batch, Node, Way};
use super::tables::Tables;
use crate::grid::{Cell, Dir};
use crate::outcome::Stop;
use crate::search::control::Control;

/// So many positions are gathered before the level below is worked through: one full batch, so that all that is in
/// work stays in the nearest caches. (With 32 times as many the search took half as long again.)
const GATHER: usize = 1 << 8;

/// Positions by the blank's cell, each tray at the front of a list that is never shortened.
pub struct Trays(Vec<(Vec<Node>, usize)>);

impl Trays {
    fn new(cells: usize) -> Trays {
        Trays(vec![(vec![], 0); cells])
    }

    /// Lay a position on a tray.
    pub fn put(&mut self, blank: usize, node: Node) {
        self.room(blank)[0] = node;
        self.0[blank].1 += 1;
    }

    /// The positions of a tray.
    pub fn tray(&self, blank: usize) -> &[Node] {
        let (nodes, filled) = &self.0[blank];
        &nodes[..*filled]
    }

    /// Room for a batch on a tray.
    fn room(&mut self, blank: usize) -> &mut [Node] {
        let (nodes, filled) = &mut self.0[blank];
        if *filled + BATCH > nodes.len() {
            nodes.resize((*filled + BATCH).next_power_of_two(), Node::default());
        }
        &mut nodes[*filled..*filled + BATCH]
    }

    fn filled(&self) -> usize {
        self.0.iter().map(|(_, filled)| filled).sum()
    }

    fn clear(&mut self) {
        self.0.iter_mut().for_each(|(_, filled)| *filled = 0);
    }

    fn bytes(&self) -> u64 {
        self.0.iter().map(|(nodes, _)| (nodes.len() * size_of::<Node>()) as u64).sum()
    }
}

/// The positions that have the same number of sad steps left.
pub struct Level {
    /// Those that a sad step brought here, or the start; kept until all that comes of them is done.
    pub entries: Trays,
    work: Trays,
    bytes: u64,
}

impl Level {
    /// An empty one.
    pub fn new(cells: usize) -> Level {
        Level { entries: Trays::new(cells), work: Trays::new(cells), bytes: 0 }
    }
}

/// Why a round ends before its end.
pub enum Halt {
    /// A solution was found.
    Found,
    /// Somebody said so.
    Stop(Stop),
}

/// Rounds at work.
pub struct Flow<'t, 'w> {
    /// The steps from every cell of the blank.
    pub ways: Vec<Vec<Way<'t>>>,
    batch: Batch,
    unwanted: Vec<Node>,
    /// Where the blank belongs.
    pub home: usize,
    /// The solved position.
    pub goal: u64,
    /// Limits, watcher and cost.
    pub control: Control<'w>,
    /// The length of solutions sought.
    pub threshold: u32,
    bytes: u64,
}

impl<'t, 'w> Flow<'t, 'w> {
    /// Ready for the first round.
    pub fn new(tables: &'t Tables, home: Cell, threshold: u32, control: Control<'w>) -> Self {
        let size = tables.size;
        let ways = |blank: u16| {
            let way = |(d, dir): (usize, &Dir)| {
                let from = size.neighbour(Cell(blank), dir.opposite())?;
                Some(Way::new(tables, d, from.index(), usize::from(blank)))
            };
            Dir::ALL[..4].iter().enumerate().filter_map(way).collect()
        };
        let goal = (0..size.cells()).filter(|&cell| cell != home.index());
        Flow {
            ways: (0..size.cells() as u16).map(ways).collect(),
            batch: Batch::new(),
            unwanted: vec![Node::default(); BATCH],
            home: home.index(),
            goal: goal.fold(0, |all, cell| all | (cell as u64) << (4 * cell)),
            control,
            threshold,
            bytes: 0,
        }
    }

    /// Work through all that the entries of the highest level come to, on it and below.
    pub fn run(&mut self, levels: &mut [Level]) -> Result<(), Halt> {
        let Some((here, below)) = levels.split_last_mut() else { return Ok(()) };
        for blank in 0..self.ways.len() {
            self.spread(blank, here.entries.tray(blank), &mut here.work, below)?;
        }
        while here.work.filled() > 0 {
            for blank in 0..self.ways.len() {
                let (nodes, filled) = std::mem::take(&mut here.work.0[blank]);
                self.spread(blank, &nodes[..filled], &mut here.work, below)?;
                here.work.0[blank] = (nodes, 0);
            }
        }
        self.run(below)?;
        here.entries.clear();
        self.hear(here)
    }

    /// Take all steps from the positions of one tray; no step leads to the same tray.
    fn spread(
        &mut self,
        blank: usize,
        nodes: &[Node],
        work: &mut Trays,
        below: &mut [Level],
    ) -> Result<(), Halt> {
        let most = below.len() as u32;
        for some in nodes.chunks(BATCH) {
            if below.is_empty() && blank == self.home && some.iter().any(|node| node.board == self.goal) {
                return Err(Halt::Found);
            }
            for way in &self.ways[blank] {
                let happy = work.room(way.from);
                let sad = match below.last_mut() {
                    Some(level) => level.entries.room(way.from),
                    None => &mut self.unwanted,
                };
                let taken = self.batch.step(way, most, some, happy, sad);
                work.0[way.from].1 += taken.happy;
                if let Some(level) = below.last_mut() {
                    level.entries.0[way.from].1 += taken.sad;
                }
                self.control.cost.generated += taken.allowed as u64;
            }
            self.control.cost.expanded += some.len() as u64;
            if below.last().is_some_and(|level| level.entries.filled() >= GATHER) {
                self.run(below)?;
            }
        }
        Ok(())
    }

    /// Hear whether to go on, after each time that a level was worked through.
    fn hear(&mut self, level: &mut Level) -> Result<(), Halt> {
        let bytes = level.entries.bytes() + level.work.bytes();
        self.bytes += bytes - std::mem::replace(&mut level.bytes, bytes);
        match self.control.check(self.threshold, 0, self.bytes) {
            Ok(()) if self.bytes <= self.control.memory() => Ok(()),
            Ok(()) => Err(Halt::Stop(Stop::Memory)),
            Err(by) => Err(Halt::Stop(by)),
        }
    }
}
