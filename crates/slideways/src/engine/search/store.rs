//! Store of the states found so far, layer by layer, with duplicate detection by hashing.
//!
//! States lie in [shards](super::shard), chosen by their hash. There is one shard at first, then 64, then
//! 1024. Small shards stay in the cache while a batch of successors is checked against them, grow one after
//! another instead of all at once, and allow several threads to work without locks. Once there are many
//! shards, each reserves address space for all it could ever hold, of which only the used part becomes
//! memory: growing copies nothing, leaves no fragments, and the bytes counted are the bytes taken. (Vectors
//! that grew took a quarter more than that.)

use super::budget::{Budget, Full};
use super::graph::{Note, State, hash};
use super::shard::{PLACE_MASK, Shard};
use std::sync::Arc;

/// The states found so far.
#[derive(Debug)]
pub struct Store<const N: usize> {
    /// The shards; a power of two of them.
    pub shards: Vec<Shard<N>>,
    /// The distance of the first layer still stored.
    first: u32,
    /// The number of states in each layer, dropped layers included.
    sizes: Vec<u64>,
    counted: u64,
    /// The memory budget.
    pub budget: Arc<Budget>,
}

impl<const N: usize> Store<N> {
    /// A store whose layer 0 holds the given states.
    pub fn new(start: impl IntoIterator<Item = State<N>>, budget: Arc<Budget>) -> Result<Store<N>, Full> {
        let mut store = Store { shards: vec![Shard::new(1)], first: 0, sizes: vec![], counted: 0, budget };
        for state in start {
            store.shards[0].insert(state, 0, hash(&state), &store.budget)?;
        }
        store.close_layer();
        Ok(store)
    }

    /// The shard that a hash belongs to.
    #[inline]
    pub fn shard_of(hash: u64, shards: usize) -> usize {
        (((hash >> 32) * shards as u64) >> 32) as usize
    }

    /// Begin a new, empty layer. From now on only this layer and the one before it have notes.
    pub fn open_layer(&mut self) {
        for shard in &mut self.shards {
            let newest = shard.layer(shard.begins.len() - 1).len();
            shard.notes.drain(..shard.notes.len() - newest);
            shard.begins.push(shard.states.len() as u32);
        }
    }

    /// Count the newest layer.
    pub fn close_layer(&mut self) {
        self.sizes.push(self.size_of_last());
        self.counted += self.sizes[self.sizes.len() - 1];
    }

    fn size_of_last(&self) -> u64 {
        let last = self.remembered() - 1;
        self.shards.iter().map(|shard| shard.layer(last).len() as u64).sum()
    }

    fn remembered(&self) -> usize {
        self.shards[0].begins.len()
    }

    /// The number of states found at each distance so far.
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// The distance of the newest layer.
    pub fn depth(&self) -> u32 {
        self.first + self.remembered() as u32 - 1
    }

    /// The distance of the oldest layer still stored.
    pub fn first(&self) -> u32 {
        self.first
    }

    /// The number of different states found, including those of dropped layers.
    pub fn states(&self) -> u64 {
        let open = self.sizes.len() <= self.depth() as usize;
        self.counted + if open { self.size_of_last() } else { 0 }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.shards.iter().map(|shard| shard.bytes() as u64).sum()
    }

    /// The states of a layer that lie in one shard.
    pub fn layer_in(&self, shard: usize, distance: u32) -> &[State<N>] {
        let shard = &self.shards[shard];
        &shard.states[shard.layer((distance - self.first) as usize)]
    }

    /// The notes of those states; the layer must be one of the last two.
    pub fn notes_in(&self, shard: usize, distance: u32) -> &[Note] {
        self.shards[shard].notes((distance - self.first) as usize)
    }

    /// All states of a layer.
    pub fn layer(&self, distance: u32) -> impl Iterator<Item = &State<N>> {
        (0..self.shards.len()).flat_map(move |shard| self.layer_in(shard, distance))
    }

    /// The distance of a state, if it is stored.
    pub fn distance(&self, state: &State<N>) -> Option<u32> {
        let hash = hash(state);
        let shard = &self.shards[Self::shard_of(hash, self.shards.len())];
        let place = shard.find(state, hash)?;
        let layer = shard.begins.partition_point(|&begin| begin as usize <= place) - 1;
        Some(self.first + layer as u32)
    }

    /// Remove the newest layer, which was opened but not closed.
    pub fn abandon_layer(&mut self) {
        for (s, shard) in self.shards.iter_mut().enumerate() {
            self.budget.give(shard.bytes());
            let begin = shard.begins.pop().expect("a layer was opened") as usize;
            shard.notes.truncate(shard.notes.len() - (shard.states.len() - begin));
            shard.states.truncate(begin);
            shard.settle(phase(s), &self.budget);
        }
    }

    /// Drop the layers before `distance`.
    pub fn forget_before(&mut self, distance: u32) {
        let layers = (distance - self.first) as usize;
        for (s, shard) in self.shards.iter_mut().enumerate() {
            self.budget.give(shard.bytes());
            let drop = shard.begins[layers];
            shard.states.drain(..drop as usize);
            shard.begins.drain(..layers);
            shard.begins.iter_mut().for_each(|begin| *begin -= drop);
            shard.settle(phase(s), &self.budget);
        }
        self.first = distance;
    }

    /// Split the shards if there are too many states for their number; each becomes several consecutive
    /// shards.
    pub fn split(&mut self) {
        let states: usize = self.shards.iter().map(|shard| shard.states.len()).sum();
        let wanted = match states {
            0..32_768 => 1,
            32_768..2_000_000 => 64,
            2_000_000..1_000_000_000 => 1024,
            _ => 16_384,
        };
        if self.shards.len() >= wanted {
            return;
        }
        let parts = wanted / self.shards.len();
        // Hashes spread states almost evenly over the shards; leave some reserve.
        let most =
            (self.budget.limit() as usize / wanted / Shard::<N>::STATE * 5 / 4).min(PLACE_MASK as usize);
        for shard in std::mem::take(&mut self.shards) {
            self.budget.give(shard.bytes());
            let base = self.shards.len();
            let mut split: Vec<Shard<N>> = (0..parts).map(|_| Shard::new(0)).collect();
            split.iter_mut().for_each(|part| part.reserve(most));
            let unnoted = shard.states.len() - shard.notes.len();
            for layer in 0..shard.begins.len() {
                for part in &mut split {
                    part.begins.push(part.states.len() as u32);
                }
                for place in shard.layer(layer) {
                    let state = shard.states[place];
                    let part = &mut split[Self::shard_of(hash(&state), wanted) - base];
                    part.states.push(state);
                    part.notes.extend(place.checked_sub(unnoted).map(|noted| shard.notes[noted]));
                }
            }
            drop(shard);
            for mut part in split {
                part.settle(phase(self.shards.len()), &self.budget);
                self.shards.push(part);
            }
        }
    }
}

/// A number from 0 to 1 that differs from shard to shard.
fn phase(shard: usize) -> f64 {
    (shard * 37 % 64) as f64 / 64.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(layers: u64, size: u64) -> Store<1> {
        let mut store = Store::new([[0]], Arc::new(Budget::new(1 << 30))).unwrap();
        for layer in 1..=layers {
            store.open_layer();
            for i in 0..size {
                let state = [layer << 32 | i];
                let hash = hash(&state);
                let shards = store.shards.len();
                let shard = &mut store.shards[Store::<1>::shard_of(hash, shards)];
                assert_eq!(shard.insert(state, 0, hash, &store.budget), Ok(true));
                assert_eq!(shard.insert(state, 0, hash, &store.budget), Ok(false));
            }
            store.close_layer();
            store.split();
        }
        store
    }

    #[test]
    fn every_state_keeps_its_distance_as_shards_split() {
        let store = filled(10, 30_000);
        assert_eq!(store.shards.len(), 64);
        assert_eq!(store.states(), 300_001);
        assert_eq!(store.sizes()[10], 30_000);
        for layer in 1..=10u64 {
            assert_eq!(store.distance(&[layer << 32 | 17]), Some(layer as u32));
            assert_eq!(store.layer(layer as u32).count(), 30_000);
        }
        assert_eq!(store.distance(&[99]), None);
    }

    #[test]
    fn forgetting_keeps_the_newest_layers() {
        let mut store = filled(5, 20_000);
        let before = store.bytes();
        store.forget_before(4);
        assert_eq!((store.first(), store.depth(), store.states()), (4, 5, 100_001));
        assert_eq!(store.distance(&[3 << 32]), None);
        assert_eq!(store.distance(&[4 << 32 | 5]), Some(4));
        assert_eq!(store.layer(5).count(), 20_000);
        assert!(store.bytes() < before / 2);
    }

    #[test]
    fn an_abandoned_layer_leaves_no_trace() {
        let mut store = filled(3, 20_000);
        store.open_layer();
        for i in 0..5000 {
            let (state, shards) = ([9 << 32 | i], store.shards.len());
            let shard = &mut store.shards[Store::<1>::shard_of(hash(&state), shards)];
            assert_eq!(shard.insert(state, 0, hash(&state), &store.budget), Ok(true));
        }
        store.abandon_layer();
        assert_eq!((store.depth(), store.states()), (3, 60_001));
        assert_eq!(store.distance(&[9 << 32]), None);
        assert_eq!(store.distance(&[3 << 32 | 5]), Some(3));
        assert_eq!((0..store.shards.len()).map(|s| store.notes_in(s, 3).len()).sum::<usize>(), 20_000);
    }

    #[test]
    fn at_most_sixteen_bytes_are_held_for_a_one_word_state() {
        for size in [100_000, 300_000, 1_000_000, 1_500_000] {
            let store = filled(2, size);
            let each = store.bytes() as f64 / store.states() as f64;
            assert!(each <= 16.0, "{each} bytes per state for {} states", store.states());
        }
    }

    #[test]
    fn the_budget_holds() {
        let limit = 100_000;
        let mut store = Store::<1>::new([[0]], Arc::new(Budget::new(limit))).unwrap();
        store.open_layer();
        let full =
            (1..).find(|&i| store.shards[0].insert([i], 0, hash(&[i]), &store.budget).is_err()).unwrap();
        assert!(full > 5_000);
        assert!(store.bytes() <= limit);
    }
}
