//! A census of bars that are bound to their lines: Rush Hour in a box of up to 6 x 6.
//!
//! Fogleman (2018) and Collette, Raskin and Servais (2006) enumerated the boards of 6 x 6. Here the census
//! goes by *structure*: bars never leave their line and never pass each other, so the sequence of bars of
//! each row and of each column never changes, and the arrangements of a structure are closed under moves.
//! Given where the bars of all rows are, the columns are independent of each other. So the arrangements of
//! a structure are a union of *blocks*, one for each placing of all rows, and a block is the product of the
//! placings of each column that avoid the cells of the rows.
//!
//! * [`rules`] says which arrangements count, and [`count`](mod@count) counts them before any search;
//! * [`sequence`] tabulates what can happen within one line;
//! * `structures` walks over the structures of a work unit, the sequences of all rows, column by column, as
//!   long as a block is left;
//! * `parts` counts components and puzzles by union-find over blocks, without visiting arrangements;
//! * `search` finds the distances by multi-source breadth-first search from all goals;
//! * `text` turns the hardest starts into puzzles.
//!
//! All numbers are raw: nothing is left out because it is the mirror image of something else.

pub mod count;
pub mod rules;
pub mod sequence;

mod layout;
mod parts;
mod search;
mod structures;
mod text;

#[cfg(test)]
mod tests;

pub use rules::{LineRules, LineRulesError, RedRow};
pub use structures::LineBuffers;

use super::findings::Findings;
use crate::engine::run::units::Unit;
use crate::grid::{Cell, Offset};
use crate::style::{Reach, Who};
use sequence::{LineSpec, Sequence};
use std::collections::BTreeMap;
use structures::Structures;

/// A unit with more placings of its rows is divided by the sequence of the first column, and one with more
/// than the second number by the sequences of the first two.
const LARGE: [usize; 2] = [3000, 12_000];

/// A census of all arrangements of bars that some rules allow, in work units.
#[derive(Debug)]
pub struct LineCensus {
    rules: LineRules,
    /// The sequences of each row.
    rows: Vec<Vec<Sequence>>,
    /// The sequences of each column.
    cols: Vec<Vec<Sequence>>,
    /// The walls, a bit for each cell.
    walls: u64,
    units: Vec<LineUnit>,
}

/// A work unit: the structures with these sequences.
#[derive(Clone, Copy, Debug)]
struct LineUnit {
    /// The sequence of each row.
    rows: [u8; LineRules::MOST_SIDE],
    /// The sequences of the first columns; the other columns have any.
    cols: [u8; LARGE.len()],
    /// The number of these columns.
    decided: usize,
}

impl LineCensus {
    /// Prepare a census.
    pub fn new(mut rules: LineRules) -> Result<LineCensus, LineRulesError> {
        rules.bars.sort_by_key(|bar| bar.0);
        rules.check()?;
        let grid = rules.grid;
        let lengths: Vec<u8> = rules.bars.iter().map(|bar| bar.0).collect();
        let runs = rules.style.reach != Reach::Step;
        let line = |side: usize, cell: &dyn Fn(usize) -> (usize, usize), red| {
            let is_wall = |&at: &usize| rules.blocked.contains(&rules.cell(cell(at)));
            let blocked = (0..side).filter(is_wall).fold(0, |all, at| all | 1 << at);
            LineSpec { side, blocked, lengths: &lengths, red }.sequences(runs)
        };
        let red = |row: usize| (row == rules.red_row).then_some((rules.red_length, rules.beside));
        let rows: Vec<Vec<Sequence>> =
            (0..grid.rows()).map(|row| line(grid.cols(), &|at| (row, at), red(row))).collect();
        let cols: Vec<Vec<Sequence>> =
            (0..grid.cols()).map(|col| line(grid.rows(), &|at| (at, col), None)).collect();
        let walls = rules.blocked.iter().fold(0, |all, wall| all | 1 << wall.index());
        let mut census = LineCensus { rules, rows, cols, walls, units: vec![] };
        let none = LineUnit { rows: [0; LineRules::MOST_SIDE], cols: [0; LARGE.len()], decided: 0 };
        census.list_units(0, none, 1);
        Ok(census)
    }

    /// The rules.
    pub fn rules(&self) -> &LineRules {
        &self.rules
    }

    /// The number of arrangements for each number of pieces, the red bar included.
    pub fn count(&self) -> BTreeMap<u32, u128> {
        count::count(&self.rules)
    }

    /// The number of work units. Each arrangement belongs to exactly one.
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// Search the work unit with a number: the findings for each number of pieces, the red bar included.
    /// `None` if it was interrupted.
    ///
    /// Every arrangement is a start, goals included. `Findings::starts` counts those from which a goal can
    /// be reached; `components` counts all components, and `puzzles` those with a goal.
    pub fn run_unit(
        &self,
        number: usize,
        unit: &mut Unit,
        buffers: &mut LineBuffers,
    ) -> Option<BTreeMap<u32, Findings>> {
        let LineUnit { rows, cols, decided } = self.units[number];
        let rows = self.rows.iter().zip(rows).map(|(row, sequence)| &row[usize::from(sequence)]).collect();
        Structures::new(self, rows, unit, buffers).run(&cols[..decided])
    }

    /// List the units that begin with the sequences of some rows, and divide large ones by columns.
    fn list_units(&mut self, row: usize, unit: LineUnit, placings: usize) {
        if row < self.rows.len() {
            for sequence in 0..self.rows[row].len() {
                let mut unit = unit;
                unit.rows[row] = sequence as u8;
                self.list_units(row + 1, unit, placings * self.rows[row][sequence].placings.len());
            }
            return;
        }
        let col = unit.decided;
        if col == self.cols.len() || LARGE.get(col).is_none_or(|&large| placings <= large) {
            return self.units.push(unit);
        }
        for sequence in 0..self.cols[col].len() {
            let mut unit = LineUnit { decided: col + 1, ..unit };
            unit.cols[col] = sequence as u8;
            self.list_units(row, unit, placings);
        }
    }
}

impl LineRules {
    fn cell(&self, (row, col): (usize, usize)) -> Cell {
        self.grid.cell(Offset::plane(row as i16, col as i16)).expect("the row and column are in the box")
    }

    /// The first cell of the red bar at the exit.
    fn exit(&self) -> Cell {
        self.cell((self.red_row, self.grid.cols() - usize::from(self.red_length)))
    }

    fn check(&self) -> Result<(), LineRulesError> {
        let grid = self.grid;
        if grid.is_solid() || grid.rows() > LineRules::MOST_SIDE || grid.cols() > LineRules::MOST_SIDE {
            return Err(LineRulesError::Box(grid));
        }
        let mut lengths = self.bars.iter().map(|bar| bar.0).chain([self.red_length]);
        if let Some(length) = lengths.find(|length| !(2..=LineRules::MOST_SIDE as u8).contains(length)) {
            return Err(LineRulesError::Length(length));
        }
        if let Some(pair) = self.bars.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(LineRulesError::LengthTwice(pair[0].0));
        }
        if usize::from(self.red_length) > grid.cols() || self.red_row >= grid.rows() {
            return Err(LineRulesError::Red { length: self.red_length, row: self.red_row, grid });
        }
        if let Some(wall) = self.blocked.iter().find(|wall| wall.index() >= grid.size()) {
            return Err(LineRulesError::Wall(*wall));
        }
        let exit = self.exit().0;
        if (exit..exit + u16::from(self.red_length)).any(|cell| self.blocked.contains(&Cell(cell))) {
            return Err(LineRulesError::Exit);
        }
        if self.style.who == Who::Set { Err(LineRulesError::Style(self.style)) } else { Ok(()) }
    }
}
