//! Connected components of all arrangements of the pieces in the box, reachable or not.
//!
//! A puzzle shows one component: the arrangements that can be reached from its start. The same pieces in the
//! same box have other arrangements, and some of these are other puzzles, perhaps harder ones. This module
//! enumerates all of them (`blocks::placements`), links them and splits them into connected components. One
//! search from all goals at once finds every distance in all components that have a goal.
//!
//! ```
//! use slideways::prelude::*;
//! use slideways::space::Components;
//!
//! let klotski = library::puzzle("klotski").unwrap();
//! let all = Components::of(&klotski).build()?;
//! assert_eq!((all.states, all.number()), (65_880, 898));
//! let largest: Vec<_> = all.parts[..2].iter().map(|part| (part.states, part.goals, part.hardest)).collect();
//! // The start's component, and the same upside down, where the goal is elsewhere.
//! assert_eq!(largest, [(25_955, 964, Some(93)), (25_955, 4_861, Some(72))]);
//! # Ok::<(), slideways::space::ComponentsError>(())
//! ```

pub use super::parts::Parts;

use super::csr::{Csr, NEVER};
use super::numbering::Numbering;
use super::parts::{Cut, Targets, Vertices};
use super::survey::arrangement;
use super::swap::SwapPairs;
use crate::check::{self, NotASolution};
use crate::engine::blocks::compiled::{self, Compiled, Query, Where};
use crate::engine::search::State;
use crate::engine::search::control::Control;
use crate::engine::search::graph::sort_numbers;
use crate::outcome::{Cost, Stop};
use crate::puzzle::{Arrangement, KindId, Place, Puzzle};
use crate::solver::SolveError;
use crate::style::Style;
use std::ops::ControlFlow;
use std::sync::Arc;

/// All arrangements of a set of pieces in a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// The number of arrangements.
    pub states: u64,
    /// The number of pairs of arrangements that are one move apart, each counted once.
    pub links: u64,
    /// The components, grouped by size, goals and hardest start; the largest first.
    pub parts: Vec<Parts>,
    /// The number of components with a goal and a start.
    pub puzzles: u64,
    /// The number of starts at each distance from the nearest goal, in all components that have one. Every
    /// arrangement is a start, unless starts were restricted.
    pub to_goal: Vec<u64>,
    /// Some of the hardest starts, which need the most moves to the nearest goal, each with a solution that
    /// was replayed by the plain rule; the same in every run.
    pub hardest: Vec<Arrangement>,
    /// The cost of the search.
    pub cost: Cost,
}

/// What is known about the components when a limit stopped the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// What stopped the search.
    pub by: Stop,
    /// The number of arrangements counted; there are at least this many.
    pub states: u64,
    /// Whether all arrangements were counted.
    pub all: bool,
    /// Components that were searched completely, in the order of [`Components::parts`]. There may be others
    /// of any size, even larger ones.
    pub parts: Vec<Parts>,
    /// The cost of the search.
    pub cost: Cost,
}

impl Unfinished {
    /// The number of components that were searched completely.
    pub fn number(&self) -> u64 {
        self.parts.iter().map(|parts| parts.number).sum()
    }

    /// The number of arrangements in them.
    pub fn known(&self) -> u64 {
        self.parts.iter().map(|parts| parts.number * parts.states).sum()
    }
}

impl Components {
    /// The number of components.
    pub fn number(&self) -> u64 {
        self.parts.iter().map(|parts| parts.number).sum()
    }

    /// The number of moves that the hardest start needs, if any arrangement can be solved.
    pub fn moves(&self) -> Option<u32> {
        self.to_goal.len().checked_sub(1).map(|moves| moves as u32)
    }

    /// The number of starts from which a goal can be reached.
    pub fn solvable(&self) -> u64 {
        self.to_goal.iter().sum()
    }
}

/// What to look for among all arrangements.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sought<'s> {
    /// The most hardest starts to return.
    pub most: usize,
    /// The number of arrangements, if it is known; the search then allocates memory for exactly as many.
    pub known: Option<u64>,
    /// The places that a start must have; none if every arrangement is a start.
    pub from: &'s [Place],
    /// Two kinds with one piece each that must change places; the puzzle's goals then do not count.
    pub swap: Option<[KindId; 2]>,
    /// Whether a start must have a single shortest solution, as a sequence of arrangements; not together with
    /// `swap`.
    pub unique: bool,
}

/// Find all components of all arrangements of a puzzle's pieces in its box, and some of the hardest starts.
/// If a limit stops the search, it returns what was proved by then.
pub fn components(
    puzzle: &Puzzle,
    style: Style,
    sought: Sought,
    control: &mut Control,
) -> Result<Result<Components, Unfinished>, SolveError> {
    let memory = control.memory();
    let mut so_far = SoFar::default();
    let work = Parting { sought, so_far: &mut so_far, control };
    let found = compiled::with_compiled(puzzle, style, Where::Anywhere, memory, work)?;
    so_far.end(found, control.cost)
}

/// What has been proved so far.
#[derive(Default)]
pub(super) struct SoFar {
    states: u64,
    all: bool,
    pub(super) cut: Cut,
}

impl SoFar {
    /// The result of a search, or what was proved until it was stopped.
    pub(super) fn end<T>(
        self,
        found: Result<T, Failed>,
        cost: Cost,
    ) -> Result<Result<T, Unfinished>, SolveError> {
        match found {
            Ok(found) => Ok(Ok(found)),
            Err(Failed::Stopped(by)) => {
                let SoFar { states, all, cut } = self;
                Ok(Err(Unfinished { by, states, all, parts: cut.parts(), cost }))
            }
            Err(Failed::Wrong(why)) => Err(why.into()),
        }
    }
}

pub(super) enum Failed {
    Stopped(Stop),
    Wrong(NotASolution),
}

impl From<Stop> for Failed {
    fn from(by: Stop) -> Failed {
        Failed::Stopped(by)
    }
}

struct Parting<'c, 'w> {
    sought: Sought<'c>,
    so_far: &'c mut SoFar,
    control: &'c mut Control<'w>,
}

impl Query for Parting<'_, '_> {
    type Answer = Result<Components, Failed>;

    fn run<const N: usize>(self, compiled: Arc<dyn Compiled<N>>) -> Result<Components, Failed> {
        let compiled = &*compiled;
        let Parting { sought: Sought { most, known, from, swap, unique }, so_far, control } = self;
        control.hold(compiled.bytes())?;
        let numbering = placements(compiled, known, so_far, control)?;
        let links = Csr::of_states(compiled, &numbering, control)?;
        control.hold(numbering.bytes() + links.bytes())?;
        let states = numbering.states();
        control.hold(Cut::BYTES * states.len() as u64)?;
        let start = numbering.number(&compiled.start()).expect("the start is an arrangement");
        let is_goal = |number: u32| compiled.is_goal(&states[number as usize]);
        let is_start = |number: u32| {
            let places = || compiled.places(&states[number as usize]);
            from.is_empty() || places_include(&places(), from)
        };
        let mut pairs = None;
        if let Some(kinds) = swap {
            control.hold(SwapPairs::BYTES * states.len() as u64)?;
            pairs = Some((kinds, SwapPairs::new(compiled, states, kinds)));
        }
        let targets = match &mut pairs {
            Some((_, pairs)) => Targets::Swap(pairs),
            None => Targets::Goals(&is_goal),
        };
        let distances =
            so_far.cut.all(&mut Vertices::States(&links), start, (&is_start, targets), control)?;
        let several = if unique { several_solutions(&links, &distances) } else { vec![] };
        let is_start = |number: u32| is_start(number) && !(unique && several[number as usize]);
        let mut to_goal: Vec<u64> = vec![];
        for (number, &distance) in (0..).zip(&distances).filter(|&(_, &distance)| distance != NEVER) {
            if is_start(number) {
                to_goal.resize(to_goal.len().max(distance as usize + 1), 0);
                to_goal[distance as usize] += 1;
            }
        }
        let farthest = to_goal.len().checked_sub(1).map(|moves| moves as u32);
        let is_hardest = |&number: &u32| Some(distances[number as usize]) == farthest && is_start(number);
        let hardest = (0..states.len() as u32).filter(is_hardest);
        let mut hardest: Vec<u32> = hardest.collect();
        sort_numbers(&mut hardest, states);
        hardest.truncate(most);
        let mut solved = |&start: &u32| {
            let Some((kinds, pairs)) = &pairs else {
                let is_solved = |at: &Arrangement| compiled.puzzle().is_solved(at);
                return solved(compiled, &path(states, &links, &distances, start), &is_solved, control);
            };
            let (distances, goal) = (links.distances(pairs.goals(start)), pairs.goal(start, *kinds));
            let is_solved = |at: &Arrangement| places_include(&compiled.puzzle().places(at), &goal);
            solved(compiled, &path(states, &links, &distances, start), &is_solved, control)
        };
        let hardest: Vec<Arrangement> = hardest.iter().map(&mut solved).collect::<Result<_, _>>()?;
        Ok(Components {
            states: states.len() as u64,
            links: links.links(),
            puzzles: so_far.cut.puzzles,
            parts: so_far.cut.parts(),
            to_goal,
            hardest,
            cost: control.cost,
        })
    }
}

/// Whether each vertex has several shortest paths to the nearest source of the distances.
fn several_solutions(links: &Csr, distances: &[u32]) -> Vec<bool> {
    let mut nearest_first: Vec<u32> = (0..distances.len() as u32).collect();
    nearest_first.retain(|&vertex| distances[vertex as usize] != NEVER);
    nearest_first.sort_unstable_by_key(|&vertex| distances[vertex as usize]);
    let mut several = vec![false; distances.len()];
    for vertex in nearest_first {
        let is_nearer = |&&next: &&u32| distances[next as usize] < distances[vertex as usize];
        let mut nearer = links.of(vertex).iter().filter(is_nearer);
        let first = nearer.next().is_some_and(|&next| several[next as usize]);
        several[vertex as usize] = first || nearer.next().is_some();
    }
    several
}

/// Whether an arrangement has all these places.
pub(super) fn places_include(all: &[Place], some: &[Place]) -> bool {
    some.iter().all(|place| all.contains(place))
}

/// All arrangements of the pieces in the box, numbered.
pub(super) fn placements<const N: usize>(
    compiled: &dyn Compiled<N>,
    known: Option<u64>,
    so_far: &mut SoFar,
    control: &mut Control,
) -> Result<Numbering<N>, Stop> {
    let known = known.map(|states| usize::try_from(states).unwrap_or(usize::MAX));
    let mut numbering = match known {
        Some(states) if states > Numbering::<N>::MOST => return Err(Stop::Memory),
        Some(states) if Numbering::<N>::bytes_of(states) > control.memory() => return Err(Stop::Memory),
        Some(states) => Numbering::with_capacity(states),
        None => Numbering::default(),
    };
    let mut stop = Ok(());
    let _ = compiled.each_placement(&mut |state| {
        let full = numbering.states().len() == Numbering::<N>::MOST;
        stop = match full || numbering.bytes_to_grow() > control.memory() {
            true => Err(Stop::Memory),
            false => {
                numbering.add(state);
                control.cost.states += 1;
                control.tick(0, numbering.bytes())
            }
        };
        if stop.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    so_far.states = numbering.states().len() as u64;
    so_far.all = stop.is_ok();
    stop.map(|()| numbering)
}

/// A shortest path from a start to a goal.
fn path<const N: usize>(states: &[State<N>], links: &Csr, distances: &[u32], start: u32) -> Vec<State<N>> {
    links.descent(distances, start).into_iter().map(|number| states[number as usize]).collect()
}

/// The start of a path, after the moves along it were replayed by the plain rule.
pub(super) fn solved<const N: usize>(
    compiled: &dyn Compiled<N>,
    path: &[State<N>],
    is_solved: &dyn Fn(&Arrangement) -> bool,
    control: &mut Control,
) -> Result<Arrangement, Failed> {
    let puzzle = compiled.puzzle();
    let from = arrangement(puzzle, compiled, &path[0]);
    let moves = compiled.moves(&from, path, control)?;
    let along = check::replay_from(puzzle, &from, &moves, compiled.style()).map_err(Failed::Wrong)?;
    match is_solved(&along[moves.len()]) {
        true => Ok(from),
        false => Err(Failed::Wrong(NotASolution::NotAtGoal)),
    }
}
