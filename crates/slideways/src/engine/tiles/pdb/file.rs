//! Pattern database files: tables are built once and cached.
//!
//! ```text
//! what it is   version   which board   length of the tables   tables   checksum of all before
//!  16 bytes    4 bytes                       8 bytes                          4 bytes
//! ```
//!
//! Numbers are little-endian. All before the tables is the *head*; its content depends on the kind of tables.
//! A file is written under a temporary name and renamed when it is complete, so no reader ever sees half of
//! one; and a file is trusted only if head, length and checksum agree. A [shelf](crate::solver::Shelf) keeps
//! the same bytes.

use super::mmap::Bytes;
#[cfg(feature = "tables")]
use crate::engine::run::replace::{self, Survives};
use std::io;
use std::path::Path;
#[cfg(feature = "tables")]
use std::{fs::File, io::Read};

/// The number of bytes of the head that hold the kind and the version.
#[cfg(feature = "tables")]
const WHAT: usize = 20;

/// Why a table file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file does not exist, or cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is not a table file, or has another version.
    #[error("not a table file of this version")]
    Foreign,
    /// The file is a table file, but its content is damaged.
    #[error("damaged table file: {0}")]
    Damaged(&'static str),
}

/// A table file that is to be read.
pub enum Stored<'p> {
    /// A file, which is mapped.
    File(&'p Path),
    /// The bytes of a file.
    Bytes(Vec<u8>),
}

impl<'p, P: AsRef<Path> + ?Sized> From<&'p P> for Stored<'p> {
    fn from(path: &'p P) -> Self {
        Stored::File(path.as_ref())
    }
}

/// The head of a file: the kind, the version, the board, and the length of the tables.
pub(crate) fn head(what: &[u8; 16], version: u32, board: &[u8], length: usize) -> Vec<u8> {
    let mut head = what.to_vec();
    head.extend(version.to_le_bytes());
    head.extend(board);
    head.extend((length as u64).to_le_bytes());
    head
}

/// The checksum at the end of a file.
fn checksum(head: &[u8], tables: &[u8]) -> [u8; 4] {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(head);
    checksum.update(tables);
    checksum.finalize().to_le_bytes()
}

/// The bytes of a file.
pub(crate) fn bytes(head: &[u8], tables: &[u8]) -> Vec<u8> {
    [head, tables, &checksum(head, tables)].concat()
}

/// Write tables to a file atomically.
#[cfg(feature = "tables")]
pub(crate) fn save(head: &[u8], tables: &[u8], path: &Path) -> Result<(), TableError> {
    replace::file(path, Survives::PowerCut, |file| {
        file.write_all(head)?;
        file.write_all(tables)?;
        file.write_all(&checksum(head, tables))
    })
    .map_err(TableError::Io)
}

/// Read tables, given the head of their file and their length.
pub(crate) fn load<'p>(
    head: &[u8],
    length: usize,
    source: impl Into<Stored<'p>>,
) -> Result<Bytes, TableError> {
    let whole = head.len() + length + 4;
    let bytes = match source.into() {
        Stored::File(path) => mapped(head, whole, path)?,
        Stored::Bytes(bytes) => Bytes::from(bytes),
    };
    if bytes.len() != whole || bytes[..head.len()] != *head {
        return Err(TableError::Damaged("its length or its head does not match"));
    }
    let (content, sum) = bytes.split_at(whole - 4);
    if checksum(head, &content[head.len()..]) != sum {
        return Err(TableError::Damaged("its checksum does not match"));
    }
    Ok(bytes.part(head.len()..whole - 4))
}

/// The bytes of a file of which the whole length is known.
#[cfg(feature = "tables")]
fn mapped(head: &[u8], whole: usize, path: &Path) -> Result<Bytes, TableError> {
    let mut file = File::open(path)?;
    match file.metadata()?.len() {
        found if found > whole as u64 => return Err(TableError::Damaged("it is too long")),
        found if found < head.len() as u64 => return Err(TableError::Foreign),
        _ => {}
    }
    // Only a file that begins as a table file does is mapped.
    let mut what = [0; WHAT];
    file.read_exact(&mut what)?;
    if what != head[..WHAT] {
        return Err(TableError::Foreign);
    }
    Ok(Bytes::map(&file)?)
}

/// Without the feature `tables` there are no files.
#[cfg(not(feature = "tables"))]
fn mapped(_: &[u8], _: usize, _: &Path) -> Result<Bytes, TableError> {
    Err(TableError::Io(io::ErrorKind::Unsupported.into()))
}

/// The bytes after [`WHAT`] that identify the board of a file, if it is of that kind.
#[cfg(feature = "tables")]
pub(crate) fn board<const N: usize>(what: &[u8; 16], path: &Path) -> Result<[u8; N], TableError> {
    let (mut found, mut board) = ([0; WHAT], [0; N]);
    let mut file = File::open(path)?;
    file.read_exact(&mut found)
        .and_then(|()| file.read_exact(&mut board))
        .map_err(|_| TableError::Foreign)?;
    if found[..what.len()] == *what { Ok(board) } else { Err(TableError::Foreign) }
}

#[cfg(all(test, feature = "tables"))]
mod tests {
    use super::*;
    use std::fs;

    const HEAD: &[u8; 31] = b"something else!\n\x01\x00\x00\x00abc\x00\x00\x00\x00\x00\x00\x00\x00";

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let tables: Vec<u8> = (0..100).collect();
        save(HEAD, &tables, &path).unwrap();
        assert_eq!(load(HEAD, 100, &path).unwrap()[..], tables);
        assert_eq!(fs::read(&path).unwrap(), bytes(HEAD, &tables), "a shelf has the same bytes");
        assert_eq!(load(HEAD, 100, Stored::Bytes(bytes(HEAD, &tables))).unwrap()[..], tables);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing unfinished is left");
        assert_eq!(board::<3>(b"something else!\n", &path).unwrap(), *b"abc");
        assert!(board::<3>(b"something other\n", &path).is_err());
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            fs::write(&path, &damaged).unwrap();
            assert!(load(HEAD, 100, &path).is_err(), "byte {at}");
            assert!(load(HEAD, 100, Stored::Bytes(damaged)).is_err(), "byte {at} of a shelf");
            fs::write(&path, &whole[..at]).unwrap();
            assert!(load(HEAD, 100, &path).is_err(), "only {at} bytes");
            assert!(load(HEAD, 100, Stored::Bytes(whole[..at].to_vec())).is_err(), "only {at} of a shelf");
        }
        fs::write(&path, [whole.clone(), vec![0]].concat()).unwrap();
        assert!(matches!(load(HEAD, 100, &path), Err(TableError::Damaged(_))));
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        let path = std::env::temp_dir().join("slideways-no-such-folder/table");
        assert!(matches!(save(HEAD, b"", &path), Err(TableError::Io(_))));
        assert!(matches!(load(HEAD, 0, &path), Err(TableError::Io(_))));
    }
}
