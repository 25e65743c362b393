//! The searches behind the questions. They are public for the sibling crates of this one, but not part of its documented
//! surface, and may change with any version.
//!
//! * [`run`]: what all searches share: work units, supervision, iterative deepening, checkpoints;
//! * [`blocks`]: states and moves of puzzles of blocks; [`search`]: breadth-first and bidirectional search over them, or over
//!   any other graph; [`disk`]: the same with layers in files; [`explore`]: whole spaces;
//! * [`tiles`]: iterative deepening, pattern databases and layers of boards of tiles;
//! * [`packing`]: packings in which nothing slides, by backtracking over sets, by dancing links, and counted along a frontier.

pub mod blocks;
#[cfg(feature = "disk")]
pub mod disk;
pub mod explore;
pub mod packing;
pub(crate) mod parallel;
pub mod run;
pub mod search;
pub mod tiles;
