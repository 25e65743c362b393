//! Every packing, by classes, on all threads.
//!
//! The search is cut into branches, some hundreds of them whatever the number of threads, and each thread
//! takes the next one when it is done with the last. What they find is put together in the order of the
//! branches, so that neither totals nor order depend on the threads.

use super::ground::Ground;
use super::signal::Signal;
use super::tables::Tables;
use super::tally::{Found, Tally};
use super::walk::{Part, Walk};
use crate::outcome::{Limits, Stop};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// A search is cut into at least so many branches, if it has them.
const BRANCHES: usize = 512;

/// It is cut after so many choices at most.
const DEEPEST: u32 = 16;

/// Between two looks at the clock.
const PERIOD: Duration = Duration::from_millis(50);

/// Room for a deep recursion; only what is used is ever taken.
const STACK: usize = 256 << 20;

/// A running search, as its watcher sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Parts of the search that are done, of how many.
    pub parts: (usize, usize),
    /// Nodes looked at.
    pub expanded: u64,
    /// Classes found.
    pub classes: u64,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Census {
    /// The classes of packings, counted.
    pub tally: Tally,
    /// What stopped it, if something did: then there may be more.
    pub stop: Option<Stop>,
    /// Whether whoever was shown the packings has seen enough: then only what was shown is counted.
    pub enough: bool,
    /// Nodes looked at.
    pub expanded: u64,
    /// The most bytes that packings took while they waited to be shown.
    pub peak_bytes: u64,
}

/// A packing, as it is shown: placements by their place in [`Ground::placements`], ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The placements.
    pub places: Vec<usize>,
    /// How many symmetries of the task turn it into itself.
    pub stabilizer: u32,
}

/// Told how it goes, several times a second; may break it off.
pub type Watcher<'w> = &'w mut dyn FnMut(&Progress) -> ControlFlow<()>;

/// Shown one packing of each class.
pub type Visitor<'v> = &'v mut dyn FnMut(Shown) -> ControlFlow<()>;

/// Find all packings, one of each class, and count them.
///
/// Without `by_class` every packing is a class of its own; that is slower by the number of symmetries, and
/// shares nothing with their treatment.
pub fn census(
    ground: &Ground,
    by_class: bool,
    limits: Limits,
    watch: Watcher,
    visit: Option<Visitor>,
) -> Census {
    match ground.placements.len().div_ceil(64) {
        0 | 1 => run::<1>(ground, by_class, limits, watch, visit),
        2 => run::<2>(ground, by_class, limits, watch, visit),
        3 => run::<3>(ground, by_class, limits, watch, visit),
        4 => run::<4>(ground, by_class, limits, watch, visit),
        5..=8 => run::<8>(ground, by_class, limits, watch, visit),
        9..=16 => run::<16>(ground, by_class, limits, watch, visit),
        _ => run::<64>(ground, by_class, limits, watch, visit),
    }
}

/// What came of one part of the search.
struct Done<const W: usize> {
    number: usize,
    tally: Tally,
    found: Vec<Found<W>>,
}

/// What the threads share.
struct Crew<'t, const W: usize> {
    tables: &'t Tables<W>,
    signal: &'t Signal,
    keep: bool,
    parts: Vec<Mutex<Option<Part<W>>>>,
    next: AtomicUsize,
}

impl<const W: usize> Crew<'_, W> {
    /// Take parts until none are left.
    fn work(&self, done: &Sender<Done<W>>) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.parts.len() || self.signal.is_stopped() {
                return;
            }
            let part = self.parts[number].lock().ok().and_then(|mut part| part.take());
            let (tally, found) = match part.expect("every number is drawn once") {
                Part::Found(found) => {
                    let mut tally = Tally::default();
                    tally.add(found.pieces, found.stabilizer, found.mirrored);
                    if self.keep {
                        self.signal.hold(size_of::<Found<W>>() as u64);
                    }
                    (tally, if self.keep { vec![found] } else { vec![] })
                }
                Part::Branch(branch) => {
                    let mut walk = Walk::new(self.tables, self.signal, self.keep);
                    walk.branch(branch);
                    (walk.tally, walk.found.unwrap_or_default())
                }
            };
            self.signal.count(0, tally.classes());
            if done.send(Done { number, tally, found }).is_err() {
                return;
            }
        }
    }
}

/// Puts the parts together in their order.
struct Collector<'c, 'v, const W: usize> {
    census: Census,
    visit: Option<Visitor<'v>>,
    signal: &'c Signal,
    early: BTreeMap<usize, Done<W>>,
    next: usize,
}

impl<const W: usize> Collector<'_, '_, W> {
    fn take(&mut self, done: Done<W>) {
        self.early.insert(done.number, done);
        while let Some(done) = self.early.remove(&self.next) {
            self.next += 1;
            self.add(done);
        }
    }

    fn add(&mut self, done: Done<W>) {
        self.signal.free((done.found.len() * size_of::<Found<W>>()) as u64);
        let Some(visit) = &mut self.visit else { return self.census.tally.merge(&done.tally) };
        for found in &done.found {
            if self.census.enough {
                return;
            }
            self.census.tally.add(found.pieces, found.stabilizer, found.mirrored);
            let shown = Shown { places: found.chosen.iter().collect(), stabilizer: found.stabilizer };
            if visit(shown).is_break() {
                self.census.enough = true;
                self.signal.stop();
            }
        }
    }

    /// What was found beyond a part that was left undone.
    fn finish(mut self) -> Census {
        std::mem::take(&mut self.early).into_values().for_each(|done| self.add(done));
        self.census
    }
}

fn run<const W: usize>(
    ground: &Ground,
    by_class: bool,
    limits: Limits,
    watch: Watcher,
    visit: Option<Visitor>,
) -> Census {
    let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
    let tables = Tables::<W>::new(ground, by_class);
    let signal = Signal::new(limits.memory);
    let keep = visit.is_some();
    let mut collector =
        Collector { census: Census::default(), visit, signal: &signal, early: BTreeMap::new(), next: 0 };
    let parts = cut(&tables, &signal);
    let total = parts.len();
    let parts = parts.into_iter().map(|part| Mutex::new(Some(part))).collect();
    let crew = Crew { tables: &tables, signal: &signal, keep, parts, next: AtomicUsize::new(0) };
    let mut look = |done: usize| {
        let (expanded, classes) = (signal.expanded(), signal.classes());
        let stop = match () {
            () if signal.is_full() => Some(Stop::Memory),
            () if deadline.is_some_and(|deadline| Instant::now() >= deadline) => Some(Stop::Time),
            () if watch(&Progress { parts: (done, total), expanded, classes }).is_break() => {
                Some(Stop::Caller)
            }
            () => None,
        };
        stop.inspect(|_| signal.stop())
    };
    collector.census.stop = look(0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let mut spawned = 0;
        for _ in 0..limits.threads.clamp(1, total.max(1)) {
            let (crew, sender) = (&crew, sender.clone());
            let thread = thread::Builder::new().stack_size(STACK);
            spawned += usize::from(thread.spawn_scoped(scope, move || crew.work(&sender)).is_ok());
        }
        if spawned == 0 {
            crew.work(&sender);
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(PERIOD) {
                Ok(done) => collector.take(done),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if !signal.is_stopped() {
                collector.census.stop = look(collector.next);
            }
        }
    });
    if collector.census.stop.is_none() && signal.is_full() {
        collector.census.stop = Some(Stop::Memory);
    }
    let mut census = collector.finish();
    (census.expanded, census.peak_bytes) = (signal.expanded(), signal.peak());
    census
}

/// Cut the search into parts, deeper and deeper until there are enough.
fn cut<const W: usize>(tables: &Tables<W>, signal: &Signal) -> Vec<Part<W>> {
    let mut depth = 1;
    loop {
        let parts = Walk::parts(tables, signal, depth);
        let branches = parts.iter().filter(|part| matches!(part, Part::Branch(_))).count();
        if branches == 0 || branches >= BRANCHES || depth == DEEPEST {
            return parts;
        }
        depth += 1;
    }
}
