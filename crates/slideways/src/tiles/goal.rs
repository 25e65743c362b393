//! Goals of tiles: the places of all tiles, or of some.
//!
//! ```text
//! blank last      blank first      any position      a mask
//!  1  2  3          0  1  2          1  2  3          1  2  3
//!  4  5  6          3  4  5          8  0  4          *  *  *
//!  7  8  0          6  7  8          7  6  5          *  *  *
//! ```
//!
//! The first is the historic goal, which Knuth keeps in 15PUZZLE-KORF0; the second is Korf's. A mask leaves
//! the cells marked `*` open; this one also leaves open where the blank is.
//!
//! ```
//! use slideways::tiles::{Goal, Size};
//!
//! let size = Size::new(3, 3).unwrap();
//! let last = Goal::blank_last(size);
//! assert_eq!(Goal::blank_first(size).full().unwrap().turned(), last.full().unwrap());
//! ```

use super::board::{Board, NotABoard, Size, Tile, placed};
use std::fmt;

/// What a solved position looks like.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    size: Size,
    cells: Box<[Option<Tile>]>,
}

impl Goal {
    /// `1 2 3 …`, the blank last: the default goal.
    pub fn blank_last(size: Size) -> Goal {
        let after = (1..size.cells()).map(|tile| Some(Tile(tile as u8)));
        Goal { size, cells: after.chain([Some(Tile::BLANK)]).collect() }
    }

    /// `0 1 2 …`, the blank first, as in Korf's papers.
    pub fn blank_first(size: Size) -> Goal {
        Goal { size, cells: (0..size.cells()).map(|tile| Some(Tile(tile as u8))).collect() }
    }

    /// The given tiles in their cells, and any tiles in the others.
    ///
    /// A single open cell leaves no choice: the constructor fills in the missing tile.
    pub fn masked(size: Size, cells: impl Into<Box<[Option<Tile>]>>) -> Result<Goal, NotABoard> {
        let mut cells = cells.into();
        let placed = placed(size, &cells)?;
        let missing: Vec<usize> = (0..placed.len()).filter(|&tile| placed[tile].is_none()).collect();
        if let [tile] = missing[..] {
            *cells.iter_mut().find(|cell| cell.is_none()).expect("a number is missing") =
                Some(Tile(tile as u8));
        }
        Ok(Goal { size, cells })
    }

    /// The names of the usual goals; the first is the default.
    pub const NAMES: [&'static str; 2] = ["blank-last", "blank-first"];

    /// The usual goal with one of [`Goal::NAMES`].
    pub fn named(name: &str, size: Size) -> Option<Goal> {
        match Goal::NAMES.iter().position(|&known| known == name)? {
            0 => Some(Goal::blank_last(size)),
            _ => Some(Goal::blank_first(size)),
        }
    }

    /// Its name in [`Goal::NAMES`]; `None` for other goals.
    pub fn name(&self) -> Option<&'static str> {
        Goal::NAMES.into_iter().find(|name| Goal::named(name, self.size).as_ref() == Some(self))
    }

    /// The size of its boards.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The required tile of each cell, in reading order; `None` for an open cell.
    pub fn cells(&self) -> &[Option<Tile>] {
        &self.cells
    }

    /// The only position that satisfies it, if the goal is full (leaves no cell open).
    pub fn full(&self) -> Option<Board> {
        let tiles: Box<[Tile]> = self.cells.iter().copied().collect::<Option<_>>()?;
        Some(Board::new(self.size, tiles).expect("a goal has no number twice"))
    }

    /// One of the positions that satisfy it: the open cells are filled with the missing numbers in order.
    pub fn some_board(&self) -> Board {
        let placed = placed(self.size, &self.cells).expect("a goal has no number twice");
        let mut missing = (0..=255).map(Tile).zip(placed).filter(|(_, cell)| cell.is_none());
        let mut fill = || missing.next().expect("as many numbers as free cells").0;
        let tiles: Box<[Tile]> = self.cells.iter().map(|cell| cell.unwrap_or_else(&mut fill)).collect();
        Board::new(self.size, tiles).expect("a goal has no number twice")
    }
}

/// The full goal that only this position satisfies.
impl From<Board> for Goal {
    fn from(board: Board) -> Goal {
        Goal { size: board.size(), cells: board.tiles().iter().copied().map(Some).collect() }
    }
}

impl Board {
    /// Whether the board satisfies a goal.
    pub fn is_solved(&self, goal: &Goal) -> bool {
        let as_wanted = |(&tile, wanted): (&Tile, &Option<Tile>)| wanted.is_none_or(|wanted| wanted == tile);
        self.size() == goal.size && self.tiles().iter().zip(&goal.cells).all(as_wanted)
    }
}

/// Writes the goal as users name it: `blank last`, `blank first`, or the cells, row by row, `*` for an open
/// cell.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name() {
            return f.write_str(&name.replace('-', " "));
        }
        let cell = |cell: &Option<Tile>| cell.map_or("*".to_owned(), |tile| tile.to_string());
        let rows = self.cells.chunks(self.size.cols());
        let rows: Vec<String> = rows.map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" ")).collect();
        f.write_str(&rows.join("/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(rows: usize, cols: usize, cells: &[Option<u8>]) -> Result<Goal, NotABoard> {
        let cells: Vec<Option<Tile>> = cells.iter().map(|cell| cell.map(Tile)).collect();
        Goal::masked(Size::new(rows, cols).unwrap(), cells)
    }

    #[test]
    fn a_mask_says_nothing_of_its_free_cells() {
        let goal = mask(2, 2, &[Some(1), None, None, Some(2)]).unwrap();
        let meets = |tiles: [u8; 4]| Board::new(goal.size(), tiles.map(Tile)).unwrap().is_solved(&goal);
        assert!(meets([1, 3, 0, 2]) && meets([1, 0, 3, 2]));
        assert!(!meets([3, 1, 0, 2]) && !meets([2, 3, 0, 1]));
        assert!(goal.some_board().is_solved(&goal));
        assert_eq!((goal.full(), goal.to_string().as_str()), (None, "1 */* 2"));
    }

    #[test]
    fn one_free_cell_is_filled_in() {
        let goal = mask(2, 2, &[Some(1), Some(2), None, Some(0)]).unwrap();
        assert_eq!(goal, Goal::blank_last(goal.size()));
    }

    #[test]
    fn a_mask_has_no_number_twice() {
        assert!(mask(2, 2, &[Some(1), None, Some(1), None]).is_err());
        assert!(mask(2, 2, &[Some(4), None, None, None]).is_err());
        assert!(mask(2, 2, &[None]).is_err());
    }

    #[test]
    fn boards_of_another_size_are_not_solved() {
        let size = |rows, cols| Size::new(rows, cols).unwrap();
        assert!(!Goal::blank_last(size(2, 3)).some_board().is_solved(&Goal::blank_last(size(3, 2))));
    }

    #[test]
    fn goals_are_called_by_their_names() {
        let size = Size::new(2, 3).unwrap();
        assert_eq!(Goal::blank_last(size).to_string(), "blank last");
        assert_eq!(Goal::blank_first(size).to_string(), "blank first");
        let board = Board::new(size, [1, 2, 0, 3, 4, 5].map(Tile)).unwrap();
        assert_eq!(Goal::from(board).to_string(), "1 2 0/3 4 5");
    }
}
