//! What has been found out: guides through whole spaces, and shortest solutions. The oldest go first when there are too many.

use crate::jobs::Onlooker;
use lru::LruCache;
use slideways::Style;
use slideways::explore::guide::Guide;
use slideways::outcome::{Cost, Outcome};
use slideways::puzzle::Arrangement;
use slideways::puzzle::rule::Move;
use std::num::NonZero;
use std::sync::{Arc, Mutex, TryLockError};
use std::thread;
use std::time::Duration;

/// So many solutions are kept.
const SOLUTIONS: NonZero<usize> = NonZero::new(4096).expect("it is not 0");

/// So many spaces are remembered, if only as too large.
const SPACES: NonZero<usize> = NonZero::new(256).expect("it is not 0");

/// How often one who waits for a guide looks whether it is there.
const GLANCE: Duration = Duration::from_millis(5);

/// A puzzle and what counts as one move. The text says all about the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The puzzle as text.
    pub text: Arc<str>,
    /// What counts as one move.
    pub style: Style,
}

/// A guide, or the knowledge that the space is too large for one.
#[derive(Clone)]
pub enum Guided {
    /// There is one.
    By(Arc<dyn Guide>),
    /// There is none to be had within the limits.
    Not,
}

/// A shortest solution, or that there is none.
#[derive(Clone)]
pub struct Found {
    /// How the search ended; the moves are those of the game's pieces, and were replayed.
    pub outcome: Outcome<Vec<Move>>,
    /// What it cost.
    pub cost: Cost,
    /// How long it took.
    pub time: Duration,
    /// The search, if it is one for tiles.
    pub search: Option<&'static str>,
}

type Slot = Arc<Mutex<Option<Guided>>>;

/// All that is known.
pub struct Known {
    memory: u64,
    guides: Mutex<LruCache<Key, Slot>>,
    solutions: Mutex<LruCache<(Key, Arrangement), Arc<Found>>>,
}

impl Known {
    /// Nothing so far; guides may hold so many bytes.
    pub fn new(memory: u64) -> Known {
        Known {
            memory,
            guides: Mutex::new(LruCache::new(SPACES)),
            solutions: Mutex::new(LruCache::new(SOLUTIONS)),
        }
    }

    /// The guide through a space, if there is one already.
    pub fn guide(&self, key: &Key) -> Option<Arc<dyn Guide>> {
        let slot = self.guides.lock().expect("nobody panics with it").get(key)?.clone();
        let guided = slot.try_lock().ok()?.clone();
        match guided {
            Some(Guided::By(guide)) => Some(guide),
            _ => None,
        }
    }

    /// The same, made if it is not there. If somebody else is just making it, that is waited for. `None` if it was stopped.
    pub fn guided(
        &self,
        key: &Key,
        onlooker: &mut Onlooker,
        make: impl FnOnce(&mut Onlooker) -> Option<Guided>,
    ) -> Option<Guided> {
        let slot = {
            let mut guides = self.guides.lock().expect("nobody panics with it");
            guides.get_or_insert(key.clone(), Slot::default).clone()
        };
        let made = loop {
            match slot.try_lock() {
                Ok(mut held) => {
                    if let Some(guided) = &*held {
                        return Some(guided.clone());
                    }
                    let made = make(onlooker)?;
                    *held = Some(made.clone());
                    break made;
                }
                Err(TryLockError::WouldBlock) if !onlooker.is_over() => thread::sleep(GLANCE),
                Err(TryLockError::WouldBlock) => return None,
                // One who failed at it has left nothing behind.
                Err(TryLockError::Poisoned(_)) => return Some(Guided::Not),
            }
        };
        self.forget_the_oldest();
        Some(made)
    }

    /// Keep what there is room for. The newest is kept in any case.
    fn forget_the_oldest(&self) {
        let mut guides = self.guides.lock().expect("nobody panics with it");
        let bytes = |slot: &Slot| match slot.try_lock().as_deref() {
            Ok(Some(Guided::By(guide))) => guide.bytes(),
            _ => 0,
        };
        let mut held: u64 = guides.iter().map(|(_, slot)| bytes(slot)).sum();
        while held > self.memory && guides.len() > 1 {
            if let Some((_, slot)) = guides.pop_lru() {
                held -= bytes(&slot).min(held);
            }
        }
    }

    /// A solution that is known already.
    pub fn solution(&self, key: &Key, at: &Arrangement) -> Option<Arc<Found>> {
        let mut solutions = self.solutions.lock().expect("nobody panics with it");
        solutions.get(&(key.clone(), at.clone())).cloned()
    }

    /// Keep a solution.
    pub fn keep(&self, key: Key, at: Arrangement, found: Arc<Found>) {
        self.solutions.lock().expect("nobody panics with it").put((key, at), found);
    }
}
