//! Tables kept in files, so that they are built once.
//!
//! ```text
//! "slideways table\n"   version   rows columns blank extent   length of the tables   tables   checksum of all before
//!        16 bytes       4 bytes         1 byte each                8 bytes                          4 bytes
//! ```
//!
//! Numbers have their lowest byte first. The patterns are not written down: they belong to the version, which must
//! change when they do. A file is written under another name and renamed when it is whole, so nobody ever sees
//! half of one; and what is read is trusted only if length and checksum agree.

use super::map::Bytes;
use super::tables::Tables;
use crate::grid::Cell;
use crate::tiles::board::Size;
use crate::tiles::pattern::divide::last_of_its_kind;
use crate::tiles::pattern::{Extent, upright};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MAGIC: &[u8; 16] = b"slideways table\n";

/// To be changed whenever files would mean something else: other patterns, another order, another excess.
const VERSION: u32 = 2;

/// Why a file of tables is of no use.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It is not there, or cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is no file of tables, or one of another version.
    #[error("it is not a table of this version")]
    Foreign,
    /// It was one, but something happened to it.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
}

/// The name of the file for a board and the blank's home; homes that look alike in some mirror share it.
pub fn name(size: Size, blank: Cell, extent: Extent) -> String {
    let (rows, cols, blank) = seen(size, blank);
    format!("tiles-{rows}x{cols}-blank{blank}-{}-v{VERSION}.table", extent.name())
}

/// Rows, columns and the blank's home of an upright board as it is kept.
fn seen(size: Size, blank: Cell) -> (usize, usize, usize) {
    let upright = upright(size);
    let last = last_of_its_kind(size, blank).0;
    let (row, col) = (last.index() / size.cols(), last.index() % size.cols());
    let (row, col) = if upright == size { (row, col) } else { (col, row) };
    (upright.rows(), upright.cols(), row * upright.cols() + col)
}

fn header(size: Size, blank: Cell, extent: Extent, length: usize) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(VERSION.to_le_bytes());
    let (rows, cols, blank) = seen(size, blank);
    header.extend([rows as u8, cols as u8, blank as u8, extent as u8]);
    header.extend((length as u64).to_le_bytes());
    header
}

/// Write tables to a file, whole or not at all.
pub fn save(tables: &Tables, path: &Path) -> Result<(), TableError> {
    let header = header(tables.size, tables.blank, tables.extent, tables.excesses.len());
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&header);
    checksum.update(&tables.excesses);
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(format!(".{}.unfinished", std::process::id()));
    let unfinished = PathBuf::from(unfinished);
    let write = || {
        let mut file = File::create(&unfinished)?;
        file.write_all(&header)?;
        file.write_all(&tables.excesses)?;
        file.write_all(&checksum.finalize().to_le_bytes())?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&unfinished);
        TableError::Io(error)
    })
}

/// Read the tables of a board and the blank's home from a file.
pub fn load(size: Size, blank: Cell, extent: Extent, path: &Path) -> Result<Tables, TableError> {
    let length = Tables::length(size, blank, extent).ok_or(TableError::Foreign)?;
    let header = header(size, blank, extent, length);
    let whole = header.len() + length + 4;
    let file = File::open(path)?;
    match file.metadata()?.len() {
        found if found > whole as u64 => return Err(TableError::Damaged("it is too long")),
        found if found < header.len() as u64 => return Err(TableError::Foreign),
        _ => {}
    }
    let bytes = Bytes::map(&file)?;
    if bytes[..20] != header[..20] {
        return Err(TableError::Foreign);
    }
    if bytes.len() != whole || bytes[..header.len()] != header {
        return Err(TableError::Damaged("its length or its head is wrong"));
    }
    let (content, checksum) = bytes.split_at(bytes.len() - 4);
    if crc32fast::hash(content).to_le_bytes() != checksum {
        return Err(TableError::Damaged("its checksum is wrong"));
    }
    let tables = header.len()..content.len();
    Tables::new(size, blank, extent, Arc::new(bytes.part(tables))).ok_or(TableError::Foreign)
}

/// What a file of tables is for, if it is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The size of the board; also on its side.
    pub size: Size,
    /// The blank's home; also those that look alike in a mirror.
    pub blank: Cell,
    /// How large they are.
    pub extent: Extent,
}

/// Find out what a file is for, and whether it is whole.
pub fn about(path: &Path) -> Result<About, TableError> {
    let mut head = [0; 24];
    File::open(path)?.read_exact(&mut head).map_err(|_| TableError::Foreign)?;
    let [rows, cols, blank, extent] = [20, 21, 22, 23].map(|at| head[at]);
    let extent = [Extent::Small, Extent::Large].into_iter().find(|known| *known as u8 == extent);
    let size = Size::new(rows.into(), cols.into());
    let (Some(size), Some(extent), true) = (size, extent, head[..16] == *MAGIC) else {
        return Err(TableError::Foreign);
    };
    let blank = Cell(blank.into());
    load(size, blank, extent, path).map(|_| About { size, blank, extent })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> (Size, Cell, Tables) {
        let (size, blank) = (Size::new(2, 3).unwrap(), Cell(5));
        (
            size,
            blank,
            Tables::build(size, blank, Extent::Small, &|_| std::ops::ControlFlow::Continue(())).unwrap(),
        )
    }

    #[test]
    fn what_is_saved_is_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let (size, blank, tables) = small();
        let path = folder.path().join(name(size, blank, Extent::Small));
        save(&tables, &path).unwrap();
        assert_eq!(load(size, blank, Extent::Small, &path).unwrap().excesses[..], tables.excesses[..]);
        assert_eq!(
            about(&path).unwrap(),
            About { size: Size::new(3, 2).unwrap(), blank, extent: Extent::Small }
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing unfinished is left");
    }

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let (size, blank, tables) = small();
        let path = folder.path().join("table");
        save(&tables, &path).unwrap();
        let whole = fs::read(&path).unwrap();
        for at in (0..whole.len()).filter(|at| at % 997 == 0 || *at < 40 || at + 10 > whole.len()) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            fs::write(&path, &damaged).unwrap();
            assert!(load(size, blank, Extent::Small, &path).is_err(), "byte {at}");
            assert!(about(&path).is_err(), "byte {at}");
            fs::write(&path, &whole[..at]).unwrap();
            assert!(load(size, blank, Extent::Small, &path).is_err(), "only {at} bytes");
        }
        fs::write(&path, [whole.clone(), vec![0]].concat()).unwrap();
        assert!(matches!(load(size, blank, Extent::Small, &path), Err(TableError::Damaged(_))));
    }

    #[test]
    fn a_table_for_another_board_is_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let (size, blank, tables) = small();
        let path = folder.path().join("table");
        save(&tables, &path).unwrap();
        assert!(load(size, Cell(1), Extent::Small, &path).is_err());
        assert!(
            load(Size::new(3, 2).unwrap(), blank, Extent::Small, &path).is_ok(),
            "it is the same board on its side"
        );
        assert!(load(Size::new(3, 3).unwrap(), Cell(8), Extent::Small, &path).is_err());
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        let (size, blank, tables) = small();
        let path = std::env::temp_dir().join("slideways-no-such-folder/table");
        assert!(matches!(save(&tables, &path), Err(TableError::Io(_))));
        assert!(matches!(load(size, blank, Extent::Small, &path), Err(TableError::Io(_))));
    }
}
