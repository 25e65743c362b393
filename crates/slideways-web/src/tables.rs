//! The tables that searches for tiles need, read or built when they are first asked for.

use crate::jobs::Onlooker;
use crate::slots::Slots;
use slideways::grid::Cell;
use slideways::outcome::Limits;
use slideways::tiles::pattern::Extent;
use slideways::tiles::pattern::build::Hear;
use slideways::tiles::{Size, deepen, together};
use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Tables of smaller boards are built sooner than they are read.
const FEW_CELLS: usize = 12;

/// So many tables of each sort are kept; the oldest go first. Those of 4 x 4 take 6 MB for single tiles, and 88 MB for
/// tiles that move together.
const SINGLE: NonZero<usize> = NonZero::new(16).expect("it is not 0");
const TOGETHER: NonZero<usize> = NonZero::new(3).expect("it is not 0");

/// By the size of the board and the blank's home.
type Kept<T> = Slots<(Size, Cell), Arc<T>>;

/// All tables there are.
pub struct Shelf {
    folder: Option<PathBuf>,
    single: Kept<deepen::Tables>,
    together: Kept<together::Tables>,
}

impl Shelf {
    /// None so far; those of an earlier run may be in a folder.
    pub fn new(folder: Option<PathBuf>) -> Shelf {
        Shelf { folder, single: Slots::new(SINGLE), together: Slots::new(TOGETHER) }
    }

    /// The tables for single tiles; `None` if they were not to be had within the limits, or nobody wants them any more.
    pub fn single(
        &self,
        size: Size,
        blank: Cell,
        limits: &Limits,
        onlooker: &Onlooker,
    ) -> Option<Arc<deepen::Tables>> {
        if deepen::Tables::bytes_to_build(size, blank, Extent::Small) > limits.memory {
            return None;
        }
        self.kept(&self.single, (size, blank), limits, onlooker, |path| {
            let name = deepen::file::name(size, blank, Extent::Small);
            let path = path.map(|folder| folder.join(name));
            if let Some(tables) =
                path.as_ref().and_then(|path| deepen::file::load(size, blank, Extent::Small, path).ok())
            {
                return Some(tables);
            }
            let tables =
                built(limits, onlooker, |hear| deepen::Tables::build(size, blank, Extent::Small, hear))?;
            // Without a file they are built again next time.
            path.map(|path| deepen::file::save(&tables, &path));
            Some(tables)
        })
    }

    /// The same for tiles that move together.
    pub fn together(
        &self,
        size: Size,
        blank: Cell,
        limits: &Limits,
        onlooker: &Onlooker,
    ) -> Option<Arc<together::Tables>> {
        if together::Tables::bytes_to_build(size, blank) > limits.memory {
            return None;
        }
        self.kept(&self.together, (size, blank), limits, onlooker, |path| {
            let path = path.map(|folder| folder.join(together::file::name(size, blank)));
            if let Some(tables) = path.as_ref().and_then(|path| together::file::load(size, blank, path).ok())
            {
                return Some(tables);
            }
            let tables = built(limits, onlooker, |hear| together::Tables::build(size, blank, hear))?;
            path.map(|path| together::file::save(&tables, &path));
            Some(tables)
        })
    }

    fn kept<T>(
        &self,
        kept: &Kept<T>,
        key: (Size, Cell),
        limits: &Limits,
        onlooker: &Onlooker,
        make: impl FnOnce(Option<&Path>) -> Option<T>,
    ) -> Option<Arc<T>> {
        kept.obtain(key, limits.time, onlooker, || {
            let folder = self.folder.as_deref().filter(|_| key.0.cells() > FEW_CELLS);
            let folder = folder.filter(|folder| fs::create_dir_all(folder).is_ok());
            make(folder).map(Arc::new)
        })
    }
}

/// Build something, as long as somebody wants it and the time lasts.
fn built<T>(limits: &Limits, onlooker: &Onlooker, build: impl FnOnce(&Hear) -> Option<T>) -> Option<T> {
    let started = Instant::now();
    let told = Mutex::new(started);
    let hear = |part: f64| {
        let late = limits.time.is_some_and(|time| started.elapsed() >= time);
        if late || onlooker.is_over() {
            return ControlFlow::Break(());
        }
        if let Ok(mut told) = told.try_lock()
            && told.elapsed() > Duration::from_millis(150)
        {
            *told = Instant::now();
            onlooker.building(part);
        }
        ControlFlow::Continue(())
    };
    build(&hear)
}
