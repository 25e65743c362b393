//! Counting packings without enumerating them: dynamic programming along a frontier.
//!
//! The cells are decided in order: a cell is already covered, or stays empty, or a piece begins there. Little
//! of what lies behind the frontier matters for the rest of the box: which cells near the frontier are
//! covered, and which faces are still *pending*, with only cells ahead to fill them. Partial packings that
//! agree in this are counted together.
//!
//! Cells that must be covered are faces as well, and become pending when the frontier reaches them. If no
//! further piece may fit in the end, every placement is a face too. The state also counts the pieces of each
//! kind whose number is limited, up to the number beyond which it does not matter.
//!
//! A face loses its cells one by one as the frontier passes them and leaves them empty. All such remainders
//! of faces are numbered by their first cell. So the remainders that can be pending at a cell are a short
//! range of numbers, and a set of them is a few words that shift along with the frontier. A face that
//! contains another pending face is filled whenever that one is, and is dropped.
//!
//! In the order of the cells the longest side of the box changes last, which keeps the frontier small. The
//! cost then grows linearly with the length of the box, and exponentially with the width of the frontier.

use super::prepared::{Placement, PreparedBox};
use crate::outcome::{Limits, Stop};
use crate::style::Who;
use crate::watch::{Event, Progress, Watch};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::{BTreeMap, BTreeSet};
use web_time::Instant;

/// The number of words for pending faces.
const WORDS: usize = 4;

/// The number of packings by number of pieces, without symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawCount {
    /// The numbers; empty if the count was stopped.
    pub by_count: BTreeMap<u32, u128>,
    /// What stopped the count, if anything did: then no number is known.
    pub stop: Option<Stop>,
    /// The number of states expanded, over all cells.
    pub expanded: u64,
    /// The most bytes held at one time.
    pub peak_bytes: u64,
}

/// Why the packings of a spec cannot be counted this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum NotCountable {
    #[error(
        "packings with more than 8 limited kinds, or limits above 250 pieces, cannot be counted without listing them"
    )]
    Kinds,
    #[error("maximal packings with a limited number of pieces cannot be counted without listing them")]
    Maximal,
    #[error(
        "packings locked in sets, with pieces that are not boxes, cannot be counted without listing them"
    )]
    Sets,
    #[error("the box is too wide, or has too many faces, to count its packings without listing them")]
    TooWide,
    #[error("the number of packings exceeds 128 bits")]
    TooMany,
}

/// What the rest of the search needs to know of the decided cells, relative to the frontier.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct FrontierState {
    /// Covered cells, from some cells behind the frontier to some ahead.
    covered: u128,
    /// Pending faces.
    pending: [u64; WORDS],
    /// The number of pieces of each limited kind, one byte per kind.
    used: u64,
}

/// A kind whose number is limited.
#[derive(Clone, Copy)]
struct Limited {
    /// The lowest bit of the byte that counts it.
    shift: usize,
    at_least: u64,
    at_most: u64,
    /// Counting stops here: larger numbers make no difference.
    enough: u64,
}

impl Limited {
    fn used(&self, used: u64) -> u64 {
        used >> self.shift & 0xff
    }

    /// Count one more piece of this kind, if it is allowed.
    fn more(&self, used: u64) -> Option<u64> {
        match self.used(used) {
            now if now >= self.at_most => None,
            now if now >= self.enough => Some(used),
            _ => Some(used + (1 << self.shift)),
        }
    }
}

/// A piece that may begin at a cell.
struct Start {
    /// Its cells, in the window of the cell.
    cells: u128,
    /// The pending faces that it fills.
    fills: [u64; WORDS],
    /// Its faces: the cells, and the pending remainder if none of them is covered.
    needs: Vec<(u128, Option<usize>)>,
    /// Its kind, if that is limited.
    limited: Option<Limited>,
}

/// The remainders of faces that can be pending.
struct Remains {
    /// The cells of each, as positions in the order of cells, sorted.
    faces: Vec<Vec<usize>>,
    numbers: BTreeMap<Vec<usize>, usize>,
    /// By position of a cell: the first number of a face that begins there or later.
    begin: Vec<usize>,
}

impl Remains {
    fn new(cells: usize, faces: impl Iterator<Item = Vec<usize>>) -> Remains {
        let all: BTreeSet<Vec<usize>> =
            faces.flat_map(|face| (0..face.len()).map(move |i| face[i..].to_vec())).collect();
        let faces: Vec<Vec<usize>> = all.into_iter().collect();
        let numbers = faces.iter().cloned().zip(0..).collect();
        let begin = (0..=cells).map(|cell| faces.partition_point(|face| face[0] < cell)).collect();
        Remains { faces, numbers, begin }
    }

    /// What remains of a face from a cell on, as a number relative to the faces there.
    fn rest(&self, face: &[usize], cell: usize) -> Option<usize> {
        let from = face.partition_point(|&other| other < cell);
        self.numbers.get(&face[from..]).map(|number| number - self.begin[cell])
    }
}

/// The frontier at one cell.
struct Stage {
    /// Whether the cell is blocked: no piece can begin there or cover it.
    blocked: bool,
    /// The faces that become pending here in any case: their cells and their numbers.
    must: Vec<(u128, usize)>,
    starts: Vec<Start>,
    /// By pending face that begins here: what remains of it if the cell stays empty.
    bare: Vec<Option<usize>>,
    /// The number of face numbers that the frontier leaves behind.
    shift: usize,
    /// By number of a face: the faces that contain it, and those that it contains.
    above: Vec<[u64; WORDS]>,
    below: Vec<[u64; WORDS]>,
}

fn bit(number: usize) -> [u64; WORDS] {
    let mut set = [0; WORDS];
    set[number / 64] = 1 << (number % 64);
    set
}

fn meets(a: &[u64; WORDS], b: &[u64; WORDS]) -> bool {
    (0..WORDS).any(|i| a[i] & b[i] != 0)
}

fn shifted(set: [u64; WORDS], by: usize) -> [u64; WORDS] {
    let (words, bits) = (by / 64, by % 64);
    let word = |i: usize| set.get(i).copied().unwrap_or(0);
    let mut shifted = [0; WORDS];
    for (i, to) in shifted.iter_mut().enumerate() {
        *to = match bits {
            0 => word(i + words),
            _ => word(i + words) >> bits | word(i + words + 1) << (64 - bits),
        };
    }
    shifted
}

impl Stage {
    /// Add a face to the pending ones, unless one that it contains is already pending.
    fn add(&self, pending: &mut [u64; WORDS], face: usize) {
        if !meets(pending, &self.below[face]) {
            let (own, above) = (bit(face), &self.above[face]);
            (0..WORDS).for_each(|i| pending[i] = pending[i] & !above[i] | own[i]);
        }
    }

    /// Every way to decide the cell: the resulting states at the next cell, and whether a piece begins.
    fn next(&self, mut state: FrontierState, here: u128, found: &mut Vec<(FrontierState, bool)>) {
        found.clear();
        for &(cells, face) in &self.must {
            if cells & state.covered == 0 {
                self.add(&mut state.pending, face);
            }
        }
        let forward = |covered: u128, pending, used| FrontierState {
            covered: covered >> 1,
            pending: shifted(pending, self.shift),
            used,
        };
        if self.blocked || state.covered & here != 0 {
            found.push((forward(state.covered, state.pending, state.used), false));
            return;
        }
        let mut bare = state.pending;
        let mut possible = true;
        for face in (0..self.bare.len()).filter(|&face| meets(&state.pending, &bit(face))) {
            match self.bare[face] {
                Some(rest) => self.add(&mut bare, rest),
                None => possible = false,
            }
        }
        if possible {
            found.push((forward(state.covered, bare, state.used), false));
        }
        for start in self.starts.iter().filter(|start| start.cells & state.covered == 0) {
            let used = start.limited.map_or(Some(state.used), |kind| kind.more(state.used));
            let Some(used) = used else { continue };
            let mut pending = state.pending;
            (0..WORDS).for_each(|i| pending[i] &= !start.fills[i]);
            let mut needs = start.needs.iter().filter(|(cells, _)| cells & state.covered == 0);
            if needs.all(|&(_, rest)| rest.map(|rest| self.add(&mut pending, rest)).is_some()) {
                found.push((forward(state.covered | start.cells, pending, used), true));
            }
        }
    }
}

/// The number of cells in the frontier of a box: those of its smallest side.
pub(super) fn frontier(prepared: &PreparedBox) -> usize {
    let grid = prepared.spec().grid;
    grid.size() / grid.layers().max(grid.rows()).max(grid.cols())
}

/// The kinds whose numbers are limited; `None` for the others.
fn limited(prepared: &PreparedBox) -> Result<Vec<Option<Limited>>, NotCountable> {
    let mut bytes = 0;
    let mut limit = |stock: &crate::lock::Stock| {
        // A kind that may have no pieces has no placements to count.
        if stock.at_most == 0 || (stock.at_least == 0 && stock.at_most == u32::MAX) {
            return Ok(None);
        }
        let (at_least, at_most) = (u64::from(stock.at_least), u64::from(stock.at_most));
        // Beyond what fits into the box, all numbers are equivalent.
        let room = (prepared.spec().grid.size() / stock.shape.offsets().len()) as u64;
        let enough = if stock.at_most == u32::MAX { at_least } else { at_most }.min(room + 1);
        if bytes == 64 || enough > 250 {
            return Err(NotCountable::Kinds);
        }
        bytes += 8;
        Ok(Some(Limited { shift: bytes - 8, at_least, at_most, enough }))
    };
    prepared.spec().kinds.iter().map(&mut limit).collect()
}

/// All stages, and the number of cells behind the frontier in the window of a state.
fn stages(prepared: &PreparedBox) -> Result<(Vec<Stage>, u32), NotCountable> {
    let spec = prepared.spec();
    let sides = [spec.grid.layers(), spec.grid.rows(), spec.grid.cols()];
    let mut axes = [0, 1, 2];
    axes.sort_by_key(|&axis| std::cmp::Reverse(sides[axis]));
    let mut order: Vec<_> = spec.grid.cells().collect();
    order.sort_by_key(|&cell| {
        let at = spec.grid.offset(cell);
        axes.map(|axis| [at.layer, at.row, at.col][axis])
    });
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(i, cell)| place[cell.index()] = i);
    let sorted = |cells: &[crate::grid::Cell]| {
        let mut cells: Vec<usize> = cells.iter().map(|cell| place[cell.index()]).collect();
        cells.sort();
        cells
    };
    let limited = limited(prepared)?;
    let pieces: Vec<(Vec<usize>, Vec<Vec<usize>>)> = prepared
        .placements()
        .iter()
        .zip(&prepared.across)
        .map(|(placement, across)| {
            (sorted(&placement.cells), across.iter().flatten().map(|f| sorted(f)).collect())
        })
        .collect();
    // The faces that must be covered in any case.
    let mut must: BTreeSet<Vec<usize>> = spec.filled.iter().map(|cell| sorted(&[*cell])).collect();
    if spec.maximal {
        must.extend(pieces.iter().map(|(cells, _)| cells.clone()));
    }
    let faces = pieces.iter().flat_map(|(_, faces)| faces.iter().cloned()).chain(must.iter().cloned());
    let remains = Remains::new(order.len(), faces);
    let far = |(cells, faces): &(Vec<usize>, Vec<Vec<usize>>)| {
        let all = || faces.iter().flatten().chain(cells);
        let (least, most) = (all().min().copied().unwrap_or(0), all().max().copied().unwrap_or(0));
        (cells[0] - least.min(cells[0]), most - cells[0])
    };
    let behind = pieces.iter().map(|piece| far(piece).0).max().unwrap_or(0);
    let ahead = pieces.iter().map(|piece| far(piece).1).max().unwrap_or(0);
    // The last face that can be pending begins where the farthest piece or face ends.
    let widest =
        (0..order.len()).map(|i| remains.begin[(i + ahead + 1).min(order.len())] - remains.begin[i]).max();
    if behind + ahead + 1 > 128 || widest.unwrap_or(0) > 64 * WORDS {
        return Err(NotCountable::TooWide);
    }
    let window = |cells: &[usize], i: usize| {
        cells.iter().fold(0u128, |window, cell| window | 1 << (cell + behind - i))
    };
    let subset = |a: &[usize], b: &[usize]| a.len() < b.len() && a.iter().all(|cell| b.contains(cell));
    let stage = |i: usize| {
        let first = remains.begin[i];
        let known = &remains.faces[first..remains.begin[(i + ahead + 1).min(order.len())]];
        let some = |wanted: &dyn Fn(&[usize]) -> bool| {
            let mut set = [0; WORDS];
            for (number, face) in known.iter().enumerate() {
                set[number / 64] |= u64::from(wanted(face)) << (number % 64);
            }
            set
        };
        let start = |((cells, faces), placement): (&(Vec<usize>, Vec<Vec<usize>>), &Placement)| Start {
            limited: limited[placement.kind],
            cells: window(cells, i),
            fills: some(&|face| face.iter().any(|cell| cells.contains(cell))),
            needs: faces.iter().map(|face| (window(face, i), remains.rest(face, i))).collect(),
        };
        let here = remains.begin[i + 1] - first;
        Stage {
            blocked: spec.blocked.contains(&order[i]),
            must: must
                .iter()
                .filter(|face| face[0] == i)
                .filter_map(|face| Some((window(face, i), remains.rest(face, i)?)))
                .collect(),
            starts: pieces
                .iter()
                .zip(prepared.placements())
                .filter(|((cells, _), _)| cells[0] == i)
                .map(start)
                .collect(),
            bare: known[..here]
                .iter()
                .map(|face| remains.numbers.get(&face[1..]).map(|n| n - first))
                .collect(),
            shift: here,
            above: known.iter().map(|face| some(&|other| subset(face, other))).collect(),
            below: known.iter().map(|face| some(&|other| subset(other, face))).collect(),
        }
    };
    Ok(((0..order.len()).map(stage).collect(), behind as u32))
}

/// The states at one cell, with the number of partial packings for each, by number of pieces.
struct Frontier {
    states: FxHashMap<FrontierState, u32>,
    /// The fewest pieces of any partial packing, and the number of different piece counts.
    least: u32,
    stride: usize,
    ways: Vec<u128>,
}

impl Frontier {
    fn bytes(&self) -> u64 {
        (self.states.capacity() * (size_of::<(FrontierState, u32)>() + 1) + self.ways.capacity() * 16) as u64
    }

    /// The number of partial packings for a state, by number of pieces.
    fn ways(&self, index: u32) -> &[u128] {
        &self.ways[index as usize * self.stride..][..self.stride]
    }

    /// Add partial packings to a state, the first of them with `pieces` pieces.
    fn add(&mut self, state: FrontierState, pieces: u32, ways: &[u128]) -> Result<(), NotCountable> {
        let fresh = self.states.len() as u32;
        let index = *self.states.entry(state).or_insert(fresh);
        if index == fresh {
            self.ways.resize(self.ways.len() + self.stride, 0);
        }
        let into = &mut self.ways[index as usize * self.stride + (pieces - self.least) as usize..];
        let into = &mut into[..ways.len()];
        for i in 0..ways.len() {
            into[i] = into[i].checked_add(ways[i]).ok_or(NotCountable::TooMany)?;
        }
        Ok(())
    }

    /// Remove piece counts at both ends that no partial packing has.
    fn trim(&mut self) {
        if self.stride == 0 {
            return;
        }
        let used = |i: &usize| self.ways.iter().skip(*i).step_by(self.stride).any(|&ways| ways > 0);
        let first = (0..self.stride).find(used).unwrap_or(0);
        let last = (0..self.stride).rev().find(used).unwrap_or(0);
        if (first, last) != (0, self.stride - 1) {
            let mut trimmed = Vec::with_capacity(self.ways.len() / self.stride * (last - first + 1));
            for ways in self.ways.chunks(self.stride) {
                trimmed.extend_from_slice(&ways[first..=last]);
            }
            self.ways = trimmed;
            (self.least, self.stride) = (self.least + first as u32, last - first + 1);
        }
    }
}

/// Whether the packings of a spec can be counted this way.
pub fn check(prepared: &PreparedBox) -> Result<(), NotCountable> {
    let spec = prepared.spec();
    if spec.maximal && spec.kinds.iter().any(|stock| (1..u32::MAX).contains(&stock.at_most)) {
        return Err(NotCountable::Maximal);
    }
    if spec.strength == Who::Set && !spec.kinds.iter().all(|stock| stock.shape.is_box()) {
        return Err(NotCountable::Sets);
    }
    stages(prepared).map(|_| ())
}

/// Count all packings, without symmetry, by number of pieces.
pub fn count(
    prepared: &PreparedBox,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<RawCount, NotCountable> {
    check(prepared)?;
    let spec = prepared.spec();
    let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
    let (stages, behind) = stages(prepared)?;
    let limited = limited(prepared)?;
    let enough =
        |state: &FrontierState| limited.iter().flatten().all(|kind| kind.used(state.used) >= kind.at_least);
    let mut result = RawCount { by_count: BTreeMap::new(), stop: None, expanded: 0, peak_bytes: 0 };
    // The empty box is kept separate: the other states have piece counts close to each other.
    let mut blank = Some(FrontierState { covered: 0, pending: [0; WORDS], used: 0 });
    let mut layer = Frontier { states: FxHashMap::default(), least: 1, stride: 0, ways: vec![] };
    let mut found = vec![];
    for (i, stage) in stages.iter().enumerate() {
        let first: Vec<(FrontierState, bool)> = blank.map_or(vec![], |state| {
            stage.next(state, 1 << behind, &mut found);
            found.clone()
        });
        blank = first.iter().find(|(_, begun)| !begun).map(|(state, _)| *state);
        let begins = first.iter().any(|(_, begun)| *begun) || layer.states.is_empty();
        let least = if begins { 1 } else { layer.least };
        let stride = (layer.least - least) as usize + layer.stride + 1;
        // Layers grow and shrink slowly: with room for as many states as before, the table hardly ever
        // rehashes.
        let states = FxHashMap::with_capacity_and_hasher(layer.states.len(), FxBuildHasher);
        let mut next = Frontier { states, least, stride, ways: vec![] };
        for &(state, _) in first.iter().filter(|(_, begun)| *begun) {
            next.add(state, 1, &[1])?;
        }
        for (&state, &index) in &layer.states {
            result.expanded += 1;
            if result.expanded % (1 << 14) == 1 {
                let bytes = layer.bytes() + next.bytes();
                result.peak_bytes = result.peak_bytes.max(bytes);
                let parts = (i as u64, stages.len() as u64);
                watch.event(Event::Progress(&Progress {
                    parts,
                    expanded: result.expanded,
                    bytes,
                    ..Progress::default()
                }));
                result.stop = match () {
                    () if bytes > limits.memory => Some(Stop::Memory),
                    () if deadline.is_some_and(|deadline| Instant::now() >= deadline) => Some(Stop::Time),
                    () if watch.stop() => Some(Stop::Caller),
                    () => None,
                };
                if result.stop.is_some() {
                    return Ok(result);
                }
            }
            stage.next(state, 1 << behind, &mut found);
            for &(state, begun) in &found {
                next.add(state, layer.least + u32::from(begun), layer.ways(index))?;
            }
        }
        next.trim();
        result.peak_bytes = result.peak_bytes.max(layer.bytes() + next.bytes());
        layer = next;
    }
    let empty = blank.filter(enough).map(|_| (0, 1));
    let last = layer.states.iter().filter(|(state, _)| enough(state));
    let others = last.flat_map(|(_, &index)| (layer.least..).zip(layer.ways(index).iter().copied()));
    for (pieces, ways) in empty.into_iter().chain(others) {
        if ways > 0 && (spec.at_least..=spec.at_most).contains(&pieces) {
            let sum = result.by_count.entry(pieces).or_default();
            *sum = sum.checked_add(ways).ok_or(NotCountable::TooMany)?;
        }
    }
    Ok(result)
}
