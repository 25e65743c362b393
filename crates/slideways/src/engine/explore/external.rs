//! External-memory search of whole spaces: the same questions with [files for layers](crate::engine::disk).
//!
//! A [`DiskEngine`] finds the layers: the threads of this process ([`Alone`]), or a cluster that keeps layers in the same
//! form. What is known afterwards is read from the folder.

use super::survey::arrangement;
use crate::check;
use crate::engine::blocks::compiled::{self, Compiled, Query, Where};
use crate::engine::disk::folder::Manifest;
use crate::engine::disk::job::{AnyJob, Doing, Job};
use crate::engine::disk::{DiskConfig, DiskError, End, ExternalBfs, PARTITIONS, UPPER};
use crate::engine::search::State;
use crate::engine::search::control::Control;
use crate::engine::tiles::ranked::Ranked;
use crate::outcome::{LayerTable, Stop};
use crate::puzzle::rule::Move;
use crate::puzzle::{Arrangement, Puzzle};
use crate::solver::SolveError;
use crate::style::{Style, Who};
use crate::tiles::Board;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// States must mean the same whatever memory a sitting has, so tables are always made for this much.
const TABLES: u64 = 256 << 20;

/// A search whose layers are files.
#[derive(Clone, Copy)]
pub struct DiskSearch<'d> {
    /// The folder of the files.
    pub folder: &'d Path,
    /// Whether to continue the search in that folder.
    pub resume: bool,
    /// What finds the layers.
    pub engine: &'d dyn DiskEngine,
    /// At most this many states of the last layer are given.
    pub farthest: usize,
}

/// Finds layers and keeps them in files: the threads of this process, or a cluster of processes.
///
/// Its types are those of the engines, which may change with any version.
pub trait DiskEngine {
    /// Find layer after layer until there are no more, or until `until` says that it is enough. Returns what is known
    /// then, and what stopped the search before its end.
    fn run(&self, job: AnyJob, config: &DiskConfig, until: Until, control: &mut Control) -> Known;
}

/// What is known, and what stopped the search before its end.
pub type Known = Result<(Manifest, Option<Stop>), DiskError>;

/// When a search is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// When everything was found. The last two layers are kept.
    End,
    /// When a goal was. All layers are kept, so that the way there can be found again.
    Goal,
}

impl Until {
    /// Whether all is known that is wanted.
    pub fn is_reached(self, known: &Manifest) -> bool {
        known.whole || self == Until::Goal && known.goals.iter().any(|&goals| goals > 0)
    }
}

/// The threads of this process.
pub struct Alone;

impl DiskEngine for Alone {
    fn run(&self, job: AnyJob, config: &DiskConfig, until: Until, control: &mut Control) -> Known {
        job.open(Searching { config, until, control }).expect("states have a known number of words")
    }
}

struct Searching<'s, 'w> {
    config: &'s DiskConfig,
    until: Until,
    control: &'s mut Control<'w>,
}

impl Doing for Searching<'_, '_> {
    type Answer = Known;

    fn on<const N: usize>(self, job: Job<N>) -> Known {
        let mut search = ExternalBfs::open(job, self.config)?;
        let mut stop = None;
        while stop.is_none() && !self.until.is_reached(&search.manifest) {
            stop = match search.advance(self.control) {
                Ok(()) => None,
                Err(End::Stop(by)) => Some(by),
                Err(End::Failed(error)) => return Err(error),
            };
        }
        // A full disk has no room for a manifest either.
        let manifest = if stop == Some(Stop::Disk) { search.manifest } else { search.close()? };
        Ok((manifest, stop))
    }
}

/// What is known about a space on disk.
#[derive(Clone, Debug)]
pub struct Far<T> {
    /// The states at each distance from where the search began.
    pub table: LayerTable,
    /// How many of them are goals.
    pub goals: Vec<u64>,
    /// Some of the last layer, each with a way there from the oldest layer that is kept; none if the search was stopped.
    pub farthest: Vec<T>,
    /// A shortest solution, if it was asked for and there is one.
    pub solution: Option<Vec<Move>>,
    /// The bytes of all layers that were written.
    pub written: u64,
    /// How long it took to find the layers, over all sittings.
    pub time: Duration,
}

impl<T> Far<T> {
    /// What a manifest says, with what it cost over all sittings.
    fn new(manifest: &Manifest, stop: Option<Stop>, control: &mut Control) -> Far<T> {
        let states = manifest.sizes.iter().sum();
        let ahead = if manifest.whole { 0 } else { manifest.sizes.last().copied().unwrap_or(0) };
        control.cost.states = states;
        control.cost.expanded = states - ahead;
        control.cost.generated = manifest.generated;
        Far {
            table: LayerTable { sizes: manifest.sizes.clone(), stop, cost: control.cost },
            goals: manifest.goals.clone(),
            farthest: vec![],
            solution: None,
            written: manifest.written,
            time: Duration::from_millis(manifest.milliseconds),
        }
    }

    /// How far the nearest goal is, if one was found.
    pub fn nearest_goal(&self) -> Option<u32> {
        self.goals.iter().position(|&goals| goals > 0).map(|distance| distance as u32)
    }
}

impl DiskSearch<'_> {
    /// The component of a puzzle's start, from the start on.
    pub fn blocks(
        &self,
        puzzle: &Puzzle,
        style: Style,
        control: &mut Control,
    ) -> Result<Far<Arrangement>, SolveError> {
        let work = Counting { search: *self, until: Until::End, control };
        compiled::with_compiled(puzzle, style, Where::Reachable, TABLES, work).map_err(SolveError::from)?
    }

    /// The same, only until a goal is found; then a shortest solution, replayed by the plain rule.
    pub fn solve(
        &self,
        puzzle: &Puzzle,
        style: Style,
        control: &mut Control,
    ) -> Result<Far<Arrangement>, SolveError> {
        let work = Counting { search: *self, until: Until::Goal, control };
        compiled::with_compiled(puzzle, style, Where::Reachable, TABLES, work).map_err(SolveError::from)?
    }

    /// All positions of a board, from one on.
    pub fn tiles(&self, from: &Board, who: Who, control: &mut Control) -> Result<Far<Board>, SolveError> {
        let graph = Arc::new(Ranked::new(from, who).ok_or(SolveError::TooManyCells)?);
        let metric = if who == Who::Set { "multi-tile" } else { "single-tile" };
        let subject = format!("{metric} moves of {} tiles from {:?}", from.size(), from.tiles());
        let bits = 64 - (graph.positions() - 1).leading_zeros();
        let config = self.config(subject, Until::End, bits);
        let _ = control.hold(graph.bytes());
        let job = Job {
            nodes: graph.clone(),
            sources: vec![graph.state(from)],
            is_goal: Arc::new(|_: &State<1>| false),
        };
        let (search, stop) = self.run(job, &config, Until::End, control)?;
        let mut found = Far::new(&search.manifest, stop, control);
        if stop.is_none() {
            found.farthest = search.last(self.farthest)?.iter().map(|state| graph.board(state)).collect();
        }
        Ok(found)
    }

    /// The config for states whose first word has `bits` bits.
    fn config(&self, subject: String, until: Until, bits: u32) -> DiskConfig {
        let (folder, keep) = (self.folder.to_owned(), until == Until::Goal);
        DiskConfig { folder, subject, resume: self.resume, keep, shift: bits.saturating_sub(UPPER) }
    }

    /// ExternalBfs, and read what is known afterwards; with it what stopped the search before its end.
    fn run<const N: usize>(
        &self,
        job: Job<N>,
        config: &DiskConfig,
        until: Until,
        control: &mut Control,
    ) -> Result<(ExternalBfs<N>, Option<Stop>), DiskError> {
        let (manifest, stop) = self.engine.run(job.clone().into(), config, until, control)?;
        Ok((ExternalBfs::look(job, config, manifest), stop))
    }
}

struct Counting<'c, 'w> {
    search: DiskSearch<'c>,
    until: Until,
    control: &'c mut Control<'w>,
}

impl Query for Counting<'_, '_> {
    type Answer = Result<Far<Arrangement>, SolveError>;

    fn run<const N: usize>(self, compiled: Arc<dyn Compiled<N>>) -> Self::Answer {
        let Counting { search: disk, until, control } = self;
        let what = match until {
            Until::End => "space",
            Until::Goal => "shortest solution",
        };
        let puzzle = crate::format::sliding::print(compiled.puzzle());
        let subject = format!("{what} in style {} of {puzzle}", compiled.style());
        let config = disk.config(subject, until, compiled.first_bits());
        let goals = compiled.clone();
        let job = Job {
            nodes: compiled.clone(),
            sources: vec![compiled.start()],
            is_goal: Arc::new(move |state| goals.is_goal(state)),
        };
        if let Err(by) = control.hold(compiled.bytes()) {
            return Ok(Far::new(&Manifest::new(&config.subject, (N, PARTITIONS)), Some(by), control));
        }
        let (search, stop) = disk.run(job, &config, until, control)?;
        let mut found = Far::new(&search.manifest, stop, control);
        match until {
            _ if stop.is_some() => {}
            Until::End => {
                for state in search.last(disk.farthest)? {
                    // Told to stop, there is still what was checked so far.
                    let Ok((_, end)) = replay(&*compiled, &search, state, control)? else { break };
                    found.farthest.push(end);
                }
            }
            Until::Goal => {
                if let Some(goal) = search.goal()? {
                    match replay(&*compiled, &search, goal, control)? {
                        Ok((moves, _)) => found.solution = Some(moves),
                        Err(by) => found.table.stop = Some(by),
                    }
                }
            }
        }
        Ok(found)
    }
}

/// The moves from the oldest layer that is kept to a state of the last one, replayed by the plain rule, and where they
/// lead; or what stopped it.
fn replay<const N: usize>(
    compiled: &dyn Compiled<N>,
    search: &ExternalBfs<N>,
    state: State<N>,
    control: &mut Control,
) -> Result<Result<(Vec<Move>, Arrangement), Stop>, SolveError> {
    let puzzle = compiled.puzzle();
    let path = match search.walk_back(state, control) {
        Ok(path) => path,
        Err(End::Stop(by)) => return Ok(Err(by)),
        Err(End::Failed(error)) => return Err(error.into()),
    };
    let from = match path[0] == compiled.start() {
        true => puzzle.start().clone(),
        false => arrangement(puzzle, compiled, &path[0]),
    };
    let moves = match compiled.moves(&from, &path, control) {
        Ok(moves) => moves,
        Err(by) => return Ok(Err(by)),
    };
    let along = check::replay_from(puzzle, &from, &moves, compiled.style()).map_err(SolveError::from);
    let end = along?.pop().expect("it begins somewhere");
    if compiled.is_goal(&state) && !puzzle.is_solved(&end) {
        return Err(check::NotASolution::NotAtGoal.into());
    }
    Ok(Ok((moves, end)))
}
