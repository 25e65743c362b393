//! Checkpoint of a packing search: the work units that are done.

use super::tally::Tally;
use crate::engine::run::done_units::DoneUnits;
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
    /// The units that are done.
    pub done: DoneUnits,
    /// The packings found in them.
    pub tally: Tally,
    /// Nodes expanded in them.
    pub expanded: u64,
    /// Nodes expanded in earlier iterations.
    pub before: u64,
}

impl Saved {
    /// For each unit, whether it is done.
    pub(super) fn flags(&self) -> Vec<bool> {
        self.done.flags(self.parts)
    }

    /// Record that a unit is done.
    pub(super) fn add(&mut self, part: usize, tally: &Tally, expanded: u64) {
        self.done.add(part);
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
