//! Pattern databases of the default search in [files](crate::engine::tiles::pdb::file).
//!
//! The file does not contain the patterns: they belong to the version, which must change when they do.

use super::excesses::Excesses;
use super::name::{VERSION, seen};
use super::tables::Tables;
use crate::engine::tiles::pdb::PdbSize;
use crate::engine::tiles::pdb::file as table_file;
use crate::engine::tiles::pdb::file::{Stored, TableError};
use crate::grid::Cell;
use crate::tiles::board::Size;
#[cfg(feature = "tables")]
use std::path::Path;
use std::sync::Arc;

const WHAT: &[u8; 16] = b"slideways table\n";

/// The file name for a board and the blank's home; homes that are mirror images of each other share it.
pub fn name(size: Size, blank: Cell, extent: PdbSize) -> String {
    format!("{}.table", super::name(size, blank, extent))
}

fn head(size: Size, blank: Cell, extent: PdbSize, length: usize) -> Vec<u8> {
    let (rows, cols, blank) = seen(size, blank);
    table_file::head(WHAT, VERSION, &[rows as u8, cols as u8, blank as u8, extent as u8], length)
}

fn head_of(tables: &Tables) -> Vec<u8> {
    head(tables.size, tables.blank, tables.extent, tables.excesses.bytes().len())
}

/// Write tables to a file atomically.
#[cfg(feature = "tables")]
pub fn save(tables: &Tables, path: &Path) -> Result<(), TableError> {
    table_file::save(&head_of(tables), tables.excesses.bytes(), path)
}

/// The bytes of a file with tables.
pub fn bytes(tables: &Tables) -> Vec<u8> {
    table_file::bytes(&head_of(tables), tables.excesses.bytes())
}

/// Read the tables of a board and the blank's home.
pub fn load<'p>(
    size: Size,
    blank: Cell,
    extent: PdbSize,
    source: impl Into<Stored<'p>>,
) -> Result<Tables, TableError> {
    let length = Tables::length(size, blank, extent).ok_or(TableError::Foreign)?;
    let excesses = table_file::load(&head(size, blank, extent, length), length, source)?;
    Tables::new(size, blank, extent, Arc::new(Excesses::new(excesses))).ok_or(TableError::Foreign)
}

/// The contents of a table file that passed its checks.
#[cfg(feature = "tables")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The size of the board; the file also serves the transposed board.
    pub size: Size,
    /// The blank's home; the file also serves its mirror images.
    pub blank: Cell,
    /// The size of the tables.
    pub extent: PdbSize,
}

/// Read what a file is for, and check that it is complete and undamaged.
#[cfg(feature = "tables")]
pub fn about(path: &Path) -> Result<About, TableError> {
    let [rows, cols, blank, extent] = table_file::board(WHAT, path)?;
    let extent = [PdbSize::Small, PdbSize::Large].into_iter().find(|known| *known as u8 == extent);
    let size = Size::new(rows.into(), cols.into());
    let (Some(size), Some(extent)) = (size, extent) else { return Err(TableError::Foreign) };
    let blank = Cell(blank.into());
    load(size, blank, extent, path).map(|_| About { size, blank, extent })
}

#[cfg(all(test, feature = "tables"))]
mod tests {
    use super::*;
    use std::fs;
    use std::ops::ControlFlow;

    #[test]
    fn what_is_saved_is_loaded_for_that_board_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let (size, blank, small) = (Size::new(2, 3).unwrap(), Cell(5), PdbSize::Small);
        let tables = Tables::build(size, blank, small, &|_| ControlFlow::Continue(())).unwrap();
        let path = folder.path().join(name(size, blank, small));
        save(&tables, &path).unwrap();
        assert_eq!(load(size, blank, small, &path).unwrap().excesses.bytes(), tables.excesses.bytes());
        let upright = Size::new(3, 2).unwrap();
        assert!(load(upright, Cell(0), small, &path).is_ok(), "it is the same board on its side");
        assert_eq!(about(&path).unwrap(), About { size: upright, blank, extent: small });
        assert!(load(size, Cell(1), small, &path).is_err());
        assert!(load(Size::new(3, 3).unwrap(), Cell(8), small, &path).is_err());
        let mut damaged = fs::read(&path).unwrap();
        damaged[23] = 1;
        fs::write(&path, &damaged).unwrap();
        assert!(load(size, blank, small, &path).is_err() && about(&path).is_err());
    }
}
