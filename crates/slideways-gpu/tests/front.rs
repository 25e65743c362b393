//! The front of the library with a GPU. Without one, these tests say that they are skipped.

use slideways::library::sets;
use slideways::prelude::*;
use slideways::solver::{Answer, DeviceError, SolveError};
use slideways::watch::Event;
use slideways_gpu::Gpu;
use std::time::Duration;

fn gpu() -> Option<Gpu> {
    Gpu::open().inspect_err(|why| eprintln!("skipped: {why}")).ok()
}

fn korf24(number: usize) -> Position {
    let set = sets::find("korf24").unwrap();
    Position::new(set.instances[number - 1].board.clone(), set.goal).unwrap()
}

/// The thresholds of the complete iterations, with the positions expanded.
fn complete(answer: &Answer) -> Vec<(u32, u64)> {
    let iterations = answer.iterations.iter().map(|(iteration, _)| iteration);
    iterations.filter(|iteration| iteration.solutions == 0).map(|now| (now.threshold, now.expanded)).collect()
}

#[test]
fn a_24_puzzle_takes_as_many_moves_as_without_it() {
    let (Some(gpu), position) = (gpu(), korf24(40)) else { return };
    let (store, limits) = (TableStore::new(), Limits::new().threads(2));
    let solver = || Solver::new(&position).search(Search::Pdb).limits(limits).tables(&store);
    let [here, there] = [solver().solve().unwrap(), solver().gpu(&gpu).solve().unwrap()];
    assert_eq!(complete(&here), complete(&there));
    let Outcome::Solved(solution) = there.outcome else { panic!("it can be solved") };
    assert_eq!(solution.len(), 82);
}

#[test]
fn a_stopped_search_has_a_bound_and_continues_from_its_checkpoint() {
    let (Some(gpu), position) = (gpu(), korf24(48)) else { return };
    let folder = tempfile::tempdir().unwrap();
    let (store, file, limits) =
        (TableStore::new(), folder.path().join("checkpoint"), Limits::new().threads(16));
    let solver = || Solver::new(&position).gpu(&gpu).limits(limits).tables(&store).checkpoint(&file);
    let mut saved = 0;
    let mut count = |event: Event| saved += usize::from(matches!(event, Event::Checkpoint(_)));
    let stopped = solver().limits(limits.time(Duration::from_secs(12))).watch(&mut count).solve().unwrap();
    let Outcome::Stopped { lower, .. } = stopped.outcome else { panic!("it takes longer") };
    assert!(lower >= 99 && saved > 0 && file.exists(), "at least {lower}, {saved} checkpoints");
    let answer = solver().solve().unwrap();
    let Outcome::Solved(solution) = answer.outcome else { panic!("it can be solved") };
    assert_eq!(solution.len(), 107);
    assert_eq!(answer.iterations.first().map(|(iteration, _)| iteration.threshold), Some(lower));
}

#[test]
fn too_little_memory_is_an_error() {
    let (Some(gpu), position) = (gpu(), korf24(40)) else { return };
    let refused = Solver::new(&position).gpu(&gpu).limits(Limits::new().memory(500 << 20)).solve();
    assert!(matches!(refused, Err(SolveError::Device(DeviceError::Limit { .. }))), "{refused:?}");
    let board: Position = "1 2 3 4/5 6 7 8/9 10 11 0".parse().unwrap();
    let refused = Space::of(&board).gpu(&gpu).limits(Limits::new().memory(1 << 20)).build().map(|_| ());
    assert!(matches!(refused, Err(SolveError::Device(DeviceError::Limit { .. }))), "{refused:?}");
}

#[test]
fn a_board_has_the_same_layers() {
    let Some(gpu) = gpu() else { return };
    let board: Position = "1 2 3 4/5 6 7 8/9 10 11 0".parse().unwrap();
    for style in [Style::STEP, Style::SET_STEP] {
        let space = || Space::of(&board).style(style).farthest(9);
        let [here, there] = [space().build().unwrap(), space().gpu(&gpu).build().unwrap()];
        assert_eq!(here.layers().sizes, there.layers().sizes);
        assert_eq!(here.farthest_boards(), there.farthest_boards());
    }
}

#[test]
fn questions_that_the_gpu_does_not_answer_are_refused() {
    let Some(gpu) = gpu() else { return };
    let klotski = library::puzzle("klotski").unwrap();
    assert!(matches!(Solver::new(&klotski).gpu(&gpu).solve(), Err(SolveError::Search(_))));
    assert!(matches!(Solver::new(korf24(1)).gpu(&gpu).count(), Err(SolveError::Search(_))));
    assert!(matches!(Space::of(&klotski).gpu(&gpu).build(), Err(SolveError::Space(_))));
}
