//! One iteration on all threads.
//!
//! An iteration is divided into [shares](super::share), each a [work unit](crate::engine::run::units): neither the answer nor the
//! cost depends on the number of threads.

use super::flow::{Ended, Listen, MtmFlow, MtmLevel, MtmNode, Yield};
use super::share::{Grain, Share, divide};
use super::tables::MtmTables;
use super::way::{Way, Ways};
use crate::engine::run::units::{Unit, run_units, run_units_here};
use crate::engine::search::control::Control;
use crate::outcome::Stop;

/// Rounds that begin with fewer positions are not worth starting threads for.
const FEW: usize = 1 << 6;

/// What is wanted of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerGoal {
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

/// A unit as the flow of positions hears it.
struct Ear<'u, 's> {
    unit: &'u mut Unit<'s>,
    want: WorkerGoal,
}

impl Listen for Ear<'_, '_> {
    fn hear(&mut self, now: &Yield) -> bool {
        let bytes = now.ways.len() * size_of::<Way>();
        let wanted = self.unit.report(now.expanded, now.generated, bytes as u64);
        wanted && !(self.want == WorkerGoal::One && now.solutions > 0)
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
    pub fn total(&self, came: &Came, want: WorkerGoal) -> Yield {
        let mut total = self.divided.clone();
        for came in came.done.iter().flatten() {
            total.add(came);
            if want == WorkerGoal::One && came.solutions > 0 {
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

    fn take(&mut self, share: usize, Worked { came, whole }: Worked) {
        match whole {
            true => self.done[share] = Some(came),
            false => self.undone.add(&came),
        }
    }
}

/// The result of a share.
struct Worked {
    came: Yield,
    /// Whether nothing is left to be done.
    whole: bool,
}

/// Those who work on a position, and what they know.
pub struct Team<'t> {
    /// The tables.
    pub tables: &'t MtmTables,
    /// How moves are written.
    pub ways: &'t Ways,
    /// The position, and the blank's cell.
    pub start: (usize, MtmNode),
    /// What is wanted.
    pub want: WorkerGoal,
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
        keep: &mut dyn FnMut(&Came, &mut Control),
    ) -> Result<(), Stop> {
        let shares = &round.shares;
        let waiting: Vec<usize> = (0..shares.len()).filter(|&share| came.done[share].is_none()).collect();
        let work = |unit: &mut Unit, levels: &mut Vec<MtmLevel>| {
            Some(self.share(&shares[unit.number], unit, levels))
        };
        if waiting.iter().map(|&share| shares[share].nodes.len()).sum::<usize>() < FEW {
            run_units_here(&waiting, work, |share, worked| came.take(share, worked));
            return control.check(round.threshold, 0, 0);
        }
        run_units((&waiting, self.threads), round.threshold, control, work, |share, worked, control| {
            came.take(share, worked);
            keep(came, control);
        })
    }

    /// Work through one share.
    fn share(&self, share: &Share, unit: &mut Unit, levels: &mut Vec<MtmLevel>) -> Worked {
        let mut flow = MtmFlow::new(self.tables, self.ways, self.want == WorkerGoal::All);
        levels.resize_with(share.left + 1, || MtmLevel::new(self.tables.size.cells()));
        share.nodes.iter().for_each(|&(blank, node)| levels[0].put(blank, &[node]));
        let mut ear = Ear { unit, want: self.want };
        let ended = flow.run(levels, share.axis, &mut ear);
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
