//! What a search by rounds tells of each.

use crate::grid::Dir;
use crate::outcome::{Answer, Total};
use std::ops::ControlFlow;

/// Somebody who is shown solutions, and may have seen enough.
pub type Visit<'v> = dyn FnMut(&[Dir]) -> ControlFlow<()> + 'v;

/// The first solution that a search for all of them shows, if there is a search.
pub fn first_of(all: impl FnOnce(&mut Visit) -> Option<Answer<Total>>) -> Option<Answer<Vec<Dir>>> {
    let mut first = vec![];
    let Answer { outcome, cost } = all(&mut |path| {
        first = path.to_vec();
        ControlFlow::Break(())
    })?;
    Some(Answer { outcome: outcome.map(|_| first), cost })
}

/// One round, after it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// The bound at the start.
    pub bound: u32,
    /// The length of solutions sought.
    pub threshold: u32,
    /// Positions whose steps were tried, in this round.
    pub expanded: u64,
    /// Steps tried, also those beyond the threshold; a step back is not tried.
    pub generated: u64,
    /// Solutions found; a search for one ends with the first.
    pub solutions: u128,
}

impl Round {
    /// The number of happy steps in a solution of this length; for full goals.
    pub fn happy(&self) -> u32 {
        (self.threshold + self.bound) / 2
    }

    /// The number of sad steps in a solution of this length; for full goals.
    pub fn sad(&self) -> u32 {
        (self.threshold - self.bound) / 2
    }
}
