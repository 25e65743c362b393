//! Dominators of the graph of shortest solutions: the states that all shortest solutions of a state pass
//! through.
//!
//! A state `u` dominates a state `v` if every shortest solution of `v` passes through `u`. The dominators of
//! a state form a chain, so they are the ancestors of the state in a tree, whose root stands for the end of
//! every solution (Lengauer and Tarjan 1979). Since each move of a shortest solution leads nearer, the graph
//! has no cycle, and one pass in the order of the distances suffices: the parent of a state is the lowest
//! common ancestor of its neighbours that are one nearer (Cooper, Harvey and Kennedy 2001).

use super::shortest::Distances;
use crate::engine::explore::csr::NEVER;
use crate::engine::search::control::Control;
use crate::outcome::Stop;

/// The tree of dominators.
pub struct Dominators {
    /// The parent of each state; [`NEVER`] stands for the root.
    parents: Vec<u32>,
    /// Where the children of each state begin in the list of children.
    begins: Vec<usize>,
    children: Vec<u32>,
}

impl Dominators {
    /// The bytes that the tree of a number of states takes while it is made.
    pub fn bytes(states: usize) -> u64 {
        24 * states as u64
    }

    /// Find the dominators of all states; every one must reach a goal.
    pub fn new(graph: Distances, control: &mut Control) -> Result<Dominators, Stop> {
        let states = graph.links.vertices();
        let mut order: Vec<u32> = (0..states as u32).collect();
        order.sort_by_key(|&state| graph.to_goal[state as usize]);
        // The root is not a state; its children are at depth 1.
        let (mut parents, mut depths) = (vec![NEVER; states], vec![1u32; states]);
        for &state in &order {
            control.tick(graph.to_goal[state as usize], 0)?;
            let distance = graph.to_goal[state as usize];
            let nearer =
                graph.links.of(state).iter().filter(|next| graph.to_goal[**next as usize] < distance);
            let common = nearer.copied().reduce(|one, other| common(one, other, &parents, &depths));
            if let Some(parent) = common.filter(|&parent| parent != NEVER) {
                parents[state as usize] = parent;
                depths[state as usize] = depths[parent as usize] + 1;
            }
        }
        let mut begins = vec![0; states + 2];
        for &parent in parents.iter().filter(|&&parent| parent != NEVER) {
            begins[parent as usize + 2] += 1;
        }
        (1..begins.len()).for_each(|i| begins[i] += begins[i - 1]);
        let mut children = vec![0; begins[states + 1]];
        for (state, &parent) in (0..).zip(&parents).filter(|(_, parent)| **parent != NEVER) {
            children[begins[parent as usize + 1]] = state;
            begins[parent as usize + 1] += 1;
        }
        Ok(Dominators { parents, begins, children })
    }

    /// The nearest state that dominates a state, other than itself.
    pub fn parent(&self, state: u32) -> Option<u32> {
        Some(self.parents[state as usize]).filter(|&parent| parent != NEVER)
    }

    /// All states that a state dominates, itself included and first.
    pub fn dominated(&self, by: u32, into: &mut Vec<u32>) {
        into.clear();
        into.push(by);
        let mut done = 0;
        while let Some(&state) = into.get(done) {
            done += 1;
            let state = state as usize;
            into.extend(&self.children[self.begins[state]..self.begins[state + 1]]);
        }
    }
}

/// The lowest common ancestor of two states; [`NEVER`] stands for the root.
fn common(mut one: u32, mut other: u32, parents: &[u32], depths: &[u32]) -> u32 {
    let depth = |state: u32| if state == NEVER { 0 } else { depths[state as usize] };
    while one != other {
        if depth(one) >= depth(other) {
            one = parents[one as usize];
        } else {
            other = parents[other as usize];
        }
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::explore::csr::Csr;
    use crate::outcome::Limits;

    #[test]
    fn what_has_two_ways_is_dominated_by_where_they_meet() {
        // 0 is the goal; 1 next to it; 2 and 3 behind 1; 4 behind both; 5 behind 2.
        let links = Csr::new([vec![1], vec![0, 2, 3], vec![1, 4, 5], vec![1, 4], vec![2, 3], vec![2]]);
        let to_goal = links.distances([0]);
        let graph = Distances { links: &links, from_start: &to_goal, to_goal: &to_goal };
        let tree = Dominators::new(graph, &mut Control::new(Limits::default(), &mut ())).unwrap();
        let dominated = |by| {
            let mut found = vec![];
            tree.dominated(by, &mut found);
            found.sort();
            found
        };
        assert_eq!(dominated(0), [0, 1, 2, 3, 4, 5]);
        assert_eq!(dominated(1), [1, 2, 3, 4, 5]);
        assert_eq!(dominated(2), [2, 5]);
        assert_eq!((dominated(3), dominated(4)), (vec![3], vec![4]));
    }
}
