//! What has been found out: whole spaces, and shortest solutions. The least recently used go first when there are too many.

use crate::fault::Fault;
use crate::jobs::Reporter;
use lru::LruCache;
use slideways::outcome::{Limits, Stop};
use slideways::puzzle::Arrangement;
use slideways::solver::{Answer, SingleFlight};
use slideways::{Space, Style};
use std::num::NonZero;
use std::sync::{Arc, Mutex};

/// At most this many solutions are kept.
const SOLUTIONS: NonZero<usize> = NonZero::new(4096).expect("it is not 0");

/// At most this many spaces are remembered, if only as too large.
const SPACES: usize = 256;

/// A puzzle and what counts as one move. The text says all about the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The puzzle as text.
    pub text: Arc<str>,
    /// What counts as one move.
    pub style: Style,
}

/// A space, or the knowledge that it is too large.
#[derive(Clone)]
pub enum Explored {
    /// It is known as a whole, and written out.
    Whole(Arc<Space>),
    /// It is not to be had within the limits.
    TooLarge,
}

/// Why a space is not known; the next question may try again.
pub enum Unexplored {
    /// Something stopped the walk.
    Stopped,
    /// The puzzle cannot be searched at all.
    Fault(Fault),
}

impl From<Stop> for Unexplored {
    fn from(_: Stop) -> Unexplored {
        Unexplored::Stopped
    }
}

impl From<Fault> for Unexplored {
    fn from(fault: Fault) -> Unexplored {
        Unexplored::Fault(fault)
    }
}

/// All that is known.
pub struct Known {
    memory: u64,
    spaces: SingleFlight<Key, Explored>,
    solutions: Mutex<LruCache<(Key, Arrangement), Arc<Answer>>>,
}

impl Known {
    /// Nothing so far; spaces may hold this many bytes.
    pub fn new(memory: u64) -> Known {
        Known { memory, spaces: SingleFlight::default(), solutions: Mutex::new(LruCache::new(SOLUTIONS)) }
    }

    /// A space that is known as a whole.
    pub fn space(&self, key: &Key) -> Option<Arc<Space>> {
        match self.spaces.ready(key)? {
            Explored::Whole(space) => Some(space),
            Explored::TooLarge => None,
        }
    }

    /// The same, walked if it is not there.
    pub fn explored(
        &self,
        key: &Key,
        limits: &Limits,
        reporter: &mut Reporter,
        walk: impl FnOnce() -> Result<Explored, Unexplored>,
    ) -> Result<Explored, Unexplored> {
        let explored = self.spaces.obtain(key, limits.time, reporter, |_| walk());
        self.shrink();
        explored
    }

    /// Keep a space that is known as a whole.
    pub fn keep_space(&self, key: &Key, space: &Arc<Space>) {
        self.spaces.put(key, Explored::Whole(space.clone()));
        self.shrink();
    }

    fn shrink(&self) {
        self.spaces.shrink(SPACES, self.memory, |explored| match explored {
            Explored::Whole(space) => space.component().map_or(0, |component| component.bytes()),
            Explored::TooLarge => 0,
        });
    }

    /// A solution that is known already.
    pub fn solution(&self, key: &Key, at: &Arrangement) -> Option<Arc<Answer>> {
        let mut solutions = self.solutions.lock().expect("no code that panics runs under this lock");
        solutions.get(&(key.clone(), at.clone())).cloned()
    }

    /// Keep a solution.
    pub fn keep(&self, key: Key, at: Arrangement, found: Arc<Answer>) {
        let mut solutions = self.solutions.lock().expect("no code that panics runs under this lock");
        solutions.put((key, at), found);
    }
}
