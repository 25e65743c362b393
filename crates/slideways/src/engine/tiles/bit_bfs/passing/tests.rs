//! Steps with all orders at once, compared with the plain rule applied to one position at a time.

use super::Passing;
use crate::engine::tiles::bit_bfs::row;
use crate::engine::tiles::bit_bfs::word::UNIT;
use crate::engine::tiles::rank::{Rank, Ranking};
use crate::grid::{Cell, Dir};
use crate::tiles::board::{Board, Size, Tile};
use crate::tiles::random::Random;

/// A random position.
fn mixed(rows: usize, cols: usize, random: &mut Random) -> Board {
    let size = Size::new(rows, cols).unwrap();
    let mut tiles: Vec<Tile> = (0..size.cells() as u8).map(Tile).collect();
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, random.below(last as u64 + 1) as usize);
    }
    Board::new(size, tiles).unwrap()
}

/// At most `number` random orders, or all of them if there are no more than that.
fn some(ranking: &Ranking, number: u64, random: &mut Random) -> Vec<Rank> {
    let orders = ranking.orders();
    match orders <= number {
        true => (0..orders).map(Rank).collect(),
        false => (0..number).map(|_| Rank(random.below(orders))).collect(),
    }
}

/// Let the blank step from every cell in every direction, with a random set of orders.
fn steps(rows: usize, cols: usize, number: u64, random: &mut Random) {
    let zero = mixed(rows, cols, random);
    let (size, ranking) = (zero.size(), Ranking::new(&zero).unwrap());
    for from in (0..size.cells() as u16).map(Cell) {
        for &dir in &Dir::ALL[..4] {
            let Some(to) = size.neighbour(from, dir) else { continue };
            let (mut before, mut expected) = (row::none(ranking.places()), row::none(ranking.places()));
            for rank in some(&ranking, number, random).into_iter().filter(|_| random.below(2) == 0) {
                let mut board = ranking.board(from, rank);
                row::set(&mut before, rank);
                board.slide(dir.opposite()).unwrap();
                assert_eq!(board.blank(), to);
                row::set(&mut expected, ranking.rank(&board));
            }
            let (passing, mut after) = (Passing::new(&ranking, from, to), row::none(ranking.places()));
            for (unit, first) in after.chunks_mut(UNIT).zip((0..).step_by(UNIT)) {
                passing.add(&&before[..], first, unit);
            }
            assert!(after[..] == expected[..], "{size}, blank from {from:?} to {to:?}");
        }
    }
}

#[test]
fn on_small_boards_all_orders_follow_the_plain_rule() {
    let mut random = Random::new(1);
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        (0..3).for_each(|_| steps(rows, cols, u64::MAX, &mut random));
    }
}

#[test]
fn on_larger_boards_some_orders_follow_the_plain_rule() {
    let mut random = Random::new(2);
    for (rows, cols) in [(5, 2), (3, 4)] {
        steps(rows, cols, 5000, &mut random);
    }
}

#[test]
#[ignore = "slow: some seconds"]
fn on_boards_of_twelve_cells_many_orders_follow_the_plain_rule() {
    let mut random = Random::new(3);
    for (rows, cols) in [(5, 2), (4, 3), (3, 4), (6, 2)] {
        steps(rows, cols, 200_000, &mut random);
    }
}
