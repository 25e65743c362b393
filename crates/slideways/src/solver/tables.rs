//! A cache of pattern databases: built once and shared, in memory and optionally in a folder.

#[cfg(feature = "shelf")]
use super::shelf::Keeper;
use crate::engine::parallel::Pool;
use crate::engine::run::single_flight::SingleFlight;
use crate::engine::run::supervise::{Results, supervise};
use crate::engine::tiles::pdb::PdbSize;
use crate::engine::tiles::pdb::build::Hear;
use crate::engine::tiles::pdb::partition::last_of_its_kind;
use crate::engine::tiles::{ida, mtm};
use crate::grid::Cell;
use crate::outcome::{Limits, Stop};
use crate::style::{Style, Who};
use crate::tiles::Size;
use crate::watch::{Event, Watch};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// Tables of boards of at most this many cells are built faster than a file is read.
pub(super) const FEW_CELLS: usize = 12;

/// The minimum time between two progress reports of a build.
const REPORT: Duration = Duration::from_millis(100);

/// The size of the board and the home of the blank.
pub(super) type Key = (Size, Cell);

/// Pattern databases of the single-tile metric.
pub(super) type StepTables = Arc<ida::Tables>;

/// Pattern databases of the multi-tile metric.
pub(super) type SetTables = Arc<mtm::MtmTables>;

/// The pattern databases that tile searches need. Each is built once, when a search first needs it.
///
/// Clones share everything, so one store can serve many solvers on many threads. With a folder, tables are
/// kept in files between runs. A file that is damaged or has another version is reported, rebuilt and
/// replaced.
///
/// ```
/// use slideways::prelude::*;
///
/// let store = TableStore::new();
/// for position in ["867254301", "647850321"] {
///     let position: Position = position.parse()?;
///     let answer = Solver::new(&position).tables(&store).solve()?;
///     assert!(matches!(answer.outcome, Outcome::Solved(_)));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct TableStore(pub(super) Arc<Inner>);

pub(super) struct Inner {
    #[cfg(feature = "shelf")]
    pub keeper: Keeper,
    pub memory: u64,
    pub step: SingleFlight<Key, StepTables>,
    /// By the name of their file, which reflections share.
    pub set: SingleFlight<String, SetTables>,
}

impl Default for Inner {
    fn default() -> Inner {
        Inner {
            #[cfg(feature = "shelf")]
            keeper: Keeper::default(),
            memory: u64::MAX,
            step: SingleFlight::default(),
            set: SingleFlight::default(),
        }
    }
}

impl TableStore {
    /// A store without a folder.
    pub fn new() -> TableStore {
        TableStore::default()
    }

    /// An empty store with the same folder or shelf that holds at most `bytes` bytes of tables per metric; it
    /// drops the least recently used tables.
    pub fn memory(&self, bytes: u64) -> TableStore {
        TableStore(Arc::new(Inner {
            #[cfg(feature = "shelf")]
            keeper: self.0.keeper.clone(),
            memory: bytes,
            ..Inner::default()
        }))
    }

    /// Tables of the single-tile metric: large ones if the folder has them, otherwise small ones, which are
    /// built if necessary.
    pub(super) fn step(&self, key: Key, limits: &Limits, watch: &mut dyn Watch) -> Result<StepTables, Stop> {
        if let Some(tables) = self.0.step.ready(&key).filter(|tables| tables.bytes() <= limits.memory) {
            return Ok(tables);
        }
        let tables = match canonical(key) {
            alike if alike != key => {
                let tables = self.step(alike, limits, watch)?;
                Ok(self.seen_from(key, &tables))
            }
            _ => {
                let make = |watch: &mut dyn Watch| match self.kept_step(key, limits, watch) {
                    Some(tables) => Ok(tables),
                    None => self.build_step(key, PdbSize::Small, limits, watch),
                };
                let is_too_large = |tables: &StepTables| tables.bytes() > limits.memory;
                let mut tables = self.0.step.obtain(&key, limits.time, watch, make)?;
                if is_too_large(&tables) {
                    // The store may hold large tables for a solver with a higher memory limit.
                    tables = make(watch)?;
                }
                if is_too_large(&tables) { Err(Stop::Memory) } else { Ok(tables) }
            }
        };
        self.0.step.shrink(usize::MAX, self.0.memory, |tables| tables.bytes());
        tables
    }

    /// Tables of the single-tile metric of one size class, built if necessary. Large tables found here serve
    /// later searches, too.
    pub(super) fn exactly(
        &self,
        key: Key,
        extent: PdbSize,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<StepTables, Stop> {
        let alike = canonical(key);
        if alike != key {
            let tables = self.exactly(alike, extent, limits, watch)?;
            return Ok(Arc::new(tables.for_blank(key.1).expect("the two homes look alike")));
        }
        let fits = |tables: &StepTables| tables.extent() == extent && tables.bytes() <= limits.memory;
        if let Some(tables) = self.0.step.ready(&key).filter(fits) {
            return Ok(tables);
        }
        let tables = match self.kept_step(key, limits, watch).filter(fits) {
            Some(tables) => tables,
            None => self.build_step(key, extent, limits, watch)?,
        };
        if self.0.step.ready(&key).is_none_or(|ready| ready.extent() < extent) {
            self.0.step.put(&key, tables.clone());
        }
        Ok(tables)
    }

    /// The tables of the single-tile metric, if they are in memory or in the folder; nothing is built.
    pub(super) fn ready_step(&self, key: Key, limits: &Limits, watch: &mut dyn Watch) -> Option<StepTables> {
        if let Some(tables) = self.0.step.ready(&key) {
            return Some(tables).filter(|tables| tables.bytes() <= limits.memory);
        }
        match canonical(key) {
            alike if alike != key => {
                self.ready_step(alike, limits, watch).map(|tables| self.seen_from(key, &tables))
            }
            _ => {
                let tables = self.kept_step(key, limits, watch)?;
                self.0.step.put(&key, tables.clone());
                Some(tables)
            }
        }
    }

    /// The same tables for a reflection of the home of the blank.
    pub(super) fn seen_from(&self, key: Key, tables: &StepTables) -> StepTables {
        let tables = Arc::new(tables.for_blank(key.1).expect("the two homes look alike"));
        self.0.step.put(&key, tables.clone());
        tables
    }

    /// Build tables and write them to the folder.
    fn build_step(
        &self,
        (size, blank): Key,
        extent: PdbSize,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<StepTables, Stop> {
        if ida::Tables::bytes_to_build(size, blank, extent) > limits.memory {
            return Err(Stop::Memory);
        }
        let name = format!("{size}, {}", extent.name());
        let tables = build(&name, limits, watch, |hear| ida::Tables::build(size, blank, extent, hear))?;
        if size.cells() > FEW_CELLS {
            self.keep_step(&tables, watch);
        }
        Ok(Arc::new(tables))
    }

    /// Tables of the multi-tile metric, built if necessary.
    pub(super) fn set(&self, key: Key, limits: &Limits, watch: &mut dyn Watch) -> Result<SetTables, Stop> {
        let (size, blank) = key;
        if mtm::MtmTables::bytes_to_build(size, blank) > limits.memory {
            return Err(Stop::Memory);
        }
        let tables = self.0.set.obtain(&mtm::name(size, blank), limits.time, watch, |watch| {
            let kept = size.cells() > FEW_CELLS;
            if kept && let Some(tables) = self.kept_set(key, watch) {
                return Ok(tables);
            }
            let board = format!("{size}, {}", Style::SET_STEP);
            let tables = build(&board, limits, watch, |hear| mtm::MtmTables::build(size, blank, hear))?;
            if kept {
                self.keep_set(key, &tables, watch);
            }
            Ok(Arc::new(tables))
        });
        self.0.set.shrink(usize::MAX, self.0.memory, |tables| tables.bytes());
        tables
    }

    /// Whether memory has room to build small tables.
    pub(super) fn have_room(key: Key, who: Who, limits: &Limits) -> bool {
        bytes_to_build(key, who) <= limits.memory
    }
}

/// The bytes that it takes to build small tables. A batch asks for the same board thousands of times, and to
/// add up the patterns takes longer than to solve an easy position.
fn bytes_to_build((size, blank): Key, who: Who) -> u64 {
    static KNOWN: Mutex<BTreeMap<(usize, usize, Cell, Who), u64>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    *known.entry((size.rows(), size.cols(), blank, who)).or_insert_with(|| match who {
        Who::Piece => ida::Tables::bytes_to_build(size, blank, PdbSize::Small),
        Who::Set => mtm::MtmTables::bytes_to_build(size, blank),
    })
}

/// Without a shelf there is nothing to read or write.
#[cfg(not(feature = "shelf"))]
impl TableStore {
    fn kept_step(&self, _: Key, _: &Limits, _: &mut dyn Watch) -> Option<StepTables> {
        None
    }

    fn keep_step(&self, _: &ida::Tables, _: &mut dyn Watch) {}

    fn kept_set(&self, _: Key, _: &mut dyn Watch) -> Option<SetTables> {
        None
    }

    fn keep_set(&self, _: Key, _: &mtm::MtmTables, _: &mut dyn Watch) {}
}

/// The canonical form of a key: the last of the reflections of the home of the blank. They share their
/// tables.
pub(super) fn canonical((size, blank): Key) -> Key {
    (size, last_of_its_kind(size, blank).0)
}

/// Build something within limits of time and threads; reports to `watch` from the calling thread.
pub(super) fn build<T: Send>(
    name: &str,
    limits: &Limits,
    watch: &mut dyn Watch,
    build: impl FnOnce(&Hear) -> Option<T> + Send,
) -> Result<T, Stop> {
    let started = Instant::now();
    let (halt, finished) = (AtomicBool::new(false), AtomicU64::new(0));
    let stopped = Mutex::new(None);
    let hear = |part: f64| {
        finished.store(part.to_bits(), Relaxed);
        let late = limits.time.is_some_and(|time| started.elapsed() >= time);
        let halt = halt.load(Relaxed);
        if halt || late {
            let by = if halt { Stop::Caller } else { Stop::Time };
            stopped.lock().expect("no code that panics runs under this lock").get_or_insert(by);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    let pool = Pool::exactly(limits.threads);
    let (build, mut built) = (Mutex::new(Some(build)), None);
    let worker = |_: usize, line: &dyn Results<T>| {
        // On one thread, the supervisor runs when the build reports to it.
        #[cfg(not(feature = "parallel"))]
        let hear = |part: f64| {
            line.pulse();
            hear(part)
        };
        let build = build.lock().ok().and_then(|mut build| build.take()).expect("there is one worker");
        let built = match &pool {
            Some(pool) => pool.install(|| build(&hear)),
            None => build(&hear),
        };
        built.into_iter().for_each(|built| line.send(built));
    };
    let mut reported = started;
    supervise(1, &worker, &mut |done| {
        built = built.take().or(done);
        halt.fetch_or(watch.stop(), Relaxed);
        if reported.elapsed() >= REPORT {
            reported = Instant::now();
            watch.event(Event::Tables { name, part: f64::from_bits(finished.load(Relaxed)) });
        }
    });
    built.ok_or_else(|| stopped.into_inner().ok().flatten().unwrap_or(Stop::Caller))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_held_for_one_solver_do_not_break_the_limit_of_another() {
        let (store, key) = (TableStore::new(), (Size::new(3, 3).unwrap(), Cell(8)));
        let held = store.step(key, &Limits::new(), &mut ()).unwrap();
        assert!(store.step(key, &Limits::new().memory(held.bytes()), &mut ()).is_ok());
        let less = Limits::new().memory(held.bytes() - 1);
        assert_eq!(store.step(key, &less, &mut ()).err(), Some(Stop::Memory));
    }
}
