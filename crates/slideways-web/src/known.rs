//! What has been found out: guides through whole spaces, and shortest solutions. The oldest go first when there are too many.

use crate::fault::Fault;
use crate::jobs::Onlooker;
use lru::LruCache;
use slideways::Style;
use slideways::explore::guide::Guide;
use slideways::outcome::Stop;
use slideways::puzzle::Arrangement;
use slideways::run::single_flight::SingleFlight;
use slideways::solver::Answer;
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// So many solutions are kept.
const SOLUTIONS: NonZero<usize> = NonZero::new(4096).expect("it is not 0");

/// So many spaces are remembered, if only as too large.
const SPACES: usize = 256;

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

/// Why there is no guide yet; the next question may try again.
pub enum Unlearnt {
    /// It was stopped.
    Stopped,
    /// The puzzle cannot be searched at all.
    Fault(Fault),
}

impl From<Stop> for Unlearnt {
    fn from(_: Stop) -> Unlearnt {
        Unlearnt::Stopped
    }
}

/// All that is known.
pub struct Known {
    memory: u64,
    guides: SingleFlight<Key, Guided>,
    solutions: Mutex<LruCache<(Key, Arrangement), Arc<Answer>>>,
}

impl Known {
    /// Nothing so far; guides may hold so many bytes.
    pub fn new(memory: u64) -> Known {
        Known { memory, guides: SingleFlight::default(), solutions: Mutex::new(LruCache::new(SOLUTIONS)) }
    }

    /// The guide through a space, if there is one already.
    pub fn guide(&self, key: &Key) -> Option<Arc<dyn Guide>> {
        match self.guides.ready(key)? {
            Guided::By(guide) => Some(guide),
            Guided::Not => None,
        }
    }

    /// The same, made if it is not there.
    pub fn guided(
        &self,
        key: &Key,
        time: Option<Duration>,
        onlooker: &mut Onlooker,
        make: impl FnOnce() -> Result<Guided, Unlearnt>,
    ) -> Result<Guided, Unlearnt> {
        let guided = self.guides.obtain(key, time, onlooker, |_| make());
        self.guides.shrink(SPACES, self.memory, |guided| match guided {
            Guided::By(guide) => guide.bytes(),
            Guided::Not => 0,
        });
        guided
    }

    /// A solution that is known already.
    pub fn solution(&self, key: &Key, at: &Arrangement) -> Option<Arc<Answer>> {
        let mut solutions = self.solutions.lock().expect("nobody panics with it");
        solutions.get(&(key.clone(), at.clone())).cloned()
    }

    /// Keep a solution.
    pub fn keep(&self, key: Key, at: Arrangement, found: Arc<Answer>) {
        self.solutions.lock().expect("nobody panics with it").put((key, at), found);
    }
}
