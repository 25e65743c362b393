//! One round: positions flow from tray to tray, level by level, as in [`unrolled`](crate::engine::tiles::unrolled).

use super::batch::{Batch, CHUNK, IdaNode};
use super::context::{Context, Origin};
use super::levels::{Level, Levels, Trays};
use super::word::Word;
use crate::outcome::Stop;
use std::collections::VecDeque;
use std::mem;
use std::ops::Range;

/// So many positions are gathered before the level below is worked through: few enough that all that is in
/// work stays in the nearest caches. (With 32 times as many the search took half as long again.)
const GATHER: usize = 256;

/// So many steps are in work before the first of them is finished; what they need from memory comes meanwhile, and does not
/// crowd the nearest cache.
const AHEAD: usize = 128;

/// Steps of one way from some positions of one tray, in work.
struct Lot {
    blank: usize,
    way: usize,
    positions: Range<usize>,
    steps: Range<usize>,
}

/// Why a round ends before its end.
#[derive(Debug)]
pub enum Halt {
    /// A solution was found; it comes from this entry of the lowest level.
    RankId(u16),
    /// Somebody said so.
    Stop(Stop),
}

/// What a round has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Positions whose steps were tried.
    pub expanded: u64,
    /// Steps that the automaton allowed.
    pub generated: u64,
}

/// Somebody who says whether to go on, told what was spent and how many bytes are held.
pub trait Hear {
    /// Whether to go on.
    fn hear(&mut self, spent: &Spent, bytes: u64) -> Result<(), Stop>;
}

/// Rounds at work.
pub struct Flow<'g, 't, W, const P: usize> {
    context: &'g Context<'t, W, P>,
    ear: &'g mut dyn Hear,
    batch: Batch,
    /// The steps that are in work, and how many there are.
    lots: VecDeque<Lot>,
    ahead: usize,
    unwanted: Vec<IdaNode<W, P>>,
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
    pub fn new(context: &'g Context<'t, W, P>, ear: &'g mut dyn Hear, all: bool) -> Self {
        Flow {
            context,
            ear,
            batch: Batch::new(),
            lots: VecDeque::new(),
            ahead: 0,
            unwanted: vec![IdaNode::default(); CHUNK],
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
            levels.push(Level::new(self.context.cells()));
        }
        self.bytes = levels.iter().map(|level| level.bytes).sum();
        for (number, origin) in origins.iter().enumerate() {
            levels[most - origin.sad].begin(number, origin);
        }
        self.run(&mut levels[..=most])
    }

    /// Work through all that the entries of the highest level come to, on it and below.
    fn run(&mut self, levels: &mut [Level<W, P>]) -> Result<(), Halt> {
        let Some((here, below)) = levels.split_last_mut() else { return Ok(()) };
        here.number();
        let [now, next] = &mut here.work;
        self.spread(&here.entries, now, below)?;
        while now.filled() > 0 {
            self.spread(now, next, below)?;
            now.clear();
            mem::swap(now, next);
        }
        self.run(below)?;
        here.entries.clear();
        self.hear(here)
    }

    /// Take all steps from some positions; the happy ones lead to others, the sad ones to the level below.
    fn spread(
        &mut self,
        from: &Trays<IdaNode<W, P>>,
        to: &mut Trays<IdaNode<W, P>>,
        below: &mut [Level<W, P>],
    ) -> Result<(), Halt> {
        let context = self.context;
        for blank in 0..context.cells() {
            let tray = from.tray(blank);
            for begin in (0..tray.len()).step_by(CHUNK) {
                let positions = begin..tray.len().min(begin + CHUNK);
                let some = &tray[positions.clone()];
                if below.is_empty() && blank == context.home {
                    self.look_for_goal(some)?;
                }
                for (way, aimed) in context.ways[blank].iter().enumerate() {
                    let steps = self.batch.aim(aimed, some);
                    self.spent.generated += steps.len() as u64;
                    self.ahead += steps.len();
                    self.lots.push_back(Lot { blank, way, positions: positions.clone(), steps });
                    while self.ahead > AHEAD {
                        self.take(from, to, below);
                    }
                }
                self.spent.expanded += some.len() as u64;
                if below.last().is_some_and(|level| level.entries.filled() >= GATHER) {
                    self.finish(from, to, below)?;
                }
            }
        }
        self.finish(from, to, below)
    }

    /// Whether some positions, their blank at home and no sad step left, are solved.
    fn look_for_goal(&mut self, some: &[IdaNode<W, P>]) -> Result<(), Halt> {
        let mut solved = some.iter().filter(|node| node.board == self.context.goal);
        match solved.next() {
            Some(node) if !self.all => {
                self.solutions += 1;
                Err(Halt::RankId(node.entry))
            }
            first => {
                self.solutions += (first.into_iter().count() + solved.count()) as u128;
                Ok(())
            }
        }
    }

    /// Take the steps that were aimed at first.
    fn take(
        &mut self,
        from: &Trays<IdaNode<W, P>>,
        to: &mut Trays<IdaNode<W, P>>,
        below: &mut [Level<W, P>],
    ) {
        let Some(Lot { blank, way, positions, steps }) = self.lots.pop_front() else { return };
        self.ahead -= steps.len();
        let (way, most) = (&self.context.ways[blank][way], below.len() as u32);
        let happy = to.room(way.from, steps.len());
        let sad = match below.last_mut() {
            Some(level) => level.entries.room(way.from, steps.len()),
            None => &mut self.unwanted,
        };
        let taken = self.batch.take(way, most, &from.tray(blank)[positions], steps, happy, sad);
        to.fill(way.from, taken.happy);
        if let Some(level) = below.last_mut() {
            level.entries.fill(way.from, taken.sad);
        }
    }

    /// Take all steps that were aimed at; then see whether there is enough on the level below.
    fn finish(
        &mut self,
        from: &Trays<IdaNode<W, P>>,
        to: &mut Trays<IdaNode<W, P>>,
        below: &mut [Level<W, P>],
    ) -> Result<(), Halt> {
        while !self.lots.is_empty() {
            self.take(from, to, below);
        }
        match below.last() {
            Some(level) if level.entries.filled() >= GATHER => self.run(below),
            _ => Ok(()),
        }
    }

    /// Hear whether to go on, after each time that a level was worked through.
    fn hear(&mut self, level: &mut Level<W, P>) -> Result<(), Halt> {
        self.bytes += level.growth();
        self.ear.hear(&self.spent, self.bytes).map_err(Halt::Stop)
    }
}
