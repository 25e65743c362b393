//! How a search ends, what it is allowed, and how it talks while it runs.

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
    /// No solution exists, and why that is known.
    Unsolvable(Proof),
    /// A solution was found, but not proved to be a shortest one: every solution has at least `lower` moves.
    Bounded {
        /// The shortest solution found.
        best: T,
        /// The proved lower bound.
        lower: u32,
        /// What stopped the search.
        by: Stop,
    },
    /// A limit or the caller stopped the search before a solution was found: every solution has at least `lower`
    /// moves.
    Stopped {
        /// The proved lower bound.
        lower: u32,
        /// What stopped the search.
        by: Stop,
    },
}

impl<T> Outcome<T> {
    /// The same with something made of the solution.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Bounded { best, lower, by } => Outcome::Bounded { best: make(best), lower, by },
            other => other.and_then(|solution| Outcome::Solved(make(solution))),
        }
    }

    /// The same, where making it may fail.
    pub fn try_map<U, E>(self, make: impl FnOnce(T) -> Result<U, E>) -> Result<Outcome<U>, E> {
        Ok(match self {
            Outcome::Solved(solution) => Outcome::Solved(make(solution)?),
            Outcome::Bounded { best, lower, by } => Outcome::Bounded { best: make(best)?, lower, by },
            other => other.and_then(|_| unreachable!("it has no solution")),
        })
    }

    /// The same, but what is made of a shortest solution may itself be stopped; a solution that is not proved is dropped.
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
    Parity(Unreachable),
}

/// The proof in one sentence, without a full stop.
impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Exhausted { states } => {
                write!(
                    f,
                    "the start and the goal do not connect: all {states} states on one side were searched"
                )
            }
            Proof::NoArrangement => {
                f.write_str("no arrangement of the pieces satisfies the goal, from wherever they come")
            }
            Proof::OutOfReach => f.write_str(
                "every goal needs a piece where it could not get even if it were alone in the box",
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
    /// A disk that is full.
    Disk,
    /// The effort that is spent without being asked for more.
    Effort,
}

/// What the user allows a search.
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
    /// One thread, four gigabytes, as long as it takes.
    pub fn new() -> Limits {
        Limits::default()
    }

    /// With at most this many bytes of states and tables.
    pub fn memory(self, bytes: u64) -> Limits {
        Limits { memory: bytes, ..self }
    }

    /// With this much time.
    pub fn time(self, time: Duration) -> Limits {
        Limits { time: Some(time), ..self }
    }

    /// With this many threads.
    pub fn threads(self, threads: usize) -> Limits {
        Limits { threads: threads.max(1), ..self }
    }

    /// What is left after some time was spent.
    pub fn after(self, spent: Duration) -> Limits {
        Limits { time: self.time.map(|time| time.saturating_sub(spent)), ..self }
    }
}

impl Default for Limits {
    /// One thread, four gigabytes, as long as it takes.
    fn default() -> Limits {
        Limits { memory: 4 << 30, time: None, threads: 1 }
    }
}

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
pub struct Searched<T> {
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
