//! Breadth-first search of all arrangements, layer by layer, in three bit tables.

use super::layout::CarLayout;
use super::text::CarText;
use super::{UnitCars, UnitCarsFound};
use crate::engine::search::control::Control;
use crate::outcome::Stop;
use std::collections::BTreeSet;

/// The number of tables: the arrangements visited, this layer and the next.
pub const TABLES: u64 = 3;

/// The tables of a search.
pub struct BitSearch {
    cars: UnitCars,
    layout: CarLayout,
    visited: Vec<u64>,
    layer: Vec<u64>,
    next: Vec<u64>,
    /// The segments that this layer reaches into.
    active: Vec<bool>,
    next_active: Vec<bool>,
}

impl BitSearch {
    /// A search of a box.
    pub fn new(cars: UnitCars) -> BitSearch {
        let layout = CarLayout::new(cars);
        let table = || vec![0; layout.words()];
        let flags = || vec![false; layout.segments.len()];
        let (visited, layer, next) = (table(), table(), table());
        BitSearch { cars, visited, layer, next, active: flags(), next_active: flags(), layout }
    }

    /// Search all arrangements, and keep at most `most` of the hardest starts.
    pub fn run(mut self, most: usize, control: &mut Control) -> Result<UnitCarsFound, Stop> {
        let cells = self.cars.grid.size();
        // The goals: the red car at the end of its row, a hole, and any other car in either direction.
        let mut starts = vec![(cells as u64 - 1) << (cells - 2)];
        if let Some(last) = self.layout.last(self.cars) {
            let segment = &self.layout.segments[last];
            let numbers = 1 << segment.cars.len();
            let full = if numbers < 64 { (1 << numbers) - 1 } else { u64::MAX };
            self.next[segment.first..segment.first + segment.words()].fill(full);
            self.next_active[last] = true;
        }
        let bytes = self.layout.words() as u64 * 8 * TABLES;
        loop {
            let found = self.advance();
            control.cost.expanded += found;
            control.check(starts.len() as u32, control.cost.expanded, bytes)?;
            if found == 0 {
                break;
            }
            starts.push(found);
            for number in 0..self.layout.segments.len() {
                if self.active[number] {
                    self.expand(number);
                    control.check(starts.len() as u32, control.cost.expanded, bytes)?;
                }
            }
        }
        let hardest = self.hardest(most, starts.len() == 1);
        Ok(UnitCarsFound { arrangements: self.cars.count(), starts, hardest })
    }

    /// Turn what was reached into the next layer: what was not visited before. Returns its size. An empty
    /// layer leaves the last one as it is.
    fn advance(&mut self) -> u64 {
        let mut found = 0;
        for (number, segment) in self.layout.segments.iter().enumerate() {
            if !self.next_active[number] {
                continue;
            }
            let words = segment.first..segment.first + segment.words();
            for (next, visited) in self.next[words.clone()].iter_mut().zip(&mut self.visited[words]) {
                *next &= !*visited;
                *visited |= *next;
                found += u64::from(next.count_ones());
            }
        }
        if found == 0 {
            return 0;
        }
        std::mem::swap(&mut self.layer, &mut self.next);
        std::mem::swap(&mut self.active, &mut self.next_active);
        for (segment, is_active) in self.layout.segments.iter().zip(&mut self.next_active) {
            if std::mem::take(is_active) {
                self.next[segment.first..segment.first + segment.words()].fill(0);
            }
        }
        found
    }

    /// Make all moves of the arrangements of this layer in one segment.
    fn expand(&mut self, number: usize) {
        let BitSearch { layout, layer, next, next_active, .. } = self;
        let segment = &layout.segments[number];
        let from = &layer[segment.first..segment.first + segment.words()];
        for hole_move in &segment.moves {
            let to = &layout.segments[hole_move.to];
            next_active[hole_move.to] = true;
            let next = &mut next[to.first..to.first + to.words()];
            for (word, &set) in from.iter().enumerate().filter(|(_, set)| **set != 0) {
                let mut set = hole_move.possible(set, word);
                if hole_move.keeps_words() {
                    if set != 0 {
                        next[hole_move.apply(word, 6)] |= set;
                    }
                    continue;
                }
                while set != 0 {
                    let to = hole_move.apply(word << 6 | set.trailing_zeros() as usize, 0);
                    next[to >> 6] |= 1 << (to & 63);
                    set &= set - 1;
                }
            }
        }
    }

    /// Some arrangements of the last layer; goals if there is no other.
    fn hardest(&self, most: usize, only_goals: bool) -> BTreeSet<String> {
        let text = CarText::new(self.cars);
        let mut lines: BTreeSet<Vec<u8>> = BTreeSet::new();
        let mut keep = |line: Vec<u8>| {
            if lines.len() < most || lines.last().is_some_and(|last| line < *last) {
                lines.insert(line);
                if lines.len() > most {
                    lines.pop_last();
                }
            }
        };
        if only_goals {
            text.goals().for_each(&mut keep);
        }
        let active = self.layout.segments.iter().zip(&self.active).filter(|(_, is_active)| **is_active);
        for (segment, _) in active.filter(|_| most > 0) {
            for word in 0..segment.words() {
                let mut set = self.layer[segment.first + word];
                while set != 0 {
                    keep(text.line(segment, word << 6 | set.trailing_zeros() as usize));
                    set &= set - 1;
                }
            }
        }
        lines.iter().map(|line| text.print(line)).collect()
    }
}
