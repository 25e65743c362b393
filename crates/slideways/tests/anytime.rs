//! Anytime search of large boards: every solution replays and every bound holds, on boards of all shapes.

mod common;

use proptest::prelude::*;
use slideways::engine::tiles::anytime::position::Position;
use slideways::engine::tiles::anytime::{
    AnytimeAnswer, Bounds, Effort, Prover, greedy, improve, prove, solve,
};
use slideways::engine::tiles::{Instance, plain, unrolled};
use slideways::grid::Dir;
use slideways::library::sets;
use slideways::outcome::{Limits, Outcome, Stop};
use slideways::tiles::random::{Random, position};
use slideways::tiles::{Board, Goal, Size, Tile, replay};
use slideways::watch::Watch;
use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

const LITTLE: Effort = Effort { above: 20_000, below: 2_000 };

fn quick(instance: &Instance, effort: Effort) -> AnytimeAnswer {
    solve(instance, Limits::default(), effort, &mut (), None, &mut |_, _| {})
}

/// The distance of every position from a goal, by the plain rule.
fn distances(goal: Board) -> BTreeMap<Board, u32> {
    let mut found = BTreeMap::from([(goal.clone(), 0)]);
    let mut queue = VecDeque::from([goal]);
    while let Some(at) = queue.pop_front() {
        let distance = found[&at];
        for &dir in &Dir::ALL[..4] {
            let mut to = at.clone();
            if to.slide(dir).is_some() && !found.contains_key(&to) {
                found.insert(to.clone(), distance + 1);
                queue.push_back(to);
            }
        }
    }
    found
}

#[test]
fn no_bound_is_above_the_distance_and_every_small_board_is_solved() {
    for goal in [
        Goal::blank_last(size(2, 2)),
        Goal::blank_first(size(2, 3)),
        Goal::blank_last(size(3, 2)),
        Goal::blank_last(size(2, 4)),
        Goal::blank_last(size(3, 3)),
    ] {
        let mut tight = 0;
        for (number, (board, distance)) in distances(goal.full().unwrap()).into_iter().enumerate() {
            let instance = Instance::new(&board, &goal).unwrap();
            let bound = prove::bound(&instance);
            assert!(instance.bound() <= bound && bound <= distance, "{board:?}: {bound} of {distance}");
            assert_eq!((distance - bound) % 2, 0);
            tight += u32::from(bound > instance.bound());
            if board.size().cells() < 8 || number % 32 == 0 {
                let path = greedy::solve(board.size(), &Position::start(&instance));
                assert_eq!(replay::solution(&board, &path, &goal), Ok(()), "{board:?}");
            }
        }
        assert_eq!(tight > 0, goal.size().cells() > 4, "conflicts occur where there is room for them");
    }
}

/// Boards of many shapes, including the longest and the largest.
fn shapes() -> Vec<Size> {
    let mut shapes: Vec<Size> = (2..9).flat_map(|rows| (2..9).map(move |cols| size(rows, cols))).collect();
    shapes
        .extend([(2, 128), (128, 2), (3, 85), (85, 3), (16, 16), (15, 17), (4, 64)].map(|(r, c)| size(r, c)));
    shapes
}

#[test]
fn lines_solve_every_shape_of_board() {
    let mut random = Random::new(11);
    for size in shapes() {
        for round in 0..40 {
            let anywhere = position(&Goal::blank_last(size), &mut random);
            let goal = match round % 3 {
                0 => Goal::blank_last(size),
                1 => Goal::blank_first(size),
                _ => Goal::from(anywhere),
            };
            let start = position(&goal, &mut random);
            let instance = Instance::new(&start, &goal).unwrap();
            let path = greedy::solve(size, &Position::start(&instance));
            assert_eq!(replay::solution(&start, &path, &goal), Ok(()), "{size}: {start:?}");
            assert!(prove::bound(&instance) as usize <= path.len());
            if size.cells() > 64 && round > 3 {
                break;
            }
        }
    }
}

#[test]
fn beams_solve_every_shape_of_board() {
    let mut random = Random::new(12);
    let few =
        |size: &Size| size.cells() < 30 || [(16, 16), (4, 64), (7, 8)].contains(&(size.rows(), size.cols()));
    for size in shapes().into_iter().filter(few) {
        let goal = Goal::blank_last(size);
        let start = position(&goal, &mut random);
        let instance = Instance::new(&start, &goal).unwrap();
        let AnytimeAnswer { bounds, stop, .. } = quick(&instance, Effort { above: 1, below: 1 });
        assert_eq!(replay::solution(&start, &bounds.path, &goal), Ok(()), "{size}: {start:?}");
        assert!(bounds.bound <= bounds.path.len() as u32 && stop.is_none());
    }
}

#[test]
fn what_is_said_on_the_way_is_true_and_gets_better() {
    let mut random = Random::new(13);
    for (rows, cols) in [(3, 4), (4, 4), (5, 5), (6, 6), (7, 9)] {
        let goal = Goal::blank_first(size(rows, cols));
        let start = position(&goal, &mut random);
        let instance = Instance::new(&start, &goal).unwrap();
        let mut past: Vec<Bounds> = vec![];
        let effort = Effort { above: 300_000, below: 100_000 };
        let answer = solve(
            &instance,
            Limits { threads: 2, ..Limits::default() },
            effort,
            &mut (),
            None,
            &mut |bounds, _| {
                past.push(bounds.clone());
            },
        );
        assert_eq!(past.last(), Some(&answer.bounds));
        assert!(past.len() > 1);
        for (before, after) in past.iter().zip(&past[1..]) {
            assert!(before != after && before.bound <= after.bound && before.path.len() >= after.path.len());
        }
        for bounds in &past {
            assert_eq!(replay::solution(&start, &bounds.path, &goal), Ok(()));
            assert!(bounds.bound <= answer.bounds.path.len() as u32);
        }
    }
}

#[test]
fn when_the_numbers_meet_the_solution_is_a_shortest_one() {
    let goal = Goal::blank_last(size(3, 3));
    for (board, distance) in distances(goal.full().unwrap()).into_iter().step_by(1499) {
        let instance = Instance::new(&board, &goal).unwrap();
        for threads in [1, 2] {
            let limits = Limits { threads, ..Limits::default() };
            let answer = solve(&instance, limits, Effort::ENDLESS, &mut (), None, &mut |_, _| {});
            assert_eq!((answer.bounds.bound, answer.stop), (distance, None), "{board:?}");
            assert!(answer.bounds.is_shortest() && answer.bounds.path.len() as u32 == distance);
            assert_eq!(replay::solution(&board, &answer.bounds.path, &goal), Ok(()));
        }
    }
}

#[test]
fn the_search_from_below_agrees_with_the_plain_one() {
    let mut random = Random::new(14);
    for (rows, cols) in [(2, 2), (2, 5), (3, 3), (3, 4), (5, 2)] {
        let goal = Goal::blank_first(size(rows, cols));
        for _ in 0..8 {
            let start = position(&goal, &mut random);
            let instance = Instance::new(&start, &goal).unwrap();
            let mut iterations = vec![];
            let answer = prove::solve(&instance, Limits::default(), &mut common::iterations(&mut iterations));
            let Outcome::Solved(path) = answer.outcome else { panic!("nothing stops it") };
            let Outcome::Solved(shortest) = plain::solve(&instance, Limits::default(), &mut ()).outcome
            else {
                panic!("nothing stops it")
            };
            assert_eq!((replay::solution(&start, &path, &goal), path.len()), (Ok(()), shortest.len()));
            assert!(iterations.iter().zip(&iterations[1..]).all(|(a, b)| b.threshold == a.threshold + 2));
        }
    }
}

#[test]
fn another_search_may_prove() {
    let goal = Goal::blank_last(size(4, 4));
    let start = position(&goal, &mut Random::new(3));
    let instance = Instance::new(&start, &goal).unwrap();
    let prover: Prover =
        Box::new(|limits, watch| unrolled::solve(&instance, limits, watch).expect("the board has few cells"));
    let limits = Limits { threads: 2, ..Limits::default() };
    let answer = solve(&instance, limits, Effort::ENDLESS, &mut (), Some(prover), &mut |_, _| {});
    assert!(answer.bounds.is_shortest() && answer.stop.is_none());
    let Outcome::Solved(path) = unrolled::solve(&instance, limits, &mut ()).unwrap().outcome else {
        panic!("nothing stops it")
    };
    assert_eq!(answer.bounds.path.len(), path.len());
}

#[test]
fn the_same_effort_gives_the_same_solution() {
    for (rows, cols) in [(5, 5), (8, 8)] {
        let goal = Goal::blank_last(size(rows, cols));
        let instance = Instance::new(&position(&goal, &mut Random::new(5)), &goal).unwrap();
        let effort = Effort { above: 200_000, below: 1000 };
        let both = [1, 2].map(|threads| {
            let limits = Limits { threads, ..Limits::default() };
            solve(&instance, limits, effort, &mut (), None, &mut |_, _| {}).bounds.path
        });
        assert_eq!(both[0], both[1]);
    }
}

#[test]
fn the_time_limit_is_kept_and_there_is_a_solution_all_the_same() {
    let goal = Goal::blank_last(size(16, 16));
    let start = position(&goal, &mut Random::new(6));
    let instance = Instance::new(&start, &goal).unwrap();
    for (time, threads) in [(0, 1), (0, 2), (200, 1), (200, 2)] {
        let limits = Limits { time: Some(Duration::from_millis(time)), threads, ..Limits::default() };
        let started = Instant::now();
        let answer = solve(&instance, limits, Effort::ENDLESS, &mut (), None, &mut |_, _| {});
        assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
        assert_eq!(answer.stop, Some(Stop::Time));
        assert_eq!(replay::solution(&start, &answer.bounds.path, &goal), Ok(()));
    }
}

#[test]
fn the_memory_limit_is_kept() {
    let goal = Goal::blank_last(size(5, 5));
    let instance = Instance::new(&position(&goal, &mut Random::new(7)), &goal).unwrap();
    let limits = Limits { memory: 4 << 20, ..Limits::default() };
    let answer =
        solve(&instance, limits, Effort { above: u64::MAX, below: 1000 }, &mut (), None, &mut |_, _| {});
    assert!(answer.cost.peak_bytes <= limits.memory && answer.stop.is_none());
}

#[test]
fn the_caller_can_stop_it() {
    struct Impatient(u32);
    impl Watch for Impatient {
        fn stop(&mut self) -> bool {
            self.0 += 1;
            self.0 > 3
        }
    }
    let goal = Goal::blank_last(size(6, 6));
    let instance = Instance::new(&position(&goal, &mut Random::new(8)), &goal).unwrap();
    let answer =
        solve(&instance, Limits::default(), Effort::ENDLESS, &mut Impatient(0), None, &mut |_, _| {});
    assert_eq!(answer.stop, Some(Stop::Caller));
}

#[test]
fn a_solved_position_needs_no_steps() {
    for size in [size(2, 2), size(5, 5), size(16, 16)] {
        let goal = Goal::blank_first(size);
        let answer = quick(&Instance::new(&goal.full().unwrap(), &goal).unwrap(), LITTLE);
        assert!(answer.bounds.path.is_empty() && answer.bounds.is_shortest());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    /// Masks: some cells are open, and sometimes the blank's cell is.
    #[test]
    fn masks_are_solved_too(seed: u64, rows in 2usize..6, cols in 2usize..6, free in 0u64..100) {
        let size = size(rows, cols);
        let mut random = Random::new(seed);
        let wanted = position(&Goal::blank_last(size), &mut random);
        let cells: Vec<Option<Tile>> =
            wanted.tiles().iter().map(|&tile| (random.below(100) >= free).then_some(tile)).collect();
        let goal = Goal::masked(size, cells).unwrap();
        let start = position(&goal, &mut random);
        let instance = Instance::new(&start, &goal).unwrap();
        let AnytimeAnswer { bounds, .. } = quick(&instance, LITTLE);
        prop_assert_eq!(replay::solution(&start, &bounds.path, &goal), Ok(()));
        prop_assert!(instance.bound() <= bounds.bound && bounds.bound <= bounds.path.len() as u32);
        if size.cells() <= 6 {
            let Outcome::Solved(path) = plain::solve(&instance, Limits::default(), &mut ()).outcome
            else { panic!("nothing stops it") };
            prop_assert!(bounds.bound as usize <= path.len() && path.len() <= bounds.path.len());
        }
    }
}

/// The positions of Korf and Felner's table, with their optimal numbers of steps.
fn korf24() -> impl Iterator<Item = (Board, usize)> {
    let instances = sets::find("korf24").unwrap().instances.into_iter();
    instances.map(|known| (known.board, known.moves as usize))
}

#[test]
fn korfs_positions_lie_between_the_two_numbers() {
    let goal = Goal::blank_first(size(5, 5));
    let mut excess = 0;
    for (start, shortest) in korf24().step_by(2) {
        let instance = Instance::new(&start, &goal).unwrap();
        let AnytimeAnswer { bounds, .. } = quick(&instance, Effort { above: 100_000, below: 20_000 });
        assert_eq!(replay::solution(&start, &bounds.path, &goal), Ok(()));
        assert!(bounds.bound as usize <= shortest && shortest <= bounds.path.len());
        excess += bounds.path.len() - shortest;
    }
    assert!(excess <= 25 * 25, "{} too many on average", excess as f64 / 25.0);
}

#[test]
#[ignore = "slow: a minute"]
fn korfs_fifty_come_near_the_least() {
    let goal = Goal::blank_first(size(5, 5));
    let mut excess = 0;
    for (start, shortest) in korf24() {
        let instance = Instance::new(&start, &goal).unwrap();
        let AnytimeAnswer { bounds, .. } = quick(&instance, Effort { above: 10_000_000, below: 1_000_000 });
        assert!(bounds.bound as usize <= shortest && shortest <= bounds.path.len());
        excess += bounds.path.len() - shortest;
    }
    assert!(excess <= 50 * 10, "{} too many on average", excess as f64 / 50.0);
}

#[test]
#[ignore = "slow: a minute"]
fn thousands_of_positions_are_solved() {
    let mut random = Random::new(15);
    for size in shapes() {
        for _ in 0..if size.cells() > 64 { 2 } else { 60 } {
            let goal = Goal::from(position(&Goal::blank_last(size), &mut random));
            let start = position(&goal, &mut random);
            let instance = Instance::new(&start, &goal).unwrap();
            let first = greedy::solve(size, &Position::start(&instance));
            let above =
                improve::Above { instance: &instance, memory: 1 << 30, effort: 50_000, stop: &|| false };
            above.improve(first, &mut |path| {
                assert_eq!(replay::solution(&start, path, &goal), Ok(()));
                assert!(prove::bound(&instance) as usize <= path.len());
            });
        }
    }
}
