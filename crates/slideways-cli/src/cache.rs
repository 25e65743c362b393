//! Tables kept between runs, in the user's cache folder or where `SLIDEWAYS_TABLES` says.
//!
//! Nothing depends on it: without a folder tables are built anew, and a file that is damaged or of another version
//! is named, built again and replaced.

use slideways::grid::Cell;
use slideways::tiles::Size;
use slideways::tiles::deepen::Tables;
use slideways::tiles::deepen::file;
use slideways::tiles::kept::TableError;
use slideways::tiles::pattern::Extent;
use slideways::tiles::together;
use std::env;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The folder, if the system has one for such things.
pub fn folder() -> Option<PathBuf> {
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

/// The tables kept for a board and the blank's home, if they are there and whole; and what to tell if they are not.
pub fn load(size: Size, blank: Cell, extent: Extent) -> (Option<Tables>, Option<String>) {
    read(&file::name(size, blank, extent), |path| file::load(size, blank, extent, path))
}

/// What is kept in a file, if it is there and whole; and what to tell if it is not.
pub fn read<T>(name: &str, load: impl Fn(&Path) -> Result<T, TableError>) -> (Option<T>, Option<String>) {
    let Some(path) = folder().map(|folder| folder.join(name)) else { return (None, None) };
    match load(&path) {
        Ok(tables) => (Some(tables), None),
        Err(TableError::Io(error)) if error.kind() == ErrorKind::NotFound => (None, None),
        Err(error) => (None, Some(format!("{}: {error}; building it again", path.display()))),
    }
}

/// Keep tables for the next run; what to tell if that is not possible.
pub fn save(size: Size, blank: Cell, tables: &Tables) -> Option<String> {
    write(&file::name(size, blank, tables.extent()), |path| file::save(tables, path))
}

/// Keep something in a file; what to tell if that is not possible.
pub fn write(name: &str, save: impl Fn(&Path) -> Result<(), TableError>) -> Option<String> {
    let folder = folder()?;
    let path = folder.join(name);
    let saved = fs::create_dir_all(&folder).map_err(TableError::Io).and_then(|()| save(&path));
    saved.err().map(|error| format!("{}: the tables could not be kept: {error}", path.display()))
}

/// What a file is for.
pub struct About {
    /// The size of the board.
    pub size: Size,
    /// The blank's home.
    pub blank: Cell,
    /// Which search they serve, or how large they are.
    pub tables: &'static str,
}

/// A file in the folder.
pub struct Kept {
    /// Its name.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// What it is for; or why it is of no use.
    pub about: Result<About, TableError>,
}

/// The files of tables in the folder, in the order of their names; also what builds left behind that were killed.
pub fn kept() -> io::Result<Vec<Kept>> {
    let Some(folder) = folder() else { return Ok(vec![]) };
    let entries = match fs::read_dir(&folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(vec![]),
        entries => entries?,
    };
    let mut kept = vec![];
    for entry in entries {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.contains(".table") && (name.ends_with(".table") || name.ends_with(".unfinished")) {
            kept.push(Kept { bytes: entry.metadata()?.len(), about: about(&entry.path()), name });
        }
    }
    kept.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(kept)
}

/// Find out what a file is for, and whether it is whole.
fn about(path: &Path) -> Result<About, TableError> {
    match file::about(path) {
        Ok(file::About { size, blank, extent }) => Ok(About { size, blank, tables: extent.name() }),
        Err(TableError::Foreign) => {
            together::file::about(path).map(|(size, blank)| About { size, blank, tables: "set-step" })
        }
        Err(error) => Err(error),
    }
}

/// Remove a file that is kept.
pub fn remove(name: &str) -> io::Result<()> {
    folder().map_or(Ok(()), |folder| fs::remove_file(folder.join(name)))
}
