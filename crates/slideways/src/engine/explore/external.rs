//! External-memory breadth-first search of whole state spaces, with [layers in files](crate::engine::disk).
//!
//! A [`DiskEngine`] finds the layers: the threads of this process ([`Alone`]), or a cluster that stores
//! layers in the same form. The results are read from the folder afterwards.

mod blocks;

use crate::engine::blocks::compiled::{self, Where};
use crate::engine::disk::job::{AnyJob, Doing, Job, Sources};
use crate::engine::disk::manifest::Manifest;
use crate::engine::disk::{DiskConfig, DiskError, End, ExternalBfs, PARTITIONS, Upper};
use crate::engine::search::State;
use crate::engine::search::control::Control;
use crate::engine::tiles::bit_bfs::external::{self, KnownBits};
use crate::engine::tiles::bit_bfs::pages::{self, PageManifest};
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

/// Packed states must mean the same in every run, whatever its memory, so tables are always built for this
/// much.
const TABLES: u64 = 256 << 20;

/// A search whose layers are files.
#[derive(Clone, Copy)]
pub struct DiskSearch<'d> {
    /// The folder of the files.
    pub folder: &'d Path,
    /// Whether to continue the search in that folder.
    pub resume: bool,
    /// The engine that finds the layers.
    pub engine: &'d dyn DiskEngine,
    /// The most states of the last layer to return.
    pub farthest: usize,
    /// Whether to search from the goals too, and the most hardest starts to return.
    pub hardest: Option<usize>,
}

/// Finds layers and stores them in files: the threads of this process, or a cluster of processes.
///
/// Its types are those of the engines and may change in any version.
pub trait DiskEngine {
    /// Find layers until there are no more, or until `until` is reached. Returns what is known then, and what
    /// stopped the search early.
    fn run(&self, job: AnyJob, config: &DiskConfig, until: Until, control: &mut Control) -> Known;

    /// Count all positions of a board around one, in the single-tile metric, with a bit table.
    fn bits(&self, from: &Board, config: &DiskConfig, control: &mut Control) -> KnownBits;
}

/// What is known, and what stopped the search early.
pub type Known = Result<(Manifest, Option<Stop>), DiskError>;

/// When a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// When the whole space is searched.
    End,
    /// When a goal is found.
    Goal,
}

impl Until {
    /// Whether the search is complete.
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

    fn bits(&self, from: &Board, config: &DiskConfig, control: &mut Control) -> KnownBits {
        external::count(from, config, control)
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
        let mut search = match ExternalBfs::open(job, self.config, self.control) {
            Ok(search) => search,
            Err(End::Stop(by)) => {
                return Ok((Manifest::new(&self.config.subject, (N, PARTITIONS)), Some(by)));
            }
            Err(End::Failed(error)) => return Err(error),
        };
        let mut stop = None;
        while stop.is_none() && !self.until.is_reached(&search.manifest) {
            stop = match search.advance(self.control) {
                Ok(()) => None,
                Err(End::Stop(by)) => Some(by),
                Err(End::Failed(error)) => return Err(error),
            };
        }
        // On a full disk a manifest cannot be written either.
        let manifest = if stop == Some(Stop::Disk) { search.manifest } else { search.close()? };
        Ok((manifest, stop))
    }
}

/// What is known about a state space on disk.
#[derive(Clone, Debug)]
pub struct Far<T> {
    /// The number of states at each distance from the start of the search.
    pub table: LayerTable,
    /// How many of them are goals.
    pub goals: Vec<u64>,
    /// Some states of the last layer, each with a verified path from the oldest layer that is kept; none if
    /// the search was stopped.
    pub farthest: Vec<T>,
    /// The number of states at each distance from the nearest goal; empty if there is no goal. Known if it
    /// was requested and the search from the start was complete.
    pub to_goal: Option<LayerTable>,
    /// Some states of the last of these layers, each with a verified solution of that length.
    pub hardest: Vec<T>,
    /// A shortest solution, if it was requested and exists.
    pub solution: Option<Vec<Move>>,
    /// The number of bytes of all layers and goals written.
    pub written: u64,
    /// The time spent on finding the layers, over all runs.
    pub time: Duration,
}

impl<T> Far<T> {
    /// The contents of a manifest, with the cost over all runs.
    fn new(manifest: &Manifest, stop: Option<Stop>, control: &mut Control) -> Far<T> {
        let states = manifest.states();
        let ahead = if manifest.whole { 0 } else { manifest.sizes.last().copied().unwrap_or(0) };
        control.cost.states = states;
        control.cost.expanded = states - ahead;
        control.cost.generated = manifest.generated;
        Far {
            table: LayerTable { sizes: manifest.sizes.clone(), stop, cost: control.cost },
            goals: manifest.goals.clone(),
            farthest: vec![],
            to_goal: None,
            hardest: vec![],
            solution: None,
            written: manifest.written,
            time: Duration::from_millis(manifest.milliseconds),
        }
    }

    /// The distance of the nearest goal, if one was found.
    pub fn nearest_goal(&self) -> Option<u32> {
        self.goals.iter().position(|&goals| goals > 0).map(|distance| distance as u32)
    }
}

impl DiskSearch<'_> {
    /// Explore the component of a puzzle's start and, if hardest starts are requested, search it a second
    /// time from its goals.
    pub fn blocks(
        &self,
        puzzle: &Puzzle,
        style: Style,
        control: &mut Control,
    ) -> Result<Far<Arrangement>, SolveError> {
        let work = blocks::Exploring { search: *self, control };
        compiled::with_compiled(puzzle, style, Where::Reachable, TABLES, work).map_err(SolveError::from)?
    }

    /// Search only until a goal is found; then give a shortest solution, replayed by the plain rule.
    pub fn solve(
        &self,
        puzzle: &Puzzle,
        style: Style,
        control: &mut Control,
    ) -> Result<Far<Arrangement>, SolveError> {
        let work = blocks::Solving { search: *self, control };
        compiled::with_compiled(puzzle, style, Where::Reachable, TABLES, work).map_err(SolveError::from)?
    }

    /// Explore all positions of a board that can be reached from `from`.
    pub fn tiles(&self, from: &Board, who: Who, control: &mut Control) -> Result<Far<Board>, SolveError> {
        let graph = Arc::new(Ranked::new(from, who).ok_or(SolveError::TooManyCells)?);
        // Earlier versions stored the positions of the single-tile metric as states too.
        if who == Who::Piece && !pages::has_runs(self.folder) {
            return self.bits(from, control);
        }
        if pages::has_bits(self.folder) {
            let (path, what) = (self.folder.to_owned(), "a bit table of the single-tile metric");
            return Err(DiskError::Foreign { path, what: what.to_owned() }.into());
        }
        let metric = if who == Who::Set { "multi-tile" } else { "single-tile" };
        let subject = format!("{metric} moves of {} tiles from {:?}", from.size(), from.tiles());
        let bits = 64 - (graph.positions() - 1).leading_zeros();
        let config = self.config(subject, bits);
        let _ = control.hold(graph.bytes());
        let job = Job {
            nodes: graph.clone(),
            sources: Sources::States(vec![graph.state(from)]),
            is_goal: Arc::new(|_: &State<1>| false),
        };
        let (search, stop) = self.run(job, &config, Until::End, control)?;
        let mut found = Far::new(&search.manifest, stop, control);
        if stop.is_none() {
            found.farthest = search.last(self.farthest)?.iter().map(|state| graph.board(state)).collect();
        }
        Ok(found)
    }

    /// The same in the single-tile metric, with a bit table.
    fn bits(&self, from: &Board, control: &mut Control) -> Result<Far<Board>, SolveError> {
        let subject = format!("bits of {} tiles from {:?}", from.size(), from.tiles());
        let known = self.engine.bits(from, &self.config(subject, 0), control)?;
        Ok(self.far(from, known, control))
    }

    fn far(
        &self,
        from: &Board,
        (known, stop): (Option<PageManifest>, Option<Stop>),
        control: &mut Control,
    ) -> Far<Board> {
        let (sizes, written, milliseconds) = match &known {
            Some(known) => (known.sizes.clone(), known.written, known.milliseconds),
            None => (vec![], 0, 0),
        };
        let states = sizes.iter().sum();
        let ahead = if stop.is_none() { 0 } else { sizes.last().copied().unwrap_or(0) };
        (control.cost.states, control.cost.expanded) = (states, states - ahead);
        let farthest = match known.filter(|_| stop.is_none()) {
            Some(known) => known.boards(from, self.farthest),
            None => vec![],
        };
        Far {
            table: LayerTable { sizes, stop, cost: control.cost },
            goals: vec![],
            farthest,
            to_goal: None,
            hardest: vec![],
            solution: None,
            written,
            time: Duration::from_millis(milliseconds),
        }
    }

    /// The config of a search that keeps the last two layers, of states whose first word has `bits` bits.
    fn config(&self, subject: String, bits: u32) -> DiskConfig {
        let (folder, resume, upper) = (self.folder.to_owned(), self.resume, Upper::of_first_word(bits));
        DiskConfig { folder, subject, resume, goals: false, keep: false, upper }
    }

    /// Run the engine, and open its result for reading. Also returns what stopped the search early.
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
