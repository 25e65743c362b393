//! The component of a block puzzle, in memory.

use super::{Found, SpaceBuilder};
use crate::engine::explore::survey;
use crate::engine::search::control::Control;
use crate::puzzle::Puzzle;
use crate::solver::SolveError;
use crate::watch::Watch;
use std::sync::Arc;

/// Search everything that the start can reach.
pub(super) fn walk(
    asked: &SpaceBuilder,
    puzzle: &Puzzle,
    watch: &mut dyn Watch,
) -> Result<Found, SolveError> {
    let mut control = Control::new(asked.limits, watch);
    let (survey, component) = survey::walk(puzzle, asked.style, asked.options, &mut control)?;
    Ok(Found { component: component.map(Arc::new), ..Found::of(survey) })
}
