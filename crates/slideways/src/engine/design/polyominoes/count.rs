//! The number of packings of a set of cells, by dynamic programming.
//!
//! The first cell not yet covered becomes a hole, or the first cell of a piece. What remains is again a set
//! of cells, so the numbers for sets of cells are kept in a table. They are split by the number of holes.

use super::partition::connected_sets;
use super::plane::{CellSet, Plane};
use std::ops::RangeInclusive;

/// Counts packings of sets of cells.
pub struct Counter<'p> {
    plane: &'p Plane,
    sizes: RangeInclusive<u32>,
    /// The last number of holes with its own entry; packings with more holes are counted there too.
    most_holes: usize,
    /// Where the numbers for each set of cells begin in `numbers`; `u32::MAX` if they are not known.
    begin: Vec<u32>,
    numbers: Vec<u64>,
}

impl<'p> Counter<'p> {
    /// A counter of packings with pieces of the given sizes.
    pub fn new(plane: &'p Plane, sizes: RangeInclusive<u32>, most_holes: usize) -> Counter<'p> {
        let mut begin = vec![u32::MAX; 1 << plane.size];
        begin[0] = 0;
        let mut numbers = vec![0; most_holes + 1];
        numbers[0] = 1;
        Counter { plane, sizes, most_holes, begin, numbers }
    }

    /// The numbers of packings of a set of cells with 0, 1, 2, … holes; the last is the number of packings
    /// with `most_holes` holes or more.
    pub fn packings(&mut self, cells: CellSet) -> &[u64] {
        let begin = self.begin_of(cells);
        &self.numbers[begin..=begin + self.most_holes]
    }

    fn begin_of(&mut self, cells: CellSet) -> usize {
        let known = self.begin[cells as usize];
        if known != u32::MAX {
            return known as usize;
        }
        let width = self.most_holes + 1;
        let mut sums = [0; Plane::MOST_CELLS + 1];
        let hole = self.begin_of(cells & (cells - 1));
        for (holes, &number) in self.numbers[hole..hole + width].iter().enumerate() {
            sums[(holes + 1).min(self.most_holes)] += number;
        }
        let (plane, sizes) = (self.plane, self.sizes.clone());
        connected_sets(plane, cells, *sizes.end(), &mut |piece| {
            if sizes.contains(&piece.count_ones()) {
                let rest = self.begin_of(cells & !piece);
                let numbers = &self.numbers[rest..rest + width];
                sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
            }
        });
        let begin = self.numbers.len();
        self.numbers.extend_from_slice(&sums[..width]);
        self.begin[cells as usize] = begin as u32;
        begin
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    fn total(rows: usize, cols: usize) -> u64 {
        let plane = Plane::new(Grid::plane(rows, cols).unwrap()).unwrap();
        Counter::new(&plane, 1..=24, 0).packings(plane.all)[0]
    }

    #[test]
    fn bickfords_number_of_packings_of_the_square_of_four_is_right() {
        assert_eq!(total(1, 1), 2);
        assert_eq!(total(4, 4), 55_807_716);
    }

    #[test]
    fn packings_are_split_by_holes() {
        let plane = Plane::new(Grid::plane(1, 3).unwrap()).unwrap();
        // No hole: 4 compositions of 3; one hole: 2 + 1 + 2; two holes: 3; three: 1.
        assert_eq!(Counter::new(&plane, 1..=3, 3).packings(0b111), [4, 5, 3, 1]);
        assert_eq!(Counter::new(&plane, 1..=3, 1).packings(0b111), [4, 9]);
        assert_eq!(Counter::new(&plane, 2..=3, 3).packings(0b111), [1, 2, 0, 1]);
    }
}
