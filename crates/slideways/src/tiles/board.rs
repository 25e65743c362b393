//! Boards of tiles, and the plain rule: a tile beside the blank slides into it.
//!
//! ```text
//! 1 2 3        1 2 3
//! 4 0 6   U    4 5 6     U: the tile below the blank, 5, moves up
//! 7 5 8        7 0 8
//! ```
//!
//! This is the definition and the test oracle of the fast searches; the code is deliberately simple.

use crate::grid::{Cell, Dir};
#[cfg(test)]
use crate::style::Who;
#[cfg(test)]
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// The size of a board: at least two rows and two columns, at most [`Size::MOST_CELLS`] cells.
///
/// On a board of one row no tile can pass another, so it is not a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    rows: u8,
    cols: u8,
}

impl Size {
    /// The largest number of cells on a board, so that the number of a tile fits into a byte.
    pub const MOST_CELLS: usize = 256;

    /// A size; `None` if a side is shorter than two or there are too many cells.
    pub fn new(rows: usize, cols: usize) -> Option<Size> {
        let cells = rows.checked_mul(cols)?;
        let allowed = rows >= 2 && cols >= 2 && cells <= Size::MOST_CELLS;
        allowed.then_some(Size { rows: rows as u8, cols: cols as u8 })
    }

    /// The square board with the given number of cells, if there is one.
    pub fn square(cells: usize) -> Option<Size> {
        let side = cells.isqrt();
        Size::new(side, side).filter(|size| size.cells() == cells)
    }

    /// Number of rows.
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }

    /// Number of columns.
    pub fn cols(self) -> usize {
        usize::from(self.cols)
    }

    /// Number of cells, which is the number of tiles plus one.
    pub fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// The cell one step away, if it is on the board.
    pub fn neighbour(self, cell: Cell, dir: Dir) -> Option<Cell> {
        let (row, col) = (cell.index() / self.cols(), cell.index() % self.cols());
        let cols = self.cols() as u16;
        match dir {
            Dir::Up if row > 0 => Some(Cell(cell.0 - cols)),
            Dir::Down if row + 1 < self.rows() => Some(Cell(cell.0 + cols)),
            Dir::Left if col > 0 => Some(Cell(cell.0 - 1)),
            Dir::Right if col + 1 < self.cols() => Some(Cell(cell.0 + 1)),
            _ => None,
        }
    }

    /// The number of steps from one cell to another on an empty board: their *Manhattan distance*.
    pub fn distance(self, a: Cell, b: Cell) -> u32 {
        let rows = (a.index() / self.cols()).abs_diff(b.index() / self.cols());
        let cols = (a.index() % self.cols()).abs_diff(b.index() % self.cols());
        (rows + cols) as u32
    }
}

/// Why a text is not the size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotASize {
    /// The text does not consist of two numbers.
    #[error("expected rows x columns such as `4x4`")]
    Form,
    /// No board has this size.
    #[error("a board has at least 2 rows and 2 columns and at most {} cells", Size::MOST_CELLS)]
    NoBoard,
}

/// Reads rows and columns: `3x4`, also with `X` or `×` and with blanks around it.
///
/// ```
/// use slideways::tiles::Size;
///
/// assert_eq!("3x4".parse(), Ok(Size::new(3, 4).unwrap()));
/// assert!("17x17".parse::<Size>().is_err());
/// ```
impl FromStr for Size {
    type Err = NotASize;

    fn from_str(text: &str) -> Result<Size, NotASize> {
        let number = |side: &str| side.trim().parse::<usize>().ok();
        let (rows, cols) = text.split_once(['x', 'X', '×']).ok_or(NotASize::Form)?;
        let (rows, cols) = number(rows).zip(number(cols)).ok_or(NotASize::Form)?;
        Size::new(rows, cols).ok_or(NotASize::NoBoard)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.rows, self.cols)
    }
}

/// A tile by its number, from 1; 0 stands for the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(pub u8);

impl Tile {
    /// The blank: the empty cell.
    pub const BLANK: Tile = Tile(0);

    /// The tile's number as an index into tables.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Why a list of numbers is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotABoard {
    /// The number of numbers differs from the number of cells.
    #[error("a board of {size} has {} cells, but there are {found} numbers", size.cells())]
    Length {
        /// The size of the board.
        size: Size,
        /// The number of numbers.
        found: usize,
    },
    /// A number is too large.
    #[error("{tile} is too large: a board of {size} has the tiles 1 to {}", size.cells() - 1)]
    TooLarge {
        /// The size of the board.
        size: Size,
        /// The number.
        tile: Tile,
        /// The cell that contains it.
        at: Cell,
    },
    /// A number is in two cells.
    #[error("{} occurs twice", named(*tile))]
    Doubled {
        /// The number.
        tile: Tile,
        /// The first cell that contains it.
        first: Cell,
        /// The second cell.
        second: Cell,
    },
}

fn named(tile: Tile) -> String {
    if tile == Tile::BLANK { "the blank".to_owned() } else { format!("tile {tile}") }
}

/// The cell of every number that occurs; cells that hold `None` may contain any tile.
pub(super) fn placed(size: Size, tiles: &[Option<Tile>]) -> Result<Vec<Option<Cell>>, NotABoard> {
    if tiles.len() != size.cells() {
        return Err(NotABoard::Length { size, found: tiles.len() });
    }
    let mut cells = vec![None; size.cells()];
    for (&tile, at) in tiles.iter().zip((0..).map(Cell)) {
        let Some(tile) = tile else { continue };
        match cells.get_mut(tile.index()) {
            None => return Err(NotABoard::TooLarge { size, tile, at }),
            Some(&mut Some(first)) => return Err(NotABoard::Doubled { tile, first, second: at }),
            Some(cell) => *cell = Some(at),
        }
    }
    Ok(cells)
}

/// The tiles of a position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    size: Size,
    tiles: Box<[Tile]>,
    blank: Cell,
}

impl Board {
    /// A board from its tiles in reading order: each number from 0 to the last exactly once.
    pub fn new(size: Size, tiles: impl Into<Box<[Tile]>>) -> Result<Board, NotABoard> {
        let tiles = tiles.into();
        let cells = placed(size, &tiles.iter().copied().map(Some).collect::<Vec<_>>())?;
        Ok(Board { size, tiles, blank: cells[0].expect("as many different numbers as cells") })
    }

    /// The size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tiles in reading order.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The empty cell.
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// The cell of every tile, by its number; the blank comes first.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![self.blank; self.tiles.len()];
        for (&tile, cell) in self.tiles.iter().zip((0..).map(Cell)) {
            cells[tile.index()] = cell;
        }
        cells
    }

    /// The plain rule: the tile that can move in this direction slides into the blank.
    ///
    /// Returns that tile; `None`, without a change, if there is no tile on that side of the blank.
    pub fn slide(&mut self, dir: Dir) -> Option<Tile> {
        let from = self.size.neighbour(self.blank, dir.opposite())?;
        self.tiles.swap(self.blank.index(), from.index());
        let tile = self.tiles[self.blank.index()];
        self.blank = from;
        Some(tile)
    }

    /// Slide several tiles in a line by one cell together, the first of them into the blank.
    ///
    /// The result is the same as if they moved one after the other, which is how it is done here. Returns
    /// `false`, without a change, if there are fewer tiles on that side of the blank, or if `tiles` is 0.
    pub fn run(&mut self, dir: Dir, tiles: usize) -> bool {
        let mut after = self.clone();
        let legal = tiles > 0 && (0..tiles).all(|_| after.slide(dir).is_some());
        if legal {
            *self = after;
        }
        legal
    }

    /// Reflect the board in its diagonal: rows become columns, and tiles keep their numbers. The distance
    /// between two positions equals the distance between their transposes.
    pub fn transposed(&self) -> Board {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let tiles = (0..rows * cols).map(|cell| self.tiles[cell % rows * cols + cell / rows]).collect();
        let blank = self.blank.index();
        let size = Size { rows: self.size.cols, cols: self.size.rows };
        Board { size, tiles, blank: Cell((blank % cols * rows + blank / cols) as u16) }
    }

    /// Rotate the board by half a turn and number its tiles from the other end.
    ///
    /// The goal with the blank last becomes the goal with the blank first: tile *t* on *N* cells becomes *N*
    /// − *t*. A solution stays a solution if every direction is reversed as well. Doing it twice changes
    /// nothing.
    pub fn turned(&self) -> Board {
        let cells = self.size.cells();
        let turn =
            |tile: &Tile| if *tile == Tile::BLANK { *tile } else { Tile((cells - tile.index()) as u8) };
        let tiles: Box<[Tile]> = self.tiles.iter().rev().map(turn).collect();
        Board { size: self.size, tiles, blank: Cell((cells - 1 - self.blank.index()) as u16) }
    }
}

/// Oracles for the tests of searches.
#[cfg(test)]
impl Board {
    /// The positions one move away, by the plain rule.
    pub(crate) fn neighbours(&self, who: Who) -> Vec<Board> {
        let mut found = vec![];
        for &dir in &Dir::ALL[..4] {
            let mut to = self.clone();
            while to.slide(dir).is_some() {
                found.push(to.clone());
                if who == Who::Piece {
                    break;
                }
            }
        }
        found
    }

    /// All positions that the plain rule reaches.
    pub(crate) fn component(&self) -> BTreeSet<Board> {
        let (mut found, mut stack) = (BTreeSet::from([self.clone()]), vec![self.clone()]);
        while let Some(at) = stack.pop() {
            let new = at.neighbours(Who::Piece).into_iter().filter(|to| found.insert(to.clone()));
            stack.extend(new);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: usize, cols: usize, tiles: &[u8]) -> Result<Board, NotABoard> {
        Board::new(Size::new(rows, cols).unwrap(), tiles.iter().map(|&t| Tile(t)).collect::<Vec<_>>())
    }

    #[test]
    fn letters_say_where_the_tile_goes() {
        let start = board(3, 3, &[1, 2, 3, 4, 0, 6, 7, 5, 8]).unwrap();
        for (dir, tile, after) in [
            (Dir::Up, 5, [1, 2, 3, 4, 5, 6, 7, 0, 8]),
            (Dir::Down, 2, [1, 0, 3, 4, 2, 6, 7, 5, 8]),
            (Dir::Left, 6, [1, 2, 3, 4, 6, 0, 7, 5, 8]),
            (Dir::Right, 4, [1, 2, 3, 0, 4, 6, 7, 5, 8]),
        ] {
            let mut at = start.clone();
            assert_eq!(at.slide(dir), Some(Tile(tile)));
            assert_eq!(at, board(3, 3, &after).unwrap());
            assert_eq!(at.slide(dir.opposite()), Some(Tile(tile)));
            assert_eq!(at, start);
        }
    }

    #[test]
    fn no_tile_comes_through_the_edge() {
        let mut at = board(2, 3, &[1, 2, 0, 3, 4, 5]).unwrap();
        let before = at.clone();
        for dir in [Dir::Left, Dir::Down, Dir::Near, Dir::Far] {
            assert_eq!(at.slide(dir), None);
        }
        assert!(!at.run(Dir::Right, 3) && !at.run(Dir::Right, 0));
        assert_eq!(at, before);
    }

    #[test]
    fn tiles_in_a_line_slide_together() {
        let mut at = board(2, 4, &[1, 2, 3, 0, 4, 5, 6, 7]).unwrap();
        assert!(at.run(Dir::Right, 3));
        assert_eq!(at, board(2, 4, &[0, 1, 2, 3, 4, 5, 6, 7]).unwrap());
    }

    #[test]
    fn each_number_stands_once() {
        let size = Size::new(2, 2).unwrap();
        assert_eq!(board(2, 2, &[1, 2, 0]), Err(NotABoard::Length { size, found: 3 }));
        let too_large = board(2, 2, &[1, 2, 4, 0]).unwrap_err();
        assert_eq!(too_large, NotABoard::TooLarge { size, tile: Tile(4), at: Cell(2) });
        assert_eq!(too_large.to_string(), "4 is too large: a board of 2 x 2 has the tiles 1 to 3");
        let doubled = board(2, 2, &[1, 3, 0, 3]).unwrap_err();
        assert_eq!(doubled, NotABoard::Doubled { tile: Tile(3), first: Cell(1), second: Cell(3) });
        assert_eq!(doubled.to_string(), "tile 3 occurs twice");
        assert_eq!(board(2, 2, &[0, 1, 2, 0]).unwrap_err().to_string(), "the blank occurs twice");
    }

    #[test]
    fn sizes_have_their_limits() {
        for (rows, cols) in [(2, 2), (16, 16), (2, 128), (128, 2)] {
            assert!(Size::new(rows, cols).is_some(), "{rows} x {cols}");
        }
        for (rows, cols) in [(0, 4), (1, 9), (9, 1), (16, 17), (usize::MAX, 2)] {
            assert_eq!(Size::new(rows, cols), None, "{rows} x {cols}");
        }
        assert_eq!(Size::square(16), Size::new(4, 4));
        assert_eq!(Size::square(15), None);
        assert_eq!(Size::square(1), None);
    }
}
