//! The search engines. They are public for the sibling crates, are not part of the documented interface, and
//! may change with any version.
//!
//! * [`run`]: what all searches share: work units, workers and their supervision, iterative deepening,
//!   checkpoints.
//! * [`blocks`]: compiled block puzzles: packed states and their moves. [`search`]: breadth-first and
//!   bidirectional search over them, or over any other graph. [`disk`]: external-memory breadth-first search,
//!   with layers in files. [`explore`]: whole state spaces.
//! * [`tiles`]: IDA*, pattern databases, the multi-tile metric, anytime search, and breadth-first search of
//!   whole boards of tiles.
//! * [`packing`]: packings in which nothing slides, by backtracking over sets of placements, by dancing
//!   links, and counted along a frontier.
//! * [`rate`]: measures of difficulty, from the graph of a component.
//! * [`design`]: censuses of all arrangements of all sets of pieces in a box.
//! * [`lowest`]: uniform samples of a set, independent of its order.

pub mod blocks;
pub mod design;
#[cfg(feature = "disk")]
pub mod disk;
pub mod explore;
pub mod lowest;
pub mod packing;
pub(crate) mod parallel;
pub mod rate;
pub mod run;
pub mod search;
pub mod tiles;
