//! Splitting a graph into connected components, one after the other.
//!
//! A search from any vertex finds the vertices of its component. A second search, from all its goals at
//! once, finds the distance of each vertex from the nearest goal; if two pieces are to change places, the
//! goals depend on the vertex, and there are several such searches. Only then does the next component begin,
//! so a stopped search knows the components before it completely and those after it not at all.

use super::csr::{Csr, NEVER};
use super::quotient::Quotient;
use super::swap::SwapPairs;
use crate::engine::search::control::Control;
use crate::outcome::Stop;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Components with the same size, the same number of goals and the same distance of the hardest start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Parts {
    /// The number of arrangements in each.
    pub states: u64,
    /// The number of goals in each.
    pub goals: u64,
    /// The distance of the hardest start from the nearest goal, if there is a goal.
    pub hardest: Option<u32>,
    /// The number of components of this class.
    pub number: u64,
    /// Whether the puzzle's start is in one of them.
    pub start: bool,
}

/// The graph that is split.
pub(super) enum Vertices<'q, 'g> {
    /// The vertices are states.
    States(&'q Csr),
    /// The vertices are orbits of states.
    Orbits(&'q mut Quotient<'g>),
}

impl Vertices<'_, '_> {
    fn links(&self) -> &Csr {
        match self {
            Vertices::States(links) => links,
            Vertices::Orbits(quotient) => &quotient.links,
        }
    }
}

/// What the distance of a vertex is measured from.
pub(super) enum Targets<'t> {
    /// Goals that are the same for all vertices.
    Goals(&'t dyn Fn(u32) -> bool),
    /// The vertices in which two pieces have changed places.
    Swap(&'t mut SwapPairs),
}

impl Targets<'_> {
    /// Find the distances of all vertices of a component that have any. Returns the number of goals, and the
    /// largest distance.
    fn measure(
        &mut self,
        links: &Csr,
        component: &[u32],
        (distances, queue): (&mut [u32], &mut Vec<u32>),
        control: &mut Control,
    ) -> Result<(u64, u32), Stop> {
        match self {
            Targets::Goals(is_goal) => {
                let goals = component.iter().copied().filter(|&vertex| is_goal(vertex));
                let goals: Vec<u32> = goals.collect();
                let sources = goals.iter().copied();
                let farthest = links.search(sources, distances, queue, || control.tick(0, 0))?;
                Ok((goals.len() as u64, farthest))
            }
            Targets::Swap(pairs) => pairs.measure(links, component, distances, control),
        }
    }
}

/// The components found so far, by size, number of goals and distance of the hardest start; for each class
/// the number of components, and whether the start is in one of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Cut {
    classes: BTreeMap<(u64, u64, Option<u32>), (u64, bool)>,
    /// The number of components with a goal and a start.
    pub puzzles: u64,
    /// The number of components up to symmetry, and of those with a goal and a start.
    pub up_to_symmetry: (u64, u64),
}

impl Cut {
    /// The bytes per vertex: a distance, a mark, places in two queues, and another in the list of goals.
    pub(super) const BYTES: u64 = 17;

    /// Find all components. Returns the distance of every vertex from the nearest goal, or [`NEVER`].
    pub(super) fn all(
        &mut self,
        graph: &mut Vertices,
        start: u32,
        (is_start, mut targets): (&dyn Fn(u32) -> bool, Targets),
        control: &mut Control,
    ) -> Result<Vec<u32>, Stop> {
        let vertices = graph.links().vertices();
        let mut distances = vec![NEVER; vertices];
        let mut met = vec![false; vertices];
        let (mut component, mut queue) = (vec![], vec![]);
        for vertex in 0..vertices as u32 {
            if met[vertex as usize] {
                continue;
            }
            let (before, links) = (met[start as usize], graph.links());
            links.search([vertex], &mut distances, &mut component, || control.tick(0, 0))?;
            for &vertex in &component {
                met[vertex as usize] = true;
                distances[vertex as usize] = NEVER;
            }
            let (goals, farthest) =
                targets.measure(links, &component, (&mut distances, &mut queue), control)?;
            let hardest = (goals > 0).then_some(farthest);
            let is_solvable = |vertex: u32| distances[vertex as usize] != NEVER && is_start(vertex);
            let is_puzzle = goals > 0 && component.iter().any(|&vertex| is_solvable(vertex));
            let is_goal = |&&vertex: &&u32| distances[vertex as usize] == 0;
            let (copies, states, goals) = match graph {
                Vertices::States(_) => (1, component.len() as u64, goals),
                Vertices::Orbits(quotient) => {
                    let copies = quotient.copies(&component);
                    let size = |&orbit: &u32| quotient.orbits.size(orbit);
                    let states: u64 = component.iter().map(size).sum();
                    let goals: u64 = component.iter().filter(is_goal).map(size).sum();
                    (copies, states / copies, goals / copies)
                }
            };
            self.puzzles += copies * u64::from(is_puzzle);
            self.up_to_symmetry.0 += 1;
            self.up_to_symmetry.1 += u64::from(is_puzzle);
            let entry = self.classes.entry((states, goals, hardest)).or_default();
            entry.0 += copies;
            entry.1 |= met[start as usize] && !before;
        }
        Ok(distances)
    }

    /// The components, grouped by class; the largest first.
    pub(super) fn parts(&self) -> Vec<Parts> {
        let made =
            |(&(states, goals, hardest), &(number, start))| Parts { states, goals, hardest, number, start };
        let mut parts: Vec<Parts> = self.classes.iter().map(made).collect();
        parts.sort_by_key(|parts| Reverse((parts.states, parts.hardest, parts.goals)));
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Limits;
    use crate::watch::Watch;

    /// A path of `path` vertices, then `points` isolated ones.
    fn path_and_points(path: u32, points: usize) -> Csr {
        let near = |v: u32| v.checked_sub(1).into_iter().chain((v + 1 < path).then_some(v + 1)).collect();
        Csr::new((0..path).map(near).chain(std::iter::repeat_n(vec![], points)))
    }

    #[test]
    fn components_that_are_alike_come_together() {
        let links = path_and_points(5, 3);
        let (mut cut, mut watch) = (Cut::default(), ());
        let mut control = Control::new(Limits::default(), &mut watch);
        let goals = Targets::Goals(&|v| v == 1 || v == 7);
        let distances =
            cut.all(&mut Vertices::States(&links), 6, (&|v| v != 7, goals), &mut control).unwrap();
        assert_eq!(distances, [1, 0, 1, 2, 3, NEVER, NEVER, 0]);
        let part = |states, goals, hardest, number, start| Parts { states, goals, hardest, number, start };
        let expected =
            [part(5, 1, Some(3), 1, false), part(1, 1, Some(0), 1, false), part(1, 0, None, 2, true)];
        assert_eq!((cut.parts().as_slice(), cut.puzzles), (&expected[..], 1));
    }

    #[test]
    fn stopped_in_a_component_it_knows_those_before() {
        struct Later(u32);
        impl Watch for Later {
            fn stop(&mut self) -> bool {
                self.0 -= 1;
                self.0 == 0
            }
        }
        // The limits are checked every 16,384 vertices: the first check falls into the second component.
        let path = 12_000;
        let links = Csr::new([0, path].into_iter().flat_map(|first| {
            let near = move |v: u32| {
                let back = v.checked_sub(1).map(|w| first + w);
                back.into_iter().chain((v + 1 < path).then_some(first + v + 1)).collect::<Vec<u32>>()
            };
            (0..path).map(near)
        }));
        let (mut cut, mut watch) = (Cut::default(), Later(1));
        let mut control = Control::new(Limits::default(), &mut watch);
        let none = Targets::Goals(&|_| false);
        assert_eq!(
            cut.all(&mut Vertices::States(&links), 0, (&|_| true, none), &mut control),
            Err(Stop::Caller)
        );
        let first = Parts { states: path.into(), goals: 0, hardest: None, number: 1, start: true };
        assert_eq!(cut.parts(), [first]);
    }
}
