//! Shapes: the cells that a kind of piece covers.

use crate::grid::{Dir, Grid, Offset};
use std::collections::BTreeSet;

/// The cells that a kind of piece covers, relative to its *anchor*, the first of them in reading order.
///
/// A shape may be disconnected; it still moves as one rigid body.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape(Vec<Offset>);

impl Shape {
    /// The shape that covers the given cells, moved to the anchor; `None` if there are no cells.
    pub fn new(cells: impl IntoIterator<Item = Offset>) -> Option<Shape> {
        let cells: BTreeSet<Offset> = cells.into_iter().collect();
        let anchor = *cells.first()?;
        Some(Shape(cells.into_iter().map(|cell| cell - anchor).collect()))
    }

    /// A brick with two or three sides: a full rectangle or cuboid that lies flat, with its shortest side
    /// upright. `None` if it has no cells or more than the largest box.
    ///
    /// ```
    /// use slideways::puzzle::Shape;
    ///
    /// assert_eq!(Shape::brick(&[2, 1, 2]).unwrap().offsets().len(), 4);
    /// assert_eq!(Shape::brick(&[1, 0, 2]), None);
    /// ```
    pub fn brick(sides: &[usize]) -> Option<Shape> {
        let mut all = sides.to_vec();
        all.resize(3, 1);
        all.sort_unstable();
        let grid = Grid::solid(all[0], all[1], all[2])?;
        Shape::new(grid.cells().map(|cell| grid.offset(cell)))
    }

    /// The layers, rows and columns of the smallest box around the shape.
    fn extents(&self) -> [usize; 3] {
        let ways: [fn(&Offset) -> i16; 3] = [|cell| cell.layer, |cell| cell.row, |cell| cell.col];
        ways.map(|along| {
            let ends = (self.0.iter().map(along).min(), self.0.iter().map(along).max());
            ends.1.zip(ends.0).map_or(0, |(last, first)| usize::from(last.abs_diff(first)) + 1)
        })
    }

    /// Whether the shape is a full rectangle or cuboid.
    pub fn is_box(&self) -> bool {
        self.extents().iter().product::<usize>() == self.0.len()
    }

    /// The number of connected parts: cells are connected if they share a side.
    ///
    /// ```
    /// use slideways::puzzle::Shape;
    ///
    /// let parts = |pattern: &str| pattern.parse::<Shape>().unwrap().parts();
    /// assert_eq!(["111/01", "101", "10/01"].map(parts), [1, 2, 2]);
    /// ```
    pub fn parts(&self) -> usize {
        let mut rest: BTreeSet<Offset> = self.0.iter().copied().collect();
        let mut parts = 0;
        while let Some(first) = rest.pop_first() {
            parts += 1;
            let mut next = vec![first];
            while let Some(at) = next.pop() {
                next.extend(Dir::ALL.map(|dir| at + dir.offset()).into_iter().filter(|to| rest.remove(to)));
            }
        }
        parts
    }

    /// Whether the shape, turned in any way, is no larger than a box.
    ///
    /// ```
    /// use slideways::grid::Grid;
    /// use slideways::puzzle::Shape;
    ///
    /// let bar: Shape = "11111".parse().unwrap();
    /// assert!(bar.fits(Grid::plane(5, 2).unwrap()) && !bar.fits(Grid::plane(4, 4).unwrap()));
    /// ```
    pub fn fits(&self, grid: Grid) -> bool {
        let mut sizes = self.extents();
        let mut room = [grid.layers(), grid.rows(), grid.cols()];
        sizes.sort_unstable();
        room.sort_unstable();
        sizes.iter().zip(room).all(|(&size, room)| size <= room)
    }

    /// Whether the shape is a box, or a connected plane shape in which every row and every column is one run.
    pub fn is_tame(&self) -> bool {
        // In a run, each cell except the last is followed by another.
        let breaks = |dir: Dir, line: fn(&Offset) -> i16| {
            let ends = self.0.iter().filter(|&&cell| self.0.binary_search(&(cell + dir.offset())).is_err());
            let lines: BTreeSet<i16> = self.0.iter().map(line).collect();
            ends.count() > lines.len()
        };
        let is_plane = self.0.iter().all(|cell| cell.layer == 0);
        let runs = !breaks(Dir::Right, |cell| cell.row) && !breaks(Dir::Down, |cell| cell.col);
        self.is_box() || (is_plane && self.parts() == 1 && runs)
    }

    /// The covered cells in reading order; the first is the anchor, at offset zero.
    pub fn offsets(&self) -> &[Offset] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(rows: &[&str]) -> Shape {
        let cells = rows.iter().enumerate().flat_map(|(row, cells)| {
            let filled = cells.char_indices().filter(|&(_, cell)| cell == '1');
            filled.map(move |(col, _)| Offset::plane(row as i16, col as i16))
        });
        Shape::new(cells).unwrap()
    }

    #[test]
    fn hooks_and_broken_shapes_are_not_tame() {
        for tame in
            [vec!["1"], vec!["11", "11"], vec!["1", "11"], vec!["011", "11"], vec!["010", "111", "010"]]
        {
            assert!(shape(&tame).is_tame(), "{tame:?}");
        }
        for wild in [vec!["101", "111"], vec!["101"], vec!["11", "1", "11"], vec!["10", "01"]] {
            assert!(!shape(&wild).is_tame(), "{wild:?}");
        }
        assert!(shape(&["11", "11"]).is_box() && !shape(&["1", "11"]).is_box());
    }
}
