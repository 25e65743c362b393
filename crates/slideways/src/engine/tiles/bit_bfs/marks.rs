//! Marks of units: which have new positions, and which are full.
//!
//! A step reaches something new only from a position of the newest layer of its colour. So a unit that none
//! of its neighbours' new positions can reach is skipped without a look at its words, and so is a unit in
//! which all positions are seen. In the first and the last layers, that is nearly all of them.

use super::layout::TableLayout;

/// Positions of the unit are in the newest layer.
const NEW: u8 = 1;

/// All positions of the unit are seen.
const FULL: u8 = 2;

/// The marks of one row in one block: one per unit, and one for all of them together.
pub struct RowMarks<'m>(pub &'m mut [u8]);

impl RowMarks<'_> {
    /// The number of marks per row and block.
    pub fn length(layout: &TableLayout) -> usize {
        layout.units() + 1
    }

    /// Begin a layer: nothing is new yet.
    pub fn begin(&mut self) {
        if std::mem::take(self.0.last_mut().expect("there is one for all")) & NEW != 0 {
            self.0.iter_mut().for_each(|mark| *mark &= !NEW);
        }
    }

    /// Whether a unit is full.
    pub fn is_full(&self, unit: usize) -> bool {
        self.0[unit] & FULL != 0
    }

    /// Note that a unit has new positions, and whether it is full now.
    pub fn found(&mut self, unit: usize, full: bool) {
        self.0[unit] = NEW | if full { FULL } else { 0 };
        *self.0.last_mut().expect("there is one for all") = NEW;
    }
}

/// Whether any of some words of a row may have new positions: `row` is its number, after the number of rows,
/// and `words` are the first and their number, at most one unit or else whole blocks.
#[inline]
pub fn is_new(layout: &TableLayout, marks: &[u8], row: (usize, usize), words: (usize, usize)) -> bool {
    let (first, number) = words;
    let length = RowMarks::length(layout);
    let at = |block: usize| (block * row.0 + row.1) * length;
    let block = first / layout.block;
    if number <= layout.unit {
        return marks[at(block) + first % layout.block / layout.unit] & NEW != 0;
    }
    let last = (first + number - 1) / layout.block;
    (block..=last).any(|block| marks[at(block) + length - 1] & NEW != 0)
}
