//! Starts as puzzle text: the red car is `A`, the others are `H` and `V`, by their direction.

use super::UnitCars;
use super::layout::CarSegment;
use crate::format::sliding;
use crate::grid::{Axis, Cell, Offset};
use crate::puzzle::{Draft, Goal, Kind, KindId, Place, Puzzle, Shape};
use std::collections::BTreeMap;

/// The kinds of cars, in the order of their numbers.
const KINDS: [(char, Axis); 3] = [('A', Axis::Row), ('H', Axis::Row), ('V', Axis::Column)];

/// The hole.
const HOLE: u8 = b'0';

/// Writes the arrangements of a box.
pub struct CarText {
    cars: UnitCars,
}

impl CarText {
    /// For a box.
    pub fn new(cars: UnitCars) -> CarText {
        CarText { cars }
    }

    /// The start line of an arrangement. Texts are ordered as these lines are.
    pub fn line(&self, segment: &CarSegment, number: usize) -> Vec<u8> {
        let mut line = vec![b'V'; self.cars.grid.size()];
        line[segment.red.index()] = b'A';
        line[segment.hole.index()] = HOLE;
        for (bit, cell) in segment.cars.iter().enumerate() {
            line[cell.index()] = if number >> bit & 1 == 1 { b'V' } else { b'H' };
        }
        line
    }

    /// All goals of a box in which nothing but goals can be solved: the red row has a single cell, or the
    /// box two cells.
    pub fn goals(&self) -> impl Iterator<Item = Vec<u8>> {
        let grid = self.cars.grid;
        let end = (self.cars.red_row + 1) * grid.cols() - 1;
        let holes = grid.cells().map(Cell::index).filter(move |&hole| hole != end);
        holes.flat_map(move |hole| {
            let cars: Vec<usize> = (0..grid.size()).filter(|&cell| cell != hole && cell != end).collect();
            (0..1usize << cars.len()).map(move |number| {
                let mut line = vec![b'A'; grid.size()];
                line[hole] = HOLE;
                for (bit, &cell) in cars.iter().enumerate() {
                    line[cell] = if number >> bit & 1 == 1 { b'V' } else { b'H' };
                }
                line
            })
        })
    }

    /// The puzzle with a start line.
    pub fn puzzle(&self, line: &[u8]) -> Puzzle {
        let grid = self.cars.grid;
        let one = || Shape::new([Offset::default()]).expect("a car has a cell");
        let kinds = KINDS.map(|(name, axis)| Kind { name, shape: one(), along: Some(axis) });
        let place = |cell: Cell| {
            let name = char::from(line[cell.index()]);
            let kind = KINDS.iter().position(|kind| kind.0 == name)?;
            Some((Place { at: cell, kind: KindId(kind as u8) }, name))
        };
        let end = Cell(((self.cars.red_row + 1) * grid.cols() - 1) as u16);
        Puzzle::new(Draft {
            title: String::new(),
            grid,
            blocked: Default::default(),
            kinds: kinds.to_vec(),
            gates: BTreeMap::new(),
            start: grid.cells().filter_map(place).collect(),
            goals: vec![Goal(vec![Place { at: end, kind: KindId(0) }])],
            optimum: BTreeMap::new(),
            notes: vec![],
        })
        .expect("an arrangement of cars is a puzzle")
    }

    /// The text of the puzzle with a start line.
    pub fn print(&self, line: &[u8]) -> String {
        sliding::print(&self.puzzle(line))
    }
}
