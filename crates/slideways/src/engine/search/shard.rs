//! Shard of the hash table for duplicate detection: an arena of states in the order in which they were found,
//! which is by layer, and an index.
//!
//! The index is an open-addressed table of 32-bit entries. Each entry is a place in the arena and ten bits of
//! hash that settle nearly all mismatches without a look at the arena. A one-word state takes 8 bytes, its
//! entry 5 to 7, and its note one. No parent, no distance and no second copy of the frontier is stored: the
//! frontier is the last section of the arena.

use super::budget::{Budget, Full};
use super::graph::{Note, State, hash};
use std::ops::Range;

const PLACE_BITS: u32 = 22;
pub(super) const PLACE_MASK: u32 = (1 << PLACE_BITS) - 1;

/// Part of the stored states: an arena and its index.
#[derive(Debug)]
pub struct Shard<const N: usize> {
    pub(super) states: Vec<State<N>>,
    /// How the states of the last two layers were reached.
    pub(super) notes: Vec<Note>,
    /// 0 for an empty entry, else ten bits of hash above one plus the place in the arena.
    index: Vec<u32>,
    /// Where each stored layer begins in the arena.
    pub(super) begins: Vec<u32>,
    /// The number of states charged to the budget.
    paid: usize,
    /// The index grows by a half (2), a third (3), … of its size: quickly while there is one small shard, in
    /// small steps once there are many.
    part: usize,
}

impl<const N: usize> Shard<N> {
    /// The bytes of a state and its note.
    pub(super) const STATE: usize = size_of::<State<N>>() + 1;

    /// An empty shard with `layers` empty layers.
    pub(super) fn new(layers: usize) -> Shard<N> {
        Shard { states: vec![], notes: vec![], index: vec![], begins: vec![0; layers], paid: 0, part: 2 }
    }

    /// The bytes charged to the budget.
    pub(super) fn bytes(&self) -> usize {
        self.paid * Self::STATE + self.index.len() * size_of::<u32>()
    }

    /// Add a state unless it is known. Returns whether it was new.
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

    /// Add a slice of states, calling `new` for each new one. The error is the number of states that were
    /// processed.
    ///
    /// A large shard is not in the cache, and each look-up waits for memory twice, for the entry and for the
    /// state it points to. So the look-ups of a handful of states are interleaved, first all their entries,
    /// then all the states those point to: the waits overlap, and nearly all known states are recognised
    /// here.
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
            let notes = &notes[i * HANDFUL..][..handful.len()];
            // The minimum of the two, so that the compiler sees that no index is out of range.
            let handful = &handful[..handful.len().min(HANDFUL)];
            for j in 0..handful.len() {
                hashes[j] = hash(&handful[j]);
                entries[j] = self.index.get(entry_of(hashes[j], self.index.len())).copied().unwrap_or(0);
            }
            for j in 0..handful.len() {
                let place = (entries[j] & PLACE_MASK) as usize;
                known[j] = entries[j] & !PLACE_MASK == (hashes[j] as u32) << PLACE_BITS
                    && self.states.get(place.wrapping_sub(1)) == Some(&handful[j]);
            }
            for j in 0..handful.len() {
                if !known[j]
                    && self.insert(handful[j], notes[j], hashes[j], budget).map_err(|Full| i * HANDFUL + j)?
                {
                    new(&handful[j]);
                }
            }
        }
        Ok(())
    }

    /// The place of a state in the arena.
    pub(super) fn find(&self, state: &State<N>, hash: u64) -> Option<usize> {
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

    /// A quarter of the entries stays empty, so that about eight probes show that a state is new.
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

    /// Rebuild the index with `entries` entries.
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

    /// Reserve address space for `most` states. If the system refuses, the vectors grow on demand. So they do
    /// where addresses have 32 bits: there address space is as scarce as memory.
    pub(super) fn reserve(&mut self, most: usize) {
        if usize::BITS <= 32 {
            return;
        }
        let _ = self.states.try_reserve_exact(most.saturating_sub(self.states.len()));
        let _ = self.notes.try_reserve_exact(most.saturating_sub(self.notes.len()));
        let _ = self.index.try_reserve_exact((most * 8 / 5).saturating_sub(self.index.len()));
    }

    /// Index the stored states, and charge the budget for them. `phase`, from 0 to 1, sets the free space in
    /// the index, so that shards of equal size do not all grow at the same time.
    pub(super) fn settle(&mut self, phase: f64, budget: &Budget) {
        (self.paid, self.part) = (self.states.len(), 3);
        self.reindex(((self.states.len() + 32) as f64 * (1.34 + 0.26 * phase)) as usize);
        budget.overdraw(self.bytes());
    }

    /// The notes of a layer, which must be one of the last two.
    pub(super) fn notes(&self, layer: usize) -> &[Note] {
        let unnoted = self.states.len() - self.notes.len();
        let Range { start, end } = self.layer(layer);
        &self.notes[start - unnoted..end - unnoted]
    }

    /// The places of a layer in the arena.
    pub(super) fn layer(&self, layer: usize) -> Range<usize> {
        let end = self.begins.get(layer + 1).map_or(self.states.len(), |&begin| begin as usize);
        self.begins[layer] as usize..end
    }
}

/// The first entry to probe. Uses the upper bits of the lower half of the hash; the ten lowest bits are the
/// entry's mark, and the upper half chooses the shard.
#[inline]
fn entry_of(hash: u64, entries: usize) -> usize {
    (((hash & 0xFFFF_FFFF) * entries as u64) >> 32) as usize
}
