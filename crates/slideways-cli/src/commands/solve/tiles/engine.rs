//! The searches at work, within limits, and the tables that the default one needs.

use super::list::list;
use super::{Asked, Ended, Ending, Report, Solved, anytime};
use crate::arguments::Solve;
use crate::arguments::tiles::Search;
use crate::building::Building;
use crate::cache;
use crate::checkpoint::Checkpoint;
use crate::checkpoint::tiles::Tiles;
use crate::interrupt;
use crate::problem::{Failure, Problem};
use crate::progress::Onlooker;
use crate::visible::visible;
use slideways::Who;
use slideways::format::tiles::Notation;
use slideways::grid::{Cell, Dir};
use slideways::outcome::{Answer, Cost, Limits, Outcome, Stop, Total, Watch};
use slideways::tiles::deepen::Saved;
use slideways::tiles::parity::Unreachable;
use slideways::tiles::pattern::Extent;
use slideways::tiles::round::{Round, Visit};
use slideways::tiles::{Goal, Size, Task, deepen, plain, together, unrolled};
use std::collections::HashMap;
use std::io::{self, Write, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Search `unrolled` keeps a board in one word.
pub const MOST_CELLS: usize = 16;

/// Boards of more cells have no tables.
pub const MOST_WITH_TABLES: usize = slideways::tiles::pattern::MOST_CELLS;

/// Boards of more cells have large tables.
pub(super) const FEW_CELLS: usize = 12;

/// Searches for solutions, and keeps tables for the next position.
pub struct Engine {
    pub(super) limits: Limits,
    tables: HashMap<(Size, Cell), deepen::Tables>,
    checkpoint: Mutex<Option<Checkpoint<Tiles>>>,
    pub(super) together: HashMap<(Size, Cell), together::Tables>,
}

/// A place for rounds to be reported, which can fail.
pub(super) struct Rounds<'r> {
    started: Instant,
    /// Those that are over, and when.
    pub past: Vec<(Round, Duration)>,
    hear: &'r mut dyn FnMut(&Round, Duration) -> io::Result<()>,
    /// Whether all were written.
    pub written: io::Result<()>,
}

impl<'r> Rounds<'r> {
    /// None so far.
    pub fn new(started: Instant, hear: &'r mut dyn FnMut(&Round, Duration) -> io::Result<()>) -> Rounds<'r> {
        Rounds { started, past: vec![], hear, written: Ok(()) }
    }

    /// Take note of one, and pass it on.
    pub fn take(&mut self, round: Round) {
        let after = self.started.elapsed();
        self.past.push((round, after));
        if self.written.is_ok() {
            self.written = (self.hear)(&round, after);
        }
    }
}

impl Engine {
    /// A search may use so much.
    pub fn new(limits: Limits) -> Engine {
        let (tables, together) = (HashMap::new(), HashMap::new());
        Engine { limits, tables, together, checkpoint: Mutex::new(None) }
    }

    /// The ending of a search that was not needed.
    pub fn nothing_to_search<'a>(&self, asked: &'a Asked<'a>, why: Unreachable) -> Ending<'a> {
        Ending {
            asked,
            limits: self.limits,
            outcome: Ended::Unreachable(why),
            cost: Cost::default(),
            time: Duration::ZERO,
            rounds: vec![],
            cut: None,
            layers: None,
        }
    }

    /// Search, and report what is found on the way.
    pub fn run<'a>(
        &mut self,
        asked: &'a Asked<'a>,
        task: &Task,
        options: &Solve,
        report: &mut dyn Report,
        out: &mut dyn Write,
    ) -> Result<Ending<'a>, Failure> {
        let who = asked.style.who;
        let quiet = options.quiet || options.rounds;
        let begun = Instant::now();
        // Other searches count without listing, but only when they know the length.
        let counted_by_list = asked.search == Search::Plain || who == Who::Set;
        let listed = options.all || asked.then.is_some() || options.count && counted_by_list;
        let easy = if listed { None } else { self.easy(asked, task) };
        let ready = asked.search != Search::Default || easy.is_some() || self.prepare(task, who, quiet);
        let spent = begun.elapsed();
        let limits = Limits { time: self.limits.time.map(|time| time.saturating_sub(spent)), ..self.limits };
        let started = Instant::now();
        let mut ending = Ending {
            asked,
            limits: self.limits,
            outcome: Ended::Stopped {
                bound: if who == Who::Set { together::plain::bound(task) } else { task.bound() },
                by: if interrupt::asked() { Stop::Caller } else { Stop::Time },
            },
            cost: Cost::default(),
            time: Duration::ZERO,
            rounds: vec![],
            cut: None,
            layers: None,
        };
        if !ready {
            return Ok(ending);
        }
        if asked.search == Search::Anytime {
            return anytime::run(ending, self, task, options, report, out);
        }
        if listed {
            return list(ending, options, report, out, |onlooker, rounds, visit| {
                self.all(asked, task, limits, onlooker, rounds, visit)
            });
        }
        let mut hear = |round: &Round, after| match options.rounds {
            true => report.round(asked, round, after, out),
            false => Ok(()),
        };
        let mut rounds = Rounds::new(started, &mut hear);
        let answer = match easy {
            Some((answer, past)) => {
                past.into_iter().for_each(|round| rounds.take(round));
                answer
            }
            None => {
                let mut onlooker = Onlooker::of_rounds(quiet);
                self.shortest(asked, task, limits, &mut onlooker, &mut |round| rounds.take(round))
            }
        };
        rounds.written?;
        (ending.rounds, ending.cost, ending.time) = (rounds.past, answer.cost, started.elapsed());
        ending.outcome = match answer.outcome {
            Outcome::Solved(path) => Ended::Solved(Solved { path, solutions: None }),
            Outcome::Stopped { bound, by } => Ended::Stopped { bound, by },
            Outcome::Unsolvable(_) => unreachable!("a task can be solved"),
        };
        if let Ended::Solved(solved) = &mut ending.outcome
            && options.count
        {
            let limits = Limits { time: limits.time.map(|time| time.saturating_sub(ending.time)), ..limits };
            let mut onlooker = Onlooker::of_rounds(quiet);
            let counted = match self.tables(asked, task) {
                Some(tables) => deepen::count(task, tables, limits, &mut onlooker, &mut |_| {}),
                None => unrolled::count(task, limits, &mut onlooker, &mut |_| {}),
            };
            let Answer { outcome, cost } = counted.expect("the search knows the board");
            match outcome {
                Outcome::Solved(total) => solved.solutions = Some(total.solutions),
                Outcome::Stopped { by, .. } => ending.cut = Some((by, 0)),
                Outcome::Unsolvable(_) => unreachable!("a task can be solved"),
            }
            ending.cost.expanded += cost.expanded;
            ending.cost.generated += cost.generated;
            ending.time = started.elapsed();
        }
        Ok(ending)
    }

    /// The tables for a task, if it is the search that uses them.
    fn tables(&self, asked: &Asked, task: &Task) -> Option<&deepen::Tables> {
        let wanted = key(task).filter(|_| asked.search == Search::Default)?;
        self.tables.get(&wanted)
    }

    /// One shortest solution.
    fn shortest(
        &self,
        asked: &Asked,
        task: &Task,
        limits: Limits,
        watch: &mut dyn Watch,
        rounds: &mut dyn FnMut(Round),
    ) -> Answer<Vec<Dir>> {
        match asked.search {
            _ if asked.style.who == Who::Set => self.shortest_together(asked, task, limits, watch, rounds),
            Search::Unrolled => {
                unrolled::solve(task, limits, watch, rounds).expect("the board has few cells")
            }
            Search::Default => self.deepen(task, limits, watch, rounds),
            _ => plain::solve(task, limits, watch, rounds),
        }
    }

    /// All shortest solutions.
    fn all(
        &self,
        asked: &Asked,
        task: &Task,
        limits: Limits,
        watch: &mut dyn Watch,
        rounds: &mut dyn FnMut(Round),
        visit: &mut Visit,
    ) -> Answer<Total> {
        match self.tables(asked, task) {
            _ if asked.style.who == Who::Set => self.all_together(asked, task, limits, watch, rounds, visit),
            Some(tables) => {
                deepen::all(task, tables, limits, watch, rounds, visit).expect("the tables are for this task")
            }
            None => plain::all(task, limits, watch, rounds, visit),
        }
    }

    /// One shortest solution by the search whose tables are ready.
    pub fn deepen(
        &self,
        task: &Task,
        limits: Limits,
        watch: &mut dyn Watch,
        rounds: &mut dyn FnMut(Round),
    ) -> Answer<Vec<Dir>> {
        let tables = key(task).and_then(|key| self.tables.get(&key)).expect("they are ready");
        let name = deepen::file::name(tables.size(), tables.blank(), tables.extent());
        let answer = self.remembered(&name, |saved, keep| {
            deepen::resume(task, tables, saved, limits, watch, rounds, keep)
        });
        answer.expect("the tables are for this task")
    }

    /// Let a search that uses the tables of a name go on from what is kept, and keep how far it comes.
    pub(super) fn remembered<T>(
        &self,
        tables: &str,
        search: impl FnOnce(Option<&Saved>, &mut dyn FnMut(&Saved)) -> T,
    ) -> T {
        let mut checkpoint = self.checkpoint.lock().expect("nobody panics with it");
        let saved = checkpoint.as_ref().and_then(|checkpoint| checkpoint.saved(tables)).cloned();
        let mut mishap = None;
        let answer = search(saved.as_ref(), &mut |now| {
            if let (Some(checkpoint), None) = (checkpoint.as_mut(), &mishap) {
                mishap = checkpoint.keep(tables, now).err();
            }
        });
        if let Some(error) = mishap {
            Problem::new(format!("how far the search has come could not be kept: {error}")).warn();
        }
        answer
    }

    /// If that is wanted, keep how far the search for what is asked comes.
    pub fn keep(&mut self, asked: &Asked, options: &Solve) -> Result<(), Problem> {
        let Some(path) = &options.resume else { return Ok(()) };
        let several = options.all || options.count || options.then.is_some();
        if several || !matches!(asked.search, Search::Default | Search::Anytime) {
            let problem =
                Problem::new("`--resume` is for one shortest solution by the default search or `anytime`");
            return Err(problem.help("leave out `--resume`"));
        }
        let rows = Notation::Rows.print(&asked.position.board).expect("any board has rows");
        let checkpoint = Checkpoint::of_tiles(path, &rows, &asked.goal, asked.style.who)?;
        self.checkpoint = Mutex::new(Some(checkpoint));
        Ok(())
    }

    /// If the search has its answer, there is nothing more to be kept.
    pub fn forget(&mut self, outcome: &Ended) {
        if matches!(outcome, Ended::Solved(_) | Ended::Unreachable(_))
            && let Some(checkpoint) = self.checkpoint.get_mut().ok().and_then(Option::take)
        {
            checkpoint.done();
        }
    }

    /// What a search may use.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Make sure that there are tables for a task; `false` if they were not to be had within the limits.
    fn prepare(&mut self, task: &Task, who: Who, quiet: bool) -> bool {
        match who {
            Who::Piece => self.has_tables(task, quiet) || self.build(task, quiet, &mut || false),
            Who::Set => self.prepare_together(task, quiet),
        }
    }

    /// Whether there are tables for a task, at hand or kept.
    pub fn has_tables(&mut self, task: &Task, quiet: bool) -> bool {
        let Some((size, blank)) = key(task) else { return false };
        if self.tables.contains_key(&(size, blank)) {
            return true;
        }
        if size.cells() <= FEW_CELLS {
            return false;
        }
        for extent in [Extent::Large, Extent::Small] {
            let (tables, mishap) = cache::load(size, blank, extent);
            mishap.iter().for_each(|mishap| warn(mishap, quiet));
            if let Some(tables) = tables.filter(|tables| tables.bytes() <= self.limits.memory) {
                self.tables.insert((size, blank), tables);
                return true;
            }
        }
        false
    }

    /// Build tables for a task, and keep them; `false` if they were not to be had within the limits, or if that was enough.
    pub fn build(&mut self, task: &Task, quiet: bool, enough: &mut dyn FnMut() -> bool) -> bool {
        let Some((size, blank)) = key(task) else { return false };
        let building = Building { size, blank, extent: Extent::Small };
        let Ok(tables) = building.build_until(&self.limits, quiet, enough) else { return false };
        // Small tables are built sooner than they are read.
        if size.cells() > FEW_CELLS
            && let Some(mishap) = cache::save(size, blank, &tables)
        {
            warn(&mishap, quiet);
        }
        self.tables.insert((size, blank), tables);
        true
    }

    /// Whether tables can be built for a goal that leaves nothing open.
    pub fn has_room_for_tables(&self, goal: &Goal, who: Who) -> bool {
        let blank = goal.full().map_or(Cell(0), |goal| goal.blank());
        let bytes = match who {
            Who::Piece => deepen::Tables::bytes_to_build(goal.size(), blank, Extent::Small),
            Who::Set => together::Tables::bytes_to_build(goal.size(), blank),
        };
        bytes <= self.limits.memory
    }
}

/// Tell of something that does not matter much.
pub(super) fn warn(mishap: &str, quiet: bool) {
    if !quiet {
        let _ = writeln!(stderr(), "warning: {}", visible(mishap));
    }
}

/// What tables are for.
pub(super) fn key(task: &Task) -> Option<(Size, Cell)> {
    Some((task.size(), task.blank_home()?))
}
