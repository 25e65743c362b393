//! Partitions: which states are sorted, merged and stored together.
//!
//! A hash of its upper bits alone decides the partition of a state, so states that are close in order stay
//! together, differ by little, and compress well. In most puzzles the pieces in the upper 24 bits move soon,
//! and the partitions have similar sizes. In a few, such as Ithaca, these pieces are large and hardly ever
//! move: then nearly all states have the same upper bits, and one thread would do all the work. So a new
//! search first finds some thousands of states in memory, and takes as many more bits as they need:
//!
//! ```text
//! pieces   A A A B C D     A never moves, B and C move
//! upper    ↑↑↑             all states in one partition
//! upper    ↑↑↑↑↑↑↑↑↑       no partition has more than an eighth of the states
//! ```
//!
//! The choice depends on the puzzle alone. It is written to the manifest, so it holds for all threads,
//! processes and later runs.

use super::job::{Job, Sources};
use crate::engine::search::State;
use crate::engine::search::graph::{Graph, hash, sort};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// The number of partitions, for any number of threads or machines.
pub const PARTITIONS: usize = 64;

/// The least number of upper bits: enough for partitions of similar size in most puzzles, few enough to keep
/// neighbouring states together.
const LEAST: u32 = 24;

/// The number of bits by which they are lengthened.
const STEP: u32 = 4;

/// No partition may have more than an eighth of the sample, which lies near the start: in the large layers
/// farther away the partitions are more even. A smaller part would take more bits in puzzles that do not need
/// them, and cost up to twice the bytes on disk.
const MOST_SHARE: usize = 8;

/// The states in a layer of which some are expanded for the sample.
const WIDE: usize = 4096;

/// The number of states that are expanded for the sample.
const EXPANDED: usize = 512;

/// The most states that are expanded in search of a wide layer.
const PATIENCE: usize = 1 << 14;

/// The most bytes of the sample.
const BYTES: usize = 2 << 20;

/// The upper bits of a state: all bits of the first `words` words, and the bits from `shift` on of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upper {
    words: usize,
    shift: u32,
}

impl Upper {
    /// The upper bits that suit most puzzles, if the first word of a state has `bits` bits.
    pub fn of_first_word(bits: u32) -> Upper {
        Upper { words: 0, shift: bits.saturating_sub(LEAST) }
    }

    /// Whether states of `words` words have these bits.
    pub fn fits(self, words: usize) -> bool {
        self.words < words && self.shift < u64::BITS
    }

    /// The partition that a state belongs to.
    #[inline]
    pub fn partition<const N: usize>(self, state: &State<N>) -> usize {
        let hash = match self.words {
            0 => hash(&[state[0] >> self.shift]),
            words => {
                let mut upper = *state;
                upper[words] >>= self.shift;
                upper[words + 1..].fill(0);
                hash(&upper)
            }
        };
        (hash >> 58) as usize
    }

    /// As many more upper bits as a search needs for partitions of similar size. The search from the goals of
    /// another has the same states, and takes the same bits.
    pub fn for_job<const N: usize>(self, job: &Job<N>) -> Upper {
        match &job.sources {
            Sources::Goals { manifest, .. } => manifest.upper.unwrap_or(self),
            Sources::States(sources) => match sample(&*job.nodes, sources) {
                Some(sample) => self.for_states(&sample),
                None => self,
            },
        }
    }

    /// As many more upper bits as these states need.
    fn for_states<const N: usize>(self, states: &[State<N>]) -> Upper {
        let is_even = |upper: &Upper| upper.largest(states) <= states.len() / MOST_SHARE;
        if is_even(&self) {
            return self;
        }
        let first = (0..=self.shift / STEP).map(|step| Upper { shift: self.shift - step * STEP, ..self });
        let words = (self.words + 1..N).flat_map(|words| {
            (0..u64::BITS / STEP).rev().map(move |step| Upper { words, shift: step * STEP })
        });
        let longer: Vec<Upper> = first.chain(words).collect();
        // More bits are nearly always more even: a binary search is close enough to the fewest.
        let enough = longer.partition_point(|upper| !is_even(upper));
        longer.get(enough).copied().unwrap_or(self)
    }

    /// The number of states in the largest partition.
    fn largest<const N: usize>(self, states: &[State<N>]) -> usize {
        let mut sizes = [0; PARTITIONS];
        states.iter().for_each(|state| sizes[self.partition(state)] += 1);
        sizes.into_iter().max().unwrap_or(0)
    }
}

/// States of a layer that is large enough to be worth sharing; `None` if there is no such layer near the
/// sources.
fn sample<const N: usize>(graph: &dyn Graph<N>, sources: &[State<N>]) -> Option<Vec<State<N>>> {
    let most = BYTES / size_of::<State<N>>();
    let (mut before, mut newest) = (vec![], sources.to_vec());
    sort(&mut newest);
    let mut expanded = 0;
    while newest.len() < WIDE.min(most / 4) {
        expanded += newest.len();
        let mut next = successors(graph, &newest, most);
        next.retain(|state| newest.binary_search(state).is_err() && before.binary_search(state).is_err());
        if next.is_empty() || expanded > PATIENCE {
            return None;
        }
        (before, newest) = (newest, next);
    }
    let spread: Vec<State<N>> = newest.iter().step_by(newest.len().div_ceil(EXPANDED)).copied().collect();
    Some(successors(graph, &spread, most))
}

/// The successors of some states, in ascending order; from each state at most its share of `most`.
fn successors<const N: usize>(graph: &dyn Graph<N>, states: &[State<N>], most: usize) -> Vec<State<N>> {
    let (mut found, share) = (vec![], most / states.len().max(1));
    for state in states {
        let mut left = share;
        let _ = graph.expand(&[*state], &mut |next| {
            found.push(*next);
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    sort(&mut found);
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::blocks::compiled::{Compiled, Query, Where, with_compiled};
    use crate::style::Style;
    use std::sync::Arc;

    #[test]
    fn bits_of_the_first_word_give_the_partitions_of_the_first_version() {
        let state = [0x0123_4567_89AB_CDEF, 7];
        assert_eq!(Upper::of_first_word(60).partition(&state), (hash(&[state[0] >> 36]) >> 58) as usize);
        assert_eq!(Upper::of_first_word(9), Upper { words: 0, shift: 0 });
    }

    #[test]
    fn only_the_upper_bits_count() {
        let upper = Upper { words: 1, shift: 8 };
        let at = |state: [u64; 3]| upper.partition(&state);
        assert_eq!(at([5, 0x3FF, 9]), at([5, 0x301, 8]));
        let all: std::collections::BTreeSet<usize> = (0..1000).map(|i| at([5, i << 8, 0])).collect();
        assert_eq!(all.len(), PARTITIONS);
    }

    #[test]
    fn states_that_agree_in_their_upper_bits_are_told_apart_by_lower_ones() {
        let near: Vec<State<2>> = (0..5000).map(|i| [1 << 50, i << 10 | 1]).collect();
        let upper = Upper::of_first_word(60).for_states(&near);
        assert_eq!(upper.words, 1);
        assert!(upper.shift >= 10 && upper.largest(&near) <= near.len() / MOST_SHARE, "{upper:?}");
        let wide: Vec<State<2>> = (0..5000).map(|i| [i << 45, 3]).collect();
        assert_eq!(Upper::of_first_word(60).for_states(&wide), Upper::of_first_word(60));
        let same: Vec<State<2>> = vec![[3, 4]; 100];
        assert_eq!(Upper::of_first_word(60).for_states(&same), Upper::of_first_word(60));
    }

    /// The upper bits of a puzzle: the least, and those that its search takes.
    struct Chosen;

    impl Query for Chosen {
        type Answer = [Upper; 2];

        fn run<const N: usize>(self, compiled: Arc<dyn Compiled<N>>) -> [Upper; 2] {
            let least = Upper::of_first_word(compiled.first_bits());
            let sources = Sources::States(vec![compiled.start()]);
            let job = Job { nodes: compiled, sources, is_goal: Arc::new(|_| false) };
            [least, least.for_job(&job)]
        }
    }

    #[test]
    fn only_puzzles_whose_large_pieces_hardly_move_need_more_bits() {
        let chosen = |name: &str| {
            let puzzle = crate::library::puzzle(name).unwrap();
            with_compiled(&puzzle, Style::MOVE, Where::Reachable, 1 << 20, Chosen).unwrap()
        };
        for name in ["klotski", "gnome/climb12", "gnome/american_pie", "gnome/shark"] {
            let [least, upper] = chosen(name);
            assert_eq!(upper, least, "{name}");
        }
        let [least, upper] = chosen("gnome/ithaca");
        assert!(least.words == 0 && upper.words > 0, "{upper:?}");
    }
}
