//! The iterations of IDA*: each allows one more sad step, until one finds a solution.

use super::context::{Context, Origin};
use super::device::{self, DeviceDone, DeviceEnd, IdaDevice};
use super::flow::{Flow, Halt, Hear, Spent};
use super::levels::Levels;
use super::list::List;
use super::recover;
use super::tables::Tables;
use super::word::Word;
use super::workers::{DividedIteration, Done};
use crate::engine::run::deepening::{Deepening, Iterated, deepen};
use crate::engine::search::control::Control;
use crate::engine::tiles::instance::{Instance, Unsuited};
use crate::engine::tiles::pruning::Automaton;
use crate::engine::tiles::visit::Visit;
use crate::grid::{Cell, Dir};
use crate::outcome::{Cost, Limits, Outcome, Searched, Stop, Total};
use crate::solver::DeviceError;
use crate::watch::{Saved, Watch};
use std::cell::RefCell;
use std::ops::ControlFlow;

/// An iteration that follows one with this many generated steps is long, and is divided into work units. (The
/// rule ignores the number of threads, or the answer might depend on it.)
const LONG: u64 = 1 << 22;

/// With a device, iterations that follow one with this many generated steps run there.
const FEW: u64 = 1 << 16;

/// The least number of positions into which a long iteration is divided.
const SHARED: usize = 1 << 12;

/// An instance with its tables and automaton.
pub struct IdaSearch<'a> {
    instance: &'a Instance,
    tables: &'a Tables,
    automaton: &'a Automaton,
    all: bool,
    /// The device that runs long iterations, if there is one, and why it failed.
    pub device: Option<&'a dyn IdaDevice>,
    pub failed: RefCell<Option<DeviceError>>,
}

/// Checks the limits while an iteration runs on the calling thread.
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

/// Call a method with the word type and the number of patterns that suit the tables.
macro_rules! with_words {
    ($search:ident . $method:ident ( $($argument:expr),* )) => {
        match ($search.tables.cells() <= <u64 as Word>::CELLS, $search.tables.patterns()) {
            (true, 0..=2) => $search.$method::<u64, 2>($($argument),*),
            (true, _) => $search.$method::<u64, 3>($($argument),*),
            (false, _) => $search.$method::<u128, 4>($($argument),*),
        }
    };
}

impl<'a> IdaSearch<'a> {
    /// A search with tables for this instance; `all` if all solutions are wanted.
    pub fn new(
        instance: &'a Instance,
        tables: &'a Tables,
        automaton: &'a Automaton,
        all: bool,
    ) -> Result<IdaSearch<'a>, Unsuited> {
        match (instance.is_full(), tables.serve(instance)) {
            (false, _) => Err(Unsuited::OpenGoal),
            (true, false) => Err(Unsuited::OtherTables),
            (true, true) => {
                let (device, failed) = (None, RefCell::new(None));
                Ok(IdaSearch { instance, tables, automaton, all, device, failed })
            }
        }
    }

    /// Find the first solution and return its path, or count all solutions.
    pub fn run(
        &self,
        saved: Option<&Saved>,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> (Searched<Total>, Option<Vec<Dir>>) {
        with_words!(self.iterate(saved, limits, watch))
    }

    /// Visit all solutions.
    pub fn list(&self, limits: Limits, watch: &mut dyn Watch, visit: &mut Visit) -> Searched<Total> {
        with_words!(self.iterate_listing(limits, watch, visit))
    }

    fn iterate<W: Word, const P: usize>(
        &self,
        saved: Option<&Saved>,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> (Searched<Total>, Option<Vec<Dir>>) {
        let context: Context<W, P> = Context::new(self.instance, self.tables, self.automaton);
        let bound = u32::from(context.start.node.bound);
        let mut control = Control::new(Limits { threads: 1, ..limits }, watch);
        if let Err(by) = control.hold(self.tables.bytes()) {
            return (Searched { outcome: Outcome::Stopped { lower: bound, by }, cost: control.cost }, None);
        }
        // A checkpoint of another instance may have a length that is impossible for this one.
        let saved = saved.filter(|saved| saved.threshold >= bound && (saved.threshold - bound) % 2 == 0);
        if let Some(saved) = saved {
            (control.cost.expanded, control.cost.generated) = (saved.expanded, saved.generated);
        }
        let spent_before = if saved.is_some() { LONG } else { 0 };
        let (threads, levels) = (limits.threads, vec![]);
        let mut first =
            First { search: self, context, bound, control, levels, saved, threads, spent_before, path: None };
        let answer = deepen(&mut first, bound, saved.map_or(bound, |saved| saved.threshold));
        (answer, first.path)
    }

    fn iterate_listing<W: Word, const P: usize>(
        &self,
        limits: Limits,
        watch: &mut dyn Watch,
        visit: &mut Visit,
    ) -> Searched<Total> {
        let context: Context<W, P> = Context::new(self.instance, self.tables, self.automaton);
        let bound = u32::from(context.start.node.bound);
        let mut control = Control::new(Limits { threads: 1, ..limits }, watch);
        if let Err(by) = control.hold(self.tables.bytes()) {
            return Searched { outcome: Outcome::Stopped { lower: bound, by }, cost: control.cost };
        }
        deepen(&mut IdaListing { context: &context, bound, control, visit }, bound, bound)
    }

    /// The positions where an iteration begins: usually the start. But if the start is its own mirror image,
    /// solutions come in pairs of mirror images, and one of each pair is enough.
    ///
    /// The solution that the automaton never forbids is the first of all shortest ones in alphabetical order.
    /// It does not come after its own mirror image, so neither does its first letter: it is R or L, not D or
    /// U.
    fn origins<W: Word, const P: usize>(&self, context: &Context<W, P>, most: usize) -> Vec<Origin<W, P>> {
        let start = &context.start;
        if self.all || !is_own_mirror_image(self.instance) || context.is_goal(&start.node, start.blank) {
            return vec![start.clone()];
        }
        context.after(start, most, &[Dir::Right, Dir::Left])
    }
}

/// The search for the first solution, or for the number of solutions.
struct First<'s, 'a, 'w, W, const P: usize> {
    search: &'s IdaSearch<'a>,
    context: Context<'a, W, P>,
    bound: u32,
    control: Control<'w>,
    levels: Levels<W, P>,
    saved: Option<&'s Saved>,
    threads: usize,
    /// The most steps that any iteration so far has generated.
    spent_before: u64,
    path: Option<Vec<Dir>>,
}

impl<'w, W: Word, const P: usize> Deepening<'w> for First<'_, '_, 'w, W, P> {
    fn control(&mut self) -> &mut Control<'w> {
        &mut self.control
    }

    fn iteration(&mut self, threshold: u32) -> Result<Iterated, Stop> {
        let search = self.search;
        let excesses = &search.tables.excesses;
        if excesses.deserve_a_copy() && self.control.hold(excesses.bytes().len() as u64).is_ok() {
            excesses.copy();
            self.context = Context::new(search.instance, search.tables, search.automaton);
        }
        let most = (threshold - self.bound) as usize / 2;
        let before = self.control.cost;
        let origins = search.origins(&self.context, most);
        let done = match (self.spent_before < LONG, search.device) {
            // The device begins where this processor does, so that it expands the same positions.
            (true, Some(device)) if self.spent_before >= FEW => {
                self.on_device(device, &origins, None, most, threshold)?
            }
            (true, _) => self.short(&origins, most, threshold)?,
            (false, _) => {
                let origins = self.context.spread(origins, most, SHARED);
                let saved = self.saved.filter(|saved| saved.threshold == threshold);
                match search.device {
                    Some(device) => self.on_device(device, &origins, saved, most, threshold)?,
                    None => {
                        let (context, origins) = (&self.context, &origins[..]);
                        let divided = DividedIteration { context, origins, most, all: search.all, threshold };
                        divided.run(saved, self.threads, &mut self.control)?
                    }
                }
            }
        };
        let Done { spent: Spent { expanded, generated }, solutions, path } = done;
        self.control.cost.expanded = before.expanded + expanded;
        self.control.cost.generated = before.generated + generated;
        excesses.used(generated);
        self.spent_before = generated.max(self.spent_before);
        self.path = path;
        Ok(Iterated { solutions, next: threshold + 2 })
    }
}

impl<W: Word, const P: usize> First<'_, '_, '_, W, P> {
    /// Run an iteration on this thread.
    fn short(&mut self, origins: &[Origin<W, P>], most: usize, threshold: u32) -> Result<Done, Stop> {
        let First { search, context, control, levels, .. } = self;
        let before = control.cost;
        let mut listener = Listener { control, threshold, before };
        let mut flow = Flow::new(context, &mut listener, search.all);
        let path = match flow.iteration(levels, origins, most) {
            Ok(()) => None,
            Err(Halt::Solved(entry)) => Some(recover::path(context, levels, origins, entry)),
            Err(Halt::Stop(by)) => return Err(by),
        };
        Ok(Done { spent: flow.spent, solutions: flow.solutions, path })
    }

    /// Run an iteration on a device.
    fn on_device(
        &mut self,
        device: &dyn IdaDevice,
        origins: &[Origin<W, P>],
        saved: Option<&Saved>,
        most: usize,
        threshold: u32,
    ) -> Result<Done, Stop> {
        let (all, first) = (origins.len(), device::first_waiting(saved, origins.len()));
        let mut keep = |unfinished: usize, control: &mut Control| {
            device::checkpoint(threshold, first + unfinished, all, control);
        };
        let mut done = self.below(device, &origins[first..], (most, threshold), &mut keep)?;
        let spent = done.spent;
        let Some(mut found) = done.found.map(|found| origins[first + found].clone()) else {
            return Ok(Done { spent, ..Done::default() });
        };
        while done.spent.generated >= FEW {
            let origins = self.context.spread(vec![found.clone()], most, SHARED);
            if origins.len() < 2 {
                break;
            }
            done = self.below(device, &origins, (most, threshold), &mut |_, _| ())?;
            found = origins[done.found.expect("a solution was found below these")].clone();
        }
        let path = match self.context.is_goal(&found.node, found.blank) {
            true => Some(found.path),
            false => self.short(&[found], most, threshold)?.path,
        };
        Ok(Done { spent, solutions: 1, path: Some(path.expect("a solution was found below this")) })
    }

    /// Search below some origins on a device.
    fn below(
        &mut self,
        device: &dyn IdaDevice,
        origins: &[Origin<W, P>],
        (most, threshold): (usize, u32),
        keep: &mut dyn FnMut(usize, &mut Control),
    ) -> Result<DeviceDone, Stop> {
        let context = &self.context;
        if let Some(found) = origins.iter().position(|origin| context.is_goal(&origin.node, origin.blank)) {
            return Ok(DeviceDone { found: Some(found), ..DeviceDone::default() });
        }
        let before = self.control.cost;
        let origins = device::for_device(context, origins, most);
        let done = device.iteration(&origins, threshold, &mut self.control, keep);
        if done.is_ok() {
            (self.control.cost.expanded, self.control.cost.generated) = (before.expanded, before.generated);
        }
        done.map_err(|end| match end {
            DeviceEnd::Stop(by) => by,
            DeviceEnd::Failed(error) => {
                self.search.failed.replace(Some(error.after(threshold)));
                Stop::Caller
            }
        })
    }
}

/// The search that visits all solutions.
struct IdaListing<'s, 't, 'w, W, const P: usize> {
    context: &'s Context<'t, W, P>,
    bound: u32,
    control: Control<'w>,
    visit: &'s mut Visit<'s>,
}

impl<'w, W: Word, const P: usize> Deepening<'w> for IdaListing<'_, '_, 'w, W, P> {
    fn control(&mut self) -> &mut Control<'w> {
        &mut self.control
    }

    fn iteration(&mut self, threshold: u32) -> Result<Iterated, Stop> {
        let IdaListing { context, bound, control, visit } = self;
        let before = control.cost;
        let (mut stopped, mut solutions) = (None, 0);
        let mut count = |path: &[Dir]| {
            solutions += 1;
            visit(path)
        };
        let mut listener = Listener { control, threshold, before };
        let mut hear = |spent: &Spent| match listener.hear(spent, 0) {
            Ok(()) => ControlFlow::Continue(()),
            Err(by) => {
                stopped = Some(by);
                ControlFlow::Break(())
            }
        };
        let most = (threshold - *bound) / 2;
        let (ended, Spent { expanded, generated }) = List::all(context, most, &mut count, &mut hear);
        control.cost.expanded = before.expanded + expanded;
        control.cost.generated = before.generated + generated;
        match ended.is_break() {
            true => Err(stopped.unwrap_or(Stop::Caller)),
            false => Ok(Iterated { solutions, next: threshold + 2 }),
        }
    }
}

/// Whether exchanging rows and columns leaves both the position and its goal unchanged.
fn is_own_mirror_image(instance: &Instance) -> bool {
    let size = instance.size();
    let side = size.cols();
    let mirror = |cell: Cell| Cell((cell.index() % side * side + cell.index() / side) as u16);
    let homes = instance.homes();
    size.rows() == side
        && (0..size.cells() as u16)
            .map(Cell)
            .all(|cell| homes[cell.index()].map(mirror) == homes[mirror(cell).index()])
}
