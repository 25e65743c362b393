//! One arrangement of a set of pieces: the first in the order in which boxes are filled.
//!
//! A plain depth-first search could try the same rest of a box again and again. It remembers the rests that
//! have no arrangement, so it never takes longer than the [count](super::count) of the same set.

use super::anchored::{Anchored, Cells, bit};
use super::count::{MOST_KINDS, Numbers};
use crate::grid::Cell;
use std::collections::HashSet;

/// The kinds and first cells of an arrangement of the pieces, in reading order; `None` if there is none.
pub fn first(anchored: &Anchored, numbers: &Numbers) -> Option<Vec<(usize, Cell)>> {
    let mut search = DepthFirst { anchored, places: vec![], failed: HashSet::new() };
    search.fill(0, anchored.blocked, *numbers).then_some(search.places)
}

struct DepthFirst<'a> {
    anchored: &'a Anchored,
    places: Vec<(usize, Cell)>,
    /// Undecided rests of the box without an arrangement of the pieces that are left.
    failed: HashSet<(usize, Cells, Numbers)>,
}

impl DepthFirst<'_> {
    /// Decide the cells from `cell` on, with the pieces and holes that are left.
    fn fill(&mut self, cell: usize, covered: Cells, left: Numbers) -> bool {
        let Some(cell) = (cell..self.anchored.cells()).find(|&cell| covered & bit(cell) == 0) else {
            return true;
        };
        if !self.failed.insert((cell, covered >> cell, left)) {
            return false;
        }
        let anchored = self.anchored;
        for &(kind, covers) in &anchored.first_at[cell] {
            if left[kind] > 0 && covers & covered == 0 {
                self.places.push((kind, Cell(cell as u16)));
                if self.fill(cell + 1, covered | covers, less(left, kind)) {
                    return true;
                }
                self.places.pop();
            }
        }
        left[MOST_KINDS] > 0 && self.fill(cell + 1, covered, less(left, MOST_KINDS))
    }
}

fn less(mut left: Numbers, kind: usize) -> Numbers {
    left[kind] -= 1;
    left
}
