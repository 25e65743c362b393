//! Hardest starts as puzzles, and their order.

use super::LineCensus;
use super::sequence::Sequence;
use crate::format::sliding;
use crate::grid::{Axis, Cell, Grid, Offset};
use crate::puzzle::{Draft, Goal, Kind, KindId, Place, Puzzle, Shape};
use std::collections::BTreeMap;

/// A bar of an arrangement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PlacedBar {
    /// Its first cell.
    at: u8,
    length: u8,
    is_vertical: bool,
    is_red: bool,
}

/// An arrangement. Keys with the same number of pieces are ordered as the texts of their puzzles.
///
/// The texts begin to differ where they define the kinds, in reading order: `1/1` comes before `1/1/1`, `11`
/// and `111`. Then comes the line of the start.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StartKey {
    /// The shapes of the bars other than the red one, as numbers in this order.
    shapes: Vec<u8>,
    line: Vec<u8>,
    bars: Vec<PlacedBar>,
}

impl StartKey {
    /// The key of an arrangement: the sequence and the placing of each row, then of each column.
    pub fn new<'c>(census: &LineCensus, lines: impl Iterator<Item = (&'c Sequence, usize)>) -> StartKey {
        let (rows, cols) = (census.rows.len(), census.cols.len());
        let mut bars = vec![];
        for (line, (sequence, placing)) in lines.enumerate() {
            for (number, bar) in sequence.placings[placing].iter().enumerate() {
                let is_vertical = line >= rows;
                let along = usize::from(bar.start);
                let at = if is_vertical { along * cols + line - rows } else { line * cols + along };
                let is_red = sequence.red == Some(number);
                bars.push(PlacedBar { at: at as u8, length: bar.length, is_vertical, is_red });
            }
        }
        bars.sort_unstable();
        let others = bars.iter().filter(|bar| !bar.is_red);
        let shapes = others.map(|bar| bar.length + if bar.is_vertical { 0 } else { 16 }).collect();
        StartKey { shapes, line: start_line(census, &bars), bars }
    }
}

/// The names of the bars in reading order: `A` is the red one.
fn names(bars: &[PlacedBar]) -> impl Iterator<Item = char> {
    let mut rest = 'B'..='W';
    bars.iter().map(move |bar| if bar.is_red { 'A' } else { rest.next().expect("at most 18 bars fit") })
}

/// The start as puzzle text writes it.
fn start_line(census: &LineCensus, bars: &[PlacedBar]) -> Vec<u8> {
    let (mut line, mut filled) = (vec![], 0u64);
    let mut bars_and_names = bars.iter().zip(names(bars)).peekable();
    for cell in 0..census.rules.grid.size() {
        if filled >> cell & 1 == 1 {
            continue;
        }
        match bars_and_names.next_if(|(bar, _)| usize::from(bar.at) == cell) {
            Some((bar, name)) => {
                line.push(name as u8);
                let step = if bar.is_vertical { census.cols.len() } else { 1 };
                filled |= (0..usize::from(bar.length)).fold(0, |all, i| all | 1 << (cell + i * step));
            }
            None if census.rules.blocked.contains(&Cell(cell as u16)) => line.push(b'x'),
            None => line.push(b'0'),
        }
    }
    let end = line.iter().rposition(|&c| c != b'0').map_or(0, |last| last + 1);
    line.truncate(end);
    line
}

/// The puzzle of an arrangement, with the kinds that the reader of Rush Hour boards makes: one for each bar.
pub(super) fn puzzle(census: &LineCensus, key: &StartKey) -> Puzzle {
    let rules = &census.rules;
    let mut named: Vec<(char, PlacedBar)> = names(&key.bars).zip(key.bars.iter().copied()).collect();
    named.sort_unstable();
    let kind = |&(name, bar): &(char, PlacedBar)| {
        let offset = |i: u8| match bar.is_vertical {
            true => Offset::plane(i16::from(i), 0),
            false => Offset::plane(0, i16::from(i)),
        };
        let shape = Shape::new((0..bar.length).map(offset)).expect("a bar has cells");
        Kind { name, shape, along: Some(if bar.is_vertical { Axis::Column } else { Axis::Row }) }
    };
    let place = |(number, &(name, bar)): (usize, &(char, PlacedBar))| {
        (Place { at: Cell(u16::from(bar.at)), kind: KindId(number as u8) }, name)
    };
    let grid: Grid = rules.grid;
    Puzzle::new(Draft {
        title: String::new(),
        grid,
        blocked: rules.blocked.clone(),
        kinds: named.iter().map(kind).collect(),
        gates: BTreeMap::new(),
        start: named.iter().enumerate().map(place).collect(),
        goals: vec![Goal(vec![Place { at: rules.exit(), kind: KindId(0) }])],
        optimum: BTreeMap::new(),
        notes: vec![],
    })
    .expect("an arrangement of the census is a puzzle")
}

/// The text of an arrangement.
pub(super) fn print(census: &LineCensus, key: &StartKey) -> String {
    sliding::print(&puzzle(census, key))
}
