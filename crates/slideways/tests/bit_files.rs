//! Bit tables in files: the same answers as in memory, whatever the pages, the threads and the interruptions.

use slideways::prelude::*;
use slideways::solver::SolveError;
use slideways::space::SpaceBuilder;
use slideways::watch::{Event, Watch};
use std::fs;
use std::path::Path;

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

fn on_disk<'s>(from: &Position, folder: &Path, threads: usize, memory: u64) -> SpaceBuilder<'s> {
    let limits = Limits::new().threads(threads).memory(memory);
    Space::of(from).farthest(usize::MAX).limits(limits).on_disk(folder)
}

/// Stops the search when it has reported a number of times.
struct Patience(u32);

impl Watch for Patience {
    fn event(&mut self, _: Event) {}

    fn stop(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }
}

#[test]
fn files_hold_what_memory_holds() {
    for text in
        ["123456780", "1 2 3/8 0 4/7 6 5", "1 2/3 4/5 0", "0 1 2 3 4/5 6 7 8 9", "2 1/4 3/6 5/8 7/0 9"]
    {
        let from = position(text);
        let memory = Space::of(&from).farthest(usize::MAX).build().unwrap();
        for threads in [1, 2, 3] {
            let folder = tempfile::tempdir().unwrap();
            let files = on_disk(&from, folder.path(), threads, 1 << 30).build().unwrap();
            assert_eq!(files.layers().sizes, memory.layers().sizes, "{text}");
            assert_eq!(files.farthest_boards(), memory.farthest_boards());
            assert!(files.written().is_some_and(|bytes| bytes > 0) && files.stop().is_none());
        }
    }
}

#[test]
fn a_search_that_is_stopped_anywhere_continues() {
    let from = position("0 1 2 3 4/5 6 7 8 9");
    let memory = Space::of(&from).farthest(3).build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (mut stops, mut looks) = (0, 1);
    let whole = loop {
        let mut watch = Patience(looks);
        let resumed = on_disk(&from, folder.path(), 2, 1 << 30).farthest(3).resume(stops > 0);
        let space = resumed.watch(&mut watch).build().unwrap();
        if space.stop().is_none() {
            break space;
        }
        assert_eq!(space.layers().sizes[..], memory.layers().sizes[..space.layers().sizes.len()]);
        assert!(space.farthest_boards().is_empty());
        (stops, looks) = (stops + 1, looks + 1);
        assert!(stops < 1000);
    };
    assert!(stops > 1, "it was stopped {stops} times");
    assert_eq!(
        (&whole.layers().sizes, whole.farthest_boards()),
        (&memory.layers().sizes, memory.farthest_boards())
    );
    let again = on_disk(&from, folder.path(), 1, 1 << 30).farthest(3).resume(true).build().unwrap();
    assert_eq!(
        (&again.layers().sizes, again.farthest_boards()),
        (&memory.layers().sizes, memory.farthest_boards())
    );
}

#[test]
fn other_searches_and_damaged_files_are_refused() {
    let (from, other) = (position("0 1 2 3 4/5 6 7 8 9"), position("1 2 3 4 5/6 7 8 9 0"));
    let folder = tempfile::tempdir().unwrap();
    let stopped = on_disk(&from, folder.path(), 2, 1 << 30).watch(&mut Patience(30)).build().unwrap();
    assert!(stopped.stop().is_some() && stopped.layers().sizes.len() > 4);
    let said = |builder: SpaceBuilder| match builder.build() {
        Err(SolveError::Disk(error)) => error.to_string(),
        other => panic!("{:?}", other.map(|space| space.layers().clone())),
    };
    assert!(said(on_disk(&from, folder.path(), 2, 1 << 30)).contains("already contains a search (at layer"));
    assert!(said(on_disk(&other, folder.path(), 2, 1 << 30).resume(true)).contains("another search"));
    for name in ["black-0.bits", "black-1.bits", "white-0.bits", "white-1.bits"] {
        let path = folder.path().join(name);
        let mut bytes = fs::read(&path).unwrap();
        bytes.iter_mut().step_by(64).for_each(|byte| *byte ^= 1);
        fs::write(&path, bytes).unwrap();
    }
    assert!(said(on_disk(&from, folder.path(), 2, 1 << 30).resume(true)).contains("checksum of page"));
    let manifest = folder.path().join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("\"seen\":1,", "\"seen\":2,")).unwrap();
    assert!(said(on_disk(&from, folder.path(), 2, 1 << 30).resume(true)).contains("damaged"));
}

#[test]
fn too_little_memory_is_a_stop() {
    let from = position("0 1 2 3 4/5 6 7 8 9");
    let folder = tempfile::tempdir().unwrap();
    let space = on_disk(&from, folder.path(), 2, 1000).build().unwrap();
    assert_eq!(space.stop(), Some(Stop::Memory));
}
