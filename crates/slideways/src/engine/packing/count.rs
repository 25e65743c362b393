//! Counting packings without meeting them: a dynamic program along a frontier.
//!
//! Go through the cells in order and decide each: it is covered already, or it stays empty, or a piece
//! begins there. What the rest of the box needs to know of the cells behind the frontier is little: which cells
//! near it are covered, and which faces are still *pending*, having nothing but cells ahead to be filled by.
//! Ways to get there that leave the same behind are counted together.
//!
//! Cells that must be covered are faces as well, which become pending when the frontier reaches them; so is every
//! placement if no piece may fit in the end. Kinds whose number is limited are counted along, each up to the number
//! beyond which it does not matter.
//!
//! A face loses its cells one by one as the frontier passes them by empty. All such remains of faces are
//! numbered by their first cell, so those that can be pending at a cell are a short run of numbers, and a
//! set of them is a few words that shift along with the frontier. A face that contains another pending one is
//! filled whenever that one is, and is dropped.
//!
//! The order of cells has the longest side of the box last to change, to keep the frontier small: then the cost
//! grows with the length of the box as the number of cells does, and with the width of the frontier
//! exponentially.

use super::prepared::{Placement, PreparedBox};
use crate::outcome::{Limits, Stop};
use crate::style::Who;
use crate::watch::{Event, Progress, Watch};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// Words for pending faces.
const WORDS: usize = 4;

/// The packings by number of pieces, every packing by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawCount {
    /// The numbers; empty if the count was stopped.
    pub by_count: BTreeMap<u32, u128>,
    /// What stopped it, if something did: then nothing is known.
    pub stop: Option<Stop>,
    /// States gone through, at all cells together.
    pub expanded: u64,
    /// The most bytes held at one time.
    pub peak_bytes: u64,
}

/// Why a spec cannot be counted this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum NotCountable {
    #[error(
        "more than 8 kinds with a number of pieces of their own, or of more than 250 pieces, cannot be counted without listing them"
    )]
    Kinds,
    #[error("maximal packings of pieces that may run out cannot be counted without listing them")]
    Maximal,
    #[error("packings of these pieces locked in sets cannot be counted without listing them")]
    Sets,
    #[error("the box is too wide, or its pieces too many, to be counted without listing the packings")]
    TooWide,
    #[error("there are more packings than can be counted")]
    TooMany,
}

/// What is known behind the frontier, relative to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct FrontierState {
    /// Covered cells, from some way behind the frontier to some way ahead.
    covered: u128,
    /// Pending faces.
    pending: [u64; WORDS],
    /// How many pieces of each limited kind there are, a byte for each.
    used: u64,
}

/// A kind whose number is limited.
#[derive(Clone, Copy)]
struct Limited {
    /// Which byte counts it, by its bits.
    shift: usize,
    at_least: u64,
    at_most: u64,
    /// More than so many make no difference.
    enough: u64,
}

impl Limited {
    fn used(&self, used: u64) -> u64 {
        used >> self.shift & 0xff
    }

    /// One more piece of it, if it is allowed.
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
    /// Its faces: the cells, and what is pending if none of them is covered.
    needs: Vec<(u128, Option<usize>)>,
    /// Its kind, if that is limited.
    limited: Option<Limited>,
}

/// The remains of faces that can be pending.
struct Remains {
    /// As places in the order of cells, sorted.
    faces: Vec<Vec<usize>>,
    numbers: BTreeMap<Vec<usize>, usize>,
    /// By place of a cell: the first number of a face that begins there or later.
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

    /// What is left of a face from a cell on, relative to the faces there.
    fn rest(&self, face: &[usize], cell: usize) -> Option<usize> {
        let from = face.partition_point(|&other| other < cell);
        self.numbers.get(&face[from..]).map(|number| number - self.begin[cell])
    }
}

/// The frontier at one cell.
struct Stage {
    /// Whether nothing can begin here and nothing cover it: a blocked cell.
    blocked: bool,
    /// The faces that are pending from here on whatever lies in the box: their cells and their numbers.
    must: Vec<(u128, usize)>,
    starts: Vec<Start>,
    /// By pending face that begins here: what is left of it if the cell stays empty.
    bare: Vec<Option<usize>>,
    /// How many numbers of faces are left behind.
    shift: usize,
    /// By number of a face: those that contain it, and those that it contains.
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
    /// Add a face to those pending, unless one that it contains is pending already.
    fn add(&self, pending: &mut [u64; WORDS], face: usize) {
        if !meets(pending, &self.below[face]) {
            let (own, above) = (bit(face), &self.above[face]);
            (0..WORDS).for_each(|i| pending[i] = pending[i] & !above[i] | own[i]);
        }
    }

    /// Every way to decide the cell; gives the states at the next one and whether a piece was begun.
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

/// Cells in the frontier of a box: those of its smallest side.
pub(super) fn frontier(prepared: &PreparedBox) -> usize {
    let grid = prepared.spec().grid;
    grid.size() / grid.layers().max(grid.rows()).max(grid.cols())
}

/// The kinds whose numbers are limited; `None` for the others.
fn limited(prepared: &PreparedBox) -> Result<Vec<Option<Limited>>, NotCountable> {
    let mut bytes = 0;
    let mut limit = |stock: &crate::lock::Stock| {
        // A kind of which there may be none has no placements to count.
        if stock.at_most == 0 || (stock.at_least == 0 && stock.at_most == u32::MAX) {
            return Ok(None);
        }
        let (at_least, at_most) = (u64::from(stock.at_least), u64::from(stock.at_most));
        // Beyond the room in the box, all numbers are alike.
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

/// All stages, and the states' window as cells behind the frontier.
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
    // What must be covered in any case.
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

/// The states at one cell, with the number of ways to each by number of pieces.
struct Frontier {
    states: FxHashMap<FrontierState, u32>,
    /// The fewest pieces of any way, and how many numbers of pieces there are.
    least: u32,
    stride: usize,
    ways: Vec<u128>,
}

impl Frontier {
    fn bytes(&self) -> u64 {
        (self.states.capacity() * (size_of::<(FrontierState, u32)>() + 1) + self.ways.capacity() * 16) as u64
    }

    /// The ways to a state by number of pieces.
    fn ways(&self, index: u32) -> &[u128] {
        &self.ways[index as usize * self.stride..][..self.stride]
    }

    /// Add ways to a state, the first of them with so many pieces.
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

    /// Leave out numbers of pieces at both ends that no way has.
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

/// Count all packings, every one by itself, by number of pieces.
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
    // The box with nothing in it yet goes by itself: the others have numbers of pieces close to each other.
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
        // Layers grow and shrink slowly: with room for as many states as before, hardly one is moved again.
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
