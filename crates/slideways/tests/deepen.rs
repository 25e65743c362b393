//! The default search of the tile engine, against the others and against what is known.

use proptest::prelude::*;
use slideways::grid::{Cell, Dir};
use slideways::outcome::{Limits, Outcome, Stop};
use slideways::tiles::deepen::{self, Tables};
use slideways::tiles::{Board, Goal, Size, Task, Tile, replay, unrolled};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// Tables are built once for every size and home of the blank.
fn tables(size: Size, blank: Cell) -> Arc<Tables> {
    type Known = Mutex<HashMap<(Size, Cell), Arc<Tables>>>;
    static KNOWN: OnceLock<Known> = OnceLock::new();
    let mut known = KNOWN.get_or_init(Known::default).lock().unwrap();
    let build = || Arc::new(Tables::build(size, blank, &|| false).unwrap());
    known.entry((size, blank)).or_insert_with(build).clone()
}

fn solve(start: &Board, goal: &Goal) -> Vec<Dir> {
    let task = Task::new(start, goal).unwrap();
    let tables = tables(start.size(), task.blank_home().unwrap());
    let mut last = 0;
    let answer = deepen::solve(&task, &tables, Limits::default(), &mut (), &mut |round| {
        assert!(round.bound >= task.bound() && round.threshold > last || round.threshold == 0);
        last = round.threshold;
    });
    let Outcome::Solved(path) = answer.unwrap().outcome else { panic!("nothing stops the search") };
    assert_eq!(replay::solution(start, &path, goal), Ok(()));
    assert_eq!(path.len(), last as usize);
    path
}

/// Korf's instances with their lengths, as positions to be solved with the blank last.
fn korf() -> Vec<(Board, usize, u64)> {
    let lines = include_str!("truth/korf100.txt").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let fields: Vec<&str> = line.split(' ').collect();
        let tiles: Vec<Tile> = fields[6].chars().map(|c| Tile(c.to_digit(16).unwrap() as u8)).collect();
        let board = Board::new(Size::new(4, 4).unwrap(), tiles).unwrap();
        (board, fields[3].parse().unwrap(), fields[4].parse().unwrap())
    };
    lines.map(read).collect()
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

/// A board of some shape, far from a goal of some sort.
fn task() -> impl Strategy<Value = (Board, Goal)> {
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
    fn tables_and_machine_lose_nothing((start, goal) in task()) {
        let task = Task::new(&start, &goal).unwrap();
        let other = unrolled::solve(&task, Limits::default(), &mut (), &mut |_| {}).unwrap();
        let Outcome::Solved(path) = other.outcome else { panic!("nothing stops the search") };
        prop_assert_eq!(solve(&start, &goal).len(), path.len());
    }
}

#[test]
fn time_runs_out_with_a_proved_bound() {
    let goal = Goal::blank_last(Size::new(4, 4).unwrap());
    // One of the seventeen positions that take 80 steps.
    let tiles = [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1];
    let start = Board::new(goal.size(), tiles.map(Tile)).unwrap();
    let task = Task::new(&start, &goal).unwrap();
    let tables = tables(goal.size(), Cell(15));
    let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
    let answer = deepen::solve(&task, &tables, limits, &mut (), &mut |_| {}).unwrap();
    let Outcome::Stopped { bound, by: Stop::Time } = answer.outcome else { panic!("{:?}", answer.outcome) };
    assert!((50..=80).contains(&bound), "{bound}");
}
