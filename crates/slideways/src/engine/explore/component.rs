//! Explicit graph of a connected component: every arrangement with its number, its neighbours, and its
//! distances from the start and from the nearest goal.
//!
//! The component is traversed once. Afterwards every query is a table look-up and a handful of links: some
//! hundred thousand answers per second. Arrangements are numbered in the order of their distance from the
//! start, which has number 0.
//!
//! ```
//! use slideways::prelude::*;
//!
//! let klotski = library::puzzle("klotski").unwrap();
//! let space = Space::of(&klotski).graph(50_000).build()?;
//! let component = space.component().unwrap();
//! let here = component.spot(klotski.start()).unwrap();
//! assert_eq!((here.from_start, here.to_goal), (0, Some(81)));
//! let nearer = component.nearer(klotski.start()).unwrap();
//! assert!(nearer.iter().all(|step| component.spot(&step.to).unwrap().to_goal == Some(80)));
//! # Ok::<(), SolveError>(())
//! ```

use super::csr::{Csr, NEVER};
use super::numbering::Numbering;
use super::solutions::{self, SolutionTable};
use crate::check::{self, NotASolution};
use crate::engine::blocks::compiled::Compiled;
use crate::engine::search::control::Control;
use crate::engine::search::graph::sort_numbers;
use crate::outcome::{Limits, Stop};
use crate::puzzle::rule::{self, Move};
use crate::puzzle::{Arrangement, Place, Puzzle};
use crate::solver::{SolveError, WrongAnswer};
use crate::style::Style;
use std::sync::Arc;

/// The distances of an arrangement in its component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Moves from the start.
    pub from_start: u32,
    /// Moves to the nearest goal; `None` if there is none in the component.
    pub to_goal: Option<u32>,
}

/// A move, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub played: Move,
    /// The arrangement after it.
    pub to: Arrangement,
}

/// States by number, independent of their layout.
trait States: Send + Sync {
    fn puzzle(&self) -> &Puzzle;
    fn style(&self) -> Style;
    fn number(&self, at: &Arrangement) -> Option<u32>;
    fn places(&self, number: u32) -> Vec<Place>;
    fn moves(&self, from: &Arrangement, path: &[u32]) -> Option<Vec<Move>>;
    /// Sort numbers by the packed states they stand for.
    fn sort(&self, numbers: &mut [u32]);
    fn bytes(&self) -> u64;
}

struct Packed<const N: usize> {
    compiled: Arc<dyn Compiled<N>>,
    numbering: Numbering<N>,
}

impl<const N: usize> States for Packed<N> {
    fn puzzle(&self) -> &Puzzle {
        self.compiled.puzzle()
    }

    fn style(&self) -> Style {
        self.compiled.style()
    }

    fn number(&self, at: &Arrangement) -> Option<u32> {
        self.numbering.number(&self.compiled.state(&self.puzzle().places(at))?)
    }

    fn places(&self, number: u32) -> Vec<Place> {
        self.compiled.places(&self.numbering.states()[number as usize])
    }

    fn moves(&self, from: &Arrangement, path: &[u32]) -> Option<Vec<Move>> {
        let path: Vec<_> = path.iter().map(|&number| self.numbering.states()[number as usize]).collect();
        self.compiled.moves(from, &path, &mut Control::new(Limits::default(), &mut ())).ok()
    }

    fn sort(&self, numbers: &mut [u32]) {
        sort_numbers(numbers, self.numbering.states());
    }

    fn bytes(&self) -> u64 {
        self.compiled.bytes() + self.numbering.bytes()
    }
}

/// The explicit graph of a component. Pieces are those of the puzzle it was built for.
pub struct Component {
    states: Box<dyn States>,
    links: Csr,
    from_start: Vec<u32>,
    to_goal: Vec<u32>,
}

impl Component {
    /// Link numbered states whose distances from the start are known.
    pub(super) fn new<const N: usize>(
        compiled: Arc<dyn Compiled<N>>,
        numbering: Numbering<N>,
        from_start: Vec<u32>,
        control: &mut Control,
    ) -> Result<Component, Stop> {
        let links = Csr::of_states(&*compiled, &numbering, control)?;
        control.hold(links.bytes() + 8 * from_start.len() as u64)?;
        let states = (0..).zip(numbering.states());
        let goals = states.filter(|(_, state)| compiled.is_goal(state)).map(|(number, _)| number);
        let to_goal = links.distances(goals);
        Ok(Component { states: Box::new(Packed { compiled, numbering }), links, from_start, to_goal })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        self.states.puzzle()
    }

    /// What counts as one move.
    pub fn style(&self) -> Style {
        self.states.style()
    }

    /// The number of arrangements.
    pub fn states(&self) -> usize {
        self.links.vertices()
    }

    /// Which arrangements are one move apart, by number.
    pub fn links(&self) -> &Csr {
        &self.links
    }

    /// The distance of each arrangement from the start.
    pub fn from_start(&self) -> &[u32] {
        &self.from_start
    }

    /// The distance of each arrangement from the nearest goal; [`NEVER`] for all if the component has no
    /// goal.
    pub fn to_goal(&self) -> &[u32] {
        &self.to_goal
    }

    /// The places of all pieces of an arrangement, in reading order.
    pub fn places(&self, number: u32) -> Vec<Place> {
        self.states.places(number)
    }

    /// An arrangement by its number, with the pieces of one kind in reading order.
    pub fn arrangement(&self, number: u32) -> Arrangement {
        self.puzzle().arrangement(&self.places(number)).expect("a state has all the pieces")
    }

    /// The number of an arrangement; `None` if it cannot be reached from the start.
    pub fn number(&self, at: &Arrangement) -> Option<u32> {
        self.states.number(at)
    }

    /// The distances of an arrangement; `None` if it cannot be reached from the start.
    pub fn spot(&self, at: &Arrangement) -> Option<Spot> {
        let number = self.number(at)? as usize;
        let to_goal = Some(self.to_goal[number]).filter(|&distance| distance != NEVER);
        Some(Spot { from_start: self.from_start[number], to_goal })
    }

    /// All moves that lead nearer to a goal, each to a different arrangement and replayed by the plain rule;
    /// none at a goal, and none if there is no goal. `None` if the arrangement cannot be reached from the
    /// start, or a move fails the replay.
    pub fn nearer(&self, at: &Arrangement) -> Option<Vec<Step>> {
        let here = self.number(at)?;
        let distance = self.to_goal[here as usize];
        let is_nearer = |next: &&u32| distance != NEVER && self.to_goal[**next as usize] < distance;
        let step = |&next: &u32| {
            let played = self.states.moves(at, &[here, next])?.pop()?;
            let to = rule::play(self.puzzle(), at, &played, self.style()).ok()?;
            Some(Step { played, to })
        };
        self.links.of(here).iter().filter(is_nearer).map(step).collect()
    }

    /// The moves of a shortest solution, not yet replayed; `None` if there is no goal, or the arrangement
    /// cannot be reached from the start.
    pub(crate) fn path(&self, at: &Arrangement) -> Option<Vec<Move>> {
        let here = self.number(at).filter(|&here| self.to_goal[here as usize] != NEVER)?;
        self.states.moves(at, &self.links.descent(&self.to_goal, here))
    }

    /// The moves of a shortest path between two arrangements, given by their numbers, replayed by the plain
    /// rule.
    pub fn between(&self, from: u32, to: u32) -> Result<Vec<Move>, SolveError> {
        let start = self.arrangement(from);
        let path = self.links.descent(&self.links.distances([to]), from);
        let moves = self.states.moves(&start, &path).ok_or(WrongAnswer::Path)?;
        let along = check::replay_from(self.puzzle(), &start, &moves, self.style())?;
        match self.puzzle().places(&along[moves.len()]) == self.places(to) {
            true => Ok(moves),
            false => Err(NotASolution::NotAtGoal.into()),
        }
    }

    /// The first `most` of the arrangements that are farthest from the nearest goal, in the order of their
    /// packed states, each with a solution that was replayed by the plain rule.
    pub(crate) fn hardest(&self, most: usize) -> Result<Vec<Arrangement>, SolveError> {
        let farthest = self.to_goal.iter().copied().filter(|&distance| distance != NEVER).max();
        let is_hardest = |number: &u32| Some(self.to_goal[*number as usize]) == farthest;
        let mut hardest: Vec<u32> = (0..self.states() as u32).filter(is_hardest).collect();
        self.states.sort(&mut hardest);
        hardest.truncate(most);
        let solved = |&number: &u32| {
            let at = self.arrangement(number);
            let moves = self.path(&at).ok_or(WrongAnswer::Path)?;
            let along = check::replay_from(self.puzzle(), &at, &moves, self.style())?;
            match self.puzzle().is_solved(&along[moves.len()]) {
                true => Ok(at),
                false => Err(NotASolution::NotAtGoal.into()),
            }
        };
        hardest.iter().map(solved).collect()
    }

    /// The number of shortest solutions of every arrangement, by distance from the nearest goal. Of several
    /// arrangements to show, the first in the order of their packed states is chosen.
    pub(crate) fn solutions(&self, control: &mut Control) -> SolutionTable {
        let bytes = 4 * self.states() as u64;
        if let Err(by) = control.hold(bytes) {
            return SolutionTable { layers: vec![], stop: Some(by) };
        }
        let mut order: Vec<u32> = (0..self.states() as u32).collect();
        self.states.sort(&mut order);
        order.sort_by_key(|&number| self.to_goal[number as usize]);
        let table = solutions::count(&self.links, &self.to_goal, &order, control);
        control.release(bytes);
        table
    }

    /// The number of arrangements at each distance from the nearest goal; none if there is no goal.
    pub fn layers_to_goal(&self) -> Vec<u64> {
        let mut layers = vec![];
        for &distance in self.to_goal.iter().filter(|&&distance| distance != NEVER) {
            layers.resize(layers.len().max(distance as usize + 1), 0);
            layers[distance as usize] += 1;
        }
        layers
    }

    /// The bytes held.
    pub fn bytes(&self) -> u64 {
        let distances = 4 * (self.from_start.capacity() + self.to_goal.capacity()) as u64;
        self.states.bytes() + self.links.bytes() + distances
    }
}

#[cfg(test)]
mod tests {
    use crate::format::sliding;
    use crate::outcome::Outcome;
    use crate::solver::Solver;
    use crate::space::{NoGraph, Space};
    use crate::style::Style;

    #[test]
    fn every_way_is_as_long_as_the_distance_and_ends_at_a_goal() {
        let puzzle = sliding::parse("2 x 4\n1 = 1\n2 = 11\n1020\n0000210\n").unwrap().puzzle;
        for style in Style::ALL {
            let space = Space::of(&puzzle).style(style).graph(1000).build().unwrap();
            let component = space.component().unwrap();
            assert_eq!(component.layers_to_goal().iter().sum::<u64>(), component.states() as u64);
            let mut at = puzzle.start().clone();
            while let Some(step) = component.nearer(&at).unwrap().pop() {
                let answer = space.solve(&at).unwrap().unwrap();
                let Outcome::Solved(solution) = answer.outcome else { panic!("it can be solved") };
                assert_eq!(component.spot(&at).unwrap().to_goal, Some(solution.len() as u32));
                at = step.to;
            }
            assert!(puzzle.is_solved(&at));
            let answer = Solver::new(&puzzle).style(style).solve().unwrap();
            let Outcome::Solved(solution) = answer.outcome else { panic!("it can be solved") };
            assert_eq!(component.spot(puzzle.start()).unwrap().to_goal, Some(solution.len() as u32));
        }
    }

    #[test]
    fn a_space_that_is_too_large_is_counted_but_not_written_out() {
        let klotski = crate::library::puzzle("klotski").unwrap();
        let space = Space::of(&klotski).hardest(1).graph(25_954).build().unwrap();
        assert_eq!(space.component().err(), Some(NoGraph::TooMany { most: 25_954 }));
        assert_eq!((space.layers().states(), space.to_goal().unwrap().radius()), (25_955, 93));
        let written = Space::of(&klotski).hardest(1).graph(25_955).build().unwrap();
        assert_eq!(written.hardest(), space.hardest());
        assert_eq!(written.to_goal().unwrap().sizes, space.to_goal().unwrap().sizes);
    }
}
