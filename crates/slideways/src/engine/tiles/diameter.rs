//! Diameter of a board of tiles: one breadth-first count per class of cells of the blank.
//!
//! The *eccentricity* of a position is the distance of the farthest one from it, the radius of a count around
//! it. The diameter is the largest eccentricity. It depends on the cell of the blank alone:
//!
//! * Give the tiles other names. A tile slides as before, so this maps neighbours to neighbours: it is an
//!   automorphism of the graph of all positions. If two positions have the blank in the same cell, a renaming
//!   maps one to the other, tile by tile. So the same number of positions is at each distance from both. This
//!   also holds if neither can reach the other: then the renaming is an odd permutation, and maps the half of
//!   all positions that one can reach onto the half that the other can reach.
//! * Reflect the board, or rotate it. Lines stay lines, so this is an automorphism in both metrics, and cells
//!   in one orbit of these symmetries, a *class*, have the same eccentricity.
//!
//! From every position the blank can go to every cell, so each half contains all classes, and one count per
//! class proves the diameter of both. A 3 x 3 board has three:
//!
//! ```text
//! a b a     a: corner, eccentricity 31 in the single-tile metric
//! b c b     b: edge, 31
//! a b a     c: centre, 30; so the diameter is 31, after 3 counts instead of 181,440
//! ```
//!
//! If the counts are stopped, two bounds remain. Two positions are as far apart as the last layer of any
//! count. And from a position with the blank in cell *a*, first bring the blank to a cell *b* of a class with
//! a complete count: the eccentricity of *a* is at most that of *b* plus the moves from *a* to *b*.

use super::bit_bfs::{self, TooManyPositions};
use super::census::Census;
use crate::grid::{Cell, Dir};
use crate::outcome::{Cost, LayerTable, Limits, Stop};
use crate::style::Who;
use crate::tiles::board::{Board, Size};
use crate::watch::Watch;
use std::collections::BTreeSet;
use web_time::Instant;

/// The diameter of a board, and the counts that prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardDiameter {
    /// One count per class of cells of the blank, in the order of their first cells.
    pub classes: Vec<CellClass>,
    /// Lower bound of the diameter.
    pub at_least: u32,
    /// Upper bound of the diameter: the diameter itself, if it equals the lower bound. `None` if no count is
    /// complete.
    pub at_most: Option<u32>,
    /// Two positions that are `at_least` moves apart; `None` if only a stopped count proves that bound.
    pub ends: Option<[Board; 2]>,
    /// What stopped the counts, if something did.
    pub stop: Option<Stop>,
    /// The work of all counts, and the most memory that one held.
    pub cost: Cost,
}

impl BoardDiameter {
    /// The number of classes with a complete count.
    pub fn counted(&self) -> usize {
        self.classes.iter().filter(|class| class.radius().is_some()).count()
    }
}

/// Cells of a board that are equivalent by its symmetry, and the positions around one with the blank there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellClass {
    /// The cells, in reading order.
    pub cells: Vec<Cell>,
    /// The number of positions at each distance from any position with the blank in one of these cells; the
    /// layers counted so far, if the count was stopped.
    pub layers: LayerTable,
}

impl CellClass {
    /// The eccentricity of a position with the blank in one of these cells, if the count is complete.
    pub fn radius(&self) -> Option<u32> {
        self.layers.stop.is_none().then(|| self.layers.radius())
    }

    /// The number of positions at that distance.
    pub fn farthest(&self) -> Option<u64> {
        self.radius().and(self.layers.sizes.last().copied())
    }
}

/// The classes of cells under reflections of a board and, if it is square, transposition, which together
/// generate its rotations.
pub fn classes(size: Size) -> Vec<Vec<Cell>> {
    let (rows, cols) = (size.rows(), size.cols());
    let orbit = |cell: usize| {
        let (row, col) = (cell / cols, cell % cols);
        let mut places = vec![(row, col)];
        if rows == cols {
            places.push((col, row));
        }
        let images = places.into_iter().flat_map(|(row, col)| {
            let mirrored = [row, rows - 1 - row].map(|row| [(row, col), (row, cols - 1 - col)]);
            mirrored.into_iter().flatten()
        });
        images.map(|(row, col)| Cell((row * cols + col) as u16)).collect::<BTreeSet<Cell>>()
    };
    let orbits = (0..size.cells()).map(|cell| (cell, orbit(cell)));
    let first = orbits.filter(|(cell, orbit)| orbit.first().is_some_and(|first| first.index() == *cell));
    first.map(|(_, orbit)| orbit.into_iter().collect()).collect()
}

/// The diameter of the board that contains `from`. A complete count around `from` that is already `known` is
/// not repeated; it must contain a farthest position.
pub fn diameter(
    from: &Board,
    mut known: Option<Census>,
    who: Who,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<BoardDiameter, TooManyPositions> {
    let started = Instant::now();
    let mut found = BoardDiameter {
        classes: vec![],
        at_least: 0,
        at_most: None,
        ends: None,
        stop: None,
        cost: Cost::default(),
    };
    for cells in classes(from.size()) {
        let is_known = cells.contains(&from.blank());
        let centre = if is_known { from.clone() } else { with_blank(from, cells[0]) };
        let Census { table, farthest } = match (is_known.then(|| known.take()).flatten(), found.stop) {
            (Some(known), _) => known,
            (None, Some(_)) => uncounted(found.stop),
            (None, None) => bit_bfs::census(&centre, who, 1, limits.after(started.elapsed()), watch)?,
        };
        found.stop = found.stop.or(table.stop);
        add(&mut found.cost, &table.cost);
        if table.radius() > found.at_least {
            (found.at_least, found.ends) = (table.radius(), None);
        }
        if table.radius() == found.at_least && found.ends.is_none() {
            found.ends = farthest.into_iter().next().map(|farthest| [centre, farthest]);
        }
        found.classes.push(CellClass { cells, layers: table });
    }
    let bounds = found.classes.iter().map(|class| upper(class, &found.classes, from.size(), who));
    found.at_most = bounds.collect::<Option<Vec<u32>>>().and_then(|bounds| bounds.into_iter().max());
    Ok(found)
}

/// A class that was not begun.
fn uncounted(stop: Option<Stop>) -> Census {
    Census { table: LayerTable { sizes: vec![1], stop, cost: Cost::default() }, farthest: vec![] }
}

/// Add the work of a count.
fn add(cost: &mut Cost, more: &Cost) {
    cost.expanded += more.expanded;
    cost.generated += more.generated;
    cost.states += more.states;
    cost.peak_bytes = cost.peak_bytes.max(more.peak_bytes);
    cost.table_bytes = cost.table_bytes.max(more.table_bytes);
}

/// An upper bound of the eccentricity of a class, from the complete counts; `None` if there is none.
fn upper(class: &CellClass, classes: &[CellClass], size: Size, who: Who) -> Option<u32> {
    let by_way_of = |other: &CellClass| {
        let moves = other.cells.iter().map(|&cell| moves(size, class.cells[0], cell, who)).min();
        other.radius().zip(moves).map(|(radius, moves)| radius + moves)
    };
    class.radius().or_else(|| classes.iter().filter_map(by_way_of).min())
}

/// The fewest moves that bring the blank from one cell to another.
fn moves(size: Size, from: Cell, to: Cell, who: Who) -> u32 {
    let (rows, cols) = (from.index() / size.cols(), from.index() % size.cols());
    match who {
        Who::Piece => size.distance(from, to),
        Who::Set => u32::from(rows != to.index() / size.cols()) + u32::from(cols != to.index() % size.cols()),
    }
}

/// A position that this one can reach, with the blank in a cell.
fn with_blank(from: &Board, cell: Cell) -> Board {
    let (mut board, cols) = (from.clone(), from.size().cols());
    let place = |cell: Cell| (cell.index() / cols, cell.index() % cols);
    while board.blank() != cell {
        let ((row, col), (to_row, to_col)) = (place(board.blank()), place(cell));
        // The tile goes the opposite way.
        let dir = match () {
            () if row < to_row => Dir::Up,
            () if row > to_row => Dir::Down,
            () if col < to_col => Dir::Left,
            () => Dir::Right,
        };
        board.slide(dir).expect("the cell is on the board");
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::{Goal, Tile};

    fn goal(rows: usize, cols: usize) -> Board {
        Goal::blank_last(Size::new(rows, cols).unwrap()).full().unwrap()
    }

    fn of(board: &Board, who: Who) -> BoardDiameter {
        diameter(board, None, who, Limits::default(), &mut ()).unwrap()
    }

    /// The radius of each class, in order.
    fn radii(rows: usize, cols: usize, who: Who) -> Vec<u32> {
        of(&goal(rows, cols), who).classes.iter().map(|class| class.radius().unwrap()).collect()
    }

    /// The number of positions at each distance, by the plain rule.
    fn plain(from: &Board, who: Who) -> Vec<u64> {
        let mut seen = BTreeSet::from([from.clone()]);
        let (mut sizes, mut layer) = (vec![], vec![from.clone()]);
        while !layer.is_empty() {
            sizes.push(layer.len() as u64);
            let mut next = vec![];
            for board in layer {
                next.extend(board.neighbours(who).into_iter().filter(|to| seen.insert(to.clone())));
            }
            layer = next;
        }
        sizes
    }

    /// All positions of a board, reachable from each other or not.
    fn all(size: Size) -> Vec<Board> {
        let mut all = vec![vec![]];
        for _ in 0..size.cells() {
            let longer = |tiles: Vec<Tile>| {
                let rest = (0..size.cells() as u8).map(Tile).filter(|tile| !tiles.contains(tile));
                rest.map(|tile| [&tiles[..], &[tile]].concat()).collect::<Vec<_>>()
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all.into_iter().map(|tiles| Board::new(size, tiles).unwrap()).collect()
    }

    #[test]
    fn the_counts_are_those_around_every_single_position() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
            for who in [Who::Piece, Who::Set] {
                let found = of(&goal(rows, cols), who);
                let mut largest = 0;
                for board in all(goal(rows, cols).size()) {
                    let class = found.classes.iter().find(|class| class.cells.contains(&board.blank()));
                    let layers = plain(&board, who);
                    assert_eq!(class.unwrap().layers.sizes, layers, "{board:?}");
                    largest = largest.max(layers.len() as u32 - 1);
                }
                assert_eq!((found.at_least, found.at_most, found.stop), (largest, Some(largest), None));
            }
        }
    }

    #[test]
    fn classes_partition_the_cells() {
        for (rows, cols, number) in
            [(2, 2, 1), (2, 3, 2), (3, 3, 3), (3, 4, 4), (4, 4, 3), (2, 7, 4), (3, 5, 6)]
        {
            let classes = classes(Size::new(rows, cols).unwrap());
            let mut cells: Vec<usize> = classes.iter().flatten().map(|cell| cell.index()).collect();
            cells.sort_unstable();
            assert_eq!(cells, (0..rows * cols).collect::<Vec<_>>());
            assert_eq!(classes.len(), number, "{rows} x {cols}");
        }
    }

    #[test]
    fn the_8_puzzle_has_the_known_radii() {
        assert_eq!(radii(3, 3, Who::Piece), [31, 31, 30]);
        assert_eq!(radii(2, 4, Who::Piece), [36, 35]);
        assert_eq!(radii(2, 3, Who::Piece), [21, 21]);
    }

    #[test]
    fn the_ends_are_as_far_apart_as_they_are_said_to_be() {
        for who in [Who::Piece, Who::Set] {
            let found = of(&goal(2, 3), who);
            let [one, other] = found.ends.unwrap();
            assert_eq!(
                bit_bfs::census(&one, who, 360, Limits::default(), &mut ()).unwrap().farthest,
                [other]
            );
        }
    }

    #[test]
    fn the_start_makes_no_difference() {
        let odd = Board::new(Size::new(2, 3).unwrap(), [2, 0, 1, 3, 4, 5].map(Tile)).unwrap();
        for who in [Who::Piece, Who::Set] {
            let sizes = |found: BoardDiameter| {
                found.classes.into_iter().map(|class| class.layers.sizes).collect::<Vec<_>>()
            };
            assert_eq!(sizes(of(&odd, who)), sizes(of(&goal(2, 3), who)));
        }
    }

    #[test]
    fn a_known_count_is_not_repeated() {
        let from = goal(3, 3);
        let known = bit_bfs::census(&from, Who::Piece, 1, Limits::default(), &mut ()).unwrap();
        let late = Limits::default().time(std::time::Duration::ZERO);
        let found = diameter(&from, Some(known), Who::Piece, late, &mut ()).unwrap();
        assert_eq!(found.counted(), 1);
        // The centre is two steps from a corner.
        assert_eq!((found.at_least, found.at_most, found.stop), (31, Some(33), Some(Stop::Time)));
        let found = diameter(&from, None, Who::Piece, late, &mut ()).unwrap();
        assert_eq!((found.counted(), found.at_most, found.ends), (0, None, None));
    }

    #[test]
    fn bounds_of_stopped_counts_enclose_the_diameter() {
        for (rows, cols) in [(2, 3), (2, 4), (3, 3)] {
            for who in [Who::Piece, Who::Set] {
                let whole = of(&goal(rows, cols), who);
                for cells in classes(goal(rows, cols).size()) {
                    let from = with_blank(&goal(rows, cols), cells[0]);
                    let known = bit_bfs::census(&from, who, 1, Limits::default(), &mut ()).unwrap();
                    let late = Limits::default().time(std::time::Duration::ZERO);
                    let part = diameter(&from, Some(known), who, late, &mut ()).unwrap();
                    assert!(part.at_least <= whole.at_least && whole.at_least <= part.at_most.unwrap());
                }
            }
        }
    }
}
