//! Drawings, pictures and JSON of arrangements, solutions, spaces and packings.
//!
//! [`text`] draws in plain ASCII, as Knuth's SLIDING does. [`outline`] draws an outline around every piece,
//! for terminals with Unicode. [`mod@steps`] shows a whole solution with either. [`tiles`] draws tile
//! positions. Every line of a drawing ends with a line break and has no trailing blanks.
//!
//! [`board`] draws an arrangement as a picture. A [`scene`] is the content of a picture; kinds of pieces
//! differ in colour and in [`motif`]. A solution is a [`story`]: [`strip`] draws it board by board, and
//! [`film`] animates it. The feature `raster` turns pictures into pixels and
//! pages of a PDF.
//!
//! [`packing`] draws packings layer by layer, for terminals and as a picture. [`isometric`] draws an exploded
//! view of a packing. [`svg`] has what all pictures share, [`palette`] their colours, and [`strokes`] letters
//! for output without fonts.
//!
//! A puzzle can be made: a [`kit`] is its tray and its pieces. [`solids`] prints them in 3-D, [`stl`] prints
//! packings in place, and both consist of [`mesh`]es. [`laser`] cuts a kit. A [`player`] is a puzzle and its
//! solution in one HTML file, a [`sheet`] is several puzzles on paper.
//!
//! [`plot`] draws the sizes of layers. [`picture`] draws the graph of a component, in which [`layout`] places
//! the arrangements, and [`graph`] writes the graph for other programs. [`json`] writes answers as JSON.
//! [`qr`] encodes an address as a QR code, for a terminal, a page or a printed sheet.

pub mod board;
pub mod film;
pub mod graph;
pub mod isometric;
pub mod json;
pub mod kit;
pub mod laser;
pub mod layout;
pub mod mesh;
pub mod motif;
pub mod outline;
pub mod packing;
pub mod palette;
#[cfg(feature = "raster")]
pub mod pdf;
pub mod picture;
pub mod player;
pub mod plot;
pub mod qr;
#[cfg(feature = "raster")]
pub mod raster;
pub mod scene;
pub mod sheet;
mod shelf;
pub mod solids;
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

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    /// A blocked cell; cells outside the box look the same.
    Blocked,
    /// An empty cell that any piece could enter.
    Empty,
    /// An empty cell that only some kinds may enter.
    Gate,
    /// The piece with this number.
    Piece(usize),
}

/// An arrangement, cell by cell.
struct View {
    grid: Grid,
    cells: Vec<Seen>,
}

impl View {
    /// Lay out an arrangement. A piece outside the box is not drawn.
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

    /// The content of a cell, which may be outside the box.
    fn seen(&self, layer: usize, row: isize, col: isize) -> Seen {
        self.cell(layer, row, col).map_or(Seen::Blocked, |cell| self.cells[cell.index()])
    }

    /// Draw the layers below each other, each with a heading if the box has three sizes.
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
