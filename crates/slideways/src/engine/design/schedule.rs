//! Which set of pieces a worker searches next, within the memory limit.
//!
//! A search reserves memory in proportion to the number of arrangements. The largest set that fits beside the
//! searches that are running is next; if nothing runs, the largest set gets all the memory. A set that needs
//! more than it reserved is searched again at the end, alone.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The bytes that a search reserves per arrangement: a packed state, its entry in the index, its neighbours
/// and its distance, with room for lists that grow.
const PER_ARRANGEMENT: u64 = 200;

/// The bytes that a search reserves for the tables of its puzzle.
const TABLES: u64 = 4 << 20;

/// A set to search, and the bytes for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// The number of the set.
    pub set: usize,
    /// The memory that its search may use.
    pub bytes: u64,
    /// Whether no other search runs, so that more memory cannot be had.
    pub alone: bool,
}

struct Waiting {
    /// The sets that wait, with the bytes they reserve; the largest last.
    sets: Vec<(u64, usize)>,
    free: u64,
    running: usize,
    /// Sets that needed more than they reserved.
    again: Vec<usize>,
}

/// The sets that are still to be searched.
pub(super) struct Schedule {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Schedule {
    /// All sets that are still to be searched, with the number of arrangements of each.
    pub(super) fn new(sets: impl Iterator<Item = (usize, u64)>, memory: u64) -> Schedule {
        let reserve = |states: u64| states.saturating_mul(PER_ARRANGEMENT).saturating_add(TABLES);
        let mut sets: Vec<(u64, usize)> =
            sets.map(|(set, arrangements)| (reserve(arrangements), set)).collect();
        sets.sort_unstable_by_key(|&(bytes, set)| (bytes, std::cmp::Reverse(set)));
        let waiting = Waiting { sets, free: memory, running: 0, again: vec![] };
        Schedule { waiting: Mutex::new(waiting), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next set; waits for memory if none fits. `None` if no set is left.
    pub(super) fn next(&self) -> Option<Turn> {
        let mut waiting = self.lock();
        loop {
            let free = waiting.free;
            let fitting = waiting.sets.iter().rposition(|&(bytes, _)| bytes <= free);
            let turn = match (fitting, waiting.running) {
                (Some(place), _) => {
                    let (bytes, set) = waiting.sets.remove(place);
                    Turn { set, bytes, alone: false }
                }
                (None, 0) => {
                    let set = waiting.sets.pop().map(|(_, set)| set).or_else(|| waiting.again.pop())?;
                    Turn { set, bytes: free, alone: true }
                }
                (None, _) if waiting.sets.is_empty() && waiting.again.is_empty() => return None,
                (None, _) => {
                    waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
                    continue;
                }
            };
            waiting.free -= turn.bytes;
            waiting.running += 1;
            return Some(turn);
        }
    }

    /// Give back the memory of a search; `again` if the set needs more than it reserved.
    pub(super) fn done(&self, turn: Turn, again: bool) {
        let mut waiting = self.lock();
        waiting.free += turn.bytes;
        waiting.running -= 1;
        if again {
            waiting.again.push(turn.set);
        }
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_set_that_fits_is_next() {
        let reserved = |states: u64| states * PER_ARRANGEMENT + TABLES;
        let memory = reserved(1000) + reserved(10);
        let schedule = Schedule::new([(0, 10), (1, 1_000_000), (2, 1000)].into_iter(), memory);
        let (second, first) = (schedule.next().unwrap(), schedule.next().unwrap());
        assert_eq!((second.set, first.set), (2, 0));
        schedule.done(second, true);
        schedule.done(first, false);
        // The large set gets all the memory, and then the one that needed more than it reserved.
        for set in [1, 2] {
            let turn = schedule.next().unwrap();
            assert_eq!(turn, Turn { set, bytes: memory, alone: true });
            schedule.done(turn, false);
        }
        assert_eq!(schedule.next(), None);
    }
}
