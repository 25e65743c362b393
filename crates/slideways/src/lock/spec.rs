//! The spec of a packing question: the box, the kinds of pieces and their numbers, and further conditions.

use crate::grid::{Cell, Grid};
use crate::puzzle::Shape;
use crate::style::Who;
use std::collections::BTreeSet;

/// A kind of piece, and how many of it a packing may contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stock {
    /// The shape, in one of its orientations.
    pub shape: Shape,
    /// The minimum number of pieces of this kind.
    pub at_least: u32,
    /// The maximum number of pieces of this kind; `u32::MAX` for no limit.
    pub at_most: u32,
}

impl Stock {
    /// Any number of pieces of a shape.
    pub fn any(shape: Shape) -> Stock {
        Stock { shape, at_least: 0, at_most: u32::MAX }
    }
}

/// A packing question, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The size of the box.
    pub grid: Grid,
    /// Cells that are part of the wall.
    pub blocked: BTreeSet<Cell>,
    /// The kinds of pieces.
    pub kinds: Vec<Stock>,
    /// Whether a piece may be replaced by its mirror image.
    pub mirror: bool,
    /// Cells that must stay empty. They are not part of the wall: a piece can slide into them.
    pub empty: BTreeSet<Cell>,
    /// Cells that must be covered.
    pub filled: BTreeSet<Cell>,
    /// The minimum total number of pieces.
    pub at_least: u32,
    /// The maximum total number of pieces; `u32::MAX` for no limit.
    pub at_most: u32,
    /// What must be unable to make a step: a single piece, or any set of pieces together.
    pub strength: Who,
    /// Whether only packings count to which no piece can be added.
    pub maximal: bool,
}

/// Why a spec is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum SpecError {
    #[error("no kind of piece is given")]
    NoKinds,
    #[error("there are {0} kinds of pieces, but at most 60 are supported")]
    TooManyKinds(usize),
    #[error("kind {} has {cells} cells and fits nowhere in the box", kind + 1)]
    FitsNowhere { kind: usize, cells: usize },
    #[error("kind {} is not flat, but the box is a plane", kind + 1)]
    NotFlat { kind: usize },
    #[error("kinds {} and {} are the same piece", first + 1, second + 1)]
    SameKind { first: usize, second: usize },
    #[error("kind {} needs at least {at_least} pieces, but allows at most {at_most}", kind + 1)]
    KindRange { kind: usize, at_least: u32, at_most: u32 },
    #[error("the packing needs at least {at_least} pieces, but allows at most {at_most}")]
    Range { at_least: u32, at_most: u32 },
    #[error("cell {0} is not in the box")]
    Outside(usize),
    #[error("cell {0} is blocked and cannot be filled")]
    FilledBlocked(String),
    #[error("cell {0} cannot be both empty and filled")]
    FilledEmpty(String),
    #[error("the pieces have {0} placements, but at most {1} are supported")]
    TooManyPlacements(usize, usize),
}

impl Spec {
    /// All packings of a box with any number of pieces of the given shapes.
    pub fn new(grid: Grid, shapes: impl IntoIterator<Item = Shape>) -> Spec {
        Spec {
            grid,
            blocked: BTreeSet::new(),
            kinds: shapes.into_iter().map(Stock::any).collect(),
            mirror: true,
            empty: BTreeSet::new(),
            filled: BTreeSet::new(),
            at_least: 0,
            at_most: u32::MAX,
            strength: Who::Piece,
            maximal: false,
        }
    }

    /// Check everything that can be checked before placements are computed.
    pub(crate) fn check(&self) -> Result<(), SpecError> {
        match self.kinds.len() {
            0 => return Err(SpecError::NoKinds),
            61.. => return Err(SpecError::TooManyKinds(self.kinds.len())),
            _ => {}
        }
        for (kind, &Stock { ref shape, at_least, at_most }) in self.kinds.iter().enumerate() {
            if at_least > at_most {
                return Err(SpecError::KindRange { kind, at_least, at_most });
            }
            if !self.grid.is_solid() && shape.offsets().iter().any(|cell| cell.layer != 0) {
                return Err(SpecError::NotFlat { kind });
            }
        }
        if self.at_least > self.at_most {
            return Err(SpecError::Range { at_least: self.at_least, at_most: self.at_most });
        }
        let all = self.blocked.iter().chain(&self.empty).chain(&self.filled);
        if let Some(cell) = all.into_iter().find(|cell| cell.index() >= self.grid.size()) {
            return Err(SpecError::Outside(cell.index()));
        }
        if let Some(&cell) = self.filled.intersection(&self.blocked).next() {
            return Err(SpecError::FilledBlocked(self.grid.coordinates(cell)));
        }
        match self.filled.intersection(&self.empty).next() {
            Some(&cell) => Err(SpecError::FilledEmpty(self.grid.coordinates(cell))),
            None => Ok(()),
        }
    }
}
