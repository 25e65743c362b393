//! The cache of state spaces and shortest solutions, with LRU eviction.

use crate::fault::Fault;
use crate::reporter::Reporter;
use lru::LruCache;
use slideways::outcome::Stop;
use slideways::puzzle::Arrangement;
use slideways::solver::{Answer, SingleFlight};
use slideways::{Space, Style};
use std::num::NonZero;
use std::sync::{Arc, Mutex};

/// The maximum number of solutions.
const SOLUTIONS: NonZero<usize> = NonZero::new(4096).expect("it is not 0");

/// The maximum number of spaces, including those known only to be too large.
const SPACES: usize = 256;

/// A puzzle and a style. The text identifies the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The puzzle as text.
    pub text: Arc<str>,
    /// What counts as one move.
    pub style: Style,
}

/// A space, or the fact that it is too large.
#[derive(Clone)]
pub enum Explored {
    /// The complete space.
    Whole(Arc<Space>),
    /// The space does not fit the limits.
    TooLarge,
}

/// Why a space is not in the cache; a later request may try again.
pub enum Unexplored {
    /// The exploration stopped early.
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

/// The cache.
pub struct Cache {
    memory: u64,
    spaces: SingleFlight<Key, Explored>,
    solutions: Mutex<LruCache<(Key, Arrangement), Arc<Answer>>>,
}

impl Cache {
    /// An empty cache whose spaces hold at most `memory` bytes.
    pub fn new(memory: u64) -> Cache {
        Cache { memory, spaces: SingleFlight::default(), solutions: Mutex::new(LruCache::new(SOLUTIONS)) }
    }

    /// A complete space from the cache.
    pub fn space(&self, key: &Key) -> Option<Arc<Space>> {
        match self.spaces.ready(key)? {
            Explored::Whole(space) => Some(space),
            Explored::TooLarge => None,
        }
    }

    /// A space from the cache, or else explored by `walk`.
    ///
    /// A request waits as long as another one explores the same space: that exploration has a time limit, and
    /// the wait must not take the time of the search that follows.
    pub fn explored(
        &self,
        key: &Key,
        reporter: &mut Reporter,
        walk: impl FnOnce() -> Result<Explored, Unexplored>,
    ) -> Result<Explored, Unexplored> {
        let explored = self.spaces.obtain(key, None, reporter, |_| walk());
        self.shrink();
        explored
    }

    /// Adds a complete space.
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

    /// A solution from the cache.
    pub fn solution(&self, key: &Key, at: &Arrangement) -> Option<Arc<Answer>> {
        let mut solutions = self.solutions.lock().expect("no code that panics runs under this lock");
        solutions.get(&(key.clone(), at.clone())).cloned()
    }

    /// Adds a solution.
    pub fn keep(&self, key: Key, at: Arrangement, found: Arc<Answer>) {
        let mut solutions = self.solutions.lock().expect("no code that panics runs under this lock");
        solutions.put((key, at), found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reporter::Listener;
    use std::thread;
    use std::time::Duration;

    struct Silent;

    impl Listener for Silent {
        fn tell(&self, _: &str, _: String) {}
    }

    #[test]
    fn a_request_waits_for_the_exploration_of_another_one() {
        let cache = Cache::new(1 << 20);
        let key = Key { text: "1 x 2".into(), style: Style::STEP };
        let reporter = || Reporter::new(&Silent);
        let slow = || {
            thread::sleep(Duration::from_millis(300));
            Ok(Explored::TooLarge)
        };
        thread::scope(|scope| {
            scope.spawn(|| cache.explored(&key, &mut reporter(), slow).is_ok());
            thread::sleep(Duration::from_millis(100));
            let found = cache.explored(&key, &mut reporter(), || panic!("it is explored once"));
            assert!(matches!(found, Ok(Explored::TooLarge)));
        });
    }
}
