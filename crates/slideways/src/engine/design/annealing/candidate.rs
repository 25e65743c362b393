//! A candidate: walls, and pieces at their first cells.

use super::ground::{Ground, KindCell};
use crate::engine::design::anchored::Cells;

/// A puzzle of a family in a form that is quick to change.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The pieces, sorted.
    pub pieces: Vec<KindCell>,
    /// The blocked cells that are not blocked in the whole family.
    pub walls: Cells,
}

impl Candidate {
    /// The cells that are covered by pieces, walls, and the blocked cells of the family.
    pub fn filled(&self, ground: &Ground) -> Cells {
        self.pieces.iter().fold(self.walls | ground.blocked, |all, &piece| all | ground.covers(piece))
    }

    /// Add a piece.
    pub fn add(&mut self, piece: KindCell) {
        let place = self.pieces.partition_point(|other| *other < piece);
        self.pieces.insert(place, piece);
    }

    /// The same without a piece.
    pub fn without(&self, piece: usize) -> Candidate {
        let mut less = self.clone();
        less.pieces.remove(piece);
        less
    }

    /// Whether it has all these pieces, each as often as it is listed.
    pub fn has(&self, places: &[KindCell]) -> bool {
        places.iter().all(|place| self.pieces.binary_search(place).is_ok())
    }

    /// The pieces that can be removed without leaving a goal short of pieces.
    pub fn removable(&self, ground: &Ground) -> Vec<usize> {
        let number = |pieces: &[KindCell], kind: u8| pieces.iter().filter(|piece| piece.0 == kind).count();
        let spare =
            |kind: u8| ground.goals.iter().all(|goal| number(&self.pieces, kind) > number(goal, kind));
        (0..self.pieces.len()).filter(|&piece| spare(self.pieces[piece].0)).collect()
    }
}
