//! Number of shortest solutions of every state: dynamic programming over the layers around the goals.
//!
//! A shortest solution goes one layer nearer with every move. So a goal has one solution, the empty one, and
//! any other state has the sum over its neighbours that are one layer nearer:
//!
//! ```text
//!    a        distance 0: the goal g, 1 solution
//!  /   \      distance 1: a and b, 1 each, that of g
//! g     c     distance 2: c, 1 + 1 = 2, those of a and b
//!  \   /
//!    b
//! ```
//!
//! A solution is a path in the graph: two moves between the same two states count once. This is what
//! [`search::count`](crate::engine::search::count) counts for one start.

use super::csr::{Csr, NEVER};
use crate::engine::search::control::Control;
use crate::outcome::Stop;

/// The numbers of shortest solutions of all states at one distance.
///
/// `u128::MAX` stands for that many or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolutionLayer {
    /// The number of states.
    pub states: u64,
    /// The number of states with exactly one shortest solution.
    pub unique: u64,
    /// The least number of solutions of a state.
    pub least: u128,
    /// The greatest number of solutions of a state.
    pub most: u128,
    /// The sum over all states.
    pub total: u128,
}

impl SolutionLayer {
    /// The mean number of solutions of a state.
    pub fn mean(&self) -> f64 {
        self.total as f64 / self.states as f64
    }
}

/// A layer, and the first states in it that stand out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolutionTally {
    /// The numbers.
    pub layer: SolutionLayer,
    /// The first state with the greatest number of solutions.
    pub most_at: u64,
    /// The first state with exactly one solution.
    pub unique_at: Option<u64>,
}

impl SolutionTally {
    /// The tally of no states.
    pub const NONE: SolutionTally = SolutionTally {
        layer: SolutionLayer { states: 0, unique: 0, least: u128::MAX, most: 0, total: 0 },
        most_at: 0,
        unique_at: None,
    };

    /// The tally of one state.
    pub fn of(state: u64, solutions: u128) -> SolutionTally {
        let unique = solutions == 1;
        SolutionTally {
            layer: SolutionLayer {
                states: 1,
                unique: unique.into(),
                least: solutions,
                most: solutions,
                total: solutions,
            },
            most_at: state,
            unique_at: unique.then_some(state),
        }
    }

    /// The tally of these states and later ones.
    pub fn and(self, later: SolutionTally) -> SolutionTally {
        let (first, second) = (self.layer, later.layer);
        SolutionTally {
            layer: SolutionLayer {
                states: first.states + second.states,
                unique: first.unique + second.unique,
                least: first.least.min(second.least),
                most: first.most.max(second.most),
                total: first.total.saturating_add(second.total),
            },
            most_at: if second.most > first.most { later.most_at } else { self.most_at },
            unique_at: self.unique_at.or(later.unique_at),
        }
    }
}

/// A state that stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlier {
    /// Its distance from the nearest goal.
    pub distance: u32,
    /// The number of its shortest solutions.
    pub solutions: u128,
    /// The state.
    pub state: u64,
}

/// The layers around the goals; empty if there is no goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionTable {
    /// Complete layers, the goals first.
    pub layers: Vec<SolutionTally>,
    /// What stopped the count before it covered all states, if something did.
    pub stop: Option<Stop>,
}

impl SolutionTable {
    /// The state with the greatest number of solutions, the nearest to a goal if there are several.
    pub fn most(&self) -> Option<Outlier> {
        let most = self.layers.iter().map(|tally| tally.layer.most).max()?;
        let (distance, tally) = (0..).zip(&self.layers).find(|(_, tally)| tally.layer.most == most)?;
        Some(Outlier { distance, solutions: most, state: tally.most_at })
    }

    /// The farthest state with exactly one shortest solution.
    pub fn farthest_unique(&self) -> Option<Outlier> {
        let unique = |(distance, tally): (usize, &SolutionTally)| Some((distance as u32, tally.unique_at?));
        let (distance, state) = self.layers.iter().enumerate().rev().find_map(unique)?;
        Some(Outlier { distance, solutions: 1, state })
    }
}

/// Count the solutions of all vertices of a graph, given the distances to the nearest goal. The vertices come
/// in `order`, by distance; among those of a layer, the first is the one to show.
pub fn count(links: &Csr, to_goal: &[u32], order: &[u32], control: &mut Control) -> SolutionTable {
    let mut table = SolutionTable { layers: vec![], stop: None };
    let bytes = (size_of::<u128>() * to_goal.len()) as u64;
    if let Err(by) = control.hold(bytes) {
        return SolutionTable { stop: Some(by), ..table };
    }
    let mut counts = vec![0u128; to_goal.len()];
    let layer_of = |vertex: &u32| to_goal[*vertex as usize];
    for layer in order.chunk_by(|one, other| layer_of(one) == layer_of(other)) {
        let distance = layer_of(&layer[0]);
        if distance == NEVER {
            break;
        }
        let mut tally = SolutionTally::NONE;
        for &vertex in layer {
            if let Err(by) = control.tick(distance, 0) {
                control.release(bytes);
                return SolutionTable { stop: Some(by), ..table };
            }
            let nearer = links.of(vertex).iter().filter(|next| layer_of(next) < distance);
            let sum = nearer.fold(0u128, |sum, &next| sum.saturating_add(counts[next as usize]));
            let solutions = if distance == 0 { 1 } else { sum };
            counts[vertex as usize] = solutions;
            tally = tally.and(SolutionTally::of(vertex.into(), solutions));
        }
        table.layers.push(tally);
    }
    control.release(bytes);
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Limits;

    fn counted(links: &Csr, goals: &[u32]) -> SolutionTable {
        let to_goal = links.distances(goals.iter().copied());
        let mut order: Vec<u32> = (0..links.vertices() as u32).collect();
        order.sort_by_key(|&vertex| to_goal[vertex as usize]);
        count(links, &to_goal, &order, &mut Control::new(Limits::default(), &mut ()))
    }

    /// A grid of `side` by `side` vertices: the solutions are binomial coefficients.
    fn grid(side: u32) -> Csr {
        let at = |row: u32, col: u32| (row < side && col < side).then(|| row * side + col);
        let around = move |row: u32, col: u32| {
            let ends = [
                at(row.wrapping_sub(1), col),
                at(row, col.wrapping_sub(1)),
                at(row, col + 1),
                at(row + 1, col),
            ];
            ends.into_iter().flatten().collect()
        };
        Csr::new((0..side * side).map(|vertex| around(vertex / side, vertex % side)))
    }

    #[test]
    fn paths_in_a_grid_are_binomial_coefficients() {
        let table = counted(&grid(5), &[0]);
        let most: Vec<u128> = table.layers.iter().map(|tally| tally.layer.most).collect();
        assert_eq!(most, [1, 1, 2, 3, 6, 10, 20, 35, 70]);
        let total: u128 = table.layers.iter().map(|tally| tally.layer.total).sum();
        assert_eq!(total, 251); // the sum of C(i + j, i) for i and j below 5 is C(10, 5) - 1
        assert_eq!(table.most(), Some(Outlier { distance: 8, solutions: 70, state: 24 }));
        assert_eq!(table.farthest_unique(), Some(Outlier { distance: 4, solutions: 1, state: 4 }));
        let four = table.layers[4].layer;
        assert_eq!(four, SolutionLayer { states: 5, unique: 2, least: 1, most: 6, total: 16 });
    }

    #[test]
    fn numbers_that_overflow_stay_at_the_largest() {
        let table = counted(&grid(80), &[0]);
        let last = table.layers.last().unwrap().layer;
        assert_eq!((last.most, last.total), (u128::MAX, u128::MAX)); // C(158, 79) has 47 digits
    }

    #[test]
    fn what_reaches_no_goal_is_left_out() {
        let links = Csr::new([vec![1], vec![0], vec![3], vec![2]]);
        assert_eq!(counted(&links, &[2]).layers.len(), 2);
        assert_eq!(counted(&links, &[]).most(), None);
    }

    #[test]
    fn tallies_of_parts_make_the_tally_of_the_whole() {
        let states: Vec<SolutionTally> = [5, 1, 9, 9, 1]
            .into_iter()
            .zip(0..)
            .map(|(number, state)| SolutionTally::of(state, number))
            .collect();
        let whole = states.iter().fold(SolutionTally::NONE, |sum, &state| sum.and(state));
        assert_eq!((whole.most_at, whole.unique_at, whole.layer.total), (2, Some(1), 25));
        for cut in 0..=5 {
            let [first, second] = [&states[..cut], &states[cut..]]
                .map(|part| part.iter().fold(SolutionTally::NONE, |sum, &state| sum.and(state)));
            assert_eq!(first.and(second), whole);
        }
    }
}
