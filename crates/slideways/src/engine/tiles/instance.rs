//! A problem instance: a position in which every tile is named by its home; the common input of all searches.
//!
//! The label of a tile does not matter, only its home. So let each tile carry the number of its home cell;
//! then every goal becomes the same: every tile at home.
//!
//! ```text
//! start  4 5      goal  1 2      homes  3 4
//!        1 0            3 4             0 5      cells are numbered 0 1
//!        3 2            5 0             2 1                         2 3
//!                                                                   4 5
//! ```
//!
//! A path means the same before and after, since it consists of directions only: it needs no translation
//! back. A tile that the goal does not mention has no home.

use crate::grid::Cell;
use crate::tiles::board::{Board, Size, Tile};
use crate::tiles::goal::Goal;
use crate::tiles::parity::{self, Unreachable};

/// Why a search does not support an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsuited {
    /// The search needs a full goal, which gives every tile and the blank a place.
    #[error("the goal leaves some cells open; this search needs a full goal")]
    OpenGoal,
    /// The search packs a board into one word.
    #[error("the board has more than {most} cells, the most that this search supports")]
    Cells {
        /// The most cells of a supported board.
        most: usize,
    },
    /// The tables belong to another board, or to another home of the blank.
    #[error("the tables are for another board or another home of the blank")]
    OtherTables,
}

/// A position and the home of everything in it; the goal is reachable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instance {
    size: Size,
    blank: Cell,
    homes: Box<[Option<Cell>]>,
}

impl Instance {
    /// Find the home of every tile, or report why the goal is unreachable.
    pub fn new(start: &Board, goal: &Goal) -> Result<Instance, Unreachable> {
        parity::reachable(start, goal)?;
        let mut home = vec![None; start.size().cells()];
        for (tile, cell) in goal.cells().iter().zip((0..).map(Cell)) {
            if let Some(tile) = tile {
                home[tile.index()] = Some(cell);
            }
        }
        let homes = start.tiles().iter().map(|tile| home[tile.index()]).collect();
        Ok(Instance { size: start.size(), blank: start.blank(), homes })
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The empty cell.
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// For every cell, the home of the tile in it, or of the blank; `None` if it may end anywhere.
    pub fn homes(&self) -> &[Option<Cell>] {
        &self.homes
    }

    /// The cell where the blank must end, if the goal fixes it.
    pub fn blank_home(&self) -> Option<Cell> {
        self.homes[self.blank.index()]
    }

    /// Whether every tile has a home, and the blank too.
    pub fn is_full(&self) -> bool {
        self.homes.iter().all(Option::is_some)
    }

    /// The Manhattan distance: the sum of the distances of the tiles from home. A step brings one tile nearer
    /// by at most one, so no solution has fewer steps (the heuristic is admissible).
    ///
    /// The blank does not count, since a step would change two distances at once.
    pub fn bound(&self) -> u32 {
        let tiles = (0..).map(Cell).zip(&self.homes).filter(|&(cell, _)| cell != self.blank);
        tiles.filter_map(|(cell, &home)| Some(self.size.distance(cell, home?))).sum()
    }

    /// The instance as a board whose goal is `1 2 3 …` with the blank last.
    ///
    /// Every tile is named by its home. `None` if the goal is not full, or does not have the blank last.
    pub fn board(&self) -> Option<Board> {
        let last = Cell(self.size.cells() as u16 - 1);
        let name = |home: &Option<Cell>| {
            home.map(|home| if home == last { Tile::BLANK } else { Tile(home.0 as u8 + 1) })
        };
        let tiles: Box<[Tile]> = self.homes.iter().map(name).collect::<Option<_>>()?;
        (self.blank_home() == Some(last)).then(|| Board::new(self.size, tiles).expect("homes are different"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(tiles: [u8; 6]) -> Board {
        Board::new(Size::new(3, 2).unwrap(), tiles.map(Tile)).unwrap()
    }

    #[test]
    fn any_goal_becomes_the_same() {
        let homes = [3, 4, 0, 5, 2, 1].map(|home| Some(Cell(home)));
        let (start, goal) = (board([4, 5, 1, 0, 3, 2]), board([1, 2, 3, 4, 5, 0]));
        let instance = Instance::new(&start, &goal.into()).unwrap();
        assert_eq!(instance.homes(), homes);
        assert_eq!(instance.board(), Some(start));
        let (start, goal) = (board([2, 1, 3, 0, 4, 5]), board([3, 5, 4, 2, 1, 0]));
        let other = Instance::new(&start, &goal.into()).unwrap();
        assert_eq!(other, instance);
        assert_eq!((instance.bound(), instance.blank_home()), (9, Some(Cell(5))));
    }

    #[test]
    fn what_the_goal_does_not_mention_has_no_home() {
        let cells = [Some(1), None, None, None, None, Some(2)].map(|cell| cell.map(Tile));
        let goal = Goal::masked(Size::new(3, 2).unwrap(), cells).unwrap();
        let instance = Instance::new(&board([2, 0, 1, 3, 4, 5]), &goal).unwrap();
        assert_eq!(instance.homes()[..3], [Some(Cell(5)), None, Some(Cell(0))]);
        assert_eq!((instance.bound(), instance.is_full(), instance.board()), (4, false, None));
    }

    #[test]
    fn an_unreachable_goal_is_refused() {
        let goal = board([1, 2, 3, 4, 5, 0]).into();
        assert!(Instance::new(&board([2, 1, 3, 4, 5, 0]), &goal).is_err());
    }
}
