//! One iteration on all threads, divided among workers.
//!
//! An iteration is divided into [work units](super::share), which [run](crate::engine::run::units) on several
//! threads: neither the answer nor the cost depends on the number of threads.

use super::flow::{Ended, Listen, MtmFlow, MtmLevel, MtmNode, Yield};
use super::path::{PackedPath, PathCoder};
use super::tables::MtmTables;
use super::work_unit::{Granularity, WorkUnit, divide};
use crate::engine::run::units::{Unit, run_units, run_units_here};
use crate::engine::search::control::Control;
use crate::outcome::Stop;

/// Iterations that begin with fewer positions run on one thread: starting more would not pay.
const FEW: usize = 1 << 6;

/// What an iteration has to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerGoal {
    /// One solution.
    One,
    /// The number of solutions.
    Number,
    /// All solutions.
    All,
}

/// An iteration that is divided into work units.
pub struct DividedIteration {
    /// The length of the solutions sought.
    pub threshold: u32,
    units: Vec<WorkUnit>,
    /// The cost of dividing it.
    divided: Yield,
}

/// The results of the work units of an iteration.
pub struct UnitResults {
    /// The results of finished units.
    done: Vec<Option<Yield>>,
    /// The cost of units that were begun, but not finished.
    undone: Yield,
}

/// Passes the results of a flow on to its unit.
struct Ear<'u, 's> {
    unit: &'u mut Unit<'s>,
    want: WorkerGoal,
}

impl Listen for Ear<'_, '_> {
    fn hear(&mut self, now: &Yield) -> bool {
        let bytes = now.paths.len() * size_of::<PackedPath>();
        let wanted = self.unit.report(now.expanded, now.generated, bytes as u64);
        wanted && !(self.want == WorkerGoal::One && now.solutions > 0)
    }
}

impl DividedIteration {
    /// The initial results: those of a checkpoint, which holds the cost (expanded, generated) of each unit
    /// that ended without a solution. Empty if the number of units differs.
    pub fn recall(&self, fruitless: &[Option<(u64, u64)>]) -> UnitResults {
        let came = |(expanded, generated)| Yield { expanded, generated, ..Yield::default() };
        let known = fruitless.iter().filter(|_| fruitless.len() == self.units.len());
        let mut done: Vec<Option<Yield>> = known.map(|cost| cost.map(came)).collect();
        done.resize(self.units.len(), None);
        UnitResults { done, undone: Yield::default() }
    }

    /// The sum of the results; if one solution is wanted, up to the first. It does not contain the paths.
    pub fn total(&self, results: &UnitResults, want: WorkerGoal) -> Yield {
        let mut total = self.divided.clone();
        for came in results.done.iter().flatten() {
            total.add(came);
            if want == WorkerGoal::One && came.solutions > 0 {
                total.solutions = 1;
                return total;
            }
        }
        total.add(&results.undone);
        total
    }

    /// The paths of the solutions that were kept, with the axis of their first move.
    pub fn solutions<'r>(
        &'r self,
        results: &'r UnitResults,
    ) -> impl Iterator<Item = (usize, PackedPath)> + 'r {
        let units = self.units.iter().zip(&results.done);
        units
            .flat_map(|(unit, done)| done.iter().flat_map(|came| &came.paths).map(|&path| (unit.first, path)))
    }
}

impl UnitResults {
    /// The cost (expanded, generated) of each unit that ended without a solution.
    pub fn fruitless(&self) -> Vec<Option<(u64, u64)>> {
        let cost = |came: &Yield| (came.solutions == 0).then_some((came.expanded, came.generated));
        self.done.iter().map(|done| done.as_ref().and_then(cost)).collect()
    }

    fn take(&mut self, unit: usize, Worked { came, whole }: Worked) {
        match whole {
            true => self.done[unit] = Some(came),
            false => self.undone.add(&came),
        }
    }
}

/// The result of one work unit.
struct Worked {
    came: Yield,
    /// Whether the unit is finished.
    whole: bool,
}

/// The workers of a search, with the data that they share.
pub struct MtmWorkers<'t> {
    /// The pattern databases.
    pub tables: &'t MtmTables,
    /// The encoding of moves.
    pub paths: &'t PathCoder,
    /// The blank's cell, and the root node.
    pub start: (usize, MtmNode),
    /// What an iteration has to find.
    pub want: WorkerGoal,
    /// The number of threads.
    pub threads: usize,
}

impl MtmWorkers<'_> {
    /// Divide the search for solutions of `threshold` moves from a position that needs at least one; earlier
    /// iterations excluded shorter ones. By axis, `open` says whether the first move may go along it.
    pub fn divide(&self, open: [bool; 2], threshold: u32, granularity: Granularity) -> DividedIteration {
        let &MtmWorkers { tables, paths, start, .. } = self;
        let mut divided = Yield::default();
        let mut units = vec![];
        for first in (0..2).filter(|&axis| open[axis]) {
            units.extend(divide(tables, paths, start, first, threshold, granularity, &mut divided));
        }
        DividedIteration { threshold, units, divided }
    }

    /// Run all unfinished work units; `keep` receives the results each time one is finished.
    pub fn work(
        &self,
        iteration: &DividedIteration,
        results: &mut UnitResults,
        control: &mut Control,
        keep: &mut dyn FnMut(&UnitResults, &mut Control),
    ) -> Result<(), Stop> {
        let units = &iteration.units;
        let waiting: Vec<usize> = (0..units.len()).filter(|&number| results.done[number].is_none()).collect();
        let work =
            |unit: &mut Unit, levels: &mut Vec<MtmLevel>| Some(self.run(&units[unit.number], unit, levels));
        if waiting.iter().map(|&number| units[number].nodes.len()).sum::<usize>() < FEW {
            run_units_here(&waiting, work, |number, worked| results.take(number, worked));
            return control.check(iteration.threshold, 0, 0);
        }
        run_units((&waiting, self.threads), iteration.threshold, control, work, |number, worked, control| {
            results.take(number, worked);
            keep(results, control);
        })
    }

    /// Run one work unit.
    fn run(&self, work: &WorkUnit, unit: &mut Unit, levels: &mut Vec<MtmLevel>) -> Worked {
        let mut flow = MtmFlow::new(self.tables, self.paths, self.want == WorkerGoal::All);
        levels.resize_with(work.left + 1, || MtmLevel::new(self.tables.size.cells()));
        work.nodes.iter().for_each(|&(blank, node)| levels[0].put(blank, &[node]));
        let mut ear = Ear { unit, want: self.want };
        let ended = flow.run(levels, work.axis, &mut ear);
        if let Err(Ended) = ended {
            levels.clear();
        }
        ear.hear(&flow.came);
        let found = self.want == WorkerGoal::One && flow.came.solutions > 0;
        if found {
            unit.win();
        }
        Worked { came: flow.came, whole: found || ended.is_ok() }
    }
}
