//! One round on all threads.
//!
//! The first moves of a round are made by one thread. What they come to is divided into *shares*, the same for any
//! number of threads, and whoever is idle takes the next. If one solution is enough, it is that of the first share
//! that has one: then later shares are given up, but not earlier ones. So the answer does not depend on the
//! number of threads, or on which of them was faster.

use super::flow::{Ended, Flow, Level, Listen, Node, Yield};
use super::tables::Tables;
use super::way::{Way, Ways};
use crate::outcome::Stop;
use crate::search::control::Control;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// A round has about so many shares for each axis of the first move, if it has enough positions.
const SHARES: usize = 32;

/// The first moves are made until there are so many positions.
const SPLIT: usize = 1 << 10;

/// Rounds that begin with fewer positions are not worth starting threads for.
const FEW: usize = 1 << 6;

/// What is wanted of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// One solution.
    One,
    /// The number of all.
    Number,
    /// All.
    All,
}

/// Solutions, by the axis of their first move.
pub type Solutions = Vec<(usize, Way)>;

/// Part of a round: positions after some moves, whose next moves go along an axis.
struct Share {
    /// The axis of the very first move.
    first: usize,
    axis: usize,
    left: usize,
    nodes: Vec<(usize, Node)>,
}

/// What came of a round.
pub struct Round {
    /// Counts of all threads.
    pub came: Yield,
    /// The solutions, as far as they were wanted.
    pub solutions: Solutions,
}

/// What the threads have in common.
struct Common {
    next: AtomicUsize,
    /// The first share known to have a solution, if one is wanted.
    first: AtomicUsize,
    stop: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
    kept: AtomicU64,
}

/// One thread's ear.
struct Ear<'c> {
    common: &'c Common,
    share: usize,
    want: Want,
    told: (u64, u64, u64),
}

impl Listen for Ear<'_> {
    fn hear(&mut self, now: &Yield) -> bool {
        let (expanded, generated, kept) = self.told;
        self.told = (now.expanded, now.generated, now.ways.len() as u64);
        self.common.expanded.fetch_add(now.expanded - expanded, Relaxed);
        self.common.generated.fetch_add(now.generated - generated, Relaxed);
        self.common.kept.fetch_add(self.told.2 - kept, Relaxed);
        let enough = self.want == Want::One && now.solutions > 0;
        !(enough || self.common.stop.load(Relaxed) || self.common.first.load(Relaxed) < self.share)
    }
}

/// Those who work on a position, and what they know.
pub struct Team<'t> {
    /// The tables.
    pub tables: &'t Tables,
    /// How moves are written.
    pub ways: &'t Ways,
    /// The position, and the blank's cell.
    pub start: (usize, Node),
    /// What is wanted.
    pub want: Want,
    /// How many they are.
    pub threads: usize,
}

impl Team<'_> {
    /// Seek solutions of `threshold` moves from a position that needs at least one; shorter ones were excluded
    /// before. By axis, `open` says whether the first move may go along it.
    pub fn round(&self, open: [bool; 2], threshold: u32, control: &mut Control) -> Result<Round, Stop> {
        let &Team { tables, ways, start, want, threads } = self;
        let mut total = Yield::default();
        let mut shares = vec![];
        for first in (0..2).filter(|&axis| open[axis]) {
            shares.extend(divide(tables, ways, start, first, threshold, &mut total));
        }
        control.cost.expanded += total.expanded;
        control.cost.generated += total.generated;
        let common = Common {
            next: AtomicUsize::new(0),
            first: AtomicUsize::new(usize::MAX),
            stop: AtomicBool::new(false),
            expanded: AtomicU64::new(0),
            generated: AtomicU64::new(0),
            kept: AtomicU64::new(0),
        };
        let work = |tell: &mut dyn FnMut(usize, Yield)| {
            let mut levels = vec![];
            loop {
                let number = common.next.fetch_add(1, Relaxed);
                let Some(share) = shares.get(number).filter(|_| number < common.first.load(Relaxed)) else {
                    return;
                };
                tell(number, work(tables, ways, share, number, want, &common, &mut levels));
            }
        };
        let mut found: Vec<(usize, Yield)> = vec![];
        let before = (control.cost.expanded, control.cost.generated);
        let mut stopped = Ok(());
        let few = shares.iter().map(|share| share.nodes.len()).sum::<usize>() < FEW;
        if few {
            work(&mut |number, came| found.push((number, came)));
            stopped = control.check(threshold, 0, 0);
        } else {
            thread::scope(|scope| {
                let (tell, told) = channel();
                for _ in 0..threads.min(shares.len()) {
                    let (tell, work) = (tell.clone(), &work);
                    scope.spawn(move || work(&mut |number, came| tell.send((number, came)).unwrap_or(())));
                }
                drop(tell);
                loop {
                    match told.recv_timeout(Duration::from_millis(20)) {
                        Ok(came) => found.push(came),
                        Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) => break,
                    }
                    control.cost.expanded = before.0 + common.expanded.load(Relaxed);
                    control.cost.generated = before.1 + common.generated.load(Relaxed);
                    let bytes = common.kept.load(Relaxed) * size_of::<Way>() as u64;
                    let memory = if bytes > control.memory() { Err(Stop::Memory) } else { Ok(()) };
                    if let (Ok(()), Err(by)) =
                        (stopped, memory.and_then(|()| control.check(threshold, 0, bytes)))
                    {
                        stopped = Err(by);
                        common.stop.store(true, Relaxed);
                    }
                }
            });
        }
        (control.cost.expanded, control.cost.generated) = before;
        found.sort_by_key(|&(number, _)| number);
        let mut solutions = vec![];
        for (number, came) in found {
            control.cost.expanded += came.expanded;
            control.cost.generated += came.generated;
            total.expanded += came.expanded;
            total.generated += came.generated;
            if want != Want::One || solutions.is_empty() {
                total.solutions += came.solutions;
                solutions.extend(came.ways.into_iter().map(|way| (shares[number].first, way)));
            }
        }
        // If one is enough, it counts even if somebody said stop: it is as short as can be.
        match stopped {
            Err(by) if want != Want::One || solutions.is_empty() => Err(by),
            _ => Ok(Round { came: total, solutions }),
        }
    }
}

/// Make the first moves along an axis, and divide what they come to.
fn divide(
    tables: &Tables,
    ways: &Ways,
    (blank, start): (usize, Node),
    first: usize,
    threshold: u32,
    total: &mut Yield,
) -> Vec<Share> {
    let cells = tables.size.cells();
    let mut flow = Flow::new(tables, ways, false);
    let mut level = Level::new(cells);
    level.put(blank, &[start]);
    let (mut axis, mut left) = (first, threshold as usize);
    while left > 1 && (1..SPLIT).contains(&level.filled()) {
        let mut below = Level::new(cells);
        for (blank, node) in level.nodes() {
            flow.spread(blank, &[node], axis, left as u32 - 1, &mut below);
        }
        (level, axis, left) = (below, 1 - axis, left - 1);
    }
    total.expanded += flow.came.expanded;
    total.generated += flow.came.generated;
    let nodes: Vec<(usize, Node)> = level.nodes().collect();
    let share = nodes.len().div_ceil(SHARES).max(1);
    nodes.chunks(share).map(|nodes| Share { first, axis, left, nodes: nodes.to_vec() }).collect()
}

/// Work through one share.
fn work(
    tables: &Tables,
    ways: &Ways,
    share: &Share,
    number: usize,
    want: Want,
    common: &Common,
    levels: &mut Vec<Level>,
) -> Yield {
    let mut flow = Flow::new(tables, ways, want == Want::All);
    levels.resize_with(share.left + 1, || Level::new(tables.size.cells()));
    share.nodes.iter().for_each(|&(blank, node)| levels[0].put(blank, &[node]));
    let mut ear = Ear { common, share: number, want, told: (0, 0, 0) };
    if let Err(Ended) = flow.run(levels, share.axis, &mut ear) {
        levels.clear();
    }
    ear.hear(&flow.came);
    if want == Want::One && flow.came.solutions > 0 {
        common.first.fetch_min(number, Relaxed);
    }
    flow.came
}
