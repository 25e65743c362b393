//! Round after round, each with one move more, until one finds solutions.

use super::share::Grain;
use super::tables::Tables;
use super::team::{Came, Team, Want};
use super::way::Ways;
use crate::outcome::{Answer, Limits, Outcome, Total, Watch};
use crate::search::control::Control;
use crate::tiles::deepen::Saved;
use crate::tiles::round::{Round, Visit};
use crate::tiles::task::Task;
use std::time::{Duration, Instant};

/// If a round has tried so many moves, the next one is long: finely divided, and worth writing down. (The number of threads is
/// not asked, or the answer might depend on it.)
const LONG: u64 = 1 << 22;

/// What is done is written down no more often than this.
const SELDOM: Duration = Duration::from_secs(1);

/// What was written down another day, and somebody who writes down what is done today.
pub struct Memory<'m> {
    /// What was written down.
    pub saved: Option<&'m Saved>,
    /// Who writes down.
    pub keep: &'m mut dyn FnMut(&Saved),
}

/// Round after round.
#[allow(clippy::too_many_arguments, reason = "all searches are told the same")]
pub fn search(
    task: &Task,
    tables: &Tables,
    limits: Limits,
    watch: &mut dyn Watch,
    rounds: &mut dyn FnMut(Round),
    want: Want,
    memory: Option<Memory>,
    visit: &mut Visit,
) -> Option<Answer<Total>> {
    let pose = tables.pose(task).filter(|_| task.is_full())?;
    let ways = Ways::new(tables.size);
    let (blank, node) = tables.start(task, &pose);
    let bounds = tables.bounds(blank, &node);
    let bound = bounds[0].min(bounds[1]);
    let mut control = Control::new(Limits { threads: 1, ..limits }, watch);
    if let Err(by) = control.hold(tables.bytes()) {
        return Some(Answer { outcome: Outcome::Stopped { bound, by }, cost: control.cost });
    }
    if task.bound() == 0 {
        let _ = visit(&[]);
        rounds(Round { bound, threshold: 0, expanded: 0, generated: 0, solutions: 1 });
        return Some(Answer {
            outcome: Outcome::Solved(Total { moves: 0, solutions: 1 }),
            cost: control.cost,
        });
    }
    let team = Team { tables, ways: &ways, start: (blank, node), want, threads: limits.threads };
    // A start that is its own mirror image has for every solution that begins along a column one that begins along
    // a row, and one of the two is enough.
    let twin = want == Want::One && tables.is_symmetric(blank, &node);
    let mut long = false;
    let mut threshold = bound;
    let (saved, mut keep) = memory.map_or((None, None), |memory| (memory.saved, Some(memory.keep)));
    let saved = saved.filter(|saved| saved.threshold >= bound);
    if let Some(saved) = saved {
        (threshold, long) = (saved.threshold, true);
        (control.cost.expanded, control.cost.generated) = (saved.expanded, saved.generated);
    }
    let outcome = loop {
        let open = [bounds[0] <= threshold, bounds[1] <= threshold && !twin];
        let round = team.divide(open, threshold, if long { Grain::FINE } else { Grain::COARSE });
        let known = saved.filter(|saved| saved.threshold == threshold);
        let mut came = round.recall(known.map_or(&[], |saved| &saved.units));
        let before = control.cost;
        let mut keep = |came: &Came| {
            if let Some(keep) = keep.as_mut().filter(|_| long) {
                let (expanded, generated) = (before.expanded, before.generated);
                keep(&Saved { threshold, expanded, generated, units: came.fruitless() });
            }
        };
        let mut kept = Instant::now();
        let mut seldom = |came: &Came| {
            if kept.elapsed() >= SELDOM {
                kept = Instant::now();
                keep(came);
            }
        };
        let worked = team.work(&round, &mut came, &mut control, &mut seldom);
        let total = round.total(&came, want);
        let (expanded, generated, solutions) = (total.expanded, total.generated, total.solutions);
        control.cost.expanded = before.expanded + expanded;
        control.cost.generated = before.generated + generated;
        // If one is enough, it counts even if somebody said stop: it is as short as can be.
        if let (Err(by), true) = (worked, want != Want::One || solutions == 0) {
            keep(&came);
            break Outcome::Stopped { bound: threshold, by };
        }
        rounds(Round { bound, threshold, expanded, generated, solutions });
        if solutions > 0 {
            for (first, way) in round.solutions(&came) {
                let steps = pose.steps(&ways.blanks(way, blank, first, threshold as usize));
                if visit(&steps).is_break() {
                    break;
                }
            }
            break Outcome::Solved(Total { moves: threshold, solutions });
        }
        long |= generated >= LONG;
        threshold += 1;
    };
    Some(Answer { outcome, cost: control.cost })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Dir};
    use crate::outcome::Stop;
    use crate::style::Who;
    use crate::tiles::board::Size;
    use crate::tiles::goal::Goal;
    use crate::tiles::random::{Random, position};
    use crate::tiles::{moves, replay, together};
    use std::ops::ControlFlow;

    /// Tables that tell nothing, so that a small board makes much work.
    fn blind(size: Size) -> Tables {
        let last = Cell(size.cells() as u16 - 1);
        let mut tables = Tables::build(size, last, &|_| ControlFlow::Continue(())).unwrap();
        tables.looks.clear();
        tables
    }

    /// Asks to stop when it was asked so many times.
    struct Patient(u32);

    impl Watch for Patient {
        fn stop(&mut self) -> bool {
            self.0 = self.0.saturating_sub(1);
            self.0 == 0
        }
    }

    /// A search that goes on from something, as long as its watcher has patience; and what it wrote down last.
    fn until(
        task: &Task,
        tables: &Tables,
        saved: Option<&Saved>,
        threads: usize,
        patience: u32,
    ) -> (Answer<Vec<Dir>>, Option<Saved>) {
        let limits = Limits { threads, ..Limits::default() };
        let mut last = None;
        let mut keep = |now: &Saved| last = Some(now.clone());
        let watch = &mut Patient(patience);
        let answer = together::resume(task, tables, saved, limits, watch, &mut |_| {}, &mut keep);
        (answer.unwrap(), last)
    }

    /// As if a search had come to a length after rounds that were long.
    fn as_if_long(threshold: u32) -> Saved {
        Saved { threshold, expanded: 1000, generated: 3000, units: vec![] }
    }

    /// Positions, and their distances from home.
    fn tasks(goal: &Goal, seed: u64) -> Vec<(Task, u32)> {
        let mut random = Random::new(seed);
        let task = |_| {
            let start = position(goal, &mut random);
            let task = Task::new(&start, goal).unwrap();
            let answer = together::plain::solve(&task, Limits::default(), &mut (), &mut |_| {});
            let Outcome::Solved(path) = answer.outcome else { panic!("nothing stops the search") };
            assert_eq!(replay::solution(&start, &path, goal), Ok(()));
            (task, moves::length(&path, Who::Set))
        };
        (0..4).map(task).collect()
    }

    #[test]
    fn the_number_of_threads_changes_neither_answer_nor_cost() {
        let size = Size::new(3, 3).unwrap();
        let tables = blind(size);
        for (task, _) in tasks(&Goal::blank_last(size), 6) {
            let long = as_if_long(10);
            for saved in [None, Some(&long)] {
                let solve = |threads| {
                    let Answer { outcome, cost } = until(&task, &tables, saved, threads, u32::MAX).0;
                    (outcome, cost.expanded, cost.generated)
                };
                let alone = solve(1);
                assert!(alone.1 > 10_000, "there is work for several");
                assert_eq!(solve(2), alone);
                assert_eq!(solve(5), alone);
            }
        }
    }

    #[test]
    fn a_search_goes_on_where_another_stopped() {
        let size = Size::new(3, 3).unwrap();
        let (tables, goal) = (blind(size), Goal::blank_last(size));
        let (mut stops, mut fruitless) = (0, 0);
        for (task, length) in tasks(&goal, 9) {
            let begin = as_if_long(length - 1);
            let (whole, _) = until(&task, &tables, Some(&begin), 1, u32::MAX);
            let Outcome::Solved(path) = &whole.outcome else { panic!("nothing stops the search") };
            assert_eq!(moves::length(path, Who::Set), length);
            let mut saved = begin;
            for _ in 0..6 {
                let text = serde_json::to_string(&saved).unwrap();
                let (answer, kept) = until(&task, &tables, serde_json::from_str(&text).ok().as_ref(), 2, 40);
                let Outcome::Stopped { bound, by } = answer.outcome else { break };
                assert_eq!(by, Stop::Caller);
                saved = kept.expect("a long search that is stopped is written down");
                assert_eq!(saved.threshold, bound);
                fruitless += saved.units.iter().flatten().count();
                stops += 1;
            }
            let (last, _) = until(&task, &tables, Some(&saved), 2, u32::MAX);
            assert_eq!(last.outcome, whole.outcome);
            assert_eq!(
                (last.cost.expanded, last.cost.generated),
                (whole.cost.expanded, whole.cost.generated)
            );
            // What belongs to another search does no harm.
            let foreign = Saved { units: vec![Some((1, 1)); 7], ..as_if_long(length - 1) };
            assert_eq!(until(&task, &tables, Some(&foreign), 1, u32::MAX).0.outcome, whole.outcome);
        }
        assert!(stops > 8 && fruitless > 200, "{stops} stops, {fruitless} shares done");
    }
}
