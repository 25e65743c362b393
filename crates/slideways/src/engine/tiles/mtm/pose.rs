//! Symmetry of the board: a pose rotates and reflects it so that the blank's home comes as late as possible.
//!
//! A reflection does not change a puzzle. So tables are needed only for boards that are not higher than wide,
//! and only for some homes of the blank: blank first and blank last are the same puzzle.

use crate::grid::{Cell, Dir};
use crate::tiles::board::Size;

/// One of the eight symmetries of a board: the canonical one for its blank's home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pose {
    /// The size of the board, before and in the pose.
    pub sizes: (Size, Size),
    /// The image of each cell in the pose.
    pub cells: Vec<usize>,
    /// The cell that each cell of the pose comes from.
    pub back: Vec<usize>,
}

impl Pose {
    /// The pose in which the blank's home comes as late as possible in reading order.
    pub fn new(size: Size, home: Cell) -> Pose {
        let poses = (0..8).map(|which| Pose::which(size, which));
        let low = poses.filter(|pose| pose.sizes.1.rows() <= pose.sizes.1.cols());
        let last = |one: Pose, other: Pose| if other.home(home) > one.home(home) { other } else { one };
        low.reduce(last).expect("four of them are not higher than wide")
    }

    /// The blank's home in the pose.
    pub fn home(&self, home: Cell) -> Cell {
        Cell(self.cells[home.index()] as u16)
    }

    /// The symmetry with a number: rows mirrored or not, columns mirrored or not, rows and columns exchanged
    /// or not.
    fn which(size: Size, which: usize) -> Pose {
        let (rows, cols) = (size.rows(), size.cols());
        let mirrored =
            |at: usize, length: usize, bit: usize| if which & bit == 0 { at } else { length - 1 - at };
        let cell = |cell: usize| {
            let (row, col) = (mirrored(cell / cols, rows, 1), mirrored(cell % cols, cols, 2));
            if which & 4 == 0 { row * cols + col } else { col * rows + row }
        };
        let cells: Vec<usize> = (0..size.cells()).map(cell).collect();
        let mut back = cells.clone();
        cells.iter().enumerate().for_each(|(before, &after)| back[after] = before);
        let after = if which & 4 == 0 { size } else { super::build::turned(size) };
        Pose { sizes: (size, after), cells, back }
    }

    /// The steps of tiles while the blank visits some cells of the pose, each in line with the one before.
    pub fn steps(&self, blanks: &[usize]) -> Vec<Dir> {
        let cols = self.sizes.0.cols();
        let leg = |leg: &[usize]| {
            let place = |cell: usize| (self.back[cell] / cols, self.back[cell] % cols);
            let ((row, col), (to_row, to_col)) = (place(leg[0]), place(leg[1]));
            // Tiles move in the direction opposite to the blank's.
            let dir = match (to_row.cmp(&row), to_col.cmp(&col)) {
                (std::cmp::Ordering::Less, _) => Dir::Down,
                (std::cmp::Ordering::Greater, _) => Dir::Up,
                (_, std::cmp::Ordering::Less) => Dir::Right,
                _ => Dir::Left,
            };
            std::iter::repeat_n(dir, row.abs_diff(to_row) + col.abs_diff(to_col))
        };
        blanks.windows(2).flat_map(leg).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_first_and_blank_last_are_one() {
        for (rows, cols) in [(4, 4), (3, 5), (5, 3), (2, 8)] {
            let size = Size::new(rows, cols).unwrap();
            let last = size.cells() - 1;
            for corner in [0, cols - 1, last + 1 - cols, last] {
                let pose = Pose::new(size, Cell(corner as u16));
                assert_eq!(pose.home(Cell(corner as u16)), Cell(last as u16));
                assert!(pose.sizes.1.rows() <= pose.sizes.1.cols());
            }
        }
    }

    #[test]
    fn neighbours_stay_neighbours() {
        let size = Size::new(3, 4).unwrap();
        for pose in (0..8).map(|which| Pose::which(size, which)) {
            for cell in (0..12).map(Cell) {
                for &dir in &Dir::ALL[..4] {
                    let Some(beside) = size.neighbour(cell, dir) else { continue };
                    let steps = pose.steps(&[pose.cells[cell.index()], pose.cells[beside.index()]]);
                    assert_eq!(steps, [dir.opposite()]);
                    assert_eq!(pose.sizes.1.distance(pose.home(cell), pose.home(beside)), 1);
                }
            }
        }
    }
}
