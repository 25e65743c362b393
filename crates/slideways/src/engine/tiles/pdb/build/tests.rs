//! Pattern databases compared with the plain rule.

use super::*;
use crate::engine::tiles::pdb::{PdbSize, views};
use crate::tiles::board::{Board, Tile};
use crate::tiles::goal::Goal;
use std::collections::BTreeMap;

/// The least number of counted steps from every arrangement of the pattern, by the plain rule and Dijkstra's
/// algorithm with buckets.
fn plainly(pattern: &Pattern, blank: Cell) -> BTreeMap<Vec<Cell>, u32> {
    let size = pattern.size;
    let mut tiles: Vec<Tile> = (1..size.cells() as u8).map(Tile).collect();
    tiles.insert(blank.index(), Tile::BLANK);
    let goal = Goal::from(Board::new(size, tiles).unwrap()).full().unwrap();
    let named: Vec<Tile> = pattern.homes.iter().map(|home| goal.tiles()[home.index()]).collect();
    let places = |board: &Board| named.iter().map(|tile| board.cells()[tile.index()]).collect::<Vec<Cell>>();
    let mut distances = BTreeMap::from([(goal.clone(), 0)]);
    let mut buckets = vec![vec![goal.clone()]];
    let mut steps = 0;
    while steps < buckets.len() {
        while let Some(board) = buckets[steps].pop() {
            if distances[&board] < steps {
                continue;
            }
            for &dir in &Dir::ALL[..4] {
                let mut to = board.clone();
                let Some(tile) = to.slide(dir) else { continue };
                let there = steps + usize::from(named.contains(&tile));
                if distances.get(&to).is_none_or(|&known| known > there) {
                    distances.insert(to.clone(), there);
                    buckets.resize(buckets.len().max(there + 1), vec![]);
                    buckets[there].push(to);
                }
            }
        }
        steps += 1;
    }
    let mut least = BTreeMap::new();
    for (board, steps) in distances {
        let known = least.entry(places(&board)).or_insert(steps as u32);
        *known = (*known).min(steps as u32);
    }
    least
}

/// The cells as a set, and their order.
fn sorted(cells: &[Cell]) -> (Cells, Order) {
    let mut tiles: Vec<usize> = (0..cells.len()).collect();
    tiles.sort_by_key(|&tile| cells[tile]);
    let order = tiles.iter().enumerate().fold(0, |all, (at, &tile)| all | (tile as Order) << (3 * at));
    (cells.iter().fold(0, |all, cell| all | 1 << cell.0), order)
}

/// Compare a table with the plain rule; returns the sum of its excesses.
fn agrees(pattern: &Pattern, blank: Cell) -> u32 {
    let table = table(pattern, &|_| ControlFlow::Continue(())).unwrap();
    let rank = Rank::new(pattern.homes.len(), pattern.size.cells());
    let mut sum = 0;
    for (cells, steps) in plainly(pattern, blank) {
        let (set, order) = sorted(&cells);
        let place = rank.of(set, order);
        let excess = table[place / 2] >> (4 * (place % 2)) & 15;
        sum += u32::from(excess);
        assert_eq!(pattern.distance(cells.iter().copied()) + 2 * u32::from(excess), steps, "{cells:?}");
    }
    sum
}

#[test]
fn a_table_holds_what_the_plain_rule_says() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4)] {
        let size = Size::new(rows, cols).unwrap();
        for blank in
            [size.cells() as u16 - 1, 1].map(Cell).into_iter().take(if size.cells() > 8 { 1 } else { 2 })
        {
            for pattern in views(size, blank, PdbSize::Small).concat() {
                let sum = agrees(&pattern, blank);
                assert!(sum > 0 || pattern.homes.len() < 2 || size.cells() == 4);
            }
        }
    }
}

#[test]
fn a_blank_that_is_locked_in_counts() {
    let size = Size::new(3, 3).unwrap();
    for (homes, blank) in [(vec![1, 3], 0), (vec![1, 3, 4, 5, 7, 8, 6], 0)] {
        let homes = homes.into_iter().map(Cell).collect();
        assert!(agrees(&Pattern::new(size, homes, Cell(blank)), Cell(blank)) > 0);
    }
}

#[test]
fn a_build_tells_how_much_is_done() {
    let size = Size::new(3, 3).unwrap();
    let [view, _] = views(size, Cell(8), PdbSize::Small);
    let told = std::sync::Mutex::new(vec![]);
    let hear = |done: f64| {
        told.lock().unwrap().push(done);
        ControlFlow::Continue(())
    };
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(|| table(&view[0], &hear));
    let told = told.into_inner().unwrap();
    assert!(told.is_sorted() && told[0] < 0.1 && told.last() == Some(&1.0), "{told:?}");
}

#[test]
fn a_build_can_be_stopped() {
    let size = Size::new(4, 4).unwrap();
    let [view, _] = views(size, Cell(15), PdbSize::Small);
    assert_eq!(table(&view[0], &|_| ControlFlow::Break(())), None);
}
