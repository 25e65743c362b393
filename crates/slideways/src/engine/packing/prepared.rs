//! A prepared spec: the placements, the faces that each needs covered, and the symmetries of the spec.

use super::symmetry::Turn;
use crate::grid::{Cell, Dir};
use crate::lock::spec::{Spec, SpecError};
use crate::puzzle::Shape;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The most placements that a search supports.
pub const MOST_PLACEMENTS: usize = 4096;

/// A piece of a kind on given cells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The cells it covers, in reading order.
    pub cells: Vec<Cell>,
    /// Its kind, as an index into [`Spec::kinds`].
    pub kind: usize,
}

/// A set of cells of which at least one must be covered.
pub(super) type Face = Vec<Cell>;

/// A symmetry of the spec.
#[derive(Clone, Debug)]
pub(super) struct Symmetry {
    /// The image of each cell.
    pub cells: Vec<Cell>,
    /// The image of each placement.
    pub places: Vec<u16>,
    /// Whether a rotation has this effect, perhaps besides a reflection.
    pub is_rotation: bool,
}

/// A spec that has been checked and prepared.
#[derive(Clone, Debug)]
pub struct PreparedBox {
    pub(super) spec: Spec,
    pub(super) placements: Vec<Placement>,
    /// By placement and direction, the cells across; `None` if the wall is among them.
    pub(super) across: Vec<Vec<Option<Face>>>,
    /// The symmetries of the spec, the identity first.
    pub(super) symmetries: Vec<Symmetry>,
}

impl PreparedBox {
    /// Check a spec and find all its placements.
    pub fn new(spec: Spec) -> Result<PreparedBox, SpecError> {
        spec.check()?;
        let mut placements = BTreeSet::new();
        let mut ways: Vec<BTreeSet<Shape>> = vec![];
        for (kind, stock) in spec.kinds.iter().enumerate() {
            let turned = turned(&stock.shape, spec.grid.is_solid(), spec.mirror);
            if let Some(first) = ways.iter().position(|other| *other == turned) {
                return Err(SpecError::SameKind { first, second: kind });
            }
            let mut fits = false;
            for shape in &turned {
                for at in spec.grid.cells() {
                    let Some(cells) = cover(&spec, shape, at) else { continue };
                    fits = true;
                    // A kind that may have no pieces keeps its number and gets no placements.
                    if stock.at_most > 0 && cells.iter().all(|cell| !spec.empty.contains(cell)) {
                        placements.insert(Placement { cells, kind });
                    }
                }
            }
            if !fits {
                return Err(SpecError::FitsNowhere { kind, cells: stock.shape.offsets().len() });
            }
            ways.push(turned);
        }
        let placements: Vec<Placement> = placements.into_iter().collect();
        if placements.len() > MOST_PLACEMENTS {
            return Err(SpecError::TooManyPlacements(placements.len(), MOST_PLACEMENTS));
        }
        let across = placements.iter().map(|placement| across(&spec, placement)).collect();
        let symmetries = symmetries(&spec, &placements);
        Ok(PreparedBox { spec, placements, across, symmetries })
    }

    /// The spec.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Every placement of a piece in the box; none for a kind that may have no pieces.
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// The number of symmetries of the spec: those of the box that keep its blocked, empty and filled cells
    /// and turn placements into placements.
    pub fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    /// The number of rotations among them.
    pub fn rotations(&self) -> usize {
        self.symmetries.iter().filter(|symmetry| symmetry.is_rotation).count()
    }
}

/// All orientations of a shape.
fn turned(shape: &Shape, solid: bool, mirror: bool) -> BTreeSet<Shape> {
    let turns = Turn::all(solid).into_iter().filter(|turn| mirror || turn.is_rotation());
    let shapes = turns.map(|turn| Shape::new(shape.offsets().iter().map(|&at| turn.offset(at))));
    shapes.map(|shape| shape.expect("it has as many cells as before")).collect()
}

/// The canonical orientation of a shape: the same for all shapes that rotations turn into each other. Mirror
/// images may differ.
pub fn upright(shape: &Shape) -> Shape {
    turned(shape, true, false).into_iter().next().expect("there is the identity")
}

/// The cells a shape covers with its anchor at `at`, if it lies in the box and off the blocked cells.
fn cover(spec: &Spec, shape: &Shape, at: Cell) -> Option<Vec<Cell>> {
    let cells: Option<Vec<Cell>> = shape.offsets().iter().map(|&by| spec.grid.shifted(at, by)).collect();
    cells.filter(|cells| cells.iter().all(|cell| !spec.blocked.contains(cell)))
}

/// In each direction, the cells across; `None` if the wall is among them.
fn across(spec: &Spec, placement: &Placement) -> Vec<Option<Face>> {
    let side = |&dir: &Dir| -> Option<Face> {
        let own = |cell: &Option<Cell>| cell.is_none_or(|cell| placement.cells.binary_search(&cell).is_err());
        let step = |&cell: &Cell| spec.grid.shifted(cell, dir.offset());
        let open = |cell: &Cell| !spec.blocked.contains(cell);
        placement.cells.iter().map(step).filter(own).map(|cell| cell.filter(open)).collect()
    };
    spec.grid.dirs().iter().map(side).collect()
}

/// The turns of the box that keep what the spec requires. Two turns that move every cell alike count as one.
fn symmetries(spec: &Spec, placements: &[Placement]) -> Vec<Symmetry> {
    let number: FxHashMap<&Placement, u16> = placements.iter().zip(0..).collect();
    let mut found: Vec<Symmetry> = vec![];
    for turn in Turn::all(spec.grid.is_solid()) {
        let Some(cells) = turn.cells(spec.grid) else { continue };
        let image =
            |set: &BTreeSet<Cell>| set.iter().map(|cell| cells[cell.index()]).collect::<BTreeSet<_>>();
        if [&spec.blocked, &spec.empty, &spec.filled].iter().any(|&set| image(set) != *set) {
            continue;
        }
        let turned = |placement: &Placement| {
            let mut cells: Vec<Cell> = placement.cells.iter().map(|cell| cells[cell.index()]).collect();
            cells.sort();
            number.get(&Placement { cells, kind: placement.kind }).copied()
        };
        let Some(places) = placements.iter().map(turned).collect() else { continue };
        match found.iter_mut().find(|known| known.cells == cells) {
            Some(known) => known.is_rotation |= turn.is_rotation(),
            None => found.push(Symmetry { cells, places, is_rotation: turn.is_rotation() }),
        }
    }
    found
}
