//! The goal of a census: pieces by shape, at places in the box.

use super::kit::{self, Kit};
use crate::grid::{Cell, Grid, Offset};
use crate::puzzle::Shape;

/// Why a text is not a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotAGoal {
    /// Not a list of shapes at cells.
    #[error("`{0}` is not a goal")]
    Form(String),
    /// The kit has no such piece.
    #[error("the goal names the piece {0}, which is not in the kit")]
    Piece(String),
    /// The cell is not in the box.
    #[error("the goal names the cell {0}, which is not in the box")]
    Cell(String),
    /// The piece lies on a blocked cell, on another piece of the goal, or partly outside the box.
    #[error("the piece {0} does not fit at {1}")]
    Place(String, String),
    /// No goal was given, and the kit has no piece that fits the bottom centre.
    #[error("the piece {0} does not fit at the bottom centre of the box, so a goal is needed")]
    NoDefault(String),
}

/// The kinds and first cells of a goal such as `2x2@3,1` or `2x2@3,1 1x1@0,0`.
pub(super) fn parse(text: &str, kit: &Kit, grid: Grid) -> Result<Vec<(usize, Cell)>, NotAGoal> {
    let place = |word: &str| {
        let (name, at) = word.split_once('@').ok_or_else(|| NotAGoal::Form(text.to_owned()))?;
        let shape = kit::shape(name).map_err(|_| NotAGoal::Piece(name.to_owned()))?;
        let kind = kit.shapes().position(|(_, other)| *other == shape);
        let kind = kind.ok_or_else(|| NotAGoal::Piece(name.to_owned()))?;
        Ok((kind, grid.parse_coordinates(at).ok_or_else(|| NotAGoal::Cell(at.to_owned()))?))
    };
    let places: Vec<(usize, Cell)> = text.split_whitespace().map(place).collect::<Result<_, _>>()?;
    if places.is_empty() { Err(NotAGoal::Form(text.to_owned())) } else { Ok(places) }
}

/// The goal if none is given: the kit's first piece at the bottom centre of a plane box, or one column to the
/// left where there is no exact centre.
pub(super) fn bottom_centre(kit: &Kit, grid: Grid) -> Result<Vec<(usize, Cell)>, NotAGoal> {
    let (name, shape) = kit.shapes().next().expect("a kit has pieces");
    let at = (!grid.is_solid()).then(|| grid.cell(first_cell(shape, grid))).flatten();
    Ok(vec![(0, at.ok_or_else(|| NotAGoal::NoDefault(name.clone()))?)])
}

/// The first cell of a shape that stands at the bottom centre.
fn first_cell(shape: &Shape, grid: Grid) -> Offset {
    let (rows, cols) = (shape.offsets().iter().map(|by| by.row), shape.offsets().iter().map(|by| by.col));
    let height = rows.max().unwrap_or(0) + 1;
    let (left, right) = (cols.clone().min().unwrap_or(0), cols.max().unwrap_or(0));
    let margin = (grid.cols() as i16 - (right - left + 1)).max(-1).div_euclid(2);
    Offset::plane(grid.rows() as i16 - height, margin - left)
}

/// A goal in words, as it is read.
pub(super) fn words(goal: &[(usize, Cell)], kit: &Kit, grid: Grid) -> String {
    let names: Vec<&str> = kit.shapes().map(|(name, _)| &**name).collect();
    let word = |&(kind, at): &(usize, Cell)| format!("{}@{}", names[kind], grid.coordinates(at));
    goal.iter().map(word).collect::<Vec<_>>().join(" ")
}
