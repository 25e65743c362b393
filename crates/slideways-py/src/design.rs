//! Searches for puzzles that meet conditions.

use crate::errors::{undesigned, unfit};
use crate::lock::{grid, sides_of};
use crate::puzzle::{Puzzle, style};
use crate::watch::Options;
use pyo3::prelude::*;
use slideways::design::{Conditions, Design, Expression, Family, NamedKit, PuzzleSearch, Unique};
use slideways::style::Style;
use slideways::watch::{Event, Watch};

/// Passes events on, and stops the search as soon as a puzzle is not wanted any more.
struct Until<'w> {
    watch: &'w mut dyn Watch,
    ended: &'w std::cell::Cell<bool>,
}

impl Watch for Until<'_> {
    fn event(&mut self, event: Event) {
        self.watch.event(event);
    }

    fn stop(&mut self) -> bool {
        self.ended.get() || self.watch.stop()
    }
}

/// Search for puzzles, and call `found` with each until it returns false.
#[pyfunction]
#[pyo3(name = "_design")]
#[expect(clippy::too_many_arguments, reason = "only the Python files call it")]
pub fn design(
    py: Python,
    found: Py<PyAny>,
    r#box: Option<&Bound<PyAny>>,
    kit: &str,
    goal: Option<&str>,
    moves: (u32, u32),
    unique: bool,
    filter: Option<&str>,
    n: usize,
    style_name: Option<&str>,
    seed: u64,
    threads: Option<usize>,
    memory: Option<u64>,
    time: Option<f64>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<()> {
    let named = NamedKit::named(kit);
    let container = match (r#box, named) {
        (Some(given), _) => sides_of(given)?,
        (None, Some(named)) => named.container.to_owned(),
        (None, None) => {
            return Err(unfit("a kit of pieces needs a box", Some("pass `box=\"5x4\"`".to_owned())));
        }
    };
    let grid = grid(&container)?;
    let kit = match named {
        Some(named) => named.kit(),
        None => kit.parse().map_err(|why| unfit(why, None))?,
    };
    let mut family = Family::new(grid, kit);
    if let Some(named) = named {
        family = family.holes(named.holes());
    }
    family = match (goal, named) {
        (Some(goal), _) => family.goal(goal),
        (None, Some(named)) => named.goals(grid).into_iter().fold(family, Family::goal),
        (None, None) => family,
    };
    let expression = |text: &str| text.parse::<Expression>().map_err(|why| unfit(why, None));
    let conditions = Conditions {
        moves: moves.0..=moves.1,
        unique: unique.then_some(Unique::UpToOrder),
        filter: filter.map(expression).transpose()?,
        ..Conditions::default()
    };
    let style = style(style_name, Style::MOVE)?;
    let options = Options::new(threads, memory, time, progress)?;
    let (designs, raised) = options.run(py, move |watch, limits| {
        let (ended, mut raised) = (std::cell::Cell::new(false), None);
        let mut tell = |design: &Design| {
            if ended.get() {
                return;
            }
            let told = Python::attach(|py| -> PyResult<bool> {
                found.call1(py, (Puzzle::of(design.puzzle.clone().into()),))?.extract(py)
            });
            ended.set(!matches!(told, Ok(true)));
            raised = told.err();
        };
        let mut until = Until { watch, ended: &ended };
        let search = PuzzleSearch::of(family).style(style).conditions(conditions).number(n).seed(seed);
        let designs = search.limits(limits).watch(&mut until).found(&mut tell).build();
        (designs.map(|_| ()), raised)
    })?;
    match raised {
        Some(raised) => Err(raised),
        None => designs.map_err(|why| undesigned(&why)),
    }
}
