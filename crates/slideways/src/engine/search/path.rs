//! Reconstruction of a shortest path after a breadth-first search, without parent pointers.
//!
//! A state at distance d has a neighbour at distance d − 1, and since moves are reversible that neighbour is
//! among its successors. So the path is walked backwards through the layers, at the cost of one expansion per
//! move.
//!
//! If the first layers were dropped, the walk ends at a state in the oldest layer still stored. What is
//! missing is a shortest path between two known states, a smaller problem, which
//! [`bidirectional`](super::bidirectional) solves from both ends. If that search drops layers too, it still
//! knows a state in the middle, and the two halves are smaller again. (SLIDING restarts its whole search
//! instead, towards the earliest state it has left.)

use super::control::Control;
use super::graph::{Graph, State};
use super::store::Store;
use crate::outcome::Stop;
use std::ops::ControlFlow;

/// The states from the oldest stored layer to `state`, in that order; `state`, at the given distance, need
/// not be in the store itself.
pub fn walk_back<const N: usize>(
    graph: &dyn Graph<N>,
    store: &Store<N>,
    state: State<N>,
    distance: u32,
    control: &mut Control,
) -> Result<Vec<State<N>>, Stop> {
    let mut path = vec![state];
    for d in (store.first() + 1..=distance).rev() {
        path.push(nearer(graph, store, &path[path.len() - 1], d, control)?);
    }
    path.reverse();
    Ok(path)
}

/// A neighbour of `state` one layer nearer to the start. The number of neighbours to examine may be very
/// large.
fn nearer<const N: usize>(
    graph: &dyn Graph<N>,
    store: &Store<N>,
    state: &State<N>,
    distance: u32,
    control: &mut Control,
) -> Result<State<N>, Stop> {
    let mut found = Ok(None);
    let _ = graph.expander().each_neighbour(state, 0, &mut |next, _| {
        found = control
            .tick(distance, store.bytes())
            .map(|()| Some(next).filter(|next| store.distance(next) == Some(distance - 1)));
        if found == Ok(None) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    Ok(found?.expect("a state has a neighbour one layer nearer"))
}
