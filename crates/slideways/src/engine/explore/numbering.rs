//! A bijection between states and the numbers 0, 1, 2, ….
//!
//! It holds the states in the order of their numbers, and an open-addressed table of numbers that is at least
//! half empty: 8 bytes on top of each state.

use crate::engine::search::State;
use crate::engine::search::graph::hash;

/// States, numbered from 0 in the order in which they were added.
#[derive(Debug, Default)]
pub struct Numbering<const N: usize> {
    states: Vec<State<N>>,
    /// 0 for an empty entry, else one plus the number.
    index: Vec<u32>,
}

impl<const N: usize> Numbering<N> {
    /// The most states that can be numbered.
    pub const MOST: usize = (u32::MAX - 1) as usize;

    /// A numbering that does not grow before it has this many states.
    pub fn with_capacity(states: usize) -> Numbering<N> {
        let index = vec![0; (2 * (states + 1)).next_power_of_two()];
        Numbering { states: Vec::with_capacity(states), index }
    }

    /// The bytes of a numbering with this capacity.
    pub fn bytes_of(states: usize) -> u64 {
        let entries = (2 * (states as u64 + 1)).next_power_of_two();
        states as u64 * size_of::<State<N>>() as u64 + entries * size_of::<u32>() as u64
    }

    /// Number a state unless it has a number. Returns whether it was new.
    pub fn add(&mut self, state: State<N>) -> bool {
        if self.index.len() < 2 * (self.states.len() + 1) {
            self.grow();
        }
        match self.find(&state) {
            Ok(_) => false,
            Err(entry) => {
                self.states.push(state);
                self.index[entry] = self.states.len() as u32;
                true
            }
        }
    }

    /// The number of a state.
    #[inline]
    pub fn number(&self, state: &State<N>) -> Option<u32> {
        self.find(state).ok()
    }

    /// All states, in the order of their numbers.
    pub fn states(&self) -> &[State<N>] {
        &self.states
    }

    /// The bytes held.
    pub fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<State<N>>() + self.index.capacity() * size_of::<u32>()) as u64
    }

    /// The bytes held while the numbering grows to take another state: the old and the new tables.
    pub fn bytes_to_grow(&self) -> u64 {
        let doubles = |full: bool| if full { 3 } else { 1 };
        let states = doubles(self.states.len() == self.states.capacity()) * self.states.capacity();
        let index = doubles(self.index.len() < 2 * (self.states.len() + 1)) * self.index.capacity();
        (states * size_of::<State<N>>() + index * size_of::<u32>()) as u64
    }

    /// The number of a state, or the entry where it belongs.
    #[inline]
    fn find(&self, state: &State<N>) -> Result<u32, usize> {
        if self.index.is_empty() {
            return Err(0);
        }
        let mask = self.index.len() - 1;
        let mut entry = hash(state) as usize & mask;
        loop {
            match self.index[entry] {
                0 => return Err(entry),
                number if self.states[number as usize - 1] == *state => return Ok(number - 1),
                _ => entry = (entry + 1) & mask,
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        let entries = (2 * self.index.len()).max(64);
        self.index = vec![];
        self.index.resize(entries, 0);
        for (number, state) in self.states.iter().enumerate() {
            let mut entry = hash(state) as usize & (entries - 1);
            while self.index[entry] != 0 {
                entry = (entry + 1) & (entries - 1);
            }
            self.index[entry] = number as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_one_number() {
        let mut numbering = Numbering::<2>::default();
        let state = |i: u64| [i % 7, i * i];
        assert!((0..5000).all(|i| numbering.add(state(i))));
        assert!((0..5000).all(|i| !numbering.add(state(i))));
        assert!((0..5000).all(|i| numbering.number(&state(i)) == Some(i as u32)));
        assert!((0..5000).all(|i| numbering.states()[i as usize] == state(i)));
        assert_eq!(numbering.number(&[0, 1]), None);
    }
}
