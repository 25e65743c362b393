//! The structures of a work unit, and what is found about them.

use super::layout::{LineFields, crossing, taken};
use super::parts::Forest;
use super::sequence::Sequence;
use super::text::StartKey;
use super::{LineCensus, text};
use crate::engine::design::findings::Findings;
use crate::engine::run::units::Unit;
use std::collections::{BTreeMap, BTreeSet};
use std::mem;

/// All rows placed: the cells that they take, for each column, and the code of the placing.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowsPlaced {
    pub cells: u64,
    pub code: u32,
}

/// The arrangements of a structure that have the rows placed in one way.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnBlock {
    /// The cells that the rows take, six bits for each column.
    pub cells: u64,
    /// The code of the rows.
    pub code: u32,
    /// The placings of each column that avoid these cells, eight bits each; none of the sets is empty.
    pub sets: u64,
}

impl ColumnBlock {
    /// The placings of a column.
    pub fn set(&self, col: usize) -> u8 {
        (self.sets >> (8 * col)) as u8
    }
}

/// What a worker keeps from unit to unit.
#[derive(Debug, Default)]
pub struct LineBuffers {
    /// For each number of decided columns, the placings of the rows that are left.
    left: Vec<Vec<RowsPlaced>>,
    /// For each code of the rows, the number of its block, if it has one in the current structure.
    pub(super) rank: Vec<u16>,
    pub(super) blocks: Vec<ColumnBlock>,
    pub(super) forest: Forest,
    /// A bit, or four, for each block and each code of the columns; all zero between searches.
    pub(super) visited: Vec<u64>,
    /// The arrangements found, in breadth-first order.
    pub(super) queue: Vec<u64>,
    /// The cells that the columns of either half take, by their codes.
    pub(super) halves: [Vec<u64>; 2],
}

impl LineBuffers {
    fn bytes(&self) -> u64 {
        let words = self.visited.len() + self.queue.len() + self.halves[0].len() + self.halves[1].len();
        let left: usize = self.left.iter().map(Vec::len).sum();
        let blocks = self.blocks.len() * size_of::<ColumnBlock>() + left * size_of::<RowsPlaced>();
        (8 * words + 2 * self.rank.len() + blocks + self.forest.bytes()) as u64
    }
}

/// What was found about the structures with one number of pieces.
#[derive(Debug, Default)]
struct PieceClass {
    findings: Findings,
    hardest: BTreeSet<StartKey>,
}

/// The walk over the structures of a work unit.
pub(super) struct Structures<'c, 'u, 's> {
    pub census: &'c LineCensus,
    pub rows: Vec<&'c Sequence>,
    pub row_fields: LineFields,
    /// The sequences of the columns decided so far.
    pub cols: Vec<&'c Sequence>,
    pub buffers: &'u mut LineBuffers,
    unit: &'u mut Unit<'s>,
    found: BTreeMap<u32, PieceClass>,
    pub expanded: u64,
    pub generated: u64,
    /// Work since the last report.
    idle: u64,
}

/// The work between two reports: a few milliseconds.
const REPORT_AFTER: u64 = 1 << 15;

impl<'c, 'u, 's> Structures<'c, 'u, 's> {
    pub fn new(
        census: &'c LineCensus,
        rows: Vec<&'c Sequence>,
        unit: &'u mut Unit<'s>,
        buffers: &'u mut LineBuffers,
    ) -> Structures<'c, 'u, 's> {
        let row_fields = LineFields::new(&rows);
        let found = BTreeMap::new();
        let (cols, expanded, generated, idle) = (vec![], 0, 0, 0);
        Structures { census, rows, row_fields, cols, buffers, unit, found, expanded, generated, idle }
    }

    /// Search all structures with these sequences in the first columns. `None` if interrupted.
    pub fn run(mut self, first_columns: &[u8]) -> Option<BTreeMap<u32, Findings>> {
        self.buffers.left.resize_with(self.census.cols.len() + 1, Vec::new);
        let mut all = mem::take(&mut self.buffers.left[0]);
        self.place_rows(&mut all);
        self.buffers.left[0] = all;
        let codes = 1 << self.row_fields.bits;
        if self.buffers.rank.len() < codes {
            self.buffers.rank.resize(codes, 0);
        }
        self.column(0, first_columns)?;
        let bytes = self.buffers.bytes();
        self.unit.report(self.expanded, self.generated, bytes);
        let census = self.census;
        let finish = |(pieces, mut class): (u32, PieceClass)| {
            class.findings.hardest = class.hardest.iter().map(|key| text::print(census, key)).collect();
            (pieces, class.findings)
        };
        Some(self.found.into_iter().map(finish).collect())
    }

    /// All placings of the rows.
    fn place_rows(&self, all: &mut Vec<RowsPlaced>) {
        all.clear();
        all.push(RowsPlaced { cells: 0, code: 0 });
        for (row, sequence) in self.rows.iter().enumerate() {
            let before = mem::take(all);
            for placed in before {
                all.extend(sequence.cells.iter().enumerate().map(|(placing, &cells)| RowsPlaced {
                    cells: placed.cells | crossing(cells, row),
                    code: placed.code | (placing as u32) << self.row_fields.shift[row],
                }));
            }
        }
    }

    /// Decide a column in all ways, or in the way that is given.
    fn column(&mut self, col: usize, first_columns: &[u8]) -> Option<()> {
        if col == self.census.cols.len() {
            return self.structure();
        }
        let all = &self.census.cols[col];
        match first_columns.get(col) {
            Some(&sequence) => self.column_with(col, &all[usize::from(sequence)], first_columns),
            None => all.iter().try_for_each(|sequence| self.column_with(col, sequence, first_columns)),
        }
    }

    /// Decide a column, and go on if the rows can be placed beside it.
    fn column_with(&mut self, col: usize, sequence: &'c Sequence, first_columns: &[u8]) -> Option<()> {
        let mut next = mem::take(&mut self.buffers.left[col + 1]);
        next.clear();
        let left = &self.buffers.left[col];
        for rows in left {
            if sequence.avoiding[taken(rows.cells, col)] != 0 {
                next.push(*rows);
            }
        }
        self.idle += left.len() as u64 / 16;
        let is_feasible = !next.is_empty();
        self.buffers.left[col + 1] = next;
        self.cols.push(sequence);
        let goes_on = is_feasible && self.may_grow();
        let ended = if goes_on { self.column(col + 1, first_columns) } else { Some(()) };
        self.cols.pop();
        ended
    }

    /// For each length, the number of bars beside the red one, and its limits.
    fn numbers(&self) -> impl Iterator<Item = (u32, &std::ops::RangeInclusive<u32>)> {
        let lines = || self.rows.iter().chain(&self.cols);
        let number = move |length| lines().map(|sequence| sequence.number_of(length)).sum();
        self.census.rules.bars.iter().map(move |(length, range)| (number(*length), range))
    }

    fn may_grow(&self) -> bool {
        let is_unlimited = self.census.rules.bars.iter().all(|(_, range)| *range.end() == u32::MAX);
        is_unlimited || self.numbers().all(|(number, range)| number <= *range.end())
    }

    fn has_enough(&self) -> bool {
        let is_unlimited = self.census.rules.bars.iter().all(|(_, range)| *range.start() == 0);
        is_unlimited || self.numbers().all(|(number, range)| number >= *range.start())
    }

    /// Search a structure: all columns are decided.
    fn structure(&mut self) -> Option<()> {
        if !self.has_enough() {
            return Some(());
        }
        let arrangements = self.list_blocks();
        let parts = self.parts();
        let pieces = self.rows.iter().chain(&self.cols).map(|sequence| sequence.bars()).sum();
        if parts.with_goal > 0 {
            self.distances(pieces, arrangements as usize)?;
        }
        let findings = &mut self.found.entry(pieces).or_default().findings;
        findings.arrangements += arrangements;
        findings.components += parts.all;
        findings.puzzles += parts.with_goal;
        self.worked(self.buffers.blocks.len() as u64)
    }

    /// List the blocks of the structure, and return the number of arrangements.
    fn list_blocks(&mut self) -> u64 {
        let LineBuffers { left, rank, blocks, .. } = &mut *self.buffers;
        blocks.clear();
        let mut arrangements = 0;
        for (number, rows) in left[self.cols.len()].iter().enumerate() {
            let (mut sets, mut size) = (0, 1);
            for (col, sequence) in self.cols.iter().enumerate() {
                let set = sequence.avoiding[taken(rows.cells, col)];
                sets |= u64::from(set) << (8 * col);
                size *= u64::from(set.count_ones());
            }
            arrangements += size;
            rank[rows.code as usize] = number as u16;
            blocks.push(ColumnBlock { cells: rows.cells, code: rows.code, sets });
        }
        arrangements
    }

    /// Whether the red bar is at the exit in a block.
    pub fn is_goal(&self, block: &ColumnBlock) -> bool {
        let row = self.census.rules.red_row;
        self.rows[row].goals >> self.row_fields.placing(row, u64::from(block.code)) & 1 == 1
    }

    /// Note work, and report it from time to time. `None` if the search is to stop.
    pub fn worked(&mut self, work: u64) -> Option<()> {
        self.idle += work;
        if self.idle < REPORT_AFTER {
            return Some(());
        }
        self.idle = 0;
        let bytes = self.buffers.bytes();
        self.unit.report(self.expanded, self.generated, bytes).then_some(())
    }

    /// Add the layers of a structure, of which the last is a range of the queue.
    pub fn add_layers(&mut self, pieces: u32, layers: &[u64], columns: &LineFields) {
        let most = self.census.rules.hardest;
        let found = self.found.entry(pieces).or_default();
        if layers.len() > found.findings.starts.len() {
            found.findings.starts.resize(layers.len(), 0);
            found.hardest.clear();
        }
        found.findings.starts.iter_mut().zip(layers).for_each(|(sum, starts)| *sum += starts);
        if layers.len() < found.findings.starts.len() || most == 0 {
            return;
        }
        let end = layers.iter().sum::<u64>() as usize;
        let last = layers.last().map_or(0, |&last| last as usize);
        let lines: Vec<&Sequence> = self.rows.iter().chain(&self.cols).copied().collect();
        let mut placings = vec![0; lines.len()];
        for &state in &self.buffers.queue[end - last..end] {
            let block = &self.buffers.blocks[(state >> columns.bits) as usize];
            let (of_rows, of_cols) = placings.split_at_mut(self.rows.len());
            for (row, placing) in of_rows.iter_mut().enumerate() {
                *placing = self.row_fields.placing(row, u64::from(block.code));
            }
            for (col, placing) in of_cols.iter_mut().enumerate() {
                *placing = columns.placing(col, state);
            }
            let key = StartKey::new(self.census, &lines, &placings);
            if found.hardest.len() < most || found.hardest.last().is_some_and(|last| key < *last) {
                found.hardest.insert(key);
                if found.hardest.len() > most {
                    found.hardest.pop_last();
                }
            }
        }
    }
}
