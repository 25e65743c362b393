//! Tiles that move together: shortest solutions in the *multi-tile metric*, style `set-step`.
//!
//! One move takes the blank any number of cells along its row or its column; the tiles between move up by one,
//! together. Two moves along one line make one, or none, so that in a shortest solution rows and columns take
//! turns: on 4 x 4 there are exactly three moves to choose from, every time.
//!
//! Korf's rounds again, one threshold after the other. What bounds them are tables of patterns in this metric
//! ([`build`]): how many moves the blank and six tiles need to come home, the others being blank paper. Unlike in
//! the single-tile metric such numbers cannot be added, since one move may move tiles of all patterns; the greatest
//! counts. But each is large, for the blank is part of the pattern and must come home too; and since rows and
//! columns take turns, the tables also tell how far home is if the next move must go along a row, or a column.
//!
//! ```
//! use slideways::Who;
//! use slideways::outcome::{Limits, Outcome};
//! use slideways::tiles::{Board, Goal, Size, Task, Tile, moves, together};
//! use std::ops::ControlFlow;
//!
//! let size = Size::new(3, 3).unwrap();
//! let start = Board::new(size, [8, 6, 7, 2, 5, 4, 3, 0, 1].map(Tile)).unwrap();
//! let task = Task::new(&start, &Goal::blank_last(size)).unwrap();
//! let tables = together::Tables::build(size, task.blank_home().unwrap(), &|_| ControlFlow::Continue(())).unwrap();
//! let answer = together::solve(&task, &tables, Limits::default(), &mut (), &mut |_| {}).unwrap();
//! let Outcome::Solved(path) = answer.outcome else { panic!("nothing on 3 x 3 takes long") };
//! assert_eq!(moves::length(&path, Who::Set), 20);
//! ```

pub mod build;
pub mod file;
mod flow;
pub mod plain;
mod pose;
pub mod rank;
mod rounds;
mod share;
mod start;
mod tables;
mod team;
mod way;

use super::deepen::Saved;
use super::round::{Round, first_of};
use super::task::Task;
use crate::grid::Dir;
use crate::outcome::{Answer, Limits, Total, Watch};
use rounds::{Memory, search};
use std::ops::ControlFlow;
pub use tables::Tables;
use team::Want;

/// Find a shortest solution; `rounds` hears of every round.
///
/// The path is one of single steps, as everywhere; its [runs](super::moves::runs) are the moves. `None` if the tables
/// are not for this board and goal, or the goal does not say where everything belongs.
pub fn solve(
    task: &Task,
    tables: &Tables,
    limits: Limits,
    watch: &mut dyn Watch,
    rounds: &mut dyn FnMut(Round),
) -> Option<Answer<Vec<Dir>>> {
    resume(task, tables, None, limits, watch, rounds, &mut |_| {})
}

/// The same, but go on from what another search of the same task has written down; `keep` is shown now and then what
/// is to be written down, and when the search is stopped. Short searches have nothing to show.
pub fn resume(
    task: &Task,
    tables: &Tables,
    saved: Option<&Saved>,
    limits: Limits,
    watch: &mut dyn Watch,
    rounds: &mut dyn FnMut(Round),
    keep: &mut dyn FnMut(&Saved),
) -> Option<Answer<Vec<Dir>>> {
    let memory = Some(Memory { saved, keep });
    first_of(|visit| search(task, tables, limits, watch, rounds, Want::One, memory, visit))
}

/// Count all shortest solutions; `None` as for [`solve`].
pub fn count(
    task: &Task,
    tables: &Tables,
    limits: Limits,
    watch: &mut dyn Watch,
    rounds: &mut dyn FnMut(Round),
) -> Option<Answer<Total>> {
    let mut visit = |_: &[Dir]| ControlFlow::Break(());
    search(task, tables, limits, watch, rounds, Want::Number, None, &mut visit)
}

/// Visit all shortest solutions, until the visitor breaks, and count all of them; `None` as for [`solve`].
///
/// They come in the same order for any number of threads, and only when the last round is over.
pub fn all(
    task: &Task,
    tables: &Tables,
    limits: Limits,
    watch: &mut dyn Watch,
    rounds: &mut dyn FnMut(Round),
    visit: &mut dyn FnMut(&[Dir]) -> ControlFlow<()>,
) -> Option<Answer<Total>> {
    search(task, tables, limits, watch, rounds, Want::All, None, visit)
}
