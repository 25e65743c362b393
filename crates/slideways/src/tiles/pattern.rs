//! Patterns: what some of the tiles need for themselves.
//!
//! Take a few tiles, the *pattern*, and let the others be blank paper. How many steps must the tiles of the
//! pattern make, at least, to come home? Steps of paper cost nothing. The answer depends only on where those
//! tiles are, so it can be found once for all their places and kept in a table. If every tile belongs to one
//! pattern, each step counts in one of them only, and the answers may be *added* (Korf and Felner, *Artificial
//! Intelligence* 134 (2002) 9–22). The sum is never more than the true distance and mostly much more than
//! all the single distances added, the Manhattan distance, since it knows how tiles get in each other's way.
//!
//! ```text
//! 1  2  3  4       b  a  a  a       a partition of the 15-puzzle into patterns of 6, 6 and 3 tiles:
//! 5  6  7  8       b  b  c  c       tables of 16^6 places each, of which 16!/10! can be taken
//! 9 10 11 12       b  b  c  c
//! 13 14 15         b  c  c
//! ```
//!
//! A step changes both the answer and the pattern's own Manhattan distance by one, so their difference is even;
//! half of it fits four bits, and the tables hold that.
//!
//! The same tables answer for the mirrored position: exchange rows and columns, call every tile by the cell its
//! home goes to, and ask again. The greater of the two answers counts. Boards that are not square have no such
//! mirror; for them a second partition gives a second opinion. Either is a [`View`].

use super::board::Size;
use crate::grid::Cell;

/// The most cells of a board: places are four bits each.
pub const MOST_CELLS: usize = 16;

/// The most tiles of a pattern: its table then has 16^6 places.
pub const MOST_TILES: usize = 6;

/// Some tiles, each called by its home.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern {
    /// The size of the board.
    pub size: Size,
    /// Where the blank belongs.
    pub blank: Cell,
    /// The homes of the tiles.
    pub homes: Vec<Cell>,
}

impl Pattern {
    /// The number of places in its table: sixteen for every tile.
    pub fn places(&self) -> usize {
        1 << (4 * self.homes.len())
    }

    /// How far every cell is from a home.
    pub fn distances(&self, home: Cell) -> [u32; MOST_CELLS] {
        let distance =
            |cell| if cell < self.size.cells() { self.size.distance(home, Cell(cell as u16)) } else { 0 };
        std::array::from_fn(distance)
    }

    /// How far the tiles are from home if they are at these places, all distances added.
    pub fn distance(&self, places: usize) -> u32 {
        let distance = |(i, &home)| self.size.distance(home, Cell((places >> (4 * i) & 15) as u16));
        self.homes.iter().enumerate().map(distance).sum()
    }
}

/// A way to look at a position: through a mirror or not, and with the tiles divided into patterns.
#[derive(Clone, Debug)]
pub struct View {
    /// What the mirror makes of each cell.
    pub mirror: Vec<Cell>,
    /// The patterns, by the homes that tiles have in the mirror.
    pub patterns: Vec<Pattern>,
}

/// The views of a board of at most 16 cells whose blank belongs into a cell.
pub fn views(size: Size, blank: Cell) -> Vec<View> {
    let same: Vec<Cell> = (0..size.cells() as u16).map(Cell).collect();
    let mirror =
        |cell: &Cell| Cell((cell.index() % size.cols() * size.rows() + cell.index() / size.cols()) as u16);
    let mirrored: Vec<Cell> = same.iter().map(mirror).collect();
    let along = partition(size, blank, &same);
    if size.rows() == size.cols() && mirrored[blank.index()] == blank {
        return vec![
            View { mirror: same, patterns: along.clone() },
            View { mirror: mirrored, patterns: along },
        ];
    }
    // Column by column instead of row by row.
    let mut by_columns = same.clone();
    by_columns.sort_by_key(|cell| (cell.index() % size.cols(), cell.index() / size.cols()));
    let across = partition(size, blank, &by_columns);
    vec![View { mirror: same.clone(), patterns: along }, View { mirror: same, patterns: across }]
}

/// Divide the tiles into patterns of at most [`MOST_TILES`]: neighbours in the given order of the cells, except
/// that the 15-puzzle has one that is known to be good.
fn partition(size: Size, blank: Cell, order: &[Cell]) -> Vec<Pattern> {
    let pattern = |homes: Vec<Cell>| Pattern { size, blank, homes };
    let last = Cell(15);
    if (size.rows(), size.cols(), blank) == (4, 4, last) {
        // Korf and Felner 2002.
        let homes: [&[u16]; 3] = [&[0, 4, 5, 8, 9, 12], &[6, 7, 10, 11, 13, 14], &[1, 2, 3]];
        return homes.map(|homes| pattern(homes.iter().map(|&home| Cell(home)).collect())).into();
    }
    let homes: Vec<Cell> = order.iter().copied().filter(|&home| home != blank).collect();
    homes.chunks(MOST_TILES).map(|homes| pattern(homes.to_vec())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_belongs_to_one_pattern_of_each_view() {
        for (rows, cols) in [(2, 2), (3, 3), (2, 8), (5, 3), (4, 4)] {
            let size = Size::new(rows, cols).unwrap();
            for blank in (0..size.cells() as u16).map(Cell) {
                for view in views(size, blank) {
                    let mut homes: Vec<Cell> =
                        view.patterns.iter().flat_map(|pattern| pattern.homes.clone()).collect();
                    homes.push(view.mirror[blank.index()]);
                    homes.sort();
                    assert!(homes.iter().copied().eq((0..size.cells() as u16).map(Cell)));
                    assert!(view.patterns.iter().all(|pattern| pattern.homes.len() <= MOST_TILES));
                }
            }
        }
    }
}
