//! The states found so far: a hash table with linear probing that numbers them in the order of discovery.

/// A set of states, each with a number.
#[derive(Default)]
pub struct SeenStates {
    /// The states, by number.
    pub codes: Vec<u64>,
    /// Slots of the hash table: zero, or the number of a state plus one, below some bits of its hash.
    slots: Vec<u32>,
    /// The slots in use are the first `1 << bits`; the others are zero.
    bits: u32,
}

/// Bits of a slot for the number of a state. A box of 24 cells has far fewer states of one set of pieces.
const NUMBER_BITS: u32 = 28;

/// The number of slots of an empty table, as a power of two.
const FEW: u32 = 6;

impl SeenStates {
    /// Forget all states, and keep the memory.
    pub fn clear(&mut self) {
        self.codes.clear();
        let used = 1 << self.bits;
        if self.slots.len() < 1 << FEW {
            self.slots.resize(1 << FEW, 0);
        } else {
            self.slots[..used].fill(0);
        }
        self.bits = FEW;
    }

    /// The bytes held.
    pub fn bytes(&self) -> u64 {
        (self.codes.capacity() * 8 + self.slots.capacity() * 4) as u64
    }

    #[inline]
    fn hash(code: u64) -> u64 {
        (code ^ code >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The slot with a state, or the empty slot for it.
    #[inline]
    fn slot(&self, code: u64) -> usize {
        let hash = SeenStates::hash(code);
        let mark = (hash as u32) >> NUMBER_BITS;
        let mask = (1 << self.bits) - 1;
        let mut at = (hash >> (u64::BITS - self.bits)) as usize;
        loop {
            let slot = self.slots[at];
            let number = slot & ((1 << NUMBER_BITS) - 1);
            if slot == 0 || slot >> NUMBER_BITS == mark && self.codes[number as usize - 1] == code {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    /// Whether a state was found.
    #[inline]
    pub fn contains(&self, code: u64) -> bool {
        self.slots[self.slot(code)] != 0
    }

    /// The number of a state, which is added if it is new.
    #[inline]
    pub fn number(&mut self, code: u64) -> u32 {
        let at = self.slot(code);
        let slot = self.slots[at];
        if slot != 0 {
            return (slot & ((1 << NUMBER_BITS) - 1)) - 1;
        }
        let number = self.codes.len() as u32;
        assert!(number + 1 < 1 << NUMBER_BITS, "a small box has fewer states of one set of pieces");
        self.codes.push(code);
        self.slots[at] = (number + 1) | ((SeenStates::hash(code) as u32) >> NUMBER_BITS) << NUMBER_BITS;
        if 2 * self.codes.len() > 1 << self.bits {
            self.grow();
        }
        number
    }

    /// Make room for four times the states.
    #[cold]
    fn grow(&mut self) {
        self.slots[..1 << self.bits].fill(0);
        self.bits += if self.bits < 20 { 2 } else { 1 };
        if self.slots.len() < 1 << self.bits {
            self.slots.resize(1 << self.bits, 0);
        }
        let mask = (1 << self.bits) - 1;
        for (number, &code) in self.codes.iter().enumerate() {
            let hash = SeenStates::hash(code);
            let mut at = (hash >> (u64::BITS - self.bits)) as usize;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = (number as u32 + 1) | ((hash as u32) >> NUMBER_BITS) << NUMBER_BITS;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::random::mixed;

    #[test]
    fn states_are_numbered_in_order_and_found_again() {
        let mut seen = SeenStates::default();
        for round in 0..3 {
            seen.clear();
            let code = |n: u32| mixed(u64::from(n / 2 + round));
            for n in 0..10_000 {
                assert_eq!(seen.number(code(n)), n / 2);
            }
            assert!(seen.contains(code(77)) && !seen.contains(code(77_777)));
            assert_eq!(seen.codes.len(), 5000);
        }
    }
}
