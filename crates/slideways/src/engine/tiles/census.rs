//! What a count of positions by their distance gives.

use crate::outcome::LayerTable;
use crate::tiles::board::Board;

/// The positions around a goal: how many at each distance, and some of the farthest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// The number of positions at each distance.
    pub table: LayerTable,
    /// Some positions of the last layer, as many as were asked for if there are so many (of a whole board
    /// [`MOST_FARTHEST`](super::bit_bfs::MOST_FARTHEST) at most); the same in every run.
    /// None if the count was stopped, since then nobody knows which layer is the last.
    pub farthest: Vec<Board>,
}
