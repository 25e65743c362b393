//! Pattern databases, built once and shared: in memory, and in a folder if there is one.

use crate::grid::Cell;
use crate::outcome::{Limits, Stop};
use crate::run::single_flight::SingleFlight;
use crate::style::{Style, Who};
use crate::tiles::kept::TableError;
use crate::tiles::pattern::Extent;
use crate::tiles::pattern::build::Hear;
use crate::tiles::pattern::divide::last_of_its_kind;
use crate::tiles::{Size, deepen, together};
use crate::watch::{Event, Watch};
use std::env;
use std::fs;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Tables of boards of at most this many cells are built sooner than they are read.
pub(super) const FEW_CELLS: usize = 12;

/// Polling interval of the thread that waits for a build.
const POLL: Duration = Duration::from_millis(5);

/// The least time between two reports on a build.
const REPORT: Duration = Duration::from_millis(100);

/// By the size of the board and the home of the blank.
type Key = (Size, Cell);

/// Tables of the single-tile metric.
pub(super) type StepTables = Arc<deepen::Tables>;

/// Tables of the multi-tile metric.
pub(super) type SetTables = Arc<together::Tables>;

/// The pattern databases that searches for tiles need. Each is built once, when it is first asked for.
///
/// Clones share everything, so one store can serve many solvers on many threads. With a folder, tables are kept in files from
/// one run to the next; a file that is damaged or of another version is named, built again and replaced.
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
pub struct TableStore(Arc<Inner>);

struct Inner {
    folder: Option<PathBuf>,
    memory: u64,
    step: SingleFlight<Key, StepTables>,
    /// By the name of their file, which mirror images share.
    set: SingleFlight<String, SetTables>,
}

impl Default for Inner {
    fn default() -> Inner {
        Inner { folder: None, memory: u64::MAX, step: SingleFlight::default(), set: SingleFlight::default() }
    }
}

impl TableStore {
    /// A store without a folder.
    pub fn new() -> TableStore {
        TableStore::default()
    }

    /// A store with a folder, which is created when there is something to keep.
    pub fn at(folder: impl Into<PathBuf>) -> TableStore {
        TableStore(Arc::new(Inner { folder: Some(folder.into()), ..Inner::default() }))
    }

    /// An empty store like this one that holds at most `bytes` bytes of tables of each metric: the least recently used are
    /// forgotten.
    pub fn memory(&self, bytes: u64) -> TableStore {
        TableStore(Arc::new(Inner { folder: self.0.folder.clone(), memory: bytes, ..Inner::default() }))
    }

    /// The folder in which a user's tables are kept: what the environment variable `SLIDEWAYS_TABLES` names, or else
    /// `slideways` in the system's folder for caches, if it has one.
    pub fn user_folder() -> Option<PathBuf> {
        let named = |name: &str| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
        if let Some(folder) = named("SLIDEWAYS_TABLES") {
            return Some(folder);
        }
        let caches = match env::consts::OS {
            "windows" => named("LOCALAPPDATA"),
            "macos" => named("HOME").map(|home| home.join("Library/Caches")),
            _ => named("XDG_CACHE_HOME").or_else(|| named("HOME").map(|home| home.join(".cache"))),
        };
        caches.map(|caches| caches.join("slideways"))
    }

    /// The store of this user: with [the user's folder](TableStore::user_folder) if there is one.
    pub fn of_user() -> TableStore {
        TableStore::user_folder().map_or_else(TableStore::new, TableStore::at)
    }

    /// The folder.
    pub fn folder(&self) -> Option<&Path> {
        self.0.folder.as_deref()
    }

    /// Tables of the single-tile metric: large ones if the folder has them, else small ones, which are built if need be.
    pub(super) fn step(&self, key: Key, limits: &Limits, watch: &mut dyn Watch) -> Result<StepTables, Stop> {
        if let Some(tables) = self.0.step.ready(&key).filter(|tables| tables.bytes() <= limits.memory) {
            return Ok(tables);
        }
        let tables = match canonical(key) {
            alike if alike != key => {
                let tables = self.step(alike, limits, watch)?;
                Ok(self.seen_from(key, &tables))
            }
            _ => self.0.step.obtain(&key, limits.time, watch, |watch| {
                match self.kept_step(key, limits, watch) {
                    Some(tables) => Ok(tables),
                    None => self.build_step(key, Extent::Small, limits, watch),
                }
            }),
        };
        self.0.step.shrink(usize::MAX, self.0.memory, |tables| tables.bytes());
        tables
    }

    /// The same if they are at hand or in the folder; nothing is built.
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

    /// The same tables for a home of the blank that looks alike in a mirror.
    fn seen_from(&self, key: Key, tables: &StepTables) -> StepTables {
        let tables = Arc::new(tables.for_blank(key.1).expect("the two homes look alike"));
        self.0.step.put(&key, tables.clone());
        tables
    }

    /// Hold tables that were prepared.
    pub(super) fn put_step(&self, key: Key, tables: StepTables) {
        self.0.step.put(&key, tables.clone());
        let alike = canonical(key);
        if alike != key {
            self.seen_from(alike, &tables);
        }
    }

    /// The largest tables in the folder that the memory has room for.
    fn kept_step(&self, key: Key, limits: &Limits, watch: &mut dyn Watch) -> Option<StepTables> {
        let (size, blank) = key;
        if size.cells() <= FEW_CELLS {
            return None;
        }
        [Extent::Large, Extent::Small].into_iter().find_map(|extent| {
            let name = deepen::file::name(size, blank, extent);
            let tables = self.read(&name, watch, |path| deepen::file::load(size, blank, extent, path))?;
            Some(Arc::new(tables)).filter(|tables| tables.bytes() <= limits.memory)
        })
    }

    /// Build tables, and keep them in the folder.
    fn build_step(
        &self,
        (size, blank): Key,
        extent: Extent,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<StepTables, Stop> {
        if deepen::Tables::bytes_to_build(size, blank, extent) > limits.memory {
            return Err(Stop::Memory);
        }
        let name = format!("{size}, {}", extent.name());
        let tables = build(&name, limits, watch, |hear| deepen::Tables::build(size, blank, extent, hear))?;
        if size.cells() > FEW_CELLS {
            self.write(&deepen::file::name(size, blank, extent), watch, |path| {
                deepen::file::save(&tables, path)
            });
        }
        Ok(Arc::new(tables))
    }

    /// Tables of the multi-tile metric, built if need be.
    pub(super) fn set(&self, key: Key, limits: &Limits, watch: &mut dyn Watch) -> Result<SetTables, Stop> {
        let (size, blank) = key;
        if together::Tables::bytes_to_build(size, blank) > limits.memory {
            return Err(Stop::Memory);
        }
        let name = together::file::name(size, blank);
        let tables = self.0.set.obtain(&name, limits.time, watch, |watch| {
            let kept = size.cells() > FEW_CELLS;
            if kept
                && let Some(tables) = self.read(&name, watch, |path| together::file::load(size, blank, path))
            {
                return Ok(Arc::new(tables));
            }
            let board = format!("{size}, {}", Style::SET_STEP);
            let tables = build(&board, limits, watch, |hear| together::Tables::build(size, blank, hear))?;
            if kept {
                self.write(&name, watch, |path| together::file::save(&tables, path));
            }
            Ok(Arc::new(tables))
        });
        self.0.set.shrink(usize::MAX, self.0.memory, |tables| tables.bytes());
        tables
    }

    /// Whether the memory has room to build small tables.
    pub(super) fn have_room((size, blank): Key, who: Who, limits: &Limits) -> bool {
        let bytes = match who {
            Who::Piece => deepen::Tables::bytes_to_build(size, blank, Extent::Small),
            Who::Set => together::Tables::bytes_to_build(size, blank),
        };
        bytes <= limits.memory
    }

    /// Read a file of the folder; a file that is of no use is reported.
    pub(super) fn read<T>(
        &self,
        name: &str,
        watch: &mut dyn Watch,
        load: impl Fn(&Path) -> Result<T, TableError>,
    ) -> Option<T> {
        let path = self.folder()?.join(name);
        match load(&path) {
            Ok(tables) => Some(tables),
            Err(TableError::Io(error)) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => {
                watch.event(Event::Warning(&format!("{}: {error}; building it again", path.display())));
                None
            }
        }
    }

    /// Write a file of the folder; if that fails, it is reported.
    pub(super) fn write(
        &self,
        name: &str,
        watch: &mut dyn Watch,
        save: impl Fn(&Path) -> Result<(), TableError>,
    ) -> bool {
        let Some(folder) = self.folder() else { return true };
        let path = folder.join(name);
        let saved = fs::create_dir_all(folder).map_err(TableError::Io).and_then(|()| save(&path));
        if let Err(error) = &saved {
            watch
                .event(Event::Warning(&format!("{}: the tables could not be kept: {error}", path.display())));
        }
        saved.is_ok()
    }
}

/// The same board with the last of the homes of the blank that look alike in a mirror; they share their tables.
fn canonical((size, blank): Key) -> Key {
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
    let (halt, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let stopped = Mutex::new(None);
    let hear = |part: f64| {
        done.store(part.to_bits(), Relaxed);
        let late = limits.time.is_some_and(|time| started.elapsed() >= time);
        let halt = halt.load(Relaxed);
        if halt || late {
            let by = if halt { Stop::Caller } else { Stop::Time };
            stopped.lock().expect("no code that panics runs under this lock").get_or_insert(by);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(limits.threads).build();
    let waiting = thread::current();
    let built = thread::scope(|scope| {
        let builder = scope.spawn(|| {
            // A machine that has no threads to give builds the tables all the same.
            let built = match &pool {
                Ok(pool) => pool.install(|| build(&hear)),
                Err(_) => build(&hear),
            };
            waiting.unpark();
            built
        });
        let mut reported = started;
        while !builder.is_finished() {
            halt.fetch_or(watch.stop(), Relaxed);
            if reported.elapsed() >= REPORT {
                reported = Instant::now();
                watch.event(Event::Tables { name, part: f64::from_bits(done.load(Relaxed)) });
            }
            thread::park_timeout(POLL);
        }
        builder.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    built.ok_or_else(|| stopped.into_inner().ok().flatten().unwrap_or(Stop::Caller))
}
