//! The tile searches against the plain rule, against each other, and against known results.

mod common;

use proptest::prelude::*;
use slideways::engine::tiles::instance::Unsuited;
use slideways::engine::tiles::{Instance, plain, unrolled};
use slideways::grid::Dir;
use slideways::library::sets::{self, KnownInstance};
use slideways::outcome::{Limits, Outcome, Searched, Stop, Total};
use slideways::tiles::{Board, Goal, Size, Tile, parity, replay};
use slideways::watch::{Event, Iteration, Progress, Watch};
use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

fn board(size: Size, tiles: impl IntoIterator<Item = u8>) -> Board {
    Board::new(size, tiles.into_iter().map(Tile).collect::<Vec<_>>()).unwrap()
}

fn path(answer: Searched<Vec<Dir>>) -> Vec<Dir> {
    match answer.outcome {
        Outcome::Solved(path) => path,
        other => panic!("not solved: {other:?}"),
    }
}

/// A line of Korf's table.
struct Korf {
    number: usize,
    start: Board,
    bound: u32,
    steps: usize,
    generated: u64,
    solutions: u128,
}

/// The lines of Korf's table with at most `most_generated` generated positions.
fn korf(most_generated: u64) -> Vec<Korf> {
    let lines = include_str!("truth/korf100.txt").lines().filter(|line| !line.starts_with('#'));
    let read = |(line, instance): (&str, KnownInstance)| {
        let fields: Vec<&str> = line.split(' ').collect();
        assert_eq!(fields[0], instance.number.to_string());
        Korf {
            number: instance.number,
            start: instance.board,
            bound: fields[1].parse().unwrap(),
            steps: fields[2].parse().unwrap(),
            generated: fields[3].parse().unwrap(),
            solutions: fields[4].parse().unwrap(),
        }
    };
    let set = sets::find("korf15").unwrap();
    let all = lines.zip(set.instances).map(read);
    all.filter(|korf| korf.generated <= most_generated).collect()
}

/// Solve by both searches. The lengths and the counts of all iterations except the last must agree, and both
/// solutions replay.
fn solve_both(start: &Board, goal: &Goal) -> (Vec<Dir>, u64) {
    let tiles = Instance::new(start, goal).unwrap();
    let (mut slow_iterations, mut fast_iterations) = (vec![], vec![]);
    let slow = plain::solve(&tiles, Limits::default(), &mut common::iterations(&mut slow_iterations));
    let fast = unrolled::solve(&tiles, Limits::default(), &mut common::iterations(&mut fast_iterations));
    let (fast, generated) = (path(fast.expect("the board is small")), slow.cost.generated);
    let slow = path(slow);
    assert_eq!(fast.len(), slow.len());
    assert_eq!(replay::solution(start, &slow, goal), Ok(()));
    assert_eq!(replay::solution(start, &fast, goal), Ok(()));
    let (last, failed) = slow_iterations.split_last().unwrap();
    assert_eq!(failed, &fast_iterations[..failed.len()]);
    assert_eq!(
        (last.threshold as usize, last.solutions, fast_iterations.len()),
        (slow.len(), 1, failed.len() + 1)
    );
    (slow, generated)
}

/// Count all shortest solutions by both searches; the counts of all iterations must agree.
fn count_both(start: &Board, goal: &Goal) -> (u32, u128) {
    let tiles = Instance::new(start, goal).unwrap();
    let (mut slow_iterations, mut fast_iterations, mut visited) = (vec![], vec![], 0);
    let mut visit = |path: &[Dir]| {
        assert_eq!(replay::solution(start, path, goal), Ok(()));
        visited += 1;
        ControlFlow::Continue(())
    };
    let slow =
        plain::all(&tiles, Limits::default(), &mut common::iterations(&mut slow_iterations), &mut visit);
    let fast = unrolled::count(&tiles, Limits::default(), &mut common::iterations(&mut fast_iterations));
    let (Outcome::Solved(slow), Outcome::Solved(fast)) = (slow.outcome, fast.unwrap().outcome) else {
        panic!("not solved")
    };
    assert_eq!((fast, visited), (slow, slow.solutions));
    assert_eq!(slow_iterations, fast_iterations);
    (slow.moves, slow.solutions)
}

#[test]
fn korfs_counts_are_reproduced() {
    let cheap = korf(2_000_000);
    assert_eq!(cheap.len(), 12);
    for korf in cheap {
        let (path, generated) = solve_both(&korf.start, &Goal::blank_first(size(4, 4)));
        assert_eq!((path.len(), generated + 1), (korf.steps, korf.generated), "number {}", korf.number);
    }
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn all_of_korfs_counts_are_reproduced() {
    let all = korf(u64::MAX);
    assert_eq!(all.iter().map(|korf| korf.generated).sum::<u64>(), 36_302_808_031);
    for korf in all {
        let (path, generated) = solve_both(&korf.start, &Goal::blank_first(size(4, 4)));
        assert_eq!((path.len(), generated + 1), (korf.steps, korf.generated), "number {}", korf.number);
    }
}

#[test]
fn korfs_table_has_the_known_numbers_of_solutions() {
    let easiest = korf(1_100_000);
    assert_eq!(easiest.len(), 5);
    for korf in easiest {
        let found = count_both(&korf.start, &Goal::blank_first(size(4, 4)));
        assert_eq!(found, (korf.steps as u32, korf.solutions), "number {}", korf.number);
    }
}

#[test]
#[ignore = "takes minutes"]
fn much_of_korfs_table_has_the_known_numbers_of_solutions() {
    for korf in korf(300_000_000) {
        let tiles = Instance::new(&korf.start, &Goal::blank_first(size(4, 4))).unwrap();
        let answer = unrolled::count(&tiles, Limits::default(), &mut ()).unwrap();
        let Outcome::Solved(total) = answer.outcome else { panic!("not solved") };
        assert_eq!((total.moves as usize, total.solutions), (korf.steps, korf.solutions), "{}", korf.number);
    }
}

#[test]
fn both_conventions_are_one_puzzle() {
    for korf in korf(u64::MAX) {
        let turned = korf.start.turned();
        assert_eq!(turned.turned(), korf.start);
        let first = Instance::new(&korf.start, &Goal::blank_first(size(4, 4))).unwrap();
        let last = Instance::new(&turned, &Goal::blank_last(size(4, 4))).unwrap();
        assert_eq!((first.bound(), last.bound()), (korf.bound, korf.bound));
    }
    let korf = korf(600_000).swap_remove(0);
    let (path, _) = solve_both(&korf.start, &Goal::blank_first(size(4, 4)));
    let turned = slideways::tiles::moves::turned(&path);
    assert_eq!(replay::solution(&korf.start.turned(), &turned, &Goal::blank_last(size(4, 4))), Ok(()));
}

/// 15PUZZLE-KORF0 mentions it: 56 steps, none of them sad.
#[test]
fn knuths_example_needs_no_sad_step() {
    let start = board(size(4, 4), "bc9e80df3412a756".chars().map(|c| c.to_digit(16).unwrap() as u8));
    let mut iterations = vec![];
    let tiles = Instance::new(&start, &Goal::blank_last(size(4, 4))).unwrap();
    let answer = plain::solve(&tiles, Limits::default(), &mut common::iterations(&mut iterations));
    assert_eq!(path(answer).len(), 56);
    assert_eq!((iterations.len(), iterations[0].happy(), iterations[0].sad()), (1, 56, 0));
}

/// Goertz solves it in 52 moves, and Rosetta Code reports two solutions.
#[test]
fn goertzs_example_has_two_shortest_solutions() {
    let start = board(size(4, 4), [15, 14, 1, 6, 9, 11, 4, 12, 0, 10, 7, 3, 13, 8, 5, 2]);
    let goal = Goal::blank_last(size(4, 4));
    let tiles = Instance::new(&start, &goal).unwrap();
    let answer = unrolled::count(&tiles, Limits::default(), &mut ()).unwrap();
    assert_eq!(answer.outcome, Outcome::Solved(Total { moves: 52, solutions: 2 }));
}

/// The distance of every position from a goal, found layer by layer with the plain rule.
fn distances(goal: &Goal, from: &Board) -> BTreeMap<Board, u32> {
    let mut found = BTreeMap::new();
    let mut queue = VecDeque::new();
    for at in component(from) {
        if at.is_solved(goal) {
            found.insert(at.clone(), 0);
            queue.push_back(at);
        }
    }
    while let Some(at) = queue.pop_front() {
        for to in neighbours(&at) {
            if !found.contains_key(&to) {
                found.insert(to.clone(), found[&at] + 1);
                queue.push_back(to);
            }
        }
    }
    found
}

fn neighbours(at: &Board) -> Vec<Board> {
    let slid = |&dir: &Dir| {
        let mut to = at.clone();
        to.slide(dir).map(|_| to)
    };
    Dir::ALL[..4].iter().filter_map(slid).collect()
}

fn component(from: &Board) -> Vec<Board> {
    let mut found = BTreeMap::from([(from.clone(), ())]);
    let mut stack = vec![from.clone()];
    while let Some(at) = stack.pop() {
        for to in neighbours(&at) {
            if found.insert(to.clone(), ()).is_none() {
                stack.push(to);
            }
        }
    }
    found.into_keys().collect()
}

#[test]
fn every_position_of_the_smallest_boards_is_solved_in_the_fewest_steps() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
        let size = size(rows, cols);
        for goal in [Goal::blank_last(size), Goal::blank_first(size)] {
            for (start, distance) in distances(&goal, &goal.some_board()) {
                assert_eq!(solve_both(&start, &goal).0.len() as u32, distance, "{start:?}");
            }
        }
    }
}

#[test]
fn many_positions_of_the_8_puzzle_are_solved_in_the_fewest_steps() {
    let size = size(3, 3);
    let goal = Goal::from(board(size, [1, 2, 3, 8, 0, 4, 7, 6, 5]));
    let all = distances(&goal, &goal.some_board());
    assert_eq!(all.len(), 181_440);
    for (start, distance) in all.into_iter().step_by(499) {
        assert_eq!(solve_both(&start, &goal).0.len() as u32, distance, "{start:?}");
    }
}

/// A position reached from the goal by some steps, so that it is near.
fn near(goal: &Goal, steps: &[usize]) -> Board {
    let mut at = goal.some_board();
    for step in steps {
        let mut to = neighbours(&at);
        at = to.swap_remove(step % to.len());
    }
    at
}

/// A board of at most 16 cells, a full goal on it, and a walk.
fn walk(longest: usize) -> impl Strategy<Value = (Goal, Vec<usize>)> {
    let sizes: Vec<Size> = (2..=8).flat_map(|r| (2..=8).filter_map(move |c| Size::new(r, c))).collect();
    let sizes: Vec<Size> = sizes.into_iter().filter(|size| size.cells() <= 16).collect();
    prop::sample::select(sizes).prop_flat_map(move |size| {
        let tiles: Vec<u8> = (0..size.cells() as u8).collect();
        let goal = Just(tiles).prop_shuffle().prop_map(move |tiles| Goal::from(board(size, tiles)));
        (goal, prop::collection::vec(any::<usize>(), 0..longest))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn fast_is_plain((goal, steps) in walk(40)) {
        let start = near(&goal, &steps);
        prop_assert!(solve_both(&start, &goal).0.len() <= steps.len());
    }

    #[test]
    fn fast_counts_as_plain_does((goal, steps) in walk(24)) {
        let (moves, solutions) = count_both(&near(&goal, &steps), &goal);
        prop_assert!(moves as usize <= steps.len() && solutions > 0);
    }

    /// On a walk every position can be solved; with two tiles exchanged none can.
    #[test]
    fn parity_tells_the_halves_apart(
        (rows, cols) in (2..=16usize, 2..=16usize),
        steps in prop::collection::vec(any::<usize>(), 0..300),
        (a, b) in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
    ) {
        let size = size(rows, cols);
        let (first, last) = (Goal::blank_first(size), Goal::blank_last(size));
        let at = near(&last, &steps);
        prop_assert_eq!(parity::reachable(&at, &last), Ok(()));
        let others: Vec<usize> = (0..size.cells()).filter(|&cell| cell != at.blank().index()).collect();
        let (a, b) = (others[a.index(others.len())], others[b.index(others.len())]);
        let mut tiles = at.tiles().to_vec();
        tiles.swap(a, b);
        let exchanged = Board::new(size, tiles).unwrap();
        prop_assert_eq!(parity::reachable(&exchanged, &last).is_ok(), a == b);
        let reached = [&at, &exchanged].map(|board| parity::reachable(board, &first).is_ok());
        prop_assert_eq!(reached[0] == reached[1], a == b);
    }

    #[test]
    fn masks_are_reached_in_the_fewest_steps(
        tiles in Just((0..6u8).collect::<Vec<_>>()).prop_shuffle(),
        mask in vec_of_bools(6),
        start in Just((0..6u8).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let size = size(2, 3);
        let cells: Vec<Option<Tile>> =
            tiles.iter().zip(mask).map(|(&tile, given)| given.then_some(Tile(tile))).collect();
        let goal = Goal::masked(size, cells).unwrap();
        let start = board(size, start);
        let distance = distances(&goal, &start).get(&start).copied();
        let found = Instance::new(&start, &goal).ok().map(|instance| {
            let path = path(plain::solve(&instance, Limits::default(), &mut ()));
            assert_eq!(replay::solution(&start, &path, &goal), Ok(()));
            path.len() as u32
        });
        prop_assert_eq!(found, distance);
    }
}

fn vec_of_bools(count: usize) -> impl Strategy<Value = Vec<bool>> {
    prop::collection::vec(any::<bool>(), count)
}

/// Korf 88 would take a while.
fn hard() -> Instance {
    let korf = korf(u64::MAX).swap_remove(87);
    Instance::new(&korf.start, &Goal::blank_first(size(4, 4))).unwrap()
}

#[test]
fn time_runs_out_with_a_proved_bound() {
    let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
    let began = Instant::now();
    let mut iterations: Vec<Iteration> = vec![];
    let slow = plain::solve(&hard(), limits, &mut common::iterations(&mut iterations));
    let bound = iterations.last().unwrap().threshold + 2;
    assert_eq!(slow.outcome, Outcome::Stopped { lower: bound, by: Stop::Time });
    let fast = unrolled::solve(&hard(), limits, &mut common::iterations(&mut iterations)).unwrap();
    let bound = iterations.last().unwrap().threshold + 2;
    assert_eq!(fast.outcome, Outcome::Stopped { lower: bound, by: Stop::Time });
    assert!(began.elapsed() < Duration::from_secs(10), "a loaded machine may be slow, but not that slow");
}

/// A watch that stops the search on the third poll, and records progress reports.
struct Third(u32, Vec<Progress>);

impl Watch for Third {
    fn event(&mut self, event: Event) {
        if let Event::Progress(now) = event {
            self.1.push(*now);
        }
    }
    fn stop(&mut self) -> bool {
        self.0 += 1;
        self.0 >= 3
    }
}

#[test]
fn the_watcher_is_heard() {
    let by = Stop::Caller;
    let slow = plain::solve(&hard(), Limits::default(), &mut Third(0, vec![]));
    assert!(matches!(slow.outcome, Outcome::Stopped { lower: 43.., by: found } if found == by));
    let fast = unrolled::solve(&hard(), Limits::default(), &mut Third(0, vec![])).unwrap();
    assert!(matches!(fast.outcome, Outcome::Stopped { lower: 43.., by: found } if found == by));
}

#[test]
fn little_memory_is_enough_for_a_little_while() {
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let fast = unrolled::solve(&hard(), limits, &mut ()).unwrap();
    assert!(matches!(fast.outcome, Outcome::Stopped { lower: 47.., by: Stop::Memory }), "{:?}", fast.outcome);
}

#[test]
fn large_boards_are_for_the_plain_search() {
    let size = size(16, 16);
    let goal = Goal::blank_last(size);
    let start = near(&goal, &[0, 1, 0, 1, 2, 0, 2, 1, 3, 0]);
    let tiles = Instance::new(&start, &goal).unwrap();
    assert_eq!(unrolled::solve(&tiles, Limits::default(), &mut ()), Err(Unsuited::Cells { most: 16 }));
    let path = path(plain::solve(&tiles, Limits::default(), &mut ()));
    assert_eq!(replay::solution(&start, &path, &goal), Ok(()));
}

/// Tiles that circulate in a ring of 256 cells: thousands of happy steps in a row.
#[test]
fn a_deep_search_does_not_overflow() {
    let size = size(2, 128);
    let goal = Goal::blank_last(size);
    let mut start = goal.some_board();
    for _ in 0..20 {
        assert!(start.run(Dir::Right, 127) && start.slide(Dir::Down).is_some());
        assert!(start.run(Dir::Left, 127) && start.slide(Dir::Up).is_some());
    }
    let limits = Limits { time: Some(Duration::from_millis(200)), ..Limits::default() };
    plain::solve(&Instance::new(&start, &goal).unwrap(), limits, &mut ());
}
