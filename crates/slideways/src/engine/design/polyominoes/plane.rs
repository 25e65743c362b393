//! Sets of cells of a small plane box, as bits of a word in reading order.

use crate::grid::{Cell, Grid};
use crate::puzzle::Shape;

/// A set of cells: bit `c` is cell `c` in reading order.
pub type CellSet = u32;

/// The number of directions: right, left, down, up, in the order of [`Dir::ALL`](crate::grid::Dir::ALL).
pub const DIRS: usize = 4;

/// A plane box of at most [`Plane::MOST_CELLS`] cells.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    /// The box.
    pub grid: Grid,
    /// The number of columns.
    pub cols: u32,
    /// The number of cells.
    pub size: u32,
    /// All cells.
    pub all: CellSet,
    /// The cells at the wall in each direction.
    wall: [CellSet; DIRS],
}

/// A symmetry of the box that keeps the diagonal from the upper left to the lower right: the first bit is a
/// half turn, the second an exchange of rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Image(u8);

impl Image {
    /// The symmetries, beginning with the identity; exchanges are for square boxes only.
    pub const ALL: [Image; 4] = [Image(0), Image(1), Image(2), Image(3)];

    /// Whether the upper left corner and the lower right corner change places.
    pub fn swaps_corners(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether rows and columns change places.
    pub fn transposes(self) -> bool {
        self.0 & 2 != 0
    }
}

impl Plane {
    /// The most cells of a box.
    pub const MOST_CELLS: usize = 24;

    /// The sets of cells of a box; `None` if it is solid or too large.
    pub fn new(grid: Grid) -> Option<Plane> {
        if grid.is_solid() || grid.size() > Plane::MOST_CELLS {
            return None;
        }
        let (rows, cols) = (grid.rows(), grid.cols());
        let those = |wanted: &dyn Fn(usize, usize) -> bool| {
            let cells = (0..grid.size()).filter(|&cell| wanted(cell / cols, cell % cols));
            cells.fold(0, |set, cell| set | 1 << cell)
        };
        Some(Plane {
            grid,
            cols: cols as u32,
            size: grid.size() as u32,
            all: those(&|_, _| true),
            wall: [
                those(&|_, col| col + 1 == cols),
                those(&|_, col| col == 0),
                those(&|row, _| row + 1 == rows),
                those(&|row, _| row == 0),
            ],
        })
    }

    /// The cells that share a side with a cell of the set; some may be in the set.
    #[inline]
    pub fn neighbours(&self, set: CellSet) -> CellSet {
        let [right, left, ..] = self.wall;
        ((set & !right) << 1 | (set & !left) >> 1 | set << self.cols | set >> self.cols) & self.all
    }

    /// Whether the set touches the wall in a direction.
    #[inline]
    pub fn at_wall(&self, set: CellSet, dir: usize) -> bool {
        set & self.wall[dir] != 0
    }

    /// The set after one step in a direction in which it does not touch the wall.
    #[inline]
    pub fn shifted(&self, set: CellSet, dir: usize) -> CellSet {
        match dir {
            0 => set << 1,
            1 => set >> 1,
            2 => set << self.cols,
            _ => set >> self.cols,
        }
    }

    /// A cell after one step in a direction.
    #[inline]
    pub fn stepped(&self, cell: u32, dir: usize) -> u32 {
        match dir {
            0 => cell + 1,
            1 => cell - 1,
            2 => cell + self.cols,
            _ => cell - self.cols,
        }
    }

    /// The cells of the set whose right neighbour is in the set, and the cells whose lower neighbour is.
    #[inline]
    pub fn bonds(&self, set: CellSet) -> (CellSet, CellSet) {
        (set & (set >> 1) & !self.wall[0], set & (set >> self.cols))
    }

    /// The set, moved as far as possible in two directions: its bounding box lies in a corner.
    fn cornered(&self, mut set: CellSet, across: usize, along: usize) -> CellSet {
        for dir in [across, along] {
            while !self.at_wall(set, dir) {
                set = self.shifted(set, dir);
            }
        }
        set
    }

    /// The nonempty set, moved so that its bounding box lies in the upper left corner.
    pub fn upper_left(&self, set: CellSet) -> CellSet {
        self.cornered(set, 1, 3)
    }

    /// The nonempty set, moved so that its bounding box lies in the lower right corner.
    pub fn lower_right(&self, set: CellSet) -> CellSet {
        self.cornered(set, 0, 2)
    }

    /// The height and the width of the bounding box of a nonempty set.
    pub fn extents(&self, set: CellSet) -> (u32, u32) {
        let set = self.upper_left(set);
        let height = (CellSet::BITS - 1 - set.leading_zeros()) / self.cols + 1;
        let columns = (0..height).fold(0, |all, row| all | (set >> (row * self.cols)));
        let width = (columns & ((1 << self.cols) - 1)).trailing_ones().max(1);
        (height, width)
    }

    /// The set under a symmetry of the box.
    pub fn image(&self, set: CellSet, image: Image) -> CellSet {
        let cells = (0..self.size).filter(|cell| set >> cell & 1 != 0);
        cells.fold(0, |mapped, cell| {
            let (row, col) = (cell / self.cols, cell % self.cols);
            let cell = if image.transposes() { col * self.cols + row } else { cell };
            mapped | 1 << if image.swaps_corners() { self.size - 1 - cell } else { cell }
        })
    }

    /// The symmetries of the box.
    pub fn images(&self) -> &'static [Image] {
        let square = self.grid.rows() == self.grid.cols();
        &Image::ALL[..if square { 4 } else { 2 }]
    }

    /// The set as a shape.
    pub fn shape(&self, set: CellSet) -> Shape {
        let cells = (0..self.size as u16).filter(|cell| set >> cell & 1 != 0);
        Shape::new(cells.map(|cell| self.grid.offset(Cell(cell)))).expect("a piece covers a cell")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_move_to_corners_and_have_extents() {
        let plane = Plane::new(Grid::plane(4, 5).unwrap()).unwrap();
        // A T of five cells that hangs from the second row.
        let set = 0b111 << 6 | 1 << 12 | 1 << 17;
        assert_eq!(plane.extents(set), (3, 3));
        assert_eq!(plane.upper_left(set), 0b111 | 1 << 6 | 1 << 11);
        assert_eq!(plane.lower_right(set), 0b111 << 7 | 1 << 13 | 1 << 18);
        assert_eq!(plane.image(plane.image(set, Image(1)), Image(1)), set);
        assert!(Plane::new(Grid::plane(5, 5).unwrap()).is_none());
    }
}
