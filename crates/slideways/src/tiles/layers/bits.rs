//! One bit for each order of tiles.

use crate::tiles::rank::Window;

/// A row of bits.
#[derive(Clone, Debug)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// So many, none of them set.
    pub fn new(bits: u64) -> Bits {
        Bits(vec![0; bits.div_ceil(64) as usize])
    }

    /// Set one.
    #[inline]
    pub fn set(&mut self, bit: u64) {
        self.0[(bit / 64) as usize] |= 1 << (bit % 64);
    }

    /// Set none.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The numbers of those that are set, in ascending order.
    pub fn ones(&self) -> impl Iterator<Item = u64> {
        self.0.iter().zip((0..).step_by(64)).flat_map(|(&word, first)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| first + u64::from(rest.trailing_zeros()))?;
                rest &= rest - 1;
                Some(bit)
            })
        })
    }

    /// Set all that are set in another row, moved as a window says, if there is one.
    pub fn add(&mut self, other: &Bits, window: Option<&Window>) {
        match window {
            None => self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other),
            Some(window) if window.low >= 64 => self.add_stretches(other, window),
            Some(window) => self.add_one_by_one(other, window),
        }
    }

    fn add_stretches(&mut self, other: &Bits, window: &Window) {
        let block = window.span * window.low;
        let blocks = (other.0.len() as u64 * 64) / block;
        for first in (0..blocks).map(|high| high * block) {
            for (middle, &to) in (0..).zip(window.middles(first / block)) {
                self.add_stretch(
                    first + u64::from(to) * window.low,
                    other,
                    first + middle * window.low,
                    window.low,
                );
            }
        }
    }

    /// Set as many bits as `length` says, from `to` on, that are set in another row from `from` on.
    fn add_stretch(&mut self, to: u64, other: &Bits, from: u64, length: u64) {
        let mut done = 0;
        while done < length {
            let (to, from) = (to + done, from + done);
            let count = (64 - to % 64).min(length - done);
            let bits = other.bits(from) & (u64::MAX >> (64 - count));
            self.0[(to / 64) as usize] |= bits << (to % 64);
            done += count;
        }
    }

    /// The 64 bits from one on; beyond the end none are set.
    #[inline]
    fn bits(&self, from: u64) -> u64 {
        let (word, shift) = ((from / 64) as usize, from % 64);
        let after = if shift == 0 { 0 } else { self.0.get(word + 1).map_or(0, |next| next << (64 - shift)) };
        self.0[word] >> shift | after
    }

    fn add_one_by_one(&mut self, other: &Bits, window: &Window) {
        let block = window.span * window.low;
        let (mut high, mut middles) = (0, window.middles(0));
        for bit in other.ones() {
            // Ones come in ascending order: the high part seldom changes.
            if bit - high * block >= block {
                high = bit / block;
                middles = window.middles(high);
            }
            let rest = bit - high * block;
            let (middle, low) =
                if window.low == 1 { (rest, 0) } else { (rest / window.low, rest % window.low) };
            self.set(high * block + u64::from(middles[middle as usize]) * window.low + low);
        }
    }

    /// Keep those that are not in `seen`, add them to it, and count them.
    pub fn take_new(&mut self, seen: &mut Bits) -> u64 {
        let mut count = 0;
        for (word, seen) in self.0.iter_mut().zip(&mut seen.0) {
            *word &= !*seen;
            *seen |= *word;
            count += u64::from(word.count_ones());
        }
        count
    }
}
