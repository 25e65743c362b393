//! The box as a grid of cells, in two or three dimensions.
//!
//! Cells are numbered in *reading order*: left to right, top to bottom, layer by layer. The first cell of a
//! shape is the first one in that order. A plane box has one layer.

use std::fmt;
use std::str::FromStr;

/// One cell of a [`Grid`], by its index in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// The cell as an index into per-cell tables.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The difference between two cells, as layers, rows and columns.
///
/// The derived order is reading order for cells relative to one origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Offset {
    /// Layers towards the far side.
    pub layer: i16,
    /// Rows downwards.
    pub row: i16,
    /// Columns to the right.
    pub col: i16,
}

impl Offset {
    /// An offset in the plane.
    pub fn plane(row: i16, col: i16) -> Self {
        Offset { layer: 0, row, col }
    }
}

impl std::ops::Add for Offset {
    type Output = Offset;
    fn add(self, other: Offset) -> Offset {
        Offset { layer: self.layer + other.layer, row: self.row + other.row, col: self.col + other.col }
    }
}

impl std::ops::Sub for Offset {
    type Output = Offset;
    fn sub(self, other: Offset) -> Offset {
        Offset { layer: self.layer - other.layer, row: self.row - other.row, col: self.col - other.col }
    }
}

/// A direction in which a piece can make a step.
///
/// In a plane box only the first four exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dir {
    /// Towards higher columns, `R`.
    Right,
    /// Towards lower columns, `L`.
    Left,
    /// Towards higher rows, `D`.
    Down,
    /// Towards lower rows, `U`.
    Up,
    /// Towards higher layers, `F`.
    Far,
    /// Towards lower layers, `N`.
    Near,
}

impl Dir {
    /// All six directions; each is next to its opposite.
    pub const ALL: [Dir; 6] = [Dir::Right, Dir::Left, Dir::Down, Dir::Up, Dir::Far, Dir::Near];

    /// The offset of one step in this direction.
    pub fn offset(self) -> Offset {
        let (layer, row, col) = match self {
            Dir::Right => (0, 0, 1),
            Dir::Left => (0, 0, -1),
            Dir::Down => (0, 1, 0),
            Dir::Up => (0, -1, 0),
            Dir::Far => (1, 0, 0),
            Dir::Near => (-1, 0, 0),
        };
        Offset { layer, row, col }
    }

    /// The direction that undoes this one.
    pub fn opposite(self) -> Dir {
        Dir::ALL[self as usize ^ 1]
    }

    /// The axis along which this direction runs.
    pub fn axis(self) -> Axis {
        [Axis::Row, Axis::Column, Axis::Layer][self as usize / 2]
    }

    /// The letter for this direction in solutions.
    pub fn letter(self) -> char {
        ['R', 'L', 'D', 'U', 'F', 'N'][self as usize]
    }

    /// The word for this direction, for use where a letter would be ambiguous.
    pub fn word(self) -> &'static str {
        ["right", "left", "down", "up", "far", "near"][self as usize]
    }

    /// The direction of a letter, upper or lower case.
    pub fn from_letter(letter: char) -> Option<Dir> {
        Dir::ALL.into_iter().find(|dir| dir.letter() == letter.to_ascii_uppercase())
    }
}

/// An axis of the box; a Rush Hour car can move along one axis only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// Left and right.
    Row,
    /// Up and down.
    Column,
    /// Near and far.
    Layer,
}

impl Axis {
    /// The word used in puzzle text and JSON.
    pub fn name(self) -> &'static str {
        ["row", "column", "layer"][self as usize]
    }

    /// The axis of that name.
    pub fn from_name(name: &str) -> Option<Axis> {
        [Axis::Row, Axis::Column, Axis::Layer].into_iter().find(|axis| axis.name() == name)
    }
}

/// The size of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    layers: u16,
    rows: u16,
    cols: u16,
    solid: bool,
}

impl Grid {
    /// The largest number of cells in a box.
    pub const MAX_CELLS: usize = 1024;

    /// A plane box; `None` if it would have no cells or more than [`Grid::MAX_CELLS`].
    pub fn plane(rows: usize, cols: usize) -> Option<Grid> {
        Grid::checked(1, rows, cols, false)
    }

    /// A box in three dimensions, with the same limits. It is written with three sizes, even if it has one
    /// layer.
    pub fn solid(layers: usize, rows: usize, cols: usize) -> Option<Grid> {
        Grid::checked(layers, rows, cols, true)
    }

    /// A box with the given two or three sides; `None` if the number of sides or cells is out of range.
    pub fn of_sides(sides: &[usize]) -> Option<Grid> {
        match *sides {
            [rows, cols] => Grid::plane(rows, cols),
            [layers, rows, cols] => Grid::solid(layers, rows, cols),
            _ => None,
        }
    }

    fn checked(layers: usize, rows: usize, cols: usize, solid: bool) -> Option<Grid> {
        let cells = layers.checked_mul(rows)?.checked_mul(cols)?;
        let narrow = |n: usize| u16::try_from(n).ok();
        (1..=Grid::MAX_CELLS).contains(&cells).then_some(Grid {
            layers: narrow(layers)?,
            rows: narrow(rows)?,
            cols: narrow(cols)?,
            solid,
        })
    }

    /// Number of layers; one in a plane box.
    pub fn layers(self) -> usize {
        usize::from(self.layers)
    }

    /// Number of rows in a layer.
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }

    /// Number of columns in a layer.
    pub fn cols(self) -> usize {
        usize::from(self.cols)
    }

    /// Whether the box is written with three sizes.
    pub fn is_solid(self) -> bool {
        self.solid
    }

    /// Number of cells, blocked ones included.
    #[inline]
    pub fn size(self) -> usize {
        self.layers() * self.rows() * self.cols()
    }

    /// The directions of movement: four in the plane, six in three dimensions.
    pub fn dirs(self) -> &'static [Dir] {
        &Dir::ALL[..if self.solid { 6 } else { 4 }]
    }

    /// All cells in reading order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.size() as u16).map(Cell)
    }

    /// The offset of a cell from the first cell.
    #[inline]
    pub fn offset(self, cell: Cell) -> Offset {
        let (rest, col) = (cell.0 / self.cols, cell.0 % self.cols);
        Offset { layer: (rest / self.rows) as i16, row: (rest % self.rows) as i16, col: col as i16 }
    }

    /// The cell at an offset from the first cell, if it is in the box.
    #[inline]
    pub fn cell(self, at: Offset) -> Option<Cell> {
        let inside = |x: i16, n: u16| u16::try_from(x).ok().filter(|&x| x < n);
        let (layer, row, col) =
            (inside(at.layer, self.layers)?, inside(at.row, self.rows)?, inside(at.col, self.cols)?);
        Some(Cell((layer * self.rows + row) * self.cols + col))
    }

    /// The cell at an offset `by` from `cell`, if it is in the box.
    #[inline]
    pub fn shifted(self, cell: Cell, by: Offset) -> Option<Cell> {
        self.cell(self.offset(cell) + by)
    }

    /// The coordinates of a cell as users write them: `row,col`, or `layer,row,col` in three dimensions; from
    /// 0.
    pub fn coordinates(self, cell: Cell) -> String {
        let at = self.offset(cell);
        if self.solid {
            format!("{},{},{}", at.layer, at.row, at.col)
        } else {
            format!("{},{}", at.row, at.col)
        }
    }

    /// The cell with the given coordinates, in the form that [`Grid::coordinates`] writes; `None` for any
    /// other text and for cells outside the box.
    pub fn parse_coordinates(self, text: &str) -> Option<Cell> {
        let numbers: Vec<i16> = text.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>()?;
        match (numbers.as_slice(), self.solid) {
            (&[row, col], false) => self.cell(Offset::plane(row, col)),
            (&[layer, row, col], true) => self.cell(Offset { layer, row, col }),
            _ => None,
        }
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.solid {
            write!(f, "{} x ", self.layers)?;
        }
        write!(f, "{} x {}", self.rows, self.cols)
    }
}

/// The text is not the size of a box.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the size of a box of 1 to {max} cells, such as 4x4x4 or 8x8", max = Grid::MAX_CELLS)]
pub struct NotASize(String);

/// Reads a size such as `4x4x4` or `8 x 8`.
///
/// ```
/// use slideways::grid::Grid;
///
/// assert_eq!("5x4".parse(), Ok(Grid::plane(5, 4).unwrap()));
/// assert!("0x4".parse::<Grid>().is_err());
/// ```
impl FromStr for Grid {
    type Err = NotASize;

    fn from_str(text: &str) -> Result<Grid, NotASize> {
        sides(text).and_then(|sides| Grid::of_sides(&sides)).ok_or_else(|| NotASize(text.to_owned()))
    }
}

/// The sides in a size such as `4x4x4` or `8 x 8`; `None` if the text does not look like a size. A side too
/// large for `usize` becomes `usize::MAX`.
pub fn sides(text: &str) -> Option<Vec<usize>> {
    let sides: Vec<&str> = text.split(['x', 'X', '×']).map(str::trim).collect();
    let digits = |side: &&str| !side.is_empty() && side.bytes().all(|byte| byte.is_ascii_digit());
    let is_size = (2..=3).contains(&sides.len()) && sides.iter().all(digits);
    is_size.then(|| sides.iter().map(|side| side.parse().unwrap_or(usize::MAX)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_two_or_three_sides() {
        assert_eq!(sides("4x4x5"), Some(vec![4, 4, 5]));
        assert_eq!(sides("8 X 8"), Some(vec![8, 8]));
        assert_eq!(sides("1x99999999999999999999").and_then(|sides| Grid::of_sides(&sides)), None);
        for text in ["4", "4x", "klotski", "4x4x4x4", "11/1", "2x4:10742635", ""] {
            assert_eq!(sides(text), None, "{text}");
        }
    }

    #[test]
    fn cells_and_offsets_are_inverse() {
        for grid in [Grid::plane(3, 5).unwrap(), Grid::solid(2, 3, 4).unwrap()] {
            for cell in grid.cells() {
                assert_eq!(grid.cell(grid.offset(cell)), Some(cell));
                assert_eq!(grid.parse_coordinates(&grid.coordinates(cell)), Some(cell));
            }
        }
    }

    #[test]
    fn a_step_and_its_opposite_cancel() {
        let grid = Grid::solid(3, 3, 3).unwrap();
        for dir in Dir::ALL {
            let there = grid.shifted(Cell(13), dir.offset()).unwrap();
            assert_eq!(grid.shifted(there, dir.opposite().offset()), Some(Cell(13)));
            assert_eq!(dir.axis(), dir.opposite().axis());
            assert_eq!(Dir::from_letter(dir.letter()), Some(dir));
        }
    }

    #[test]
    fn a_step_never_wraps_around_an_edge() {
        let grid = Grid::plane(2, 3).unwrap();
        assert_eq!(grid.shifted(Cell(2), Dir::Right.offset()), None);
        assert_eq!(grid.shifted(Cell(3), Dir::Left.offset()), None);
    }

    #[test]
    fn boxes_without_cells_or_with_too_many_are_refused() {
        assert_eq!(Grid::plane(0, 4), None);
        assert_eq!(Grid::plane(33, 32), None);
        assert_eq!(Grid::solid(usize::MAX, 2, 2), None);
        assert!(Grid::plane(32, 32).is_some());
    }
}
