//! The multi-tile metric against the plain rule, the block engine and known results.

mod common;

use slideways::engine::tiles::Instance;
use slideways::engine::tiles::instance::Unsuited;
use slideways::engine::tiles::mtm::{self, MtmTables};
use slideways::grid::{Cell, Dir};
use slideways::outcome::{Limits, Outcome, Stop, Total};
use slideways::tiles::random::{Random, position};
use slideways::tiles::{Board, Goal, Size, Tile, moves, replay};
use slideways::watch::Watch;
use slideways::{Style, Who, format};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

/// Tables are built once per size and home of the blank.
fn tables(size: Size, blank: Cell) -> Arc<MtmTables> {
    type Known = Mutex<HashMap<(Size, Cell), Arc<MtmTables>>>;
    static KNOWN: OnceLock<Known> = OnceLock::new();
    let mut known = KNOWN.get_or_init(Known::default).lock().unwrap();
    let build = || Arc::new(MtmTables::build(size, blank, &|_| std::ops::ControlFlow::Continue(())).unwrap());
    known.entry((size, blank)).or_insert_with(build).clone()
}

fn instance(start: &Board, goal: &Goal) -> (Instance, Arc<MtmTables>) {
    let instance = Instance::new(start, goal).unwrap();
    let tables = tables(start.size(), instance.blank_home().unwrap());
    (instance, tables)
}

/// A shortest solution, replayed.
fn shortest(start: &Board, goal: &Goal, threads: usize) -> Vec<Dir> {
    let (instance, tables) = instance(start, goal);
    let limits = Limits { threads, ..Limits::default() };
    let mut last = None;
    let mut watch = common::each_iteration(|iteration| {
        assert!(last.is_none_or(|(threshold, found)| iteration.threshold == threshold + 1 && found == 0));
        last = Some((iteration.threshold, iteration.solutions));
    });
    let answer = mtm::solve(&instance, &tables, limits, &mut watch);
    drop(watch);
    let Outcome::Solved(path) = answer.unwrap().outcome else { panic!("nothing stops the search") };
    assert_eq!(replay::solution(start, &path, goal), Ok(()));
    assert_eq!(last.map(|(threshold, _)| threshold), Some(moves::length(&path, Who::Set)));
    path
}

fn length(start: &Board, goal: &Goal) -> u32 {
    moves::length(&shortest(start, goal, 1), Who::Set)
}

/// All positions by their distance from one, by the plain rule.
fn layers(from: &Board) -> Vec<Vec<Board>> {
    let mut seen = HashSet::from([from.clone()]);
    let mut layers = vec![vec![from.clone()]];
    while let Some(last) = layers.last().filter(|last| !last.is_empty()) {
        let mut next = vec![];
        for board in last {
            for &dir in &Dir::ALL[..4] {
                let mut to = board.clone();
                while to.run(dir, 1) {
                    if seen.insert(to.clone()) {
                        next.push(to.clone());
                    }
                }
            }
        }
        layers.push(next);
    }
    layers.pop();
    layers
}

/// A goal with the blank in any cell.
fn any_goal(size: Size, random: &mut Random) -> Goal {
    position(&Goal::blank_last(size), random).into()
}

/// The answer of the block engine in style 3, independent of the tile engine.
fn by_blocks(start: &Board, goal: &Goal) -> usize {
    let line = |board: &Board| {
        let name = |tile: &Tile| char::from_digit(u32::from(tile.0), 36).unwrap();
        board.tiles().iter().map(name).collect::<String>()
    };
    let mut text = format!("{}\n", start.size());
    for tile in 1..start.size().cells() {
        text += &format!("{} = 1\n", char::from_digit(tile as u32, 36).unwrap());
    }
    text += &format!("{}\n{}\n", line(start), line(&goal.full().unwrap()));
    let puzzle = format::parse(&text).unwrap().puzzle;
    match common::solve(&puzzle, Style::ALL[3], Limits::default(), &mut ()).unwrap().outcome {
        Outcome::Solved(moves) => moves.len(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_layers_of_small_boards_are_those_known() {
    for (rows, cols, text, every) in [
        (2, 2, include_str!("truth/levels/levels_MTM_2x2_corner.txt"), 1),
        (2, 3, include_str!("truth/levels/levels_MTM_3x2_corner.txt"), 1),
        (3, 2, include_str!("truth/levels/levels_MTM_3x2_corner.txt"), 1),
        (2, 4, include_str!("truth/levels/levels_MTM_4x2_corner.txt"), 10),
        (3, 3, include_str!("truth/levels/levels_MTM_3x3_corner.txt"), 100),
    ] {
        let goal = Goal::blank_last(size(rows, cols));
        let layers = layers(&goal.full().unwrap());
        let known = text.lines().filter(|line| !line.starts_with('#'));
        let known: Vec<usize> = known.map(|line| line.split_once(' ').unwrap().1.parse().unwrap()).collect();
        assert_eq!(layers.iter().map(Vec::len).collect::<Vec<_>>(), known);
        for (distance, layer) in layers.iter().enumerate() {
            for board in layer.iter().step_by(every) {
                assert_eq!(length(board, &goal) as usize, distance, "{board:?}");
            }
        }
    }
}

/// The transposed board, with every tile renamed to the cell where its home goes.
fn mirrored(board: &Board) -> Board {
    let side = board.size().cols();
    let turned = |cell: usize| cell % side * side + cell / side;
    let name = |tile: Tile| match tile.index() {
        0 => tile,
        number => Tile(turned(number - 1) as u8 + 1),
    };
    let tiles: Vec<Tile> = (0..side * side).map(|cell| name(board.tiles()[turned(cell)])).collect();
    Board::new(board.size(), tiles).unwrap()
}

#[test]
fn positions_that_are_their_own_mirror_images_are_no_exception() {
    let goal = Goal::blank_last(size(3, 3));
    let mut symmetric = 0;
    for (distance, layer) in layers(&goal.full().unwrap()).iter().enumerate() {
        for board in layer.iter().filter(|board| mirrored(board) == **board) {
            assert_eq!(length(board, &goal) as usize, distance, "{board:?}");
            symmetric += 1;
        }
    }
    assert!(symmetric > 20, "there are {symmetric}");
}

#[test]
fn any_goal_and_size_as_the_block_engine_says() {
    let mut random = Random::new(3);
    for (rows, cols, positions) in [(2, 2, 20), (2, 3, 60), (3, 2, 60), (2, 4, 60), (4, 2, 60), (3, 3, 40)] {
        for _ in 0..positions {
            let goal = any_goal(size(rows, cols), &mut random);
            let start = position(&goal, &mut random);
            assert_eq!(length(&start, &goal) as usize, by_blocks(&start, &goal), "{start:?}, {goal}");
        }
    }
}

#[test]
#[ignore = "slow: the block engine needs seconds for each"]
fn larger_boards_as_the_block_engine_says() {
    let mut random = Random::new(4);
    for (rows, cols, positions) in [(2, 5, 20), (5, 2, 20), (3, 4, 2), (4, 3, 2)] {
        let goal = Goal::blank_last(size(rows, cols));
        for _ in 0..positions {
            let start = position(&goal, &mut random);
            assert_eq!(length(&start, &goal) as usize, by_blocks(&start, &goal), "{start:?}");
        }
    }
}

/// A position some random moves away, near enough for the plain search.
fn walked(from: &Board, walk: usize, random: &mut Random) -> Board {
    let mut at = from.clone();
    for _ in 0..walk {
        at.run(Dir::ALL[random.below(4) as usize], 1 + random.below(3) as usize);
    }
    at
}

#[test]
fn all_solutions_are_those_of_the_plain_search() {
    let mut random = Random::new(5);
    for (rows, cols, walk) in
        [(2, 2, 9), (2, 3, 30), (3, 2, 30), (2, 4, 20), (3, 3, 25), (2, 5, 10), (3, 4, 8)]
    {
        for _ in 0..20 {
            // Tables of larger boards take a while to build.
            let few = rows * cols < 10;
            let size = size(rows, cols);
            let goal = if few { any_goal(size, &mut random) } else { Goal::blank_last(size) };
            let start = walked(&goal.full().unwrap(), walk, &mut random);
            let (instance, tables) = instance(&start, &goal);
            let mut plainly = vec![];
            let plain = mtm::plain::all(&instance, Limits::default(), &mut (), &mut |path| {
                plainly.push(path.to_vec());
                ControlFlow::Continue(())
            });
            let Outcome::Solved(total) = plain.outcome else { panic!("nothing stops the search") };
            let mut listed = vec![];
            let limits = Limits { threads: 2, ..Limits::default() };
            let all = mtm::all(&instance, &tables, limits, &mut (), &mut |path| {
                assert_eq!(replay::solution(&start, path, &goal), Ok(()));
                assert_eq!(moves::length(path, Who::Set), total.moves);
                listed.push(path.to_vec());
                ControlFlow::Continue(())
            });
            assert_eq!(all.unwrap().outcome, Outcome::Solved(total));
            let count = mtm::count(&instance, &tables, Limits::default(), &mut ()).unwrap();
            assert_eq!(count.outcome, Outcome::Solved(total));
            assert_eq!((listed.len(), plainly.len()), (total.solutions as usize, total.solutions as usize));
            let letters = |path: &Vec<Dir>| path.iter().map(|dir| dir.letter()).collect::<String>();
            let sets = [&listed, &plainly].map(|paths| paths.iter().map(letters).collect::<HashSet<_>>());
            assert_eq!(sets[0], sets[1]);
            assert_eq!(sets[0].len(), listed.len());
            let one = mtm::plain::solve(&instance, Limits::default(), &mut ());
            let Outcome::Solved(path) = one.outcome else { panic!("nothing stops the search") };
            assert_eq!(path, plainly[0]);
        }
    }
}

#[test]
fn all_of_several_solutions_are_counted() {
    let start = Board::new(size(3, 3), [8, 6, 7, 2, 5, 4, 3, 0, 1].map(Tile)).unwrap();
    let (instance, tables) = instance(&start, &Goal::blank_last(size(3, 3)));
    let answer = mtm::count(&instance, &tables, Limits::default(), &mut ()).unwrap();
    assert_eq!(answer.outcome, Outcome::Solved(Total { moves: 20, solutions: 2 }));
}

#[test]
fn masks_are_for_the_plain_search() {
    let size = size(3, 3);
    let start = Board::new(size, [8, 6, 7, 2, 5, 4, 3, 0, 1].map(Tile)).unwrap();
    let cells = [1, 2, 3].map(|tile| Some(Tile(tile))).into_iter().chain([None; 6]).collect::<Vec<_>>();
    let goal = Goal::masked(size, cells).unwrap();
    let instance = Instance::new(&start, &goal).unwrap();
    let answer = mtm::plain::solve(&instance, Limits::default(), &mut ());
    let Outcome::Solved(path) = answer.outcome else { panic!("nothing stops the search") };
    assert_eq!(replay::solution(&start, &path, &goal), Ok(()));
    let nearest = layers(&start).iter().position(|layer| layer.iter().any(|board| board.is_solved(&goal)));
    assert_eq!(Some(moves::length(&path, Who::Set) as usize), nearest);
    let tables = tables(size, Cell(8));
    let refused = mtm::solve(&instance, &tables, Limits::default(), &mut ()).unwrap_err();
    assert_eq!(refused, Unsuited::OpenGoal);
}

#[test]
fn the_answer_does_not_depend_on_threads() {
    let mut random = Random::new(6);
    for (rows, cols) in [(3, 3), (2, 5), (3, 4)] {
        let goal = Goal::blank_last(size(rows, cols));
        for _ in 0..3 {
            let start = position(&goal, &mut random);
            let one = shortest(&start, &goal, 1);
            assert_eq!(shortest(&start, &goal, 2), one);
            assert_eq!(shortest(&start, &goal, 5), one);
        }
    }
}

struct Impatient;

impl Watch for Impatient {
    fn stop(&mut self) -> bool {
        true
    }
}

#[test]
fn a_stopped_search_tells_its_bound() {
    let goal = Goal::blank_last(size(3, 4));
    let start = position(&goal, &mut Random::new(7));
    let (instance, tables) = instance(&start, &goal);
    let whole = length(&start, &goal);
    let stopped = |limits: Limits, watch: &mut dyn Watch| {
        let answer = mtm::count(&instance, &tables, limits, watch).unwrap();
        let Outcome::Stopped { lower: bound, by } = answer.outcome else { panic!("{:?}", answer.outcome) };
        assert!(bound > 0 && bound <= whole);
        by
    };
    let limits = Limits::default();
    assert_eq!(stopped(limits, &mut Impatient), Stop::Caller);
    assert_eq!(stopped(Limits { time: Some(Duration::ZERO), ..limits }, &mut ()), Stop::Time);
    assert_eq!(stopped(Limits { memory: 1 << 20, ..limits }, &mut ()), Stop::Memory);
    let plain = mtm::plain::solve(&instance, limits, &mut Impatient);
    assert!(matches!(plain.outcome, Outcome::Stopped { lower: bound, by: Stop::Caller } if bound <= whole));
}

#[test]
fn home_is_no_moves_away() {
    let goal = Goal::blank_first(size(3, 3));
    let (instance, tables) = instance(&goal.full().unwrap(), &goal);
    let answer = mtm::count(&instance, &tables, Limits::default(), &mut ()).unwrap();
    assert_eq!(answer.outcome, Outcome::Solved(Total { moves: 0, solutions: 1 }));
}

/// A position of 4 x 4 in Knuth's digits.
fn fifteen(digits: &str) -> Board {
    let tiles: Vec<Tile> = digits.chars().map(|c| Tile(c.to_digit(16).unwrap() as u8)).collect();
    Board::new(size(4, 4), tiles).unwrap()
}

#[test]
#[ignore = "slow: tables of 4 x 4, and a hundred positions"]
fn blank_first_is_blank_last_in_a_mirror() {
    let (last, first) = (Goal::blank_last(size(4, 4)), Goal::blank_first(size(4, 4)));
    let mut random = Random::new(8);
    let mut total = 0;
    for _ in 0..100 {
        let start = position(&last, &mut random);
        let moves = length(&start, &last);
        assert_eq!(moves, length(&start.turned(), &first));
        total += moves;
    }
    // The mean over all positions is 32.04; single positions deviate from it by about 2.5.
    assert!((3100..3300).contains(&total), "{total}");
}

/// Sixteen positions are farthest from home; the test solves a part of the list at a time.
mod the_farthest_positions_need_43_moves {
    use super::*;

    fn solve(piece: std::ops::Range<usize>) {
        let goal = Goal::blank_last(size(4, 4));
        let known = include_str!("truth/antipodes43_mtm.txt").lines().filter(|line| !line.starts_with('#'));
        let known: Vec<&str> = known.collect();
        assert_eq!(known.len(), 16);
        for line in &known[piece] {
            let start = fifteen(line.split_whitespace().next().unwrap());
            assert_eq!(moves::length(&shortest(&start, &goal, 2), Who::Set), 43, "{line}");
        }
    }

    #[test]
    #[ignore = "slow: half a minute or more for each, on two cores"]
    fn the_first_four() {
        solve(0..4);
    }

    #[test]
    #[ignore = "slow: half a minute or more for each, on two cores"]
    fn the_second_four() {
        solve(4..8);
    }

    #[test]
    #[ignore = "slow: half a minute or more for each, on two cores"]
    fn the_third_four() {
        solve(8..12);
    }

    #[test]
    #[ignore = "slow: half a minute or more for each, on two cores"]
    fn the_last_four() {
        solve(12..16);
    }
}
