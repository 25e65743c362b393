//! Work units of a long iteration: the first steps are common, the positions that they reach are divided.
//!
//! The iteration begins with some thousands of positions, in an order that depends on the instance alone;
//! every few of them are a [work unit](crate::engine::run::units). Units that end without a solution go into
//! checkpoints.

use super::context::{Context, Origin};
use super::flow::{Flow, Halt, Hear, Spent};
use super::levels::Levels;
use super::recover;
use super::word::Word;
use crate::engine::run::units::{Unit, run_units};
use crate::engine::search::control::Control;
use crate::grid::Dir;
use crate::outcome::Stop;
use crate::watch::Saved;
use std::time::Duration;
use web_time::Instant;

/// The number of positions in a work unit.
pub const UNIT: usize = 4;

/// The least time between two checkpoints.
const SELDOM: Duration = Duration::from_secs(1);

/// The result of a unit, or of a whole iteration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Its cost.
    pub spent: Spent,
    /// The number of solutions found; it is complete only if all are counted.
    pub solutions: u128,
    /// A solution, if one was sought and found.
    pub path: Option<Vec<Dir>>,
}

impl Hear for Unit<'_> {
    fn hear(&mut self, spent: &Spent, bytes: u64) -> Result<(), Stop> {
        if self.report(spent.expanded, spent.generated, bytes) { Ok(()) } else { Err(Stop::Caller) }
    }
}

/// An iteration that is divided into work units.
pub struct DividedIteration<'a, 't, W, const P: usize> {
    /// The context of the search.
    pub context: &'a Context<'t, W, P>,
    /// The positions where the iteration begins.
    pub origins: &'a [Origin<W, P>],
    /// The number of sad steps of a solution.
    pub most: usize,
    /// Whether all solutions are counted.
    pub all: bool,
    /// The length of the solutions sought.
    pub threshold: u32,
}

impl<W: Word, const P: usize> DividedIteration<'_, '_, W, P> {
    /// Run all units that the checkpoint does not record as done.
    pub fn run(&self, saved: Option<&Saved>, threads: usize, control: &mut Control) -> Result<Done, Stop> {
        let mut done: Vec<Option<Done>> = vec![None; self.origins.len().div_ceil(UNIT)];
        if let Some(saved) = saved.filter(|saved| saved.units.len() == done.len()) {
            for (done, unit) in done.iter_mut().zip(&saved.units) {
                let spent = unit.map(|(expanded, generated)| Spent { expanded, generated });
                *done = spent.map(|spent| Done { spent, ..Done::default() });
            }
        }
        let waiting: Vec<usize> = (0..done.len()).filter(|&unit| done[unit].is_none()).collect();
        let before = control.cost;
        let mut kept = Instant::now();
        let work = |unit: &mut Unit, levels: &mut Levels<W, P>| self.unit(unit, levels);
        run_units((&waiting, threads), self.threshold, control, work, |unit, result, control| {
            done[unit] = Some(result);
            if kept.elapsed() >= SELDOM && !self.all {
                kept = Instant::now();
                let (expanded, generated) = (before.expanded, before.generated);
                let (threshold, units) = (self.threshold, fruitless(&done));
                control.checkpoint(&Saved { threshold, expanded, generated, units });
            }
        })?;
        // All units up to the first solution are done, and those after it do not count.
        let mut all = Done::default();
        for done in done.into_iter().map_while(|done| done) {
            all.spent.expanded += done.spent.expanded;
            all.spent.generated += done.spent.generated;
            all.solutions += done.solutions;
            if done.path.is_some() {
                all.path = done.path;
                break;
            }
        }
        Ok(all)
    }

    /// Run one unit; `None` if it was stopped.
    fn unit(&self, unit: &mut Unit, levels: &mut Levels<W, P>) -> Option<Done> {
        let origins = self.origins.chunks(UNIT).nth(unit.number).expect("unit numbers are in range");
        let mut flow = Flow::new(self.context, unit, self.all);
        let ended = flow.iteration(levels, origins, self.most);
        let (spent, solutions) = (flow.spent, flow.solutions);
        let path = match ended {
            Ok(()) => None,
            Err(Halt::Solved(entry)) => {
                unit.win();
                Some(recover::path(self.context, levels, origins, entry))
            }
            Err(Halt::Stop(_)) => return None,
        };
        unit.report(spent.expanded, spent.generated, 0);
        Some(Done { spent, solutions, path })
    }
}

/// The cost of each unit that ended without a solution. A unit with a solution is left out: it must run again
/// if the search is stopped before all earlier ones are done.
fn fruitless(done: &[Option<Done>]) -> Vec<Option<(u64, u64)>> {
    let cost = |done: &Done| (done.spent.expanded, done.spent.generated);
    let fruitless = |done: &&Done| done.path.is_none();
    done.iter().map(|done| done.as_ref().filter(fruitless).map(cost)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_that_has_a_solution_is_not_saved_as_done() {
        let spent = Spent { expanded: 2, generated: 5 };
        let without = Done { spent, ..Done::default() };
        let with = Done { path: Some(vec![Dir::Left]), solutions: 1, ..without.clone() };
        assert_eq!(fruitless(&[Some(without), None, Some(with)]), [Some((2, 5)), None, None]);
    }
}
