//! All shortest paths: their number, and each of them.
//!
//! The search keeps every layer. Then a backward pass starts from the goals at the least distance: a state of
//! layer d is on a shortest path exactly when it has a neighbour in layer d + 1 that is, and the number of
//! ways to finish from it is the sum over those neighbours. Only states on shortest paths are visited.
//!
//! Two paths are different if they pass through different states. Two ways of making the same move, or of
//! exchanging interchangeable pieces, are counted once.

use super::control::Control;
use super::graph::{Graph, State, sort};
use super::layers::{Beside, Hit, Layers, Room};
use crate::outcome::{Outcome, Proof, Stop};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// All shortest paths of a search, as the states on them.
pub struct Shortest<const N: usize> {
    start: State<N>,
    /// For each distance, the states on shortest paths and the number of shortest paths from each to a goal.
    layers: Vec<FxHashMap<State<N>, u128>>,
}

/// Find all shortest paths from `start` to a goal.
pub fn all<const N: usize>(
    graph: &dyn Graph<N>,
    start: State<N>,
    is_goal: Hit<N>,
    control: &mut Control,
) -> Outcome<Shortest<N>> {
    let stopped = |bound, by| Outcome::Stopped { lower: bound, by };
    let mut search = match Layers::new(graph, [start], &Room::new(control.memory(), 1), false) {
        Ok(search) => search,
        Err(by) => return stopped(u32::from(!is_goal(&start)), by),
    };
    let mut goals: Vec<State<N>> = [start].into_iter().filter(|state| is_goal(state)).collect();
    while goals.is_empty() && search.newest() > 0 {
        let end = search.advance(control, Beside::default(), &|_| false);
        let depth = search.store.depth();
        if let Err(by) = end {
            control.cost.states += search.store.states();
            return stopped(depth, by);
        }
        goals.extend(search.store.layer(depth).filter(|state| is_goal(state)));
    }
    control.cost.states += search.store.states();
    if goals.is_empty() {
        return Outcome::Unsolvable(Proof::Exhausted { states: search.store.states() });
    }
    let distance = search.store.depth();
    match finish(graph, &search, goals, control) {
        Ok(layers) => Outcome::Solved(Shortest { start, layers }),
        Err(by) => stopped(distance, by),
    }
}

fn finish<const N: usize>(
    graph: &dyn Graph<N>,
    search: &Layers<'_, N>,
    goals: Vec<State<N>>,
    control: &mut Control,
) -> Result<Vec<FxHashMap<State<N>, u128>>, Stop> {
    let store = &search.store;
    let mut layers = vec![goals.into_iter().map(|goal| (goal, 1)).collect::<FxHashMap<_, _>>()];
    let mut held = search.bytes() + table_bytes::<N>(layers[0].capacity());
    for distance in (0..store.depth()).rev() {
        let mut layer = FxHashMap::default();
        let nearer = |state: &State<N>| store.distance(state) == Some(distance);
        for (state, ways) in &layers[layers.len() - 1] {
            // A full table grows next: then it exists beside a new one of twice its size.
            let tables = if layer.len() == layer.capacity() { 3 } else { 1 };
            let bytes = held + tables * table_bytes::<N>(layer.capacity());
            for next in chosen_neighbours(graph, state, &nearer, store.depth(), bytes, control)? {
                let sum: &mut u128 = layer.entry(next).or_insert(0);
                *sum = sum.saturating_add(*ways);
            }
        }
        held += table_bytes::<N>(layer.capacity());
        layers.push(layer);
    }
    layers.reverse();
    Ok(layers)
}

/// The size in bytes of a table from states to numbers.
fn table_bytes<const N: usize>(capacity: usize) -> u64 {
    (capacity * 8 / 7 * (size_of::<(State<N>, u128)>() + 1)) as u64
}

/// The neighbours of a state that satisfy `wanted`, each once, in ascending order; `held` bytes are already
/// in use.
fn chosen_neighbours<const N: usize>(
    graph: &dyn Graph<N>,
    state: &State<N>,
    wanted: &dyn Fn(&State<N>) -> bool,
    bound: u32,
    held: u64,
    control: &mut Control,
) -> Result<Vec<State<N>>, Stop> {
    let mut all: Vec<State<N>> = vec![];
    let mut end = Ok(());
    let _ = graph.expander().each_neighbour(state, 0, &mut |next, _| {
        end = control.tick(bound, held);
        if wanted(&next) {
            if all.len() == all.capacity() {
                sort(&mut all);
                all.dedup();
                // Growing doubles the list, and the old one still exists beside the new one.
                if held + (all.len() * 3 * size_of::<State<N>>()) as u64 > control.memory() {
                    end = Err(Stop::Memory);
                }
            }
            all.push(next);
        }
        if end.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    sort(&mut all);
    all.dedup();
    end.map(|()| all)
}

impl<const N: usize> Shortest<N> {
    /// The number of moves in each path.
    pub fn moves(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// The number of paths; `u128::MAX` stands for that many or more.
    pub fn count(&self) -> u128 {
        self.layers[0][&self.start]
    }

    /// Visit each path until the visitor breaks or a limit stops the search. The order depends only on the
    /// states.
    pub fn each(
        &self,
        graph: &dyn Graph<N>,
        control: &mut Control,
        visit: &mut dyn FnMut(&[State<N>], &mut Control) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        self.extend(graph, &mut vec![self.start], control, visit).map(|_| ())
    }

    fn extend(
        &self,
        graph: &dyn Graph<N>,
        path: &mut Vec<State<N>>,
        control: &mut Control,
        visit: &mut dyn FnMut(&[State<N>], &mut Control) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Stop> {
        let Some(layer) = self.layers.get(path.len()) else {
            return Ok(visit(path, control));
        };
        let on_path = |state: &State<N>| layer.contains_key(state);
        for next in chosen_neighbours(graph, &path[path.len() - 1], &on_path, self.moves(), 0, control)? {
            path.push(next);
            if self.extend(graph, path, control, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            path.pop();
        }
        Ok(ControlFlow::Continue(()))
    }
}
