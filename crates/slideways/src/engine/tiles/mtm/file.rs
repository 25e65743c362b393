//! Multi-tile pattern databases in [files](crate::engine::tiles::pdb::file).
//!
//! Board and blank are those of the pose, so one file serves all boards that are mirror images of each other.

use super::tables::MtmTables;
use crate::engine::tiles::pdb::file as table_file;
use crate::engine::tiles::pdb::file::{Stored, TableError};
use crate::grid::Cell;
use crate::tiles::board::Size;
#[cfg(feature = "tables")]
use std::path::Path;

const WHAT: &[u8; 16] = b"slideways sets \n";

/// Changes whenever files get another meaning: other patterns, another order, other entries.
const VERSION: u32 = 1;

/// The file name for a board and the blank's home.
pub fn name(size: Size, blank: Cell) -> String {
    format!("{}-v{VERSION}.table", super::name(size, blank))
}

fn head(tables: &MtmTables) -> Vec<u8> {
    let board = [tables.size.rows() as u8, tables.size.cols() as u8, tables.blank.0 as u8];
    table_file::head(WHAT, VERSION, &board, tables.length())
}

/// Write tables to a file atomically.
#[cfg(feature = "tables")]
pub fn save(tables: &MtmTables, path: &Path) -> Result<(), TableError> {
    table_file::save(&head(tables), &tables.entries, path)
}

/// The bytes of a file with tables.
pub fn bytes(tables: &MtmTables) -> Vec<u8> {
    table_file::bytes(&head(tables), &tables.entries)
}

/// Read the tables of a board and the blank's home.
pub fn load<'p>(size: Size, blank: Cell, source: impl Into<Stored<'p>>) -> Result<MtmTables, TableError> {
    let mut tables = MtmTables::empty(size, blank).ok_or(TableError::Foreign)?;
    tables.entries = table_file::load(&head(&tables), tables.length(), source)?;
    Ok(tables)
}

/// The board and the blank's home that a file is for, after checking that it is complete and undamaged.
#[cfg(feature = "tables")]
pub fn about(path: &Path) -> Result<(Size, Cell), TableError> {
    let [rows, cols, blank] = table_file::board(WHAT, path)?;
    let size = Size::new(rows.into(), cols.into()).ok_or(TableError::Foreign)?;
    let blank = Cell(blank.into());
    load(size, blank, path).map(|_| (size, blank))
}

#[cfg(all(test, feature = "tables"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_loaded_for_all_mirror_images() {
        let folder = tempfile::tempdir().unwrap();
        let (size, blank) = (Size::new(2, 3).unwrap(), Cell(5));
        let tables = MtmTables::build(size, blank, &|_| std::ops::ControlFlow::Continue(())).unwrap();
        let (path, upright) = (folder.path().join(name(size, blank)), Size::new(3, 2).unwrap());
        save(&tables, &path).unwrap();
        for tables_again in [load(size, blank, &path).unwrap(), load(upright, Cell(0), &path).unwrap()] {
            assert_eq!(tables_again.entries[..], tables.entries[..]);
        }
        assert_eq!(name(size, blank), name(upright, Cell(0)));
        assert_eq!(about(&path).unwrap(), (tables.size, tables.blank));
        assert!(load(size, Cell(1), &path).is_err());
        assert!(load(Size::new(2, 4).unwrap(), Cell(7), &path).is_err());
    }
}
