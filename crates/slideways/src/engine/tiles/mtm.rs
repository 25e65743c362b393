//! IDA* in the multi-tile metric (MTM), style `set-step`: several tiles may move together.
//!
//! One move takes the blank any number of cells along its row or its column; the tiles between move up by
//! one, together. Two moves along one line make one, or none, so in a shortest solution rows and columns
//! alternate: on 4 x 4 every move is one of exactly three.
//!
//! The iterations are Korf's, one threshold after the other. The heuristic comes from pattern databases in
//! this metric ([`build`]): the number of moves that the blank and six tiles need to come home, if the other
//! tiles are indistinguishable. Unlike in the single-tile metric such numbers cannot be added, since one move
//! may move tiles of all patterns; the heuristic is their maximum. But each is large, for the blank is part
//! of the pattern and must come home too. And since rows and columns alternate, the tables also hold the
//! distance if the next move must go along a row, or a column.
//!
//! ```
//! use slideways::Who;
//! use slideways::outcome::{Limits, Outcome};
//! use slideways::engine::tiles::{Instance, mtm};
//! use slideways::tiles::{Board, Goal, Size, Tile, moves};
//! use std::ops::ControlFlow;
//!
//! let size = Size::new(3, 3).unwrap();
//! let start = Board::new(size, [8, 6, 7, 2, 5, 4, 3, 0, 1].map(Tile)).unwrap();
//! let instance = Instance::new(&start, &Goal::blank_last(size)).unwrap();
//! let home = instance.blank_home().unwrap();
//! let tables = mtm::MtmTables::build(size, home, &|_| ControlFlow::Continue(())).unwrap();
//! let answer = mtm::solve(&instance, &tables, Limits::default(), &mut ()).unwrap();
//! let Outcome::Solved(path) = answer.outcome else { panic!("nothing on 3 x 3 takes long") };
//! assert_eq!(moves::length(&path, Who::Set), 20);
//! ```

pub mod build;
#[cfg(feature = "shelf")]
pub mod file;
mod flow;
mod iterations;
mod path;
pub mod plain;
mod pose;
pub mod rank;
mod start;
mod tables;
mod work_unit;
mod workers;

use super::instance::{Instance, Unsuited};
use super::visit::{Visit, first_of};
use crate::grid::{Cell, Dir};
use crate::outcome::{Limits, Searched, Total};
use crate::tiles::board::Size;
use crate::watch::{Saved, Watch};
use iterations::MtmSearch;
use pose::Pose;
use std::ops::ControlFlow;
pub use tables::MtmTables;
use workers::WorkerGoal;

/// The name of the tables for a board and the blank's home; boards that are mirror images of each other share
/// them.
pub fn name(size: Size, blank: Cell) -> String {
    let pose = Pose::new(size, blank);
    let (size, blank) = (pose.sizes.1, pose.home(blank));
    format!("together-{}x{}-blank{}", size.rows(), size.cols(), blank.0)
}

/// Find a shortest solution, with tables for this board and a full goal.
///
/// The path consists of single steps, as everywhere; its [runs](crate::tiles::moves::runs) are the moves.
pub fn solve(
    instance: &Instance,
    tables: &MtmTables,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Searched<Vec<Dir>>, Unsuited> {
    resume(instance, tables, None, limits, watch)
}

/// Like [`solve`], but resume from the [checkpoint](crate::watch::Event::Checkpoint) of another search of the
/// same instance.
pub fn resume(
    instance: &Instance,
    tables: &MtmTables,
    saved: Option<&Saved>,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Searched<Vec<Dir>>, Unsuited> {
    let search = MtmSearch::new(instance, tables, WorkerGoal::One)?;
    Ok(first_of(|visit| search.run(saved, limits, watch, visit)))
}

/// Count all shortest solutions.
pub fn count(
    instance: &Instance,
    tables: &MtmTables,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Searched<Total>, Unsuited> {
    let search = MtmSearch::new(instance, tables, WorkerGoal::Number)?;
    Ok(search.run(None, limits, watch, &mut |_: &[Dir]| ControlFlow::Break(())))
}

/// Visit all shortest solutions until the visitor breaks, and count all of them.
///
/// The order is the same for any number of threads; the visits begin after the last iteration.
pub fn all(
    instance: &Instance,
    tables: &MtmTables,
    limits: Limits,
    watch: &mut dyn Watch,
    visit: &mut Visit,
) -> Result<Searched<Total>, Unsuited> {
    Ok(MtmSearch::new(instance, tables, WorkerGoal::All)?.run(None, limits, watch, visit))
}
