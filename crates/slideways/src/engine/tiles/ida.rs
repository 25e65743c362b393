//! Iterative deepening (IDA*) with additive pattern databases and a pruning automaton: the default search.
//!
//! The iterations are Korf's, as in [`plain`](super::plain): the first allows no sad step, the next one, and
//! so on. But the heuristic is now the sum of [pattern databases](super::pdb), and a step is *happy* if it
//! brings the whole position one step nearer by that measure, *sad* if it takes it farther. (A pattern
//! database ignores the blank, so a step may change its value by three or five as well: the heuristic is not
//! consistent. The search carries a bound along the path that changes by one per step, as pathmax does; the
//! lemma at `Batch::sort` proves that it stays admissible.) The [automaton](super::pruning) cuts off most
//! duplicate paths to a position.
//!
//! An iteration runs as in [`unrolled`](super::unrolled), for the same reason and one more. Positions lie on
//! trays, by the blank's cell, and are processed in batches without branches that could be mispredicted.
//! Also, the tables are too large for the nearest cache, but while a batch of look-ups is under way the
//! processor waits for all of them together.
//!
//! ```
//! use slideways::outcome::{Limits, Outcome};
//! use slideways::engine::tiles::pdb::PdbSize;
//! use slideways::engine::tiles::{Instance, ida};
//! use slideways::tiles::{Board, Goal, Size, Tile};
//! use std::ops::ControlFlow;
//!
//! let size = Size::new(3, 3).unwrap();
//! let start = Board::new(size, [8, 6, 7, 2, 5, 4, 3, 0, 1].map(Tile)).unwrap();
//! let instance = Instance::new(&start, &Goal::blank_last(size)).unwrap();
//! let home = instance.blank_home().unwrap();
//! let tables = ida::Tables::build(size, home, PdbSize::Small, &|_| ControlFlow::Continue(())).unwrap();
//! let answer = ida::solve(&instance, &tables, Limits::default(), &mut ()).unwrap();
//! let Outcome::Solved(path) = answer.outcome else { panic!("nothing on 3 x 3 takes long") };
//! assert_eq!(path.len(), 31);
//! ```

mod aim;
mod batch;
mod context;
pub mod device;
mod excesses;
#[cfg(feature = "shelf")]
pub mod file;
mod flow;
mod iterations;
mod levels;
mod list;
mod name;
mod processor;
mod recover;
mod tables;
mod word;
mod workers;

use super::instance::{Instance, Unsuited};
use super::pruning::Automaton;
use super::visit::Visit;
use crate::grid::Dir;
use crate::outcome::{Limits, Searched, Total};
use crate::watch::{Saved, Watch};
pub use flow::Spent;
use iterations::IdaSearch;
pub use name::name;
pub use tables::{PatternSeen, Tables};

/// The length of the forbidden words when all solutions are wanted: a step and its inverse.
const BACK: u32 = 2;

/// Find a shortest solution, with tables for this board and a full goal.
pub fn solve(
    instance: &Instance,
    tables: &Tables,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Searched<Vec<Dir>>, Unsuited> {
    resume(instance, tables, None, limits, watch)
}

/// Like [`solve`], but resume from the [checkpoint](crate::watch::Event::Checkpoint) of another search of the
/// same instance.
pub fn resume(
    instance: &Instance,
    tables: &Tables,
    saved: Option<&Saved>,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Searched<Vec<Dir>>, Unsuited> {
    let search = IdaSearch::new(instance, tables, &tables.automaton, false)?;
    let (Searched { outcome, cost }, path) = search.run(saved, limits, watch);
    let outcome = outcome.map(|_| path.expect("the first solution was sought"));
    Ok(Searched { outcome, cost })
}

/// Count all shortest solutions.
pub fn count(
    instance: &Instance,
    tables: &Tables,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Searched<Total>, Unsuited> {
    let automaton = Automaton::new(instance.size(), BACK);
    let search = IdaSearch::new(instance, tables, &automaton, true)?;
    Ok(search.run(None, limits, watch).0)
}

/// Visit all shortest solutions, in the order of the alphabet R, L, D, U, until `visit` breaks.
///
/// If a limit stops the search, the solutions visited so far are valid.
pub fn all(
    instance: &Instance,
    tables: &Tables,
    limits: Limits,
    watch: &mut dyn Watch,
    visit: &mut Visit,
) -> Result<Searched<Total>, Unsuited> {
    let automaton = Automaton::new(instance.size(), BACK);
    let search = IdaSearch::new(instance, tables, &automaton, true)?;
    Ok(search.list(limits, watch, visit))
}
