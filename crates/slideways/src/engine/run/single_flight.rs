//! Single-flight cache of values that are expensive to build: the first caller builds a value, the others
//! wait for it. The least recently used values are dropped when the cache is full.

use crate::outcome::Stop;
use crate::watch::Watch;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;
use web_time::Instant;

/// Polling interval of a caller that waits for another one.
const POLL: Duration = Duration::from_millis(5);

/// A value, or `None` while the holder of the lock builds it.
type Slot<T> = Arc<Mutex<Option<T>>>;

/// A cache, shared between threads, that builds each value once, even if many callers request it at the same
/// time.
///
/// ```
/// use slideways::outcome::Stop;
/// use slideways::solver::SingleFlight;
///
/// let squares: SingleFlight<u32, u32> = SingleFlight::default();
/// let square = |n| squares.obtain::<Stop>(&n, None, &mut (), |_| Ok(n * n));
/// assert_eq!((squares.ready(&7), square(7), squares.ready(&7)), (None, Ok(49), Some(49)));
/// ```
pub struct SingleFlight<K, T>(Mutex<Slots<K, T>>);

struct Slots<K, T> {
    /// Each slot with the time of its last use.
    slots: HashMap<K, (u64, Slot<T>)>,
    clock: u64,
}

impl<K, T> Default for SingleFlight<K, T> {
    fn default() -> SingleFlight<K, T> {
        SingleFlight(Mutex::new(Slots { slots: HashMap::new(), clock: 0 }))
    }
}

impl<K: Hash + Eq + Clone, T: Clone> SingleFlight<K, T> {
    fn slots(&self) -> MutexGuard<'_, Slots<K, T>> {
        self.0.lock().expect("no code that panics runs under this lock")
    }

    fn slot(&self, key: &K, create: bool) -> Option<Slot<T>> {
        let mut all = self.slots();
        all.clock += 1;
        let now = all.clock;
        if create && !all.slots.contains_key(key) {
            all.slots.insert(key.clone(), (now, Slot::default()));
        }
        let (used, slot) = all.slots.get_mut(key)?;
        *used = now;
        Some(slot.clone())
    }

    /// The value of a key, if it is in the cache.
    pub fn ready(&self, key: &K) -> Option<T> {
        self.slot(key, false)?.try_lock().ok()?.clone()
    }

    /// The value of a key; builds it if it is not in the cache. If another caller is building it, this one
    /// waits until the value is ready, the time is over, or `watch` stops it. If building fails, the next
    /// caller may try again.
    pub fn obtain<E: From<Stop>>(
        &self,
        key: &K,
        time: Option<Duration>,
        watch: &mut dyn Watch,
        make: impl FnOnce(&mut dyn Watch) -> Result<T, E>,
    ) -> Result<T, E> {
        let slot = self.slot(key, true).expect("it was created");
        let started = Instant::now();
        let mut held = loop {
            match slot.try_lock() {
                Ok(held) => break held,
                // A value is stored in one assignment, so a builder that panicked has left nothing behind.
                Err(TryLockError::Poisoned(failed)) => break failed.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    if watch.stop() {
                        return Err(Stop::Caller.into());
                    }
                    if time.is_some_and(|time| started.elapsed() >= time) {
                        return Err(Stop::Time.into());
                    }
                    thread::sleep(POLL);
                }
            }
        };
        match &*held {
            Some(there) => Ok(there.clone()),
            None => {
                let made = make(watch)?;
                *held = Some(made.clone());
                Ok(made)
            }
        }
    }

    /// Put a value into the cache.
    pub fn put(&self, key: &K, thing: T) {
        let slot = self.slot(key, true).expect("it was created");
        *slot.lock().unwrap_or_else(|failed| failed.into_inner()) = Some(thing);
    }

    /// Drop the least recently used values until there are at most `most`, and they take at most `memory`
    /// bytes. The most recently used value is always kept.
    pub fn shrink(&self, most: usize, memory: u64, bytes: impl Fn(&T) -> u64) {
        let mut all = self.slots();
        let bytes = |slot: &Slot<T>| slot.try_lock().map_or(0, |held| held.as_ref().map_or(0, &bytes));
        let mut held: u64 = all.slots.values().map(|(_, slot)| bytes(slot)).sum();
        while (held > memory || all.slots.len() > most) && all.slots.len() > 1 {
            let oldest = all.slots.iter().min_by_key(|(_, (used, _))| *used).map(|(key, _)| key.clone());
            if let Some((_, slot)) = oldest.and_then(|key| all.slots.remove(&key)) {
                held = held.saturating_sub(bytes(&slot));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_caller_makes_it_and_the_others_wait() {
        let things: SingleFlight<u8, u32> = SingleFlight::default();
        let made = Mutex::new(0);
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let found = things.obtain::<Stop>(&1, None, &mut (), |_| {
                        thread::sleep(Duration::from_millis(30));
                        *made.lock().unwrap() += 1;
                        Ok(7)
                    });
                    assert_eq!(found, Ok(7));
                });
            }
        });
        assert_eq!((*made.lock().unwrap(), things.ready(&1), things.ready(&2)), (1, Some(7), None));
    }

    #[test]
    fn a_caller_waits_no_longer_than_its_time_and_a_failure_can_be_tried_again() {
        let things: SingleFlight<u8, u32> = SingleFlight::default();
        thread::scope(|scope| {
            scope.spawn(|| {
                things.obtain(&1, None, &mut (), |_| {
                    thread::sleep(Duration::from_millis(300));
                    Err(Stop::Memory)
                })
            });
            thread::sleep(Duration::from_millis(50));
            let started = Instant::now();
            let time = Some(Duration::from_millis(20));
            assert_eq!(things.obtain(&1, time, &mut (), |_| Ok(1)), Err(Stop::Time));
            assert!(started.elapsed() < Duration::from_millis(200));
        });
        assert_eq!(things.obtain::<Stop>(&1, None, &mut (), |_| Ok(2)), Ok(2));
    }

    #[test]
    fn the_least_recently_used_go_first() {
        let things: SingleFlight<u8, u64> = SingleFlight::default();
        for key in 0..4 {
            things.put(&key, 10);
        }
        assert_eq!(things.ready(&0), Some(10));
        things.shrink(3, 1000, |&bytes| bytes);
        assert_eq!((things.ready(&0), things.ready(&1), things.ready(&2)), (Some(10), None, Some(10)));
        things.shrink(3, 10, |&bytes| bytes);
        assert_eq!((things.ready(&0), things.ready(&2), things.ready(&3)), (None, Some(10), None));
    }
}
