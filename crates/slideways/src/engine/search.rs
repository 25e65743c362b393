//! Breadth-first and bidirectional search with hashed duplicate detection, over packed states of any kind.
//!
//! A [`Graph`] defines which states are neighbours; these modules store, count and backtrack through them:
//!
//! * [`store`] keeps the states found, layer by layer, in [shards](shard) small enough for the cache;
//! * an [`outbox`] carries successors from the thread that generates them to their shard;
//! * [`layers`] adds one layer at a time, on all threads, within the limits that [`control`] enforces;
//! * [`bfs`] searches from one end, [`bidirectional`] from both;
//! * [`path`] reconstructs a shortest path without parent pointers;
//! * [`count`] counts and lists all shortest paths.
//!
//! Moves are reversible, so the neighbours of a state at distance d lie at d − 1, d or d + 1. Every module
//! here relies on that: old layers can be dropped, and a path can be reconstructed backwards.

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
