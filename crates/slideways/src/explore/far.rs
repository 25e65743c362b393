//! Spaces past memory: the same questions with [files for layers](crate::disk).
//!
//! Who does the work is an [`Engine`]: the threads of this process, [alone](Alone), or whoever else keeps layers in the
//! same form. What came of it is read from the folder.
//!
//! ```
//! use slideways::explore::far::{self, Alone, Place};
//! use slideways::outcome::Limits;
//! use slideways::{Style, library};
//!
//! let folder = tempfile::tempdir()?;
//! let place = Place { folder: folder.path(), resume: false, keep: false };
//! let klotski = library::puzzle("klotski").unwrap();
//! let found = far::blocks(&klotski, Style::MOVE, 1, place, &Alone, Limits::default(), &mut ())?;
//! assert_eq!((found.table.states(), found.table.radius()), (25_955, 124));
//! assert_eq!(found.nearest_goal(), Some(81));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::survey::arrangement;
use crate::blocks::ground::{self, Ground, Where, Work};
use crate::check;
use crate::disk::folder::Manifest;
use crate::disk::job::{AnyJob, Doing, Job};
use crate::disk::{End, Search, Task, Trouble, UPPER};
use crate::outcome::{LayerTable, Limits, Stop, Watch};
use crate::puzzle::rule::Move;
use crate::puzzle::{Arrangement, Puzzle};
use crate::search::State;
use crate::search::control::Control;
use crate::solve::NoAnswer;
use crate::style::{Style, Who};
use crate::tiles::Board;
use crate::tiles::ranked::Ranked;
use std::path::Path;
use std::sync::Arc;

/// States must mean the same whatever memory a sitting has, so tables are always made for this much.
const TABLES: u64 = 256 << 20;

/// Where layers are kept.
#[derive(Clone, Copy, Debug)]
pub struct Place<'p> {
    /// The folder.
    pub folder: &'p Path,
    /// Whether to go on with what is there.
    pub resume: bool,
    /// Whether to keep all layers, so that a shortest way can be found again, and not the last two only.
    pub keep: bool,
}

/// Why nothing is known.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The puzzle, or the program.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
    /// The files.
    #[error(transparent)]
    Trouble(#[from] Trouble),
    /// The board has too many cells to be numbered.
    #[error("a board of so many cells has more positions than a word can number")]
    TooManyCells,
}

/// Who does the work.
pub trait Engine {
    /// Find layer after layer until there are no more, or until `until` says that it is enough; gives what is known
    /// then, and what stopped it before.
    fn run(&self, job: AnyJob, task: &Task, until: Until, control: &mut Control) -> Known;
}

/// What is known, and what stopped the search before its end.
pub type Known = Result<(Manifest, Option<Stop>), Trouble>;

/// When a search is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// When everything was found.
    End,
    /// When a goal was.
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

impl Engine for Alone {
    fn run(&self, job: AnyJob, task: &Task, until: Until, control: &mut Control) -> Known {
        job.open(Searching { task, until, control }).expect("states have a known number of words")
    }
}

struct Searching<'s, 'w> {
    task: &'s Task<'s>,
    until: Until,
    control: &'s mut Control<'w>,
}

impl Doing for Searching<'_, '_> {
    type Answer = Known;

    fn on<const N: usize>(self, job: Job<N>) -> Known {
        let mut search = Search::open(job, self.task)?;
        let mut stop = None;
        while stop.is_none() && !self.until.is_reached(&search.manifest) {
            stop = match search.advance(self.control) {
                Ok(()) => None,
                Err(End::Stop(by)) => Some(by),
                Err(End::Trouble(trouble)) => return Err(trouble),
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
    /// How long it took, over all sittings.
    pub milliseconds: u64,
}

impl<T> Far<T> {
    /// How far the nearest goal is, if one was found.
    pub fn nearest_goal(&self) -> Option<u32> {
        self.goals.iter().position(|&goals| goals > 0).map(|distance| distance as u32)
    }
}

/// Search on disk, and read what is known afterwards; with it the end that it came to.
fn search<const N: usize>(
    job: Job<N>,
    task: &Task,
    until: Until,
    engine: &dyn Engine,
    control: &mut Control,
) -> Result<(Search<N>, Option<Stop>), Trouble> {
    let (manifest, stop) = engine.run(job.clone().into(), task, until, control)?;
    Ok((Search::look(job, task, manifest), stop))
}

fn table(manifest: &Manifest, stop: Option<Stop>, control: &mut Control) -> LayerTable {
    control.cost.states = manifest.sizes.iter().sum();
    control.cost.generated = manifest.generated;
    LayerTable { sizes: manifest.sizes.clone(), stop, cost: control.cost }
}

/// The component of a puzzle's start, from the start on.
pub fn blocks(
    puzzle: &Puzzle,
    style: Style,
    farthest: usize,
    place: Place,
    engine: &dyn Engine,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Far<Arrangement>, Failure> {
    let mut control = Control::new(limits, watch);
    let work = Counting { farthest, place, engine, until: Until::End, control: &mut control };
    ground::on(puzzle, style, Where::Reachable, TABLES, work).map_err(NoAnswer::from)?
}

/// The same, only until a goal is found; then a shortest solution, replayed by the plain rule.
pub fn solve(
    puzzle: &Puzzle,
    style: Style,
    place: Place,
    engine: &dyn Engine,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Far<Arrangement>, Failure> {
    let mut control = Control::new(limits, watch);
    let work = Counting { farthest: 0, place, engine, until: Until::Goal, control: &mut control };
    ground::on(puzzle, style, Where::Reachable, TABLES, work).map_err(NoAnswer::from)?
}

struct Counting<'c, 'w> {
    farthest: usize,
    place: Place<'c>,
    engine: &'c dyn Engine,
    until: Until,
    control: &'c mut Control<'w>,
}

impl Work for Counting<'_, '_> {
    type Answer = Result<Far<Arrangement>, Failure>;

    fn on<const N: usize, G: Ground<N>>(self, ground: Arc<G>) -> Self::Answer {
        let Counting { farthest, place, engine, until, control } = self;
        let Place { folder, resume, keep } = place;
        let puzzle = ground.puzzle();
        let subject = crate::format::sliding::print(puzzle);
        // A search that keeps all its layers, until it meets a goal, is another one than a count.
        let what = if keep { "shortest solution" } else { "space" };
        let subject = format!("{what} in style {} of {subject}", ground.style());
        let shift = ground.first_bits().saturating_sub(UPPER);
        let task = Task { folder, subject: &subject, resume, keep, shift };
        let goals = ground.clone();
        let job = Job {
            nodes: ground.clone(),
            sources: vec![ground.start()],
            is_goal: Arc::new(move |state| goals.is_goal(state)),
        };
        if let Err(by) = control.hold(ground.bytes()) {
            let table = LayerTable { sizes: vec![], stop: Some(by), cost: control.cost };
            let (goals, farthest) = (vec![], vec![]);
            return Ok(Far { table, goals, farthest, solution: None, written: 0, milliseconds: 0 });
        }
        let (search, stop) = search(job, &task, until, engine, control)?;
        let mut found = Far {
            table: table(&search.manifest, stop, control),
            goals: search.manifest.goals.clone(),
            farthest: vec![],
            solution: None,
            written: search.manifest.written,
            milliseconds: search.manifest.milliseconds,
        };
        if stop.is_some() {
            return Ok(found);
        }
        for state in if until == Until::End { search.last(farthest)? } else { vec![] } {
            match replay(&*ground, &search, state, control) {
                Ok((_, end)) => found.farthest.push(end),
                // Told to stop, there is still what was checked so far.
                Err(Early::End(End::Stop(_))) => break,
                Err(early) => return Err(early.into()),
            }
        }
        if until == Until::Goal
            && keep
            && let Some(goal) = search.goal()?
        {
            match replay(&*ground, &search, goal, control) {
                Ok((moves, _)) => found.solution = Some(moves),
                Err(Early::End(End::Stop(by))) => found.table.stop = Some(by),
                Err(early) => return Err(early.into()),
            }
        }
        Ok(found)
    }
}

/// Why a way was not replayed to its end.
enum Early {
    End(End),
    Wrong(check::NotASolution),
}

impl From<Early> for Failure {
    fn from(early: Early) -> Failure {
        match early {
            Early::End(End::Trouble(trouble)) => Failure::Trouble(trouble),
            Early::End(End::Stop(_)) => unreachable!("stops are dealt with where they happen"),
            Early::Wrong(wrong) => Failure::NoAnswer(NoAnswer::Wrong(wrong)),
        }
    }
}

/// The moves from the oldest layer that is kept to a state of the last one, replayed by the plain rule, and where they
/// lead.
fn replay<const N: usize, G: Ground<N>>(
    ground: &G,
    search: &Search<N>,
    state: State<N>,
    control: &mut Control,
) -> Result<(Vec<Move>, Arrangement), Early> {
    let puzzle = ground.puzzle();
    let path = search.walk_back(state, control).map_err(Early::End)?;
    let from = match path[0] == ground.start() {
        true => puzzle.start().clone(),
        false => arrangement(puzzle, ground, &path[0]),
    };
    let moves = ground.moves(&from, &path, control).map_err(|by| Early::End(End::Stop(by)))?;
    let mut along = check::replay_from(puzzle, &from, &moves, ground.style()).map_err(Early::Wrong)?;
    let end = along.pop().expect("it begins somewhere");
    if ground.is_goal(&state) && !puzzle.is_solved(&end) {
        return Err(Early::Wrong(check::NotASolution::NotAtGoal));
    }
    Ok((moves, end))
}

/// All positions of a board, from one on.
pub fn tiles(
    from: &Board,
    who: Who,
    farthest: usize,
    place: Place,
    engine: &dyn Engine,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Far<Board>, Failure> {
    let graph = Arc::new(Ranked::new(from, who).ok_or(Failure::TooManyCells)?);
    let mut control = Control::new(limits, watch);
    let metric = if who == Who::Set { "multi-tile" } else { "single-tile" };
    let subject = format!("{metric} moves of {} tiles from {:?}", from.size(), from.tiles());
    let bits = 64 - (graph.positions() - 1).leading_zeros();
    let Place { folder, resume, keep } = place;
    let task = Task { folder, subject: &subject, resume, keep, shift: bits.saturating_sub(UPPER) };
    let _ = control.hold(graph.bytes());
    let job = Job {
        nodes: graph.clone(),
        sources: vec![graph.state(from)],
        is_goal: Arc::new(|_: &State<1>| false),
    };
    let (search, stop) = search(job, &task, Until::End, engine, &mut control)?;
    let last = if stop.is_none() { search.last(farthest)? } else { vec![] };
    Ok(Far {
        table: table(&search.manifest, stop, &mut control),
        goals: search.manifest.goals.clone(),
        farthest: last.iter().map(|state| graph.board(state)).collect(),
        solution: None,
        written: search.manifest.written,
        milliseconds: search.manifest.milliseconds,
    })
}
