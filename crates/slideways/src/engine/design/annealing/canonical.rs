//! Symmetries of a family, and canonical forms of components.
//!
//! A symmetry of the box belongs to the family if it maps its blocked cells, goals and prescribed places to
//! themselves, and each kind to a kind of the kit. Two puzzles are alike if a symmetry maps the component of
//! one to that of the other.

use super::candidate::Candidate;
use super::evaluator::Evaluator;
use super::ground::{Ground, KindCell};
use crate::engine::design::anchored::{Cells, bit};
use crate::grid::{Cell, Offset};

/// A symmetry of the box that preserves the family.
#[derive(Clone, Debug)]
pub struct FamilySymmetry {
    /// The image of each cell.
    cells: Vec<u8>,
    /// The image of each piece, by kind and first cell; `None` where the kind does not fit.
    pieces: Vec<Vec<Option<KindCell>>>,
}

impl FamilySymmetry {
    /// All symmetries of a plane family, the identity first; only the identity in three dimensions.
    ///
    /// `supplies` is the supply of each kind: pieces are mapped to pieces of the same supply.
    pub fn all(ground: &Ground, supplies: &[usize]) -> Vec<FamilySymmetry> {
        let solid = ground.grid.is_solid();
        let (rows, cols) = (ground.grid.rows() as i16, ground.grid.cols() as i16);
        let image = |turn: u8, at: Offset| {
            let row = if turn & 1 == 0 { at.row } else { rows - 1 - at.row };
            let col = if turn & 2 == 0 { at.col } else { cols - 1 - at.col };
            if turn & 4 == 0 { Offset { row, col, ..at } } else { Offset { row: col, col: row, ..at } }
        };
        let turns = (0..8).filter(|&turn| turn == 0 || !solid && (turn & 4 == 0 || rows == cols));
        let symmetry = |turn: u8| {
            let cells = ground
                .grid
                .cells()
                .map(|cell| Some(ground.grid.cell(image(turn, ground.grid.offset(cell)))?.index() as u8));
            FamilySymmetry::new(ground, supplies, cells.collect::<Option<_>>()?)
        };
        let mut all: Vec<FamilySymmetry> = vec![];
        for symmetry in turns.filter_map(symmetry) {
            // In a single row or column, some symmetries map every cell to the same cell.
            if all.iter().all(|other| other.cells != symmetry.cells) {
                all.push(symmetry);
            }
        }
        all
    }

    fn new(ground: &Ground, supplies: &[usize], cells: Vec<u8>) -> Option<FamilySymmetry> {
        let symmetry = FamilySymmetry { cells, pieces: vec![] };
        let mut pieces = vec![];
        for (kind, of_kind) in ground.kinds.iter().enumerate() {
            let mut images = vec![];
            for &covers in &of_kind.covers {
                let covers = symmetry.image(covers);
                let first = covers.trailing_zeros() as u8;
                // A kind that keeps its shape stays itself, whatever other labels there are.
                let others = [kind].into_iter().chain(0..ground.kinds.len());
                let same = others.into_iter().find(|&other| {
                    let other_kind = &ground.kinds[other];
                    supplies[other] == supplies[kind]
                        && covers != 0
                        && other_kind.covers[usize::from(first)] == covers
                        && other_kind.along.is_some() == of_kind.along.is_some()
                        && symmetry.turns(ground, kind, other)
                });
                if covers != 0 && same.is_none() {
                    return None;
                }
                images.push(same.map(|kind| (kind as u8, first)));
            }
            pieces.push(images);
        }
        let symmetry = FamilySymmetry { pieces, ..symmetry };
        let mut kinds: Vec<usize> = (0..ground.kinds.len()).map(|kind| symmetry.kind(kind)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.len() < ground.kinds.len() {
            return None;
        }
        let place = |&(kind, cell): &KindCell| symmetry.pieces[usize::from(kind)][usize::from(cell)];
        let places = |all: &[KindCell]| {
            let mut all: Vec<Option<KindCell>> = all.iter().map(place).collect();
            all.sort_unstable();
            all
        };
        let sorted = |all: &[KindCell]| {
            let mut all: Vec<Option<KindCell>> = all.iter().copied().map(Some).collect();
            all.sort_unstable();
            all
        };
        let goals: Vec<_> = ground.goals.iter().map(|goal| sorted(goal)).collect();
        let preserves = symmetry.image(ground.blocked) == ground.blocked
            && places(&ground.from) == sorted(&ground.from)
            && ground.goals.iter().all(|goal| goals.contains(&places(goal)));
        preserves.then_some(symmetry)
    }

    /// Whether the axis of one kind is mapped to that of another, where they have one.
    fn turns(&self, ground: &Ground, kind: usize, other: usize) -> bool {
        // Two cells of a row go to one row, or to one column.
        let offset = |cell: u8| ground.grid.offset(Cell(cell.into()));
        let is_swapped = ground.grid.cols() > 1 && offset(self.cells[0]).row != offset(self.cells[1]).row;
        let (one, other) = (ground.kinds[kind].along, ground.kinds[other].along);
        (one == other) != (is_swapped && one.is_some())
    }

    /// The image of a kind.
    pub fn kind(&self, kind: usize) -> usize {
        self.pieces[kind].iter().flatten().next().map_or(kind, |&(image, _)| image.into())
    }

    /// The image of a piece, by kind and first cell; `None` where the kind does not fit.
    pub fn place(&self, (kind, cell): KindCell) -> Option<KindCell> {
        self.pieces[usize::from(kind)][usize::from(cell)]
    }

    /// Whether this symmetry is the product of two others, of which `first` is applied first.
    pub fn is_product(&self, second: &FamilySymmetry, first: &FamilySymmetry) -> bool {
        let image = |cell: &u8| second.cells[usize::from(*cell)];
        self.cells.iter().copied().eq(first.cells.iter().map(image))
    }

    /// The image of a set of cells.
    pub fn image(&self, cells: Cells) -> Cells {
        let (mut rest, mut image) = (cells, 0);
        while rest != 0 {
            image |= bit(self.cells[rest.trailing_zeros() as usize].into());
            rest &= rest - 1;
        }
        image
    }

    /// The image of a candidate.
    fn of(&self, candidate: &Candidate) -> Candidate {
        let place = |&(kind, cell): &KindCell| {
            self.pieces[usize::from(kind)][usize::from(cell)].expect("the pieces fit")
        };
        let mut pieces: Vec<KindCell> = candidate.pieces.iter().map(place).collect();
        pieces.sort_unstable();
        Candidate { pieces, walls: self.image(candidate.walls) }
    }
}

/// The canonical form of a component: the least of the images of its states.
pub fn canonical(component: &Evaluator, symmetries: &[FamilySymmetry]) -> Candidate {
    let states = (0..component.states() as u32).map(|state| component.start(state));
    let least = states.flat_map(|start| symmetries.iter().map(move |symmetry| symmetry.of(&start))).min();
    least.expect("a component has states, and the identity is a symmetry")
}
