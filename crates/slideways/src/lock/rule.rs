//! The definition of *locked*, and the test oracle of the searches for packings.
//!
//! Pieces lie in a box without overlap. A piece can make a step if, shifted by one cell, it stays in the box,
//! off the blocked cells and off all other pieces. A set of pieces can make a step if all of them can
//! together, while the pieces outside the set stay where they are. A packing is locked if no piece can make a
//! step, and locked in sets if no set can. This module does not use placements, faces or symmetries.
//!
//! For bricks the two are the same. Suppose that a set of full boxes can slide to the right, and take the box
//! in it that reaches farthest to the right. If that box alone cannot slide, it bumps into a piece, which
//! must also be in the set; but that piece reaches farther, a contradiction. Hooked pieces can hold each
//! other and still slide together:
//!
//! ```
//! use slideways::grid::Grid;
//! use slideways::lock::rule::Packing;
//! use slideways::Who;
//!
//! // Two pairs of hooked U pieces; each pair can move up together.
//! let rows = ["......", "......", ".aa.bb", "ccaddb", "caadbb", "cc.dd."];
//! let packing = Packing::parse(Grid::plane(6, 6).unwrap(), &rows.join(" ")).unwrap();
//! assert!(packing.slide(Who::Piece).is_none());
//! assert!(packing.slide(Who::Set).is_some());
//! ```

use crate::grid::{Cell, Dir, Grid};
use crate::style::Who;
use std::collections::{BTreeMap, BTreeSet};

/// Pieces in a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// The size of the box.
    pub grid: Grid,
    /// Cells that are part of the wall.
    pub blocked: BTreeSet<Cell>,
    /// The cells of each piece, in reading order; pieces are in the order of their first cells.
    pub pieces: Vec<Vec<Cell>>,
}

/// What prevents a piece from making a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Blocker {
    /// The side of the box, or a blocked cell.
    Wall,
    /// Another piece, by its index.
    Piece(usize),
}

/// Why a text is not a packing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum BadPacking {
    #[error("the packing has {found} cells, but the box has {wanted}")]
    Cells { found: usize, wanted: usize },
}

impl Packing {
    /// Read a packing: one character per cell in reading order, the same character for all cells of a piece.
    /// `0` and `.` are empty, `#` is blocked. White space between rows and layers is ignored; layers may also
    /// be side by side.
    pub fn parse(grid: Grid, text: &str) -> Result<Packing, BadPacking> {
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        let lines: Vec<Vec<&str>> = lines.into_iter().filter(|line| !line.is_empty()).collect();
        let is_row = |line: &Vec<&str>| {
            line.len() == grid.layers() && line.iter().all(|row| row.chars().count() == grid.cols())
        };
        let cells: Vec<char> = match lines.len() == grid.rows() && lines.iter().all(is_row) {
            true => (0..grid.layers())
                .flat_map(|layer| lines.iter().flat_map(move |row| row[layer].chars()))
                .collect(),
            false => lines.iter().flatten().flat_map(|row| row.chars()).collect(),
        };
        if cells.len() != grid.size() {
            return Err(BadPacking::Cells { found: cells.len(), wanted: grid.size() });
        }
        let mut pieces: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
        let mut blocked = BTreeSet::new();
        for (cell, name) in grid.cells().zip(cells) {
            match name {
                '0' | '.' => {}
                '#' => drop(blocked.insert(cell)),
                _ => pieces.entry(name).or_default().push(cell),
            }
        }
        let mut pieces: Vec<Vec<Cell>> = pieces.into_values().collect();
        pieces.sort();
        Ok(Packing { grid, blocked, pieces })
    }

    /// The packing in Knuth's notation: one group per layer, in the plane one per row; `0` is empty.
    pub fn print(&self) -> String {
        let mut cells = vec!['0'; self.grid.size()];
        self.blocked.iter().for_each(|cell| cells[cell.index()] = '#');
        for (piece, name) in self.pieces.iter().zip(names()) {
            piece.iter().for_each(|cell| cells[cell.index()] = name);
        }
        let group = if self.grid.is_solid() { self.grid.rows() * self.grid.cols() } else { self.grid.cols() };
        cells.chunks(group).map(String::from_iter).collect::<Vec<_>>().join(" ")
    }

    /// The name that [`Packing::print`] gives to a piece.
    pub fn name(&self, piece: usize) -> char {
        names().nth(piece).unwrap_or('?')
    }

    /// Everything that prevents a step of a piece; empty if the step is possible.
    pub fn blockers(&self, piece: usize, dir: Dir) -> BTreeSet<Blocker> {
        let mut blockers = BTreeSet::new();
        for &cell in &self.pieces[piece] {
            match self.grid.shifted(cell, dir.offset()).filter(|cell| !self.blocked.contains(cell)) {
                None => drop(blockers.insert(Blocker::Wall)),
                Some(to) => {
                    let there = (0..self.pieces.len()).find(|&other| self.pieces[other].contains(&to));
                    blockers.extend(there.filter(|&other| other != piece).map(Blocker::Piece));
                }
            }
        }
        blockers
    }

    /// The smallest set that moves if a piece does: the piece, all pieces that it bumps into, and so on;
    /// `None` if the wall stops it.
    pub fn pushed(&self, piece: usize, dir: Dir) -> Option<BTreeSet<usize>> {
        let mut set = BTreeSet::from([piece]);
        let mut rest = vec![piece];
        while let Some(next) = rest.pop() {
            for blocker in self.blockers(next, dir) {
                match blocker {
                    Blocker::Wall => return None,
                    Blocker::Piece(other) if set.insert(other) => rest.push(other),
                    Blocker::Piece(_) => {}
                }
            }
        }
        Some(set)
    }

    /// The smallest set of pieces, or the first single piece, that can make a step; `None` if the packing is
    /// locked.
    pub fn slide(&self, who: Who) -> Option<(BTreeSet<usize>, Dir)> {
        let pieces = 0..self.pieces.len();
        let all = pieces.flat_map(|piece| self.grid.dirs().iter().map(move |&dir| (piece, dir)));
        match who {
            Who::Piece => all
                .filter(|&(piece, dir)| self.blockers(piece, dir).is_empty())
                .map(|(piece, dir)| (BTreeSet::from([piece]), dir))
                .next(),
            Who::Set => all
                .filter_map(|(piece, dir)| Some((self.pushed(piece, dir)?, dir)))
                .min_by_key(|(set, _)| set.len()),
        }
    }
}

/// Names of pieces: digits and letters as Knuth uses them, then capitals, then letters of other alphabets.
fn names() -> impl Iterator<Item = char> {
    let more = ('\u{100}'..='\u{24f}').chain('\u{370}'..='\u{4ff}').chain('\u{4e00}'..='\u{5200}');
    ('1'..='9').chain('a'..='z').chain('A'..='Z').chain(more.filter(|c| c.is_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packing_reads_back() {
        let grid = Grid::solid(2, 2, 2).unwrap();
        let packing = Packing::parse(grid, "aab. bb#.").unwrap();
        assert_eq!(packing.print(), "1120 22#0");
        assert_eq!(Packing::parse(grid, &packing.print()), Ok(packing));
        assert_eq!(Packing::parse(grid, "aa bb\nb. #.\n").unwrap().print(), "1120 22#0", "side by side");
        assert_eq!(Packing::parse(grid, "aab"), Err(BadPacking::Cells { found: 3, wanted: 8 }));
        let names: BTreeSet<char> = names().take(1024).collect();
        assert!(names.len() == 1024 && !names.contains(&'0'));
    }

    #[test]
    fn a_blocked_cell_is_wall_and_an_empty_one_is_not() {
        let packing = |text| Packing::parse(Grid::plane(1, 3).unwrap(), text).unwrap();
        assert!(packing("aa#").slide(Who::Set).is_none());
        assert_eq!(packing("aa.").slide(Who::Piece), Some((BTreeSet::from([0]), Dir::Right)));
        assert_eq!(packing("ab.").pushed(0, Dir::Right), Some(BTreeSet::from([0, 1])));
        assert_eq!(packing("ab.").blockers(1, Dir::Left), BTreeSet::from([Blocker::Piece(0)]));
    }
}
