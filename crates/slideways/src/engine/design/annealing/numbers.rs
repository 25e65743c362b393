//! States by number: a hash table with open addressing that is used again for every candidate.

use super::words::StateWord;

/// The slots of an empty table.
const LEAST_SLOTS: usize = 1 << 12;

/// No state.
const FREE: u32 = u32::MAX;

/// Numbered states.
pub struct StateNumbers<W> {
    /// The states, by number.
    pub states: Vec<W>,
    /// Numbers of states; at most half of the slots are used.
    slots: Vec<u32>,
}

impl<W> Default for StateNumbers<W> {
    fn default() -> StateNumbers<W> {
        StateNumbers { states: vec![], slots: vec![] }
    }
}

impl<W: StateWord> StateNumbers<W> {
    /// Forget all states.
    pub fn clear(&mut self) {
        self.states.clear();
        self.slots.clear();
        self.slots.resize(LEAST_SLOTS, FREE);
    }

    /// The number of a state, which is new if it is not known.
    #[inline]
    pub fn number(&mut self, state: W) -> u32 {
        let mut slot = self.slot(state);
        loop {
            match self.slots[slot] {
                FREE => break,
                number if self.states[number as usize] == state => return number,
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
        let number = self.states.len() as u32;
        self.slots[slot] = number;
        self.states.push(state);
        if 2 * self.states.len() > self.slots.len() {
            self.grow();
        }
        number
    }

    /// The first slot of a state: the high bits of its hash value.
    #[inline]
    fn slot(&self, state: W) -> usize {
        (state.hashed() >> (u64::BITS - self.slots.len().trailing_zeros())) as usize
    }

    fn grow(&mut self) {
        let slots = 4 * self.slots.len();
        self.slots.clear();
        self.slots.resize(slots, FREE);
        for number in 0..self.states.len() {
            let mut slot = self.slot(self.states[number]);
            while self.slots[slot] != FREE {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = number as u32;
        }
    }

    /// The bytes held.
    pub fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<W>() + 4 * self.slots.capacity()) as u64
    }
}
