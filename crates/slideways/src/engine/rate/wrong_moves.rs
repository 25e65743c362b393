//! The cost of wrong moves.
//!
//! A move from a state of a shortest solution is *wrong* if it does not lead nearer to a goal. Taken back at
//! once, it costs two moves, since every move can be undone. Its cost here is that of going on: the length of
//! the shortest solution that makes the wrong move and never returns to the state before it, less the
//! distance of that state. If there is no such solution, the move is a *dead end*: it has to be taken back.
//!
//! Let `d` be the distance to the nearest goal, and let the wrong move lead from `u` to `w`. If some shortest
//! solution of `w` avoids `u`, the cost is 1 + d(w) − d(u), that is 1 or 2. Otherwise `u`
//! [dominates](super::dominators) `w`. A way from `w` that avoids `u` then leads out of the set that `u`
//! dominates, and from there on along a shortest solution, which avoids `u`. So a search of that set, from
//! the states outside it inwards, finds the cost. A state is in the sets of at most as many states as a
//! shortest solution has, so all these searches take a time of at most the length times the number of links.

use super::dominators::Dominators;
use super::shortest::ShortestPaths;
use crate::engine::explore::csr::NEVER;
use crate::engine::search::control::Control;
use crate::outcome::Stop;

/// The costs of all wrong moves from states of shortest solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WrongMoves {
    /// The number of wrong moves.
    pub moves: u64,
    /// The number of those that have to be taken back.
    pub dead_ends: u64,
    /// The sum of the costs of the others.
    pub total: u64,
    /// The largest of these costs; 0 if there is none.
    pub worst: u32,
}

impl WrongMoves {
    /// The mean cost of a wrong move that need not be taken back; `None` if there is none.
    pub fn mean(&self) -> Option<f64> {
        let finite = self.moves - self.dead_ends;
        (finite > 0).then(|| self.total as f64 / finite as f64)
    }

    fn add(&mut self, cost: Option<u32>) {
        self.moves += 1;
        match cost {
            None => self.dead_ends += 1,
            Some(cost) => {
                self.total += u64::from(cost);
                self.worst = self.worst.max(cost);
            }
        }
    }
}

/// The costs of all wrong moves.
pub fn costs(paths: &ShortestPaths, control: &mut Control) -> Result<WrongMoves, Stop> {
    let states = paths.graph().links.vertices();
    let bytes = Dominators::bytes(states) + 16 * states as u64;
    control.hold(bytes)?;
    let found = CostSearch::new(paths, control).and_then(|mut search| search.run(control));
    control.release(bytes);
    found
}

struct CostSearch<'p, 'g> {
    paths: &'p ShortestPaths<'g>,
    dominators: Dominators,
    /// The states that the current state dominates.
    dominated: Vec<u32>,
    /// For a dominated state, the length of its shortest known way that avoids the current state; [`OUTSIDE`]
    /// for all others.
    avoiding: Vec<u32>,
    /// Dominated states by the length of their way.
    buckets: Vec<Vec<u32>>,
}

/// Marks a state that the current one does not dominate.
const OUTSIDE: u32 = NEVER - 1;

impl<'p, 'g> CostSearch<'p, 'g> {
    fn new(paths: &'p ShortestPaths<'g>, control: &mut Control) -> Result<CostSearch<'p, 'g>, Stop> {
        let dominators = Dominators::new(paths.graph(), control)?;
        let avoiding = vec![OUTSIDE; paths.graph().links.vertices()];
        Ok(CostSearch { paths, dominators, dominated: vec![], avoiding, buckets: vec![] })
    }

    fn run(&mut self, control: &mut Control) -> Result<WrongMoves, Stop> {
        let (graph, mut found) = (self.paths.graph(), WrongMoves::default());
        for &from in self.paths.states().iter().filter(|&&state| graph.to_goal[state as usize] > 0) {
            control.tick(self.paths.length(), 0)?;
            let distance = graph.to_goal[from as usize];
            let wrong = || graph.links.of(from).iter().filter(|&&to| graph.to_goal[to as usize] >= distance);
            self.dominated.clear();
            if wrong().any(|&to| self.dominators.parent(to) == Some(from)) {
                self.dominators.dominated(from, &mut self.dominated);
                self.dominated.iter().for_each(|&state| self.avoiding[state as usize] = NEVER);
                self.avoid(from, control)?;
            }
            for &to in wrong() {
                found.add(match self.avoiding[to as usize] {
                    NEVER => None,
                    OUTSIDE => Some(1 + graph.to_goal[to as usize] - distance),
                    way => Some(1 + way - distance),
                });
            }
            self.dominated.iter().for_each(|&state| self.avoiding[state as usize] = OUTSIDE);
        }
        Ok(found)
    }

    /// Find the shortest ways from all dominated states that avoid `from`: Dijkstra's algorithm with buckets
    /// (Dial 1969), begun at the states next to one outside.
    fn avoid(&mut self, from: u32, control: &mut Control) -> Result<(), Stop> {
        let graph = self.paths.graph();
        self.buckets.iter_mut().for_each(Vec::clear);
        for &state in self.dominated.iter().filter(|&&state| state != from) {
            control.tick(self.paths.length(), 0)?;
            let outside =
                graph.links.of(state).iter().filter(|&&next| self.avoiding[next as usize] == OUTSIDE);
            if let Some(nearest) = outside.map(|&next| graph.to_goal[next as usize]).min() {
                put(&mut self.buckets, nearest + 1, state);
            }
        }
        let mut way = 0;
        while way < self.buckets.len() {
            for state in std::mem::take(&mut self.buckets[way]) {
                control.tick(self.paths.length(), 0)?;
                if self.avoiding[state as usize] != NEVER {
                    continue;
                }
                self.avoiding[state as usize] = way as u32;
                for &next in graph.links.of(state) {
                    if next != from && self.avoiding[next as usize] == NEVER {
                        put(&mut self.buckets, way as u32 + 1, next);
                    }
                }
            }
            way += 1;
        }
        Ok(())
    }
}

fn put(buckets: &mut Vec<Vec<u32>>, way: u32, state: u32) {
    if buckets.len() <= way as usize {
        buckets.resize(way as usize + 1, vec![]);
    }
    buckets[way as usize].push(state);
}

#[cfg(test)]
mod tests {
    use super::super::shortest::Distances;
    use super::*;
    use crate::engine::explore::csr::Csr;
    use crate::outcome::Limits;

    #[test]
    fn a_way_round_costs_its_length_and_a_dead_end_has_none() {
        // 0 - 1 - 2, the goal; 1 - 3 is a dead end; 0 - 4 - 5 - 6 - 2 is a way round.
        let links =
            Csr::new([vec![1, 4], vec![0, 2, 3], vec![1, 6], vec![1], vec![0, 5], vec![4, 6], vec![2, 5]]);
        let (from_start, to_goal) = (links.distances([0]), links.distances([2]));
        let graph = Distances { links: &links, from_start: &from_start, to_goal: &to_goal };
        let mut watch = ();
        let control = &mut Control::new(Limits::default(), &mut watch);
        let paths = ShortestPaths::new(graph, control).unwrap().unwrap();
        let found = costs(&paths, control).unwrap();
        // From 0 to 4: four moves instead of two. From 1: to 3, the dead end, and back to 0, from where
        // the way round takes four moves, five in all instead of one.
        assert_eq!(found, WrongMoves { moves: 3, dead_ends: 1, total: 2 + 4, worst: 4 });
        assert_eq!(found.mean(), Some(3.0));
    }
}
