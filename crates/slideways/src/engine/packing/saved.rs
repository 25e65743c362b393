//! Checkpoint of a packing search: the work units that are done.

use super::tally::Tally;
use serde::{Deserialize, Serialize};

/// The work units of a search that are done, and what was found in them.
///
/// It does not name the spec: the caller that saves it must record what it belongs to. It contains nothing of
/// unfinished units; a resumed search runs them again from their beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// The most pieces allowed, which grows from iteration to iteration when the fewest are sought.
    pub at_most: u32,
    /// The number of units that the search was split into; 0 before it is split.
    pub parts: usize,
    /// The units that are done, as half-open ranges of their numbers.
    pub done: Vec<(usize, usize)>,
    /// The packings found in them.
    pub tally: Tally,
    /// Nodes expanded in them.
    pub expanded: u64,
    /// Nodes expanded in earlier iterations.
    pub before: u64,
}

impl Saved {
    /// The number of units that are done.
    pub fn number(&self) -> usize {
        self.done.iter().map(|&(first, end)| end.saturating_sub(first)).sum()
    }

    /// For each unit, whether it is done.
    pub(super) fn flags(&self) -> Vec<bool> {
        let mut flags = vec![false; self.parts];
        for &(first, end) in &self.done {
            flags.iter_mut().take(end).skip(first).for_each(|flag| *flag = true);
        }
        flags
    }

    /// Record that a unit is done.
    pub(super) fn add(&mut self, part: usize, tally: &Tally, expanded: u64) {
        let at = self.done.partition_point(|&(first, _)| first <= part);
        self.done.insert(at, (part, part + 1));
        self.done.dedup_by(|next, run| run.1 == next.0 && std::mem::replace(&mut run.1, next.1) == next.0);
        self.tally.merge(tally);
        self.expanded += expanded;
    }
}

/// Where a search resumes, and the callback that saves its progress: about once per second, and when it is
/// stopped.
pub struct ResumeFrom<'r> {
    /// The checkpoint of an earlier search of the same spec.
    pub saved: Option<&'r Saved>,
    /// Receives checkpoints. A packing is shown only if its unit is in a checkpoint.
    pub keep: &'r mut dyn FnMut(&Saved),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_parts_grow_together() {
        let mut saved = Saved { parts: 9, ..Saved::default() };
        for part in [3, 1, 8, 2, 4, 0] {
            saved.add(part, &Tally::default(), 1);
        }
        assert_eq!((saved.done.as_slice(), saved.number(), saved.expanded), (&[(0, 5), (8, 9)][..], 6, 6));
        assert_eq!(
            saved.flags().iter().map(|&flag| u8::from(flag)).collect::<Vec<_>>(),
            [1, 1, 1, 1, 1, 0, 0, 0, 1]
        );
    }
}
