//! Which arrangements of bars a census takes in.

use crate::grid::{Cell, Grid};
use crate::style::Style;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// What may lie in the row of the red bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedRow {
    /// The red bar only.
    Alone,
    /// Other bars to the left of the red bar, which cannot keep it from the exit.
    Behind,
}

/// The arrangements of a census: bars in a box, each bound to its row or column, one of them red.
///
/// The red bar lies in a row. It is to be brought to the right end of that row.
#[derive(Clone, Debug)]
pub struct LineRules {
    /// The box: at most [`LineRules::MOST_SIDE`] rows and columns.
    pub grid: Grid,
    /// The walls.
    pub blocked: BTreeSet<Cell>,
    /// The lengths of the bars, and how many bars of each length there are beside the red one.
    pub bars: Vec<(u8, RangeInclusive<u32>)>,
    /// The length of the red bar.
    pub red_length: u8,
    /// The row of the red bar.
    pub red_row: usize,
    /// What else may lie in that row.
    pub beside: RedRow,
    /// What counts as a move: a step or a straight run of one bar.
    pub style: Style,
    /// Whether only starts with a single shortest solution count, as a sequence of arrangements.
    pub unique: bool,
    /// The largest number of hardest starts to keep for each number of pieces.
    pub hardest: usize,
}

impl LineRules {
    /// The most rows and columns.
    pub const MOST_SIDE: usize = 6;

    /// Rush Hour: any number of cars and trucks, two and three cells long, and the red car alone in the row
    /// above the middle, or in the middle of an odd number of rows.
    pub fn rush_hour(grid: Grid, style: Style) -> LineRules {
        LineRules {
            grid,
            blocked: BTreeSet::new(),
            bars: vec![(2, 0..=u32::MAX), (3, 0..=u32::MAX)],
            red_length: 2,
            red_row: (grid.rows() - 1) / 2,
            beside: RedRow::Alone,
            style,
            unique: false,
            hardest: 1,
        }
    }
}

/// Why there is no census for some rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineRulesError {
    /// The box is too large, or has layers.
    #[error("a box of {0} is too large; a census of bars takes up to 6 rows and 6 columns")]
    Box(Grid),
    /// A bar of this length is not a bar, or is longer than six cells.
    #[error("bars have 2 to 6 cells, not {0}")]
    Length(u8),
    /// A length is named twice.
    #[error("the length {0} is named twice")]
    LengthTwice(u8),
    /// The red bar does not fit the box, or its row is not in the box.
    #[error("a red bar of length {length} does not fit in row {row} of a box of {grid}")]
    Red {
        /// Its length.
        length: u8,
        /// Its row.
        row: usize,
        /// The box.
        grid: Grid,
    },
    /// A wall is not in the box.
    #[error("a wall is in cell number {}, outside the box", .0.0)]
    Wall(Cell),
    /// A wall stands where the red bar is to go.
    #[error("a wall blocks the exit of the red bar")]
    Exit,
    /// Bars do not move in sets here.
    #[error("a census of bars counts moves of one piece, not of sets of pieces")]
    Style(Style),
}
