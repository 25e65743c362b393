//! `Solver`: one type for both families, with the same answers from every engine.

use slideways::check;
use slideways::format;
use slideways::outcome::Proof;
use slideways::prelude::*;
use slideways::puzzle::{Arrangement, rule};
use slideways::solver::{CheckpointError, Counted, TableContent, TableKind, Unfit, Want};
use slideways::tiles::parity::Unreachable;
use slideways::tiles::random::{Random, position};
use slideways::tiles::{Size, blocks, moves};
use slideways::watch::Iteration;
use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::time::Duration;

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

fn random(rows: usize, cols: usize, seed: u64) -> Position {
    Position::blank_last(position(&Goal::blank_last(size(rows, cols)), &mut Random::new(seed)))
}

fn as_blocks(position: &Position) -> Puzzle {
    blocks::puzzle(position.board(), position.goal()).unwrap()
}

/// The position of 3 x 3 farthest from home, which has more than one shortest solution.
fn farthest() -> Position {
    "867254301".parse().unwrap()
}

/// A block puzzle with a few shortest solutions.
fn small() -> Puzzle {
    format::parse("3 x 4\n1 = 1\n2 = 11\n10102\ngoal 2@2,2\n").unwrap().puzzle
}

fn solved(answer: Answer) -> Solution {
    match answer.outcome {
        Outcome::Solved(solution) => solution,
        other => panic!("not solved: {other:?}"),
    }
}

fn unfit(answer: Result<Answer, SolveError>) -> Unfit {
    match answer {
        Err(SolveError::Search(unfit)) => unfit,
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn blocks_that_are_an_8_puzzle_are_solved_as_tiles_and_both_engines_agree() {
    for seed in 0..2 {
        let puzzle = as_blocks(&random(3, 3, seed));
        for style in Style::ALL {
            let as_tiles = Solver::new(&puzzle).style(style).count().unwrap();
            let as_blocks = Solver::new(&puzzle).style(style).search(Search::Blocks).count().unwrap();
            assert_ne!(as_tiles.search, Search::Blocks);
            assert_eq!(as_blocks.search, Search::Blocks);
            let total = |answer: &Answer| answer.counted.unwrap().total.unwrap();
            assert_eq!(total(&as_tiles), total(&as_blocks), "{style}");
            let [as_tiles, as_blocks] = [as_tiles, as_blocks].map(solved);
            assert_eq!(as_tiles.len(), as_blocks.len(), "{style}");
            for solution in [as_tiles, as_blocks] {
                let along = check::solution(&puzzle, solution.block_moves(), style).unwrap();
                assert_eq!(along, solution.arrangements());
                assert_eq!((solution.block_moves().len(), solution.path()), (solution.len(), &[][..]));
            }
        }
    }
}

/// A walk that moves pieces of one kind past each other.
fn walked(puzzle: &Puzzle, steps: usize) -> Arrangement {
    let mut random = Random::new(5);
    let mut at = puzzle.start().clone();
    for _ in 0..steps {
        let mut next = rule::moves(puzzle, &at, Style::MOVE);
        at = next.swap_remove(random.below(next.len() as u64) as usize).1;
    }
    at
}

#[test]
fn a_search_from_another_arrangement_keeps_the_numbers_of_pieces() {
    for puzzle in [library::puzzle("klotski").unwrap(), as_blocks(&farthest())] {
        let from = walked(&puzzle, 60);
        assert!(!from.0.is_sorted(), "pieces are not numbered by where they are now");
        for style in [Style::STEP, Style::MOVE, Style::SET_STEP] {
            let solution = solved(Solver::new(&puzzle).from(&from).style(style).solve().unwrap());
            let along = check::replay_from(&puzzle, &from, solution.block_moves(), style).unwrap();
            assert!(puzzle.is_solved(along.last().unwrap()));
            assert_eq!(along, solution.arrangements());
            let renumbered = puzzle.with_start(&from).unwrap();
            let other = solved(Solver::new(&renumbered).style(style).search(Search::Blocks).solve().unwrap());
            assert_eq!(solution.len(), other.len(), "{style}");
        }
    }
}

#[test]
fn an_arrangement_with_overlapping_pieces_is_no_start() {
    let klotski = library::puzzle("klotski").unwrap();
    let heap = Arrangement(vec![klotski.start().0[0]; klotski.pieces().len()]);
    assert!(matches!(Solver::new(&klotski).from(&heap).solve(), Err(SolveError::Start(_))));
}

#[test]
fn an_arrangement_of_too_few_or_too_many_pieces_is_no_start() {
    let klotski = library::puzzle("klotski").unwrap();
    let mut short = klotski.start().clone();
    let last = short.0.pop().unwrap();
    assert!(matches!(Solver::new(&klotski).from(&short).solve(), Err(SolveError::Start(_))));
    short.0.extend([last, last]);
    assert!(matches!(Solver::new(&klotski).from(&short).solve(), Err(SolveError::Start(_))));
}

/// Count, list, and compare.
fn count_and_list(ask: impl Fn() -> Solver<'static>) -> u128 {
    let counted = ask().count().unwrap();
    let total = counted.counted.unwrap().total.unwrap();
    let length = solved(counted).len();
    let mut seen = HashSet::new();
    let listed = ask()
        .all(|listed| {
            assert_eq!(listed.solution.len(), length);
            assert!(listed.total.is_none_or(|said| said == total));
            assert!(seen.insert(listed.solution.states()), "listed twice: {}", listed.solution);
            assert_eq!(listed.number, seen.len() as u128);
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(seen.len() as u128, total);
    assert_eq!(listed.counted, Some(Counted { shown: total, total: Some(total), stop: None }));
    assert_eq!(solved(listed).len(), length);
    total
}

#[test]
fn counting_and_listing_agree_for_blocks_and_tiles() {
    for style in [Style::STEP, Style::SET_STEP] {
        assert!(count_and_list(|| Solver::new(small()).style(style)) > 1);
        assert!(count_and_list(|| Solver::new(farthest()).style(style)) > 1);
        assert!(count_and_list(|| Solver::new(farthest()).style(style).search(Search::Plain)) > 1);
        assert!(count_and_list(|| Solver::new(as_blocks(&farthest())).style(style)) > 1);
    }
}

/// Break after the first solution: no further solution is shown, and no wrong total is reported.
fn break_at_once(ask: impl Fn() -> Solver<'static>) {
    let total = ask().count().unwrap().counted.unwrap().total;
    let mut shown = 0;
    let answer = ask().all(|_| {
        shown += 1;
        ControlFlow::Break(())
    });
    let counted = answer.unwrap().counted.unwrap();
    assert_eq!((shown, counted.shown), (1, 1));
    assert!(counted.total.is_none() || counted.total == total, "{counted:?} of {total:?}");
}

#[test]
fn a_visitor_that_breaks_is_shown_nothing_more() {
    for style in [Style::STEP, Style::SET_STEP] {
        break_at_once(|| Solver::new(small()).style(style));
        break_at_once(|| Solver::new(farthest()).style(style));
    }
}

#[test]
fn a_visitor_that_breaks_the_plain_search_hears_no_wrong_total() {
    for style in [Style::STEP, Style::SET_STEP] {
        break_at_once(|| Solver::new(farthest()).style(style).search(Search::Plain));
    }
}

#[test]
fn ties_are_broken_by_the_other_metric() {
    for position in [farthest(), random(3, 3, 4), random(2, 4, 1)] {
        for (style, other) in [(Style::STEP, Style::SET_STEP), (Style::SET_STEP, Style::STEP)] {
            let mut lengths = vec![];
            let listed = Solver::new(&position).style(style).all(|listed| {
                lengths.push(moves::length(listed.solution.path(), other.who));
                ControlFlow::Continue(())
            });
            let shortest = solved(listed.unwrap()).len();
            let best = solved(Solver::new(&position).style(style).tie_break(other).solve().unwrap());
            assert_eq!(best.len(), shortest);
            assert_eq!(Some(moves::length(best.path(), other.who)), lengths.into_iter().min());
        }
    }
}

#[test]
fn a_large_board_has_a_solution_and_a_bound_when_time_is_over() {
    let position = random(5, 5, 1);
    let (mut lengths, mut bounds) = (vec![], vec![]);
    let mut watch = |event: Event| match event {
        Event::Better { solution, lower } => {
            assert!(lower as usize <= solution.len());
            lengths.push(solution.len());
        }
        Event::Bound(lower) => bounds.push(lower),
        _ => {}
    };
    let limits = Limits::new().threads(2).time(Duration::from_millis(300));
    let answer = Solver::new(&position).limits(limits).watch(&mut watch).solve().unwrap();
    assert_eq!(answer.search, Search::Anytime);
    let Outcome::Bounded { best, lower, by } = answer.outcome else { panic!("{:?}", answer.outcome) };
    assert_eq!(by, Stop::Time);
    assert!(lower as usize <= best.len());
    assert_eq!(lengths.last(), Some(&best.len()));
    assert!(lengths.is_sorted_by(|before, after| before > after), "{lengths:?}");
    assert!(bounds.is_sorted_by(|before, after| before < after), "{bounds:?}");
    assert!(bounds.iter().all(|&bound| bound <= lower));
}

#[test]
fn a_position_of_the_wrong_parity_is_unsolvable() {
    let loyd: Position = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0".parse().unwrap();
    let small: Position = "1 2 3/4 5 6/8 7 0".parse().unwrap();
    for game in [Game::from(&loyd), Game::from(&small), Game::from(as_blocks(&small))] {
        for style in [Style::STEP, Style::SET_STEP] {
            let answer = Solver::new(&game).style(style).solve().unwrap();
            let Outcome::Unsolvable(Proof::Parity(why)) = answer.outcome else {
                panic!("{:?}", answer.outcome)
            };
            assert!(matches!(why, Unreachable::Parity { distance: 0, .. }));
            let counted = Solver::new(&game).style(style).count().unwrap();
            assert_eq!((counted.outcome, counted.counted), (Outcome::Unsolvable(Proof::Parity(why)), None));
        }
    }
    let exhausted = Solver::new(as_blocks(&small)).style(Style::STEP).search(Search::Blocks).solve().unwrap();
    assert!(matches!(exhausted.outcome, Outcome::Unsolvable(Proof::Exhausted { .. })));
}

#[test]
fn a_checkpoint_file_is_there_during_the_search_and_removed_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    for style in [Style::STEP, Style::SET_STEP] {
        let mut during = vec![];
        let mut watch = |event: Event| {
            if let Event::Iteration(_) = event {
                during.push(path.exists());
            }
        };
        let solver = Solver::new(farthest()).style(style).checkpoint(&path).watch(&mut watch);
        solved(solver.solve().unwrap());
        assert!(!during.is_empty() && during.iter().all(|&exists| exists));
        assert!(!path.exists());
    }
}

#[test]
fn a_checkpoint_file_of_another_question_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let none = Limits::new().time(Duration::ZERO);
    let stopped = Solver::new(farthest()).limits(none).checkpoint(&path).solve().unwrap();
    assert!(matches!(stopped.outcome, Outcome::Stopped { by: Stop::Time, .. }), "{:?}", stopped.outcome);
    assert!(path.exists());
    let other = Solver::new(random(3, 3, 1)).checkpoint(&path);
    let other_style = Solver::new(farthest()).style(Style::SET_STEP).checkpoint(&path);
    for solver in [other, other_style] {
        match solver.solve() {
            Err(SolveError::Checkpoint(CheckpointError::Foreign { path: named, .. })) => {
                assert_eq!(named, path);
            }
            other => panic!("not refused: {other:?}"),
        }
    }
    assert_eq!(solved(Solver::new(farthest()).checkpoint(&path).solve().unwrap()).len(), 31);
    assert!(!path.exists());
    fs::write(&path, "something else").unwrap();
    let refused = Solver::new(farthest()).checkpoint(&path).solve();
    assert!(matches!(refused, Err(SolveError::Checkpoint(CheckpointError::Foreign { .. }))));
}

/// A watch that stops after the first checkpoint.
#[derive(Default)]
struct Interrupt {
    saved: bool,
    iterations: Vec<Iteration>,
}

impl Watch for Interrupt {
    fn event(&mut self, event: Event) {
        match event {
            Event::Checkpoint(_) => self.saved = true,
            Event::Iteration(iteration) => self.iterations.push(*iteration),
            _ => {}
        }
    }

    fn stop(&mut self) -> bool {
        self.saved
    }
}

#[test]
fn a_stopped_search_continues_from_its_checkpoint_at_the_same_cost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    // 74 steps, long enough for a checkpoint; on a very fast machine there may be nothing to resume.
    let long: Position = "c9defba237614850".parse().unwrap();
    let store = TableStore::new();
    let whole = Solver::new(&long).tables(&store).solve().unwrap();
    let mut interrupt = Interrupt::default();
    let first = Solver::new(&long).tables(&store).checkpoint(&path).watch(&mut interrupt).solve().unwrap();
    let last = match first.outcome {
        Outcome::Stopped { lower, by } => {
            assert_eq!((by, path.exists()), (Stop::Caller, true));
            let again = Solver::new(&long).tables(&store).checkpoint(&path).solve().unwrap();
            assert_eq!(again.iterations[0].0.threshold, lower, "iterations that are done are not repeated");
            again
        }
        _ => first,
    };
    assert_eq!(last.cost.generated, whole.cost.generated);
    assert_eq!((solved(last), path.exists()), (solved(whole), false));
}

/// The reports of a store while a position is solved with it: the progress of builds, and the warnings.
fn with_store(store: &TableStore) -> (usize, Vec<String>) {
    let (mut building, mut warnings) = (0, vec![]);
    let mut watch = |event: Event| match event {
        Event::Tables { .. } => building += 1,
        Event::Warning(text) => warnings.push(text.to_owned()),
        _ => {}
    };
    // A position of Rosetta Code.
    let position: Position = "15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2".parse().unwrap();
    let answer = Solver::new(&position).tables(store).watch(&mut watch).solve().unwrap();
    assert_eq!((answer.search, solved(answer).len()), (Search::Pdb, 52));
    (building, warnings)
}

#[test]
fn tables_are_built_once_and_a_damaged_file_is_replaced() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("tables");
    let store = TableStore::at(&folder);
    assert!(store.files().unwrap().is_empty());
    let (building, warnings) = with_store(&store);
    assert!(building > 0 && warnings.is_empty(), "{building} reports, {warnings:?}");
    let files = store.files().unwrap();
    let [file] = &files[..] else { panic!("{files:?}") };
    let content = TableContent {
        size: size(4, 4),
        blank: Goal::blank_last(size(4, 4)).some_board().blank(),
        kind: TableKind::Small,
    };
    assert_eq!(file.content.as_ref().unwrap(), &content);
    assert_eq!(file.name, content.kind.file_name(content.size, content.blank));
    let path = folder.join(&file.name);
    let whole = fs::read(&path).unwrap();
    assert_eq!(whole.len() as u64, file.bytes);

    assert_eq!(with_store(&store), (0, vec![]), "the same store has them in memory");
    assert_eq!(with_store(&TableStore::at(&folder)), (0, vec![]), "another store reads the file");

    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    fs::write(&path, damaged).unwrap();
    let other = TableStore::at(&folder);
    let (building, warnings) = with_store(&other);
    assert!(building > 0);
    let [warning] = &warnings[..] else { panic!("{warnings:?}") };
    assert!(warning.contains(&file.name) && warning.contains("damaged"), "{warning}");
    assert_eq!(fs::read(&path).unwrap(), whole);

    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    assert!(other.files().unwrap()[0].content.is_err());
    other.remove(&file.name).unwrap();
    assert!(other.files().unwrap().is_empty());
}

#[test]
fn a_search_that_does_not_suit_the_question_is_refused() {
    let (eight, large) = (farthest(), random(5, 5, 1));
    let klotski = library::puzzle("klotski").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    let slide = Style::ALL[1];
    for (answer, expected) in [
        (Solver::new(&large).search(Search::Unrolled).solve(), Unfit::Unrolled),
        (Solver::new(&large).search(Search::Anytime).count(), Unfit::OneSolution),
        (Solver::new(&eight).search(Search::Anytime).all(|_| panic!("refused")), Unfit::OneSolution),
        (
            Solver::new(&eight).tie_break(slide).solve(),
            Unfit::SameMetric { style: Style::STEP, tie_break: slide },
        ),
        (Solver::new(&eight).search(Search::Blocks).solve(), Unfit::ForBlocks),
        (
            Solver::new(&eight).style(Style::SET_STEP).search(Search::Unrolled).solve(),
            Unfit::Metric { search: Search::Unrolled, style: Style::SET_STEP },
        ),
        (Solver::new(&eight).search(Search::Plain).checkpoint(&file).solve(), Unfit::NoCheckpoint),
        (Solver::new(&eight).checkpoint(&file).count(), Unfit::NoCheckpoint),
        (Solver::new(&eight).on_disk(folder.path()).solve(), Unfit::NoDisk),
        (Solver::new(&klotski).on_disk(folder.path()).count(), Unfit::NoDisk),
    ] {
        assert_eq!(unfit(answer), expected);
    }
    for solver in [
        Solver::new(&klotski).search(Search::Plain),
        Solver::new(&klotski).checkpoint(&file),
        Solver::new(&klotski).tie_break(Style::STEP),
    ] {
        assert!(matches!(unfit(solver.solve()), Unfit::ForTiles { .. }));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "a refused question leaves no file behind");
}

#[test]
fn layers_on_disk_give_a_solution_as_short_as_in_memory_and_are_kept() {
    let puzzle = as_blocks(&random(2, 3, 2));
    let in_memory = solved(Solver::new(&puzzle).style(Style::STEP).solve().unwrap());
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let answer = Solver::new(&puzzle).style(Style::STEP).on_disk(folder.path()).solve().unwrap();
        assert_eq!(answer.search, Search::Blocks);
        assert_eq!(solved(answer).len(), in_memory.len());
    }
    let other = Solver::new(as_blocks(&random(2, 3, 3))).style(Style::STEP).on_disk(folder.path());
    assert!(matches!(other.solve(), Err(SolveError::Disk(_))));
}

#[test]
fn a_goal_that_leaves_something_open_is_for_the_plain_search() {
    let board = farthest().board().clone();
    let cells = [1, 2, 3].map(|tile| Some(slideways::tiles::Tile(tile))).into_iter().chain([None; 6]);
    let goal = Goal::masked(board.size(), cells.collect::<Vec<_>>()).unwrap();
    let open = Position::new(board, goal).unwrap();
    for style in [Style::STEP, Style::SET_STEP] {
        let plan = Solver::new(&open).style(style).plan(Want::One).unwrap();
        assert!(plan.search == Search::Plain && plan.because.is_some());
        let as_tiles = Solver::new(&open).style(style).count().unwrap();
        let puzzle = as_blocks(&open);
        let by_blocks = Solver::new(&puzzle).style(style).search(Search::Blocks).count().unwrap();
        assert_eq!(as_tiles.counted.unwrap().total, by_blocks.counted.unwrap().total);
        assert_eq!((as_tiles.search, solved(as_tiles).len()), (Search::Plain, solved(by_blocks).len()));
    }
}
