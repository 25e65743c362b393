//! The result of a breadth-first count: the number of positions at each distance.

use crate::outcome::LayerTable;
use crate::tiles::board::Board;

/// The positions around a goal: the number at each distance, and some of the farthest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// The number of positions at each distance.
    pub table: LayerTable,
    /// Some positions of the last layer: as many as requested, if there are that many (of a whole board at
    /// most [`MOST_FARTHEST`](super::bit_bfs::MOST_FARTHEST)); the same in every run. Empty if the count was
    /// stopped, since then the last layer is unknown.
    pub farthest: Vec<Board>,
}
