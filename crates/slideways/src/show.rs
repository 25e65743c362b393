//! Arrangements and solutions as people look at them.
//!
//! [`text`] draws in plain ASCII, as Knuth's SLIDING does; [`outline`] draws one outline around every piece,
//! for terminals that know Unicode; [`mod@steps`] shows a whole solution with either; [`tiles`] draws positions of
//! tiles. A drawing ends every line with a line break and leaves no blanks before it.
//!
//! [`board`] draws an arrangement as a picture. What there is to see is a [`scene`]; kinds of pieces are told apart by
//! colour and by [`motif`]. A solution is a [`story`]: [`strip`] draws it board by board, [`film`] makes it move. With
//! the feature `raster` all pictures become pixels.
//!
//! [`packing`] draws packings layer by layer, for terminals and as a picture; [`isometric`] draws them in space with
//! their pieces apart; [`stl`] makes solids of them. What pictures have in common is in [`svg`], their colours are
//! in [`palette`], and letters for where there are no fonts in [`strokes`].
//!
//! [`plot`] draws the sizes of layers; [`picture`] draws the graph of a whole component, where [`layout`] puts its
//! arrangements, and [`graph`] writes it for other programs. [`json`] is how answers are given to programs.

pub mod board;
pub mod film;
pub mod graph;
pub mod isometric;
pub mod json;
pub mod layout;
pub mod motif;
pub mod outline;
pub mod packing;
pub mod palette;
pub mod picture;
pub mod plot;
#[cfg(feature = "raster")]
pub mod raster;
pub mod scene;
pub mod steps;
pub mod stl;
pub mod story;
pub mod strip;
pub mod strokes;
pub mod svg;
pub mod text;
pub mod tiles;

pub use outline::outlined;
pub use steps::steps;

use crate::grid::{Cell, Grid, Offset};
use crate::puzzle::{Arrangement, Place, Puzzle};

/// What there is to see in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    /// Nothing can be here; what lies outside the box looks the same.
    Blocked,
    /// Any piece could come here.
    Empty,
    /// Only some kinds may come here.
    Gate,
    /// The piece of that number.
    Piece(usize),
}

/// An arrangement laid out cell by cell.
struct View {
    grid: Grid,
    cells: Vec<Seen>,
}

impl View {
    /// Lay out an arrangement. A piece that is not in the box is not drawn.
    fn new(puzzle: &Puzzle, at: &Arrangement) -> View {
        let grid = puzzle.grid();
        let gates = &puzzle.draft().gates;
        let mut cells: Vec<Seen> = grid
            .cells()
            .map(|cell| match (puzzle.is_blocked(cell), gates.contains_key(&cell)) {
                (true, _) => Seen::Blocked,
                (_, true) => Seen::Gate,
                _ => Seen::Empty,
            })
            .collect();
        for (piece, (&kind, &at)) in puzzle.pieces().iter().zip(&at.0).enumerate() {
            for cell in puzzle.cover(Place { at, kind }).unwrap_or_default() {
                cells[cell.index()] = Seen::Piece(piece);
            }
        }
        View { grid, cells }
    }

    fn cell(&self, layer: usize, row: isize, col: isize) -> Option<Cell> {
        self.grid.cell(Offset { layer: layer as i16, row: row as i16, col: col as i16 })
    }

    /// What is in a cell, which may lie outside the box.
    fn seen(&self, layer: usize, row: isize, col: isize) -> Seen {
        self.cell(layer, row, col).map_or(Seen::Blocked, |cell| self.cells[cell.index()])
    }

    /// Draw the layers below each other, with a heading each if the box has three sizes.
    fn layers(&self, draw: impl Fn(usize) -> Vec<String>) -> String {
        let mut text = String::new();
        for layer in 0..self.grid.layers() {
            if self.grid.is_solid() {
                text.push_str(&format!("layer {layer}\n"));
            }
            for line in draw(layer) {
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
        text
    }
}
