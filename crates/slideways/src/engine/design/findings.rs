//! What a census finds about a class of arrangements, in a form that adds up.
//!
//! Work units are searched in any order and by any number of threads. Sums do not depend on the order, and of
//! the hardest starts the first few in the order of their texts are kept, so the result does not either.

use crate::engine::explore::up_to_symmetry::UpToSymmetry;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What is known about a class of arrangements that were searched to the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// The number of arrangements.
    pub arrangements: u64,
    /// The number of connected components.
    pub components: u64,
    /// The number of puzzles: components with a goal and a start.
    pub puzzles: u64,
    /// The number of starts that count, at each distance from the nearest goal.
    pub starts: Vec<u64>,
    /// The same numbers up to symmetry, in families that are searched so; otherwise zeros. Mirror images
    /// in another class count here only once.
    #[serde(default, skip_serializing_if = "UpToSymmetry::is_none")]
    pub up_to_symmetry: UpToSymmetry,
    /// Some of the hardest starts, as puzzle text.
    pub hardest: BTreeSet<String>,
}

impl Findings {
    /// The number of moves that the hardest starts need; `None` if no start can be solved.
    pub fn moves(&self) -> Option<u32> {
        self.starts.len().checked_sub(1).map(|moves| moves as u32)
    }

    /// The number of hardest starts.
    pub fn hardest_number(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The number of starts that count and from which a goal can be reached.
    pub fn solvable(&self) -> u64 {
        self.starts.iter().sum()
    }

    /// Add what was found about other arrangements of the class, and keep at most `most` of the hardest
    /// starts.
    pub fn merge(&mut self, other: &Findings, most: usize) {
        if other.starts.len() > self.starts.len() {
            self.hardest.clear();
            self.starts.resize(other.starts.len(), 0);
        }
        if other.starts.len() == self.starts.len() {
            self.hardest.extend(other.hardest.iter().cloned());
            while self.hardest.len() > most {
                self.hardest.pop_last();
            }
        }
        self.up_to_symmetry.merge(&other.up_to_symmetry);
        self.arrangements += other.arrangements;
        self.components += other.components;
        self.puzzles += other.puzzles;
        self.starts.iter_mut().zip(&other.starts).for_each(|(sum, starts)| *sum += starts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(starts: &[u64], hardest: &[&str]) -> Findings {
        let hardest = hardest.iter().map(|text| text.to_string()).collect();
        Findings {
            arrangements: 9,
            components: 2,
            puzzles: 1,
            starts: starts.to_vec(),
            hardest,
            ..Findings::default()
        }
    }

    #[test]
    fn the_order_of_the_parts_does_not_matter() {
        let parts = [
            findings(&[1, 2], &["a"]),
            findings(&[1, 0, 3], &["d", "c", "b"]),
            findings(&[4, 1, 1], &["e"]),
            Findings::default(),
        ];
        let sum = |order: [usize; 4]| {
            let mut sum = Findings::default();
            order.iter().for_each(|&part| sum.merge(&parts[part], 2));
            sum
        };
        let expected = Findings {
            arrangements: 27,
            components: 6,
            puzzles: 3,
            starts: vec![6, 3, 4],
            hardest: BTreeSet::from(["b".to_owned(), "c".to_owned()]),
            ..Findings::default()
        };
        assert_eq!(sum([0, 1, 2, 3]), expected);
        assert_eq!(sum([3, 2, 1, 0]), expected);
        assert_eq!(expected.moves(), Some(2));
    }
}
