//! The states found so far, layer by layer, and the test whether a state is new.
//!
//! States lie in *shards*, chosen by their hash. A shard is an arena of states in the order in which they
//! were found, which is by layer, and an index: an open-addressed table of 32-bit entries, each a place in
//! the arena and ten bits of hash that settle nearly all mismatches without a look at the arena. That makes
//! 8 bytes for a one-word state, 5 to 7 for its entry and one for a note; no parent, no distance, no second
//! copy of the frontier, which is simply the arenas' last stretch.
//!
//! There is one shard at first, then 64, then 1024: small shards stay in the cache while a batch of
//! successors is checked against them, grow one after another instead of all at once, and can be worked on
//! by several threads without locks. Each of many shards reserves the address space for all it could ever
//! hold, of which only what is used becomes memory: nothing is ever copied to grow, nothing is left in
//! fragments, and the bytes counted are the bytes taken. (Vectors that grew took a quarter more than that.)

use super::graph::{Note, State, hash};
use std::ops::Range;
use std::sync::atomic::{AtomicI64, Ordering};

/// Bytes that may still be allocated.
#[derive(Debug)]
pub struct Budget(AtomicI64);

/// The budget is used up.
#[derive(Debug, PartialEq, Eq)]
pub struct Full;

impl Budget {
    /// A budget of so many bytes.
    pub fn new(bytes: u64) -> Budget {
        Budget(AtomicI64::new(i64::try_from(bytes).unwrap_or(i64::MAX)))
    }

    fn take(&self, bytes: usize) -> Result<(), Full> {
        let bytes = bytes as i64;
        if self.0.fetch_sub(bytes, Ordering::Relaxed) < bytes {
            self.0.fetch_add(bytes, Ordering::Relaxed);
            return Err(Full);
        }
        Ok(())
    }

    fn give(&self, bytes: usize) {
        self.0.fetch_add(bytes as i64, Ordering::Relaxed);
    }
}

const PLACE_BITS: u32 = 22;
const PLACE_MASK: u32 = (1 << PLACE_BITS) - 1;

/// A part of the states: an arena and its index.
#[derive(Debug)]
pub struct Shard<const N: usize> {
    states: Vec<State<N>>,
    /// How the states of the last two layers were reached.
    notes: Vec<Note>,
    /// 0 for an empty entry, else ten bits of hash above one plus the place in the arena.
    index: Vec<u32>,
    /// Where each remembered layer begins in the arena.
    begins: Vec<u32>,
    /// How many states the budget has been charged for.
    paid: usize,
    /// The index grows by a half (2), a third (3), … of what there is: fast while there is one small shard, by
    /// little and little once there are many.
    part: usize,
}

impl<const N: usize> Shard<N> {
    /// The bytes of a state and its note.
    const STATE: usize = size_of::<State<N>>() + 1;

    fn new(layers: usize) -> Shard<N> {
        Shard { states: vec![], notes: vec![], index: vec![], begins: vec![0; layers], paid: 0, part: 2 }
    }

    fn bytes(&self) -> usize {
        self.paid * Self::STATE + self.index.len() * size_of::<u32>()
    }

    /// Add a state unless it is known; whether it was new.
    #[inline]
    pub fn insert(&mut self, state: State<N>, note: Note, hash: u64, budget: &Budget) -> Result<bool, Full> {
        if self.states.len() == self.paid || self.is_crowded() {
            self.grow(budget)?;
        }
        let mut at = entry_of(hash, self.index.len());
        let mark = (hash as u32) << PLACE_BITS;
        loop {
            let entry = self.index[at];
            if entry == 0 {
                break;
            }
            if entry & !PLACE_MASK == mark && self.states[(entry & PLACE_MASK) as usize - 1] == state {
                return Ok(false);
            }
            at += 1;
            if at == self.index.len() {
                at = 0;
            }
        }
        self.states.push(state);
        self.notes.push(note);
        self.index[at] = mark | self.states.len() as u32;
        Ok(true)
    }

    /// Add a stretch of states, calling `new` for each that was new; the error is how many were dealt with.
    ///
    /// A large shard is not in the cache, and each look-up waits for memory twice, for the entry and for the
    /// state it points to. So a handful of states is looked up at a time, first all their entries, then all
    /// that those point to: the waits overlap, and nearly all the known states are recognised on the way.
    pub fn insert_all(
        &mut self,
        states: &[State<N>],
        notes: &[Note],
        budget: &Budget,
        mut new: impl FnMut(&State<N>),
    ) -> Result<(), usize> {
        const HANDFUL: usize = 16;
        for (i, handful) in states.chunks(HANDFUL).enumerate() {
            let mut hashes = [0; HANDFUL];
            let mut entries = [0; HANDFUL];
            let mut known = [false; HANDFUL];
            for ((state, h), entry) in handful.iter().zip(&mut hashes).zip(&mut entries) {
                *h = hash(state);
                *entry = self.index.get(entry_of(*h, self.index.len())).copied().unwrap_or(0);
            }
            for (((state, h), entry), known) in handful.iter().zip(&hashes).zip(&entries).zip(&mut known) {
                let place = (entry & PLACE_MASK) as usize;
                *known = entry & !PLACE_MASK == (*h as u32) << PLACE_BITS
                    && self.states.get(place.wrapping_sub(1)) == Some(state);
            }
            for (j, state) in handful.iter().enumerate() {
                if !known[j]
                    && self
                        .insert(*state, notes[i * HANDFUL + j], hashes[j], budget)
                        .map_err(|Full| i * HANDFUL + j)?
                {
                    new(state);
                }
            }
        }
        Ok(())
    }

    fn find(&self, state: &State<N>, hash: u64) -> Option<usize> {
        if self.index.is_empty() {
            return None;
        }
        let mut at = entry_of(hash, self.index.len());
        let mark = (hash as u32) << PLACE_BITS;
        loop {
            let entry = self.index[at];
            if entry == 0 {
                return None;
            }
            let place = (entry & PLACE_MASK) as usize;
            if entry & !PLACE_MASK == mark && self.states[place - 1] == *state {
                return Some(place - 1);
            }
            at = (at + 1) % self.index.len();
        }
    }

    /// A quarter of the entries stays empty, so that a new state is known to be new after eight probes or so.
    #[inline]
    fn is_crowded(&self) -> bool {
        self.states.len() >= self.index.len() / 4 * 3
    }

    #[cold]
    fn grow(&mut self, budget: &Budget) -> Result<(), Full> {
        if self.states.len() == self.paid {
            let more = 128;
            budget.take(more * Self::STATE)?;
            self.paid += more;
        }
        if self.is_crowded() {
            if self.states.len() >= PLACE_MASK as usize - 1 {
                return Err(Full);
            }
            let more = self.index.len() / self.part + 64;
            budget.take(more * size_of::<u32>())?;
            self.reindex(self.index.len() + more);
        }
        Ok(())
    }

    /// Build the index anew, with so many entries.
    fn reindex(&mut self, entries: usize) {
        self.index.clear();
        self.index.resize(entries, 0);
        for (place, state) in self.states.iter().enumerate() {
            let hash = hash(state);
            let mut at = entry_of(hash, entries);
            while self.index[at] != 0 {
                at += 1;
                if at == entries {
                    at = 0;
                }
            }
            self.index[at] = (hash as u32) << PLACE_BITS | (place as u32 + 1);
        }
    }

    /// Reserve address space for `most` states. If the system will not have it, vectors grow as they may.
    fn reserve(&mut self, most: usize) {
        let _ = self.states.try_reserve_exact(most.saturating_sub(self.states.len()));
        let _ = self.notes.try_reserve_exact(most.saturating_sub(self.notes.len()));
        let _ = self.index.try_reserve_exact((most * 8 / 5).saturating_sub(self.index.len()));
    }

    /// Index the states there are, and charge the budget for them. `phase` from 0 to 1 says how much room
    /// there is in the index, so that shards of equal size do not all grow at the same time.
    fn settle(&mut self, phase: f64, budget: &Budget) {
        (self.paid, self.part) = (self.states.len(), 5);
        self.reindex(((self.states.len() + 32) as f64 * (1.34 + 0.26 * phase)) as usize);
        budget.0.fetch_sub(self.bytes() as i64, Ordering::Relaxed);
    }

    /// The notes of a layer, which must be one of the last two.
    fn notes(&self, layer: usize) -> &[Note] {
        let unnoted = self.states.len() - self.notes.len();
        let Range { start, end } = self.layer(layer);
        &self.notes[start - unnoted..end - unnoted]
    }

    fn layer(&self, layer: usize) -> Range<usize> {
        let end = self.begins.get(layer + 1).map_or(self.states.len(), |&begin| begin as usize);
        self.begins[layer] as usize..end
    }
}

/// The first entry to look at. Uses the upper bits of the lower half of the hash; the ten lowest are the
/// entry's mark, and the upper half chooses the shard.
#[inline]
fn entry_of(hash: u64, entries: usize) -> usize {
    (((hash & 0xFFFF_FFFF) * entries as u64) >> 32) as usize
}

/// The states found so far.
#[derive(Debug)]
pub struct Store<const N: usize> {
    /// The shards; a power of two of them.
    pub shards: Vec<Shard<N>>,
    /// The distance of the first layer still remembered.
    first: u32,
    /// The number of states in each layer, remembered or not.
    sizes: Vec<u64>,
    counted: u64,
    /// What may still be allocated.
    pub budget: Budget,
    /// What might be allocated at the beginning.
    limit: u64,
}

impl<const N: usize> Store<N> {
    /// A store of so many bytes whose layer 0 holds the given states.
    pub fn new(start: impl IntoIterator<Item = State<N>>, limit: u64) -> Result<Store<N>, Full> {
        let budget = Budget::new(limit);
        let mut store =
            Store { shards: vec![Shard::new(1)], first: 0, sizes: vec![], counted: 0, budget, limit };
        for state in start {
            store.shards[0].insert(state, 0, hash(&state), &store.budget)?;
        }
        store.close_layer();
        Ok(store)
    }

    /// The shard a hash belongs to.
    #[inline]
    pub fn shard_of(hash: u64, shards: usize) -> usize {
        (((hash >> 32) * shards as u64) >> 32) as usize
    }

    /// Begin a new, empty layer. From now on only it and the one before it have notes.
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

    /// The distance of the oldest layer still remembered.
    pub fn first(&self) -> u32 {
        self.first
    }

    /// The number of different states found, forgotten ones included.
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

    /// How those states were reached; the layer must be one of the last two.
    pub fn notes_in(&self, shard: usize, distance: u32) -> &[Note] {
        self.shards[shard].notes((distance - self.first) as usize)
    }

    /// All states of a layer.
    pub fn layer(&self, distance: u32) -> impl Iterator<Item = &State<N>> {
        (0..self.shards.len()).flat_map(move |shard| self.layer_in(shard, distance))
    }

    /// The distance of a state, if it is remembered.
    pub fn distance(&self, state: &State<N>) -> Option<u32> {
        let hash = hash(state);
        let shard = &self.shards[Self::shard_of(hash, self.shards.len())];
        let place = shard.find(state, hash)?;
        let layer = shard.begins.partition_point(|&begin| begin as usize <= place) - 1;
        Some(self.first + layer as u32)
    }

    /// Forget the layers before `distance`.
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

    /// Make more shards if there are too many states for those there are; each becomes several that follow
    /// each other.
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
        // Hashes spread states evenly over the shards, but not quite.
        let most = (self.limit as usize / wanted / Shard::<N>::STATE * 5 / 4).min(PLACE_MASK as usize);
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
        let mut store = Store::new([[0]], 1 << 30).unwrap();
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
    fn at_most_sixteen_bytes_are_held_for_a_one_word_state() {
        for size in [100_000, 300_000, 1_000_000, 1_500_000] {
            let store = filled(2, size);
            let each = store.bytes() as f64 / store.states() as f64;
            assert!(each <= 16.0, "{each} bytes a state for {} states", store.states());
        }
    }

    #[test]
    fn the_budget_holds() {
        let limit = 100_000;
        let mut store = Store::<1>::new([[0]], limit).unwrap();
        store.open_layer();
        let full =
            (1..).find(|&i| store.shards[0].insert([i], 0, hash(&[i]), &store.budget).is_err()).unwrap();
        assert!(full > 5_000);
        assert!(store.bytes() <= limit);
    }
}
