//! Paths packed into one word: the moves that led to a position.
//!
//! Rows and columns alternate, so a move along a row of *n* cells has *n* − 1 possible ends, and two bits
//! suffice on 4 x 4. No position of a board of at most 16 cells needs more moves than fit:
//!
//! ```text
//!         bits for two moves   moves that fit   farthest with the blank's home in a corner
//! 4 x 4          2 + 2               64                       43
//! 3 x 5          1 + 2               85                       44
//! 2 x 8          0 + 3               85                       57
//! 2 x 7          0 + 3               85                       52
//! ```
//!
//! With the blank's home elsewhere no position is farther than two moves more, since two moves take the blank
//! from there to a corner. Smaller boards have fewer of both.

use crate::grid::Cell;
use crate::tiles::board::Size;

/// A path, the last move in the lowest bits.
pub type PackedPath = u128;

/// The encoding of moves on a board.
#[derive(Clone, Debug)]
pub struct PathCoder {
    size: Size,
    /// The bits of a move along a row, and along a column.
    bits: [u32; 2],
}

impl PathCoder {
    /// The encoding for boards of a size.
    pub fn new(size: Size) -> PathCoder {
        let bits = |length: usize| (length - 1).next_power_of_two().trailing_zeros();
        PathCoder { size, bits: [bits(size.cols()), bits(size.rows())] }
    }

    /// The cells on either side of one, along its row (0) or column (1), nearest first.
    pub fn sides(&self, cell: Cell, axis: usize) -> [Vec<usize>; 2] {
        let cols = self.size.cols();
        let (row, col) = (cell.index() / cols, cell.index() % cols);
        match axis {
            0 => [
                (0..col).rev().map(|c| row * cols + c).collect(),
                (col + 1..cols).map(|c| row * cols + c).collect(),
            ],
            _ => {
                let rows = self.size.rows();
                [
                    (0..row).rev().map(|r| r * cols + col).collect(),
                    (row + 1..rows).map(|r| r * cols + col).collect(),
                ]
            }
        }
    }

    /// The position of a cell within its row or column.
    fn along(&self, cell: usize, axis: usize) -> usize {
        if axis == 0 { cell % self.size.cols() } else { cell / self.size.cols() }
    }

    /// A move along an axis as a number: the index of the blank's target among the other cells of the line.
    pub fn digit(&self, from: usize, to: usize, axis: usize) -> u32 {
        let (from, to) = (self.along(from, axis), self.along(to, axis));
        (to - usize::from(to > from)) as u32
    }

    /// A path with one more move.
    #[inline]
    pub fn longer(&self, path: PackedPath, axis: usize, digit: u32) -> PackedPath {
        path << self.bits[axis] | PackedPath::from(digit)
    }

    /// The cells that the blank visits from a cell on, if the first of `moves` moves goes along an axis.
    pub fn blanks(&self, path: PackedPath, blank: usize, axis: usize, moves: usize) -> Vec<usize> {
        let mut digits = vec![];
        let mut rest = path;
        for axis in (0..moves).rev().map(|i| (axis + i) % 2) {
            digits.push((rest & ((1 << self.bits[axis]) - 1)) as usize);
            rest >>= self.bits[axis];
        }
        let mut blanks = vec![blank];
        for (i, &digit) in digits.iter().rev().enumerate() {
            let (at, axis) = (blanks[i], (axis + i) % 2);
            let from = self.along(at, axis);
            let to = digit + usize::from(digit >= from);
            let step = if axis == 0 { 1 } else { self.size.cols() };
            blanks.push(at + to * step - from * step);
        }
        blanks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_read_back() {
        for (rows, cols, moves) in [(2, 2, 8), (4, 4, 45), (3, 5, 46), (2, 8, 59), (2, 7, 54), (3, 4, 35)] {
            let paths = PathCoder::new(Size::new(rows, cols).unwrap());
            for first in 0..2 {
                let (mut path, mut blanks, mut seed) = (0, vec![1], 12345u64);
                for i in 0..moves {
                    let (at, axis) = (blanks[i], (first + i) % 2);
                    let others = paths.sides(Cell(at as u16), axis).concat();
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let to = others[(seed >> 33) as usize % others.len()];
                    path = paths.longer(path, axis, paths.digit(at, to, axis));
                    blanks.push(to);
                }
                assert_eq!(paths.blanks(path, 1, first, moves), blanks);
            }
        }
    }
}
