//! Compilation of a puzzle: the placements of each kind, and the packing of an arrangement into a state.
//!
//! **Placements.** A kind can only be where one of its pieces could go if it were alone in the box. Those
//! anchors are its placements, numbered in reading order.
//!
//! **Packing.** The pieces of a kind are interchangeable, so only the *set* of their placements matters. The
//! sorted list p₀ < p₁ < … is cut into *fields* of at most four, and a field of n placements out of P is
//! stored as its rank among the C(P, n) sets of that size: C(p₀, 1) + C(p₁, 2) + … + C(pₙ₋₁, n), the
//! combinatorial number system (Knuth, TAOCP 7.2.1.3, exercise 17). Each place in a sorted list is a *slot*.
//! A state is thus a sum of numbers, each of which depends on one slot and its placement. Moving a piece
//! changes the summand of its slot and those of the slots it passes: no unpacking, no sorting, no packing.
//! Unpacking takes one table look-up per field.
//!
//! For Klotski: one 2×2 block (12 placements), four 2×1 (C(16, 4) = 1820 sets), one 1×2 (15), four 1×1
//! (C(20, 4) = 4845): 4 + 11 + 4 + 13 = 32 bits instead of Knuth's 20 nybbles.

use crate::grid::Cell;
use crate::puzzle::{KindId, Place, Puzzle};
use std::collections::BTreeSet;
use std::ops::Range;

/// Marks the absence of a placement.
pub const NONE: u16 = u16::MAX;

/// The placements and slots of one kind.
#[derive(Debug)]
pub struct KindPlan {
    /// The kind in the puzzle.
    pub kind: KindId,
    /// Its placements, by their numbers among all placements.
    pub placements: Range<usize>,
    /// Its pieces' slots.
    pub slots: Range<usize>,
    /// The fields its slots are packed into.
    pub fields: Range<usize>,
}

/// Up to four slots packed into some bits of a word.
#[derive(Debug)]
pub struct Field {
    /// The word of the state.
    pub word: usize,
    /// The lowest bit in that word.
    pub shift: u32,
    /// The number of bits.
    pub bits: u32,
    /// The slots.
    pub slots: Range<usize>,
    /// The number of sets of placements the field can hold.
    pub sets: usize,
}

/// A compiled puzzle, before it is laid out for a particular number of words.
#[derive(Debug)]
pub struct Plan {
    /// The kinds that have pieces.
    pub kinds: Vec<KindPlan>,
    /// Every placement: its kind's number in `kinds`, its anchor, the cells it covers.
    pub placements: Vec<(usize, Cell, Vec<usize>)>,
    /// For each placement and each direction of the box, the placement one step away, or [`NONE`].
    pub steps: Vec<Vec<u16>>,
    /// The fields of the packed state.
    pub fields: Vec<Field>,
    /// The number of words in a packed state.
    pub words: usize,
    /// The number of cells that any piece can ever cover. Placements number their cells among these, in
    /// reading order.
    pub cells: usize,
    /// Whether pieces might push each other in a circle.
    ///
    /// Boxes cannot: the leading edge of a pushed box is farther along than that of the box that pushes it.
    /// Nor can connected pieces in the plane whose every row and column is one run, since such pieces can be
    /// removed one after another in any direction of the grid (Guibas and Yao 1980, Toussaint 1985). Hooks
    /// can.
    pub circular: bool,
}

impl Plan {
    /// Compile a puzzle for a search from its start, with `memory` bytes of memory.
    pub fn new(puzzle: &Puzzle, memory: u64) -> Plan {
        Plan::with(puzzle, memory, |kind| reachable(puzzle, kind))
    }

    /// Compile a puzzle for all arrangements of its pieces, whether reachable from its start or not.
    pub fn anywhere(puzzle: &Puzzle, memory: u64) -> Plan {
        let fits = |kind: KindId| move |at: &Cell| puzzle.cover(Place { at: *at, kind }).is_some();
        Plan::with(puzzle, memory, |kind| puzzle.grid().cells().filter(fits(kind)).collect())
    }

    /// Compile a puzzle whose kinds have the given anchors.
    fn with(puzzle: &Puzzle, memory: u64, anchors: impl Fn(KindId) -> BTreeSet<Cell>) -> Plan {
        let mut plan = Plan {
            kinds: vec![],
            placements: vec![],
            steps: vec![],
            fields: vec![],
            words: 0,
            cells: 0,
            circular: puzzle.pieces().iter().any(|&kind| !puzzle.kind(kind).shape.is_tame()),
        };
        let mut covered = vec![false; puzzle.grid().size()];
        let mut slots = 0;
        for k in 0..puzzle.kinds().len() {
            let kind = KindId(k as u8);
            let pieces = puzzle.pieces().iter().filter(|&&other| other == kind).count();
            if pieces == 0 {
                continue;
            }
            let anchors: Vec<Cell> = anchors(kind).into_iter().collect();
            let first = plan.placements.len();
            for &at in &anchors {
                let cells = puzzle.cover(Place { at, kind }).expect("anchors fit");
                let cells: Vec<usize> = cells.into_iter().map(Cell::index).collect();
                cells.iter().for_each(|&cell| covered[cell] = true);
                plan.placements.push((plan.kinds.len(), at, cells));
                let step = |dir| match next(puzzle, kind, at, dir) {
                    Some(to) => {
                        let place = anchors.binary_search(&to).expect("a step stays among the reachable");
                        (first + place) as u16
                    }
                    None => NONE,
                };
                plan.steps.push(puzzle.grid().dirs().iter().map(|&dir| step(dir)).collect());
            }
            plan.kinds.push(KindPlan {
                kind,
                placements: first..plan.placements.len(),
                slots: slots..slots + pieces,
                fields: 0..0,
            });
            slots += pieces;
        }
        plan.number_cells(&covered);
        plan.pack(memory);
        plan
    }

    /// Number the cells that any piece can cover, in reading order.
    fn number_cells(&mut self, covered: &[bool]) {
        let mut numbers = vec![0; covered.len()];
        for (cell, _) in covered.iter().enumerate().filter(|(_, covered)| **covered) {
            numbers[cell] = self.cells;
            self.cells += 1;
        }
        let all = self.placements.iter_mut().flat_map(|(_, _, cells)| cells);
        all.for_each(|cell| *cell = numbers[*cell]);
    }

    /// The number of pieces.
    pub fn slots(&self) -> usize {
        self.kinds.last().map_or(0, |kind| kind.slots.end)
    }

    /// The placement of a kind at an anchor, if the kind can ever reach it.
    pub fn placement(&self, place: Place) -> Option<usize> {
        let kind = self.kinds.iter().find(|kind| kind.kind == place.kind)?;
        let placements = &self.placements[kind.placements.clone()];
        let local = placements.binary_search_by_key(&place.at, |&(_, at, _)| at).ok()?;
        Some(kind.placements.start + local)
    }

    /// Choose the fields. Fields that hold many sets take fewer bits in all, but their tables of sets take
    /// more memory. Of the layouts whose tables take at most an eighth of the memory, this takes the first
    /// that needs the fewest words. If there is none, every field holds one slot, and its table is no larger
    /// than the list of placements.
    fn pack(&mut self, memory: u64) {
        let set = 8 * ((self.cells + 1).div_ceil(64) + 1) as u64;
        let small = |fields: &Vec<Vec<Field>>| self.tables(fields) * set <= memory / 8;
        let mut choices: Vec<_> = [1 << 12, 1 << 16, 1 << 8].map(|most| self.layout(most)).into();
        choices.retain(|(fields, _)| small(fields));
        choices.push(self.layout(0));
        let fewest = choices.iter().map(|(_, words)| *words).min().expect("there are choices");
        let chosen = choices.into_iter().find(|(_, words)| *words == fewest).expect("one has the fewest");
        let mut fields = vec![];
        for (k, kind_fields) in chosen.0.into_iter().enumerate() {
            self.kinds[k].fields = fields.len()..fields.len() + kind_fields.len();
            fields.extend(kind_fields);
        }
        (self.fields, self.words) = (fields, chosen.1);
    }

    /// The number of sets in all tables; fields of one kind with the same number of slots share a table.
    fn tables(&self, by_kind: &[Vec<Field>]) -> u64 {
        let sizes = |fields: &Vec<Field>| fields.iter().map(|field| field.sets).collect::<BTreeSet<_>>();
        by_kind.iter().flat_map(sizes).map(|sets| sets as u64).sum()
    }

    /// The fields of every kind if none may hold more than `most` sets, unless it holds only one slot, and
    /// the number of words they take.
    fn layout(&self, most: usize) -> (Vec<Vec<Field>>, usize) {
        let mut used: Vec<u32> = vec![];
        let by_kind = self.kinds.iter().map(|kind| {
            let (placements, mut from) = (kind.placements.len(), kind.slots.start);
            let mut fields = vec![];
            while from < kind.slots.end {
                let room = (kind.slots.end - from).min(4);
                let fits = |&n: &usize| n == 1 || binomial(placements, n) <= most;
                let n = (1..=room).rev().find(fits).expect("one slot always fits");
                let sets = binomial(placements, n);
                let bits = usize::BITS - (sets - 1).leading_zeros();
                let word = used.iter().position(|used| used + bits <= 64).unwrap_or(used.len());
                if word == used.len() {
                    used.push(0);
                }
                let shift = if bits == 0 { 0 } else { used[word] };
                fields.push(Field { word, shift, bits, slots: from..from + n, sets });
                used[word] += bits;
                from += n;
            }
            fields
        });
        let by_kind = by_kind.collect();
        (by_kind, used.len().max(1))
    }
}

/// The anchors a kind can reach from its pieces' places at the start, if each piece is alone in the box.
fn reachable(puzzle: &Puzzle, kind: KindId) -> BTreeSet<Cell> {
    let start = puzzle.places(puzzle.start()).into_iter().filter(|place| place.kind == kind);
    let mut found: BTreeSet<Cell> = start.map(|place| place.at).collect();
    let mut rest: Vec<Cell> = found.iter().copied().collect();
    while let Some(at) = rest.pop() {
        for &dir in puzzle.grid().dirs() {
            rest.extend(next(puzzle, kind, at, dir).filter(|&to| found.insert(to)));
        }
    }
    found
}

/// The anchor one step away, if a piece of this kind that is alone in the box can go there.
fn next(puzzle: &Puzzle, kind: KindId, at: Cell, dir: crate::grid::Dir) -> Option<Cell> {
    if puzzle.kind(kind).along.is_some_and(|axis| axis != dir.axis()) {
        return None;
    }
    let at = puzzle.grid().shifted(at, dir.offset())?;
    puzzle.cover(Place { at, kind }).map(|_| at)
}

/// C(n, k) for k up to 4.
pub fn binomial(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1))
}
