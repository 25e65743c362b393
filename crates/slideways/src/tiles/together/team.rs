//! One round on all threads.
//!
//! A round is divided into [shares](super::share), and whoever is idle takes the next. If one solution is enough, it is that of
//! the first share that has one: then later shares are given up, but not earlier ones, and the cost is counted up
//! to there. So neither the answer nor the cost depends on the number of threads, or on which of them was faster.

use super::flow::{Ended, Flow, Level, Listen, Node, Yield};
use super::share::{Grain, Share, divide};
use super::tables::Tables;
use super::way::{Way, Ways};
use crate::outcome::Stop;
use crate::search::control::Control;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Rounds that begin with fewer positions are not worth starting threads for.
const FEW: usize = 1 << 6;

/// How often the one who waits looks up.
const PAUSE: Duration = Duration::from_millis(20);

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

/// A round that is divided.
pub struct Round {
    /// The length of solutions sought.
    pub threshold: u32,
    shares: Vec<Share>,
    /// What it cost to divide it.
    divided: Yield,
}

/// What came of the shares of a round.
pub struct Came {
    /// Of those that are done.
    done: Vec<Option<Yield>>,
    /// Of those that were begun, but not finished.
    undone: Yield,
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

impl Round {
    /// Nothing is done yet, or what was done another day, without a solution: what that cost, expanded and generated. Nothing,
    /// if these are not the shares.
    pub fn recall(&self, fruitless: &[Option<(u64, u64)>]) -> Came {
        let came = |(expanded, generated)| Yield { expanded, generated, ..Yield::default() };
        let known = fruitless.iter().filter(|_| fruitless.len() == self.shares.len());
        let mut done: Vec<Option<Yield>> = known.map(|cost| cost.map(came)).collect();
        done.resize(self.shares.len(), None);
        Came { done, undone: Yield::default() }
    }

    /// What came of it all; if one solution is wanted, up to the first. The solutions themselves are left with the shares.
    pub fn total(&self, came: &Came, want: Want) -> Yield {
        let mut total = self.divided.clone();
        for came in came.done.iter().flatten() {
            total.add(came);
            if want == Want::One && came.solutions > 0 {
                total.solutions = 1;
                return total;
            }
        }
        total.add(&came.undone);
        total
    }

    /// The solutions that were kept, by the axis of their first move.
    pub fn solutions<'r>(&'r self, came: &'r Came) -> impl Iterator<Item = (usize, Way)> + 'r {
        let shares = self.shares.iter().zip(&came.done);
        shares
            .flat_map(|(share, done)| done.iter().flat_map(|came| &came.ways).map(|&way| (share.first, way)))
    }
}

impl Came {
    /// What was spent on each share that is done and without a solution: expanded, generated.
    pub fn fruitless(&self) -> Vec<Option<(u64, u64)>> {
        let cost = |came: &Yield| (came.solutions == 0).then_some((came.expanded, came.generated));
        self.done.iter().map(|done| done.as_ref().and_then(cost)).collect()
    }

    fn take(&mut self, Told { share, came, whole }: Told) {
        match whole {
            true => self.done[share] = Some(came),
            false => self.undone.add(&came),
        }
    }
}

/// What a thread tells of a share.
struct Told {
    share: usize,
    came: Yield,
    /// Whether nothing is left to be done.
    whole: bool,
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
    /// Prepare to seek solutions of `threshold` moves from a position that needs at least one; shorter ones were excluded
    /// before. By axis, `open` says whether the first move may go along it.
    pub fn divide(&self, open: [bool; 2], threshold: u32, grain: Grain) -> Round {
        let &Team { tables, ways, start, .. } = self;
        let mut divided = Yield::default();
        let mut shares = vec![];
        for first in (0..2).filter(|&axis| open[axis]) {
            shares.extend(divide(tables, ways, start, first, threshold, grain, &mut divided));
        }
        Round { threshold, shares, divided }
    }

    /// Work on all shares that are not done; `keep` is shown what came of them each time one is.
    pub fn work(
        &self,
        round: &Round,
        came: &mut Came,
        control: &mut Control,
        keep: &mut dyn FnMut(&Came),
    ) -> Result<(), Stop> {
        let common = Common {
            next: AtomicUsize::new(0),
            first: AtomicUsize::new(usize::MAX),
            stop: AtomicBool::new(false),
            expanded: AtomicU64::new(0),
            generated: AtomicU64::new(0),
            kept: AtomicU64::new(0),
        };
        let shares = &round.shares;
        let waiting: Vec<usize> = (0..shares.len()).filter(|&share| came.done[share].is_none()).collect();
        let labour = |tell: &mut dyn FnMut(Told)| {
            let mut levels = vec![];
            while let Some(&share) = waiting.get(common.next.fetch_add(1, Relaxed)) {
                if common.stop.load(Relaxed) || common.first.load(Relaxed) < share {
                    return;
                }
                tell(self.share(share, &shares[share], &common, &mut levels));
            }
        };
        if waiting.iter().map(|&share| shares[share].nodes.len()).sum::<usize>() < FEW {
            labour(&mut |told| came.take(told));
            return control.check(round.threshold, 0, 0);
        }
        let before = control.cost;
        let mut stopped = Ok(());
        thread::scope(|scope| {
            let (tell, told) = channel();
            for _ in 0..self.threads.min(waiting.len()) {
                let (tell, labour) = (tell.clone(), &labour);
                scope.spawn(move || labour(&mut |told| tell.send(told).unwrap_or(())));
            }
            drop(tell);
            loop {
                match told.recv_timeout(PAUSE) {
                    Ok(told) => {
                        came.take(told);
                        keep(came);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                control.cost.expanded = before.expanded + common.expanded.load(Relaxed);
                control.cost.generated = before.generated + common.generated.load(Relaxed);
                let bytes = common.kept.load(Relaxed) * size_of::<Way>() as u64;
                let memory = if bytes > control.memory() { Err(Stop::Memory) } else { Ok(()) };
                if stopped.is_ok() {
                    stopped = memory.and_then(|()| control.check(round.threshold, 0, bytes));
                    common.stop.store(stopped.is_err(), Relaxed);
                }
            }
        });
        stopped
    }

    /// Work through one share.
    fn share(&self, number: usize, share: &Share, common: &Common, levels: &mut Vec<Level>) -> Told {
        let mut flow = Flow::new(self.tables, self.ways, self.want == Want::All);
        levels.resize_with(share.left + 1, || Level::new(self.tables.size.cells()));
        share.nodes.iter().for_each(|&(blank, node)| levels[0].put(blank, &[node]));
        let mut ear = Ear { common, share: number, want: self.want, told: (0, 0, 0) };
        let ended = flow.run(levels, share.axis, &mut ear);
        if let Err(Ended) = ended {
            levels.clear();
        }
        ear.hear(&flow.came);
        let found = self.want == Want::One && flow.came.solutions > 0;
        if found {
            common.first.fetch_min(number, Relaxed);
        }
        Told { share: number, came: flow.came, whole: found || ended.is_ok() }
    }
}
