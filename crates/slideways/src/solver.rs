//! Shortest solutions: the front of all searches for them.
//!
//! A [`Solver`] takes a puzzle of either family and chooses the search, gets the tables, heeds the limits, reports to the
//! watch, keeps the checkpoint, and replays every solution by the plain rule before anybody sees it.
//!
//! ```
//! use slideways::prelude::*;
//!
//! let klotski = library::puzzle("klotski").unwrap();
//! let answer = Solver::new(&klotski).style(Style::STEP).solve()?;
//! match answer.outcome {
//!     Outcome::Solved(solution) => assert_eq!(solution.len(), 116),
//!     other => panic!("Klotski can be solved, not {other:?}"),
//! }
//! # Ok::<(), SolveError>(())
//! ```
//!
//! A puzzle of blocks that is a 15-puzzle is solved as one, and a position of tiles goes through the same door:
//!
//! ```
//! use slideways::prelude::*;
//!
//! let position: Position = "1 2 3/4 0 6/7 5 8".parse()?;
//! let answer = Solver::new(&position).solve()?;
//! let Outcome::Solved(solution) = answer.outcome else { panic!("it can be solved") };
//! assert_eq!(solution.to_string(), "U L");
//! assert_eq!(solution.states(), ["1 2 3/4 0 6/7 5 8", "1 2 3/4 5 6/7 0 8", "1 2 3/4 5 6/7 8 0"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ask;
mod block;
mod choose;
mod error;
pub mod known;
#[cfg(not(feature = "tables"))]
#[path = "solver/no_resume.rs"]
mod resume;
#[cfg(feature = "tables")]
mod resume;
mod solution;
#[cfg(feature = "tables")]
mod table_files;
mod tables;
mod tile;

pub use crate::engine::blocks::solve::TooLarge;
#[cfg(feature = "disk")]
pub use crate::engine::disk::DiskError;
#[cfg(feature = "tables")]
pub use crate::engine::run::checkpoint::CheckpointError;
pub use crate::engine::run::single_flight::SingleFlight;
pub use choose::{NoSuchSearch, Plan, Search, Want};
pub use error::{SolveError, Unfit};
pub use solution::{Solution, WrongAnswer};
#[cfg(feature = "tables")]
pub use table_files::{PrepareError, Prepared, TableContent, TableFile, TableKind};
pub use tables::TableStore;

#[cfg(feature = "disk")]
use crate::engine::explore::external::DiskEngine;
use crate::game::Game;
use crate::outcome::{Cost, Limits, Outcome, Stop};
use crate::puzzle::Arrangement;
use crate::style::Style;
use crate::watch::{Iteration, Watch};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A question about the shortest solutions of a puzzle.
pub struct Solver<'s> {
    game: Arc<Game>,
    from: Option<Arrangement>,
    style: Style,
    search: Option<Search>,
    tie_break: Option<Style>,
    limits: Limits,
    tables: TableStore,
    checkpoint: Option<PathBuf>,
    disk: Option<PathBuf>,
    #[cfg(feature = "disk")]
    engine: Option<&'s dyn DiskEngine>,
    watch: Option<&'s mut dyn Watch>,
}

/// What is known about a puzzle in the end.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// How it ended. Solutions were replayed by the plain rule.
    pub outcome: Outcome<Solution>,
    /// How many shortest solutions there are, if that was asked for.
    pub counted: Option<Counted>,
    /// What it cost.
    pub cost: Cost,
    /// How long the search took, without the building of tables.
    pub time: Duration,
    /// The search that answered.
    pub search: Search,
    /// The iterations of iterative deepening, each with the time since the search began.
    pub iterations: Vec<(Iteration, Duration)>,
    /// The bytes of all layers that were written to disk, if they were kept there.
    pub written: Option<u64>,
}

/// The number of shortest solutions.
///
/// Two solutions are different when they pass through different arrangements; interchangeable pieces do not make a difference,
/// nor does the path of a move whose end is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The number of solutions that were met one by one: all that a visitor was shown are among them.
    pub shown: u128,
    /// The number of all; `u128::MAX` stands for that many or more. `None` if it is not known.
    pub total: Option<u128>,
    /// What stopped the counting or the showing.
    pub stop: Option<Stop>,
}

/// One of all shortest solutions.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'l> {
    /// Its number, from 1.
    pub number: u128,
    /// The number of all, if it is known before they are listed; `u128::MAX` stands for that many or more.
    pub total: Option<u128>,
    /// The solution.
    pub solution: &'l Solution,
}

impl<'s> Solver<'s> {
    /// A question about a puzzle of blocks or a position of tiles.
    pub fn new(game: impl Into<Game>) -> Solver<'s> {
        let game = Arc::new(game.into());
        Solver {
            style: game.default_style(),
            game,
            from: None,
            search: None,
            tie_break: None,
            limits: Limits::default(),
            tables: TableStore::new(),
            checkpoint: None,
            disk: None,
            #[cfg(feature = "disk")]
            engine: None,
            watch: None,
        }
    }

    /// Start from another arrangement of a puzzle of blocks; pieces keep their numbers.
    pub fn from(mut self, at: &Arrangement) -> Solver<'s> {
        self.from = Some(at.clone());
        self
    }

    /// What counts as one move; without it, `move` for blocks and `step` for tiles.
    pub fn style(mut self, style: Style) -> Solver<'s> {
        self.style = style;
        self
    }

    /// The search; without it, the one that suits the puzzle best.
    pub fn search(mut self, search: Search) -> Solver<'s> {
        self.search = Some(search);
        self
    }

    /// Of all shortest solutions of a position of tiles, give one that is shortest in this style as well.
    pub fn tie_break(mut self, style: Style) -> Solver<'s> {
        self.tie_break = Some(style);
        self
    }

    /// What the search may use.
    pub fn limits(mut self, limits: Limits) -> Solver<'s> {
        self.limits = limits;
        self
    }

    /// Where pattern databases come from; without it, they are built and forgotten.
    pub fn tables(mut self, tables: &TableStore) -> Solver<'s> {
        self.tables = tables.clone();
        self
    }

    /// A checkpoint file: a long search for tiles writes it, and continues from it if it exists.
    #[cfg(feature = "tables")]
    pub fn checkpoint(mut self, path: impl Into<PathBuf>) -> Solver<'s> {
        self.checkpoint = Some(path.into());
        self
    }

    /// Keep the layers of a search for blocks in this folder, not in memory, and continue from there if it holds this puzzle.
    #[cfg(feature = "disk")]
    pub fn on_disk(mut self, folder: impl Into<PathBuf>) -> Solver<'s> {
        self.disk = Some(folder.into());
        self
    }

    /// Let a cluster find the layers on disk (`slideways_cluster::Cluster`), not the threads of this process. Refused
    /// without [a folder](Solver::on_disk) that all its processes see.
    #[cfg(feature = "disk")]
    pub fn cluster(mut self, cluster: &'s dyn DiskEngine) -> Solver<'s> {
        self.engine = Some(cluster);
        self
    }

    /// Report to a watch, and let it stop the search.
    pub fn watch<'w>(self, watch: &'w mut dyn Watch) -> Solver<'w>
    where
        's: 'w,
    {
        Solver {
            game: self.game,
            from: self.from,
            style: self.style,
            search: self.search,
            tie_break: self.tie_break,
            limits: self.limits,
            tables: self.tables,
            checkpoint: self.checkpoint,
            disk: self.disk,
            #[cfg(feature = "disk")]
            engine: self.engine,
            watch: Some(watch),
        }
    }
}
