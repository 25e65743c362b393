//! Block puzzles: bidirectional or breadth-first search in memory, or external-memory search with layers on
//! disk.

use super::choose::Want;
use super::error::SolveError;
use super::{Counted, Solution};
use crate::engine::blocks;
#[cfg(feature = "disk")]
use crate::engine::explore::external::DiskSearch;
#[cfg(feature = "disk")]
use crate::engine::search::control::Control;
#[cfg(feature = "disk")]
use crate::outcome::Proof;
use crate::outcome::{Cost, Limits, Outcome, Stop, Total};
use crate::puzzle::Puzzle;
use crate::puzzle::rule::Move;
use crate::style::Style;
use crate::watch::Watch;
use std::ops::ControlFlow;
use std::time::Duration;
use web_time::Instant;

/// The answer of the block engine.
pub(super) struct BlockAnswer {
    pub outcome: Outcome<Solution>,
    pub counted: Option<Counted>,
    pub cost: Cost,
    pub time: Duration,
    /// The bytes of all layer files written, if the layers are on disk.
    pub written: Option<u64>,
}

/// A block puzzle, and everything needed to solve it.
pub(super) struct Blocks<'b> {
    pub puzzle: &'b Puzzle,
    pub style: Style,
    pub limits: Limits,
    /// Replays moves.
    pub checked: &'b dyn Fn(Vec<Move>) -> Result<Solution, SolveError>,
}

/// Receives solutions with their numbers, from 1, and the total number, until it returns `Break`.
pub(super) type CountedVisitor<'v> = dyn FnMut(u128, u128, &Solution) -> ControlFlow<()> + 'v;

impl Blocks<'_> {
    /// Find one shortest solution.
    pub fn solve(&self, watch: &mut dyn Watch) -> Result<BlockAnswer, SolveError> {
        let started = Instant::now();
        let answer = blocks::solve::solve(self.puzzle, self.style, self.limits, watch)?;
        self.found(answer.outcome, answer.cost, started.elapsed())
    }

    /// Find one shortest solution with the layers in the files of a folder. All layers are kept, so that the
    /// moves can be recovered. The time is the sum over all runs.
    #[cfg(feature = "disk")]
    pub fn solve_on_disk(
        &self,
        search: &DiskSearch,
        watch: &mut dyn Watch,
    ) -> Result<BlockAnswer, SolveError> {
        let found = search.solve(self.puzzle, self.style, &mut Control::new(self.limits, watch))?;
        let (nearest, layers) = (found.nearest_goal(), found.table.sizes.len() as u32);
        let outcome = match (found.solution, found.table.stop) {
            (Some(moves), _) => Outcome::Solved(moves),
            (None, Some(by)) => Outcome::Stopped { lower: nearest.unwrap_or(layers), by },
            (None, None) => Outcome::Unsolvable(Proof::Exhausted { states: found.table.states() }),
        };
        let written = Some(found.written);
        Ok(BlockAnswer { written, ..self.found(outcome, found.table.cost, found.time)? })
    }

    fn found(
        &self,
        outcome: Outcome<Vec<Move>>,
        cost: Cost,
        time: Duration,
    ) -> Result<BlockAnswer, SolveError> {
        let outcome = outcome.try_map(self.checked)?;
        Ok(BlockAnswer { outcome, counted: None, cost, time, written: None })
    }

    /// Count all shortest solutions, and show them to the visitor if they are requested.
    pub fn all(
        &self,
        want: Want,
        watch: &mut dyn Watch,
        visit: &mut CountedVisitor,
    ) -> Result<BlockAnswer, SolveError> {
        let started = Instant::now();
        let (mut first, mut failed, mut cut, mut searched) = (None, None, None, None);
        let mut shown = 0;
        let mut take = |total: Total, moves: Vec<Move>, watch: &mut dyn Watch| {
            searched.get_or_insert_with(|| started.elapsed());
            if want == Want::All && shown > 0 {
                let late = self.limits.time.is_some_and(|time| started.elapsed() >= time);
                cut = if watch.stop() { Some(Stop::Caller) } else { late.then_some(Stop::Time) };
                if cut.is_some() {
                    return ControlFlow::Break(());
                }
            }
            let solution = match (self.checked)(moves) {
                Ok(solution) => solution,
                Err(error) => {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
            };
            let flow = match want {
                Want::All => {
                    shown += 1;
                    visit(shown, total.solutions, &solution)
                }
                _ => ControlFlow::Break(()),
            };
            first.get_or_insert(solution);
            flow
        };
        let answer = blocks::solve::all(self.puzzle, self.style, self.limits, watch, &mut take)?;
        if let Some(error) = failed {
            return Err(error);
        }
        let mut counted = None;
        let outcome = match (answer.outcome, first) {
            (Outcome::Solved(total), Some(first)) => {
                counted = Some(Counted { shown, total: Some(total.solutions), stop: cut });
                Outcome::Solved(first)
            }
            (Outcome::Solved(_), None) => unreachable!("what is counted is visited"),
            (other, _) => other.and_then(|_| unreachable!("it is not solved")),
        };
        let time = searched.unwrap_or_else(|| started.elapsed());
        Ok(BlockAnswer { outcome, counted, cost: answer.cost, time, written: None })
    }
}
