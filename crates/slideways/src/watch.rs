//! What a search reports while it runs, and how a caller stops it.
//!
//! Every question takes one [`Watch`]. A closure over [`Event`]s is a watch; `()` is one that ignores all
//! events. A type that also stops the search implements the trait:
//!
//! ```
//! use slideways::watch::{Event, Watch};
//!
//! /// Stops after a million expanded states.
//! struct Budget(bool);
//!
//! impl Watch for Budget {
//!     fn event(&mut self, event: Event) {
//!         if let Event::Progress(now) = event {
//!             self.0 = now.expanded > 1_000_000;
//!         }
//!     }
//!
//!     fn stop(&mut self) -> bool {
//!         self.0
//!     }
//! }
//! # let _ = Budget(false).stop();
//! ```

use crate::solver::Solution;
use serde::{Deserialize, Serialize};

/// The observer of a search: it receives events and can stop the search.
///
/// The search calls both methods several times per second, from the thread that asked the question.
pub trait Watch {
    /// Receives an event.
    fn event(&mut self, event: Event) {
        let _ = event;
    }

    /// Whether the search should stop.
    fn stop(&mut self) -> bool {
        false
    }
}

/// Ignores all events.
impl Watch for () {}

/// Receives all events and never stops the search.
impl<F: FnMut(Event)> Watch for F {
    fn event(&mut self, event: Event) {
        self(event);
    }
}

/// An event during a search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// The progress of the search, about ten times per second.
    Progress(&'e Progress),
    /// An iteration of an iterative-deepening search (IDA*) ended.
    Iteration(&'e Iteration),
    /// A solution shorter than all earlier ones was found and replayed; it may not be optimal.
    Better {
        /// The solution.
        solution: &'e Solution,
        /// The lower bound proved so far.
        lower: u32,
    },
    /// Every solution has at least this many moves; the bound is higher than before.
    Bound(u32),
    /// Tables are being built.
    Tables {
        /// The board and the kind of tables, such as `4 x 4, small`.
        name: &'e str,
        /// The finished part, from 0 to 1.
        part: f64,
    },
    /// The state that a later search needs to resume from here. Long searches report it about once per
    /// second.
    Checkpoint(&'e Saved),
    /// A problem that does not affect the answer, such as a damaged table file that is rebuilt.
    Warning(&'e str),
}

/// The progress of a running search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The current distance; every solution has at least this many moves.
    pub bound: u32,
    /// States whose successors were computed.
    pub expanded: u64,
    /// Successors produced, including states already known.
    pub generated: u64,
    /// Distinct states found.
    pub states: u64,
    /// Bytes currently held.
    pub bytes: u64,
    /// Work units done, and their total number; the total is 0 if it is not known.
    pub parts: (u64, u64),
}

/// A finished iteration of an iterative-deepening search (IDA*).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The heuristic value of the start.
    pub bound: u32,
    /// The threshold: the solution length that this iteration searches for.
    pub threshold: u32,
    /// States expanded in this iteration.
    pub expanded: u64,
    /// Successors generated in this iteration, including those beyond the threshold. The step back is never
    /// generated.
    pub generated: u64,
    /// Solutions found; a search for one solution ends with the first.
    pub solutions: u128,
}

impl Iteration {
    /// The number of happy steps in a solution of this length. Holds if the heuristic is the Manhattan
    /// distance and the goal is full.
    pub fn happy(&self) -> u32 {
        (self.threshold + self.bound) / 2
    }

    /// The number of sad steps in such a solution.
    pub fn sad(&self) -> u32 {
        (self.threshold - self.bound) / 2
    }
}

/// The progress of an iterative-deepening search: enough for another search of the same position, with the
/// same tables, to resume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// The threshold of the unfinished iteration.
    pub threshold: u32,
    /// States expanded in the earlier iterations.
    pub expanded: u64,
    /// Successors generated in the earlier iterations.
    pub generated: u64,
    /// For each work unit of the unfinished iteration: the states expanded and generated in it, if it is done
    /// and found no solution.
    pub units: Vec<Option<(u64, u64)>>,
}
