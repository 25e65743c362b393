//! Distances to the arrangements in which two pieces have changed places.
//!
//! The goals of a start depend on where its two pieces are: if one is at `p` and the other at `q`, they are
//! the arrangements with the first at `q` and the second at `p`. All starts with the same two places have
//! the same goals, so one multi-source search for each pair of places finds the distances of all of them.

use super::csr::{Csr, NEVER};
use crate::engine::blocks::compiled::Compiled;
use crate::engine::search::State;
use crate::engine::search::control::Control;
use crate::grid::Cell;
use crate::outcome::Stop;
use crate::puzzle::{KindId, Place};
use std::collections::BTreeMap;

/// The first cells of two pieces.
type Pair = [Cell; 2];

/// Where the two pieces are in each vertex of a graph.
pub(super) struct SwapPairs {
    pairs: Vec<Pair>,
    /// Buffers of the searches. Between two searches, all distances are [`NEVER`].
    distances: Vec<u32>,
    queue: Vec<u32>,
}

impl SwapPairs {
    /// The bytes per vertex: a pair, a distance, a place in a queue, and another in the list of a pair.
    pub(super) const BYTES: u64 = 16;

    /// The places of one piece of each kind in all states. There must be exactly one of each.
    pub(super) fn new<const N: usize>(
        compiled: &dyn Compiled<N>,
        states: &[State<N>],
        kinds: [KindId; 2],
    ) -> SwapPairs {
        let pair = |state: &State<N>| {
            let places = compiled.places(state);
            kinds.map(|kind| places.iter().find(|place| place.kind == kind).expect("there is one piece").at)
        };
        SwapPairs::of(states.iter().map(pair).collect())
    }

    fn of(pairs: Vec<Pair>) -> SwapPairs {
        let distances = vec![NEVER; pairs.len()];
        SwapPairs { pairs, distances, queue: vec![] }
    }

    /// The places that the two pieces must reach from a vertex.
    pub(super) fn goal(&self, from: u32, kinds: [KindId; 2]) -> [Place; 2] {
        let [one, other] = self.pairs[from as usize];
        [Place { at: other, kind: kinds[0] }, Place { at: one, kind: kinds[1] }]
    }

    /// All goals of a vertex, in any component.
    pub(super) fn goals(&self, from: u32) -> impl Iterator<Item = u32> {
        let goal = changed_over(self.pairs[from as usize]);
        (0..).zip(&self.pairs).filter(move |(_, pair)| **pair == goal).map(|(vertex, _)| vertex)
    }

    /// Find the distance of each vertex of a component from the nearest of its goals, if it has any. Returns
    /// the number of vertices that are goals of others, and the largest distance.
    pub(super) fn measure(
        &mut self,
        links: &Csr,
        component: &[u32],
        distances: &mut [u32],
        control: &mut Control,
    ) -> Result<(u64, u32), Stop> {
        let mut by_pair: BTreeMap<Pair, Vec<u32>> = BTreeMap::new();
        for &vertex in component {
            by_pair.entry(self.pairs[vertex as usize]).or_default().push(vertex);
        }
        let (mut number, mut farthest) = (0, 0);
        for (pair, starts) in &by_pair {
            let Some(goals) = by_pair.get(&changed_over(*pair)) else { continue };
            let sources = goals.iter().copied();
            links.search(sources, &mut self.distances, &mut self.queue, || control.tick(0, 0))?;
            for &start in starts {
                distances[start as usize] = self.distances[start as usize];
                farthest = farthest.max(distances[start as usize]);
            }
            number += goals.len() as u64;
            self.queue.iter().for_each(|&vertex| self.distances[vertex as usize] = NEVER);
        }
        Ok((number, farthest))
    }
}

/// The places after the swap.
fn changed_over([one, other]: Pair) -> Pair {
    [other, one]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Limits;

    #[test]
    fn every_vertex_has_the_goals_of_its_pair() {
        // A path of six vertices. Vertex 2 has no goal.
        let near = |v: u32| v.checked_sub(1).into_iter().chain((v < 5).then_some(v + 1)).collect();
        let links = Csr::new((0..6).map(near));
        let pair = |one, other| [Cell(one), Cell(other)];
        let pairs = [pair(0, 1), pair(0, 1), pair(0, 2), pair(3, 1), pair(1, 0), pair(1, 3)];
        let mut swap = SwapPairs::of(pairs.to_vec());
        let (mut distances, mut watch) = (vec![NEVER; 6], ());
        let mut control = Control::new(Limits::default(), &mut watch);
        let found = swap.measure(&links, &[0, 1, 2, 3, 4, 5], &mut distances, &mut control);
        assert_eq!(found, Ok((5, 4)));
        assert_eq!(distances, [4, 3, NEVER, 2, 3, 2]);
        assert_eq!(swap.goals(4).collect::<Vec<_>>(), [0, 1]);
        assert!(swap.distances.iter().all(|&distance| distance == NEVER));
    }
}
