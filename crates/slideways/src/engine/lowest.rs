//! Uniform samples without replacement: the items with the lowest random keys.
//!
//! Give every item of a set a pseudo-random key, a hash of the seed and the item, and keep the *n* items with
//! the lowest keys. If keys behave like independent random numbers, every subset of *n* items is equally
//! likely: this is *bottom-k sampling* (Cohen and Kaplan 2007). The result depends on the set and the seed
//! alone, not on the order in which the items come. So the number of threads makes no difference, and parts
//! of the set can be sampled apart: the lowest of all parts are among the lowest of each.
//!
//! ```
//! use slideways::engine::lowest::{Lowest, key};
//!
//! let sample = |numbers: &mut dyn Iterator<Item = u64>| {
//!     let mut lowest = Lowest::new(3);
//!     numbers.for_each(|number| lowest.offer(key(7, [number]), number));
//!     lowest.in_order()
//! };
//! assert_eq!(sample(&mut (0..1000)), sample(&mut (0..1000).rev()));
//! ```

use crate::tiles::random::mixed;
use std::collections::BinaryHeap;

/// The key of an item, given as words.
///
/// Each word is mixed into the key by the output function of SplitMix64, a bijection of words: items of one
/// word never have the same key.
pub fn key(seed: u64, words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(mixed(seed), |key, word| mixed(mixed(key ^ word)))
}

/// The items with the lowest keys so far.
#[derive(Clone, Debug)]
pub struct Lowest<T> {
    number: usize,
    /// The largest first.
    heap: BinaryHeap<(u64, T)>,
}

impl<T: Ord> Lowest<T> {
    /// Keep at most `number` items.
    pub fn new(number: usize) -> Lowest<T> {
        Lowest { number, heap: BinaryHeap::new() }
    }

    /// Keep an item if its key is low enough. Items with equal keys are compared themselves.
    pub fn offer(&mut self, key: u64, item: T) {
        if self.heap.len() < self.number {
            self.heap.push((key, item));
        } else if let Some(mut largest) = self.heap.peek_mut()
            && (key, &item) < (largest.0, &largest.1)
        {
            *largest = (key, item);
        }
    }

    /// The items, by ascending keys: a random order. A sample of fewer items is the beginning of this one.
    pub fn in_order(self) -> Vec<T> {
        self.heap.into_sorted_vec().into_iter().map(|(_, item)| item).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn sample(seed: u64, number: usize, items: impl IntoIterator<Item = u64>) -> Vec<u64> {
        let mut lowest = Lowest::new(number);
        items.into_iter().for_each(|item| lowest.offer(key(seed, [item]), item));
        lowest.in_order()
    }

    #[test]
    fn the_order_of_the_items_makes_no_difference() {
        for seed in 0..20 {
            assert_eq!(sample(seed, 7, 0..100), sample(seed, 7, (0..100).rev()));
        }
    }

    #[test]
    fn a_larger_sample_begins_with_the_smaller_one() {
        for seed in 0..20 {
            let large = sample(seed, 30, 0..100);
            assert_eq!(large[..10], sample(seed, 10, 0..100));
            assert_eq!(large.len(), 30);
        }
        assert_eq!(sample(1, 30, 0..7).len(), 7);
        assert!(sample(1, 0, 0..7).is_empty());
    }

    /// Pearson's test, as for [random positions](crate::tiles::random).
    #[test]
    fn all_pairs_are_equally_likely() {
        let (items, expected) = (9, 500.0);
        let pairs = items * (items - 1);
        let mut seen: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
        for seed in 0..pairs * expected as u64 {
            *seen.entry(sample(seed, 2, 1000..1000 + items)).or_default() += 1;
        }
        assert_eq!(seen.len() as u64, pairs);
        let sum: f64 = seen.values().map(|&times| (times as f64 - expected).powi(2) / expected).sum();
        let mean = pairs as f64 - 1.0;
        assert!((sum - mean).abs() < 5.0 * (2.0 * mean).sqrt(), "{sum} instead of {mean}");
    }
}
