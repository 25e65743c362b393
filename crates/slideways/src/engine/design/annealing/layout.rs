//! Packed states of one candidate: a few bits for each piece.
//!
//! A piece never leaves its *region*: the places that it could reach if it were alone in the box. The field
//! of a piece holds the number of its place in its region. Pieces of one kind in one region form a group,
//! whose fields are in ascending order, so that interchangeable pieces make no difference.

use super::candidate::Candidate;
use super::ground::{DIRS, Ground, KindCell, NOWHERE};
use super::words::StateWord;
use crate::engine::design::anchored::Cells;
use crate::style::Reach;
use std::ops::Range;

/// The most pieces of a candidate.
pub const MOST_PIECES: usize = 128;

/// The places that a piece could reach if it were alone.
struct Region<W> {
    kind: u8,
    /// The first cells, ascending.
    cells: Vec<u8>,
    /// The cells covered at each place.
    covers: Vec<W>,
    /// The directions in which there are steps.
    dirs: usize,
    /// The place after a step, by place and direction, and the cells that the step enters.
    steps: Vec<(u8, W)>,
    /// Whether its pieces move along one line.
    is_line: bool,
    bits: u32,
}

/// The bits of one piece.
struct PieceField {
    region: usize,
    shift: u32,
    /// The fields of the group.
    group: Range<usize>,
}

/// The packed form of the states of a candidate.
pub struct StateLayout<W> {
    regions: Vec<Region<W>>,
    fields: Vec<PieceField>,
    walls: W,
    /// The places of each goal that is possible, as groups and places in their regions.
    goals: Vec<Vec<(Range<usize>, u8)>>,
}

/// The places of all pieces of a state, and the cells that are not empty.
pub struct Unpacked<W> {
    /// The places, by field.
    pub places: [u8; MOST_PIECES],
    /// All cells that are covered or blocked.
    pub filled: W,
}

impl<W: StateWord> StateLayout<W> {
    /// The layout for a candidate, and its packed state; `None` if the word is too short, or if no goal can
    /// be reached even by pieces that are alone in the box.
    pub fn new(ground: &Ground, candidate: &Candidate) -> Option<(StateLayout<W>, W)> {
        let walls = candidate.walls | ground.blocked;
        if candidate.pieces.len() > MOST_PIECES || ground.grid.size() > W::BITS as usize {
            return None;
        }
        let mut regions: Vec<Region<W>> = vec![];
        let mut places: Vec<(usize, u8)> = vec![];
        for &(kind, cell) in &candidate.pieces {
            let known = regions.iter().position(|region| region.kind == kind && region.cells.contains(&cell));
            let region = known.unwrap_or_else(|| {
                regions.push(Region::new(ground, walls, (kind, cell)));
                regions.len() - 1
            });
            let place = regions[region].cells.binary_search(&cell).expect("the region has the cell");
            places.push((region, place as u8));
        }
        places.sort_unstable();
        let (mut fields, mut shift, mut state): (Vec<PieceField>, u32, W) = (vec![], 0, W::ZERO);
        for (number, &(region, place)) in places.iter().enumerate() {
            if shift + regions[region].bits > W::BITS {
                return None;
            }
            let first = places.partition_point(|other| other.0 < region);
            let last = places.partition_point(|other| other.0 <= region);
            debug_assert!((first..last).contains(&number));
            fields.push(PieceField { region, shift, group: first..last });
            if regions[region].bits > 0 {
                state = state | (W::of(Cells::from(place)) << shift);
            }
            shift += regions[region].bits;
        }
        let mut layout = StateLayout { regions, fields, walls: W::of(walls), goals: vec![] };
        layout.goals = ground.goals.iter().filter_map(|goal| layout.goal(goal)).collect();
        (!layout.goals.is_empty()).then_some((layout, state))
    }

    /// The groups and places of a goal, if it is possible.
    fn goal(&self, goal: &[KindCell]) -> Option<Vec<(Range<usize>, u8)>> {
        let place = |&(kind, cell): &KindCell| {
            let fits = |region: &Region<W>| region.kind == kind && region.cells.contains(&cell);
            let region = self.regions.iter().position(fits)?;
            let field = self.fields.iter().find(|field| field.region == region)?;
            let place = self.regions[region].cells.binary_search(&cell).ok()?;
            Some((field.group.clone(), place as u8))
        };
        goal.iter().map(place).collect()
    }

    /// The places of all pieces.
    #[inline]
    pub fn unpack(&self, state: W) -> Unpacked<W> {
        let mut unpacked = Unpacked { places: [0; MOST_PIECES], filled: self.walls };
        for (field, place) in self.fields.iter().zip(&mut unpacked.places) {
            let region = &self.regions[field.region];
            if region.bits > 0 {
                *place = (state >> field.shift).low() & ((1u32 << region.bits) - 1) as u8;
            }
            unpacked.filled = unpacked.filled | region.covers[usize::from(*place)];
        }
        unpacked
    }

    /// Whether a state satisfies a goal.
    #[inline]
    pub fn is_goal(&self, unpacked: &Unpacked<W>) -> bool {
        let is_there = |(group, place): &(Range<usize>, u8)| unpacked.places[group.clone()].contains(place);
        self.goals.iter().any(|goal| goal.iter().all(is_there))
    }

    /// The pieces of a state.
    pub fn pieces(&self, state: W) -> Vec<KindCell> {
        let unpacked = self.unpack(state);
        let piece = |(field, &place): (&PieceField, &u8)| {
            let region = &self.regions[field.region];
            (region.kind, region.cells[usize::from(place)])
        };
        let mut pieces: Vec<KindCell> = self.fields.iter().zip(&unpacked.places).map(piece).collect();
        pieces.sort_unstable();
        pieces
    }

    /// Whether two moves from a state, to `one` and to `other`, lead to `end` in either order: each of them
    /// changes the same field in the same way before and after the other. `None` if fields change order.
    pub fn commute(&self, state: W, one: W, other: W, end: W) -> Option<bool> {
        let is_in_order = |field: &PieceField| field.group.len() == 1 || self.regions[field.region].is_line;
        if !self.fields.iter().all(is_in_order) {
            return None;
        }
        let (first, second) = (state ^ one, state ^ other);
        let is_same_piece = self.fields.iter().any(|field| {
            let bits = W::of((1 << self.regions[field.region].bits) - 1) << field.shift;
            self.regions[field.region].bits > 0 && first & bits != W::ZERO && second & bits != W::ZERO
        });
        Some(!is_same_piece && other ^ end == first && one ^ end == second)
    }

    /// Calls `take` with every state that is one move away; no state occurs twice.
    #[inline]
    pub fn neighbours(&self, state: W, unpacked: &Unpacked<W>, reach: Reach, mut take: impl FnMut(W)) {
        for (number, field) in self.fields.iter().enumerate() {
            let region = &self.regions[field.region];
            if region.bits == 0 {
                continue;
            }
            let from = unpacked.places[number];
            let others = unpacked.filled ^ region.covers[usize::from(from)];
            let in_order = field.group.len() == 1 || region.is_line;
            let mut to = |place: u8| match in_order {
                true => take(state ^ (W::of(Cells::from(from ^ place)) << field.shift)),
                false => take(self.sorted(state, unpacked, number, place)),
            };
            match reach {
                Reach::Step => {
                    for &(next, enters) in region.around(from) {
                        if next != NOWHERE && enters & others == W::ZERO {
                            to(next);
                        }
                    }
                }
                Reach::Path if !region.is_line => region.paths(from, others, to),
                Reach::Slide | Reach::Path => {
                    for dir in 0..region.dirs {
                        let (mut next, mut enters) = region.around(from)[dir];
                        while next != NOWHERE && enters & others == W::ZERO {
                            to(next);
                            (next, enters) = region.around(next)[dir];
                        }
                    }
                }
            }
        }
    }

    /// The state after a piece has moved to a place, with the fields of its group in order again.
    fn sorted(&self, state: W, unpacked: &Unpacked<W>, number: usize, place: u8) -> W {
        let (places, group) = (&unpacked.places, &self.fields[number].group);
        let mut next = state;
        let mut put = |field: usize, place: u8| {
            next = next ^ (W::of(Cells::from(places[field] ^ place)) << self.fields[field].shift);
        };
        let mut at = number;
        while at + 1 < group.end && places[at + 1] < place {
            put(at, places[at + 1]);
            at += 1;
        }
        while at > group.start && places[at - 1] > place {
            put(at, places[at - 1]);
            at -= 1;
        }
        put(at, place);
        next
    }
}

impl<W: StateWord> Region<W> {
    fn new(ground: &Ground, walls: Cells, (kind, cell): KindCell) -> Region<W> {
        let of_kind = &ground.kinds[usize::from(kind)];
        let fits = |cell: u8| cell != NOWHERE && of_kind.covers[usize::from(cell)] & walls == 0;
        let (mut seen, mut cells, mut done) = (1u128 << cell, vec![cell], 0);
        while let Some(&at) = cells.get(done) {
            done += 1;
            for &to in of_kind.steps[usize::from(at)].iter().filter(|&&to| fits(to)) {
                if seen >> to & 1 == 0 {
                    seen |= 1 << to;
                    cells.push(to);
                }
            }
        }
        cells.sort_unstable();
        let covers = |at: u8| of_kind.covers[usize::from(at)];
        let step = |at: u8, dir: usize| {
            let to = of_kind.steps[usize::from(at)][dir];
            match cells.binary_search(&to) {
                Ok(next) => (next as u8, W::of(covers(to) & !covers(at))),
                Err(_) => (NOWHERE, W::ZERO),
            }
        };
        let has_steps = |&dir: &usize| cells.iter().any(|&at| step(at, dir).0 != NOWHERE);
        let dirs: Vec<usize> = (0..DIRS).filter(has_steps).collect();
        let steps = cells.iter().flat_map(|&at| dirs.iter().map(move |&dir| (at, dir)));
        let steps = steps.map(|(at, dir)| step(at, dir)).collect();
        Region {
            kind,
            covers: cells.iter().map(|&at| W::of(covers(at))).collect(),
            steps,
            dirs: dirs.len(),
            is_line: of_kind.along.is_some(),
            bits: usize::BITS - (cells.len() - 1).leading_zeros(),
            cells,
        }
    }

    /// The steps from a place, by direction.
    #[inline]
    fn around(&self, place: u8) -> &[(u8, W)] {
        &self.steps[usize::from(place) * self.dirs..][..self.dirs]
    }

    /// Every other place that a piece can reach, by any path.
    fn paths(&self, from: u8, others: W, mut to: impl FnMut(u8)) {
        let (mut seen, mut order, mut known, mut done) = (1u128 << from, [from; 128], 1, 0);
        while done < known {
            let at = order[done];
            done += 1;
            for &(next, enters) in self.around(at) {
                if next != NOWHERE && seen >> next & 1 == 0 && enters & others == W::ZERO {
                    seen |= 1 << next;
                    order[known] = next;
                    known += 1;
                    to(next);
                }
            }
        }
    }
}
