//! Precomputed bit sets of placements for the search.

use super::prepared::PreparedBox;
use super::set::Set;
use crate::grid::Cell;
use crate::style::Who;
use std::collections::BTreeMap;

/// A symmetry other than the identity, in the order in which the search compares cells.
pub(super) struct Image {
    /// For each position in that order, the position that its cell comes from.
    pub from: Vec<u16>,
    /// The image of each placement; the last entry stands for "no placement", which is its own image.
    pub places: Vec<u16>,
    pub is_rotation: bool,
}

/// The look-up tables of the search. All sets are sets of placements.
pub(super) struct PlacementTables<const W: usize> {
    /// By placement: itself and all placements that overlap it.
    pub clash: Vec<Set<W>>,
    /// By placement: the faces that must be filled once it is chosen.
    pub needs: Vec<Vec<u16>>,
    /// By face: the placements that cover a cell of it.
    pub fill: Vec<Set<W>>,
    /// The faces to be filled in any case: one per cell that must be covered.
    pub root: Vec<u16>,
    /// By position in the order of cells: the placements that cover the cell.
    pub cover: Vec<Set<W>>,
    /// The number of cells, from the first, that are decided before anything else while symmetries are
    /// pending.
    pub first: usize,
    /// The symmetries except the identity.
    pub images: Vec<Image>,
    /// By kind: its placements, and the least and greatest number of pieces.
    pub kinds: Vec<(Set<W>, u32, u32)>,
    /// Whether any kind has a limit.
    pub limited: bool,
    pub all: Set<W>,
    /// The number of cells of the smallest piece.
    pub smallest: u32,
    /// By placement and direction: the placements across, or `None` if the wall is there. Only for sets.
    pub across: Vec<Vec<Option<Set<W>>>>,
    pub at_least: u32,
    pub at_most: u32,
    pub maximal: bool,
    pub strength: Who,
}

impl<const W: usize> PlacementTables<W> {
    pub fn new(prepared: &PreparedBox, symmetric: bool) -> PlacementTables<W> {
        let places = &prepared.placements;
        let covering = |cell: Cell| -> Set<W> {
            (0..places.len()).filter(|&p| places[p].cells.binary_search(&cell).is_ok()).collect()
        };
        let by_cell: Vec<Set<W>> = prepared.spec.grid.cells().map(covering).collect();
        let any =
            |cells: &[Cell]| cells.iter().fold(Set::EMPTY, |set: Set<W>, c| set.or(&by_cell[c.index()]));
        let mut numbers: BTreeMap<Vec<Cell>, u16> = BTreeMap::new();
        let mut fill = vec![];
        let mut face = |cells: &[Cell]| {
            *numbers.entry(cells.to_vec()).or_insert_with(|| {
                fill.push(any(cells));
                (fill.len() - 1) as u16
            })
        };
        let needs = prepared
            .across
            .iter()
            .map(|sides| sides.iter().flatten().map(|cells| face(cells)).collect())
            .collect();
        let root = prepared.spec.filled.iter().map(|&cell| face(&[cell])).collect();
        let kinds: Vec<(Set<W>, u32, u32)> = (0..prepared.spec.kinds.len())
            .map(|kind| {
                let stock = &prepared.spec.kinds[kind];
                let of_kind = (0..places.len()).filter(|&p| places[p].kind == kind).collect();
                (of_kind, stock.at_least, stock.at_most)
            })
            .collect();
        let symmetries = if symmetric { &prepared.symmetries[..] } else { &prepared.symmetries[..1] };
        let (order, first) = order(prepared, symmetries.len() > 1, &by_cell);
        let mut place_of = vec![0u16; by_cell.len()];
        order.iter().zip(0..).for_each(|(cell, i)| place_of[cell.index()] = i);
        let image = |symmetry: &super::prepared::Symmetry| {
            let mut from = vec![0; order.len()];
            for (i, cell) in (0..).zip(&order) {
                from[usize::from(place_of[symmetry.cells[cell.index()].index()])] = i;
            }
            let mut places = symmetry.places.clone();
            places.push(places.len() as u16);
            Image { from, places, is_rotation: symmetry.is_rotation }
        };
        // No set of boxes slides if none of them does alone.
        let strength = match prepared.spec.kinds.iter().all(|stock| stock.shape.is_box()) {
            true => Who::Piece,
            false => prepared.spec.strength,
        };
        let small = prepared.spec.kinds.iter().map(|stock| stock.shape.offsets().len());
        PlacementTables {
            clash: places.iter().map(|placement| any(&placement.cells)).collect(),
            needs,
            root,
            cover: order.iter().map(|cell| by_cell[cell.index()]).collect(),
            first,
            images: symmetries[1..].iter().map(image).collect(),
            limited: kinds.iter().any(|&(_, at_least, at_most)| at_least > 0 || at_most < u32::MAX),
            kinds,
            all: (0..places.len()).collect(),
            smallest: small.min().unwrap_or(1) as u32,
            across: match strength {
                Who::Piece => vec![],
                Who::Set => prepared
                    .across
                    .iter()
                    .map(|sides| sides.iter().map(|s| s.as_deref().map(any)).collect())
                    .collect(),
            },
            at_least: prepared.spec.at_least,
            at_most: prepared.spec.at_most,
            maximal: prepared.spec.maximal,
            strength,
            fill,
        }
    }

    /// Whether no further piece fits that the stock allows.
    pub fn is_maximal(&self, chosen: &Set<W>) -> bool {
        let clash = chosen.iter().fold(Set::EMPTY, |clash: Set<W>, place| clash.or(&self.clash[place]));
        let used_up = |kind: &&(Set<W>, u32, u32)| chosen.and(&kind.0).len() >= kind.2;
        let gone = self.kinds.iter().filter(used_up).fold(clash, |gone, kind| gone.or(&kind.0));
        self.all.without(&gone).is_empty()
    }

    /// Whether no set of the chosen pieces can take a step together.
    ///
    /// A set moves only together with all pieces it bumps into. So in each direction every piece must lead,
    /// from one piece across to the next, to the wall; a piece that does not is in a set that slides.
    pub fn is_locked_in_sets(&self, chosen: &Set<W>) -> bool {
        let sides = self.across.first().map_or(0, Vec::len);
        (0..sides).all(|side| {
            let mut held = Set::EMPTY;
            let mut loose = *chosen;
            loop {
                let is_held =
                    |&place: &usize| self.across[place][side].is_none_or(|across| across.meets(&held));
                let more: Set<W> = loose.iter().filter(is_held).collect();
                if more.is_empty() {
                    return loose.is_empty();
                }
                held = held.or(&more);
                loose = loose.without(&more);
            }
        })
    }
}

/// The order of cells in which packings are compared, and the number of cells that are decided first.
///
/// Orbits of cells stay together, those with the fewest placements first: in a box these are the corners.
fn order<const W: usize>(prepared: &PreparedBox, symmetric: bool, by_cell: &[Set<W>]) -> (Vec<Cell>, usize) {
    let orbit = |cell: Cell| -> Vec<Cell> {
        let mut images: Vec<Cell> = prepared.symmetries.iter().map(|s| s.cells[cell.index()]).collect();
        images.sort();
        images.dedup();
        images
    };
    let open = prepared.spec.grid.cells().filter(|cell| !by_cell[cell.index()].is_empty());
    let mut orbits: Vec<Vec<Cell>> = open.map(orbit).collect();
    orbits.sort_by_key(|orbit| (by_cell[orbit[0].index()].len(), orbit.clone()));
    orbits.dedup();
    let first = match symmetric {
        true => orbits.iter().position(|orbit| orbit.len() > 1).map_or(0, |i| orbits[..=i].concat().len()),
        false => 0,
    };
    (orbits.concat(), first)
}
