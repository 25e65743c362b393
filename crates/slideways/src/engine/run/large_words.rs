//! Words in large pages, for tables of gigabytes.
//!
//! The system hands out memory when it is first touched, in pages of 4 KB: a table of 5.4 GiB takes 1.4
//! million faults, and the threads of a search take turns at them. In large pages of 2 MB there are a few
//! thousand, and the processor finds the address of a word faster. Where the system has none, or without the
//! feature `tables`, these are ordinary words.

use std::ops::{Deref, DerefMut};

/// The least number of words that fill some large pages.
#[cfg(all(feature = "tables", target_os = "linux"))]
const MANY: usize = 1 << 20;

/// Words that are all zero at first.
pub struct LargeWords(Storage);

enum Storage {
    Vector(Vec<u64>),
    #[cfg(all(feature = "tables", target_os = "linux"))]
    Map(memmap2::MmapMut),
}

impl LargeWords {
    /// This number of words, all zero.
    pub fn zeros(number: usize) -> LargeWords {
        #[cfg(all(feature = "tables", target_os = "linux"))]
        if number >= MANY
            && let Ok(map) = memmap2::MmapMut::map_anon(number * 8)
        {
            let _ = map.advise(memmap2::Advice::HugePage);
            return LargeWords(Storage::Map(map));
        }
        LargeWords(Storage::Vector(vec![0; number]))
    }
}

impl Deref for LargeWords {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        match &self.0 {
            Storage::Vector(words) => words,
            #[cfg(all(feature = "tables", target_os = "linux"))]
            Storage::Map(map) => bytemuck::cast_slice(map),
        }
    }
}

impl DerefMut for LargeWords {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u64] {
        match &mut self.0 {
            Storage::Vector(words) => words,
            #[cfg(all(feature = "tables", target_os = "linux"))]
            Storage::Map(map) => bytemuck::cast_slice_mut(map),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_zero_until_they_are_written() {
        for number in [0, 1, 1000, 1 << 20] {
            let mut words = LargeWords::zeros(number);
            assert!(words.len() == number && words.iter().all(|&word| word == 0));
            words.iter_mut().zip(1..).for_each(|(word, value)| *word = value);
            assert_eq!(words.last().copied().unwrap_or(0), number as u64);
        }
    }
}
