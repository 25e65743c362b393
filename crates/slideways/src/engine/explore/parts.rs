//! Splitting a graph into connected components, one after the other.
//!
//! A search from any vertex finds the vertices of its component. A second search, from all its goals at once,
//! finds the distance of each vertex from the nearest goal. Only then does the next component begin, so a
//! stopped search knows the components before it completely and those after it not at all.

use super::csr::{Csr, NEVER};
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

/// The components found so far, by size, number of goals and distance of the hardest start; for each class
/// the number of components, and whether the start is in one of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Cut {
    classes: BTreeMap<(u64, u64, Option<u32>), (u64, bool)>,
    /// The number of components with a goal and a start.
    pub puzzles: u64,
}

impl Cut {
    /// The bytes per vertex: a distance, a mark, a place in a queue, and another in the list of goals.
    pub(super) const BYTES: u64 = 13;

    /// Find all components. Returns the distance of every vertex from the nearest goal, or [`NEVER`].
    pub(super) fn all(
        &mut self,
        links: &Csr,
        start: u32,
        (is_start, is_goal): (&dyn Fn(u32) -> bool, &dyn Fn(u32) -> bool),
        control: &mut Control,
    ) -> Result<Vec<u32>, Stop> {
        let mut distances = vec![NEVER; links.vertices()];
        let mut met = vec![false; links.vertices()];
        let mut queue = vec![];
        for vertex in 0..links.vertices() as u32 {
            if met[vertex as usize] {
                continue;
            }
            let before = met[start as usize];
            links.search([vertex], &mut distances, &mut queue, || control.tick(0, 0))?;
            for &vertex in &queue {
                met[vertex as usize] = true;
                distances[vertex as usize] = NEVER;
            }
            let goals: Vec<u32> = queue.iter().copied().filter(|&vertex| is_goal(vertex)).collect();
            let like = (queue.len() as u64, goals.len() as u64);
            let farthest =
                links.search(goals.iter().copied(), &mut distances, &mut queue, || control.tick(0, 0))?;
            let hardest = (like.1 > 0).then_some(farthest);
            // The queue now holds all vertices of the component if it has a goal.
            self.puzzles += u64::from(like.1 > 0 && queue.iter().any(|&vertex| is_start(vertex)));
            let entry = self.classes.entry((like.0, like.1, hardest)).or_default();
            entry.0 += 1;
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
        let distances = cut.all(&links, 6, (&|v| v != 7, &|v| v == 1 || v == 7), &mut control).unwrap();
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
        assert_eq!(cut.all(&links, 0, (&|_| true, &|_| false), &mut control), Err(Stop::Caller));
        let first = Parts { states: path.into(), goals: 0, hardest: None, number: 1, start: true };
        assert_eq!(cut.parts(), [first]);
    }
}
