//! Unit Rush Hour: a box full of cars of one cell, except for one hole.
//!
//! Tromp and Cilibrasi (*Limits of Rush Hour Logic Complexity*, 2005). Each car moves along its row or along
//! its column only. The red car moves along its row, and is to be brought to the right end of it. With one
//! hole every move is a step of one car into the hole.
//!
//! A horizontal car to the right of the red car stays there, so an arrangement with such a car cannot be
//! solved. In all others the cars to the right of the red car are vertical. About half of these are goals,
//! which need no search. The distances of the rest are found by breadth-first search from the goals, in bit
//! tables: `layout` gives each arrangement its bit, so that most moves lead from 64 arrangements to 64 others
//! at once.

mod layout;
mod search;
mod text;

#[cfg(test)]
mod tests;

use crate::engine::search::control::Control;
use crate::grid::Grid;
use crate::outcome::Stop;
use std::collections::BTreeSet;

/// A box and the row of the red car.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitCars {
    grid: Grid,
    red_row: usize,
}

/// Why there is no search of a box.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnitCarsError {
    /// The box has layers, fewer than two cells, or more than [`UnitCars::MOST_CELLS`].
    #[error("a box of {0} cannot be searched; Unit Rush Hour takes plane boxes of 2 to 40 cells")]
    Box(Grid),
    /// The red car has no such row.
    #[error("there is no row {row} in a box of {grid}")]
    Row {
        /// The row.
        row: usize,
        /// The box.
        grid: Grid,
    },
}

/// What is known about all arrangements of a box with the red car in one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitCarsFound {
    /// The number of arrangements, whether they can be solved or not.
    pub arrangements: u64,
    /// The number of arrangements at each distance from the nearest goal.
    pub starts: Vec<u64>,
    /// The first of the hardest starts in the order of their texts.
    pub hardest: BTreeSet<String>,
}

impl UnitCarsFound {
    /// The number of moves that the hardest starts need.
    pub fn moves(&self) -> u32 {
        self.starts.len() as u32 - 1
    }
}

impl UnitCars {
    /// The most cells of a box; memory runs out before.
    pub const MOST_CELLS: usize = 40;

    /// A box with the red car in one row. Row `r` from the bottom gives the same numbers as row `r` from the
    /// top.
    pub fn new(grid: Grid, red_row: usize) -> Result<UnitCars, UnitCarsError> {
        if grid.is_solid() || !(2..=UnitCars::MOST_CELLS).contains(&grid.size()) {
            return Err(UnitCarsError::Box(grid));
        }
        if red_row >= grid.rows() {
            return Err(UnitCarsError::Row { row: red_row, grid });
        }
        Ok(UnitCars { grid, red_row })
    }

    /// The number of arrangements: the red car in its row, a hole, and any other car in either direction.
    pub fn count(&self) -> u64 {
        let cells = self.grid.size();
        (self.grid.cols() * (cells - 1)) as u64 * (1 << (cells - 2))
    }

    /// The bytes that the search needs.
    pub fn bytes(&self) -> u64 {
        layout::CarLayout::new(*self).words() as u64 * 8 * search::TABLES
    }

    /// Search all arrangements, and keep at most `most` of the hardest starts.
    pub fn search(&self, most: usize, control: &mut Control) -> Result<UnitCarsFound, Stop> {
        if self.bytes() > control.memory() {
            return Err(Stop::Memory);
        }
        search::BitSearch::new(*self).run(most, control)
    }
}
