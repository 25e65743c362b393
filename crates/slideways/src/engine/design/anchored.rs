//! Placements of the kinds of a kit in a box, by their first cell.
//!
//! A box is filled cell by cell in reading order, as in `blocks::placements`: the piece that covers the first
//! undecided cell has its first cell there.

use crate::grid::{Cell, Grid};
use crate::puzzle::Shape;
use std::collections::BTreeSet;

/// A set of cells, by number.
pub type Cells = u128;

/// The placements that begin at each cell of a box.
#[derive(Clone, Debug)]
pub struct Anchored {
    /// For each cell, the kinds that fit there and the cells that they cover.
    pub first_at: Vec<Vec<(usize, Cells)>>,
    /// The cells that no piece can enter.
    pub blocked: Cells,
}

impl Anchored {
    /// The most cells of a box.
    pub const MOST_CELLS: usize = 128;

    /// The placements of shapes in a box of at most [`Anchored::MOST_CELLS`] cells.
    pub fn new(grid: Grid, blocked: &BTreeSet<Cell>, shapes: &[Shape]) -> Anchored {
        let wall = blocked.iter().fold(0, |wall, cell| wall | bit(cell.index()));
        let covers = |shape: &Shape, at: Cell| {
            let cells = shape.offsets().iter().map(|&by| grid.shifted(at, by));
            let covers = cells.collect::<Option<Vec<Cell>>>()?.iter().fold(0, |all, c| all | bit(c.index()));
            (covers & wall == 0).then_some(covers)
        };
        let at = |at: Cell| {
            let fitting = shapes.iter().enumerate();
            fitting.filter_map(|(kind, shape)| Some((kind, covers(shape, at)?))).collect()
        };
        Anchored { first_at: grid.cells().map(at).collect(), blocked: wall }
    }

    /// The number of cells of the box, including those that are blocked.
    pub fn cells(&self) -> usize {
        self.first_at.len()
    }

    /// Whether a kind fits anywhere.
    pub fn fits(&self, kind: usize) -> bool {
        self.first_at.iter().flatten().any(|&(other, _)| other == kind)
    }
}

/// The set of one cell.
pub fn bit(cell: usize) -> Cells {
    1 << cell
}
