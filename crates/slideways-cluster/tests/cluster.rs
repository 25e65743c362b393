//! Several workers find what one finds: in one process, and in several that talk over the loopback.

use slideways::outcome::{Limits, Stop};
use slideways::solver::{DiskError, SolveError};
use slideways::space::SpaceBuilder;
use slideways::tiles::{Goal, Position, Size};
use slideways::watch::Watch;
use slideways::{Game, Space, Style, library};
use slideways_cluster::Cluster;
use std::net::TcpListener;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

fn limits() -> Limits {
    Limits { memory: 256 << 20, threads: 1, ..Limits::default() }
}

fn board(rows: usize, cols: usize) -> Position {
    Position::blank_last(Goal::blank_last(Size::new(rows, cols).unwrap()).full().unwrap())
}

fn on_disk<'s>(game: impl Into<Game>, folder: &Path) -> SpaceBuilder<'s> {
    Space::of(game).limits(limits()).farthest(1).on_disk(folder)
}

fn klotski(
    folder: &Path,
    resume: bool,
    cluster: &Cluster,
    watch: &mut dyn Watch,
) -> Result<Space, SolveError> {
    let puzzle = library::puzzle("klotski").unwrap();
    on_disk(puzzle, folder).resume(resume).cluster(cluster).watch(watch).build()
}

/// Processes on this machine.
fn processes(number: usize, workers: usize) -> Vec<Cluster> {
    let free: Vec<TcpListener> = (0..number).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let hosts: Vec<String> = free.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
    let (patience, interval) = (Duration::from_secs(20), Duration::ZERO);
    (0..number)
        .map(|process| Cluster { workers, hosts: hosts.clone(), process, patience, interval })
        .collect()
}

/// Says stop when it is asked for the last time that it allows.
struct After(u32);

impl Watch for After {
    fn stop(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }
}

#[test]
fn workers_of_one_process_find_what_one_finds() {
    let alone = tempfile::tempdir().unwrap();
    let expected = on_disk(board(2, 5), alone.path()).build().unwrap();
    for workers in [1, 2, 3] {
        let folder = tempfile::tempdir().unwrap();
        let cluster = Cluster::embedded(workers);
        let found = on_disk(board(2, 5), folder.path()).cluster(&cluster).build().unwrap();
        assert_eq!(found.layers().sizes, expected.layers().sizes);
        assert_eq!(found.farthest_boards(), expected.farthest_boards());
        let folder = tempfile::tempdir().unwrap();
        let found = klotski(folder.path(), false, &cluster, &mut ()).unwrap();
        assert_eq!((found.layers().states(), found.layers().radius()), (25_955, 124));
        assert_eq!(found.nearest_goal(), Some(81));
    }
}

#[test]
fn workers_find_the_hardest_starts_that_one_finds() {
    let puzzle = library::puzzle("klotski").unwrap();
    let expected = Space::of(&puzzle).hardest(3).build().unwrap();
    let places = |space: &Space| space.hardest().iter().map(|at| puzzle.places(at)).collect::<Vec<_>>();
    for workers in [1, 3] {
        let folder = tempfile::tempdir().unwrap();
        let cluster = Cluster::embedded(workers);
        let found = on_disk(&puzzle, folder.path()).hardest(3).cluster(&cluster).build().unwrap();
        assert_eq!(found.to_goal().unwrap().sizes, expected.to_goal().unwrap().sizes);
        assert_eq!(places(&found), places(&expected));
    }
}

#[test]
fn processes_that_do_not_ask_the_same_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let ends: Vec<_> = thread::scope(|scope| {
        let run = |cluster: Cluster| {
            scope.spawn(move || {
                let mut space = on_disk(library::puzzle("klotski").unwrap(), path);
                if cluster.process == 0 {
                    space = space.hardest(1);
                }
                space.cluster(&cluster).build().err().map(|why| why.to_string())
            })
        };
        let mut both = processes(2, 1);
        both.iter_mut().for_each(|cluster| cluster.patience = Duration::from_secs(5));
        let running: Vec<_> = both.into_iter().map(run).collect();
        running.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let named = |end: &Option<String>| end.as_ref().is_some_and(|why| why.contains("another search"));
    assert!(ends.iter().any(named) && ends.iter().all(Option::is_some), "{ends:?}");
}

#[test]
fn processes_find_the_same_and_others_go_on_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let mut resume = false;
    // Stopped in the midst of it, and continued by another number, again and again.
    for (number, workers) in [(4, 1), (2, 2), (3, 1)] {
        let sizes: Vec<Vec<u64>> = thread::scope(|scope| {
            let run = |cluster: Cluster| {
                scope.spawn(move || {
                    let mut watch = After(if cluster.process == number - 1 { 12 } else { u32::MAX });
                    klotski(path, resume, &cluster, &mut watch).unwrap().layers().sizes.clone()
                })
            };
            let running: Vec<_> = processes(number, workers).into_iter().map(run).collect();
            running.into_iter().map(|one| one.join().unwrap()).collect()
        });
        assert!(sizes.iter().all(|same| *same == sizes[0]), "all agree on where they leave off");
        resume = true;
    }
    let found = on_disk(library::puzzle("klotski").unwrap(), path).resume(true).build().unwrap();
    assert_eq!((found.layers().states(), found.layers().radius()), (25_955, 124));
}

#[test]
fn four_processes_have_the_layers_of_one() {
    let (folder, alone) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let style = Style::SET_STEP;
    let expected = on_disk(board(3, 3), alone.path()).style(style).build().unwrap();
    let path = folder.path();
    thread::scope(|scope| {
        for cluster in processes(4, 1) {
            let expected = &expected;
            scope.spawn(move || {
                let found = on_disk(board(3, 3), path).style(style).cluster(&cluster).build().unwrap();
                assert_eq!(found.layers().sizes, expected.layers().sizes);
            });
        }
    });
}

#[test]
fn a_bit_table_in_several_memories_is_that_of_one() {
    let expected = Space::of(board(2, 6)).farthest(9).build().unwrap();
    for (number, workers) in [(2, 1), (3, 2)] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        thread::scope(|scope| {
            for mut cluster in processes(number, workers) {
                // Some layers end with a checkpoint.
                cluster.interval = Duration::from_millis(200);
                let expected = &expected;
                scope.spawn(move || {
                    let found = on_disk(board(2, 6), path).farthest(9).cluster(&cluster).build().unwrap();
                    assert_eq!(found.layers().sizes, expected.layers().sizes);
                    assert_eq!(found.farthest_boards(), expected.farthest_boards());
                });
            }
        });
        // A complete table is not stored, and anyone can read the result.
        let read = on_disk(board(2, 6), path).farthest(9).resume(true).build().unwrap();
        assert_eq!(read.farthest_boards(), expected.farthest_boards());
    }
}

/// Stopped within a layer, again and again, and continued by another number of processes, or by one alone
/// with its table in files.
#[test]
fn a_bit_table_is_continued_by_any_number() {
    let expected = Space::of(board(3, 4)).farthest(9).build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let mut resume = false;
    for (number, workers) in [(3, 1), (1, 1), (2, 2), (4, 1), (1, 1)] {
        let sizes: Vec<Vec<u64>> = thread::scope(|scope| {
            let run = |mut cluster: Cluster| {
                cluster.interval = Duration::from_secs(60);
                scope.spawn(move || {
                    let mut watch = After(if cluster.process == number - 1 { 6 } else { u32::MAX });
                    let space = on_disk(board(3, 4), path).resume(resume).cluster(&cluster);
                    space.watch(&mut watch).build().unwrap().layers().sizes.clone()
                })
            };
            let running: Vec<_> = processes(number, workers).into_iter().map(run).collect();
            running.into_iter().map(|one| one.join().unwrap()).collect()
        });
        assert!(sizes.iter().all(|same| *same == sizes[0]), "all agree on where they leave off");
        assert!(expected.layers().sizes.starts_with(&sizes[0]));
        resume = true;
    }
    let found = on_disk(board(3, 4), path).farthest(9).resume(true).build().unwrap();
    assert_eq!(found.layers().sizes, expected.layers().sizes);
    assert_eq!(found.farthest_boards(), expected.farthest_boards());
}

#[test]
fn too_little_memory_for_a_share_is_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    thread::scope(|scope| {
        for cluster in processes(2, 1) {
            scope.spawn(move || {
                let memory = if cluster.process == 0 { 64 << 20 } else { 8 << 20 };
                let limits = Limits { memory, ..limits() };
                let space = on_disk(board(2, 6), path).limits(limits).cluster(&cluster).build().unwrap();
                assert_eq!(space.stop(), Some(Stop::Memory));
            });
        }
    });
}

#[test]
fn a_process_that_does_not_come_is_waited_for_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut cluster = processes(2, 1).remove(0);
    cluster.patience = Duration::from_millis(300);
    let started = Instant::now();
    let Err(SolveError::Disk(DiskError::Peer { who, .. })) = klotski(folder.path(), false, &cluster, &mut ())
    else {
        panic!("the other process does not come")
    };
    assert!(who.starts_with("process 1 ("), "{who}");
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[test]
fn trouble_of_one_is_told_to_all() {
    let folder = tempfile::tempdir().unwrap();
    // A folder that was begun, and is not to be continued: the first worker refuses, the others hear of it.
    klotski(folder.path(), false, &Cluster::embedded(1), &mut After(5)).unwrap();
    let path = folder.path();
    let ends: Vec<SolveError> = thread::scope(|scope| {
        let run =
            |cluster: Cluster| scope.spawn(move || klotski(path, false, &cluster, &mut ()).err().unwrap());
        let running: Vec<_> = processes(2, 1).into_iter().map(run).collect();
        running.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(matches!(&ends[0], SolveError::Disk(DiskError::Begun { .. })), "{:?}", ends[0]);
    assert!(matches!(&ends[1], SolveError::Disk(DiskError::Peer { .. })), "{:?}", ends[1]);
}
