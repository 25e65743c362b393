//! What has been found out: guides through whole spaces, and shortest solutions. The oldest go first when there are too many.

use crate::jobs::Onlooker;
use crate::slots::Slots;
use lru::LruCache;
use slideways::Style;
use slideways::explore::guide::Guide;
use slideways::outcome::{Cost, Outcome};
use slideways::puzzle::Arrangement;
use slideways::puzzle::rule::Move;
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// So many solutions are kept.
const SOLUTIONS: NonZero<usize> = NonZero::new(4096).expect("it is not 0");

/// So many spaces are remembered, if only as too large.
const SPACES: NonZero<usize> = NonZero::new(256).expect("it is not 0");

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

/// All that is known.
pub struct Known {
    memory: u64,
    guides: Slots<Key, Guided>,
    solutions: Mutex<LruCache<(Key, Arrangement), Arc<Found>>>,
}

impl Known {
    /// Nothing so far; guides may hold so many bytes.
    pub fn new(memory: u64) -> Known {
        Known { memory, guides: Slots::new(SPACES), solutions: Mutex::new(LruCache::new(SOLUTIONS)) }
    }

    /// The guide through a space, if there is one already.
    pub fn guide(&self, key: &Key) -> Option<Arc<dyn Guide>> {
        match self.guides.ready(key)? {
            Guided::By(guide) => Some(guide),
            Guided::Not => None,
        }
    }

    /// The same, made if it is not there; `None` if it was stopped.
    pub fn guided(
        &self,
        key: &Key,
        time: Option<Duration>,
        onlooker: &Onlooker,
        make: impl FnOnce() -> Option<Guided>,
    ) -> Option<Guided> {
        let guided = self.guides.obtain(key.clone(), time, onlooker, make);
        self.guides.shrink(self.memory, |guided| match guided {
            Guided::By(guide) => guide.bytes(),
            Guided::Not => 0,
        });
        guided
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
