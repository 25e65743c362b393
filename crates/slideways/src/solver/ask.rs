//! How a [`Solver`] chooses the engine, runs it, and checks its answer.

use super::block::{self, Blocks};
use super::choose::{Plan, Search, TileQuestion, Want};
use super::error::{SolveError, Unfit};
use super::resume::Resume;
use super::solution::{Solution, WrongAnswer};
use super::tile::TileSolver;
use super::{Answer, Listed, Solver};
#[cfg(feature = "disk")]
use crate::engine::explore::external::{Alone, DiskSearch};
use crate::engine::tiles::Instance;
use crate::game::Game;
use crate::grid::Dir;
use crate::outcome::{Cost, Outcome, Proof};
use crate::puzzle::rule::Move;
use crate::puzzle::{Arrangement, Puzzle};
use crate::tiles::blocks::tiles;
use crate::tiles::{self, Position};
use crate::watch::Watch;
use std::ops::ControlFlow;
use std::time::Duration;

/// The puzzle in the form that its engine takes.
enum Engine {
    Blocks {
        puzzle: Puzzle,
    },
    /// A position, and the puzzle of blocks that it stands for, if there is one.
    Tiles {
        position: Position,
        blocks: Option<tiles::blocks::Tiles>,
    },
}

impl Solver<'_> {
    /// The search that the solver will use, and why it is not another one.
    pub fn plan(&self, want: Want) -> Result<Plan, SolveError> {
        self.plan_for(&self.engine()?, want)
    }

    /// Find a shortest solution, or prove that there is none. If something stops the search, the answer holds
    /// what is known.
    pub fn solve(self) -> Result<Answer, SolveError> {
        self.run(Want::One, &mut |_| ControlFlow::Continue(()))
    }

    /// Find a shortest solution, and count all shortest solutions.
    pub fn count(self) -> Result<Answer, SolveError> {
        self.run(Want::Number, &mut |_| ControlFlow::Continue(()))
    }

    /// Visit every shortest solution, each replayed, until the visitor returns `Break`. The answer contains
    /// their total number if it is known by then.
    pub fn all(self, mut visit: impl FnMut(Listed) -> ControlFlow<()>) -> Result<Answer, SolveError> {
        self.run(Want::All, &mut visit)
    }

    /// The puzzle in the form that its engine takes.
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
            device: self.device,
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
                    (self.device.is_some(), "the GPU"),
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
                let instance = match Instance::new(position.board(), position.goal()) {
                    Ok(instance) => instance,
                    Err(why) => {
                        resume.done();
                        return Ok(Answer {
                            outcome: Outcome::Unsolvable(Proof::Parity(why)),
                            counted: None,
                            cost: Cost::default(),
                            time: Duration::ZERO,
                            search: plan.search,
                            iterations: vec![],
                            written: None,
                        });
                    }
                };
                let tiles = TileSolver {
                    instance: &instance,
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
                blocks.solve_on_disk(
                    &DiskSearch { folder, resume: true, engine, farthest: 0, hardest: None },
                    watch,
                )?
            }
            (Want::One, _) => blocks.solve(watch)?,
            _ => blocks.all(want, watch, &mut |number, total, solution| {
                visit(Listed { number, total: Some(total), solution })
            })?,
        };
        let block::BlockAnswer { outcome, counted, cost, time, written } = found;
        Ok(Answer { outcome, counted, cost, time, search: Search::Blocks, iterations: vec![], written })
    }

    /// Replay a path of tiles: as a path, or as the moves of the puzzle of blocks that it solves.
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

    /// Replay moves of blocks. If the search started from another arrangement, it numbered the pieces by
    /// their order there.
    fn checked_moves(&self, moves: Vec<Move>) -> Result<Solution, SolveError> {
        let Game::Blocks(puzzle) = &*self.game else { unreachable!("moves are of blocks") };
        let (from, moves) = match &self.from {
            Some(at) => (at, renumbered(at, moves)),
            None => (puzzle.start(), moves),
        };
        Ok(Solution::of_blocks(self.game.clone(), puzzle, from, moves, self.style)?)
    }
}

/// Convert moves whose pieces are numbered in the order of their cells to the puzzle's numbers of the same
/// pieces.
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
