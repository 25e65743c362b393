//! One row or column of a candidate whose bars never leave it and never pass each other.
//!
//! A *placing* says where all bars of the line are. Cells are numbered along columns here, so that the cells
//! of one column are neighbouring bits.

use super::candidate::Candidate;
use super::ground::{Ground, KindCell};
use crate::engine::design::anchored::{Cells, bit};
use crate::grid::{Axis, Cell};
use crate::style::Reach;

/// The most placings of a line.
pub const MOST_PLACINGS: usize = 16;

/// The most placings of a line of `side` cells with bars of at least `length` cells.
///
/// With `bars` bars and `empty` empty cells there are as many as ways to choose the bars among both.
pub fn most_placings(side: usize, length: usize) -> usize {
    let choices = |bars: usize| {
        let all = side - bars * length + bars;
        (0..bars).fold(1, |product, chosen| product * (all - chosen) / (chosen + 1))
    };
    (0..=side / length).map(choices).max().unwrap_or(1)
}

/// A row or a column of a box.
#[derive(Clone, Copy)]
pub struct BoxLine {
    /// Along which its bars move.
    pub axis: Axis,
    /// The number of the row or column.
    pub number: usize,
    /// The rows and columns of the box.
    pub size: (usize, usize),
}

/// A bar of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Bar {
    first: usize,
    length: usize,
    kind: u8,
    /// The cells between two walls.
    room: (usize, usize),
}

/// A move from one placing to another.
#[derive(Clone, Copy)]
pub struct LineMove {
    /// The placing afterwards.
    pub to: u8,
    /// The number of the bar in its line.
    pub bar: u8,
    /// The cells that the bar enters.
    pub enters: u64,
}

/// The placings of one line, and the moves between them.
#[derive(Default)]
pub struct LineTable {
    bars: Vec<Bar>,
    /// The first cells of all bars of each placing, one placing after the other.
    firsts: Vec<usize>,
    /// The cells that each placing covers.
    pub covers: Vec<u64>,
    moves: Vec<LineMove>,
    /// The end of the moves of each placing.
    ends: Vec<usize>,
}

impl BoxLine {
    /// The number of cells.
    fn side(self) -> usize {
        if self.axis == Axis::Row { self.size.1 } else { self.size.0 }
    }

    /// A cell in the usual order of cells.
    fn cell(self, at: usize) -> usize {
        let (row, col) = if self.axis == Axis::Row { (self.number, at) } else { (at, self.number) };
        row * self.size.1 + col
    }

    /// Some cells, numbered along columns.
    fn bits(self, cells: std::ops::Range<usize>) -> u64 {
        let place = |at: usize| match self.axis {
            Axis::Row => at * self.size.0 + self.number,
            _ => self.number * self.size.0 + at,
        };
        cells.fold(0, |all, at| all | 1 << place(at))
    }

    /// The place in this line of a piece that is bound to it.
    fn place(self, ground: &Ground, (kind, cell): KindCell) -> Option<usize> {
        let at = ground.grid.offset(Cell(cell.into()));
        let (line, place) = if self.axis == Axis::Row { (at.row, at.col) } else { (at.col, at.row) };
        let is_here = ground.kinds[usize::from(kind)].along == Some(self.axis);
        (is_here && line as usize == self.number).then_some(place as usize)
    }
}

impl LineTable {
    /// Tabulate a line of a candidate.
    pub fn fill(&mut self, ground: &Ground, candidate: &Candidate, line: BoxLine, reach: Reach) {
        self.bars.clear();
        let walls: Cells = candidate.walls | ground.blocked;
        let is_wall = |at: &usize| walls & bit(line.cell(*at)) != 0;
        for &piece in &candidate.pieces {
            if let Some(first) = line.place(ground, piece) {
                let from = (0..first).rev().find(is_wall).map_or(0, |wall| wall + 1);
                let to = (first..line.side()).find(is_wall).unwrap_or(line.side());
                let length = ground.kinds[usize::from(piece.0)].size as usize;
                self.bars.push(Bar { first, length, kind: piece.0, room: (from, to) });
            }
        }
        self.bars.sort_unstable();
        self.firsts.clear();
        self.covers.clear();
        self.list(line, &mut vec![]);
        self.list_moves(line, reach);
    }

    /// List the placings in which the first bars are at `firsts`.
    fn list(&mut self, line: BoxLine, firsts: &mut Vec<usize>) {
        let Some(bar) = self.bars.get(firsts.len()).copied() else {
            let cells = |(first, bar): (&usize, &Bar)| line.bits(*first..first + bar.length);
            self.covers.push(firsts.iter().zip(&self.bars).fold(0, |all, bar| all | cells(bar)));
            self.firsts.extend_from_slice(firsts);
            return;
        };
        let behind = firsts.last().map_or(0, |first| first + self.bars[firsts.len() - 1].length);
        for first in behind.max(bar.room.0)..(bar.room.1 + 1).saturating_sub(bar.length) {
            firsts.push(first);
            self.list(line, firsts);
            firsts.pop();
        }
    }

    /// List the moves of one bar. The other bars of the line are the same before and after, in the same
    /// order, so they are not in the way.
    fn list_moves(&mut self, line: BoxLine, reach: Reach) {
        self.moves.clear();
        self.ends.clear();
        for from in 0..self.covers.len() {
            for to in 0..self.covers.len() {
                let mut moved =
                    (0..self.bars.len()).filter(|&bar| self.first(from, bar) != self.first(to, bar));
                let (Some(bar), None) = (moved.next(), moved.next()) else { continue };
                let (here, there, length) =
                    (self.first(from, bar), self.first(to, bar), self.bars[bar].length);
                if reach != Reach::Step || here.abs_diff(there) == 1 {
                    let sweep = line.bits(here.min(there)..here.max(there) + length);
                    let enters = sweep & !line.bits(here..here + length);
                    self.moves.push(LineMove { to: to as u8, bar: bar as u8, enters });
                }
            }
            self.ends.push(self.moves.len());
        }
    }

    fn first(&self, placing: usize, bar: usize) -> usize {
        self.firsts[placing * self.bars.len() + bar]
    }

    /// The moves from a placing.
    #[inline]
    pub fn moves(&self, placing: usize) -> &[LineMove] {
        let first = if placing == 0 { 0 } else { self.ends[placing - 1] };
        &self.moves[first..self.ends[placing]]
    }

    /// The placings in which the line has these pieces, as far as they are bound to it, as a mask.
    pub fn with(&self, ground: &Ground, line: BoxLine, pieces: &[KindCell]) -> u16 {
        let has = |placing: usize, piece: KindCell| {
            line.place(ground, piece).is_none_or(|place| {
                let is_it = |bar: usize| self.bars[bar].kind == piece.0 && self.first(placing, bar) == place;
                (0..self.bars.len()).any(is_it)
            })
        };
        let placings =
            (0..self.covers.len()).filter(|&placing| pieces.iter().all(|&piece| has(placing, piece)));
        placings.fold(0, |all, placing| all | 1 << placing)
    }

    /// The pieces of a placing.
    pub fn pieces(&self, line: BoxLine, placing: usize) -> impl Iterator<Item = KindCell> + '_ {
        let bars = self.bars.iter().enumerate();
        bars.map(move |(number, bar)| (bar.kind, line.cell(self.first(placing, number)) as u8))
    }
}
