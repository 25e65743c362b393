//! Partitions of the tiles of a board into patterns.

use super::{Cell, Pattern, Reflection, Size, reflections, symmetries};

/// The size class of pattern databases: small ones are built at first use, large ones take minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PdbSize {
    /// Patterns of at most six tiles.
    Small,
    /// Patterns of seven and eight tiles; for boards of 15 and 16 cells.
    Large,
}

impl PdbSize {
    /// The name that users see.
    pub fn name(self) -> &'static str {
        match self {
            PdbSize::Small => "small",
            PdbSize::Large => "large",
        }
    }

    /// Whether a board can have such tables.
    pub fn suits(self, size: Size) -> bool {
        match self {
            PdbSize::Small => size.cells() <= super::MOST_CELLS,
            PdbSize::Large => matches!(size.cells(), 15 | 16),
        }
    }
}

/// The two partitions of the tiles of a board, given the home of the blank.
pub fn views(size: Size, blank: Cell, extent: PdbSize) -> [Vec<Pattern>; 2] {
    let (last, reflection) = last_of_its_kind(size, blank);
    let back = |cell: &Cell| {
        Cell(reflection.iter().position(|image| image == cell).expect("a reflection is a bijection") as u16)
    };
    let pattern = |homes: &Vec<Cell>| Pattern::new(size, homes.iter().map(back).collect(), blank);
    division(size, last, extent).map(|homes| homes.iter().map(pattern).collect())
}

/// The last of the cells to which the symmetries of the board map a cell; and the symmetry that does so.
pub fn last_of_its_kind(size: Size, cell: Cell) -> (Cell, Reflection) {
    let mut seen: Vec<Reflection> =
        if size.rows() == size.cols() { reflections(size) } else { symmetries(size) };
    seen.sort_by_key(|reflection| std::cmp::Reverse(reflection[cell.index()]));
    let reflection = seen.swap_remove(0);
    (reflection[cell.index()], reflection)
}

/// Two partitions, the second mostly the mirror image of the first.
fn division(size: Size, blank: Cell, extent: PdbSize) -> [Vec<Vec<Cell>>; 2] {
    let square = size.rows() == size.cols();
    let mirror =
        |cell: &Cell| Cell((cell.index() % size.cols() * size.rows() + cell.index() / size.cols()) as u16);
    if let Some(homes) = known(size, blank, extent) {
        let along: Vec<Vec<Cell>> =
            homes.iter().map(|homes| homes.iter().copied().map(Cell).collect()).collect();
        let across = along.iter().map(|homes| homes.iter().map(mirror).collect()).collect();
        return [along, across];
    }
    let mut order: Vec<Cell> = (0..size.cells() as u16).map(Cell).filter(|&home| home != blank).collect();
    let along = chunks(&order, extent);
    if square && mirror(&blank) == blank {
        let across = along.iter().map(|homes| homes.iter().map(mirror).collect()).collect();
        return [along, across];
    }
    // Column by column instead of row by row.
    order.sort_by_key(|cell| (cell.index() % size.cols(), cell.index() / size.cols()));
    let across = chunks(&order, extent);
    [along, across]
}

/// A partition into runs of some order: patterns of six, or two halves.
fn chunks(order: &[Cell], extent: PdbSize) -> Vec<Vec<Cell>> {
    let most = match extent {
        PdbSize::Small => 6,
        PdbSize::Large => order.len().div_ceil(2),
    };
    order.chunks(most).map(<[Cell]>::to_vec).collect()
}

/// Partitions that are known to be good, for the blank in the last cell; one list of homes per pattern.
fn known(size: Size, blank: Cell, extent: PdbSize) -> Option<&'static [&'static [u16]]> {
    match (size.rows(), size.cols(), blank.0, extent) {
        // Found by exchanging tiles as long as that paid: 113 random positions took 5.6 million steps before
        // their last iterations. With the partition of Korf and Felner (2002) it was 8.0 million.
        (4, 4, 15, PdbSize::Small) => Some(&[&[4, 5, 8, 9, 12, 13], &[3, 6, 7, 10, 11, 14], &[0, 1, 2]]),
        // Korf and Felner.
        (4, 4, 15, PdbSize::Large) => Some(&[&[0, 1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14]]),
        // Three blocks of 2 x 3 that share one table, and the rest around the blank.
        (5, 5, 24, PdbSize::Small) => Some(&[
            &[0, 1, 2, 5, 6, 7],
            &[3, 4, 8, 9, 13, 14],
            &[10, 11, 15, 16, 20, 21],
            &[12, 17, 18, 19, 22, 23],
        ]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_belongs_to_one_pattern_of_each_view() {
        for (rows, cols) in [(2, 2), (3, 3), (2, 8), (5, 3), (4, 4), (3, 6), (5, 5)] {
            let size = Size::new(rows, cols).unwrap();
            for blank in (0..size.cells() as u16).map(Cell) {
                for extent in [PdbSize::Small, PdbSize::Large].into_iter().filter(|extent| extent.suits(size))
                {
                    for view in views(size, blank, extent) {
                        let mut homes: Vec<Cell> =
                            view.iter().flat_map(|pattern| pattern.homes.clone()).collect();
                        homes.push(blank);
                        homes.sort();
                        assert!(homes.iter().copied().eq((0..size.cells() as u16).map(Cell)));
                        assert!(view.len() <= 4 && view.iter().all(|pattern| pattern.homes.len() <= 8));
                    }
                }
            }
        }
    }

    #[test]
    fn a_board_on_its_side_has_the_same_tables() {
        let (wide, tall) = (Size::new(3, 5).unwrap(), Size::new(5, 3).unwrap());
        for (row, col) in (0..3).flat_map(|row| (0..5).map(move |col| (row, col))) {
            let tables = |size, blank| {
                let patterns = views(size, Cell(blank), PdbSize::Small).concat();
                let mut seen: Vec<Pattern> = patterns.iter().map(|pattern| pattern.canonical().0).collect();
                seen.sort();
                seen.dedup();
                seen
            };
            assert_eq!(tables(wide, 5 * row + col), tables(tall, 3 * col + row));
        }
    }

    #[test]
    fn all_corners_share_their_tables() {
        for (side, extent) in [(4, PdbSize::Small), (4, PdbSize::Large), (5, PdbSize::Small)] {
            let size = Size::new(side, side).unwrap();
            let tables = |blank: usize| {
                let patterns = views(size, Cell(blank as u16), extent).concat();
                let mut seen: Vec<Pattern> = patterns.iter().map(|pattern| pattern.canonical().0).collect();
                seen.sort();
                seen.dedup();
                seen
            };
            let cells = size.cells();
            for corner in [0, side - 1, cells - side] {
                assert_eq!(tables(corner), tables(cells - 1));
            }
            assert!(tables(cells - 1).len() < 4);
        }
    }
}
