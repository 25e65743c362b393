//! Tables kept in files, so that they are built once.
//!
//! ```text
//! "slideways table\n"   version   rows columns blank   length of the tables   tables   checksum of all before
//!        16 bytes       4 bytes      1 byte each             8 bytes                          4 bytes
//! ```
//!
//! Numbers have their lowest byte first. The patterns are not written down: they belong to the version, which must
//! change when they do. A file is written under another name and renamed when it is whole, so nobody ever sees
//! half of one; and what is read is trusted only if length and checksum agree.

use super::tables::Tables;
use crate::grid::Cell;
use crate::tiles::board::Size;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 16] = b"slideways table\n";

/// To be changed whenever files would mean something else: other patterns, another order, another excess.
const VERSION: u32 = 1;

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

/// The name of the file for a board and the blank's home.
pub fn name(size: Size, blank: Cell) -> String {
    format!("tiles-{}x{}-blank{}-v{VERSION}.table", size.rows(), size.cols(), blank.0)
}

fn header(size: Size, blank: Cell, length: usize) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(VERSION.to_le_bytes());
    header.extend([size.rows() as u8, size.cols() as u8, blank.0 as u8]);
    header.extend((length as u64).to_le_bytes());
    header
}

/// Write tables to a file, whole or not at all.
pub fn save(tables: &Tables, path: &Path) -> Result<(), TableError> {
    let header = header(tables.size, tables.blank, tables.excesses.len());
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
pub fn load(size: Size, blank: Cell, path: &Path) -> Result<Tables, TableError> {
    let length = Tables::length(size, blank).ok_or(TableError::Foreign)?;
    let header = header(size, blank, length);
    let whole = header.len() + length + 4;
    let bytes = match fs::metadata(path)?.len() {
        found if found > whole as u64 => return Err(TableError::Damaged("it is too long")),
        _ => fs::read(path)?,
    };
    if bytes.len() < header.len() || bytes[..20] != header[..20] {
        return Err(TableError::Foreign);
    }
    if bytes.len() != whole || bytes[..header.len()] != header {
        return Err(TableError::Damaged("its length or its head is wrong"));
    }
    let (content, checksum) = bytes.split_at(bytes.len() - 4);
    if crc32fast::hash(content).to_le_bytes() != checksum {
        return Err(TableError::Damaged("its checksum is wrong"));
    }
    Tables::new(size, blank, content[header.len()..].to_vec()).ok_or(TableError::Foreign)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory of its own, gone afterwards.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("slideways-{}-{name}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn small() -> (Size, Cell, Tables) {
        let (size, blank) = (Size::new(2, 3).unwrap(), Cell(5));
        (size, blank, Tables::build(size, blank, &|| false).unwrap())
    }

    #[test]
    fn what_is_saved_is_loaded() {
        let folder = Folder::new("saved");
        let (size, blank, tables) = small();
        let path = folder.0.join(name(size, blank));
        save(&tables, &path).unwrap();
        assert_eq!(load(size, blank, &path).unwrap().excesses, tables.excesses);
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "nothing unfinished is left");
    }

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        let folder = Folder::new("damaged");
        let (size, blank, tables) = small();
        let path = folder.0.join("table");
        save(&tables, &path).unwrap();
        let whole = fs::read(&path).unwrap();
        for at in (0..whole.len()).filter(|at| at % 997 == 0 || *at < 40 || at + 10 > whole.len()) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            fs::write(&path, &damaged).unwrap();
            assert!(load(size, blank, &path).is_err(), "byte {at}");
            fs::write(&path, &whole[..at]).unwrap();
            assert!(load(size, blank, &path).is_err(), "only {at} bytes");
        }
        fs::write(&path, [whole.clone(), vec![0]].concat()).unwrap();
        assert!(matches!(load(size, blank, &path), Err(TableError::Damaged(_))));
    }

    #[test]
    fn a_table_for_another_board_is_not_taken() {
        let folder = Folder::new("other");
        let (size, blank, tables) = small();
        let path = folder.0.join("table");
        save(&tables, &path).unwrap();
        assert!(load(size, Cell(0), &path).is_err());
        assert!(load(Size::new(3, 2).unwrap(), blank, &path).is_err());
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        let (size, blank, tables) = small();
        let path = std::env::temp_dir().join("slideways-no-such-folder/table");
        assert!(matches!(save(&tables, &path), Err(TableError::Io(_))));
        assert!(matches!(load(size, blank, &path), Err(TableError::Io(_))));
    }
}
