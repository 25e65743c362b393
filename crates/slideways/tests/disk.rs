//! Layers on disk: the counts are the same as in memory, for any memory limit, number of threads and
//! interruption. Files that are damaged, missing, foreign or too large are reported by name.

#![cfg(feature = "disk")]

mod common;

use common::After;
use slideways::outcome::{Limits, Outcome, Stop};
use slideways::puzzle::{Arrangement, Place};
use slideways::solver::{DiskError, SolveError};
use slideways::tiles::{Board, Goal, Position, Size};
use slideways::watch::Watch;
use slideways::{Solver, Space, Style, library};
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

fn limits(threads: usize) -> Limits {
    Limits { threads, memory: 64 << 20, ..Limits::default() }
}

/// A folder, and whether to resume the search in it.
#[derive(Clone, Copy)]
struct At<'p> {
    folder: &'p Path,
    resume: bool,
}

fn place(folder: &Path) -> At<'_> {
    At { folder, resume: false }
}

fn resumed(folder: &Path) -> At<'_> {
    At { resume: true, ..place(folder) }
}

fn blocks(
    name: &str,
    style: Style,
    place: At,
    threads: usize,
    watch: &mut dyn Watch,
) -> Result<Space, SolveError> {
    let space = Space::of(library::puzzle(name).unwrap()).style(style).limits(limits(threads)).farthest(2);
    space.on_disk(place.folder).resume(place.resume).watch(watch).build()
}

#[test]
fn blocks_are_those_in_memory() {
    for (name, style) in
        [("klotski", Style::MOVE), ("klotski", Style::STEP), ("traffic_jam", Style::SET_STEP)]
    {
        let puzzle = library::puzzle(name).unwrap();
        let expected = Space::of(&puzzle).style(style).hardest(1).build().unwrap();
        let answer = common::solve(&puzzle, style, Limits::default(), &mut ()).unwrap();
        let Outcome::Solved(moves) = answer.outcome else { panic!("{name} can be solved") };
        for threads in [1, 3] {
            let folder = tempfile::tempdir().unwrap();
            let found = blocks(name, style, place(folder.path()), threads, &mut ()).unwrap();
            assert_eq!((&found.layers().sizes, found.stop()), (&expected.layers().sizes, None), "{name}");
            assert_eq!(found.nearest_goal(), Some(moves.len() as u32), "{name} {style}");
            assert_eq!(found.goals(), expected.goals(), "{name} {style}");
            let last = *found.layers().sizes.last().unwrap() as usize;
            assert_eq!(found.farthest().len(), last.min(2));
        }
    }
}

fn board(rows: usize, cols: usize) -> Position {
    Position::blank_last(Goal::blank_last(Size::new(rows, cols).unwrap()).full().unwrap())
}

fn sorted(boards: &[Board]) -> Vec<Board> {
    let mut boards = boards.to_vec();
    boards.sort();
    boards
}

#[test]
fn tiles_are_those_in_memory() {
    for (rows, cols) in [(2, 3), (3, 3), (4, 2), (2, 5)] {
        for style in [Style::STEP, Style::SET_STEP] {
            let folder = tempfile::tempdir().unwrap();
            let asked = || Space::of(board(rows, cols)).style(style).limits(limits(2)).farthest(usize::MAX);
            let (expected, found) =
                (asked().build().unwrap(), asked().on_disk(folder.path()).build().unwrap());
            assert_eq!(found.layers().sizes, expected.layers().sizes);
            assert_eq!(sorted(found.farthest_boards()), sorted(expected.farthest_boards()));
        }
    }
}

#[test]
fn memory_that_is_short_makes_runs_not_mistakes() {
    // Some 30 MB of successors at a time, with less memory: more temporary runs than are merged at once.
    let folder = tempfile::tempdir().unwrap();
    let asked = || Space::of(board(2, 5)).style(Style::SET_STEP).farthest(1);
    let limits = Limits { memory: 14 << 20, threads: 4, ..Limits::default() };
    let found = asked().limits(limits).on_disk(folder.path()).build().unwrap();
    assert_eq!(found.layers().sizes, asked().build().unwrap().layers().sizes);
    assert!(found.cost().peak_bytes <= 14 << 20);
    let none = Limits { memory: 1 << 20, ..limits };
    let other = tempfile::tempdir().unwrap();
    let found = asked().limits(none).on_disk(other.path()).build().unwrap();
    assert_eq!((found.stop(), &found.layers().sizes[..]), (Some(Stop::Memory), &[1][..]));
}

#[test]
fn interrupted_and_resumed_it_is_the_same() {
    let puzzle = library::puzzle("traffic_jam").unwrap();
    let whole = Space::of(&puzzle).farthest(2).build().unwrap();
    let sizes = &whole.layers().sizes;
    let folder = tempfile::tempdir().unwrap();
    let mut attempts = 0;
    let mut at = place(folder.path());
    let found = loop {
        let found = blocks("traffic_jam", Style::MOVE, at, 1 + attempts % 3, &mut After(8)).unwrap();
        at = resumed(folder.path());
        attempts += 1;
        assert_eq!(found.layers().sizes, sizes[..found.layers().sizes.len()]);
        if found.stop().is_none() {
            break found;
        }
    };
    assert!(attempts > 3);
    assert_eq!(found.layers().sizes, *sizes);
    // All layers already exist; a search that is not stopped also returns the farthest arrangements.
    let again = blocks("traffic_jam", Style::MOVE, at, 1, &mut ()).unwrap();
    assert_eq!((&again.layers().sizes, again.stop()), (sizes, None));
    // Only a path from the start could tell which of several pieces of a kind is which.
    let places =
        |found: &[Arrangement]| -> Vec<Vec<Place>> { found.iter().map(|at| puzzle.places(at)).collect() };
    assert_eq!(places(again.farthest()), places(whole.farthest()));
}

/// A search that was stopped after some layers, and the newest run file that its manifest names. There may be
/// a newer one, of a layer that was not finished.
fn begun(folder: &Path) -> PathBuf {
    let found = blocks("klotski", Style::MOVE, place(folder), 2, &mut After(60)).unwrap();
    assert_eq!(found.stop(), Some(Stop::Caller));
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let manifests =
        ["manifest.json", "manifest.latest.json"].map(|name| fs::read_to_string(folder.join(name)));
    let manifests: Vec<String> = manifests.into_iter().flatten().collect();
    let is_named = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.ends_with(".run") && manifests.iter().any(|manifest| manifest.contains(name))
    };
    let mut runs: Vec<PathBuf> = files.filter(is_named).collect();
    runs.sort();
    runs.pop().unwrap()
}

fn trouble(folder: &Path) -> DiskError {
    match blocks("klotski", Style::MOVE, resumed(folder), 1, &mut ()) {
        Err(SolveError::Disk(trouble)) => trouble,
        other => panic!("it must be refused, not {:?}", other.map(|space| space.layers().clone())),
    }
}

#[test]
fn a_run_that_was_cut_short_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let run = begun(folder.path());
    let length = fs::metadata(&run).unwrap().len();
    OpenOptions::new().write(true).open(&run).unwrap().set_len(length - 3).unwrap();
    let DiskError::Damaged { path, what } = trouble(folder.path()) else { panic!("it is damaged") };
    assert_eq!(path, run);
    assert!(what.contains("bytes"), "{what}");
    fs::remove_file(&run).unwrap();
    assert!(matches!(trouble(folder.path()), DiskError::Refused { path, .. } if path == run));
}

#[test]
fn no_byte_of_a_run_can_change_unnoticed() {
    let folder = tempfile::tempdir().unwrap();
    let run = begun(folder.path());
    let sound = fs::read(&run).unwrap();
    for at in (0..sound.len()).step_by(sound.len() / 97 + 1) {
        let mut bytes = sound.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&run, &bytes).unwrap();
        assert!(
            matches!(trouble(folder.path()), DiskError::Damaged { path, .. } if path == run),
            "byte {at}"
        );
    }
    fs::write(&run, &sound).unwrap();
    assert!(blocks("klotski", Style::MOVE, resumed(folder.path()), 1, &mut ()).is_ok());
}

#[test]
fn manifests_are_for_their_own_search() {
    let folder = tempfile::tempdir().unwrap();
    begun(folder.path());
    let again = blocks("klotski", Style::MOVE, place(folder.path()), 1, &mut ());
    assert!(matches!(again, Err(SolveError::Disk(DiskError::Begun { .. }))));
    for (name, style) in [("klotski", Style::STEP), ("traffic_jam", Style::MOVE)] {
        let other = blocks(name, style, resumed(folder.path()), 1, &mut ());
        assert!(matches!(other, Err(SolveError::Disk(DiskError::Foreign { .. }))), "{name} {style}");
    }
    let manifest = folder.path().join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    for damaged in [text.replacen("4", "5", 1), text[..text.len() / 2].to_owned(), String::new()] {
        fs::write(&manifest, damaged).unwrap();
        assert!(matches!(trouble(folder.path()), DiskError::Damaged { path, .. } if path == manifest));
    }
}

#[test]
fn two_do_not_work_in_one_folder() {
    struct Inside<'f>(&'f Path, bool);
    impl Watch for Inside<'_> {
        fn stop(&mut self) -> bool {
            if !self.1 {
                self.1 = true;
                assert!(matches!(trouble(self.0), DiskError::Busy { .. }));
            }
            false
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let mut inside = Inside(folder.path(), false);
    blocks("klotski", Style::MOVE, place(folder.path()), 1, &mut inside).unwrap();
    assert!(inside.1);
}

#[test]
fn a_solution_on_disk_is_as_short_as_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let klotski = library::puzzle("klotski").unwrap();
    let answer = Solver::new(&klotski).limits(limits(2)).on_disk(folder.path()).solve().unwrap();
    let Outcome::Solved(solution) = answer.outcome else { panic!("it can be solved") };
    assert_eq!(solution.len(), 81);
    assert!(answer.written.is_some_and(|bytes| bytes > 0));
}
