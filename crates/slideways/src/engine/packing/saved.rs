//! How far a search has come, to be written down: with it another search can go on.

use super::tally::Tally;
use serde::{Deserialize, Serialize};

/// The parts of a search that are done, and what was found in them.
///
/// It says nothing about the spec: whoever keeps it must know what it belongs to. What a stopped search has seen of
/// parts that it left undone is not in it; they are searched again as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// The most pieces allowed, which grows from round to round if the fewest are sought.
    pub at_most: u32,
    /// Into how many parts the search was cut; 0 if it was not yet.
    pub parts: usize,
    /// The parts that are done, as runs from the first to before the last.
    pub done: Vec<(usize, usize)>,
    /// What was found in them.
    pub tally: Tally,
    /// Nodes looked at in them.
    pub expanded: u64,
    /// Nodes looked at in the rounds before.
    pub before: u64,
}

impl Saved {
    /// How many parts are done.
    pub fn number(&self) -> usize {
        self.done.iter().map(|&(first, end)| end.saturating_sub(first)).sum()
    }

    /// Part by part whether it is done.
    pub(super) fn flags(&self) -> Vec<bool> {
        let mut flags = vec![false; self.parts];
        for &(first, end) in &self.done {
            flags.iter_mut().take(end).skip(first).for_each(|flag| *flag = true);
        }
        flags
    }

    /// Note that a part is done.
    pub(super) fn add(&mut self, part: usize, tally: &Tally, expanded: u64) {
        let at = self.done.partition_point(|&(first, _)| first <= part);
        self.done.insert(at, (part, part + 1));
        self.done.dedup_by(|next, run| run.1 == next.0 && std::mem::replace(&mut run.1, next.1) == next.0);
        self.tally.merge(tally);
        self.expanded += expanded;
    }
}

/// From where a search goes on, and whom it tells how far it has come: about once a second, and when it is stopped.
pub struct ResumeFrom<'r> {
    /// What an earlier search of the same spec has left.
    pub saved: Option<&'r Saved>,
    /// Told how far it has come. Packings that were shown are in parts told of, and in no others.
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
