//! The number of arrangements, by dynamic programming along a frontier, before any search.
//!
//! The cells are decided in reading order. The past matters only through the cells beyond the frontier that
//! bars cover already (for each column, how far down; in the current row, how far to the right), through
//! whether the red bar has been placed, and through the numbers of bars that are limited.

use super::rules::{LineRules, RedRow};
use crate::grid::{Cell, Offset};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The number of bars; then, for each length that is limited, the number of bars of that length.
type BarNumbers = [u8; 6];

#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Frontier {
    /// For each column, the number of cells below the frontier that a bar covers.
    down: [u8; LineRules::MOST_SIDE],
    /// The number of cells to the right of the frontier that a bar covers.
    right: u8,
    has_red: bool,
    numbers: BarNumbers,
}

/// The number of arrangements for each number of pieces.
pub fn count(rules: &LineRules) -> BTreeMap<u32, u128> {
    let grid = rules.grid;
    let mut entries: FxHashMap<Frontier, u128> = FxHashMap::from_iter([(Frontier::default(), 1)]);
    for cell in grid.cells() {
        let at = grid.offset(cell);
        let mut next: FxHashMap<Frontier, u128> = FxHashMap::default();
        for (frontier, ways) in entries {
            frontier.decide(rules, (at.row as usize, at.col as usize), &mut |to| {
                *next.entry(to).or_default() += ways;
            });
        }
        if at.row as usize == rules.red_row && at.col as usize + 1 == grid.cols() {
            next.retain(|frontier, _| frontier.has_red);
        }
        entries = next;
    }
    let mut by_pieces = BTreeMap::new();
    for (frontier, ways) in entries.into_iter().filter(|(frontier, _)| frontier.has_enough(rules)) {
        *by_pieces.entry(u32::from(frontier.numbers[0])).or_default() += ways;
    }
    by_pieces
}

/// The most bars of one length that fit into a box.
fn most(rules: &LineRules, length: u8) -> u32 {
    (rules.grid.size() / usize::from(length)) as u32
}

impl Frontier {
    fn has_enough(&self, rules: &LineRules) -> bool {
        rules.bars.iter().zip(&self.numbers[1..]).all(|((_, range), &number)| {
            let is_limited = *range.start() > 0;
            !is_limited || u32::from(number) >= *range.start()
        })
    }

    /// All ways to decide a cell.
    fn decide(self, rules: &LineRules, (row, col): (usize, usize), each: &mut impl FnMut(Frontier)) {
        if self.right > 0 {
            return each(Frontier { right: self.right - 1, ..self });
        }
        if self.down[col] > 0 {
            let mut to = self;
            to.down[col] -= 1;
            return each(to);
        }
        each(self);
        let is_red_row = row == rules.red_row;
        let may_lie = !is_red_row
            || match rules.beside {
                RedRow::Alone => false,
                RedRow::Behind => !self.has_red,
            };
        for bar in 0..rules.bars.len() {
            let length = rules.bars[bar].0;
            let Some(more) = self.with(rules, bar) else { continue };
            if may_lie && self.is_free(rules, (row, col), (0, 1), length) {
                each(Frontier { right: length - 1, ..more });
            }
            if self.is_free(rules, (row, col), (1, 0), length) {
                let mut to = more;
                to.down[col] = length - 1;
                each(to);
            }
        }
        let red = rules.red_length;
        if is_red_row && !self.has_red && self.is_free(rules, (row, col), (0, 1), red) {
            let mut to = Frontier { right: red - 1, has_red: true, ..self };
            to.numbers[0] += 1;
            each(to);
        }
    }

    /// One more bar, if the rules allow it.
    fn with(mut self, rules: &LineRules, bar: usize) -> Option<Frontier> {
        let (length, range) = &rules.bars[bar];
        self.numbers[0] += 1;
        if *range.start() > 0 || *range.end() < most(rules, *length) {
            self.numbers[bar + 1] += 1;
        }
        (u32::from(self.numbers[bar + 1]) <= *range.end()).then_some(self)
    }

    /// Whether the cells of a bar that begins at the frontier are in the box and not covered.
    fn is_free(
        &self,
        rules: &LineRules,
        at: (usize, usize),
        (down, right): (usize, usize),
        length: u8,
    ) -> bool {
        (0..usize::from(length)).all(|i| {
            let (row, col) = (at.0 + i * down, at.1 + i * right);
            let cell: Option<Cell> = rules.grid.cell(Offset::plane(row as i16, col as i16));
            cell.is_some_and(|cell| !rules.blocked.contains(&cell)) && (right == 0 || self.down[col] == 0)
        })
    }
}
