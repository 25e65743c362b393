//! Additive pattern databases (Korf & Felner 2002): the least number of steps that some of the tiles need.
//!
//! Take a few tiles, the *pattern*, and make the others indistinguishable (*paper*). How many steps must the
//! tiles of the pattern make, at least, to come home? Steps of paper cost nothing. The answer depends only on
//! the cells of those tiles, so it can be computed once for all their placements and stored in a table. If
//! every tile belongs to one pattern, each step counts in one of them only, and the answers may be *added*
//! (Korf and Felner, *Artificial Intelligence* 134 (2002) 9–22). The sum is admissible, never more than the
//! true distance, and mostly much more than the Manhattan distance, since it knows how tiles get in each
//! other's way.
//!
//! ```text
//! 1  2  3  4       b  a  a  a       a partition of the 15-puzzle into patterns of 6, 6 and 3 tiles:
//! 5  6  7  8       b  b  c  c       16!/10!, 16!/10! and 16!/13! places
//! 9 10 11 12       b  b  c  c
//! 13 14 15         b  c  c
//! ```
//!
//! A step changes both the answer and the pattern's own Manhattan distance by one, so their difference is
//! even; half of it, the *excess*, fits four bits, and the tables hold that.
//!
//! Several partitions of the tiles are possible, and the search takes the maximum of their values. A second
//! partition costs nothing if it is the mirror image of the first, for the same tables serve it: every
//! pattern is looked up through a *reflection*, the symmetry of the board that gives its canonical form, and
//! patterns with the same canonical form share their table.

pub mod build;
#[cfg(feature = "shelf")]
pub mod file;
pub(crate) mod mmap;
pub mod partition;
pub mod rank;

use crate::grid::Cell;
use crate::tiles::board::Size;
pub use partition::{PdbSize, views};
pub use rank::MOST_TILES;

/// The most cells of a board: cells take five bits each.
pub const MOST_CELLS: usize = 25;

/// Some tiles, each named by its home.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern {
    /// The size of the board.
    pub size: Size,
    /// The homes of the tiles, in order.
    pub homes: Vec<Cell>,
    /// The blank's place when the tiles are home: the first cell of the region of paper that contains its
    /// home.
    pub blank: Cell,
}

/// The image of each cell under a symmetry of the board.
pub type Reflection = Vec<Cell>;

impl Pattern {
    /// The pattern of tiles with these homes; the blank's home must be another cell.
    pub fn new(size: Size, mut homes: Vec<Cell>, blank: Cell) -> Pattern {
        homes.sort();
        let paper = homes.iter().fold((1u32 << size.cells()) - 1, |all, home| all & !(1 << home.0));
        let region = build::region(size, paper, blank);
        Pattern { size, homes, blank: Cell(region.trailing_zeros() as u16) }
    }

    /// The canonical form of the pattern, the least of its reflections, and the reflection that gives it.
    pub fn canonical(&self) -> (Pattern, Reflection) {
        let size = upright(self.size);
        let seen = |reflection: Reflection| {
            let homes = self.homes.iter().map(|home| reflection[home.index()]).collect();
            (Pattern::new(size, homes, reflection[self.blank.index()]), reflection)
        };
        reflections(self.size).into_iter().map(seen).min().expect("a board has four symmetries")
    }

    /// The Manhattan distance of the tiles if they are in these cells, given in the order of the homes.
    pub fn distance(&self, cells: impl Iterator<Item = Cell>) -> u32 {
        self.homes.iter().zip(cells).map(|(&home, cell)| self.size.distance(home, cell)).sum()
    }
}

/// The size of the upright board: it has at least as many rows as columns.
pub fn upright(size: Size) -> Size {
    if size.rows() < size.cols() {
        Size::new(size.cols(), size.rows()).expect("the number of cells is the same")
    } else {
        size
    }
}

/// The symmetries that make a board upright, or leave it so: four, or eight if it is square.
pub fn reflections(size: Size) -> Vec<Reflection> {
    let (rows, cols) = (size.rows(), size.cols());
    let mut reflections = symmetries(size);
    if rows <= cols {
        let transpose = |cell: &Cell| Cell((cell.index() % cols * rows + cell.index() / cols) as u16);
        let transposed = |reflection: &Reflection| reflection.iter().map(transpose).collect();
        let transposed: Vec<Reflection> = reflections.iter().map(transposed).collect();
        match rows == cols {
            true => reflections.extend(transposed),
            false => reflections = transposed,
        }
    }
    reflections
}

/// The symmetries of a board that map rows to rows.
fn symmetries(size: Size) -> Vec<Reflection> {
    let (rows, cols) = (size.rows(), size.cols());
    let image = |cell: usize, flips: usize| {
        let row = if flips & 1 == 1 { rows - 1 - cell / cols } else { cell / cols };
        let col = if flips & 2 == 2 { cols - 1 - cell % cols } else { cell % cols };
        Cell((row * cols + col) as u16)
    };
    (0..4).map(|flips| (0..size.cells()).map(|cell| image(cell, flips)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reflections_keep_neighbours_together() {
        for (rows, cols, number) in [(2, 3, 4), (3, 2, 4), (3, 3, 8), (2, 2, 8)] {
            let size = Size::new(rows, cols).unwrap();
            let seen = upright(size);
            let mut all = reflections(size);
            for reflection in &all {
                for (a, b) in (0..size.cells()).flat_map(|a| (0..size.cells()).map(move |b| (a, b))) {
                    let cell = |cell: usize| Cell(cell as u16);
                    assert_eq!(size.distance(cell(a), cell(b)), seen.distance(reflection[a], reflection[b]));
                }
            }
            all.sort();
            all.dedup();
            assert_eq!(all.len(), number);
        }
    }

    #[test]
    fn mirror_images_have_the_same_canonical_form() {
        let size = Size::new(4, 4).unwrap();
        let pattern = |homes: &[u16], blank| {
            Pattern::new(size, homes.iter().map(|&home| Cell(home)).collect(), Cell(blank))
        };
        let (rows, columns) = (pattern(&[0, 1, 2], 15), pattern(&[3, 7, 11], 0));
        assert_eq!(rows.canonical().0, columns.canonical().0);
        // The tiles 1 and 4 enclose the blank in its corner, or they do not.
        let (inside, outside) = (pattern(&[1, 4], 0), pattern(&[1, 4], 15));
        assert_ne!(inside.canonical().0, outside.canonical().0);
    }
}
