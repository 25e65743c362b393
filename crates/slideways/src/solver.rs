//! Shortest solutions of blocks and tiles: breadth-first search, IDA*, and anytime search behind one type.
//!
//! A [`Solver`] takes a puzzle of either family, chooses the search, loads or builds the pattern databases,
//! enforces the limits, reports to the watch and writes the checkpoint. It replays every solution by the
//! plain rule before it returns the solution.
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
//! A puzzle of blocks that is a 15-puzzle is solved as one. A tile position uses the same type:
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
pub mod batch;
mod block;
mod choose;
mod error;
pub mod heuristic;
pub mod known;
#[cfg(not(feature = "tables"))]
#[path = "solver/no_resume.rs"]
mod resume;
#[cfg(feature = "tables")]
mod resume;
#[cfg(feature = "shelf")]
mod shelf;
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
pub use crate::engine::tiles::ida::device::IdaDevice;
pub use choose::{NoSuchSearch, Plan, Search, Want};
pub use error::{DeviceError, SolveError, Unfit};
#[cfg(feature = "shelf")]
pub use shelf::Shelf;
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

/// The options of one search for shortest solutions.
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
    device: Option<&'s dyn IdaDevice>,
    watch: Option<&'s mut dyn Watch>,
}

/// The answer to a question about shortest solutions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// How the search ended. Every solution in it has been replayed by the plain rule.
    pub outcome: Outcome<Solution>,
    /// The number of shortest solutions, if it was requested.
    pub counted: Option<Counted>,
    /// The work done and the memory used.
    pub cost: Cost,
    /// The time that the search took, without the time to build tables.
    pub time: Duration,
    /// The search that answered.
    pub search: Search,
    /// The iterations of iterative deepening (IDA*), each with the time since the search began.
    pub iterations: Vec<(Iteration, Duration)>,
    /// The bytes of all layer files written, if the layers are on disk.
    pub written: Option<u64>,
}

/// The number of shortest solutions.
///
/// Two solutions differ if they pass through different arrangements. Interchangeable pieces make no
/// difference, nor does the path of a move that ends in the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The number of solutions listed one by one, including all that the visitor saw.
    pub shown: u128,
    /// The total number; `u128::MAX` stands for that many or more. `None` if it is not known.
    pub total: Option<u128>,
    /// What stopped the count or the listing.
    pub stop: Option<Stop>,
}

/// One shortest solution in a listing of all of them.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'l> {
    /// Its number, from 1.
    pub number: u128,
    /// The total number, if it is known before the listing; `u128::MAX` stands for that many or more.
    pub total: Option<u128>,
    /// The solution.
    pub solution: &'l Solution,
}

impl<'s> Solver<'s> {
    /// A solver for a puzzle of blocks or a tile position, with default options.
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
            device: None,
            watch: None,
        }
    }

    /// Start from another arrangement of a puzzle of blocks. Pieces keep their numbers.
    pub fn from(mut self, at: &Arrangement) -> Solver<'s> {
        self.from = Some(at.clone());
        self
    }

    /// What counts as one move. The default is `move` for blocks and `step` for tiles.
    pub fn style(mut self, style: Style) -> Solver<'s> {
        self.style = style;
        self
    }

    /// The search to use. The default depends on the puzzle; see [`Solver::plan`].
    pub fn search(mut self, search: Search) -> Solver<'s> {
        self.search = Some(search);
        self
    }

    /// Of all shortest solutions of a tile position, return one that is also shortest in this style.
    pub fn tie_break(mut self, style: Style) -> Solver<'s> {
        self.tie_break = Some(style);
        self
    }

    /// Memory, time and threads that the search may use.
    pub fn limits(mut self, limits: Limits) -> Solver<'s> {
        self.limits = limits.addressable();
        self
    }

    /// The store of pattern databases. By default the solver builds them and drops them afterwards.
    pub fn tables(mut self, tables: &TableStore) -> Solver<'s> {
        self.tables = tables.clone();
        self
    }

    /// A checkpoint file. A long tile search writes it, and resumes from it if it exists.
    #[cfg(feature = "tables")]
    pub fn checkpoint(mut self, path: impl Into<PathBuf>) -> Solver<'s> {
        self.checkpoint = Some(path.into());
        self
    }

    /// Keep the layers of a block search in this folder instead of memory (external-memory search). If the
    /// folder contains a search of the same puzzle, resume it.
    #[cfg(feature = "disk")]
    pub fn on_disk(mut self, folder: impl Into<PathBuf>) -> Solver<'s> {
        self.disk = Some(folder.into());
        self
    }

    /// Let a cluster (`slideways_cluster::Cluster`) find the layers on disk instead of the threads of this
    /// process. Needs [a folder](Solver::on_disk) that all processes of the cluster can access.
    #[cfg(feature = "disk")]
    pub fn cluster(mut self, cluster: &'s dyn DiskEngine) -> Solver<'s> {
        self.engine = Some(cluster);
        self
    }

    /// Let a GPU (`slideways_gpu::Gpu`) run the long iterations of the default search. For one shortest
    /// solution of a tile position; of several shortest solutions it may find another one than the threads of
    /// this process.
    pub fn gpu(mut self, device: &'s dyn IdaDevice) -> Solver<'s> {
        self.device = Some(device);
        self
    }

    /// Report to a watch, which can also stop the search.
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
            device: self.device,
            watch: Some(watch),
        }
    }
}
