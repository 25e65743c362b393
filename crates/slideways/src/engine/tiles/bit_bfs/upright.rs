//! A board that is at least as high as it is wide: transposed if necessary, and back.

use crate::engine::tiles::rank::{Rank, Ranking};
use crate::grid::Cell;
use crate::tiles::board::Board;

/// The position that a search starts from, and the ranking of all that it can reach.
pub struct Upright {
    /// The start, transposed if it was wider than high.
    pub start: Board,
    /// The ranking of positions of that board.
    pub ranking: Ranking,
    transposed: bool,
}

impl Upright {
    /// `None` if the board is too large for ranks.
    pub fn new(from: &Board) -> Option<Upright> {
        let transposed = from.size().cols() > from.size().rows();
        let start = if transposed { from.transposed() } else { from.clone() };
        Some(Upright { ranking: Ranking::new(&start)?, start, transposed })
    }

    /// The board of a position, as the caller sees it.
    pub fn board(&self, (blank, rank): (Cell, Rank)) -> Board {
        let board = self.ranking.board(blank, rank);
        if self.transposed { board.transposed() } else { board }
    }
}
