//! Breadth-first traversal of a whole component, layer by layer.
//!
//! Code that counts, collects or draws is a listener: it receives each layer once, as soon as the layer is
//! complete. The search may drop the layer afterwards. So the same listeners work wherever layers are stored.

use crate::engine::search::control::Control;
use crate::engine::search::layers::{Layers, Room};
use crate::engine::search::store::Store;
use crate::engine::search::{Graph, State};
use crate::outcome::Stop;
use std::ops::ControlFlow;

/// One complete layer, wherever its states are stored.
pub trait Layer<const N: usize> {
    /// The distance of its states from the start of the search.
    fn distance(&self) -> u32;

    /// The number of states.
    fn size(&self) -> u64;

    /// Visit each state once, in any order, until the visitor breaks.
    fn each(&self, visit: &mut dyn FnMut(&State<N>) -> ControlFlow<()>);
}

/// Receives every layer, and the limits for what it stores; may stop the search.
pub type Listener<'l, const N: usize> = &'l mut dyn FnMut(&dyn Layer<N>, &mut Control) -> Result<(), Stop>;

/// A search that is complete or was stopped.
pub struct Spread<'g, const N: usize> {
    /// The sizes of the complete layers; the last is not empty.
    pub sizes: Vec<u64>,
    /// What stopped the search before the end of the component.
    pub stop: Option<Stop>,
    /// The states that are still stored.
    pub search: Option<Layers<'g, N>>,
}

impl<const N: usize> Spread<'_, N> {
    /// The distance of the last complete layer.
    pub fn radius(&self) -> u32 {
        self.sizes.len().saturating_sub(1) as u32
    }

    /// The states that are still stored; `None` only if the first states did not fit into memory.
    pub fn store(&self) -> Option<&Store<N>> {
        self.search.as_ref().map(|search| &search.store)
    }
}

/// Traverse all states that can be reached from `sources`. Layers that are no longer needed are dropped when
/// memory is short and `forgetful` allows it.
pub fn spread<'g, const N: usize>(
    graph: &'g dyn Graph<N>,
    sources: impl IntoIterator<Item = State<N>>,
    forgetful: bool,
    control: &mut Control,
    listener: Listener<N>,
) -> Spread<'g, N> {
    let mut search = match Layers::new(graph, sources, &Room::new(control.memory(), 1), forgetful) {
        Ok(search) => search,
        Err(by) => return Spread { sizes: vec![], stop: Some(by), search: None },
    };
    let before = control.cost.states;
    let mut stop = None;
    while stop.is_none() && search.newest() > 0 {
        control.cost.states = before + search.store.states();
        stop = listener(&Remembered(&search.store), control).and_then(|()| search.next_layer(control)).err();
    }
    control.cost.states = before + search.store.states();
    let mut sizes = search.store.sizes().to_vec();
    while sizes.last() == Some(&0) {
        sizes.pop();
    }
    Spread { sizes, stop, search: Some(search) }
}

/// The newest layer of a store.
struct Remembered<'s, const N: usize>(&'s Store<N>);

impl<const N: usize> Layer<N> for Remembered<'_, N> {
    fn distance(&self) -> u32 {
        self.0.depth()
    }

    fn size(&self) -> u64 {
        self.0.sizes()[self.0.depth() as usize]
    }

    fn each(&self, visit: &mut dyn FnMut(&State<N>) -> ControlFlow<()>) {
        let _ = self.0.layer(self.0.depth()).try_for_each(visit);
    }
}
