//! The component of a block puzzle, in memory.

use super::{Found, NoGraph, SolutionCounts, SpaceBuilder};
use crate::engine::explore::solutions::Outlier;
use crate::engine::explore::survey;
use crate::engine::search::control::Control;
use crate::game::Game;
use crate::outcome::Stop;
use crate::puzzle::Puzzle;
use crate::solver::SolveError;
use crate::watch::Watch;
use std::sync::Arc;
use web_time::Instant;

/// Search everything that the start can reach.
pub(super) fn walk(
    asked: &SpaceBuilder,
    puzzle: &Puzzle,
    watch: &mut dyn Watch,
) -> Result<Found, SolveError> {
    let mut control = Control::new(asked.limits, watch);
    let mut options = asked.options;
    if asked.solutions {
        options.graph = Some(u64::MAX);
    }
    let started = Instant::now();
    let (mut survey, component) = survey::walk(puzzle, asked.style, options, &mut control)?;
    let solutions = match (asked.solutions, &component) {
        (false, _) => None,
        (true, Ok(component)) => {
            let table = component.solutions(&mut control);
            survey.cost.peak_bytes = control.cost.peak_bytes;
            let at = |outlier: Outlier| {
                let at = component.arrangement(outlier.state as u32);
                Game::Blocks(puzzle.with_start(&at).expect("arrangements of the component fit the box"))
            };
            let left = asked.limits.after(started.elapsed());
            Some(SolutionCounts::checked(&table, at, asked.style, left, watch)?)
        }
        (true, Err(NoGraph::Stopped(by))) => Some(SolutionCounts::stopped(*by)),
        // More arrangements than can be numbered.
        (true, Err(_)) => Some(SolutionCounts::stopped(Stop::Memory)),
    };
    Ok(Found { component: component.map(Arc::new), solutions, ..Found::of(survey) })
}
