//! Positions as ranks, one at a time: the implicit graph for searches that store states in lists.
//!
//! A state is the cell of the blank and the [rank](super::rank) of the order of tiles, as one number. A
//! horizontal step changes the cell alone; a vertical step changes some digits in the middle of the rank as
//! well ([`Window`]). No position is ever unpacked.
//!
//! The fewer columns, the fewer tiles to pass. So a board with more columns than rows is transposed first:
//! its tiles keep their names, and distances are the same.

pub mod window;

use super::rank::{Rank, Ranking};
use crate::engine::search::{Expander, Graph, Note, State};
use crate::grid::Cell;
use crate::style::Who;
use crate::tiles::board::Board;
use std::ops::ControlFlow;
use window::Window;

/// The graph of all positions reachable from one.
#[derive(Clone, Debug)]
pub struct Ranked {
    ranking: Ranking,
    /// Whether the board was transposed.
    aside: bool,
    who: Who,
    rows: usize,
    cols: usize,
    orders: u64,
    /// For each cell, the step of the blank down from it and up from it.
    down: Vec<Option<Window>>,
    up: Vec<Option<Window>>,
}

impl Ranked {
    /// The positions around one; `None` if the board is too large for ranks of one word.
    pub fn new(from: &Board, who: Who) -> Option<Ranked> {
        let aside = from.size().cols() > from.size().rows();
        let zero = if aside { from.transposed() } else { from.clone() };
        let (ranking, size) = (Ranking::new(&zero)?, zero.size());
        let (rows, cols) = (size.rows(), size.cols());
        let window = |cell: usize, upper: Option<usize>, down| {
            upper.map(|upper| Window::new(size, Cell(upper as u16), ranking.is_odd(Cell(cell as u16)), down))
        };
        let below = |cell: usize| Some(cell).filter(|cell| cell + cols < rows * cols);
        let down = (0..rows * cols).map(|cell| window(cell, below(cell), true)).collect();
        let up = (0..rows * cols).map(|cell| window(cell, cell.checked_sub(cols), false)).collect();
        Some(Ranked { orders: ranking.orders(), ranking, aside, who, rows, cols, down, up })
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.orders * (self.rows * self.cols) as u64
    }

    /// The state of a reachable position.
    pub fn state(&self, board: &Board) -> State<1> {
        let board = if self.aside { board.transposed() } else { board.clone() };
        [board.blank().index() as u64 * self.orders + self.ranking.rank(&board).0]
    }

    /// The position that a state represents.
    pub fn board(&self, state: &State<1>) -> Board {
        let (blank, rank) = self.split(state);
        self.join(blank, rank)
    }

    /// The cell of the blank, on the transposed board if it is transposed, and the rank of the order.
    pub fn split(&self, state: &State<1>) -> (Cell, Rank) {
        (Cell((state[0] / self.orders) as u16), Rank(state[0] % self.orders))
    }

    /// The position with the blank in this cell and this rank.
    pub fn join(&self, blank: Cell, rank: Rank) -> Board {
        let board = self.ranking.board(blank, rank);
        if self.aside { board.transposed() } else { board }
    }

    /// The number of bytes of the tables.
    pub fn bytes(&self) -> u64 {
        self.down.iter().chain(&self.up).flatten().map(Window::bytes).sum()
    }
}

impl Graph<1> for Ranked {
    fn expander(&self) -> Box<dyn Expander<1> + '_> {
        Box::new(self)
    }
}

impl Expander<1> for &Ranked {
    fn each_neighbour(
        &mut self,
        state: &State<1>,
        _: Note,
        visit: &mut dyn FnMut(State<1>, Note) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (blank, rank) = ((state[0] / self.orders) as usize, state[0] % self.orders);
        let (row, col) = (blank / self.cols, blank % self.cols);
        let far = |most: usize| if self.who == Who::Set { most } else { most.min(1) };
        let mut visit = |cell: usize, rank: u64| visit([cell as u64 * self.orders + rank], 0);
        for away in 1..=far(col) {
            visit(blank - away, rank)?;
        }
        for away in 1..=far(self.cols - 1 - col) {
            visit(blank + away, rank)?;
        }
        let (mut cell, mut moved) = (blank, rank);
        for _ in 0..far(self.rows - 1 - row) {
            let Some(window) = &self.down[cell] else { break };
            (cell, moved) = (cell + self.cols, window.pass(moved));
            visit(cell, moved)?;
        }
        (cell, moved) = (blank, rank);
        for _ in 0..far(row) {
            let Some(window) = &self.up[cell] else { break };
            (cell, moved) = (cell - self.cols, window.pass(moved));
            visit(cell, moved)?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::{Goal, Size};
    use std::collections::BTreeSet;

    #[test]
    fn neighbours_are_those_of_the_plain_rule() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (3, 4), (4, 4), (5, 4)] {
            for who in [Who::Piece, Who::Set] {
                let size = Size::new(rows, cols).unwrap();
                for goal in [Goal::blank_last(size), Goal::blank_first(size)] {
                    let start = goal.full().unwrap();
                    let ranked = Ranked::new(&start, who).unwrap();
                    assert_eq!(ranked.board(&ranked.state(&start)), start);
                    let (mut seen, mut rest) = (BTreeSet::from([start.clone()]), vec![start]);
                    // All of a small board, about two thousand positions of a large one, near and far.
                    while let Some(board) = rest.pop()
                        && seen.len() < 2000
                    {
                        let mut found = BTreeSet::new();
                        let _ = ranked.expand(&[ranked.state(&board)], &mut |next| {
                            assert!(next[0] < ranked.positions());
                            assert!(found.insert(ranked.board(next)));
                            ControlFlow::Continue(())
                        });
                        assert_eq!(found, board.neighbours(who).into_iter().collect(), "{board:?}");
                        rest.extend(found.into_iter().filter(|board| seen.insert(board.clone())));
                    }
                }
            }
        }
    }

    #[test]
    fn large_boards_are_refused() {
        assert!(Ranked::new(&Goal::blank_last(Size::new(3, 7).unwrap()).some_board(), Who::Piece).is_none());
    }
}
