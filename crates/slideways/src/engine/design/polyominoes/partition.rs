//! Partitions of a set of cells into connected parts, in a fixed order.
//!
//! As in a packing, the part that covers the first cell not yet covered is chosen next, among all connected
//! sets of free cells with that cell. A part of one cell stands for a piece of one cell or for a hole: which
//! of them are holes is decided later, so there are far fewer partitions than packings.

use super::plane::{CellSet, Plane};
use crate::tiles::random::mixed;
use std::ops::ControlFlow;

/// A partition of the cells outside the goal piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Partition {
    /// Equal for equal sets of larger parts: a hash of their shapes, and in the low five bits their number.
    pub key: u64,
    /// The cells that belong to the same part as their right neighbour.
    pub right: CellSet,
    /// The cells that belong to the same part as their lower neighbour.
    pub down: CellSet,
    /// The parts of one cell.
    pub singles: CellSet,
}

impl Partition {
    /// The number of parts of more than one cell.
    pub fn larger(&self) -> u32 {
        (self.key & 31) as u32
    }
}

/// Enumerates partitions.
pub struct Partitions<'v, V> {
    /// The box.
    pub plane: &'v Plane,
    /// The sizes of parts of more than one cell.
    pub sizes: (u32, u32),
    /// Receives each partition, and may break off.
    pub visit: V,
}

impl<V: FnMut(Partition) -> ControlFlow<()>> Partitions<'_, V> {
    /// All partitions of a set of cells.
    pub fn of(&mut self, cells: CellSet) -> ControlFlow<()> {
        self.fill(cells, Partition { key: 0, right: 0, down: 0, singles: 0 })
    }

    /// All partitions of the free cells, added to the parts so far.
    fn fill(&mut self, free: CellSet, parts: Partition) -> ControlFlow<()> {
        if free == 0 {
            return (self.visit)(parts);
        }
        let first = free & free.wrapping_neg();
        self.fill(free ^ first, Partition { singles: parts.singles | first, ..parts })?;
        let next = self.plane.neighbours(first) & free;
        self.grow(free, parts, first, next, first)
    }

    /// Add to the part each connected set of `candidates`, and of their free neighbours that are not `tried`.
    /// Of two sets, the one with the lower candidate comes first, so each set appears once.
    fn grow(
        &mut self,
        free: CellSet,
        parts: Partition,
        part: CellSet,
        mut candidates: CellSet,
        mut tried: CellSet,
    ) -> ControlFlow<()> {
        while candidates != 0 {
            let cell = candidates & candidates.wrapping_neg();
            candidates ^= cell;
            tried |= cell;
            let part = part | cell;
            let size = part.count_ones();
            if size >= self.sizes.0 && size <= self.sizes.1 {
                let (right, down) = self.plane.bonds(part);
                // A sum of hashes depends on the shapes alone, not on their order.
                let hash = mixed(u64::from(self.plane.upper_left(part))) & !31;
                let key = parts.key.wrapping_add(hash + 1);
                let parts = Partition { key, right: parts.right | right, down: parts.down | down, ..parts };
                self.fill(free & !part, parts)?;
            }
            if size < self.sizes.1 {
                let next = (candidates | self.plane.neighbours(cell)) & free & !tried;
                self.grow(free, parts, part, next, tried)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Calls `visit` with every connected set of cells that contains the first of the free cells.
pub fn connected_sets(plane: &Plane, free: CellSet, most: u32, visit: &mut impl FnMut(CellSet)) {
    fn grow(
        plane: &Plane,
        (free, most): (CellSet, u32),
        (part, mut candidates, mut tried): (CellSet, CellSet, CellSet),
        visit: &mut impl FnMut(CellSet),
    ) {
        visit(part);
        while candidates != 0 && part.count_ones() < most {
            let cell = candidates & candidates.wrapping_neg();
            candidates ^= cell;
            tried |= cell;
            let next = (candidates | plane.neighbours(cell)) & free & !tried;
            grow(plane, (free, most), (part | cell, next, tried), visit);
        }
    }
    let first = free & free.wrapping_neg();
    if first != 0 {
        grow(plane, (free, most), (first, plane.neighbours(first) & free, first), visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    #[test]
    fn grids_have_the_known_numbers_of_partitions() {
        // OEIS A145835: partitions of the n x n grid into connected parts.
        for (side, expected) in [(1, 1), (2, 12), (3, 1434), (4, 1_691_690)] {
            let plane = Plane::new(Grid::plane(side, side).unwrap()).unwrap();
            let mut number = 0;
            let visit = |_| {
                number += 1;
                ControlFlow::Continue(())
            };
            let _ = Partitions { plane: &plane, sizes: (2, 16), visit }.of(plane.all);
            assert_eq!(number, expected, "{side} x {side}");
        }
    }
}
