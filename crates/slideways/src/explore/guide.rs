//! A component that knows the way: how far every arrangement is from the nearest goal, and which moves lead nearer.
//!
//! A [`Map`](super::map::Map) is to be looked at from outside; a guide is asked from inside, by people who have moved
//! pieces about and want to know where they are. A question is one look into a table and a handful of links, so a
//! guide answers some hundred thousand of them in a second.
//!
//! ```
//! use slideways::explore::guide;
//! use slideways::outcome::Limits;
//! use slideways::{Style, library};
//!
//! let klotski = library::puzzle("klotski").unwrap();
//! let guide = guide(&klotski, Style::MOVE, 50_000, Limits::default(), &mut ())?.unwrap();
//! let here = guide.spot(klotski.start()).unwrap();
//! assert_eq!((here.from_start, here.to_goal), (0, Some(81)));
//! let nearer = guide.nearer(klotski.start()).unwrap();
//! assert!(nearer.iter().all(|step| guide.spot(&step.to).unwrap().to_goal == Some(80)));
//! assert_eq!(guide.way(klotski.start()).unwrap().len(), 81);
//! # Ok::<(), slideways::blocks::solve::TooLarge>(())
//! ```

use super::links::{Links, NEVER};
use super::map::{NoMap, gathered};
use super::numbering::Numbering;
use crate::blocks::ground::{self, Ground, Where, Work};
use crate::blocks::solve::TooLarge;
use crate::outcome::Limits;
use crate::puzzle::rule::{self, Move};
use crate::puzzle::{Arrangement, Puzzle};
use crate::search::control::Control;
use crate::style::Style;
use crate::watch::Watch;
use std::sync::Arc;

/// Where an arrangement is in its component.
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

/// Knows all distances of a component. Pieces are those of the puzzle it was made for.
pub trait Guide: Send + Sync {
    /// Where an arrangement is; `None` if it cannot be reached from the start.
    fn spot(&self, at: &Arrangement) -> Option<Spot>;

    /// All moves that lead nearer to a goal, each to another arrangement and replayed by the plain rule; none at a
    /// goal, and none where there is no goal. `None` as for [`spot`](Guide::spot).
    fn nearer(&self, at: &Arrangement) -> Option<Vec<Step>>;

    /// A shortest way to a goal. It is yet to be replayed. `None` if there is no goal, or as for [`spot`](Guide::spot).
    fn way(&self, at: &Arrangement) -> Option<Vec<Move>>;

    /// The number of arrangements.
    fn states(&self) -> usize;

    /// The number of arrangements at each distance from the nearest goal; empty if there is none.
    fn to_goal(&self) -> Vec<u64>;

    /// The bytes held.
    fn bytes(&self) -> u64;
}

/// Learn all distances of the start's component, if it has at most so many arrangements.
pub fn guide(
    puzzle: &Puzzle,
    style: Style,
    most: u64,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Result<Arc<dyn Guide>, NoMap>, TooLarge> {
    let mut control = Control::new(limits, watch);
    ground::on(puzzle, style, Where::Reachable, limits.memory, Learning { most, control: &mut control })
}

struct Learning<'c, 'w> {
    most: u64,
    control: &'c mut Control<'w>,
}

impl Work for Learning<'_, '_> {
    type Answer = Result<Arc<dyn Guide>, NoMap>;

    fn on<const N: usize, G: Ground<N>>(self, ground: Arc<G>) -> Self::Answer {
        let Learning { most, control } = self;
        control.hold(ground.bytes())?;
        let (numbering, from_start) = gathered(&*ground, most, control)?;
        let links = Links::of_states(&*ground, &numbering, control)?;
        control.hold(links.bytes())?;
        control.hold(8 * from_start.len() as u64)?;
        let goals = (0..)
            .zip(numbering.states())
            .filter(|(_, state)| ground.is_goal(state))
            .map(|(number, _)| number);
        let to_goal = links.distances(goals);
        Ok(Arc::new(Learnt { ground, numbering, links, from_start, to_goal }))
    }
}

struct Learnt<const N: usize, G> {
    ground: Arc<G>,
    numbering: Numbering<N>,
    links: Links,
    from_start: Vec<u32>,
    to_goal: Vec<u32>,
}

impl<const N: usize, G: Ground<N>> Learnt<N, G> {
    fn number(&self, at: &Arrangement) -> Option<u32> {
        let places = self.ground.puzzle().places(at);
        self.numbering.number(&self.ground.state(&places)?)
    }

    /// The moves through some arrangements, by number.
    fn moves(&self, from: &Arrangement, numbers: &[u32]) -> Option<Vec<Move>> {
        let path: Vec<_> = numbers.iter().map(|&number| self.numbering.states()[number as usize]).collect();
        self.ground.moves(from, &path, &mut Control::new(Limits::default(), &mut ())).ok()
    }
}

impl<const N: usize, G: Ground<N>> Guide for Learnt<N, G> {
    fn spot(&self, at: &Arrangement) -> Option<Spot> {
        let number = self.number(at)? as usize;
        let to_goal = Some(self.to_goal[number]).filter(|&distance| distance != NEVER);
        Some(Spot { from_start: self.from_start[number], to_goal })
    }

    fn nearer(&self, at: &Arrangement) -> Option<Vec<Step>> {
        let here = self.number(at)?;
        let distance = self.to_goal[here as usize];
        let near = self
            .links
            .of(here)
            .iter()
            .filter(|&&next| distance != NEVER && self.to_goal[next as usize] < distance);
        let (puzzle, style) = (self.ground.puzzle(), self.ground.style());
        let step = |&next: &u32| {
            let played = self.moves(at, &[here, next])?.pop()?;
            let to = rule::play(puzzle, at, &played, style).ok()?;
            Some(Step { played, to })
        };
        near.map(step).collect()
    }

    fn way(&self, at: &Arrangement) -> Option<Vec<Move>> {
        let here = self.number(at).filter(|&here| self.to_goal[here as usize] != NEVER)?;
        self.moves(at, &self.links.descent(&self.to_goal, here))
    }

    fn states(&self) -> usize {
        self.links.vertices()
    }

    fn to_goal(&self) -> Vec<u64> {
        let mut layers = vec![];
        for &distance in self.to_goal.iter().filter(|&&distance| distance != NEVER) {
            layers.resize(layers.len().max(distance as usize + 1), 0);
            layers[distance as usize] += 1;
        }
        layers
    }

    fn bytes(&self) -> u64 {
        let distances = 4 * (self.from_start.capacity() + self.to_goal.capacity()) as u64;
        self.ground.bytes() + self.numbering.bytes() + self.links.bytes() + distances
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::sliding;
    use crate::outcome::Outcome;
    use crate::solver::Solver;

    #[test]
    fn every_way_is_as_long_as_the_distance_and_ends_at_a_goal() {
        let puzzle = sliding::parse("2 x 4\n1 = 1\n2 = 11\n1020\n0000210\n").unwrap().puzzle;
        for style in Style::ALL {
            let guide = guide(&puzzle, style, 1000, Limits::default(), &mut ()).unwrap().unwrap();
            assert_eq!(guide.to_goal().iter().sum::<u64>(), guide.states() as u64);
            let mut at = puzzle.start().clone();
            while let Some(step) = guide.nearer(&at).unwrap().pop() {
                let way = guide.way(&at).unwrap();
                assert_eq!(guide.spot(&at).unwrap().to_goal, Some(way.len() as u32));
                at = step.to;
            }
            assert!(puzzle.is_solved(&at));
            let answer = Solver::new(&puzzle).style(style).solve().unwrap();
            let Outcome::Solved(solution) = answer.outcome else { panic!("it can be solved") };
            assert_eq!(guide.spot(puzzle.start()).unwrap().to_goal, Some(solution.len() as u32));
        }
    }

    #[test]
    fn a_component_that_is_too_large_has_no_guide() {
        let klotski = crate::library::puzzle("klotski").unwrap();
        let found = guide(&klotski, Style::MOVE, 25_954, Limits::default(), &mut ()).unwrap();
        assert_eq!(found.err(), Some(NoMap::TooMany));
    }
}
