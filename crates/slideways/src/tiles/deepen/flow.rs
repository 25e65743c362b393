//! One round: positions flow from tray to tray, level by level, as in [`unrolled`](crate::tiles::unrolled).

use super::batch::{BATCH, Batch, Node};
use super::ground::{Ground, Origin};
use super::word::Word;
use crate::outcome::Stop;

/// So many positions are gathered before the level below is worked through: one full batch, so that all that is in
/// work stays in the nearest caches. (With 32 times as many the search took half as long again.)
const GATHER: usize = 1 << 8;

/// Positions by the blank's cell, each tray at the front of a list that is never shortened.
pub struct Trays<N>(Vec<(Vec<N>, usize)>);

impl<N: Copy + Default> Trays<N> {
    fn new(cells: usize) -> Trays<N> {
        Trays(vec![(vec![], 0); cells])
    }

    /// Lay a position on a tray.
    fn put(&mut self, blank: usize, node: N) {
        self.room(blank, 1)[0] = node;
        self.0[blank].1 += 1;
    }

    /// The positions of a tray.
    pub fn tray(&self, blank: usize) -> &[N] {
        let (nodes, filled) = &self.0[blank];
        &nodes[..*filled]
    }

    /// Room for so many more positions on a tray.
    fn room(&mut self, blank: usize, more: usize) -> &mut [N] {
        let (nodes, filled) = &mut self.0[blank];
        let wanted = *filled + more;
        if wanted > nodes.len() {
            nodes.resize(wanted.next_power_of_two(), N::default());
        }
        &mut nodes[*filled..wanted]
    }

    fn filled(&self) -> usize {
        self.0.iter().map(|(_, filled)| filled).sum()
    }

    fn clear(&mut self) {
        self.0.iter_mut().for_each(|(_, filled)| *filled = 0);
    }

    fn bytes(&self) -> u64 {
        self.0.iter().map(|(nodes, _)| (nodes.len() * size_of::<N>()) as u64).sum()
    }
}

/// The positions that have the same number of sad steps left.
pub struct Level<N> {
    /// Those that a sad step brought here, or that were there at the beginning; kept until all that comes of them is done.
    pub entries: Trays<N>,
    work: Trays<N>,
    bytes: u64,
}

/// Levels by the number of sad steps that are left.
pub type Levels<W, const P: usize> = Vec<Level<Node<W, P>>>;

impl<N: Copy + Default> Level<N> {
    fn new(cells: usize) -> Level<N> {
        Level { entries: Trays::new(cells), work: Trays::new(cells), bytes: 0 }
    }
}

/// Why a round ends before its end.
#[derive(Debug)]
pub enum Halt {
    /// A solution was found.
    Found,
    /// Somebody said so.
    Stop(Stop),
}

/// What a round has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Positions whose steps were tried.
    pub expanded: u64,
    /// Steps that the machine allowed.
    pub generated: u64,
}

/// Somebody who says whether to go on, told what was spent and how many bytes are held.
pub trait Hear {
    /// Whether to go on.
    fn hear(&mut self, spent: &Spent, bytes: u64) -> Result<(), Stop>;
}

/// Rounds at work.
pub struct Flow<'g, 't, W, const P: usize> {
    ground: &'g Ground<'t, W, P>,
    ear: &'g mut dyn Hear,
    batch: Batch,
    unwanted: Vec<Node<W, P>>,
    bytes: u64,
    /// Whether to find all solutions, and not only the first.
    all: bool,
    /// What it has cost.
    pub spent: Spent,
    /// Solutions found.
    pub solutions: u128,
}

impl<'g, 't, W: Word, const P: usize> Flow<'g, 't, W, P> {
    /// Ready to begin.
    pub fn new(ground: &'g Ground<'t, W, P>, ear: &'g mut dyn Hear, all: bool) -> Self {
        Flow {
            ground,
            ear,
            batch: Batch::new(),
            unwanted: vec![Node::default(); BATCH],
            bytes: 0,
            all,
            spent: Spent::default(),
            solutions: 0,
        }
    }

    /// Work through all that some positions come to by at most so many sad steps. The levels may have served before;
    /// if a solution was found, it came through what is on them.
    pub fn round(
        &mut self,
        levels: &mut Levels<W, P>,
        origins: &[Origin<W, P>],
        most: usize,
    ) -> Result<(), Halt> {
        while levels.len() <= most {
            levels.push(Level::new(self.ground.cells()));
        }
        self.bytes = levels.iter().map(|level| level.bytes).sum();
        for origin in origins {
            levels[most - origin.sad].entries.put(origin.blank, origin.node);
        }
        self.run(&mut levels[..=most])
    }

    /// Work through all that the entries of the highest level come to, on it and below.
    fn run(&mut self, levels: &mut [Level<Node<W, P>>]) -> Result<(), Halt> {
        let Some((here, below)) = levels.split_last_mut() else { return Ok(()) };
        for blank in 0..self.ground.cells() {
            self.spread(blank, here.entries.tray(blank), &mut here.work, below)?;
        }
        while here.work.filled() > 0 {
            for blank in 0..self.ground.cells() {
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
        nodes: &[Node<W, P>],
        work: &mut Trays<Node<W, P>>,
        below: &mut [Level<Node<W, P>>],
    ) -> Result<(), Halt> {
        let (ground, most) = (self.ground, below.len() as u32);
        for some in nodes.chunks(BATCH) {
            if below.is_empty() && blank == ground.home {
                let solved = some.iter().filter(|node| node.board == ground.goal).count();
                self.solutions += solved as u128;
                if solved > 0 && !self.all {
                    return Err(Halt::Found);
                }
            }
            for way in &ground.ways[blank] {
                let happy = work.room(way.from, some.len());
                let sad = match below.last_mut() {
                    Some(level) => level.entries.room(way.from, some.len()),
                    None => &mut self.unwanted,
                };
                let taken = self.batch.step(way, ground.machine, most, some, happy, sad);
                work.0[way.from].1 += taken.happy;
                if let Some(level) = below.last_mut() {
                    level.entries.0[way.from].1 += taken.sad;
                }
                self.spent.generated += taken.allowed as u64;
            }
            self.spent.expanded += some.len() as u64;
            if below.last().is_some_and(|level| level.entries.filled() >= GATHER) {
                self.run(below)?;
            }
        }
        Ok(())
    }

    /// Hear whether to go on, after each time that a level was worked through.
    fn hear(&mut self, level: &mut Level<Node<W, P>>) -> Result<(), Halt> {
        let bytes = level.entries.bytes() + level.work.bytes();
        self.bytes += bytes - std::mem::replace(&mut level.bytes, bytes);
        self.ear.hear(&self.spent, self.bytes).map_err(Halt::Stop)
    }
}
