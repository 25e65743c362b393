//! Hardest starts on disk: a second search from the goals, which are stored in files. The results are those
//! in memory, for any memory limit, number of threads and interruption of either search.

#![cfg(feature = "disk")]

mod common;

use common::After;
use slideways::outcome::{Limits, Stop};
use slideways::puzzle::{Arrangement, Place, Puzzle};
use slideways::solver::{DiskError, SolveError};
use slideways::watch::Watch;
use slideways::{Space, Style, library};
use std::fs;
use std::path::{Path, PathBuf};

fn on_disk(
    puzzle: &Puzzle,
    style: Style,
    (folder, resume): (&Path, bool),
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Space, SolveError> {
    let space = Space::of(puzzle).style(style).limits(limits).farthest(2).hardest(3);
    space.on_disk(folder).resume(resume).watch(watch).build()
}

fn limits(threads: usize) -> Limits {
    Limits { threads, memory: 64 << 20, ..Limits::default() }
}

/// Which of several equal pieces is which does not count.
fn places(puzzle: &Puzzle, found: &[Arrangement]) -> Vec<Vec<Place>> {
    found.iter().map(|at| puzzle.places(at)).collect()
}

fn assert_same(puzzle: &Puzzle, found: &Space, expected: &Space, what: &str) {
    assert_eq!((found.stop(), found.goals()), (None, expected.goals()), "{what}");
    assert_eq!(found.layers().sizes, expected.layers().sizes, "{what}");
    let sizes = |space: &Space| space.to_goal().map(|table| table.sizes.clone());
    assert_eq!(sizes(found), sizes(expected), "{what}");
    assert_eq!(places(puzzle, found.farthest()), places(puzzle, expected.farthest()), "{what}");
    assert_eq!(places(puzzle, found.hardest()), places(puzzle, expected.hardest()), "{what}");
}

fn in_memory(puzzle: &Puzzle, style: Style) -> Space {
    Space::of(puzzle).style(style).farthest(2).hardest(3).build().unwrap()
}

#[test]
fn hardest_starts_are_those_in_memory() {
    let slide = "slide".parse().unwrap();
    for (name, style, ways) in [
        ("klotski", Style::MOVE, &[(1, 64), (3, 64), (2, 14)][..]),
        ("klotski", Style::STEP, &[(2, 64)]),
        ("century", slide, &[(2, 64)]),
        ("traffic_jam", Style::SET_STEP, &[(1, 14), (3, 64)]),
        ("moving_day", Style::MOVE, &[(1, 64)]),
    ] {
        let puzzle = library::puzzle(name).unwrap();
        let expected = in_memory(&puzzle, style);
        for &(threads, megabytes) in ways {
            let folder = tempfile::tempdir().unwrap();
            let limits = Limits { memory: megabytes << 20, ..limits(threads) };
            let found = on_disk(&puzzle, style, (folder.path(), false), limits, &mut ()).unwrap();
            assert_same(&puzzle, &found, &expected, &format!("{name} {style} {threads} {megabytes}"));
            assert!(found.hardest_puzzle().is_some());
        }
    }
}

#[test]
fn a_component_without_a_goal_has_no_hardest_start() {
    let puzzle = slideways::format::sliding::parse("1 x 4\n1 = 1\n2 = 1\n102\ngoal 1@0,3\n").unwrap().puzzle;
    let folder = tempfile::tempdir().unwrap();
    let found = on_disk(&puzzle, Style::MOVE, (folder.path(), false), limits(1), &mut ()).unwrap();
    let expected = in_memory(&puzzle, Style::MOVE);
    assert_same(&puzzle, &found, &expected, "no goal");
    assert!(found.to_goal().is_some_and(|table| table.sizes.is_empty()) && found.hardest().is_empty());
}

#[test]
fn both_searches_can_be_interrupted_and_resumed() {
    let puzzle = library::puzzle("traffic_jam").unwrap();
    let expected = in_memory(&puzzle, Style::MOVE);
    let folder = tempfile::tempdir().unwrap();
    let (mut first, mut second) = (0, 0);
    for attempt in 0.. {
        let at = (folder.path(), attempt > 0);
        let found = on_disk(&puzzle, Style::MOVE, at, limits(1 + attempt % 3), &mut After(8)).unwrap();
        let known = |table: &[u64], whole: &[u64]| assert_eq!(*table, whole[..table.len()]);
        known(&found.layers().sizes, &expected.layers().sizes);
        match found.to_goal() {
            None => first += 1,
            Some(table) => {
                known(&table.sizes, &expected.to_goal().unwrap().sizes);
                second += u32::from(table.stop.is_some());
            }
        }
        if found.stop().is_none() {
            break;
        }
        assert_eq!(found.stop(), Some(Stop::Caller));
        assert!(found.hardest().is_empty() && found.hardest_puzzle().is_none());
    }
    assert!(first > 3 && second > 3, "{first} {second}");
    // All layers already exist; a search that is not stopped also returns the arrangements.
    let again = on_disk(&puzzle, Style::MOVE, (folder.path(), true), limits(1), &mut ()).unwrap();
    assert_same(&puzzle, &again, &expected, "again");
}

/// The run files of a folder whose names begin like this.
fn runs(folder: &Path, start: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut runs: Vec<PathBuf> =
        files.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with(start)).collect();
    runs.sort();
    runs
}

fn klotski(folder: &Path, resume: bool) -> Result<Space, SolveError> {
    let puzzle = library::puzzle("klotski").unwrap();
    on_disk(&puzzle, Style::MOVE, (folder, resume), limits(2), &mut ())
}

fn trouble(found: Result<Space, SolveError>) -> DiskError {
    match found {
        Err(SolveError::Disk(trouble)) => trouble,
        other => panic!("it must be refused, not {:?}", other.map(|space| space.layers().clone())),
    }
}

#[test]
fn goals_and_layers_that_are_damaged_are_named() {
    let folder = tempfile::tempdir().unwrap();
    klotski(folder.path(), false).unwrap();
    let second = folder.path().join("to-goal");
    let goals = runs(folder.path(), "goals-").remove(3);
    let layer = runs(&second, "layer-00093-").remove(0);
    for (run, alone) in [(&goals, false), (&layer, true)] {
        if !alone {
            fs::remove_dir_all(&second).unwrap();
        }
        let sound = fs::read(run).unwrap();
        fs::write(run, &sound[..sound.len() - 1]).unwrap();
        assert!(
            matches!(trouble(klotski(folder.path(), true)), DiskError::Damaged { path, .. } if path == *run)
        );
        let mut bytes = sound.clone();
        bytes[sound.len() / 3] ^= 8;
        fs::write(run, &bytes).unwrap();
        assert!(
            matches!(trouble(klotski(folder.path(), true)), DiskError::Damaged { path, .. } if path == *run)
        );
        fs::remove_file(run).unwrap();
        assert!(
            matches!(trouble(klotski(folder.path(), true)), DiskError::Refused { path, .. } if path == *run)
        );
        fs::write(run, &sound).unwrap();
        klotski(folder.path(), true).unwrap();
    }
}

#[test]
fn folders_that_do_not_suit_are_refused_before_the_first_search() {
    let folder = tempfile::tempdir().unwrap();
    klotski(folder.path(), false).unwrap();
    assert!(
        matches!(trouble(klotski(folder.path(), false)), DiskError::Begun { path, layer: 124 } if path == folder.path())
    );
    // Only the folder of the second search is left.
    let second = folder.path().join("to-goal");
    for file in fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()) {
        let _ = fs::remove_file(file);
    }
    assert!(
        matches!(trouble(klotski(folder.path(), false)), DiskError::Begun { path, layer: 93 } if path == second)
    );
    let moving = library::puzzle("moving_day").unwrap();
    let other = on_disk(&moving, Style::MOVE, (folder.path(), true), limits(1), &mut ());
    assert!(matches!(trouble(other), DiskError::Foreign { path, .. } if path == second));
    assert!(runs(folder.path(), "layer-").is_empty());
}

#[test]
fn a_search_that_did_not_store_its_goals_is_refused_once_it_has_met_one() {
    let puzzle = library::puzzle("klotski").unwrap();
    let plain = |folder: &Path, watch: &mut dyn Watch| {
        Space::of(&puzzle).limits(limits(1)).on_disk(folder).watch(watch).build().unwrap()
    };
    let folder = tempfile::tempdir().unwrap();
    plain(folder.path(), &mut ());
    assert!(
        matches!(trouble(klotski(folder.path(), true)), DiskError::NoGoals { path } if path == folder.path())
    );
    // The first goal has distance 81.
    let folder = tempfile::tempdir().unwrap();
    let early = plain(folder.path(), &mut After(60));
    assert!((1..81).contains(&early.layers().sizes.len()), "{}", early.layers().sizes.len());
    let found = klotski(folder.path(), true).unwrap();
    assert_same(&puzzle, &found, &in_memory(&puzzle, Style::MOVE), "resumed");
    // A search that stores its goals goes on doing so without being told.
    let folder = tempfile::tempdir().unwrap();
    on_disk(&puzzle, Style::MOVE, (folder.path(), false), limits(1), &mut After(60)).unwrap();
    Space::of(&puzzle).limits(limits(1)).on_disk(folder.path()).resume(true).build().unwrap();
    assert_same(
        &puzzle,
        &klotski(folder.path(), true).unwrap(),
        &in_memory(&puzzle, Style::MOVE),
        "continued",
    );
}
