//! Tile positions: prepare the pattern databases, then run the chosen search (IDA*, anytime, or plain).

use super::choose::{MOST_CELLS, Plan, Search, TileQuestion, Want};
use super::error::SolveError;
use super::resume::Resume;
use super::tables::{FEW_CELLS, SetTables, StepTables, TableStore};
use super::{Counted, Solution};
use crate::engine::tiles::anytime::{self, Effort, Prover};
use crate::engine::tiles::pdb::MOST_CELLS as MOST_WITH_TABLES;
use crate::engine::tiles::visit::Visit;
use crate::engine::tiles::{Instance, ida, mtm, plain, unrolled};
use crate::grid::{Cell, Dir};
use crate::outcome::{Cost, Limits, Outcome, Searched, Stop, Total};
use crate::style::{Style, Who};
use crate::tiles::{Size, moves};
use crate::watch::{Event, Iteration, Watch};
use std::ops::ControlFlow;
use std::time::Duration;
use web_time::Instant;

/// The built-in effort of `anytime` if there is no time limit: the steps that it generates for better
/// solutions, and the positions that it expands for the lower bound. About 15 seconds.
const BUILT_IN: u64 = 1 << 27;

/// On boards of at most this many cells the proof may succeed, so it continues until it is stopped.
const HOPEFUL: usize = 25;

/// Tables of boards of more than 16 cells are built only if the time limit is at least this long.
const WORTH_TABLES: Duration = Duration::from_secs(60);

/// An instance is easy if the plain search solves it before it has polled the watch this many times. The
/// search polls once per iteration, and once per some thousand positions.
const EASY: u32 = 12;

/// The answer of a tile search.
pub(super) struct TileAnswer {
    pub outcome: Outcome<Vec<Dir>>,
    pub counted: Option<Counted>,
    pub cost: Cost,
    pub time: Duration,
    pub iterations: Vec<(Iteration, Duration)>,
}

/// Receives solutions with their numbers, from 1, until it returns `Break` or an error.
pub(super) type PathVisitor<'v> = dyn FnMut(u128, &[Dir]) -> Result<ControlFlow<()>, SolveError> + 'v;

/// An instance, and everything needed to solve it.
pub(super) struct TileSolver<'t> {
    pub instance: &'t Instance,
    pub question: TileQuestion<'t>,
    pub plan: Plan,
    pub tables: &'t TableStore,
    pub resume: &'t Resume,
    /// Replays a path, so that events show only valid solutions.
    pub checked: &'t dyn Fn(&[Dir]) -> Result<Solution, SolveError>,
}

/// The tables that a search uses.
enum Tables {
    Step(StepTables),
    Set(SetTables),
    None,
}

/// A watch that also records iterations, with the time since the search started.
struct Recording<'r> {
    watch: &'r mut dyn Watch,
    started: Instant,
    iterations: Vec<(Iteration, Duration)>,
}

impl Watch for Recording<'_> {
    fn event(&mut self, event: Event) {
        if let Event::Iteration(iteration) = event {
            self.iterations.push((*iteration, self.started.elapsed()));
        }
        self.watch.event(event);
    }

    fn stop(&mut self) -> bool {
        self.watch.stop()
    }
}

/// A watch that drops iteration events, for a search that repeats another one to count its solutions.
struct Again<'a>(&'a mut dyn Watch);

impl Watch for Again<'_> {
    fn event(&mut self, event: Event) {
        if !matches!(event, Event::Iteration(_)) {
            self.0.event(event);
        }
    }

    fn stop(&mut self) -> bool {
        self.0.stop()
    }
}

/// A watch that stops the search on the n-th poll.
struct Patience(u32);

impl Watch for Patience {
    fn stop(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }
}

impl TileSolver<'_> {
    fn who(&self) -> Who {
        self.question.style.who
    }

    fn key(&self) -> Option<(Size, Cell)> {
        Some((self.instance.size(), self.instance.blank_home()?))
    }

    /// Run the search. The visitor, if there is one, receives all shortest solutions.
    pub fn run(
        &self,
        watch: &mut dyn Watch,
        visit: Option<&mut PathVisitor>,
    ) -> Result<TileAnswer, SolveError> {
        let (limits, begun) = (*self.question.limits, Instant::now());
        if self.plan.search == Search::Anytime {
            return self.anytime(watch);
        }
        // The other searches can count without listing, but only once they know the length.
        let counted_by_list = self.plan.search == Search::Plain || self.who() == Who::Set;
        let listed = visit.is_some()
            || self.question.tie_break.is_some()
            || self.question.want == Want::Number && counted_by_list;
        if !listed && let Some(found) = self.easy(watch) {
            return Ok(found);
        }
        let tables = match self.obtain_tables(&limits, watch) {
            Ok(tables) => tables,
            Err(by) => {
                let lower = match self.who() {
                    Who::Piece => self.instance.bound(),
                    Who::Set => mtm::plain::bound(self.instance),
                };
                let (outcome, cost, time) = (Outcome::Stopped { lower, by }, Cost::default(), Duration::ZERO);
                return Ok(TileAnswer { outcome, counted: None, cost, time, iterations: vec![] });
            }
        };
        let limits = limits.after(begun.elapsed());
        let mut recording = Recording { watch, started: Instant::now(), iterations: vec![] };
        match (listed, visit) {
            (false, _) => self.shortest(&tables, limits, &mut recording),
            (true, Some(visit)) => self.list(&tables, limits, &mut recording, visit),
            (true, None) => {
                self.list(&tables, limits, &mut recording, &mut |_, _| Ok(ControlFlow::Continue(())))
            }
        }
    }

    /// The tables of the planned search, built if necessary.
    fn obtain_tables(&self, limits: &Limits, watch: &mut dyn Watch) -> Result<Tables, Stop> {
        match (self.key().filter(|_| self.plan.search == Search::Pdb), self.who()) {
            (None, _) => Ok(Tables::None),
            (Some(key), Who::Piece) => self.tables.step(key, limits, watch).map(Tables::Step),
            (Some(key), Who::Set) => self.tables.set(key, limits, watch).map(Tables::Set),
        }
    }

    /// The answer to an instance so easy that it needs no tables, which take a while to build. This is tried
    /// even if tables exist; otherwise the answer could depend on that.
    fn easy(&self, watch: &mut dyn Watch) -> Option<TileAnswer> {
        let large = self.instance.size().cells() > FEW_CELLS && self.who() == Who::Set;
        if !large || self.plan.search != Search::Pdb {
            return None;
        }
        let patience = &mut Patience(EASY);
        let mut recording = Recording { watch: patience, started: Instant::now(), iterations: vec![] };
        let Searched { outcome, cost } = mtm::plain::solve(self.instance, Limits::default(), &mut recording);
        let (time, iterations) = (recording.started.elapsed(), recording.iterations);
        matches!(outcome, Outcome::Solved(_)).then(|| {
            iterations.iter().for_each(|(iteration, _)| watch.event(Event::Iteration(iteration)));
            TileAnswer { outcome, counted: None, cost, time, iterations }
        })
    }

    /// Find one shortest solution, then count all of them if the question asks for it.
    fn shortest(
        &self,
        tables: &Tables,
        limits: Limits,
        recording: &mut Recording,
    ) -> Result<TileAnswer, SolveError> {
        let (instance, set) = (self.instance, self.who() == Who::Set);
        let Searched { outcome, mut cost } = match tables {
            Tables::Step(tables) => self.ida(tables, limits, recording)?,
            Tables::Set(tables) => {
                let name = mtm::name(instance.size(), instance.blank_home().expect("the goal is full"));
                let saved = self.resume.saved(&name);
                let mut keeping = self.resume.keeping(&name, recording);
                mtm::resume(instance, tables, saved.as_ref(), limits, &mut keeping)
                    .expect("tables suit the instance")
            }
            Tables::None if set => mtm::plain::solve(instance, limits, recording),
            Tables::None if self.plan.search == Search::Unrolled => {
                unrolled::solve(instance, limits, recording).expect("the plan suits the instance")
            }
            Tables::None => plain::solve(instance, limits, recording),
        };
        let iterations = std::mem::take(&mut recording.iterations);
        let mut counted = None;
        if self.question.want == Want::Number && matches!(outcome, Outcome::Solved(_)) {
            let limits = limits.after(recording.started.elapsed());
            let again = &mut Again(recording.watch);
            let answer = match tables {
                Tables::Step(tables) => ida::count(instance, tables, limits, again),
                _ => unrolled::count(instance, limits, again),
            };
            let answer = answer.expect("the plan suits the instance");
            cost.expanded += answer.cost.expanded;
            cost.generated += answer.cost.generated;
            counted = Some(match answer.outcome {
                Outcome::Solved(total) => Counted { shown: 0, total: Some(total.solutions), stop: None },
                Outcome::Stopped { by, .. } | Outcome::Bounded { by, .. } => {
                    Counted { shown: 0, total: None, stop: Some(by) }
                }
                Outcome::Unsolvable(_) => unreachable!("parity allows a solution of an instance"),
            });
        }
        Ok(TileAnswer { outcome, counted, cost, time: recording.started.elapsed(), iterations })
    }

    /// Find one shortest solution by IDA* with pattern databases, resuming from the checkpoint if there is
    /// one.
    fn ida(
        &self,
        tables: &StepTables,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> Result<Searched<Vec<Dir>>, SolveError> {
        let name = ida::name(tables.size(), tables.blank(), tables.extent());
        let saved = self.resume.saved(&name);
        let mut keeping = self.resume.keeping(&name, watch);
        Ok(match self.question.device {
            Some(device) => {
                ida::device::solve_on(device, self.instance, tables, saved.as_ref(), limits, &mut keeping)?
            }
            None => ida::resume(self.instance, tables, saved.as_ref(), limits, &mut keeping)
                .expect("tables suit the instance"),
        })
    }

    /// List all shortest solutions. The answer is the shortest in the style that breaks ties, or the first.
    fn list(
        &self,
        tables: &Tables,
        limits: Limits,
        recording: &mut Recording,
        visit: &mut PathVisitor,
    ) -> Result<TileAnswer, SolveError> {
        let started = recording.started;
        let (mut best, mut shown, mut failed) = (Best::new(self.question.tie_break), 0, None);
        let mut broken = false;
        let mut take = |path: &[Dir]| {
            shown += 1;
            best.take(path);
            let flow = visit(shown, path).unwrap_or_else(|error| {
                failed = Some(error);
                ControlFlow::Break(())
            });
            broken = flow.is_break();
            flow
        };
        let take: &mut Visit = &mut take;
        let instance = self.instance;
        let Searched { outcome, cost } = match tables {
            Tables::Step(tables) => {
                ida::all(instance, tables, limits, recording, take).expect("tables suit the instance")
            }
            Tables::Set(tables) => {
                mtm::all(instance, tables, limits, recording, take).expect("tables suit the instance")
            }
            Tables::None if self.who() == Who::Set => mtm::plain::all(instance, limits, recording, take),
            Tables::None => plain::all(instance, limits, recording, take),
        };
        if let Some(error) = failed {
            return Err(error);
        }
        let (outcome, counted) = match (outcome, best.path) {
            // The multi-tile search with tables counts all solutions before it shows any. The other searches
            // know only the number shown so far.
            (Outcome::Solved(Total { solutions, .. }), Some(path)) => {
                let counted = !broken || matches!(tables, Tables::Set(_));
                let (total, stop) = (counted.then_some(solutions), (!counted).then_some(Stop::Caller));
                (Outcome::Solved(path), Some(Counted { shown, total, stop }))
            }
            (Outcome::Stopped { by, .. }, Some(path)) => {
                (Outcome::Solved(path), Some(Counted { shown, total: None, stop: Some(by) }))
            }
            (Outcome::Stopped { lower, by }, None) => (Outcome::Stopped { lower, by }, None),
            _ => unreachable!("parity allows a solution of an instance"),
        };
        let iterations = std::mem::take(&mut recording.iterations);
        Ok(TileAnswer { outcome, counted, cost, time: started.elapsed(), iterations })
    }

    /// Anytime search: improve the solution, and prove a lower bound.
    fn anytime(&self, watch: &mut dyn Watch) -> Result<TileAnswer, SolveError> {
        let (started, instance, limits) = (Instant::now(), self.instance, *self.question.limits);
        let cells = instance.size().cells();
        let effort = match limits.time {
            Some(_) if cells <= MOST_WITH_TABLES => Effort { above: BUILT_IN, below: u64::MAX },
            Some(_) => Effort::ENDLESS,
            None => Effort { above: BUILT_IN, below: if cells > HOPEFUL { BUILT_IN } else { u64::MAX } },
        };
        let key = self.key().filter(|_| cells <= MOST_WITH_TABLES && instance.is_full());
        let patient = cells <= MOST_CELLS || limits.time.is_none_or(|time| time >= WORTH_TABLES);
        let key = key.filter(|&key| {
            TableStore::have_room(key, Who::Piece, &limits)
                && (patient
                    || self.question.checkpoint
                    || self.tables.ready_step(key, &limits, &mut ()).is_some())
        });
        let prover = key.map(|key| self.prover(key));
        let (mut best, mut lower, mut failed) = (u32::MAX, 0, None);
        let answer = anytime::solve(instance, limits, effort, watch, prover, &mut |bounds, watch| {
            let length = bounds.path.len() as u32;
            if length < best {
                best = length;
                match (self.checked)(&bounds.path) {
                    Ok(solution) => watch.event(Event::Better { solution: &solution, lower: bounds.bound }),
                    Err(error) => failed = Some(error),
                }
            } else if bounds.bound > lower {
                watch.event(Event::Bound(bounds.bound));
            }
            lower = lower.max(bounds.bound);
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let anytime::Bounds { path, bound } = answer.bounds;
        let outcome = match path.len() as u32 <= bound {
            true => Outcome::Solved(path),
            false => Outcome::Bounded { best: path, lower: bound, by: answer.stop.unwrap_or(Stop::Effort) },
        };
        let (cost, time) = (answer.cost, started.elapsed());
        Ok(TileAnswer { outcome, counted: None, cost, time, iterations: vec![] })
    }

    /// The prover: the default search, as soon as its tables are ready.
    fn prover(&self, key: (Size, Cell)) -> Prover<'_> {
        let (instance, tables, limits, resume) =
            (self.instance, self.tables, *self.question.limits, self.resume);
        Box::new(move |share, watch| {
            let Ok(tables) = tables.step(key, &limits, watch) else {
                let outcome = Outcome::Stopped { lower: instance.bound(), by: Stop::Time };
                return Searched { outcome, cost: Cost::default() };
            };
            let name = ida::name(tables.size(), tables.blank(), tables.extent());
            let saved = resume.saved(&name);
            let mut keeping = resume.keeping(&name, watch);
            ida::resume(instance, &tables, saved.as_ref(), share, &mut keeping)
                .expect("tables suit the instance")
        })
    }
}

/// Of all solutions seen, the one to return: the shortest in the tie-breaking style, or the first.
struct Best {
    tie_break: Option<Style>,
    least: u32,
    path: Option<Vec<Dir>>,
}

impl Best {
    fn new(tie_break: Option<Style>) -> Best {
        Best { tie_break, least: 0, path: None }
    }

    fn take(&mut self, path: &[Dir]) {
        let length = self.tie_break.map_or(0, |style| moves::length(path, style.who));
        if self.path.is_none() || length < self.least {
            (self.least, self.path) = (length, Some(path.to_vec()));
        }
    }
}
