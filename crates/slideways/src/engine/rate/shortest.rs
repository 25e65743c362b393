//! The directed acyclic graph (DAG) of all shortest solutions.
//!
//! A state is on a shortest solution if its distance from the start and its distance to the nearest goal add
//! up to the length. A shortest solution visits exactly one such state at each depth, and each of its moves
//! leads one nearer to a goal. So everything here is dynamic programming over the depths:
//!
//! ```text
//!        a        depth 1: two states; depth 2: one state, which every shortest solution visits
//!      /   \      solutions: 2, the sum over the states before
//! start      c ── goal
//!      \   /
//!        b
//! ```

use crate::engine::explore::csr::{Csr, NEVER};
use crate::engine::search::control::Control;
use crate::outcome::Stop;

/// A graph with the distances of all vertices from the start and to the nearest goal.
#[derive(Clone, Copy)]
pub struct Distances<'g> {
    /// The links.
    pub links: &'g Csr,
    /// The distance of each vertex from the start.
    pub from_start: &'g [u32],
    /// The distance of each vertex to the nearest goal; not [`NEVER`].
    pub to_goal: &'g [u32],
}

/// The states of all shortest solutions.
pub struct ShortestPaths<'g> {
    graph: Distances<'g>,
    length: u32,
    /// The states, by depth.
    states: Vec<u32>,
    /// The index of each vertex among the states, or [`NEVER`].
    index: Vec<u32>,
}

impl<'g> ShortestPaths<'g> {
    /// Collect the states; `None` if the start cannot reach a goal. Its memory counts as held by `control`
    /// from then on.
    pub fn new(graph: Distances<'g>, control: &mut Control) -> Result<Option<ShortestPaths<'g>>, Stop> {
        let Some(start) = graph.from_start.iter().position(|&depth| depth == 0) else { return Ok(None) };
        let length = graph.to_goal[start];
        if length == NEVER {
            return Ok(None);
        }
        control.hold(8 * graph.links.vertices() as u64)?;
        let lies_on = |&vertex: &u32| {
            let vertex = vertex as usize;
            graph.from_start[vertex].checked_add(graph.to_goal[vertex]) == Some(length)
        };
        let mut states: Vec<u32> = (0..graph.links.vertices() as u32).filter(lies_on).collect();
        states.sort_by_key(|&state| graph.from_start[state as usize]);
        let mut index = vec![NEVER; graph.links.vertices()];
        (0..).zip(&states).for_each(|(number, &state)| index[state as usize] = number);
        Ok(Some(ShortestPaths { graph, length, states, index }))
    }

    /// The number of moves of a shortest solution.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// The graph.
    pub fn graph(&self) -> Distances<'g> {
        self.graph
    }

    /// The states, those at lower depths first.
    pub fn states(&self) -> &[u32] {
        &self.states
    }

    /// Whether a vertex is on a shortest solution.
    pub fn contains(&self, vertex: u32) -> bool {
        self.index[vertex as usize] != NEVER
    }

    /// The states after one more move of a shortest solution, as indices into [`states`](Self::states).
    fn next(&self, state: u32) -> impl Iterator<Item = usize> + '_ {
        let distance = self.graph.to_goal[state as usize];
        let nearer = move |next: &&u32| self.graph.to_goal[**next as usize] < distance;
        self.graph.links.of(state).iter().filter(nearer).map(|&next| self.index[next as usize] as usize)
    }

    /// The number of shortest solutions; `u128::MAX` stands for that many or more.
    pub fn solutions(&self, control: &mut Control) -> Result<u128, Stop> {
        let bytes = (size_of::<u128>() * self.states.len()) as u64;
        control.hold(bytes)?;
        let count = self.count(control);
        control.release(bytes);
        count
    }

    fn count(&self, control: &mut Control) -> Result<u128, Stop> {
        let mut ways = vec![0u128; self.states.len()];
        for (index, &state) in self.states.iter().enumerate().rev() {
            control.tick(self.length, 0)?;
            ways[index] = match self.graph.to_goal[state as usize] {
                0 => 1,
                _ => self.next(state).fold(0, |sum, next| sum.saturating_add(ways[next])),
            };
        }
        Ok(ways[0])
    }

    /// The depths, other than those of the start and the goals, at which all shortest solutions are in the
    /// same state.
    pub fn forced(&self) -> Vec<u32> {
        let depth = |state: &u32| self.graph.from_start[*state as usize];
        let layers = self.states.chunk_by(|one, other| depth(one) == depth(other));
        let forced = layers.filter(|layer| layer.len() == 1).map(|layer| depth(&layer[0]));
        forced.filter(|depth| (1..self.length).contains(depth)).collect()
    }

    /// The least number of moves that raise an estimate, over all shortest solutions. The estimates are those
    /// of the [`states`](Self::states), in their order.
    pub fn least_rises(&self, estimates: &[u32], control: &mut Control) -> Result<u32, Stop> {
        let mut least = vec![0u32; self.states.len()];
        for (index, &state) in self.states.iter().enumerate().rev() {
            control.tick(self.length, 0)?;
            let rises = |next: usize| least[next] + u32::from(estimates[next] > estimates[index]);
            least[index] = self.next(state).map(rises).min().unwrap_or(0);
        }
        Ok(least[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Limits;

    /// The graph of the picture above, with a way round of three moves between the start and `c`.
    fn picture() -> Csr {
        Csr::new([vec![1, 2, 5], vec![0, 3], vec![0, 3], vec![1, 2, 4, 6], vec![3], vec![0, 6], vec![3, 5]])
    }

    #[test]
    fn the_picture_has_two_solutions_and_one_forced_state() {
        let links = picture();
        let (from_start, to_goal) = (links.distances([0]), links.distances([4]));
        let graph = Distances { links: &links, from_start: &from_start, to_goal: &to_goal };
        let mut watch = ();
        let control = &mut Control::new(Limits::default(), &mut watch);
        let paths = ShortestPaths::new(graph, control).unwrap().unwrap();
        assert_eq!((paths.length(), paths.states()), (3, &[0, 1, 2, 3, 4][..]));
        assert_eq!(paths.solutions(control), Ok(2));
        assert_eq!(paths.forced(), [2]);
        // Through the first state the estimate rises twice, through the second once.
        assert_eq!(paths.least_rises(&[3, 4, 2, 5, 0], control), Ok(1));
        assert!(!paths.contains(5));
    }

    #[test]
    fn without_a_goal_there_are_no_shortest_solutions() {
        let links = Csr::new([vec![1], vec![0]]);
        let (from_start, to_goal) = (links.distances([0]), links.distances([]));
        let graph = Distances { links: &links, from_start: &from_start, to_goal: &to_goal };
        assert!(ShortestPaths::new(graph, &mut Control::new(Limits::default(), &mut ())).unwrap().is_none());
    }
}
