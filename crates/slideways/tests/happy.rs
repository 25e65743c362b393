//! Happy steps alone: the count by layers equals the count by the plain rule, position by position.

use slideways::engine::tiles::happy;
use slideways::grid::Dir;
use slideways::outcome::{Limits, Stop};
use slideways::tiles::{Board, Goal, Size};
use slideways::watch::Watch;
use std::collections::HashMap;
use std::time::Duration;

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

/// The sum of the distances of all tiles from home (the Manhattan distance).
fn distance(board: &Board, goal: &Board) -> u32 {
    let (cells, homes) = (board.cells(), goal.cells());
    (1..cells.len()).map(|tile| board.size().distance(cells[tile], homes[tile])).sum()
}

/// Whether there is a solution without sad steps, by trying all happy steps.
fn is_happy(board: &Board, goal: &Board, known: &mut HashMap<Board, bool>) -> bool {
    if let Some(&known) = known.get(board) {
        return known;
    }
    let found = board == goal
        || Dir::ALL[..4].iter().any(|&dir| {
            let mut next = board.clone();
            let moved = next.slide(dir).is_some();
            moved && distance(&next, goal) < distance(board, goal) && is_happy(&next, goal, known)
        });
    known.insert(board.clone(), found);
    found
}

/// Every position that the plain rule reaches.
fn component(goal: &Board) -> Vec<Board> {
    let (mut found, mut seen) = (vec![goal.clone()], std::collections::HashSet::from([goal.clone()]));
    let mut done = 0;
    while done < found.len() {
        for &dir in &Dir::ALL[..4] {
            let mut next = found[done].clone();
            if next.slide(dir).is_some() && seen.insert(next.clone()) {
                found.push(next);
            }
        }
        done += 1;
    }
    found
}

fn agrees(goal: &Board) {
    let (mut sizes, mut known) = (vec![], HashMap::new());
    for board in component(goal) {
        if is_happy(&board, goal, &mut known) {
            let distance = distance(&board, goal) as usize;
            sizes.resize(sizes.len().max(distance + 1), 0);
            sizes[distance] += 1;
        }
    }
    for threads in [1, 3] {
        let limits = Limits { threads, ..Limits::default() };
        let census = happy::census(goal, 5, limits, &mut ()).unwrap();
        assert_eq!((&census.table.sizes, census.table.stop), (&sizes, None), "{goal:?}");
        assert_eq!(census.table.cost.states, sizes.iter().sum::<u64>());
        assert_eq!(census.farthest.len() as u64, sizes[sizes.len() - 1].min(5));
        for board in census.farthest {
            assert!(is_happy(&board, goal, &mut known));
            assert_eq!(distance(&board, goal) as usize, sizes.len() - 1);
        }
    }
}

#[test]
fn the_plain_rule_counts_the_same() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        let size = size(rows, cols);
        agrees(&Goal::blank_last(size).full().unwrap());
    }
}

#[test]
fn the_goal_may_be_any_position() {
    agrees(&Goal::blank_first(size(2, 4)).full().unwrap());
    let mut goal = Goal::blank_last(size(3, 3)).full().unwrap();
    for dir in [Dir::Right, Dir::Down, Dir::Down, Dir::Left, Dir::Up] {
        goal.slide(dir);
    }
    agrees(&goal);
}

#[test]
#[ignore = "slow: some seconds on two cores"]
fn knuths_numbers_come_out_for_the_15_puzzle() {
    let goal = Goal::blank_last(size(4, 4)).full().unwrap();
    let limits = Limits { threads: 2, ..Limits::default() };
    let census = happy::census(&goal, usize::MAX, limits, &mut ()).unwrap();
    let without_the_goal = census.table.sizes[1..].iter().sum::<u64>();
    assert_eq!(without_the_goal, 88_728_779);
    assert_eq!((census.table.sizes.len() - 1, census.farthest.len()), (56, 114));
}

#[test]
fn limits_hold() {
    struct Stopper;
    impl Watch for Stopper {
        fn stop(&mut self) -> bool {
            true
        }
    }
    let goal = Goal::blank_last(size(4, 4)).full().unwrap();
    let few = Limits { memory: 1 << 20, ..Limits::default() };
    let table = happy::census(&goal, 1, few, &mut ()).unwrap().table;
    assert_eq!(table.stop, Some(Stop::Memory));
    assert!(table.cost.peak_bytes <= 1 << 20 && table.sizes.len() > 15, "{table:?}");
    let short = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    let table = happy::census(&goal, 1, short, &mut ()).unwrap().table;
    assert_eq!(table.stop, Some(Stop::Time));
    let stopped = happy::census(&goal, 1, Limits::default(), &mut Stopper).unwrap();
    assert_eq!((stopped.table.sizes, stopped.table.stop), (vec![1], Some(Stop::Caller)));
    assert!(stopped.farthest.is_empty());
}

#[test]
fn large_boards_are_refused() {
    let goal = Goal::blank_last(size(3, 6)).full().unwrap();
    assert_eq!(happy::census(&goal, 1, Limits::default(), &mut ()), None);
}
