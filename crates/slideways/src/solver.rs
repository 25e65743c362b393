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
pub use crate::engine::disk::Trouble as DiskError;
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
use crate::engine::explore::far::{Alone, DiskEngine, DiskSearch};
use crate::engine::tiles::Task;
use crate::game::Game;
use crate::grid::Dir;
use crate::outcome::{Cost, Limits, Outcome, Stop, Why};
use crate::puzzle::rule::Move;
use crate::puzzle::{Arrangement, Puzzle};
use crate::style::Style;
use crate::tiles::blocks::tiles;
use crate::tiles::{self, Position};
use crate::watch::{Iteration, Watch};
use block::Blocks;
use choose::TileQuestion;
use resume::Resume;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tile::Tiles;

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

/// A puzzle as the engines see it.
enum Engine {
    Blocks {
        puzzle: Puzzle,
    },
    /// A position, and the puzzle of blocks that it stands for.
    Tiles {
        position: Position,
        blocks: Option<tiles::blocks::Tiles>,
    },
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

    /// The search that will answer, and why it is not another one.
    pub fn plan(&self, want: Want) -> Result<Plan, SolveError> {
        self.plan_for(&self.engine()?, want)
    }

    /// A shortest solution, or the proof that there is none, or what is known when something stopped the search.
    pub fn solve(self) -> Result<Answer, SolveError> {
        self.run(Want::One, &mut |_| ControlFlow::Continue(()))
    }

    /// The same, and the number of all shortest solutions.
    pub fn count(self) -> Result<Answer, SolveError> {
        self.run(Want::Number, &mut |_| ControlFlow::Continue(()))
    }

    /// Visit every shortest solution, each replayed, until the visitor breaks. Their number is counted if it is known by then.
    pub fn all(self, mut visit: impl FnMut(Listed) -> ControlFlow<()>) -> Result<Answer, SolveError> {
        self.run(Want::All, &mut visit)
    }

    /// The puzzle as the engine for it sees it.
    fn engine(&self) -> Result<Engine, SolveError> {
        match &*self.game {
            Game::Tiles(_) if self.from.is_some() => Err(Unfit::NoStart.into()),
            Game::Tiles(position) => Ok(Engine::Tiles { position: position.clone(), blocks: None }),
            Game::Blocks(puzzle) => {
                let puzzle = match &self.from {
                    Some(at) => puzzle.with_start(at)?,
                    None => puzzle.clone(),
                };
                let by_blocks = self.disk.is_some() || self.search == Some(Search::Blocks);
                match tiles(&puzzle).filter(|_| !by_blocks) {
                    Some(tiles) => {
                        let position = Position::new(tiles.board.clone(), tiles.goal.clone());
                        let position = position.expect("a puzzle of tiles has one size");
                        Ok(Engine::Tiles { position, blocks: Some(tiles) })
                    }
                    None => Ok(Engine::Blocks { puzzle }),
                }
            }
        }
    }

    fn question<'q>(&'q self, position: &'q Position, want: Want) -> TileQuestion<'q> {
        TileQuestion {
            goal: position.goal(),
            style: self.style,
            want,
            tie_break: self.tie_break,
            search: self.search,
            limits: &self.limits,
            checkpoint: self.checkpoint.is_some(),
        }
    }

    fn plan_for(&self, engine: &Engine, want: Want) -> Result<Plan, SolveError> {
        #[cfg(feature = "disk")]
        if self.engine.is_some() && self.disk.is_none() {
            return Err(Unfit::NoFolder.into());
        }
        match engine {
            Engine::Tiles { .. } if self.disk.is_some() => Err(Unfit::NoDisk.into()),
            Engine::Tiles { position, .. } => Ok(self.question(position, want).plan()?),
            Engine::Blocks { .. } => {
                let search = self.search.filter(|search| *search != Search::Blocks);
                let for_tiles = [
                    (search.is_some(), "that search"),
                    (self.checkpoint.is_some(), "a checkpoint file"),
                    (self.tie_break.is_some(), "a style that breaks ties"),
                ];
                match for_tiles.into_iter().find(|(asked, _)| *asked) {
                    Some((_, what)) => Err(Unfit::ForTiles { what }.into()),
                    None if self.disk.is_some() && want != Want::One => Err(Unfit::NoDisk.into()),
                    None => Ok(Plan::of(Search::Blocks)),
                }
            }
        }
    }

    fn run(
        mut self,
        want: Want,
        visit: &mut dyn FnMut(Listed) -> ControlFlow<()>,
    ) -> Result<Answer, SolveError> {
        let unwatched = &mut ();
        let watch = self.watch.take().unwrap_or(unwatched);
        let engine = self.engine()?;
        let plan = self.plan_for(&engine, want)?;
        match &engine {
            Engine::Blocks { puzzle } => self.run_blocks(puzzle, want, watch, visit),
            Engine::Tiles { position, blocks } => {
                let checked = |path: &[Dir]| self.checked_path(position, blocks.as_ref(), path);
                #[cfg(feature = "tables")]
                let resume = Resume::open(self.checkpoint.as_deref(), position, self.style.who)?;
                #[cfg(not(feature = "tables"))]
                let resume = Resume;
                let task = match Task::new(position.board(), position.goal()) {
                    Ok(task) => task,
                    Err(why) => {
                        resume.done();
                        return Ok(Answer {
                            outcome: Outcome::Unsolvable(Why::Parity(why)),
                            counted: None,
                            cost: Cost::default(),
                            time: Duration::ZERO,
                            search: plan.search,
                            iterations: vec![],
                            written: None,
                        });
                    }
                };
                let tiles = Tiles {
                    task: &task,
                    question: self.question(position, want),
                    plan,
                    tables: &self.tables,
                    resume: &resume,
                    checked: &checked,
                };
                let mut listed = |number, path: &[Dir]| {
                    let solution = checked(path)?;
                    Ok(visit(Listed { number, total: None, solution: &solution }))
                };
                let found = tiles.run(watch, if want == Want::All { Some(&mut listed) } else { None })?;
                let outcome = found.outcome.try_map(|path| checked(&path))?;
                if matches!(outcome, Outcome::Solved(_)) {
                    resume.done();
                }
                let (counted, cost, time, iterations) =
                    (found.counted, found.cost, found.time, found.iterations);
                Ok(Answer { outcome, counted, cost, time, search: plan.search, iterations, written: None })
            }
        }
    }

    fn run_blocks(
        &self,
        puzzle: &Puzzle,
        want: Want,
        watch: &mut dyn Watch,
        visit: &mut dyn FnMut(Listed) -> ControlFlow<()>,
    ) -> Result<Answer, SolveError> {
        let checked = |moves: Vec<Move>| self.checked_moves(moves);
        let blocks = Blocks { puzzle, style: self.style, limits: self.limits, checked: &checked };
        let found = match (want, &self.disk) {
            #[cfg(feature = "disk")]
            (Want::One, Some(folder)) => {
                let engine = self.engine.unwrap_or(&Alone);
                blocks.solve_on_disk(&DiskSearch { folder, resume: true, engine, farthest: 0 }, watch)?
            }
            (Want::One, _) => blocks.solve(watch)?,
            _ => blocks.all(want, watch, &mut |number, total, solution| {
                visit(Listed { number, total: Some(total), solution })
            })?,
        };
        let block::Found { outcome, counted, cost, time, written } = found;
        Ok(Answer { outcome, counted, cost, time, search: Search::Blocks, iterations: vec![], written })
    }

    /// A path of tiles, replayed: as a path, or as the moves of the puzzle of blocks that it solves.
    fn checked_path(
        &self,
        position: &Position,
        blocks: Option<&tiles::blocks::Tiles>,
        path: &[Dir],
    ) -> Result<Solution, SolveError> {
        match blocks {
            None => Ok(Solution::of_tiles(self.game.clone(), position, path.to_vec(), self.style)?),
            Some(tiles) => self.checked_moves(tiles.moves(path, self.style.who).ok_or(WrongAnswer::Path)?),
        }
    }

    /// Moves of blocks, replayed. If the search started from another arrangement, it numbered the pieces by where they are
    /// there.
    fn checked_moves(&self, moves: Vec<Move>) -> Result<Solution, SolveError> {
        let Game::Blocks(puzzle) = &*self.game else { unreachable!("moves are of blocks") };
        let (from, moves) = match &self.from {
            Some(at) => (at, renumbered(at, moves)),
            None => (puzzle.start(), moves),
        };
        Ok(Solution::of_blocks(self.game.clone(), puzzle, from, moves, self.style)?)
    }
}

/// Moves of pieces that are numbered in the order of their cells, as moves of the same pieces by their own numbers.
fn renumbered(at: &Arrangement, moves: Vec<Move>) -> Vec<Move> {
    let mut pieces: Vec<usize> = (0..at.0.len()).collect();
    pieces.sort_by_key(|&piece| at.0[piece]);
    let own = |played: Move| {
        let mut set: Vec<usize> = played.pieces.iter().map(|&piece| pieces[piece]).collect();
        set.sort_unstable();
        Move { pieces: set, path: played.path }
    };
    moves.into_iter().map(own).collect()
}
