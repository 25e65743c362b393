//! IDA* with pattern databases, the default tile search, against the other searches and against known
//! results.

mod common;

use proptest::prelude::*;
use slideways::engine::tiles::ida::{self, Tables};
use slideways::engine::tiles::instance::Unsuited;
use slideways::engine::tiles::pdb::PdbSize;
use slideways::engine::tiles::{Instance, plain, unrolled};
use slideways::grid::{Cell, Dir};
use slideways::library::sets;
use slideways::outcome::{Limits, Outcome, Stop};
use slideways::tiles::random::Random;
use slideways::tiles::{Board, Goal, Size, Tile, replay};
use slideways::watch::{Event, Iteration, Saved};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// Tables are built once per size and home of the blank.
fn tables(size: Size, blank: Cell) -> Arc<Tables> {
    type Known = Mutex<HashMap<(Size, Cell), Arc<Tables>>>;
    static KNOWN: OnceLock<Known> = OnceLock::new();
    let mut known = KNOWN.get_or_init(Known::default).lock().unwrap();
    let build =
        || Arc::new(Tables::build(size, blank, PdbSize::Small, &|_| ControlFlow::Continue(())).unwrap());
    known.entry((size, blank)).or_insert_with(build).clone()
}

fn solve(start: &Board, goal: &Goal) -> Vec<Dir> {
    let instance = Instance::new(start, goal).unwrap();
    let tables = tables(start.size(), instance.blank_home().unwrap());
    let mut last = 0;
    let mut watch = common::each_iteration(|iteration| {
        let grows = iteration.bound >= instance.bound() && iteration.threshold > last;
        assert!(grows || iteration.threshold == 0);
        last = iteration.threshold;
    });
    let answer = ida::solve(&instance, &tables, Limits::default(), &mut watch);
    drop(watch);
    let Outcome::Solved(path) = answer.unwrap().outcome else { panic!("nothing stops the search") };
    assert_eq!(replay::solution(start, &path, goal), Ok(()));
    assert_eq!(path.len(), last as usize);
    path
}

/// Korf's instances with their lengths, as positions to be solved with the blank last.
fn korf() -> Vec<(Board, usize, u64)> {
    let lines = include_str!("truth/korf100.txt").lines().filter(|line| !line.starts_with('#'));
    let generated = lines.map(|line| line.split(' ').nth(3).unwrap().parse().unwrap());
    let instances = sets::find("korf15").unwrap().instances.into_iter();
    instances
        .zip(generated)
        .map(|(known, plainly)| (known.board.turned(), known.moves as usize, plainly))
        .collect()
}

#[test]
fn korfs_easier_instances_take_the_known_number_of_steps() {
    let goal = Goal::blank_last(Size::new(4, 4).unwrap());
    for (board, steps, _) in korf().into_iter().filter(|(_, _, plainly)| *plainly < 50_000_000) {
        assert_eq!(solve(&board, &goal).len(), steps);
    }
}

#[test]
#[ignore = "slow: half a minute without all optimisation"]
fn korfs_instances_take_the_known_number_of_steps() {
    let goal = Goal::blank_last(Size::new(4, 4).unwrap());
    for (board, steps, _) in korf() {
        assert_eq!(solve(&board, &goal).len(), steps);
    }
}

#[test]
fn every_position_of_a_small_board_takes_what_it_must() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
        let size = Size::new(rows, cols).unwrap();
        for home in 0..size.cells() {
            let mut tiles: Vec<Tile> = (1..size.cells() as u8).map(Tile).collect();
            tiles.insert(home, Tile::BLANK);
            let goal = Board::new(size, tiles).unwrap();
            let mut distances = HashMap::from([(goal.clone(), 0)]);
            let mut layer = vec![goal.clone()];
            for distance in 1.. {
                let mut next = vec![];
                for (board, &dir) in
                    layer.iter().flat_map(|board| Dir::ALL[..4].iter().map(move |d| (board, d)))
                {
                    let mut to = board.clone();
                    if to.slide(dir).is_some() && !distances.contains_key(&to) {
                        distances.insert(to.clone(), distance);
                        next.push(to);
                    }
                }
                if next.is_empty() {
                    break;
                }
                layer = next;
            }
            for (board, distance) in distances {
                assert_eq!(solve(&board, &Goal::from(goal.clone())).len(), distance);
            }
        }
    }
}

/// A board of some shape, far from a goal of some kind.
fn instance() -> impl Strategy<Value = (Board, Goal)> {
    let sizes = [(2, 3), (3, 3), (2, 5), (3, 4), (4, 3), (4, 4)];
    let size = prop::sample::select(sizes.to_vec()).prop_map(|(rows, cols)| Size::new(rows, cols).unwrap());
    let steps = prop::collection::vec(0..4usize, 0..70);
    (size, any::<bool>(), 0..3usize, any::<bool>(), steps).prop_map(|(size, first, home, anywhere, steps)| {
        let goal = match (first, anywhere) {
            (_, true) => {
                let mut tiles: Vec<Tile> = (1..size.cells() as u8).map(Tile).collect();
                tiles.insert(home * size.cells() / 3, Tile::BLANK);
                Goal::from(Board::new(size, tiles).unwrap())
            }
            (true, _) => Goal::blank_first(size),
            (false, _) => Goal::blank_last(size),
        };
        let mut board = goal.full().unwrap();
        for step in steps {
            board.slide(Dir::ALL[step]);
        }
        (board, goal)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn tables_and_machine_lose_nothing((start, goal) in instance()) {
        let instance = Instance::new(&start, &goal).unwrap();
        let other = unrolled::solve(&instance, Limits::default(), &mut ()).unwrap();
        let Outcome::Solved(path) = other.outcome else { panic!("nothing stops the search") };
        prop_assert_eq!(solve(&start, &goal).len(), path.len());
    }
}

#[test]
fn time_runs_out_with_a_proved_bound() {
    let goal = Goal::blank_last(Size::new(4, 4).unwrap());
    // One of the seventeen positions that need 80 steps.
    let tiles = [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1];
    let start = Board::new(goal.size(), tiles.map(Tile)).unwrap();
    let instance = Instance::new(&start, &goal).unwrap();
    let tables = tables(goal.size(), Cell(15));
    let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
    let answer = ida::solve(&instance, &tables, limits, &mut ()).unwrap();
    let Outcome::Stopped { lower: bound, by: Stop::Time } = answer.outcome else {
        panic!("{:?}", answer.outcome)
    };
    assert!((50..=80).contains(&bound), "{bound}");
}

/// All solutions, by the plain search.
fn plainly(instance: &Instance) -> Vec<Vec<Dir>> {
    let mut all = vec![];
    let mut visit = |path: &[Dir]| {
        all.push(path.to_vec());
        ControlFlow::Continue(())
    };
    plain::all(instance, Limits::default(), &mut (), &mut visit);
    all.sort();
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn all_solutions_are_found_and_counted((start, goal) in instance()) {
        let instance = Instance::new(&start, &goal).unwrap();
        prop_assume!(instance.bound() < 40);
        let tables = tables(start.size(), instance.blank_home().unwrap());
        let plainly = plainly(&instance);
        let counted = ida::count(&instance, &tables, Limits::default(), &mut ()).unwrap();
        let Outcome::Solved(total) = counted.outcome else { panic!("nothing stops the count") };
        prop_assert_eq!(total.solutions, plainly.len() as u128);
        let mut listed = vec![];
        let mut visit = |path: &[Dir]| {
            listed.push(path.to_vec());
            ControlFlow::Continue(())
        };
        let answer = ida::all(&instance, &tables, Limits::default(), &mut (), &mut visit).unwrap();
        prop_assert_eq!(answer.outcome, Outcome::Solved(total));
        prop_assert!(listed.is_sorted());
        prop_assert_eq!(listed, plainly);
    }
}

#[test]
fn a_visitor_that_breaks_is_shown_no_more_solutions() {
    let size = Size::new(3, 3).unwrap();
    let start = Board::new(size, [8, 6, 7, 2, 5, 4, 3, 0, 1].map(Tile)).unwrap();
    let instance = Instance::new(&start, &Goal::blank_last(size)).unwrap();
    let tables = tables(size, Cell(8));
    let mut seen = 0;
    let mut visit = |_: &[Dir]| {
        seen += 1;
        if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let answer = ida::all(&instance, &tables, Limits::default(), &mut (), &mut visit).unwrap();
    assert!(matches!(answer.outcome, Outcome::Stopped { lower: 31, by: Stop::Caller }));
    assert_eq!(seen, 3);
}

/// A position at 74 moves, long enough to be divided among threads: six steps from one of the farthest.
fn long() -> (Board, Instance) {
    let start = slideways::format::tiles::parse("c9defba237614850", None).unwrap();
    let instance = Instance::new(&start, &Goal::blank_last(start.size())).unwrap();
    (start, instance)
}

#[test]
fn the_number_of_threads_changes_neither_answer_nor_cost() {
    let (_, instance) = long();
    let tables = tables(instance.size(), Cell(15));
    let mut longest_in_vain = 0;
    let mut watch = common::each_iteration(|iteration| {
        if iteration.solutions == 0 {
            longest_in_vain = longest_in_vain.max(iteration.generated);
        }
    });
    let mut solve = |threads| {
        let limits = Limits { threads, ..Limits::default() };
        let answer = ida::solve(&instance, &tables, limits, &mut watch).unwrap();
        let Outcome::Solved(path) = answer.outcome else { panic!("nothing stops the search") };
        (path, answer.cost.expanded, answer.cost.generated)
    };
    let alone = solve(1);
    assert_eq!(alone.0.len(), 74);
    assert_eq!(solve(2), alone);
    assert_eq!(solve(5), alone);
    drop(watch);
    assert!(longest_in_vain >= 1 << 22, "the last iteration was divided among threads");
}

#[test]
fn a_search_goes_on_where_another_stopped() {
    let (start, instance) = long();
    let tables = tables(instance.size(), Cell(15));
    let mut saved: Vec<Saved> = vec![];
    let mut before = Saved { threshold: 0, expanded: 0, generated: 0, units: vec![] };
    let mut watch = |event: Event| match event {
        Event::Iteration(iteration) if iteration.solutions == 0 => {
            before.threshold = iteration.threshold + 2;
            before.expanded += iteration.expanded;
            before.generated += iteration.generated;
        }
        Event::Checkpoint(now) => saved.push(now.clone()),
        _ => {}
    };
    let whole = ida::resume(&instance, &tables, None, Limits::default(), &mut watch).unwrap();
    let Outcome::Solved(path) = whole.outcome else { panic!("nothing stops the search") };
    // Resume from every checkpoint, with some of its finished units marked unfinished, and from the end of
    // the iteration before the last.
    saved.push(before);
    let mut iterations: Vec<Iteration> = vec![];
    let mut first = None;
    for mut saved in saved {
        saved.units.iter_mut().step_by(3).for_each(|unit| *unit = None);
        let text = serde_json::to_string(&saved).unwrap();
        let read: Saved = serde_json::from_str(&text).unwrap();
        assert_eq!(read, saved);
        let mut watch = common::iterations(&mut iterations);
        let again = ida::resume(&instance, &tables, Some(&read), Limits::default(), &mut watch).unwrap();
        assert_eq!(again.outcome, Outcome::Solved(path.clone()));
        assert_eq!(again.cost.generated, whole.cost.generated);
        first.get_or_insert(read.threshold);
    }
    assert!(iterations.iter().all(|iteration| Some(iteration.threshold) >= first));
    // A checkpoint of another search does no harm.
    let foreign = Saved { threshold: 3, expanded: 0, generated: 0, units: vec![Some((1, 1)); 7] };
    let other = ida::resume(&instance, &tables, Some(&foreign), Limits::default(), &mut ()).unwrap();
    let Outcome::Solved(other) = other.outcome else { panic!("nothing stops the search") };
    assert_eq!(other.len(), 74);
    assert_eq!(replay::solution(&start, &other, &Goal::blank_last(start.size())), Ok(()));
}

#[test]
fn positions_that_are_their_own_mirror_image_are_solved_by_half() {
    let size = Size::new(3, 3).unwrap();
    let goal = Goal::blank_last(size);
    let tables = tables(size, Cell(8));
    let mirror = |cell: usize| cell % 3 * 3 + cell / 3;
    let mut found = 0;
    // All positions that are symmetric about the diagonal, by trying all tiles for the cells above the
    // diagonal.
    for code in 0..9u32.pow(6) {
        let digits: Vec<u8> = (0..6).map(|at| (code / 9u32.pow(at) % 9) as u8).collect();
        let name = |tile: u8| if tile == 0 { 0 } else { mirror(usize::from(tile) - 1) as u8 + 1 };
        let [a, b, c, d, e, f] = digits[..] else { unreachable!() };
        let tiles = [a, b, c, name(b), d, e, name(c), name(e), f];
        if [a, d, f].iter().any(|&tile| name(tile) != tile) {
            continue;
        }
        let Ok(board) = Board::new(size, tiles.map(Tile)) else { continue };
        let Ok(instance) = Instance::new(&board, &goal) else { continue };
        let path = solve(&board, &goal);
        let other = unrolled::solve(&instance, Limits::default(), &mut ()).unwrap();
        let Outcome::Solved(known) = other.outcome else { panic!("nothing stops the search") };
        assert_eq!(path.len(), known.len());
        assert!(path.is_empty() || matches!(path[0], Dir::Right | Dir::Left));
        assert!(tables.serve(&instance));
        found += 1;
    }
    assert!(found > 50, "{found}");
}

#[test]
fn tables_serve_all_homes_of_the_blank_that_look_alike() {
    let size = Size::new(3, 3).unwrap();
    let tables = tables(size, Cell(8));
    let goal = Goal::blank_first(size);
    let start = Board::new(size, [8, 7, 6, 5, 4, 3, 2, 1, 0].map(Tile)).unwrap();
    let instance = Instance::new(&start, &goal).unwrap();
    assert!(!tables.serve(&instance));
    let refused = ida::solve(&instance, &tables, Limits::default(), &mut ()).unwrap_err();
    assert_eq!(refused, Unsuited::OtherTables);
    let others = tables.for_blank(Cell(0)).unwrap();
    let answer = ida::solve(&instance, &others, Limits::default(), &mut ()).unwrap();
    let Outcome::Solved(path) = answer.outcome else { panic!("nothing stops the search") };
    assert_eq!((path.len(), replay::solution(&start, &path, &goal)), (28, Ok(())));
    assert!(tables.for_blank(Cell(1)).is_none() && tables.for_blank(Cell(9)).is_none());
}

#[test]
fn boards_of_more_than_sixteen_cells_are_solved_too() {
    let size = Size::new(3, 6).unwrap();
    for seed in 0..3 {
        let goal = Goal::blank_last(size);
        let mut random = Random::new(seed);
        let mut board = goal.full().unwrap();
        for _ in 0..60 {
            board.slide(Dir::ALL[(random.bits() % 4) as usize]);
        }
        let instance = Instance::new(&board, &goal).unwrap();
        let other = plain::solve(&instance, Limits::default(), &mut ());
        let Outcome::Solved(known) = other.outcome else { panic!("nothing stops the search") };
        assert_eq!(solve(&board, &goal).len(), known.len());
    }
}
