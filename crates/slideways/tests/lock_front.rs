//! `Lock`: what it adds to the searches behind it.

use slideways::lock::{Locked, NotCountable, Numbers, Search, SpecError, Want};
use slideways::outcome::{Outcome, Stop};
use slideways::prelude::*;
use std::ops::ControlFlow;
use std::time::Duration;

fn lock<'l>(container: &str, pieces: &[&str]) -> Lock<'l> {
    let lock = Lock::new(container.parse().unwrap());
    pieces.iter().fold(lock, |lock, piece| lock.piece(piece.parse().unwrap()))
}

#[test]
fn three_ways_to_ask_agree() {
    let census = lock("4x5", &["2x1", "11/10"]).verify().census().unwrap();
    let links = lock("4x5", &["2x1", "11/10"]).search(Search::DancingLinks).census().unwrap();
    let count = lock("4x5", &["2x1", "11/10"]).count().unwrap();
    assert!(census.raw() > 1 && census.is_complete() && census.includes_empty());
    assert_eq!(census.numbers, links.numbers);
    assert_eq!(census.numbers.raw(), count.numbers.raw());
    assert_eq!(census.verified.map(u128::from), Some(census.raw()));
    assert_eq!(count.classes(), None);
    assert!(matches!(census.outcome(), Outcome::Solved(_)));

    let fewest = lock("4x5", &["2x1", "11/10"]).fewest().unwrap();
    let least = census.numbers.raw().into_keys().find(|&pieces| pieces > 0);
    assert_eq!(fewest.fewest.and_then(|fewest| fewest.pieces), least);
    assert_eq!(Some(&fewest.raw()), least.and_then(|least| census.numbers.raw().remove(&least)).as_ref());
}

#[test]
fn a_visitor_sees_every_class_once_and_may_break() {
    let (mut seen, mut images) = (vec![], 0);
    let mut visit = |found: &Locked| {
        assert_eq!(found.packing.slide(Who::Piece), None);
        images += u128::from(found.images);
        seen.push((found.place, found.packing.print()));
        ControlFlow::Continue(())
    };
    let answer = lock("4x4", &["2x1"]).visit(&mut visit).census().unwrap();
    assert_eq!((seen.len() as u64, images), (answer.classes().unwrap(), answer.raw()));
    assert!(seen.iter().map(|(place, _)| *place).eq(1..=seen.len() as u64));

    let mut enough = |found: &Locked| {
        if found.place == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let answer = lock("4x4", &["2x1"]).visit(&mut enough).census().unwrap();
    assert_eq!((answer.classes(), answer.enough, answer.is_complete()), (Some(2), true, false));
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let spec = |lock: Lock, want| match lock.outline(want) {
        Err(LockError::Spec(why)) => Some(why),
        _ => None,
    };
    assert_eq!(spec(lock("4x4", &[]), Want::Census), Some(SpecError::NoKinds));
    assert_eq!(spec(lock("4x4", &["1x2", "2x2x2"]), Want::Census), Some(SpecError::NotFlat { kind: 1 }));
    let none = lock("4x4", &["1x2"]).total(3..3);
    assert_eq!(spec(none, Want::Fewest), Some(SpecError::Range { at_least: 3, at_most: 2 }));
    let maximal = lock("4x4", &[]).pieces("1x2".parse().unwrap(), ..=3).maximal();
    assert!(matches!(maximal.count(), Err(LockError::NotCountable(NotCountable::Maximal))));
    let links = lock("4x4", &["1x2"]).search(Search::DancingLinks);
    assert!(matches!(links.fewest(), Err(LockError::DancingLinks)));
}

#[test]
fn where_nothing_locks_that_is_proved_and_a_stop_proves_nothing() {
    let none = lock("3x3", &["2x2"]).census().unwrap();
    assert!(matches!(none.outcome(), Outcome::Unsolvable(_)), "{none:?}");
    assert!(none.includes_empty() && !none.is_any());

    let limits = Limits::new().time(Duration::ZERO);
    let stopped = lock("6x6x6", &["2x2x1"]).limits(limits).fewest().unwrap();
    assert!(matches!(stopped.outcome(), Outcome::Stopped { lower: 1.., by: Stop::Time }), "{stopped:?}");
}

#[cfg(feature = "tables")]
#[test]
fn a_census_goes_on_from_its_checkpoint_and_shows_nothing_twice() {
    struct Patience(u32);

    impl Watch for Patience {
        fn stop(&mut self) -> bool {
            self.0 = self.0.saturating_sub(1);
            self.0 == 0
        }
    }

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    let whole = lock("4x4x4", &["2x2x1"]).census().unwrap();
    let mut seen = vec![];
    let mut runs = 0;
    let answer = loop {
        let mut patience = Patience(400);
        let mut visit = |found: &Locked| {
            seen.push((found.place, found.packing.print()));
            ControlFlow::Continue(())
        };
        let lock = lock("4x4x4", &["2x2x1"]).checkpoint(&file).watch(&mut patience).visit(&mut visit);
        let resumed = lock.outline(Want::Census).unwrap().resumed;
        assert_eq!(resumed.is_some(), runs > 0);
        let answer = lock.census().unwrap();
        runs += 1;
        if answer.stop.is_none() {
            break answer;
        }
        assert_eq!(answer.stop, Some(Stop::Caller));
    };
    assert!(runs > 2, "{runs} runs");
    assert_eq!(answer.numbers, whole.numbers);
    let Numbers::Classes { .. } = answer.numbers else { panic!("a census counts classes") };
    assert!(seen.iter().map(|(place, _)| *place).eq(1..=whole.classes().unwrap()));
    assert!(!file.exists(), "the search has its answer");

    // A checkpoint file belongs to one question.
    drop(lock("4x4x4", &["2x2x1"]).checkpoint(&file).watch(&mut Patience(3)).census().unwrap());
    let other = lock("4x4x4", &["2x1x1"]).checkpoint(&file).census();
    let Err(LockError::Checkpoint(why)) = other else { panic!("{other:?}") };
    assert!(
        why.to_string().contains("it belongs to the packings of a box of 4 x 4 x 4 with pieces 11/11"),
        "{why}"
    );
    assert!(lock("4x4x4", &["2x2x1"]).checkpoint(&file).fewest().is_err());
}
