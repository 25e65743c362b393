//! The goal of a family of puzzles: pieces by shape or label, at places in the box.

use super::kit::{self, Kit};
use crate::grid::{Axis, Cell, Grid, Offset};
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
    /// All polyominoes have no other goals than a corner.
    #[error("`{0}` is not a goal of all polyominoes; write `lower-right` or `corner-cell`")]
    Corner(String),
    /// No goal was given, and the kit has no piece that fits the bottom centre.
    #[error("the piece {0} does not fit at the bottom centre of the box, so a goal is needed")]
    NoDefault(String),
}

/// The kinds and first cells of a goal such as `2x2@3,1`, `2x2@3,1 1x1@0,0` or `2x2@lower-right`.
pub(super) fn parse(text: &str, kit: &Kit, grid: Grid) -> Result<Vec<(usize, Cell)>, NotAGoal> {
    let place = |word: &str| {
        let (name, at) = word.split_once('@').ok_or_else(|| NotAGoal::Form(text.to_owned()))?;
        let kind = kind(name, kit).ok_or_else(|| NotAGoal::Piece(name.to_owned()))?;
        let piece = kit.pieces().nth(kind).expect("the kit has the kind");
        let cell = match Corner::named(at) {
            Some(corner) => corner.first_cell(&piece.shape, grid),
            None => Some(grid.parse_coordinates(at).ok_or_else(|| NotAGoal::Cell(at.to_owned()))?),
        };
        Ok((kind, cell.ok_or_else(|| NotAGoal::Place(name.to_owned(), at.to_owned()))?))
    };
    let places: Vec<(usize, Cell)> = text.split_whitespace().map(place).collect::<Result<_, _>>()?;
    if places.is_empty() { Err(NotAGoal::Form(text.to_owned())) } else { Ok(places) }
}

/// The kind that a word names: by its whole name, its label, or its shape.
fn kind(word: &str, kit: &Kit) -> Option<usize> {
    let named =
        kit.pieces().position(|piece| piece.name == word || kit::labelled(&piece.name).0 == Some(word));
    named.or_else(|| {
        let shape = kit::shape(word).ok()?;
        kit.pieces().position(|piece| piece.shape == shape && kit::labelled(&piece.name).0.is_none())
    })
}

/// A place by name, for the bounding box of a piece in a plane box.
#[derive(Clone, Copy)]
enum Corner {
    UpperLeft,
    UpperRight,
    LowerLeft,
    LowerRight,
    /// The middle of the bottom row, or one column to the left where there is no exact middle.
    Bottom,
    /// The right end of the middle row, or one row above where there is no exact middle.
    Right,
}

impl Corner {
    fn named(word: &str) -> Option<Corner> {
        Some(match word {
            "upper-left" => Corner::UpperLeft,
            "upper-right" => Corner::UpperRight,
            "lower-left" => Corner::LowerLeft,
            "lower-right" => Corner::LowerRight,
            "bottom" => Corner::Bottom,
            "right" => Corner::Right,
            _ => return None,
        })
    }

    /// The first cell of a shape at this place; `None` if the box is too small or has layers.
    fn first_cell(self, shape: &Shape, grid: Grid) -> Option<Cell> {
        let (rows, cols) = (shape.offsets().iter().map(|by| by.row), shape.offsets().iter().map(|by| by.col));
        let height = rows.max().unwrap_or(0) + 1;
        let (left, right) = (cols.clone().min().unwrap_or(0), cols.max().unwrap_or(0));
        let (below, beside) = (grid.rows() as i16 - height, grid.cols() as i16 - (right - left + 1));
        let (row, col) = match self {
            Corner::UpperLeft => (0, 0),
            Corner::UpperRight => (0, beside),
            Corner::LowerLeft => (below, 0),
            Corner::LowerRight => (below, beside),
            Corner::Bottom => (below, beside.max(-1).div_euclid(2)),
            Corner::Right => (below.max(-1).div_euclid(2), beside),
        };
        if grid.is_solid() || below < 0 || beside < 0 {
            None
        } else {
            grid.cell(Offset::plane(row, col - left))
        }
    }
}

/// The goal if none is given: the kit's first piece at the middle of the bottom row of a plane box, or at the
/// right end of the middle row if it moves along rows only.
pub(super) fn default(kit: &Kit, grid: Grid) -> Result<Vec<(usize, Cell)>, NotAGoal> {
    let piece = kit.pieces().next().expect("a kit has pieces");
    let place = if piece.along == Some(Axis::Row) { Corner::Right } else { Corner::Bottom };
    let at = place.first_cell(&piece.shape, grid).ok_or_else(|| NotAGoal::NoDefault(piece.name.clone()))?;
    Ok(vec![(0, at)])
}

/// A goal in words, as it is read.
pub(super) fn words(goal: &[(usize, Cell)], kit: &Kit, grid: Grid) -> String {
    let names: Vec<&str> = kit.pieces().map(|piece| &*piece.name).collect();
    let name = |kind: usize| kit::labelled(names[kind]).0.unwrap_or(names[kind]);
    let word = |&(kind, at): &(usize, Cell)| format!("{}@{}", name(kind), grid.coordinates(at));
    goal.iter().map(word).collect::<Vec<_>>().join(" ")
}
