//! Connected components of all arrangements, found by searching one arrangement of each orbit.
//!
//! The numbers are the same as those of [`components`](super::components::components), which searches every
//! arrangement and is the oracle of this module.

use super::components::{Components, Failed, SoFar, Sought, Unfinished, placements, places_include, solved};
use super::csr::NEVER;
use super::parts::{Cut, Targets, Vertices};
use super::quotient::{Orbits, Quotient, SymmetryGroup};
use crate::engine::blocks::compiled::{self, Compiled, Query, Where};
use crate::engine::search::State;
use crate::engine::search::control::Control;
use crate::engine::search::graph::sort_numbers;
use crate::puzzle::{Arrangement, Puzzle};
use crate::solver::SolveError;
use crate::style::Style;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Numbers of classes of mirror images.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UpToSymmetry {
    /// The number of arrangements.
    pub arrangements: u64,
    /// The number of connected components.
    pub components: u64,
    /// The number of puzzles: components with a goal and a start.
    pub puzzles: u64,
    /// The number of starts at each distance from the nearest goal.
    pub starts: Vec<u64>,
}

impl UpToSymmetry {
    /// Whether nothing was counted.
    pub fn is_none(&self) -> bool {
        *self == UpToSymmetry::default()
    }

    /// Add the numbers of other arrangements.
    pub fn merge(&mut self, other: &UpToSymmetry) {
        self.arrangements += other.arrangements;
        self.components += other.components;
        self.puzzles += other.puzzles;
        self.starts.resize(self.starts.len().max(other.starts.len()), 0);
        self.starts.iter_mut().zip(&other.starts).for_each(|(sum, starts)| *sum += starts);
    }
}

/// Find all components of all arrangements of a puzzle's pieces in its box. The symmetries must preserve the
/// box, the starts and the goals, and two pieces cannot change places.
pub fn components_up_to_symmetry(
    puzzle: &Puzzle,
    style: Style,
    sought: Sought,
    group: &SymmetryGroup,
    control: &mut Control,
) -> Result<Result<(Components, UpToSymmetry), Unfinished>, SolveError> {
    let memory = control.memory();
    let mut so_far = SoFar::default();
    let work = PartingOrbits { sought, group, so_far: &mut so_far, control };
    let found = compiled::with_compiled(puzzle, style, Where::Anywhere, memory, work)?;
    so_far.end(found, control.cost)
}

struct PartingOrbits<'c, 'w> {
    sought: Sought<'c>,
    group: &'c SymmetryGroup,
    so_far: &'c mut SoFar,
    control: &'c mut Control<'w>,
}

impl Query for PartingOrbits<'_, '_> {
    type Answer = Result<(Components, UpToSymmetry), Failed>;

    fn run<const N: usize>(self, compiled: Arc<dyn Compiled<N>>) -> Self::Answer {
        let compiled = &*compiled;
        let PartingOrbits { sought: Sought { most, known, from, .. }, group, so_far, control } = self;
        control.hold(compiled.bytes())?;
        let numbering = placements(compiled, known, so_far, control)?;
        let states = numbering.states();
        let orbits = Orbits::new(compiled, &numbering, group, control)?;
        let mut quotient = Quotient::new(compiled, &numbering, (group, orbits), control)?;
        control.hold(numbering.bytes() + Orbits::bytes_of(states.len() as u64) + quotient.bytes())?;
        control.hold(Cut::BYTES * quotient.orbits.number() as u64)?;
        let firsts: Vec<u32> =
            (0..quotient.orbits.number() as u32).map(|orbit| quotient.orbits.first(orbit)).collect();
        let is_goal = |orbit: u32| compiled.is_goal(&states[firsts[orbit as usize] as usize]);
        let is_start = |orbit: u32| {
            let places = || compiled.places(&states[firsts[orbit as usize] as usize]);
            from.is_empty() || places_include(&places(), from)
        };
        let start = numbering.number(&compiled.start()).expect("the start is an arrangement");
        let start = quotient.orbits.of(start);
        let targets = Targets::Goals(&is_goal);
        let graph = &mut Vertices::Orbits(&mut quotient);
        let distances = so_far.cut.all(graph, start, (&is_start, targets), control)?;
        let orbits = &quotient.orbits;
        let (mut to_goal, mut starts): (Vec<u64>, Vec<u64>) = (vec![], vec![]);
        for (orbit, &distance) in (0..).zip(&distances).filter(|&(_, &distance)| distance != NEVER) {
            if is_start(orbit) {
                let length = to_goal.len().max(distance as usize + 1);
                to_goal.resize(length, 0);
                starts.resize(length, 0);
                to_goal[distance as usize] += orbits.size(orbit);
                starts[distance as usize] += 1;
            }
        }
        let farthest = to_goal.len().checked_sub(1).map(|moves| moves as u32);
        let is_hardest = |orbit: u32| Some(distances[orbit as usize]) == farthest && is_start(orbit);
        let hardest = (0..states.len() as u32).filter(|&state| is_hardest(orbits.of(state)));
        let mut hardest: Vec<u32> = hardest.collect();
        sort_numbers(&mut hardest, states);
        hardest.truncate(most);
        let distance = |state: &State<N>| {
            let number = numbering.number(state);
            number.map_or(NEVER, |number| distances[orbits.of(number) as usize])
        };
        let is_solved = |at: &Arrangement| compiled.puzzle().is_solved(at);
        let solved = |&start: &u32| {
            solved(compiled, &descent(compiled, states[start as usize], &distance), &is_solved, control)
        };
        let hardest: Vec<Arrangement> = hardest.iter().map(solved).collect::<Result<_, _>>()?;
        let (components, puzzles) = so_far.cut.up_to_symmetry;
        let arrangements = orbits.number() as u64;
        let all = Components {
            states: states.len() as u64,
            links: quotient.links.links(),
            puzzles: so_far.cut.puzzles,
            parts: so_far.cut.parts(),
            to_goal,
            hardest,
            cost: control.cost,
        };
        Ok((all, UpToSymmetry { arrangements, components, puzzles, starts }))
    }
}

/// A shortest path from a state to a goal: each move leads nearer.
fn descent<const N: usize>(
    compiled: &dyn Compiled<N>,
    start: State<N>,
    distance: &dyn Fn(&State<N>) -> u32,
) -> Vec<State<N>> {
    let mut expander = compiled.expander();
    let mut path = vec![start];
    let mut left = distance(&start);
    while left > 0 {
        left -= 1;
        let (at, mut nearer) = (path[path.len() - 1], None);
        let _ = expander.each_neighbour(&at, 0, &mut |next, _| {
            if distance(&next) == left {
                nearer = Some(nearer.map_or(next, |other: State<N>| other.min(next)));
            }
            ControlFlow::Continue(())
        });
        path.push(nearer.expect("some neighbour is nearer"));
    }
    path
}
