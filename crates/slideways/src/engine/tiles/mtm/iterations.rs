//! The iterations of IDA* in the multi-tile metric: each allows one more move, until one finds solutions.

use super::flow::MtmNode;
use super::path::PathCoder;
use super::pose::Pose;
use super::tables::MtmTables;
use super::work_unit::Granularity;
use super::workers::{MtmWorkers, UnitResults, WorkerGoal};
use crate::engine::run::deepening::{Deepening, Iterated, deepen};
use crate::engine::search::control::Control;
use crate::engine::tiles::instance::{Instance, Unsuited};
use crate::engine::tiles::visit::Visit;
use crate::outcome::{Limits, Outcome, Searched, Stop, Total};
use crate::watch::{Iteration, Saved, Watch};
use std::time::Duration;
use web_time::Instant;

/// An iteration that follows one with this many generated moves is long: finely divided, and worth a
/// checkpoint. (The rule ignores the number of threads, or the answer might depend on it.)
const LONG: u64 = 1 << 22;

/// The least time between two checkpoints.
const SELDOM: Duration = Duration::from_secs(1);

/// An instance with its tables.
pub struct MtmSearch<'a> {
    instance: &'a Instance,
    tables: &'a MtmTables,
    pose: Pose,
    want: WorkerGoal,
}

impl<'a> MtmSearch<'a> {
    /// A search with tables for this instance.
    pub fn new(
        instance: &'a Instance,
        tables: &'a MtmTables,
        want: WorkerGoal,
    ) -> Result<MtmSearch<'a>, Unsuited> {
        if !instance.is_full() {
            return Err(Unsuited::OpenGoal);
        }
        let pose = tables.pose(instance).ok_or(Unsuited::OtherTables)?;
        Ok(MtmSearch { instance, tables, pose, want })
    }

    /// Run the iterations, from a checkpoint if there is one.
    pub fn run(
        &self,
        saved: Option<&Saved>,
        limits: Limits,
        watch: &mut dyn Watch,
        visit: &mut Visit,
    ) -> Searched<Total> {
        let MtmSearch { instance, tables, ref pose, want } = *self;
        let paths = PathCoder::new(tables.size);
        let (blank, node) = tables.start(instance, pose);
        let bounds = tables.bounds(blank, &node);
        let bound = bounds[0].min(bounds[1]);
        let mut control = Control::new(Limits { threads: 1, ..limits }, watch);
        if let Err(by) = control.hold(tables.bytes()) {
            return Searched { outcome: Outcome::Stopped { lower: bound, by }, cost: control.cost };
        }
        if instance.bound() == 0 {
            let _ = visit(&[]);
            control.iteration(&Iteration { bound, threshold: 0, expanded: 0, generated: 0, solutions: 1 });
            let outcome = Outcome::Solved(Total { moves: 0, solutions: 1 });
            return Searched { outcome, cost: control.cost };
        }
        let saved = saved.filter(|saved| saved.threshold >= bound);
        if let Some(saved) = saved {
            (control.cost.expanded, control.cost.generated) = (saved.expanded, saved.generated);
        }
        // A start that is its own mirror image has for every solution that begins along a column one that
        // begins along a row, and one of the two is enough.
        let twin = want == WorkerGoal::One && tables.is_symmetric(blank, &node);
        let workers =
            MtmWorkers { tables, paths: &paths, start: (blank, node), want, threads: limits.threads };
        let first = saved.map_or(bound, |saved| saved.threshold);
        let long = saved.is_some();
        deepen(&mut Running { pose, workers, bounds, twin, saved, long, control, visit }, bound, first)
    }
}

struct Running<'s, 'w> {
    pose: &'s Pose,
    workers: MtmWorkers<'s>,
    bounds: [u32; 2],
    twin: bool,
    saved: Option<&'s Saved>,
    /// Whether the iterations are long by now.
    long: bool,
    control: Control<'w>,
    visit: &'s mut Visit<'s>,
}

impl<'w> Deepening<'w> for Running<'_, 'w> {
    fn control(&mut self) -> &mut Control<'w> {
        &mut self.control
    }

    fn iteration(&mut self, threshold: u32) -> Result<Iterated, Stop> {
        let Running { pose, workers, bounds, twin, saved, long, control, visit } = self;
        let open = [bounds[0] <= threshold, bounds[1] <= threshold && !*twin];
        let granularity = if *long { Granularity::FINE } else { Granularity::COARSE };
        let divided = workers.divide(open, threshold, granularity);
        let known = saved.filter(|saved| saved.threshold == threshold);
        let mut results = divided.recall(known.map_or(&[], |saved| &saved.units));
        let before = control.cost;
        let (expanded, generated) = (before.expanded, before.generated);
        let save = |results: &UnitResults, control: &mut Control| {
            control.checkpoint(&Saved { threshold, expanded, generated, units: results.fruitless() });
        };
        let mut kept = Instant::now();
        let mut seldom = |results: &UnitResults, control: &mut Control| {
            if *long && kept.elapsed() >= SELDOM {
                kept = Instant::now();
                save(results, control);
            }
        };
        let worked = workers.work(&divided, &mut results, control, &mut seldom);
        let total = divided.total(&results, workers.want);
        control.cost.expanded = before.expanded + total.expanded;
        control.cost.generated = before.generated + total.generated;
        // If one solution is enough, it counts even after a stop: it is a shortest one.
        if let (Err(by), true) = (worked, workers.want != WorkerGoal::One || total.solutions == 0) {
            if *long {
                save(&results, control);
            }
            return Err(by);
        }
        let (blank, _): (usize, MtmNode) = workers.start;
        for (first, path) in divided.solutions(&results) {
            let steps = pose.steps(&workers.paths.blanks(path, blank, first, threshold as usize));
            if visit(&steps).is_break() {
                break;
            }
        }
        *long |= total.generated >= LONG;
        Ok(Iterated { solutions: total.solutions, next: threshold + 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tiles::mtm;
    use crate::grid::{Cell, Dir};
    use crate::style::Who;
    use crate::tiles::board::Size;
    use crate::tiles::goal::Goal;
    use crate::tiles::random::{Random, position};
    use crate::tiles::{moves, replay};
    use crate::watch::Event;
    use std::ops::ControlFlow;

    /// Tables without heuristic values, so that a small board makes much work.
    fn blind(size: Size) -> MtmTables {
        let last = Cell(size.cells() as u16 - 1);
        let mut tables = MtmTables::build(size, last, &|_| ControlFlow::Continue(())).unwrap();
        tables.looks.clear();
        tables
    }

    /// A watch that stops the search at the last of a given number of polls, and keeps the last checkpoint.
    struct Patient(u32, Option<Saved>);

    impl Watch for Patient {
        fn event(&mut self, event: Event) {
            if let Event::Checkpoint(saved) = event {
                self.1 = Some(saved.clone());
            }
        }

        fn stop(&mut self) -> bool {
            self.0 = self.0.saturating_sub(1);
            self.0 == 0
        }
    }

    /// Resume a search from a checkpoint until its watch stops it; returns the answer and the last
    /// checkpoint.
    fn until(
        instance: &Instance,
        tables: &MtmTables,
        saved: Option<&Saved>,
        threads: usize,
        patience: u32,
    ) -> (Searched<Vec<Dir>>, Option<Saved>) {
        let limits = Limits { threads, ..Limits::default() };
        let mut watch = Patient(patience, None);
        let answer = mtm::resume(instance, tables, saved, limits, &mut watch).unwrap();
        (answer, watch.1)
    }

    /// A checkpoint of a search that reached a threshold after long iterations.
    fn as_if_long(threshold: u32) -> Saved {
        Saved { threshold, expanded: 1000, generated: 3000, units: vec![] }
    }

    /// Random instances and their distances from the goal.
    fn instances(goal: &Goal, seed: u64) -> Vec<(Instance, u32)> {
        let mut random = Random::new(seed);
        let instance = |_| {
            let start = position(goal, &mut random);
            let instance = Instance::new(&start, goal).unwrap();
            let answer = mtm::plain::solve(&instance, Limits::default(), &mut ());
            let Outcome::Solved(path) = answer.outcome else { panic!("nothing stops the search") };
            assert_eq!(replay::solution(&start, &path, goal), Ok(()));
            (instance, moves::length(&path, Who::Set))
        };
        (0..4).map(instance).collect()
    }

    #[test]
    fn the_number_of_threads_changes_neither_answer_nor_cost() {
        let size = Size::new(3, 3).unwrap();
        let tables = blind(size);
        for (instance, _) in instances(&Goal::blank_last(size), 6) {
            let long = as_if_long(10);
            for saved in [None, Some(&long)] {
                let solve = |threads| {
                    let Searched { outcome, cost } = until(&instance, &tables, saved, threads, u32::MAX).0;
                    (outcome, cost.expanded, cost.generated)
                };
                let alone = solve(1);
                assert!(alone.1 > 10_000, "there is work for several threads");
                assert_eq!(solve(2), alone);
                assert_eq!(solve(5), alone);
            }
        }
    }

    #[test]
    fn a_search_resumes_where_another_stopped() {
        let size = Size::new(3, 3).unwrap();
        let (tables, goal) = (blind(size), Goal::blank_last(size));
        let (mut stops, mut fruitless) = (0, 0);
        for (instance, length) in instances(&goal, 9) {
            let begin = as_if_long(length - 1);
            let (whole, _) = until(&instance, &tables, Some(&begin), 1, u32::MAX);
            let Outcome::Solved(path) = &whole.outcome else { panic!("nothing stops the search") };
            assert_eq!(moves::length(path, Who::Set), length);
            let mut saved = begin;
            for _ in 0..6 {
                let text = serde_json::to_string(&saved).unwrap();
                let (answer, kept) =
                    until(&instance, &tables, serde_json::from_str(&text).ok().as_ref(), 2, 40);
                let Outcome::Stopped { lower: bound, by } = answer.outcome else { break };
                assert_eq!(by, Stop::Caller);
                saved = kept.expect("a long search that is stopped leaves a checkpoint");
                assert_eq!(saved.threshold, bound);
                fruitless += saved.units.iter().flatten().count();
                stops += 1;
            }
            let (last, _) = until(&instance, &tables, Some(&saved), 2, u32::MAX);
            assert_eq!(last.outcome, whole.outcome);
            assert_eq!(
                (last.cost.expanded, last.cost.generated),
                (whole.cost.expanded, whole.cost.generated)
            );
            // A checkpoint of another search does no harm.
            let foreign = Saved { units: vec![Some((1, 1)); 7], ..as_if_long(length - 1) };
            assert_eq!(until(&instance, &tables, Some(&foreign), 1, u32::MAX).0.outcome, whole.outcome);
        }
        assert!(stops > 8 && fruitless > 200, "{stops} stops, {fruitless} work units done");
    }
}
