//! What a search reports while it runs, and how it hears that it should stop.
//!
//! Every question takes one [`Watch`]. A closure over [`Event`]s is one; so is `()`, which ignores them. A type that
//! also wants to stop the search implements the trait:
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

/// The caller of a search: it hears of events, and may stop the search.
///
/// Both methods are called several times a second, from the thread that asked the question.
pub trait Watch {
    /// Something happened.
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

/// Hears all events, and never stops the search.
impl<F: FnMut(Event)> Watch for F {
    fn event(&mut self, event: Event) {
        self(event);
    }
}

/// What happens during a search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// The state of the search, about ten times a second.
    Progress(&'e Progress),
    /// An iteration of an iterative-deepening search (IDA*) ended.
    Iteration(&'e Iteration),
    /// A solution shorter than all before was found and replayed; it may not be a shortest one.
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
    /// What a later search needs in order to continue from here. Reported about once a second by long searches.
    Checkpoint(&'e Saved),
    /// Something went wrong that does not affect the answer, such as a damaged table file that is rebuilt.
    Warning(&'e str),
}

/// The state of a running search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The distance being worked on; every solution has at least this many moves.
    pub bound: u32,
    /// States whose successors were computed.
    pub expanded: u64,
    /// Successors produced, known ones included.
    pub generated: u64,
    /// Different states found.
    pub states: u64,
    /// Bytes held now.
    pub bytes: u64,
    /// Work units done, and their total number; the total is 0 if it is not known.
    pub parts: (u64, u64),
}

/// One iteration of an iterative-deepening search, after it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The heuristic value of the start.
    pub bound: u32,
    /// The threshold: the length of solutions sought.
    pub threshold: u32,
    /// States expanded in this iteration.
    pub expanded: u64,
    /// Successors generated in this iteration, those beyond the threshold included; a step back is not generated.
    pub generated: u64,
    /// Solutions found; a search for one ends with the first.
    pub solutions: u128,
}

impl Iteration {
    /// The number of happy steps in a solution of this length, if the heuristic is the Manhattan distance and the
    /// goal leaves nothing open.
    pub fn happy(&self) -> u32 {
        (self.threshold + self.bound) / 2
    }

    /// The number of sad steps in such a solution.
    pub fn sad(&self) -> u32 {
        (self.threshold - self.bound) / 2
    }
}

/// How far an iterative-deepening search has come: enough for another search of the same position, with the same
/// tables, to continue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// The threshold of the unfinished iteration.
    pub threshold: u32,
    /// States expanded in the iterations before.
    pub expanded: u64,
    /// Successors generated in the iterations before.
    pub generated: u64,
    /// For each work unit of the unfinished iteration: the states expanded and generated in it, if it is done and found
    /// no solution.
    pub units: Vec<Option<(u64, u64)>>,
}
