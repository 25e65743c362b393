//! Parallel search for every packing, by symmetry classes.
//!
//! The search is split into branches, some hundreds of them for any number of threads, and each thread takes
//! the next branch when it is done with the last. Results are combined in the order of the branches, so that
//! neither totals nor order depend on the threads.

use super::backtrack::{Walk, WorkItem};
use super::prepared::PreparedBox;
use super::saved::{ResumeFrom, Saved};
use super::signal::Signal;
use super::tables::PlacementTables;
use super::tally::{FoundPacking, Tally};
use crate::engine::run::supervise::{Results, supervise};
use crate::outcome::{Limits, Stop};
use crate::watch::{Event, Progress, Watch};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use web_time::Instant;

/// A search is split into at least this many branches, if it has them.
const BRANCHES: usize = 512;

/// A resumable search is split into this many: an unfinished branch must be run again.
const MORE_BRANCHES: usize = 1 << 14;

/// The shortest time between two checkpoints.
const SELDOM: Duration = Duration::from_secs(1);

/// A search is split after at most this many choices.
const DEEPEST: u32 = 16;

/// Time between two checks of the clock.
const PERIOD: Duration = Duration::from_millis(50);

/// How long packings that were found are still shown after the time limit; the others are only counted.
const GRACE: Duration = Duration::from_millis(250);

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct PackingCensus {
    /// The counts of the classes of packings.
    pub tally: Tally,
    /// What stopped the search, if anything did: then there may be more packings.
    pub stop: Option<Stop>,
    /// Whether the visitor ended the search: then only the packings shown are counted.
    pub enough: bool,
    /// Nodes expanded.
    pub expanded: u64,
    /// The most bytes that packings took while they waited to be shown.
    pub peak_bytes: u64,
}

/// A packing as it is shown: placements as indices into [`PreparedBox::placements`], ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The placements.
    pub places: Vec<usize>,
    /// The number of symmetries of the spec that turn it into itself.
    pub stabilizer: u32,
}

/// Receives one packing of each class.
pub type ShownVisitor<'v> = &'v mut dyn FnMut(Shown) -> ControlFlow<()>;

/// Find all packings, one of each class, and count them.
///
/// Without `by_class` every packing counts as a class; that is slower by the number of symmetries, and does
/// not use the code that handles them.
pub fn census(
    prepared: &PreparedBox,
    by_class: bool,
    limits: Limits,
    watch: &mut dyn Watch,
    visit: Option<ShownVisitor>,
) -> PackingCensus {
    run(prepared, by_class, limits, watch, visit, None)
}

/// The same from a checkpoint, if there is one: packings shown before it was written are not shown again.
pub fn run(
    prepared: &PreparedBox,
    by_class: bool,
    limits: Limits,
    watch: &mut dyn Watch,
    visit: Option<ShownVisitor>,
    resume: Option<ResumeFrom>,
) -> PackingCensus {
    let order = Order { prepared, by_class, limits, visit, resume };
    match prepared.placements.len().div_ceil(64) {
        0 | 1 => order.run::<1>(watch),
        2 => order.run::<2>(watch),
        3 => order.run::<3>(watch),
        4 => order.run::<4>(watch),
        5..=8 => order.run::<8>(watch),
        9..=16 => order.run::<16>(watch),
        _ => order.run::<64>(watch),
    }
}

/// The result of one work unit, independent of the width of the sets: only the searching threads are compiled
/// once per width.
struct Done {
    number: usize,
    tally: Tally,
    found: Box<dyn Packings>,
    expanded: u64,
    /// Whether the unit is finished.
    whole: bool,
}

/// Packings that wait to be shown.
trait Packings: Send {
    /// The bytes they take.
    fn bytes(&self) -> u64;

    /// Show each, with its number of pieces and whether a reflection turns it into itself, until the visitor
    /// breaks.
    fn show(&self, visit: &mut dyn FnMut(u32, bool, Shown) -> ControlFlow<()>) -> ControlFlow<()>;
}

impl<const W: usize> Packings for Vec<FoundPacking<W>> {
    fn bytes(&self) -> u64 {
        (self.len() * size_of::<FoundPacking<W>>()) as u64
    }

    fn show(&self, visit: &mut dyn FnMut(u32, bool, Shown) -> ControlFlow<()>) -> ControlFlow<()> {
        self.iter().try_for_each(|found| {
            let shown = Shown { places: found.chosen.iter().collect(), stabilizer: found.stabilizer };
            visit(found.pieces, found.mirrored, shown)
        })
    }
}

/// Work of a thread: run units until none are left.
trait Worker: Sync {
    fn work(&self, line: &dyn Results<Done>);
}

/// The work units and what the threads share.
struct WorkUnits<'t, const W: usize> {
    tables: &'t PlacementTables<W>,
    signal: &'t Signal,
    keep: bool,
    parts: Vec<Mutex<Option<WorkItem<W>>>>,
    /// The units that are not done yet, and the next of them.
    todo: Vec<usize>,
    next: AtomicUsize,
}

impl<const W: usize> Worker for WorkUnits<'_, W> {
    fn work(&self, line: &dyn Results<Done>) {
        loop {
            let next = self.todo.get(self.next.fetch_add(1, Ordering::Relaxed));
            let Some(&number) = next.filter(|_| !self.signal.is_stopped()) else { return };
            let part = self.parts[number].lock().ok().and_then(|mut part| part.take());
            let (tally, found, expanded, whole) = match part.expect("every number is drawn once") {
                WorkItem::FoundPacking(found) => {
                    let mut tally = Tally::default();
                    tally.add(found.pieces, found.stabilizer, found.mirrored, 1);
                    if self.keep {
                        self.signal.hold(size_of::<FoundPacking<W>>() as u64);
                    }
                    (tally, if self.keep { vec![found] } else { vec![] }, 0, true)
                }
                WorkItem::Branch(branch) => {
                    let mut walk = Walk::new(self.tables, self.signal, self.keep);
                    walk.branch(branch);
                    (walk.tally, walk.found.unwrap_or_default(), walk.expanded, !walk.stopped)
                }
            };
            self.signal.count(0, tally.classes());
            line.send(Done { number, tally, found: Box::new(found), expanded, whole });
        }
    }
}

/// Combines the results of the units in their order.
struct Collector<'c, 'v> {
    census: PackingCensus,
    visit: Option<ShownVisitor<'v>>,
    signal: &'c Signal,
    early: BTreeMap<usize, Done>,
    /// Units done by an earlier search, and the next unit to show.
    known: Vec<bool>,
    next: usize,
    /// Everything done so far, if it is to be saved.
    saved: Option<Saved>,
    /// The number of units that are done, in this search or an earlier one.
    number: u64,
    /// Reports the number of units done and returns what stops the search, if anything does.
    look: &'c mut dyn FnMut(u64) -> Option<Stop>,
    /// When `look` was last called.
    looked: Instant,
    /// The end of showing, set when the time limit is reached or the caller stops the search.
    over: Option<Instant>,
    /// Whether a packing is not shown for that reason.
    cut: bool,
}

impl Collector<'_, '_> {
    /// Check whether to stop.
    fn look(&mut self) {
        self.looked = Instant::now();
        let stop = (self.look)(self.number);
        if matches!(stop, Some(Stop::Time | Stop::Caller)) {
            self.over.get_or_insert(self.looked + GRACE);
        }
        self.census.stop = self.census.stop.or(stop);
    }

    /// Whether nothing more is to be shown. Checking and printing a packing takes longer than finding it, and
    /// millions of them may wait.
    fn is_over(&mut self) -> bool {
        if self.over.is_none() && self.looked.elapsed() >= PERIOD {
            self.look();
        }
        let over = self.over.is_some_and(|end| Instant::now() >= end);
        self.cut |= over;
        over
    }

    fn take(&mut self, done: Done) {
        self.census.expanded += done.expanded;
        self.number += u64::from(done.whole);
        if self.visit.is_none() {
            return self.add(&done);
        }
        self.early.insert(done.number, done);
        self.pass();
        while let Some(done) = self.early.remove(&self.next) {
            self.next += 1;
            self.pass();
            self.show(&done);
        }
    }

    /// Skip what an earlier search has done.
    fn pass(&mut self) {
        while self.known.get(self.next) == Some(&true) {
            self.next += 1;
        }
    }

    fn add(&mut self, done: &Done) {
        self.census.tally.merge(&done.tally);
        if let Some(saved) = self.saved.as_mut().filter(|_| done.whole) {
            saved.add(done.number, &done.tally, done.expanded);
        }
    }

    fn show(&mut self, done: &Done) {
        self.signal.free(done.found.bytes());
        if self.census.enough {
            return;
        }
        // What is shown must be in a unit that is saved, or the next search would show it again; so nothing
        // is shown after an unfinished unit.
        if self.saved.is_some() && (!done.whole || self.is_over()) {
            self.next = usize::MAX;
            return;
        }
        let _ = done.found.show(&mut |pieces, mirrored, shown| {
            let over = self.saved.is_none() && self.is_over();
            let Some(visit) = self.visit.as_mut().filter(|_| !self.census.enough) else {
                return ControlFlow::Break(());
            };
            self.census.tally.add(pieces, shown.stabilizer, mirrored, 1);
            if over {
                return ControlFlow::Continue(());
            }
            let flow = visit(shown);
            if flow.is_break() {
                self.census.enough = true;
                self.signal.stop();
            }
            flow
        });
        if let Some(saved) = self.saved.as_mut().filter(|_| !self.census.enough) {
            saved.add(done.number, &done.tally, done.expanded);
        }
    }

    /// The results after an unfinished unit, and whether a packing is not shown because the time limit was
    /// reached.
    fn finish(mut self) -> (PackingCensus, bool) {
        let early = std::mem::take(&mut self.early);
        if self.saved.is_none() {
            early.into_values().for_each(|done| self.show(&done));
        }
        (self.census, self.cut)
    }
}

/// The parameters of a search.
struct Order<'o, 'v, 'r> {
    prepared: &'o PreparedBox,
    by_class: bool,
    limits: Limits,
    visit: Option<ShownVisitor<'v>>,
    resume: Option<ResumeFrom<'r>>,
}

impl Order<'_, '_, '_> {
    fn run<const W: usize>(self, watch: &mut dyn Watch) -> PackingCensus {
        let deadline = self.limits.time.and_then(|time| Instant::now().checked_add(time));
        let signal = Signal::new(self.limits.memory);
        let mut look = |parts: (u64, u64), classes_before: u64| {
            let (expanded, states) = (signal.expanded(), classes_before + signal.classes());
            watch.event(Event::Progress(&Progress { parts, expanded, states, ..Progress::default() }));
            let stop = match () {
                () if deadline.is_some_and(|deadline| Instant::now() >= deadline) => Some(Stop::Time),
                () if watch.stop() => Some(Stop::Caller),
                () if signal.is_full() => Some(Stop::Memory),
                () => None,
            };
            stop.inspect(|_| signal.stop())
        };
        let (tables, parts) = match self.prepare::<W>(&signal, &mut || look((0, 0), 0)) {
            Ok(prepared) => prepared,
            Err(stop) => {
                let known = self.resume.as_ref().and_then(|resume| resume.saved);
                let known = known.filter(|saved| saved.at_most == self.prepared.spec.at_most);
                let (tally, before) = known.map_or_else(Default::default, |s| (s.tally.clone(), s.expanded));
                let expanded = before + signal.expanded();
                return PackingCensus { tally, expanded, stop: Some(stop), ..PackingCensus::default() };
            }
        };
        let keep = self.visit.is_some();
        let total = parts.len();
        let saved = self.saved(total);
        let known = saved.as_ref().map_or(vec![], Saved::flags);
        let todo = (0..total).filter(|&part| known.get(part) != Some(&true)).collect();
        let parts = parts.into_iter().map(|part| Mutex::new(Some(part))).collect();
        let units =
            WorkUnits { tables: &tables, signal: &signal, keep, parts, todo, next: AtomicUsize::new(0) };
        let mut look = |done: u64, classes_before: u64| look((done, total as u64), classes_before);
        self.collect(&units, &signal, (total, saved), &mut look)
    }

    /// Run the threads on all units, and combine their results.
    fn collect(
        mut self,
        worker: &dyn Worker,
        signal: &Signal,
        (total, saved): (usize, Option<Saved>),
        look: &mut dyn FnMut(u64, u64) -> Option<Stop>,
    ) -> PackingCensus {
        let classes_before = saved.as_ref().map_or(0, |saved| saved.tally.classes());
        let mut collector = Collector {
            census: PackingCensus { expanded: signal.expanded(), ..PackingCensus::default() },
            visit: self.visit.take(),
            signal,
            early: BTreeMap::new(),
            known: saved.as_ref().map_or(vec![], Saved::flags),
            next: 0,
            number: 0,
            saved,
            look: &mut |done| look(done, classes_before),
            looked: Instant::now(),
            over: None,
            cut: false,
        };
        if let Some(saved) = &collector.saved {
            collector.census.tally = saved.tally.clone();
            collector.census.expanded += saved.expanded;
            collector.number = saved.done.number() as u64;
        }
        collector.look();
        let mut kept = Instant::now();
        let mut tell = |saved: &Option<Saved>| {
            if let (Some(resume), Some(saved)) = (&mut self.resume, saved) {
                (resume.keep)(saved);
            }
        };
        let workers = self.limits.threads.clamp(1, total.max(1));
        supervise(workers, &|_, line| worker.work(line), &mut |done| {
            if let Some(done) = done {
                collector.take(done);
            }
            if !signal.is_stopped() {
                collector.look();
                if kept.elapsed() >= SELDOM {
                    kept = Instant::now();
                    tell(&collector.saved);
                }
            }
        });
        if collector.census.stop.is_none() && signal.is_full() {
            collector.census.stop = Some(Stop::Memory);
        }
        tell(&collector.saved);
        let all_done = collector.number == total as u64;
        let (mut census, cut) = collector.finish();
        if total > 0 && all_done && !cut {
            // The stop came when nothing was left to do.
            census.stop = None;
        }
        PackingCensus { peak_bytes: signal.peak(), ..census }
    }

    /// Build the tables and split the search into units, both on another thread, so that this one can check
    /// the clock; `Err` if the search was stopped before that was done.
    fn prepare<const W: usize>(
        &self,
        signal: &Signal,
        look: &mut dyn FnMut() -> Option<Stop>,
    ) -> Result<(PlacementTables<W>, Vec<WorkItem<W>>), Stop> {
        let (prepared, by_class) = (self.prepared, self.by_class);
        let enough = if self.resume.is_some() { MORE_BRANCHES } else { BRANCHES };
        let build = |_: usize, line: &dyn Results<(PlacementTables<W>, Vec<WorkItem<W>>)>| {
            let tables = PlacementTables::new(prepared, by_class);
            let parts = cut(&tables, signal, enough);
            line.send((tables, parts));
        };
        let (mut stop, mut prepared) = (None, None);
        supervise(1, &build, &mut |done| {
            if done.is_none() && prepared.is_none() {
                stop = stop.or_else(&mut *look);
            }
            prepared = prepared.take().or(done);
        });
        stop.map_or_else(|| Ok(prepared.expect("a worker sends before it ends")), Err)
    }

    /// The checkpoint to resume from: the saved one if it matches, else one with `parts` units of which none
    /// is done.
    fn saved(&self, parts: usize) -> Option<Saved> {
        let at_most = self.prepared.spec.at_most;
        let fits = |saved: &&Saved| saved.parts == parts && saved.at_most == at_most;
        let fresh = || Saved { parts, at_most, ..Saved::default() };
        self.resume.as_ref().map(|resume| resume.saved.filter(fits).cloned().unwrap_or_else(fresh))
    }
}

/// Split the search into units, deeper and deeper until there are enough.
fn cut<const W: usize>(tables: &PlacementTables<W>, signal: &Signal, enough: usize) -> Vec<WorkItem<W>> {
    let mut depth = 1;
    loop {
        let parts = Walk::parts(tables, signal, depth);
        let branches = parts.iter().filter(|part| matches!(part, WorkItem::Branch(_))).count();
        if branches == 0 || branches >= enough || depth == DEEPEST || signal.is_stopped() {
            return parts;
        }
        depth += 1;
    }
}
