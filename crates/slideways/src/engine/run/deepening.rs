//! Iterative deepening (IDA*; Korf 1985), the loop over thresholds.
//!
//! An iteration searches for solutions no longer than a threshold. If there are none, it returns the next
//! threshold: the least cost among the successors it cut off. Every solution is at least that long, so the
//! first solution found is a shortest one, and a stopped search has proved its current threshold as a lower
//! bound.

use crate::engine::search::control::Control;
use crate::outcome::{Cost, Outcome, Searched, Stop, Total};
use crate::watch::Iteration;

/// A search that can run one iteration.
pub trait Deepening<'w> {
    /// The limits and the cost of the search.
    fn control(&mut self) -> &mut Control<'w>;

    /// Search for solutions of at most `threshold` moves; the caller knows that none is shorter than that.
    fn iteration(&mut self, threshold: u32) -> Result<Iterated, Stop>;
}

/// The result of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iterated {
    /// The number of solutions found.
    pub solutions: u128,
    /// The next threshold, if no solution was found.
    pub next: u32,
}

/// Run iterations until one finds a solution. `bound` is the heuristic value of the start, `first` the first
/// threshold.
pub fn deepen<'w>(search: &mut impl Deepening<'w>, bound: u32, first: u32) -> Searched<Total> {
    let mut threshold = first;
    let outcome = loop {
        let before = search.control().cost;
        let Iterated { solutions, next } = match search.iteration(threshold) {
            Ok(iterated) => iterated,
            Err(by) => break Outcome::Stopped { lower: threshold, by },
        };
        let Cost { expanded, generated, .. } = search.control().cost;
        let (expanded, generated) = (expanded - before.expanded, generated - before.generated);
        search.control().iteration(&Iteration { bound, threshold, expanded, generated, solutions });
        if solutions > 0 {
            break Outcome::Solved(Total { moves: threshold, solutions });
        }
        threshold = next;
    };
    Searched { outcome, cost: search.control().cost }
}
