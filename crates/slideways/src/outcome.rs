//! How a search ends, what it is allowed, and how it talks while it runs.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// A shortest solution.
    Solved(T),
    /// No solution exists, and why that is known.
    Unsolvable(Why),
    /// A limit or the caller stopped the search: nothing is known but that every solution has at least
    /// `bound` moves.
    Stopped {
        /// The proved lower bound.
        bound: u32,
        /// What stopped it.
        by: Stop,
    },
}

impl<T> Outcome<T> {
    /// The same with something made of the solution.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Outcome<U> {
        self.and_then(|solution| Outcome::Solved(make(solution)))
    }

    /// The same, but what is made of the solution may itself be stopped.
    pub fn and_then<U>(self, make: impl FnOnce(T) -> Outcome<U>) -> Outcome<U> {
        match self {
            Outcome::Solved(solution) => make(solution),
            Outcome::Unsolvable(why) => Outcome::Unsolvable(why),
            Outcome::Stopped { bound, by } => Outcome::Stopped { bound, by },
        }
    }
}

/// The proof that a puzzle has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Every state that can be reached was searched, or every state from which a goal can be.
    Exhausted {
        /// How many states that were.
        states: u64,
    },
    /// No arrangement of the pieces, reachable or not, satisfies a goal.
    NoArrangement,
    /// No goal can be drawn with the pieces inside the parts of the box that they can reach at all: each
    /// goal has a piece that could not get there even if it were alone in the box.
    OutOfReach,
    /// The pieces are tiles around one hole, and the permutation that the goal asks of them is even where the
    /// hole's distance is odd, or the other way round; see [`parity`](crate::tiles::parity).
    Parity,
}

/// What stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stop {
    /// The memory limit.
    Memory,
    /// The time limit.
    Time,
    /// The caller, through [`Watch::stop`].
    Caller,
    /// A disk that is full.
    Disk,
}

/// What the user allows a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of states and tables held at one time.
    pub memory: u64,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Number of threads; at least 1.
    pub threads: usize,
}

impl Default for Limits {
    /// One thread, four gigabytes, as long as it takes.
    fn default() -> Limits {
        Limits { memory: 4 << 30, time: None, threads: 1 }
    }
}

/// A running search, as its watcher sees it.
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
    /// Parts of the work that are done, and of how many; of none where that is not known.
    pub parts: (u64, u64),
}

/// Somebody who looks on, and may say stop. Called several times a second from the searching thread.
pub trait Watch {
    /// Take note of where the search is.
    fn progress(&mut self, now: &Progress) {
        let _ = now;
    }

    /// Whether the search should stop.
    fn stop(&mut self) -> bool {
        false
    }
}

/// Nobody looks on.
impl Watch for () {}

/// What a search cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// States whose successors were computed.
    pub expanded: u64,
    /// Successors produced, known ones included.
    pub generated: u64,
    /// Different states found.
    pub states: u64,
    /// The most bytes held at one time.
    pub peak_bytes: u64,
    /// How many of them were tables that do not grow with the search.
    pub table_bytes: u64,
}

/// An answer and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<T> {
    /// How the search ended.
    pub outcome: Outcome<T>,
    /// What it cost.
    pub cost: Cost,
}

/// All shortest solutions, in number.
///
/// Two solutions are different when they pass through different arrangements; interchangeable pieces do not
/// make a difference, nor does the path of a move whose end is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    /// The number of moves in each.
    pub moves: u32,
    /// How many there are; `u128::MAX` stands for that many or more.
    pub solutions: u128,
}

/// The number of arrangements at each distance from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerTable {
    /// The layers' sizes; all are whole, the last is not empty.
    pub sizes: Vec<u64>,
    /// What stopped the count before the end of the component, if something did.
    pub stop: Option<Stop>,
    /// What it cost.
    pub cost: Cost,
}

impl LayerTable {
    /// The largest distance known; if nothing stopped the count, there is no larger one.
    pub fn radius(&self) -> u32 {
        self.sizes.len().saturating_sub(1) as u32
    }

    /// The number of arrangements in all layers.
    pub fn states(&self) -> u64 {
        self.sizes.iter().sum()
    }
}
