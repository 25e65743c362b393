//! Build a pattern database in the multi-tile metric.
//!
//! A table holds the number of moves that the blank and the tiles of a pattern need to come home, if all
//! other tiles are indistinguishable.
//!
//! A move takes the blank along its row or its column. In a shortest path rows and columns alternate: two
//! moves along one row make one, or none. So let *H* be the least number of moves from an arrangement if the
//! first one goes along the row, and *V* if it goes along the column; then
//!
//! ```text
//! H = 1 + the least V in the same row        V = 1 + the least H in the same column
//! ```
//!
//! with 0 for both at home. Begin with infinity everywhere else, and apply the two rules in turn until
//! nothing changes: after *n* turns all values up to *n* are right.
//!
//! Along a row the [rank](super::rank) of an arrangement stays the same except for the blank's cell. So the
//! first rule has nothing to look up: it takes the least of several lists, place by place. For the second
//! rule the lists are *transposed*, so that the board is read column by column, and then it is the first rule
//! again.

use super::rank::{KEYS, Ranking, key};
use crate::engine::parallel::Shared;
use crate::engine::parallel::prelude::*;
use crate::tiles::board::Size;

/// Larger than any distance; one more still fits a byte.
const FAR: u8 = 254;

/// The number of places of each list that are compared before the next ones, to stay in the nearest cache.
const PIECE: usize = 1 << 12;

/// One place of a table, four bits: the distance from home modulo 4, and whether a move along a row, or along
/// a column, can be the first of a shortest path (0) or not (1).
///
/// Two bits suffice for the distance, since one move changes it by at most one: the distance before the move
/// determines the distance after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry(pub u8);

impl Entry {
    fn new(rows: u8, columns: u8) -> Entry {
        let least = rows.min(columns);
        Entry(least & 3 | u8::from(rows > least) << 2 | u8::from(columns > least) << 3)
    }

    /// The distance modulo 4.
    #[inline]
    pub fn low(self) -> u8 {
        self.0 & 3
    }

    /// The number of additional moves, at least, if the first must go along a row (0) or a column (1).
    #[inline]
    pub fn detour(self, axis: usize) -> u8 {
        self.0 >> (2 + axis) & 1
    }
}

/// The board with rows and columns exchanged.
pub fn turned(size: Size) -> Size {
    Size::new(size.cols(), size.rows()).expect("the number of cells is the same")
}

/// The image of a cell when rows and columns are exchanged.
pub fn turned_cell(size: Size, cell: usize) -> usize {
    cell % size.cols() * size.rows() + cell / size.cols()
}

/// The table of a pattern, two places per byte, the even one in the low half. `home` is the rank of the
/// arrangement in which everything is at home, and `turned_home` its rank on the transposed board. Runs on
/// all threads of the current pool; `None` if `stop`, which is polled regularly, returns `true`.
pub fn table(
    ranking: &Ranking,
    size: Size,
    home: usize,
    turned_home: usize,
    stop: &(dyn Fn() -> bool + Shared),
) -> Option<Vec<u8>> {
    let (rows, other) = raw(ranking, size, home, turned_home, stop)?;
    let entry = |rows: &[u8], columns: &[u8], i: usize| match i < rows.len() {
        true => Entry::new(rows[i], columns[i]).0,
        false => 0,
    };
    let pair = |(rows, columns): (&[u8], &[u8])| entry(rows, columns, 1) << 4 | entry(rows, columns, 0);
    Some(rows.par_chunks(2).with_min_len(PIECE).zip(other.par_chunks(2)).map(pair).collect())
}

/// The distances if the first move goes along a row, and if it goes along a column.
pub fn raw(
    ranking: &Ranking,
    size: Size,
    home: usize,
    turned_home: usize,
    stop: &(dyn Fn() -> bool + Shared),
) -> Option<(Vec<u8>, Vec<u8>)> {
    let block = ranking.block();
    let mut rows = vec![FAR; ranking.places()];
    let mut columns = rows.clone();
    let mut other = rows.clone();
    rows[home] = 0;
    columns[turned_home] = 0;
    loop {
        turn(ranking, turned(size), &columns, &mut other, stop)?;
        let more = relax(&other, &mut rows, block, size.cols());
        turn(ranking, size, &rows, &mut other, stop)?;
        if !(relax(&other, &mut columns, block, size.rows()) | more) {
            break;
        }
    }
    turn(ranking, turned(size), &columns, &mut other, stop)?;
    Some((rows, other))
}

/// Apply a rule: `to` becomes at most one more than the least that `from` has for another cell of the blank
/// in the line. Lines have `length` cells, and each cell has a list of `block` places. Returns whether
/// anything changed.
fn relax(from: &[u8], to: &mut [u8], block: usize, length: usize) -> bool {
    let line = |(from, to): (&[u8], &mut [u8])| {
        let mut more = false;
        for begin in (0..block).step_by(PIECE) {
            let piece = begin..block.min(begin + PIECE);
            for (there, to) in to.chunks_mut(block).enumerate() {
                let to = &mut to[piece.clone()];
                for (here, from) in from.chunks(block).enumerate() {
                    if here != there {
                        more |= lower(&from[piece.clone()], to);
                    }
                }
            }
        }
        more
    };
    let lines = from.par_chunks(length * block).zip(to.par_chunks_mut(length * block));
    lines.map(line).filter(|changed| *changed).count() > 0
}

/// Place by place, lower `to` to at most one more than `from`; returns whether anything changed.
fn lower(from: &[u8], to: &mut [u8]) -> bool {
    let mut changed = 0;
    let to = &mut to[..from.len()];
    for (i, from) in from.iter().enumerate() {
        let least = to[i].min(from + 1);
        changed |= least ^ to[i];
        to[i] = least;
    }
    changed != 0
}

/// Transpose the lists of a board of this size: read it column by column instead of row by row.
fn turn(
    ranking: &Ranking,
    size: Size,
    from: &[u8],
    to: &mut [u8],
    stop: &(dyn Fn() -> bool + Shared),
) -> Option<()> {
    let (cells, block, tails) = (size.cells(), ranking.block(), ranking.tails.all.len());
    let after = turned(size);
    to.par_chunks_mut(block).enumerate().try_for_each(|(blank, to)| {
        if stop() {
            return None;
        }
        let blank_before = turned_cell(after, blank);
        let from = &from[blank_before * block..][..block];
        // The previous position of each position: both are counted without the blank.
        let cells_but_blank = (0..cells).filter(|&cell| cell != blank).map(|cell| turned_cell(after, cell));
        let before: Vec<u8> =
            cells_but_blank.map(|cell| (cell - usize::from(cell > blank_before)) as u8).collect();
        for (head, to) in ranking.heads.all.iter().zip(to.chunks_mut(tails)) {
            let head = &head[..ranking.heads.tiles];
            let mut head_before = [0; 3];
            for (i, &at) in head.iter().enumerate() {
                head_before[i] = before[usize::from(at)];
            }
            let from = &from[usize::from(ranking.heads.rank[key(&head_before)]) * tails..][..tails];
            // The same for the positions of tails, which are counted without the head.
            let head_before = &head_before[..head.len()];
            let left = (0..before.len() as u8).filter(|at| !head.contains(at));
            let mut tail_before = [0usize; 16];
            for (i, at) in left.enumerate() {
                let at = before[usize::from(at)];
                tail_before[i] = usize::from(at) - head_before.iter().filter(|&&head| head < at).count();
            }
            gather(ranking, &tail_before, from, to);
        }
        Some(())
    })
}

/// Copy the values of all tails, given the previous position of each position.
fn gather(ranking: &Ranking, before: &[usize; 16], from: &[u8], to: &mut [u8]) {
    let rank: &[u16; KEYS] = ranking.tails.rank[..].try_into().expect("there is one for every key");
    let missing = 3 - ranking.tails.tiles;
    let mut keys = [[0; 16]; 3];
    for (i, keys) in keys[..3 - missing].iter_mut().enumerate() {
        for at in 0..16 {
            keys[at] = before[at] << (4 * i);
        }
    }
    let to = &mut to[..ranking.tails.all.len()];
    for (i, tail) in ranking.tails.all.iter().enumerate() {
        let key = keys[0][usize::from(tail[0] & 15)]
            | keys[1][usize::from(tail[1] & 15)]
            | keys[2][usize::from(tail[2] & 15)];
        to[i] = from[usize::from(rank[key & (KEYS - 1)])];
    }
}
