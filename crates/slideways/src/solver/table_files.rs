//! Pattern database files of a [`TableStore`]: built ahead of time, listed, removed.

use super::shelf::Keeper;
use super::tables::{Inner, Key, StepTables, TableStore, build, canonical};
use crate::engine::run::replace::UNFINISHED;
use crate::engine::tiles::pdb::PdbSize;
use crate::engine::tiles::pdb::file::TableError;
use crate::engine::tiles::{ida, mtm};
use crate::grid::Cell;
use crate::outcome::{Limits, Stop};
use crate::style::Style;
use crate::tiles::Size;
use crate::watch::Watch;
use std::env;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// What a table file is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableContent {
    /// The size of the board; the tables also serve the transposed board.
    pub size: Size,
    /// The home of the blank; the tables also serve its reflections.
    pub blank: Cell,
    /// The kind of tables.
    pub kind: TableKind,
}

/// A file in the folder of the store.
#[derive(Debug)]
pub struct TableFile {
    /// Its name.
    pub name: String,
    /// Its length in bytes.
    pub bytes: u64,
    /// What the file is for, or why it is unusable.
    pub content: Result<TableContent, TableError>,
}

/// A kind of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableKind {
    /// For the single-tile metric, built in about a second.
    Small,
    /// For the single-tile metric on 4 x 4, built in about half a minute; searches are several times faster.
    Large,
    /// For the multi-tile metric.
    Set,
}

impl TableKind {
    /// The best kind of tables for a board in the single-tile metric.
    pub fn best(size: Size) -> TableKind {
        if PdbSize::Large.suits(size) { TableKind::Large } else { TableKind::Small }
    }

    /// `small`, `large`, or `set-step`.
    pub fn name(self) -> &'static str {
        match self {
            TableKind::Small => PdbSize::Small.name(),
            TableKind::Large => PdbSize::Large.name(),
            TableKind::Set => Style::SET_STEP.name(),
        }
    }

    /// The name of the table file of a board.
    pub fn file_name(self, size: Size, blank: Cell) -> String {
        match self {
            TableKind::Small => ida::file::name(size, blank, PdbSize::Small),
            TableKind::Large => ida::file::name(size, blank, PdbSize::Large),
            TableKind::Set => mtm::file::name(size, blank),
        }
    }
}

/// Where prepared tables came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prepared {
    /// They already existed and were intact.
    Before,
    /// They have just been built.
    Now {
        /// Their size in memory, in bytes.
        bytes: u64,
        /// The time to build them.
        time: Duration,
        /// Whether they were written to the folder; `true` if there is no folder. If `false`, the watch
        /// received a warning.
        kept: bool,
    },
}

/// Why tables cannot be prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PrepareError {
    /// No tables exist for this board.
    #[error("there are no tables for {size}")]
    NoTables {
        /// The size of the board.
        size: Size,
    },
    /// The memory limit is too low.
    #[error("building the tables takes {bytes} bytes")]
    Memory {
        /// The bytes that the build needs.
        bytes: u64,
    },
    /// Something stopped the build; nothing was written.
    #[error("stopped")]
    Stopped(Stop),
}

impl TableStore {
    /// A store with a folder, which is created when the first file is written.
    pub fn at(folder: impl Into<PathBuf>) -> TableStore {
        let keeper = Keeper::Folder(folder.into());
        TableStore(Arc::new(Inner { keeper, ..Inner::default() }))
    }

    /// The folder of the user's tables: the value of the environment variable `SLIDEWAYS_TABLES`, or else
    /// `slideways` in the system's cache folder, if there is one.
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

    /// The store of this user, with [the user's folder](TableStore::user_folder) if there is one.
    pub fn of_user() -> TableStore {
        TableStore::user_folder().map_or_else(TableStore::new, TableStore::at)
    }

    /// The folder of the store.
    pub fn folder(&self) -> Option<&Path> {
        match &self.0.keeper {
            Keeper::Folder(folder) => Some(folder),
            _ => None,
        }
    }

    /// Add prepared tables to the store.
    fn put_step(&self, key: Key, tables: StepTables) {
        self.0.step.put(&key, tables.clone());
        let alike = canonical(key);
        if alike != key {
            self.seen_from(alike, &tables);
        }
    }

    /// Make sure that tables of a kind exist for a board and a home of the blank: in memory, and in the
    /// folder if there is one.
    pub fn prepare(
        &self,
        (size, blank): (Size, Cell),
        kind: TableKind,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Prepared, PrepareError> {
        let extent = match kind {
            TableKind::Small => PdbSize::Small,
            TableKind::Large => PdbSize::Large,
            TableKind::Set => return self.prepare_set((size, blank), limits, watch),
        };
        if !ida::Tables::exist(size, blank, extent) {
            return Err(PrepareError::NoTables { size });
        }
        let name = kind.file_name(size, blank);
        if let Some(tables) = self.read(&name, watch, |source| ida::file::load(size, blank, extent, source)) {
            self.put_step((size, blank), Arc::new(tables));
            return Ok(Prepared::Before);
        }
        let bytes = ida::Tables::bytes_to_build(size, blank, extent);
        if bytes > limits.memory {
            return Err(PrepareError::Memory { bytes });
        }
        let (started, what) = (Instant::now(), format!("{size}, {}", kind.name()));
        let tables = build(&what, limits, watch, |hear| ida::Tables::build(size, blank, extent, hear))
            .map_err(PrepareError::Stopped)?;
        let time = started.elapsed();
        let kept = self.keep_step(&tables, watch);
        let bytes = tables.bytes();
        self.put_step((size, blank), Arc::new(tables));
        Ok(Prepared::Now { bytes, time, kept })
    }

    fn prepare_set(
        &self,
        (size, blank): (Size, Cell),
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Prepared, PrepareError> {
        let bytes = mtm::MtmTables::bytes_to_build(size, blank);
        if bytes == 0 {
            return Err(PrepareError::NoTables { size });
        }
        if bytes > limits.memory {
            return Err(PrepareError::Memory { bytes });
        }
        if self.0.set.ready(&mtm::name(size, blank)).is_some() {
            return Ok(Prepared::Before);
        }
        if let Some(tables) = self.kept_set((size, blank), watch) {
            self.0.set.put(&mtm::name(size, blank), tables);
            return Ok(Prepared::Before);
        }
        let (started, what) = (Instant::now(), format!("{size}, {}", TableKind::Set.name()));
        let tables = build(&what, limits, watch, |hear| mtm::MtmTables::build(size, blank, hear))
            .map_err(PrepareError::Stopped)?;
        let time = started.elapsed();
        let kept = self.keep_set((size, blank), &tables, watch);
        let bytes = tables.bytes();
        self.0.set.put(&mtm::name(size, blank), Arc::new(tables));
        Ok(Prepared::Now { bytes, time, kept })
    }

    /// The table files in the folder, by name, including unfinished files that an interrupted build left
    /// behind.
    pub fn files(&self) -> io::Result<Vec<TableFile>> {
        let Some(folder) = self.folder() else { return Ok(vec![]) };
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(vec![]),
            entries => entries?,
        };
        let mut files = vec![];
        for entry in entries {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if name.contains(".table") && (name.ends_with(".table") || name.ends_with(UNFINISHED)) {
                let bytes = entry.metadata()?.len();
                files.push(TableFile { bytes, content: content(&entry.path()), name });
            }
        }
        files.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(files)
    }

    /// Remove a file of the folder.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        self.folder().map_or(Ok(()), |folder| fs::remove_file(folder.join(name)))
    }
}

/// Determine what a file is for, and whether it is intact.
fn content(path: &Path) -> Result<TableContent, TableError> {
    match ida::file::about(path) {
        Ok(ida::file::About { size, blank, extent }) => Ok(TableContent {
            size,
            blank,
            kind: if extent == PdbSize::Large { TableKind::Large } else { TableKind::Small },
        }),
        Err(TableError::Foreign) => {
            mtm::file::about(path).map(|(size, blank)| TableContent { size, blank, kind: TableKind::Set })
        }
        Err(error) => Err(error),
    }
}
