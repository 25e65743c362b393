//! Hardest starts as puzzles, and their order.

use super::sequence::Sequence;
use super::{LineCensus, LineRules};
use crate::format::sliding;
use crate::grid::{Axis, Cell, Offset};
use crate::puzzle::{Draft, Goal, Kind, KindId, Place, Puzzle, Shape};
use std::collections::BTreeMap;

/// The most bars, and the most cells of a box.
const MOST_BARS: usize = 18;
const MOST_CELLS: usize = LineRules::MOST_SIDE * LineRules::MOST_SIDE;

/// A horizontal bar has this bit and its length, a vertical one only its length.
const HORIZONTAL: u8 = 16;

/// The red bar has this bit too.
const RED: u8 = 32;

/// An arrangement. Keys with the same number of pieces are ordered as the texts of their puzzles.
///
/// The texts begin to differ where they define the kinds, in reading order: `1/1` comes before `1/1/1`, `11`
/// and `111`. Then comes the line of the start. Both end with zeros here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StartKey {
    /// The bars other than the red one.
    shapes: [u8; MOST_BARS],
    /// The line of the start, without the empty cells at its end.
    line: [u8; MOST_CELLS],
}

impl StartKey {
    /// The key of an arrangement: the sequence and the placing of each row, then of each column.
    pub fn new(census: &LineCensus, lines: &[&Sequence], placings: &[usize]) -> StartKey {
        let (rows, cols) = (census.rows.len(), census.cols.len());
        let mut bar_at = [0; MOST_CELLS];
        for (number, (sequence, &placing)) in lines.iter().zip(placings).enumerate() {
            for (bar, placed) in sequence.placings[placing].iter().enumerate() {
                let along = usize::from(placed.start);
                if number < rows {
                    let red = if sequence.red == Some(bar) { RED } else { 0 };
                    bar_at[number * cols + along] = placed.length | HORIZONTAL | red;
                } else {
                    bar_at[along * cols + number - rows] = placed.length;
                }
            }
        }
        StartKey::of_bars(census, &bar_at)
    }

    /// The key of the bars that begin at each cell.
    fn of_bars(census: &LineCensus, bar_at: &[u8; MOST_CELLS]) -> StartKey {
        let mut key = StartKey { shapes: [0; MOST_BARS], line: [0; MOST_CELLS] };
        let (mut filled, mut bars) = (0u64, 0);
        let (mut length, mut end) = (0, 0);
        for (cell, &bar) in bar_at[..census.rules.grid.size()].iter().enumerate() {
            if filled >> cell & 1 == 1 {
                continue;
            }
            filled |= covered(census, cell, bar);
            key.line[length] = match bar {
                0 if census.walls >> cell & 1 == 1 => b'x',
                0 => b'0',
                RED.. => b'A',
                _ => {
                    key.shapes[bars] = bar;
                    bars += 1;
                    b'A' + bars as u8
                }
            };
            length += 1;
            if key.line[length - 1] != b'0' {
                end = length;
            }
        }
        key.line[end..].fill(0);
        key
    }

    /// The bars, each with its first cell and its name, in the order of their names.
    fn bars(&self, census: &LineCensus) -> Vec<(char, usize, u8)> {
        let (mut bars, mut filled) = (vec![], 0);
        let mut cells = 0..census.rules.grid.size();
        for &name in self.line.iter().take_while(|&&name| name != 0) {
            let cell = cells.find(|cell| filled >> cell & 1 == 0).expect("a cell for each character");
            let bar = match name {
                b'0' | b'x' => continue,
                b'A' => census.rules.red_length | HORIZONTAL | RED,
                _ => self.shapes[usize::from(name - b'B')],
            };
            filled |= covered(census, cell, bar);
            bars.push((char::from(name), cell, bar));
        }
        bars.sort_unstable();
        bars
    }
}

/// The cells that a bar covers, if it begins at a cell.
fn covered(census: &LineCensus, cell: usize, bar: u8) -> u64 {
    let step = if bar & HORIZONTAL == 0 { census.cols.len() } else { 1 };
    (0..usize::from(bar % HORIZONTAL)).fold(0, |all, i| all | 1 << (cell + i * step))
}

/// The puzzle of an arrangement, with the kinds that the reader of Rush Hour boards makes: one for each bar.
pub(super) fn puzzle(census: &LineCensus, key: &StartKey) -> Puzzle {
    let bars = key.bars(census);
    let kind = |&(name, _, bar): &(char, usize, u8)| {
        let is_horizontal = bar & HORIZONTAL != 0;
        let offset = |i: i16| if is_horizontal { Offset::plane(0, i) } else { Offset::plane(i, 0) };
        let shape = Shape::new((0..i16::from(bar % HORIZONTAL)).map(offset)).expect("a bar has cells");
        Kind { name, shape, along: Some(if is_horizontal { Axis::Row } else { Axis::Column }) }
    };
    let place = |(number, &(name, cell, _)): (usize, &(char, usize, u8))| {
        (Place { at: Cell(cell as u16), kind: KindId(number as u8) }, name)
    };
    Puzzle::new(Draft {
        title: String::new(),
        grid: census.rules.grid,
        blocked: census.rules.blocked.clone(),
        kinds: bars.iter().map(kind).collect(),
        gates: BTreeMap::new(),
        start: bars.iter().enumerate().map(place).collect(),
        goals: vec![Goal(vec![Place { at: census.rules.exit(), kind: KindId(0) }])],
        optimum: BTreeMap::new(),
        notes: vec![],
    })
    .expect("an arrangement of the census is a puzzle")
}

/// The text of an arrangement.
pub(super) fn print(census: &LineCensus, key: &StartKey) -> String {
    sliding::print(&puzzle(census, key))
}
