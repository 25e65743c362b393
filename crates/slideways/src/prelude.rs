//! The types that most programs need: `use slideways::prelude::*;`

pub use crate::design::{Census, PuzzleSearch};
pub use crate::game::Game;
pub use crate::library;
pub use crate::lock::{Lock, LockError};
pub use crate::outcome::{Limits, Outcome, Stop};
pub use crate::puzzle::Puzzle;
pub use crate::rate::Rating;
pub use crate::sample::{Sample, Sampler, Way};
pub use crate::solver::{Answer, Search, Solution, SolveError, Solver, TableStore};
pub use crate::space::Space;
pub use crate::style::{Reach, Style, Who};
pub use crate::tiles::{Board, Goal, Position};
pub use crate::watch::{Event, Watch};
