//! Packings for a visitor, each checked by the plain rule.

use super::rule::Packing;
use super::spec::Spec;
use crate::engine::packing::prepared::PreparedBox;
use crate::engine::packing::search::Shown;
use crate::grid::Cell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// One packing of a class, as a visitor sees it.
#[derive(Clone, Copy, Debug)]
pub struct Locked<'p> {
    /// The packing.
    pub packing: &'p Packing,
    /// Its number among the packings with the same number of pieces, from 1.
    pub number: u64,
    /// Its number among all packings, from 1.
    pub place: u64,
    /// The order of its stabiliser: the number of symmetries of the spec that map it to itself.
    pub stabilizer: u32,
    /// The size of its class: the number of its images under the symmetries of the spec, including itself.
    pub images: u64,
}

/// Receives one packing of each class, until it returns `Break`.
pub type Visitor<'v> = &'v mut dyn FnMut(&Locked) -> ControlFlow<()>;

/// Numbers packings, checks them, and passes them to the visitor.
pub(super) struct Visits<'v> {
    pub prepared: &'v PreparedBox,
    /// The number of packings shown, by the number of pieces, including those of an earlier search.
    pub numbers: BTreeMap<u32, u64>,
    pub visitor: Visitor<'v>,
    /// Whether a packing failed the check.
    pub wrong: bool,
}

impl Visits<'_> {
    pub fn visit(&mut self, shown: &Shown) -> ControlFlow<()> {
        let packing = self.prepared.packing(&shown.places);
        if packing.slide(self.prepared.spec().strength).is_some() || !answers(self.prepared.spec(), &packing)
        {
            self.wrong = true;
            return ControlFlow::Break(());
        }
        let number = self.numbers.entry(packing.pieces.len() as u32).or_default();
        *number += 1;
        let images = self.prepared.symmetries() as u64 / u64::from(shown.stabilizer.max(1));
        let (number, stabilizer, place) = (*number, shown.stabilizer, self.numbers.values().sum());
        (self.visitor)(&Locked { packing: &packing, number, place, stabilizer, images })
    }
}

/// Whether a packing has the required numbers of pieces and covers the required cells, and no forbidden ones.
fn answers(spec: &Spec, packing: &Packing) -> bool {
    let is_covered = |cell: &Cell| packing.pieces.iter().any(|piece| piece.contains(cell));
    (spec.at_least..=spec.at_most).contains(&(packing.pieces.len() as u32))
        && spec.filled.iter().all(is_covered)
        && !spec.empty.iter().any(is_covered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    #[test]
    fn a_packing_must_answer_the_question() {
        let grid = Grid::plane(2, 2).unwrap();
        let packing = Packing::parse(grid, "1122").unwrap();
        let asked = |change: fn(&mut Spec)| {
            let mut spec = Spec::new(grid, []);
            change(&mut spec);
            answers(&spec, &packing)
        };
        assert!(asked(|spec| (spec.at_least, spec.at_most) = (2, 2)));
        assert!(asked(|spec| spec.filled.extend([Cell(3)])));
        assert!(!asked(|spec| spec.at_most = 1));
        assert!(!asked(|spec| spec.empty.extend([Cell(0)])));
    }
}
