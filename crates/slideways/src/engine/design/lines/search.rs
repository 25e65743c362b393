//! The distance of every arrangement of a structure from the nearest goal.
//!
//! Multi-source breadth-first search from all goals. An arrangement is the number of its block and the code
//! of its columns, and that is also its bit in the table of visited arrangements. All moves of a state are
//! collected in two words, eight bits for each line, before any of them is made: so there is one loop over
//! the moves of the columns and one over those of the rows, each with a single exit to mispredict.
//!
//! If only starts with a single shortest solution count, each arrangement has four bits instead of one: a
//! mark of its layer, and whether it has several solutions. Neighbours are in the same layer or in those next
//! to it, so three marks tell them apart: an arrangement that is reached twice from one layer has several
//! solutions, and so has one that is reached from an arrangement with several.

use super::layout::{LineFields, crossing, taken};
use super::sequence::{Sequence, elements};
use super::structures::{LineBuffers, Structures};

/// The number of states between two reports.
const BATCH: usize = 1 << 14;

/// The bits that mark a layer; 0 marks an arrangement that was not found yet.
const LAYER: u64 = 3;

/// The mark of an arrangement with several shortest solutions.
const SEVERAL: u64 = 4;

/// The mark of a layer.
fn mark(layer: usize) -> u64 {
    layer as u64 % 3 + 1
}

/// A line with more than one placing: its number, its field, and its moves.
type Mobile<'c> = (usize, u32, u64, &'c [[u8; 64]]);

impl Structures<'_, '_, '_> {
    /// Search the structure whose blocks are listed. `None` if interrupted.
    pub fn distances(&mut self, pieces: u32, arrangements: usize) -> Option<()> {
        match self.census.rules.unique {
            true => self.search::<true>(pieces, arrangements),
            false => self.search::<false>(pieces, arrangements),
        }
    }

    /// The same; with `UNIQUE`, only starts with a single shortest solution count.
    fn search<const UNIQUE: bool>(&mut self, pieces: u32, arrangements: usize) -> Option<()> {
        let columns = LineFields::new(&self.cols);
        let words = (self.buffers.blocks.len() << columns.bits).div_ceil(if UNIQUE { 16 } else { 64 });
        if self.buffers.visited.len() < words {
            self.buffers.visited.resize(words, 0);
        }
        // A move writes its result beyond the end before it is known to be new.
        if self.buffers.queue.len() <= arrangements {
            self.buffers.queue.resize(arrangements + 1, 0);
        }
        let middle = self.cols.len() / 2;
        for (half, cols) in [0..middle, middle..self.cols.len()].into_iter().enumerate() {
            tabulate(&mut self.buffers.halves[half], &self.cols, cols);
        }
        let low_bits = self.cols[..middle].iter().map(|sequence| sequence.bits).sum();
        let mut end = self.goals::<UNIQUE>(&columns);
        let mut head = 0;
        let mut layers = vec![];
        let mut ended = Some(());
        while head < end && ended.is_some() {
            layers.push((end - head) as u64);
            let next = mark(layers.len());
            let mut tail = end;
            while head < end && ended.is_some() {
                let batch = head..end.min(head + BATCH);
                head = batch.end;
                self.expanded += batch.len() as u64;
                let before = tail;
                tail = self.expand::<UNIQUE>((batch.clone(), next), tail, &columns, low_bits);
                ended = self.worked((batch.len() + tail - before) as u64);
            }
            end = tail;
        }
        let LineBuffers { queue, visited, .. } = &mut *self.buffers;
        if UNIQUE && ended.is_some() {
            take_unique(queue, visited, &mut layers);
        } else {
            queue[..end].iter().for_each(|state| visited[place::<UNIQUE>(*state).0] = 0);
        }
        ended?;
        self.add_layers(pieces, &layers, &columns);
        Some(())
    }

    /// Put all goals into the queue, and return their number.
    fn goals<const UNIQUE: bool>(&mut self, columns: &LineFields) -> usize {
        let mut queue = std::mem::take(&mut self.buffers.queue);
        let mut end = 0;
        for (number, block) in self.buffers.blocks.iter().enumerate() {
            if !self.is_goal(block) {
                continue;
            }
            let start = end;
            queue[end] = (number as u64) << columns.bits;
            end += 1;
            for col in 0..self.cols.len() {
                let before = start..end;
                let mut placings = elements(block.set(col));
                let first = placings.next().expect("no set of a block is empty");
                for placing in placings {
                    for place in before.clone() {
                        queue[end] = queue[place] | columns.put[8 * col + placing];
                        end += 1;
                    }
                }
                queue[before].iter_mut().for_each(|state| *state |= columns.put[8 * col + first]);
            }
        }
        for state in &queue[..end] {
            let (word, bit) = place::<UNIQUE>(*state);
            self.buffers.visited[word] |= mark(0) << bit;
        }
        self.buffers.queue = queue;
        end
    }

    /// Append the new neighbours of some states to the queue, and return its new end. `next` marks their
    /// layer.
    fn expand<const UNIQUE: bool>(
        &mut self,
        (batch, next): (std::ops::Range<usize>, u64),
        mut tail: usize,
        columns: &LineFields,
        low_bits: u32,
    ) -> usize {
        let rows = &self.row_fields;
        let LineBuffers { rank, blocks, visited, queue, halves: [low, high], .. } = &mut *self.buffers;
        let mobile_cols: Vec<Mobile> = mobile(&self.cols, columns);
        let mobile_rows: Vec<Mobile> = mobile(&self.rows, rows);
        let (bits, low_mask) = (columns.bits, (1 << low_bits) - 1);
        let code_mask = (1 << bits) - 1;
        let mut generated = 0;
        for head in batch {
            let state = queue[head];
            let block = &blocks[(state >> bits) as usize];
            let (row_code, column_code) = (u64::from(block.code), state & code_mask);
            let cells = low[(column_code & low_mask) as usize] | high[(column_code >> low_bits) as usize];
            let mut column_moves = 0;
            for &(col, shift, mask, moves) in &mobile_cols {
                let reached = moves[(column_code >> shift & mask) as usize][taken(block.cells, col)];
                column_moves |= u64::from(reached) << (8 * col);
            }
            let mut row_moves = 0;
            for &(row, shift, mask, moves) in &mobile_rows {
                let reached = moves[(row_code >> shift & mask) as usize][taken(cells, row)];
                row_moves |= u64::from(reached) << (8 * row);
            }
            let (word, bit) = place::<UNIQUE>(state);
            let mark = if UNIQUE { next | visited[word] >> bit & SEVERAL } else { 1 };
            let mut visit = |to: u64| {
                let (word, bit) = place::<UNIQUE>(to);
                let word = &mut visited[word];
                let known = *word >> bit;
                queue[tail] = to;
                if UNIQUE {
                    let is_new = known & LAYER == 0;
                    let is_again = known & LAYER == next;
                    tail += usize::from(is_new);
                    *word |= ((mark * u64::from(is_new)) | (SEVERAL * u64::from(is_again))) << bit;
                } else {
                    tail += usize::from(known & 1 == 0);
                    *word |= 1 << bit;
                }
                generated += 1;
            };
            while column_moves != 0 {
                let at = column_moves.trailing_zeros() as usize & 63;
                column_moves &= column_moves - 1;
                visit((state & columns.keep[at]) | columns.put[at]);
            }
            while row_moves != 0 {
                let at = row_moves.trailing_zeros() as usize & 63;
                row_moves &= row_moves - 1;
                let code = (row_code & rows.keep[at]) | rows.put[at];
                visit(u64::from(rank[code as usize]) << bits | column_code);
            }
        }
        self.generated += generated;
        tail
    }
}

/// The word of a state in the table of visited states, and its first bit there.
#[inline]
fn place<const UNIQUE: bool>(state: u64) -> (usize, u32) {
    match UNIQUE {
        true => ((state >> 4) as usize, (state & 15) as u32 * 4),
        false => ((state >> 6) as usize, (state & 63) as u32),
    }
}

/// Remove the states with several solutions from the queue and from its layers, and all marks of the states.
///
/// Every state on a single solution has a single one too, so only the last layers can become empty.
fn take_unique(queue: &mut [u64], visited: &mut [u64], layers: &mut Vec<u64>) {
    let (mut at, mut kept) = (0, 0);
    for layer in layers.iter_mut() {
        let (end, before) = (at + *layer as usize, kept);
        while at < end {
            let (state, (word, bit)) = (queue[at], place::<true>(queue[at]));
            let is_unique = visited[word] >> bit & SEVERAL == 0;
            visited[word] &= !((LAYER | SEVERAL) << bit);
            queue[kept] = state;
            kept += usize::from(is_unique);
            at += 1;
        }
        *layer = (kept - before) as u64;
    }
    layers.truncate(layers.iter().position(|&layer| layer == 0).unwrap_or(layers.len()));
}

/// The lines in which something can move.
fn mobile<'c>(lines: &[&'c Sequence], fields: &LineFields) -> Vec<Mobile<'c>> {
    let can_move = lines.iter().enumerate().filter(|(_, sequence)| sequence.placings.len() > 1);
    can_move.map(|(line, sequence)| (line, fields.shift[line], fields.mask[line], &*sequence.moves)).collect()
}

/// The cells that some columns take, for each code of these columns, as the rows see them.
fn tabulate(table: &mut Vec<u64>, all: &[&Sequence], cols: std::ops::Range<usize>) {
    let bits: u32 = all[cols.clone()].iter().map(|sequence| sequence.bits).sum();
    table.clear();
    table.resize(1 << bits, 0);
    let mut shift = 0;
    for col in cols {
        let sequence = all[col];
        // The codes of the columns before this one; the table of placing 0 is overwritten last.
        for (placing, &cells) in sequence.cells.iter().enumerate().rev() {
            for code in 0..1 << shift {
                table[code | placing << shift] = table[code] | crossing(cells, col);
            }
        }
        shift += sequence.bits;
    }
}
