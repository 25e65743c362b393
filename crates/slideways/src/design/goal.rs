//! The goals of a family of puzzles: pieces by shape or label, at places in the box, or two pieces that
//! change places.

use super::family::KindAt;
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
    /// A swap does not name two pieces.
    #[error("`{0}` does not name two pieces that change places")]
    SwapForm(String),
    /// A swap among other goals.
    #[error("`{0}` cannot be one of several goals: its places depend on the start")]
    SwapAmongOthers(String),
    /// The pieces of a swap have different shapes, so neither fits where the other is.
    #[error("{0} and {1} cannot change places: their shapes differ")]
    SwapShapes(String, String),
    /// Some sets have no piece, or several pieces, of a kind that is to change places.
    #[error("a swap needs exactly one piece {name} in every set, but the kit has {supply}")]
    SwapNumber {
        /// The piece, as the goal names it.
        name: String,
        /// Its supply, as it is written in the kit.
        supply: String,
    },
    /// No goal was given, and the kit has no piece that fits the bottom centre.
    #[error("the piece {0} does not fit at the bottom centre of the box, so a goal is needed")]
    NoDefault(String),
}

/// The goals of a family, by kinds of its kit.
#[derive(Clone, Debug)]
pub(super) enum FamilyGoals {
    /// Pieces at their first cells; one of several goals is enough.
    Places(Vec<Vec<KindAt>>),
    /// Two pieces, each of which must go where the other is at the start.
    Swap([usize; 2]),
}

impl FamilyGoals {
    /// The places of each goal; none if they depend on the start.
    pub fn places(&self) -> &[Vec<KindAt>] {
        match self {
            FamilyGoals::Places(goals) => goals,
            FamilyGoals::Swap(_) => &[],
        }
    }

    /// The goals in words, as they are read.
    pub fn words(&self, kit: &Kit, grid: Grid) -> Vec<String> {
        match self {
            FamilyGoals::Places(goals) => goals.iter().map(|goal| words(goal, kit, grid)).collect(),
            FamilyGoals::Swap([one, other]) => {
                vec![format!("swap {} {}", name(*one, kit), name(*other, kit))]
            }
        }
    }
}

/// The kinds of a goal such as `swap a b`; `None` if it is not a swap.
pub(super) fn parse_swap(text: &str, kit: &Kit) -> Result<Option<[usize; 2]>, NotAGoal> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let ["swap", names @ ..] = &words[..] else { return Ok(None) };
    let &[one, other] = names else { return Err(NotAGoal::SwapForm(text.to_owned())) };
    let single = |name: &str| {
        let kind = kind(name, kit).ok_or_else(|| NotAGoal::Piece(name.to_owned()))?;
        let firsts = kit.supplies.iter().scan(0, |end, supply| {
            *end += supply.pieces.len();
            Some((*end, supply))
        });
        let supply = firsts.filter(|(end, _)| kind < *end).map(|(_, supply)| supply).next();
        let supply = supply.expect("the kit has the kind");
        match supply.pieces.len() == 1 && supply.numbers == (1..=1) {
            true => Ok(kind),
            false => Err(NotAGoal::SwapNumber { name: name.to_owned(), supply: supply.to_string() }),
        }
    };
    let kinds = [single(one)?, single(other)?];
    let [first, second] = kinds.map(|kind| &kit.pieces().nth(kind).expect("the kit has the kind").shape);
    if kinds[0] == kinds[1] {
        Err(NotAGoal::SwapForm(text.to_owned()))
    } else if first != second {
        Err(NotAGoal::SwapShapes(one.to_owned(), other.to_owned()))
    } else {
        Ok(Some(kinds))
    }
}

/// The kinds and first cells of a goal such as `2x2@3,1`, `2x2@3,1 1x1@0,0` or `2x2@lower-right`.
pub(super) fn parse(text: &str, kit: &Kit, grid: Grid) -> Result<Vec<KindAt>, NotAGoal> {
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
    let places: Vec<KindAt> = text.split_whitespace().map(place).collect::<Result<_, _>>()?;
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
pub(super) fn default(kit: &Kit, grid: Grid) -> Result<Vec<KindAt>, NotAGoal> {
    let piece = kit.pieces().next().expect("a kit has pieces");
    let place = if piece.along == Some(Axis::Row) { Corner::Right } else { Corner::Bottom };
    let at = place.first_cell(&piece.shape, grid).ok_or_else(|| NotAGoal::NoDefault(piece.name.clone()))?;
    Ok(vec![(0, at)])
}

/// A goal in words, as it is read.
fn words(goal: &[KindAt], kit: &Kit, grid: Grid) -> String {
    let word = |&(kind, at): &KindAt| format!("{}@{}", name(kind, kit), grid.coordinates(at));
    goal.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// The label of a kind, or its whole name.
fn name(kind: usize, kit: &Kit) -> &str {
    let name = &kit.pieces().nth(kind).expect("the kit has the kind").name;
    kit::labelled(name).0.unwrap_or(name)
}
