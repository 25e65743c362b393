//! The explicit graph of a small board: positions numbered by rank, in compressed sparse row form.
//!
//! For questions about paths, which visit single positions in no order: about 25 bytes per position, so
//! 4.4 MB for the 8-puzzle.

use super::bit_bfs::{self, TooManyPositions};
use super::ranked::Ranked;
use crate::engine::explore::csr::{Csr, NEVER};
use crate::engine::search::Expander;
use crate::engine::search::control::Control;
use crate::outcome::{Limits, Stop};
use crate::style::Who;
use crate::tiles::board::{Board, Size};
use std::ops::ControlFlow;

/// All positions that can reach a goal, the links between them, and their distances.
pub struct BoardGraph {
    /// The links.
    pub links: Csr,
    /// The distance of every position from the goal.
    pub to_goal: Vec<u32>,
    ranked: Ranked,
}

/// Check that the graph of a board fits within the limits.
pub fn fits(size: Size, who: Who, limits: Limits) -> Result<u64, TooManyPositions> {
    let positions = bit_bfs::estimate(size, who)?.positions;
    let (rows, cols, cells) = (size.rows() as u64, size.cols() as u64, size.cells() as u64);
    let degrees = match who {
        Who::Piece => 2 * (2 * cells - rows - cols),
        Who::Set => cells * (rows + cols - 2),
    };
    // A list that grows may exist beside one of half its size; then the begins, the distances and a queue.
    let links = (positions / cells).checked_mul(degrees).and_then(|links| links.checked_mul(3 * 4));
    let bytes = links.and_then(|links| positions.checked_mul(3 * 8)?.checked_add(links));
    let refusal = TooManyPositions { size, positions: Some(positions.into()), bytes };
    match bytes {
        Some(bytes) if bytes <= limits.memory && positions < NEVER.into() => Ok(bytes),
        _ => Err(refusal),
    }
}

impl BoardGraph {
    /// Link all positions that can reach `goal`. The graph must [fit](fits).
    pub fn new(goal: &Board, who: Who, control: &mut Control) -> Result<Option<BoardGraph>, Stop> {
        let Some(ranked) = Ranked::new(goal, who) else { return Ok(None) };
        let mut stop = Ok(());
        let lists = (0..ranked.positions()).map_while(|at| {
            stop = control.tick(0, 0);
            let mut list = vec![];
            let _ = (&ranked).each_neighbour(&[at], 0, &mut |[next], _| {
                list.push(next as u32);
                ControlFlow::Continue(())
            });
            list.sort_unstable();
            stop.is_ok().then_some(list)
        });
        let links = Csr::new(lists);
        stop?;
        let to_goal = links.distances([ranked.state(goal)[0] as u32]);
        Ok(Some(BoardGraph { links, to_goal, ranked }))
    }

    /// The number of a position.
    pub fn number(&self, board: &Board) -> u32 {
        self.ranked.state(board)[0] as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::Goal;

    #[test]
    fn the_layers_are_those_of_the_count_by_bits() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
            for who in [Who::Piece, Who::Set] {
                let size = Size::new(rows, cols).unwrap();
                let goal = Goal::blank_last(size).full().unwrap();
                let graph = BoardGraph::new(&goal, who, &mut Control::new(Limits::default(), &mut ()));
                let graph = graph.unwrap().unwrap();
                let census = bit_bfs::census(&goal, who, 0, Limits::default(), &mut ()).unwrap();
                for (distance, &size) in (0..).zip(&census.table.sizes) {
                    let layer = graph.to_goal.iter().filter(|&&at| at == distance).count();
                    assert_eq!(layer as u64, size);
                }
                assert_eq!(graph.to_goal[graph.number(&goal) as usize], 0);
                let bytes = fits(size, who, Limits::default()).unwrap();
                assert!(graph.links.bytes() + 8 * graph.to_goal.len() as u64 <= bytes);
            }
        }
    }

    #[test]
    fn a_board_that_does_not_fit_is_refused() {
        let size = |rows, cols| Size::new(rows, cols).unwrap();
        assert!(fits(size(3, 4), Who::Piece, Limits::new().memory(1 << 30)).is_err());
        assert!(fits(size(4, 4), Who::Piece, Limits::new().memory(u64::MAX)).is_err());
    }
}
