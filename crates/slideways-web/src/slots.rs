//! Things that take long to make, made once: who comes first makes one, who comes meanwhile waits for it. The oldest
//! are forgotten.

use crate::jobs::Onlooker;
use lru::LruCache;
use std::hash::Hash;
use std::num::NonZero;
use std::sync::{Arc, Mutex, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

/// How often one who waits looks whether it is there.
const GLANCE: Duration = Duration::from_millis(5);

/// What is there, or is being made by whoever has the lock.
type Slot<T> = Arc<Mutex<Option<T>>>;

/// Things by their names.
pub struct Slots<K, T>(Mutex<LruCache<K, Slot<T>>>);

impl<K: Hash + Eq, T: Clone> Slots<K, T> {
    /// None so far; at most so many are kept.
    pub fn new(most: NonZero<usize>) -> Slots<K, T> {
        Slots(Mutex::new(LruCache::new(most)))
    }

    /// The one of a name, if it is there already.
    pub fn ready(&self, key: &K) -> Option<T> {
        let slot = self.0.lock().expect("nobody panics with it").get(key)?.clone();
        let held = slot.try_lock().ok()?;
        held.clone()
    }

    /// The same, made if it is not there, unless somebody else is just making it; that is waited for as long as it is
    /// wanted and allowed. `None` if it came to nothing: then the next one may try again.
    pub fn obtain(
        &self,
        key: K,
        time: Option<Duration>,
        onlooker: &Onlooker,
        make: impl FnOnce() -> Option<T>,
    ) -> Option<T> {
        let slot = {
            let mut slots = self.0.lock().expect("nobody panics with it");
            slots.get_or_insert(key, Slot::default).clone()
        };
        let started = Instant::now();
        let mut held = loop {
            match slot.try_lock() {
                Ok(held) => break held,
                // What is there is put there whole, so one who failed has left nothing behind.
                Err(TryLockError::Poisoned(failed)) => break failed.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    if onlooker.is_over() || time.is_some_and(|time| started.elapsed() >= time) {
                        return None;
                    }
                    thread::sleep(GLANCE);
                }
            }
        };
        if held.is_none() {
            *held = make();
        }
        held.clone()
    }

    /// Forget the oldest until the others take no more than so many bytes. The newest is kept in any case.
    pub fn shrink(&self, memory: u64, bytes: impl Fn(&T) -> u64) {
        let mut slots = self.0.lock().expect("nobody panics with it");
        let bytes = |slot: &Slot<T>| slot.try_lock().map_or(0, |held| held.as_ref().map_or(0, &bytes));
        let mut held: u64 = slots.iter().map(|(_, slot)| bytes(slot)).sum();
        while held > memory && slots.len() > 1 {
            if let Some((_, slot)) = slots.pop_lru() {
                held = held.saturating_sub(bytes(&slot));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: NonZero<usize> = NonZero::new(3).unwrap();

    #[test]
    fn one_makes_it_and_the_others_wait() {
        let slots: Slots<u8, u32> = Slots::new(MOST);
        let made = Mutex::new(0);
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let found = slots.obtain(1, None, &Onlooker::nobody(), || {
                        thread::sleep(Duration::from_millis(30));
                        *made.lock().unwrap() += 1;
                        Some(7)
                    });
                    assert_eq!(found, Some(7));
                });
            }
        });
        assert_eq!((*made.lock().unwrap(), slots.ready(&1), slots.ready(&2)), (1, Some(7), None));
    }

    #[test]
    fn nobody_waits_longer_than_is_allowed_and_nothing_can_be_tried_again() {
        let slots: Slots<u8, u32> = Slots::new(MOST);
        thread::scope(|scope| {
            scope.spawn(|| {
                slots.obtain(1, None, &Onlooker::nobody(), || {
                    thread::sleep(Duration::from_millis(300));
                    None
                })
            });
            thread::sleep(Duration::from_millis(50));
            let started = Instant::now();
            let found = slots.obtain(1, Some(Duration::from_millis(20)), &Onlooker::nobody(), || Some(1));
            assert_eq!(found, None);
            assert!(started.elapsed() < Duration::from_millis(200));
        });
        assert_eq!(slots.obtain(1, None, &Onlooker::nobody(), || Some(2)), Some(2));
    }

    #[test]
    fn the_oldest_go_first() {
        let slots: Slots<u8, u64> = Slots::new(MOST);
        for key in 0..4 {
            slots.obtain(key, None, &Onlooker::nobody(), || Some(10));
        }
        assert_eq!((slots.ready(&0), slots.ready(&1)), (None, Some(10)));
        slots.shrink(10, |&bytes| bytes);
        assert_eq!((slots.ready(&1), slots.ready(&2), slots.ready(&3)), (Some(10), None, None));
    }
}
