//! The check of a find: a puzzle is solved once more.

use crate::outcome::{Limits, Outcome, Stop};
use crate::puzzle::Puzzle;
use crate::solver::{SolveError, Solver, WrongAnswer};
use crate::style::Style;
use crate::watch::Watch;

/// Solve a puzzle, whose optimum was said, by the search for one puzzle, which shares no graph with a census
/// and no code with a search for puzzles. With `unique`, there must be one shortest solution. Returns what
/// stopped it.
pub(super) fn solve_again(
    (puzzle, style): (&Puzzle, Style),
    unique: bool,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Option<Stop>, SolveError> {
    let said = puzzle.draft().optimum[&style];
    let solver = Solver::new(puzzle).style(style).limits(limits).watch(watch);
    let answer = if unique { solver.count()? } else { solver.solve()? };
    if let Some(total) = answer.counted.and_then(|counted| counted.total)
        && total != 1
    {
        return Err(WrongAnswer::Layers.into());
    }
    match answer.outcome {
        Outcome::Solved(solution) if solution.len() == said as usize => Ok(None),
        Outcome::Solved(solution) => Err(WrongAnswer::Length { said, found: solution.len() }.into()),
        Outcome::Unsolvable(_) => Err(WrongAnswer::Layers.into()),
        Outcome::Stopped { by, .. } | Outcome::Bounded { by, .. } => Ok(Some(by)),
    }
}
