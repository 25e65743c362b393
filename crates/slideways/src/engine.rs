//! Search engines: sliding blocks, tiles and packings. They are public for the sibling crates, but are not
//! part of the documented API and may change in any version.
//!
//! * [`run`]: what all engines share: work units, supervision, iterative deepening, checkpoints;
//! * [`blocks`]: states and moves of sliding-block puzzles; [`search`]: breadth-first and bidirectional
//!   search over them or over any other graph; [`disk`]: external-memory breadth-first search; [`explore`]:
//!   analysis of whole state spaces;
//! * [`tiles`]: iterative deepening (IDA*), pattern databases and breadth-first search for boards of tiles;
//! * [`packing`]: packings in which nothing slides, by backtracking over bit sets, by dancing links, and by
//!   counting along a frontier.

pub mod blocks;
#[cfg(feature = "disk")]
pub mod disk;
pub mod explore;
pub mod packing;
pub(crate) mod parallel;
pub mod run;
pub mod search;
pub mod tiles;
