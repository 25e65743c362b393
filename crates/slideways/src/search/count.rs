//! All shortest paths: how many there are, and each of them.
//!
//! After a search that remembers every layer, go back from the goals at the least distance: a state of
//! layer d is on a shortest path exactly when it has a neighbour in layer d + 1 that is, and the number of
//! ways to finish from it is the sum over those neighbours. Only states on shortest paths are touched.
//!
//! Two paths are different when they pass through different states; two ways of making the same move, or of
//! exchanging interchangeable pieces, are not counted twice.

use super::graph::{Graph, State};
use super::layers::{Beside, Control, Layers};
use crate::outcome::{Outcome, Stop, Why};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// All shortest paths of a search, as the states on them.
pub struct Shortest<const N: usize> {
    start: State<N>,
    /// For each distance, the states on shortest paths and in how many ways each can be finished.
    layers: Vec<FxHashMap<State<N>, u128>>,
}

/// Find all shortest paths from `start` to a goal.
pub fn all<const N: usize, G: Graph<N>>(
    graph: &G,
    start: State<N>,
    is_goal: impl Fn(&State<N>) -> bool + Sync,
    control: &mut Control,
) -> Outcome<Shortest<N>> {
    let stopped = |bound, by| Outcome::Stopped { bound, by };
    let mut search = match Layers::new(graph, [start], control.memory(), false) {
        Ok(search) => search,
        Err(by) => return stopped(0, by),
    };
    let mut goals: Vec<State<N>> = [start].into_iter().filter(|state| is_goal(state)).collect();
    while goals.is_empty() && search.newest() > 0 {
        let end = search.advance(control, Beside::default(), |_| false);
        let depth = search.store.depth();
        if let Err(by) = end {
            control.cost.states += search.store.states();
            return stopped(depth, by);
        }
        goals.extend(search.store.layer(depth).filter(|state| is_goal(state)));
    }
    control.cost.states += search.store.states();
    if goals.is_empty() {
        return Outcome::Unsolvable(Why::Exhausted { states: search.store.states() });
    }
    let distance = search.store.depth();
    match finish(graph, &search, goals, control) {
        Ok(layers) => Outcome::Solved(Shortest { start, layers }),
        Err(by) => stopped(distance, by),
    }
}

fn finish<const N: usize, G: Graph<N>>(
    graph: &G,
    search: &Layers<'_, N, G>,
    goals: Vec<State<N>>,
    control: &mut Control,
) -> Result<Vec<FxHashMap<State<N>, u128>>, Stop> {
    let store = &search.store;
    let mut layers = vec![goals.into_iter().map(|goal| (goal, 1)).collect::<FxHashMap<_, _>>()];
    let mut held = search.bytes();
    for distance in (0..store.depth()).rev() {
        let mut layer = FxHashMap::default();
        for (i, (state, ways)) in layers[layers.len() - 1].iter().enumerate() {
            for next in distinct_neighbours(graph, state, || control.tick(store.depth()))? {
                if store.distance(&next) == Some(distance) {
                    let sum: &mut u128 = layer.entry(next).or_insert(0);
                    *sum = sum.saturating_add(*ways);
                }
            }
            if i % 1024 == 0 {
                let bytes = held + (layer.len() * (size_of::<State<N>>() + 24) * 2) as u64;
                control.check(store.depth(), store.states(), bytes)?;
                if bytes > control.memory() {
                    return Err(Stop::Memory);
                }
            }
        }
        held += (layer.capacity() * (size_of::<State<N>>() + 24)) as u64;
        layers.push(layer);
    }
    layers.reverse();
    Ok(layers)
}

/// The neighbours of a state, each once; `tick` is asked for each whether to go on.
fn distinct_neighbours<const N: usize, G: Graph<N>>(
    graph: &G,
    state: &State<N>,
    mut tick: impl FnMut() -> Result<(), Stop>,
) -> Result<Vec<State<N>>, Stop> {
    let mut all = vec![];
    let mut end = Ok(());
    let _ = graph.neighbours(state, 0, &mut graph.scratch(), |next, _| {
        all.push(next);
        end = tick();
        if end.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    all.sort_unstable();
    all.dedup();
    end.map(|()| all)
}

impl<const N: usize> Shortest<N> {
    /// The number of moves in each.
    pub fn moves(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// How many there are; `u128::MAX` stands for that many or more.
    pub fn count(&self) -> u128 {
        self.layers[0][&self.start]
    }

    /// Visit each path, in an order that depends on the states only, until the visitor breaks or the search is
    /// told to stop.
    pub fn each<G: Graph<N>>(
        &self,
        graph: &G,
        control: &mut Control,
        mut visit: impl FnMut(&[State<N>], &mut Control) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        self.extend(graph, &mut vec![self.start], control, &mut visit).map(|_| ())
    }

    fn extend<G: Graph<N>>(
        &self,
        graph: &G,
        path: &mut Vec<State<N>>,
        control: &mut Control,
        visit: &mut impl FnMut(&[State<N>], &mut Control) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Stop> {
        let Some(layer) = self.layers.get(path.len()) else {
            return Ok(visit(path, control));
        };
        for next in distinct_neighbours(graph, &path[path.len() - 1], || control.tick(self.moves()))? {
            if layer.contains_key(&next) {
                path.push(next);
                if self.extend(graph, path, control, visit)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                path.pop();
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
