//! One iteration of IDA*: positions flow from tray to tray, level by level.
//!
//! The scheme is that of [`unrolled`](crate::engine::tiles::unrolled).

use super::batch::{Batch, CHUNK, IdaNode};
use super::context::{Context, Origin};
use super::levels::{Level, Levels, Trays};
use super::word::Word;
use crate::outcome::Stop;
use std::collections::VecDeque;
use std::mem;
use std::ops::Range;

/// The number of positions gathered before the level below is processed: few enough that all of them stay in
/// the nearest caches. (With 32 times as many the search took half as long again.)
const GATHER: usize = 256;

/// The number of steps aimed before the first of them is taken. Their table entries are fetched meanwhile,
/// and do not crowd the nearest cache.
const AHEAD: usize = 128;

/// Steps in one direction from some positions of one tray, aimed but not yet taken.
struct Lot {
    blank: usize,
    tile_step: usize,
    positions: Range<usize>,
    steps: Range<usize>,
}

/// Why an iteration ends early.
#[derive(Debug)]
pub enum Halt {
    /// A solution was found; it comes from this entry of the lowest level.
    Solved(u16),
    /// A limit or the caller stopped the search.
    Stop(Stop),
}

/// The cost of an iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Positions whose successors were generated.
    pub expanded: u64,
    /// Steps that the automaton allowed.
    pub generated: u64,
}

/// Receives the cost and the number of bytes held, and decides whether to continue.
pub trait Hear {
    /// An error stops the search.
    fn hear(&mut self, spent: &Spent, bytes: u64) -> Result<(), Stop>;
}

/// The state of a running iteration.
pub struct Flow<'g, 't, W, const P: usize> {
    context: &'g Context<'t, W, P>,
    ear: &'g mut dyn Hear,
    batch: Batch,
    /// The steps that are aimed but not taken, and their number.
    lots: VecDeque<Lot>,
    ahead: usize,
    unwanted: Vec<IdaNode<W, P>>,
    bytes: u64,
    /// Whether to find all solutions, and not only the first.
    all: bool,
    /// The cost so far.
    pub spent: Spent,
    /// The number of solutions found.
    pub solutions: u128,
}

impl<'g, 't, W: Word, const P: usize> Flow<'g, 't, W, P> {
    /// Prepare an iteration.
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

    /// Search everything that `origins` reach by at most `most` sad steps. The levels may be reused; after a
    /// solution they hold the entries that it came through.
    pub fn iteration(
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

    /// Search everything that the entries of the highest level reach, on it and below.
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

    /// Generate all successors of some positions; happy steps lead to `to`, sad steps to the level below.
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
                for (tile_step, aimed) in context.tile_steps[blank].iter().enumerate() {
                    let steps = self.batch.aim(aimed, some);
                    self.spent.generated += steps.len() as u64;
                    self.ahead += steps.len();
                    self.lots.push_back(Lot { blank, tile_step, positions: positions.clone(), steps });
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

    /// Look for a solved position, given that the blank is at home and no sad step is left.
    fn look_for_goal(&mut self, some: &[IdaNode<W, P>]) -> Result<(), Halt> {
        let mut solved = some.iter().filter(|node| node.board == self.context.goal);
        match solved.next() {
            Some(node) if !self.all => {
                self.solutions += 1;
                Err(Halt::Solved(node.entry))
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
        let Some(Lot { blank, tile_step, positions, steps }) = self.lots.pop_front() else { return };
        self.ahead -= steps.len();
        let (tile_step, most) = (&self.context.tile_steps[blank][tile_step], below.len() as u32);
        let happy = to.room(tile_step.from, steps.len());
        let sad = match below.last_mut() {
            Some(level) => level.entries.room(tile_step.from, steps.len()),
            None => &mut self.unwanted,
        };
        let taken = self.batch.take(tile_step, most, &from.tray(blank)[positions], steps, happy, sad);
        to.fill(tile_step.from, taken.happy);
        if let Some(level) = below.last_mut() {
            level.entries.fill(tile_step.from, taken.sad);
        }
    }

    /// Take all steps that were aimed at; then process the level below if it has enough entries.
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

    /// Report the cost after a level is processed, and stop if requested.
    fn hear(&mut self, level: &mut Level<W, P>) -> Result<(), Halt> {
        self.bytes += level.growth();
        self.ear.hear(&self.spent, self.bytes).map_err(Halt::Stop)
    }
}
