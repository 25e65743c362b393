//! Round after round, each with one sad step more, until one finds a solution.

use super::crew::{Crew, Done};
use super::flow::{Flow, Halt, Hear, Spent};
use super::ground::{Ground, Origin};
use super::levels::Levels;
use super::list::List;
use super::recover;
use super::tables::Tables;
use super::word::Word;
use crate::grid::{Cell, Dir};
use crate::outcome::{Answer, Cost, Limits, Outcome, Stop, Total, Watch};
use crate::search::control::Control;
use crate::tiles::machine::Machine;
use crate::tiles::round::{Round, Visit};
use crate::tiles::task::Task;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// If a round has generated so many steps, the next one is long, and shared out. (The number of threads is not asked, or
/// the answer might depend on it.)
const LONG: u64 = 1 << 22;

/// So many positions are shared out, at least.
const SHARED: usize = 1 << 12;

/// What is done is written down no more often than this.
const SELDOM: Duration = Duration::from_secs(1);

/// How far a search has come, to be written down: with it another search can go on.
///
/// It says nothing about the task, the tables or the machine: whoever keeps it must know what it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// The length of solutions sought.
    pub threshold: u32,
    /// What the rounds before have cost.
    pub expanded: u64,
    /// What the rounds before have cost.
    pub generated: u64,
    /// What those parts of the round have cost that are done: expanded, generated.
    pub units: Vec<Option<(u64, u64)>>,
}

/// What was found.
pub struct Found {
    /// The length of the solution.
    pub threshold: u32,
    /// The number of solutions, if it was asked for.
    pub solutions: u128,
    /// A solution, if that was.
    pub path: Option<Vec<Dir>>,
}

/// A task and what is needed for it.
pub struct Search<'a> {
    task: &'a Task,
    tables: &'a Tables,
    machine: &'a Machine,
    all: bool,
}

/// Hears the limits while a round runs on the thread that was called.
struct Listener<'c, 'w> {
    control: &'c mut Control<'w>,
    threshold: u32,
    before: Cost,
}

impl Hear for Listener<'_, '_> {
    fn hear(&mut self, spent: &Spent, bytes: u64) -> Result<(), Stop> {
        self.control.cost.expanded = self.before.expanded + spent.expanded;
        self.control.cost.generated = self.before.generated + spent.generated;
        self.control.check(self.threshold, 0, bytes)?;
        if bytes > self.control.memory() { Err(Stop::Memory) } else { Ok(()) }
    }
}

/// Call a method for the words and the number of patterns that are wanted.
macro_rules! with_words {
    ($search:ident . $method:ident ( $($argument:expr),* )) => {
        match ($search.tables.cells() <= <u64 as Word>::CELLS, $search.tables.patterns()) {
            (true, 0..=2) => $search.$method::<u64, 2>($($argument),*),
            (true, _) => $search.$method::<u64, 3>($($argument),*),
            (false, _) => $search.$method::<u128, 4>($($argument),*),
        }
    };
}

impl<'a> Search<'a> {
    /// `None` if the tables are not for this task; `all` if all solutions are wanted.
    pub fn new(task: &'a Task, tables: &'a Tables, machine: &'a Machine, all: bool) -> Option<Search<'a>> {
        (task.is_full() && tables.serve(task)).then_some(Search { task, tables, machine, all })
    }

    /// Find the first solution, or count all.
    pub fn run(
        &self,
        saved: Option<&Saved>,
        limits: Limits,
        watch: &mut dyn Watch,
        rounds: &mut dyn FnMut(Round),
        keep: &mut dyn FnMut(&Saved),
    ) -> Answer<Found> {
        with_words!(self.rounds(saved, limits, watch, rounds, keep))
    }

    /// Show all solutions.
    pub fn list(
        &self,
        limits: Limits,
        watch: &mut dyn Watch,
        rounds: &mut dyn FnMut(Round),
        visit: &mut Visit,
    ) -> Answer<Total> {
        with_words!(self.listed(limits, watch, rounds, visit))
    }

    fn rounds<W: Word, const P: usize>(
        &self,
        saved: Option<&Saved>,
        limits: Limits,
        watch: &mut dyn Watch,
        rounds: &mut dyn FnMut(Round),
        keep: &mut dyn FnMut(&Saved),
    ) -> Answer<Found> {
        let mut ground: Ground<W, P> = Ground::new(self.task, self.tables, self.machine);
        let bound = u32::from(ground.start.node.bound);
        let mut control = Control::new(Limits { threads: 1, ..limits }, watch);
        if let Err(by) = control.hold(self.tables.bytes()) {
            return Answer { outcome: Outcome::Stopped { bound, by }, cost: control.cost };
        }
        let mut spent_before = 0;
        let mut threshold = bound;
        // What is written down for another task may have a length that this one cannot have.
        let saved = saved.filter(|saved| saved.threshold >= bound && (saved.threshold - bound) % 2 == 0);
        if let Some(saved) = saved {
            (threshold, spent_before) = (saved.threshold, LONG);
            (control.cost.expanded, control.cost.generated) = (saved.expanded, saved.generated);
        }
        let mut levels = vec![];
        loop {
            let excesses = &self.tables.excesses;
            if excesses.deserve_a_copy() && control.hold(excesses.bytes().len() as u64).is_ok() {
                excesses.copy();
                ground = Ground::new(self.task, self.tables, self.machine);
            }
            let most = (threshold - bound) as usize / 2;
            let before = control.cost;
            let origins = self.origins(&ground, most);
            let done = if spent_before < LONG {
                self.short(&ground, &mut levels, &origins, most, threshold, &mut control)
            } else {
                let origins = ground.spread(origins, most, SHARED);
                let crew = Crew { ground: &ground, origins: &origins, most, all: self.all, threshold };
                let saved = saved.filter(|saved| saved.threshold == threshold);
                long(&crew, saved, limits.threads, &mut control, keep)
            };
            let done = match done {
                Ok(done) => done,
                Err(by) => {
                    return Answer { outcome: Outcome::Stopped { bound: threshold, by }, cost: control.cost };
                }
            };
            let Done { spent: Spent { expanded, generated }, solutions, path } = done;
            control.cost.expanded = before.expanded + expanded;
            control.cost.generated = before.generated + generated;
            excesses.used(generated);
            rounds(Round { bound, threshold, expanded, generated, solutions });
            if solutions > 0 {
                return Answer {
                    outcome: Outcome::Solved(Found { threshold, solutions, path }),
                    cost: control.cost,
                };
            }
            spent_before = generated.max(spent_before);
            threshold += 2;
        }
    }

    /// Where a round begins: at the start; but if that is its own mirror image, solutions come in pairs of mirror images, and
    /// one of each pair will do.
    ///
    /// The solution that the machine never forbids is the first in the alphabet of all shortest ones. It does not come after
    /// its own mirror image, so neither does its first letter: it is R or L, not D or U.
    fn origins<W: Word, const P: usize>(&self, ground: &Ground<W, P>, most: usize) -> Vec<Origin<W, P>> {
        let start = &ground.start;
        if self.all || !is_own_mirror_image(self.task) || ground.is_goal(&start.node, start.blank) {
            return vec![start.clone()];
        }
        ground.after(start, most, &[Dir::Right, Dir::Left])
    }

    /// A round on this thread.
    fn short<W: Word, const P: usize>(
        &self,
        ground: &Ground<W, P>,
        levels: &mut Levels<W, P>,
        origins: &[Origin<W, P>],
        most: usize,
        threshold: u32,
        control: &mut Control,
    ) -> Result<Done, Stop> {
        let before = control.cost;
        let mut listener = Listener { control, threshold, before };
        let mut flow = Flow::new(ground, &mut listener, self.all);
        let path = match flow.round(levels, origins, most) {
            Ok(()) => None,
            Err(Halt::Found(entry)) => Some(recover::path(ground, levels, origins, entry)),
            Err(Halt::Stop(by)) => return Err(by),
        };
        Ok(Done { spent: flow.spent, solutions: flow.solutions, path })
    }

    fn listed<W: Word, const P: usize>(
        &self,
        limits: Limits,
        watch: &mut dyn Watch,
        rounds: &mut dyn FnMut(Round),
        visit: &mut Visit,
    ) -> Answer<Total> {
        let ground: Ground<W, P> = Ground::new(self.task, self.tables, self.machine);
        let bound = u32::from(ground.start.node.bound);
        let mut control = Control::new(Limits { threads: 1, ..limits }, watch);
        if let Err(by) = control.hold(self.tables.bytes()) {
            return Answer { outcome: Outcome::Stopped { bound, by }, cost: control.cost };
        }
        for most in 0.. {
            let threshold = bound + 2 * most;
            let before = control.cost;
            let (mut stopped, mut solutions) = (None, 0);
            let mut count = |path: &[Dir]| {
                solutions += 1;
                visit(path)
            };
            let mut listener = Listener { control: &mut control, threshold, before };
            let mut hear = |spent: &Spent| match listener.hear(spent, 0) {
                Ok(()) => ControlFlow::Continue(()),
                Err(by) => {
                    stopped = Some(by);
                    ControlFlow::Break(())
                }
            };
            let (ended, Spent { expanded, generated }) = List::all(&ground, most, &mut count, &mut hear);
            control.cost.expanded = before.expanded + expanded;
            control.cost.generated = before.generated + generated;
            if ended.is_break() {
                let by = stopped.unwrap_or(Stop::Caller);
                return Answer { outcome: Outcome::Stopped { bound: threshold, by }, cost: control.cost };
            }
            rounds(Round { bound, threshold, expanded, generated, solutions });
            if solutions > 0 {
                let total = Total { moves: threshold, solutions };
                return Answer { outcome: Outcome::Solved(total), cost: control.cost };
            }
        }
        unreachable!("a task has a solution")
    }
}

/// A round that is shared out.
fn long<W: Word, const P: usize>(
    crew: &Crew<W, P>,
    saved: Option<&Saved>,
    threads: usize,
    control: &mut Control,
    keep: &mut dyn FnMut(&Saved),
) -> Result<Done, Stop> {
    let mut done: Vec<Option<Done>> = vec![None; crew.units()];
    if let Some(saved) = saved.filter(|saved| saved.units.len() == done.len()) {
        for (done, unit) in done.iter_mut().zip(&saved.units) {
            let spent = unit.map(|(expanded, generated)| Spent { expanded, generated });
            *done = spent.map(|spent| Done { spent, ..Done::default() });
        }
    }
    let before = control.cost;
    let mut kept = Instant::now();
    let mut seldom = |done: &[Option<Done>]| {
        if kept.elapsed() >= SELDOM && !crew.all {
            kept = Instant::now();
            let units = fruitless(done);
            let (threshold, expanded, generated) = (crew.threshold, before.expanded, before.generated);
            keep(&Saved { threshold, expanded, generated, units });
        }
    };
    crew.round(&mut done, threads, control, &mut seldom)?;
    // Up to the first solution all is done, and nothing after it counts.
    let mut all = Done::default();
    for done in done.into_iter().map_while(|done| done) {
        all.spent.expanded += done.spent.expanded;
        all.spent.generated += done.spent.generated;
        all.solutions += done.solutions;
        if done.path.is_some() {
            all.path = done.path;
            break;
        }
    }
    Ok(all)
}

/// What those parts of a round have cost that are done and led nowhere. One that has a solution is not among them: it must be
/// found again if the search is stopped before all earlier ones are done.
fn fruitless(done: &[Option<Done>]) -> Vec<Option<(u64, u64)>> {
    let cost = |done: &Done| (done.spent.expanded, done.spent.generated);
    let fruitless = |done: &&Done| done.path.is_none();
    done.iter().map(|done| done.as_ref().filter(fruitless).map(cost)).collect()
}

/// Whether a position looks the same if rows and columns are exchanged, and so does its goal.
fn is_own_mirror_image(task: &Task) -> bool {
    let size = task.size();
    let side = size.cols();
    let mirror = |cell: Cell| Cell((cell.index() % side * side + cell.index() / side) as u16);
    let homes = task.homes();
    size.rows() == side
        && (0..size.cells() as u16)
            .map(Cell)
            .all(|cell| homes[cell.index()].map(mirror) == homes[mirror(cell).index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_has_a_solution_is_not_written_down_as_done() {
        let spent = Spent { expanded: 2, generated: 5 };
        let without = Done { spent, ..Done::default() };
        let with = Done { path: Some(vec![Dir::Left]), solutions: 1, ..without.clone() };
        assert_eq!(fruitless(&[Some(without), None, Some(with)]), [Some((2, 5)), None, None]);
    }
}
