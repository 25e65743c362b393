//! Breadth-first search over packed states, whatever they stand for.
//!
//! A [`Graph`] says which states are neighbours; here they are counted, remembered and walked back:
//!
//! * [`store`] keeps the states found, layer by layer, in [shards](shard) small enough for the cache;
//! * successors travel in an [`outbox`] from the thread that finds them to their shard;
//! * [`layers`] adds one layer at a time, on all threads, within the limits that [`control`] hears of;
//! * [`bfs`] searches from one end, [`bidirectional`] from both;
//! * [`path`] finds a shortest path again, without a parent pointer ever having been kept;
//! * [`count`] counts and lists all shortest paths.
//!
//! Moves are reversible, so the neighbours of a state at distance d lie at d − 1, d or d + 1. Everything
//! here rests on that: old layers can be forgotten, and a path can be found backwards.

pub mod bfs;
pub mod bidirectional;
pub mod budget;
pub mod control;
pub mod count;
pub mod graph;
pub mod layers;
pub mod outbox;
pub mod path;
pub mod shard;
pub mod store;

pub use graph::{Expander, Graph, Note, State};
