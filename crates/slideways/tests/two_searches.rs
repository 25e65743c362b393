//! Two searches that share little code find solutions of the same length, on thousands of random positions of
//! boards of many sizes, with the blank's home first, last and in the middle.
//!
//! In the single-tile metric, IDA* with pattern databases and the pruning automaton is compared with
//! `unrolled`, which uses neither. In the multi-tile metric, the search with tables is compared with the
//! plain one.

use slideways::Who;
use slideways::engine::tiles::instance::Unsuited;
use slideways::engine::tiles::pdb::PdbSize;
use slideways::engine::tiles::{Instance, ida, mtm, plain, unrolled};
use slideways::grid::{Cell, Dir};
use slideways::outcome::{Limits, Outcome};
use slideways::tiles::random::{Random, position};
use slideways::tiles::{Board, Goal, Size, Tile, moves, replay};
use std::ops::ControlFlow;

/// Positions of a board to be solved.
struct Positions {
    rows: usize,
    cols: usize,
    /// The number of positions per home of the blank.
    number: usize,
    /// The number of random steps away from the goal; `None` makes all positions equally likely.
    walk: Option<usize>,
}

/// All positions of a small board are easy.
const fn any(rows: usize, cols: usize, number: usize) -> Positions {
    Positions { rows, cols, number, walk: None }
}

/// Positions of a larger board are easy if they are near.
const fn near(rows: usize, cols: usize, number: usize, walk: usize) -> Positions {
    Positions { rows, cols, number, walk: Some(walk) }
}

/// The goal with all tiles in order and the blank in a cell.
fn goal(size: Size, blank: usize) -> Goal {
    let mut tiles: Vec<Tile> = (1..size.cells() as u8).map(Tile).collect();
    tiles.insert(blank, Tile::BLANK);
    Board::new(size, tiles).unwrap().into()
}

/// A walk that never steps back.
fn walked(goal: &Goal, steps: usize, random: &mut Random) -> Board {
    let mut board = goal.full().unwrap();
    let mut last = None;
    for _ in 0..steps {
        let before = board.blank();
        let open = |&dir: &Dir| {
            last != Some(dir.opposite()) && goal.size().neighbour(before, dir.opposite()).is_some()
        };
        let open: Vec<Dir> = Dir::ALL[..4].iter().copied().filter(open).collect();
        // In a corner the only step may be the step back.
        last = open.get(random.below(open.len().max(1) as u64) as usize).copied();
        last.map(|dir| board.slide(dir));
    }
    board
}

/// Solve each position by two searches. Both paths must reach the goal and have the same length in the metric
/// of `who`.
fn agree<T>(
    boards: &[Positions],
    who: Who,
    seed: u64,
    build: impl Fn(Size, Cell) -> T,
    one: impl Fn(&Instance, &T) -> Outcome<Vec<Dir>>,
    other: impl Fn(&Instance) -> Outcome<Vec<Dir>>,
) -> usize {
    let mut random = Random::new(seed);
    let mut solved = 0;
    for &Positions { rows, cols, number, walk } in boards {
        let size = Size::new(rows, cols).unwrap();
        for blank in [0, size.cells() / 2, size.cells() - 1] {
            let goal = goal(size, blank);
            let tables = build(size, Cell(blank as u16));
            for _ in 0..number {
                let start = match walk {
                    None => position(&goal, &mut random),
                    Some(steps) => walked(&goal, steps, &mut random),
                };
                let instance = Instance::new(&start, &goal).unwrap();
                let length = |outcome: Outcome<Vec<Dir>>| {
                    let Outcome::Solved(path) = outcome else { panic!("nothing stops the search") };
                    assert_eq!(replay::solution(&start, &path, &goal), Ok(()), "{start:?}, {goal}");
                    moves::length(&path, who)
                };
                assert_eq!(length(one(&instance, &tables)), length(other(&instance)), "{start:?}, {goal}");
                solved += 1;
            }
        }
    }
    solved
}

/// The single-tile metric.
fn single(boards: &[Positions], seed: u64) -> usize {
    let build = |size, blank| {
        ida::Tables::build(size, blank, PdbSize::Small, &|_| ControlFlow::Continue(())).unwrap()
    };
    let one = |instance: &Instance, tables: &ida::Tables| {
        ida::solve(instance, tables, Limits::default(), &mut ()).unwrap().outcome
    };
    let other = |instance: &Instance| match unrolled::solve(instance, Limits::default(), &mut ()) {
        Ok(answer) => answer.outcome,
        // `unrolled` is for boards of at most 16 cells.
        Err(why) => {
            assert_eq!(why, Unsuited::Cells { most: 16 });
            plain::solve(instance, Limits::default(), &mut ()).outcome
        }
    };
    agree(boards, Who::Piece, seed, build, one, other)
}

/// The multi-tile metric.
fn several(boards: &[Positions], seed: u64) -> usize {
    let build = |size, blank| mtm::MtmTables::build(size, blank, &|_| ControlFlow::Continue(())).unwrap();
    let one = |instance: &Instance, tables: &mtm::MtmTables| {
        mtm::solve(instance, tables, Limits::default(), &mut ()).unwrap().outcome
    };
    let other = |instance: &Instance| mtm::plain::solve(instance, Limits::default(), &mut ()).outcome;
    agree(boards, Who::Set, seed, build, one, other)
}

#[test]
fn hundreds_of_positions_take_as_many_steps_by_either_search() {
    let boards =
        [any(2, 2, 10), any(2, 3, 20), any(3, 2, 20), any(3, 3, 30), any(2, 5, 20), near(4, 3, 20, 50)];
    assert!(single(&boards, 1) >= 350);
}

#[test]
fn hundreds_of_positions_take_as_many_moves_together_by_either_search() {
    let boards = [any(2, 2, 10), any(2, 3, 30), any(3, 2, 30), any(4, 2, 20), any(3, 3, 20)];
    assert!(several(&boards, 2) >= 300);
}

#[test]
#[ignore = "slow: a minute"]
fn thousands_of_positions_of_small_boards_take_as_many_steps_by_either_search() {
    let boards = [
        any(2, 2, 50),
        any(2, 3, 200),
        any(3, 2, 200),
        any(2, 4, 300),
        any(4, 2, 300),
        any(3, 3, 500),
        any(2, 5, 200),
        any(5, 2, 200),
        any(3, 4, 20),
        any(4, 3, 20),
    ];
    assert!(single(&boards, 3) >= 5000);
}

#[test]
#[ignore = "slow: a minute"]
fn thousands_of_positions_of_larger_boards_take_as_many_steps_by_either_search() {
    let boards = [
        near(2, 6, 200, 50),
        near(6, 2, 200, 50),
        near(3, 4, 200, 60),
        near(4, 3, 200, 60),
        near(4, 4, 300, 60),
    ];
    assert!(single(&boards, 4) >= 3000);
}

#[test]
#[ignore = "slow: a minute"]
fn hundreds_of_positions_of_odd_shapes_take_as_many_steps_by_either_search() {
    let boards = [
        near(2, 7, 50, 36),
        near(7, 2, 50, 36),
        near(3, 5, 50, 50),
        near(5, 3, 50, 50),
        near(2, 8, 50, 36),
        near(8, 2, 50, 36),
    ];
    assert!(single(&boards, 7) >= 900);
}

#[test]
#[ignore = "slow: a minute"]
fn positions_of_more_than_sixteen_cells_take_as_many_steps_by_either_search() {
    assert!(single(&[near(3, 6, 20, 40), near(2, 9, 20, 30), near(4, 5, 10, 40)], 8) >= 150);
}

#[test]
#[ignore = "slow: a minute"]
fn thousands_of_positions_take_as_many_moves_together_by_either_search() {
    let boards = [
        any(2, 2, 50),
        any(2, 3, 200),
        any(3, 2, 200),
        any(2, 4, 200),
        any(4, 2, 200),
        any(3, 3, 100),
        near(2, 5, 100, 20),
        near(5, 2, 100, 20),
        near(3, 4, 50, 16),
        near(4, 3, 50, 16),
    ];
    assert!(several(&boards, 5) >= 3000);
}

#[test]
#[ignore = "slow: a minute"]
fn positions_of_odd_shapes_take_as_many_moves_together_by_either_search() {
    assert!(several(&[near(2, 6, 30, 14), near(6, 2, 30, 14), near(2, 7, 30, 12)], 9) >= 270);
}

#[test]
#[ignore = "slow: tables of 4 x 4"]
fn positions_of_the_15_puzzle_take_as_many_moves_together_by_either_search() {
    assert!(several(&[near(4, 4, 100, 20)], 6) >= 300);
}
