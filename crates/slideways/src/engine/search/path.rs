//! A shortest path, found again after the search.
//!
//! No parents are kept. A state at distance d has a neighbour at distance d − 1, and since moves are
//! reversible that neighbour is among its successors: so the path is walked backwards through the layers, at
//! the cost of one expansion a move.
//!
//! If the first layers were forgotten, the walk ends at some state in the oldest layer remembered. What is
//! missing is a shortest path between two known states, a smaller problem, and [`bidirectional`](super::bidirectional)
//! solves it from both ends; if that forgets too, it still knows a state in the middle, and the two halves
//! are smaller again. (SLIDING restarts its whole search instead, towards the earliest state it has left.)

use super::control::Control;
use super::graph::{Graph, State};
use super::store::Store;
use crate::outcome::Stop;
use std::ops::ControlFlow;

/// The states from the oldest remembered layer to `state`, in that order; `state`, at the given distance,
/// need not be in the store itself.
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

/// A neighbour of `state` one layer nearer to the start. There may be very many neighbours to look at.
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
