//! Symmetries of a box: 8 in the plane, 48 in space, of which a box keeps those that fit its sides.
//!
//! A turn maps each axis to an axis, forwards or backwards: a signed permutation. Its determinant
//! distinguishes rotations from reflections.

use crate::grid::{Cell, Grid, Offset};

/// A signed permutation of the three axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// For each new axis, the old axis that it comes from.
    from: [usize; 3],
    /// Whether it runs backwards.
    back: [bool; 3],
}

impl Turn {
    /// All turns of a plane box or of space, the identity first.
    pub fn all(solid: bool) -> Vec<Turn> {
        const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let signs = (0..8).map(|bits: u8| [0, 1, 2].map(|axis| bits >> axis & 1 == 1));
        let all = ORDERS.into_iter().flat_map(|from| signs.clone().map(move |back| Turn { from, back }));
        all.filter(|turn| solid || (turn.from[0] == 0 && !turn.back[0])).collect()
    }

    /// Whether it is a rotation: its determinant is 1.
    pub fn is_rotation(self) -> bool {
        let pairs = [(0, 1), (0, 2), (1, 2)];
        let inversions = pairs.into_iter().filter(|&(a, b)| self.from[a] > self.from[b]).count();
        (inversions + self.back.iter().filter(|&&back| back).count()).is_multiple_of(2)
    }

    /// The image of an offset.
    pub fn offset(self, at: Offset) -> Offset {
        let old = [at.layer, at.row, at.col];
        let [layer, row, col] =
            [0, 1, 2].map(|axis| if self.back[axis] { -old[self.from[axis]] } else { old[self.from[axis]] });
        Offset { layer, row, col }
    }

    /// The image of each cell of a box, if the turn keeps the sides of the box.
    pub fn cells(self, grid: Grid) -> Option<Vec<Cell>> {
        let sides = [grid.layers(), grid.rows(), grid.cols()];
        if self.from.map(|axis| sides[axis]) != sides {
            return None;
        }
        let origin = [0, 1, 2].map(|axis| if self.back[axis] { sides[axis] as i16 - 1 } else { 0 });
        let origin = Offset { layer: origin[0], row: origin[1], col: origin[2] };
        grid.cells().map(|cell| grid.cell(self.offset(grid.offset(cell)) + origin)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_all_turns_are_rotations() {
        for (solid, turns) in [(false, 8), (true, 48)] {
            let all = Turn::all(solid);
            assert_eq!(all.len(), turns);
            assert_eq!(all.iter().filter(|turn| turn.is_rotation()).count(), turns / 2);
        }
    }

    #[test]
    fn a_box_keeps_the_turns_that_fit_its_sides() {
        for (sides, kept) in [((4, 4, 4), 48), ((4, 4, 5), 16), ((3, 4, 5), 8)] {
            let grid = Grid::solid(sides.0, sides.1, sides.2).unwrap();
            let turns: Vec<_> = Turn::all(true).into_iter().filter_map(|turn| turn.cells(grid)).collect();
            assert_eq!(turns.len(), kept);
            for cells in turns {
                let mut sorted = cells.clone();
                sorted.sort();
                assert!(sorted.into_iter().eq(grid.cells()));
            }
        }
    }
}
