//! How a search ends, what limits it, and what it costs.

mod machine;

use crate::tiles::parity::Unreachable;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome<T> {
    /// A shortest solution.
    Solved(T),
    /// No solution exists, with the proof.
    Unsolvable(Proof),
    /// A solution was found but not proved shortest: every solution has at least `lower` moves.
    Bounded {
        /// The shortest solution found.
        best: T,
        /// The proved lower bound.
        lower: u32,
        /// What stopped the search.
        by: Stop,
    },
    /// A limit or the caller stopped the search before it found a solution: every solution has at least
    /// `lower` moves.
    Stopped {
        /// The proved lower bound.
        lower: u32,
        /// What stopped the search.
        by: Stop,
    },
}

impl<T> Outcome<T> {
    /// Convert the solution.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Bounded { best, lower, by } => Outcome::Bounded { best: make(best), lower, by },
            other => other.and_then(|solution| Outcome::Solved(make(solution))),
        }
    }

    /// Convert the solution, where the conversion may fail.
    pub fn try_map<U, E>(self, make: impl FnOnce(T) -> Result<U, E>) -> Result<Outcome<U>, E> {
        Ok(match self {
            Outcome::Solved(solution) => Outcome::Solved(make(solution)?),
            Outcome::Bounded { best, lower, by } => Outcome::Bounded { best: make(best)?, lower, by },
            other => other.and_then(|_| unreachable!("it has no solution")),
        })
    }

    /// Convert a shortest solution, where the conversion may itself be stopped. A solution that is not proved
    /// shortest is dropped.
    pub fn and_then<U>(self, make: impl FnOnce(T) -> Outcome<U>) -> Outcome<U> {
        match self {
            Outcome::Solved(solution) => make(solution),
            Outcome::Unsolvable(why) => Outcome::Unsolvable(why),
            Outcome::Bounded { lower, by, .. } | Outcome::Stopped { lower, by } => {
                Outcome::Stopped { lower, by }
            }
        }
    }
}

/// The proof that a puzzle has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The search covered every state reachable from the start, or every state from which a goal is
    /// reachable.
    Exhausted {
        /// The number of these states.
        states: u64,
    },
    /// No arrangement of the pieces, reachable or not, satisfies a goal.
    NoArrangement,
    /// Each goal has a piece that could not reach its place even if it were alone in the box.
    OutOfReach,
    /// The pieces are tiles around one hole. The permutation that the goal requires is even and the distance
    /// of the hole is odd, or the reverse; see [`parity`](crate::tiles::parity).
    Parity(Unreachable),
}

/// The proof in one sentence, without a full stop.
impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Exhausted { states } => {
                write!(
                    f,
                    "the goal cannot be reached: all {states} states on one side were searched"
                )
            }
            Proof::NoArrangement => {
                f.write_str("no arrangement of the pieces satisfies the goal, reachable or not")
            }
            Proof::OutOfReach => f.write_str(
                "every goal needs a piece in a place that it could not reach even if it were alone in the box",
            ),
            Proof::Parity(why) => why.fmt(f),
        }
    }
}

/// What stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stop {
    /// The memory limit.
    Memory,
    /// The time limit.
    Time,
    /// The caller, through [`Watch::stop`](crate::watch::Watch::stop).
    Caller,
    /// A full disk.
    Disk,
    /// The built-in effort limit, which applies if no time limit is given.
    Effort,
}

/// The memory, time and threads that a search may use.
///
/// ```
/// use slideways::outcome::Limits;
/// use std::time::Duration;
///
/// let limits = Limits::new().threads(8).memory(16 << 30).time(Duration::from_secs(60));
/// assert_eq!(limits.threads, 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of states and tables held at one time.
    pub memory: u64,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Number of threads; at least 1.
    pub threads: usize,
}

impl Limits {
    /// One thread, 4 GiB, no time limit.
    pub fn new() -> Limits {
        Limits::default()
    }

    /// Limit the bytes of states and tables.
    pub fn memory(self, bytes: u64) -> Limits {
        Limits { memory: bytes, ..self }
    }

    /// The limits with at most half of the address space as memory. Every number of bytes or states within
    /// them fits `usize`, also where that has 32 bits.
    pub(crate) fn addressable(self) -> Limits {
        Limits { memory: self.memory.min(isize::MAX as u64), ..self }
    }

    /// Limit the wall-clock time.
    pub fn time(self, time: Duration) -> Limits {
        Limits { time: Some(time), ..self }
    }

    /// Set the number of threads; 0 counts as 1.
    pub fn threads(self, threads: usize) -> Limits {
        Limits { threads: threads.max(1), ..self }
    }

    /// The limits that remain after some time has been spent.
    pub fn after(self, spent: Duration) -> Limits {
        Limits { time: self.time.map(|time| time.saturating_sub(spent)), ..self }
    }

    /// Whether no time is left.
    pub(crate) fn is_over(self) -> bool {
        self.time == Some(Duration::ZERO)
    }
}

impl Default for Limits {
    /// One thread, 4 GiB, or 2 GiB where addresses have 32 bits, no time limit.
    fn default() -> Limits {
        Limits { memory: 4 << 30, time: None, threads: 1 }.addressable()
    }
}

/// The work that a search did, and the memory that it used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// States whose successors were computed.
    pub expanded: u64,
    /// Successors produced, including states already known.
    pub generated: u64,
    /// Distinct states found.
    pub states: u64,
    /// The peak number of bytes held.
    pub peak_bytes: u64,
    /// The part of `peak_bytes` in tables that do not grow with the search.
    pub table_bytes: u64,
}

/// An outcome and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched<T> {
    /// How the search ended.
    pub outcome: Outcome<T>,
    /// The work done and the memory used.
    pub cost: Cost,
}

/// The number of shortest solutions.
///
/// Two solutions differ if they pass through different arrangements. Interchangeable pieces make no
/// difference, nor does the path of a move that ends in the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    /// The number of moves in each solution.
    pub moves: u32,
    /// The number of solutions; `u128::MAX` stands for that many or more.
    pub solutions: u128,
}

/// The number of arrangements at each distance from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerTable {
    /// The sizes of the layers. Every layer is complete, and the last is not empty.
    pub sizes: Vec<u64>,
    /// What stopped the count before it covered the component, if something did.
    pub stop: Option<Stop>,
    /// The work done and the memory used.
    pub cost: Cost,
}

impl LayerTable {
    /// The largest distance found; if nothing stopped the count, it is the largest there is.
    pub fn radius(&self) -> u32 {
        self.sizes.len().saturating_sub(1) as u32
    }

    /// The number of arrangements in all layers.
    pub fn states(&self) -> u64 {
        self.sizes.iter().sum()
    }
}
