//! The hardest start among all arrangements of a candidate's *structure*, without a hash table.
//!
//! If every piece is a bar that is bound to its line, the sequence of bars of each row and of each column
//! never changes, so the component of the candidate lies within its structure: all arrangements with the same
//! sequences. Given where the bars of all rows are, the columns are independent of each other: a *block* is
//! the product of the placings of each column that avoid the cells of the rows. The number of an arrangement
//! is the first number of its block plus the ranks of the placings, as digits of mixed radix; see also the
//! census of [`lines`](crate::engine::design::lines).
//!
//! One breadth-first search from all goals of the structure finds the farthest arrangement of all its
//! components. No start of the candidate's component takes more moves, so a candidate that is too easy is
//! rejected without a search of its component, and one whose structure is too large without any search.

use super::candidate::Candidate;
use super::evaluator::NoComponent;
use super::ground::{Ground, KindCell};
use super::line_table::{BoxLine, LineMove, LineTable, MOST_PLACINGS, most_placings};
use crate::engine::design::anchored::Cells;
use crate::grid::Axis;
use crate::style::Reach;
use std::ops::Range;

/// The most rows and the most columns.
const MOST_SIDE: usize = 8;

/// The bits of a placing in a word for all lines of one axis.
const BITS: usize = MOST_PLACINGS.trailing_zeros() as usize;

/// The most blocks, as a multiple of the most arrangements.
const MOST_BLOCKS: usize = 4;

/// An arrangement: its block, and the placings of all rows and columns.
#[derive(Clone, Copy)]
struct Arranged {
    /// Its number, which follows from all else.
    number: u32,
    block: u32,
    rows: u32,
    cols: u32,
    /// The bar that was moved to reach it first. To move it again leads nowhere new, if one move takes a bar
    /// as far as it can go.
    moved: Moved,
}

/// A bar: whether it is in a column, its line, and its number there.
type Moved = (bool, u8, u8);

/// Marks of the layers, in turn. An arrangement has neighbours in its own layer and in those next to it only,
/// so three marks are enough to tell them apart.
const LAYER_MARKS: [u8; 3] = [1, 2, 3];

/// Marks an arrangement with several shortest solutions.
const MANY: u8 = 4;

/// No bar.
const NOT_MOVED: Moved = (false, u8::MAX, u8::MAX);

/// The placings of all rows.
#[derive(Clone, Copy)]
struct Block {
    /// The number of its first arrangement.
    base: u32,
    /// The cells that the rows cover, numbered along columns.
    covers: u64,
}

/// The placings of a column that avoid a set of its cells.
#[derive(Clone, Copy)]
struct Left {
    /// Their number.
    number: u32,
    /// A mask of them.
    placings: u16,
    /// The rank of each among them, in [`BITS`] bits; a table because not all machines count bits quickly.
    ranks: u64,
}

/// The farthest start of a structure.
pub struct Farthest {
    /// The number of moves to the nearest goal.
    pub moves: u32,
    /// The start.
    pub start: Candidate,
}

/// Buffers for the search of structures.
#[derive(Default)]
pub struct StructureSearch {
    rows: Vec<LineTable>,
    cols: Vec<LineTable>,
    /// What the rows leave of each column, by the cells of the column that they cover.
    left: Vec<Left>,
    /// The rows and the columns with more than one placing.
    mobile: [Vec<usize>; 2],
    blocks: Vec<Block>,
    /// The difference of the numbers of blocks between two neighbouring placings of each row.
    strides: [u32; MOST_SIDE],
    /// A bit for each arrangement: whether it was found.
    seen: Vec<u64>,
    /// A mark for each arrangement, if solutions are counted: 0 before it is found, then one of
    /// [`LAYER_MARKS`], and [`MANY`].
    marks: Vec<u8>,
    queue: Vec<Arranged>,
    /// The layers, as ranges of the queue.
    layers: Vec<Range<usize>>,
    /// The number of arrangements searched since the buffers were made.
    pub searched: u64,
}

/// The placing of a line.
#[inline]
fn placing(word: u32, line: usize) -> usize {
    (word >> (BITS * line)) as usize & (MOST_PLACINGS - 1)
}

/// A word with another placing of a line.
#[inline]
fn placed(word: u32, line: usize, from: usize, to: usize) -> u32 {
    word ^ ((from ^ to) as u32) << (BITS * line)
}

impl Left {
    /// The placings whose cells avoid some cells.
    fn new(placings: &[u64], cells: u64) -> Left {
        let mut left = Left { number: 0, placings: 0, ranks: 0 };
        for (placing, covers) in placings.iter().enumerate() {
            if covers & cells == 0 {
                left.placings |= 1 << placing;
                left.ranks |= u64::from(left.number) << (BITS * placing);
                left.number += 1;
            }
        }
        left
    }

    #[inline]
    fn rank(&self, placing: usize) -> u32 {
        (self.ranks >> (BITS * placing)) as u32 & (MOST_PLACINGS as u32 - 1)
    }
}

impl StructureSearch {
    /// Whether all pieces of a family are bars that are bound to their lines, in a small enough box.
    pub fn serves(ground: &Ground) -> bool {
        let (rows, cols) = (ground.grid.rows(), ground.grid.cols());
        if ground.grid.is_solid() || rows.max(cols) > MOST_SIDE || !ground.from.is_empty() {
            return false;
        }
        ground.kinds.iter().all(|kind| {
            let (apart, side) = match kind.along {
                Some(Axis::Row) => (1, cols),
                Some(Axis::Column) => (cols, rows),
                _ => return false,
            };
            let straight = (0..kind.size as usize).fold(0, |all: Cells, at| all | 1 << (at * apart));
            let is_straight = |(cell, &covers): (usize, &Cells)| covers == 0 || covers == straight << cell;
            kind.covers.iter().enumerate().all(is_straight)
                && most_placings(side, kind.size as usize) <= MOST_PLACINGS
        })
    }

    /// Search the structure of a candidate for the farthest start, if it has at most `most` arrangements.
    pub fn farthest(
        &mut self,
        ground: &Ground,
        candidate: &Candidate,
        reach: Reach,
        most: usize,
    ) -> Result<Farthest, NoComponent> {
        self.search::<false>(ground, candidate, reach, most)?;
        let &last = self.queue.last().ok_or(NoComponent::NoGoal)?;
        let moves = self.layers.len() as u32 - 1;
        Ok(Farthest { moves, start: Candidate { pieces: self.pieces(ground, last), walls: candidate.walls } })
    }

    /// Search the structure of a candidate for the farthest start of at most `moves` moves with a single
    /// shortest solution, if it has at most `most` arrangements. A goal is one, of no moves.
    ///
    /// All states of that solution have a single solution too, so there is one for every smaller number of
    /// moves.
    pub fn farthest_unique(
        &mut self,
        ground: &Ground,
        candidate: &Candidate,
        (reach, moves): (Reach, u32),
        most: usize,
    ) -> Result<Farthest, NoComponent> {
        self.search::<true>(ground, candidate, reach, most)?;
        let end = self.layers.get(moves as usize).map_or(self.queue.len(), |layer| layer.end);
        let is_unique = |at: &Arranged| self.marks[at.number as usize] & MANY == 0;
        let last = self.queue[..end].iter().rposition(is_unique).ok_or(NoComponent::NoGoal)?;
        let moves = self.layers.partition_point(|layer| layer.end <= last) as u32;
        let pieces = self.pieces(ground, self.queue[last]);
        Ok(Farthest { moves, start: Candidate { pieces, walls: candidate.walls } })
    }

    /// Search breadth-first from all goals. With `UNIQUE`, mark the arrangements with several shortest
    /// solutions.
    fn search<const UNIQUE: bool>(
        &mut self,
        ground: &Ground,
        candidate: &Candidate,
        reach: Reach,
        most: usize,
    ) -> Result<(), NoComponent> {
        self.tabulate(ground, candidate, reach);
        let total = self.number(most).ok_or(NoComponent::TooLarge)?;
        if UNIQUE {
            self.marks.clear();
            self.marks.resize(total, 0);
        } else {
            self.seen.clear();
            self.seen.resize(total.div_ceil(64), 0);
        }
        self.queue.clear();
        self.layers.clear();
        for goal in &ground.goals {
            self.list_goals::<UNIQUE>(ground, goal);
        }
        if UNIQUE {
            // An arrangement that satisfies several goals was visited several times.
            self.queue.iter().for_each(|at| self.marks[at.number as usize] = LAYER_MARKS[0]);
        }
        let mut layer = 0..self.queue.len();
        while !layer.is_empty() {
            let next = LAYER_MARKS[(self.layers.len() + 1) % LAYER_MARKS.len()];
            for done in layer.clone() {
                let at = self.queue[done];
                // An arrangement has several solutions if one that is nearer to the goal has.
                let mark = if UNIQUE { next | self.marks[at.number as usize] & MANY } else { 0 };
                match reach {
                    Reach::Step => self.expand::<true, UNIQUE>(at, mark),
                    Reach::Slide | Reach::Path => self.expand::<false, UNIQUE>(at, mark),
                }
            }
            self.layers.push(layer.clone());
            layer = layer.end..self.queue.len();
        }
        self.searched += self.queue.len() as u64;
        Ok(())
    }

    /// Fill the tables of all lines.
    fn tabulate(&mut self, ground: &Ground, candidate: &Candidate, reach: Reach) {
        let (rows, cols) = (ground.grid.rows(), ground.grid.cols());
        self.rows.resize_with(rows, LineTable::default);
        self.cols.resize_with(cols, LineTable::default);
        for (number, table) in self.rows.iter_mut().enumerate() {
            table.fill(ground, candidate, BoxLine { axis: Axis::Row, number, size: (rows, cols) }, reach);
        }
        self.left.clear();
        for (number, table) in self.cols.iter_mut().enumerate() {
            table.fill(ground, candidate, BoxLine { axis: Axis::Column, number, size: (rows, cols) }, reach);
            let cells = (0..1u64 << rows).map(|cells| Left::new(&table.covers, cells << (number * rows)));
            self.left.extend(cells);
        }
        for (mobile, tables) in self.mobile.iter_mut().zip([&self.rows, &self.cols]) {
            mobile.clear();
            mobile.extend((0..tables.len()).filter(|&line| tables[line].covers.len() > 1));
        }
    }

    /// Number all arrangements, and return how many there are, if there are at most `most`.
    fn number(&mut self, most: usize) -> Option<usize> {
        let blocks = self.rows.iter().map(|row| row.covers.len()).try_fold(1usize, usize::checked_mul);
        if blocks.is_none_or(|blocks| blocks > MOST_BLOCKS.saturating_mul(most)) {
            return None;
        }
        self.blocks.clear();
        self.blocks.push(Block { base: 0, covers: 0 });
        for (row, stride) in self.rows.iter().zip(&mut self.strides) {
            let before = self.blocks.len();
            *stride = before as u32;
            self.blocks.resize(before * row.covers.len(), Block { base: 0, covers: 0 });
            // Downwards, because the blocks without this row come first, and all others are made from them.
            for block in (0..self.blocks.len()).rev() {
                let covers = self.blocks[block % before].covers | row.covers[block / before];
                self.blocks[block].covers = covers;
            }
        }
        let mut total = 0;
        for block in 0..self.blocks.len() {
            self.blocks[block].base = total as u32;
            let covers = self.blocks[block].covers;
            let left = (0..self.cols.len()).map(|col| self.left(covers, col).number as usize);
            total += left.product::<usize>();
            if total > most {
                return None;
            }
        }
        Some(total)
    }

    /// What the rows leave of a column if they cover some cells.
    #[inline]
    fn left(&self, covers: u64, col: usize) -> &Left {
        let rows = self.rows.len();
        let cells = covers >> (col * rows) & ((1 << rows) - 1);
        &self.left[(col << rows) + cells as usize]
    }

    /// The number of an arrangement. Columns with one placing are the digit 0 of radix 1.
    #[inline]
    fn rank(&self, block: usize, cols: u32) -> u32 {
        let Block { base, covers } = self.blocks[block];
        let (mut number, mut stride) = (base, 1);
        for &col in &self.mobile[1] {
            let left = self.left(covers, col);
            number += stride * left.rank(placing(cols, col));
            stride *= left.number;
        }
        number
    }

    /// Put all arrangements that satisfy a goal into the queue.
    fn list_goals<const UNIQUE: bool>(&mut self, ground: &Ground, goal: &[KindCell]) {
        let size = (self.rows.len(), self.cols.len());
        let line = |axis: Axis, number: usize| BoxLine { axis, number, size };
        let rows = self.rows.iter().enumerate();
        let rows: Vec<u16> =
            rows.map(|(row, table)| table.with(ground, line(Axis::Row, row), goal)).collect();
        let cols = self.cols.iter().enumerate();
        let cols: Vec<u16> =
            cols.map(|(col, table)| table.with(ground, line(Axis::Column, col), goal)).collect();
        for block in 0..self.blocks.len() {
            let at = |row: usize| block / self.strides[row] as usize % self.rows[row].covers.len();
            if (0..rows.len()).all(|row| rows[row] >> at(row) & 1 == 1) {
                let rows = (0..rows.len()).fold(0, |all, row| placed(all, row, 0, at(row)));
                let at = Arranged { number: 0, block: block as u32, rows, cols: 0, moved: NOT_MOVED };
                self.list_columns::<UNIQUE>(at, &cols, 0);
            }
        }
    }

    /// Put all arrangements of a block into the queue in which the columns have one of their placings in
    /// `wanted`, beginning with column `col`.
    fn list_columns<const UNIQUE: bool>(&mut self, at: Arranged, wanted: &[u16], col: usize) {
        if col == wanted.len() {
            let number = self.rank(at.block as usize, at.cols);
            return self.visit::<UNIQUE>(Arranged { number, ..at }, LAYER_MARKS[0]);
        }
        let mut free = self.left(self.blocks[at.block as usize].covers, col).placings & wanted[col];
        while free != 0 {
            let cols = placed(at.cols, col, 0, free.trailing_zeros() as usize);
            self.list_columns::<UNIQUE>(Arranged { cols, ..at }, wanted, col + 1);
            free &= free - 1;
        }
    }

    /// Put an arrangement into the queue if it is new. If it was reached before from the same layer, it has
    /// several solutions.
    #[inline]
    fn visit<const UNIQUE: bool>(&mut self, at: Arranged, mark: u8) {
        if UNIQUE {
            let known = &mut self.marks[at.number as usize];
            if *known == 0 {
                *known = mark;
                self.queue.push(at);
            } else if (*known ^ mark) & !MANY == 0 {
                *known |= MANY;
            }
            return;
        }
        let (word, bit) = (&mut self.seen[at.number as usize / 64], 1 << (at.number % 64));
        if *word & bit == 0 {
            *word |= bit;
            self.queue.push(at);
        }
    }

    /// Visit the neighbours of an arrangement, with a mark.
    fn expand<const IS_STEP: bool, const UNIQUE: bool>(&mut self, at: Arranged, mark: u8) {
        let covers = self.blocks[at.block as usize].covers;
        let mut stride = 1;
        for mobile in 0..self.mobile[1].len() {
            let col = self.mobile[1][mobile];
            let (from, left) = (placing(at.cols, col), *self.left(covers, col));
            let first = at.number - stride * left.rank(from);
            for step in 0..self.cols[col].moves(from).len() {
                let LineMove { to, bar, enters } = self.cols[col].moves(from)[step];
                let moved = (true, col as u8, bar);
                if enters & covers == 0 && (IS_STEP || moved != at.moved) {
                    let cols = placed(at.cols, col, from, to.into());
                    let number = first + stride * left.rank(to.into());
                    self.visit::<UNIQUE>(Arranged { number, cols, moved, ..at }, mark);
                }
            }
            stride *= left.number;
        }
        let standing = (0..self.cols.len()).map(|col| self.cols[col].covers[placing(at.cols, col)]);
        let standing = standing.fold(0, |all, covers| all | covers);
        for mobile in 0..self.mobile[0].len() {
            let row = self.mobile[0][mobile];
            let from = placing(at.rows, row);
            for step in 0..self.rows[row].moves(from).len() {
                let LineMove { to, bar, enters } = self.rows[row].moves(from)[step];
                let moved = (false, row as u8, bar);
                if enters & standing == 0 && (IS_STEP || moved != at.moved) {
                    let block =
                        at.block + u32::from(to) * self.strides[row] - from as u32 * self.strides[row];
                    let number = self.rank(block as usize, at.cols);
                    let rows = placed(at.rows, row, from, to.into());
                    self.visit::<UNIQUE>(Arranged { number, block, rows, cols: at.cols, moved }, mark);
                }
            }
        }
    }

    /// The bytes held.
    pub fn bytes(&self) -> u64 {
        let blocks = self.blocks.capacity() * size_of::<Block>() + self.left.capacity() * size_of::<Left>();
        let found = 8 * self.seen.capacity() + self.marks.capacity();
        (blocks + self.queue.capacity() * size_of::<Arranged>() + found) as u64
    }

    /// The pieces of an arrangement, sorted.
    fn pieces(&self, ground: &Ground, at: Arranged) -> Vec<KindCell> {
        let size = (ground.grid.rows(), ground.grid.cols());
        let line = |axis: Axis, number: usize| BoxLine { axis, number, size };
        let rows = self.rows.iter().enumerate();
        let rows = rows.flat_map(|(row, table)| table.pieces(line(Axis::Row, row), placing(at.rows, row)));
        let cols = self.cols.iter().enumerate();
        let cols = cols.flat_map(|(col, table)| table.pieces(line(Axis::Column, col), placing(at.cols, col)));
        let mut pieces: Vec<KindCell> = rows.chain(cols).collect();
        pieces.sort_unstable();
        pieces
    }
}
