//! Pattern database files: tables are built once and cached.
//!
//! ```text
//! what it is   version   which board   length of the tables   tables   checksum of all before
//!  16 bytes    4 bytes                       8 bytes                          4 bytes
//! ```
//!
//! Numbers are little-endian. All before the tables is the *head*; its content depends on the kind of tables.
//! A file is written under a temporary name and renamed when it is complete, so no reader ever sees half of
//! one; and a file is trusted only if head, length and checksum agree.

use super::mmap::Bytes;
use crate::engine::run::replace::{self, Survives};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The number of bytes of the head that hold the kind and the version.
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

/// The head of a file: the kind, the version, the board, and the length of the tables.
pub(crate) fn head(what: &[u8; 16], version: u32, board: &[u8], length: usize) -> Vec<u8> {
    let mut head = what.to_vec();
    head.extend(version.to_le_bytes());
    head.extend(board);
    head.extend((length as u64).to_le_bytes());
    head
}

/// Write tables to a file atomically.
pub(crate) fn save(head: &[u8], tables: &[u8], path: &Path) -> Result<(), TableError> {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(head);
    checksum.update(tables);
    replace::file(path, Survives::PowerCut, |file| {
        file.write_all(head)?;
        file.write_all(tables)?;
        file.write_all(&checksum.finalize().to_le_bytes())
    })
    .map_err(TableError::Io)
}

/// Read tables from a file, given its head and their length.
pub(crate) fn load(head: &[u8], length: usize, path: &Path) -> Result<Bytes, TableError> {
    let whole = head.len() + length + 4;
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
    let bytes = Bytes::map(&file)?;
    if bytes.len() != whole || bytes[..head.len()] != *head {
        return Err(TableError::Damaged("its length or its head does not match"));
    }
    let (content, checksum) = bytes.split_at(whole - 4);
    if crc32fast::hash(content).to_le_bytes() != checksum {
        return Err(TableError::Damaged("its checksum does not match"));
    }
    Ok(bytes.part(head.len()..whole - 4))
}

/// The bytes after [`WHAT`] that identify the board of a file, if it is of that kind.
pub(crate) fn board<const N: usize>(what: &[u8; 16], path: &Path) -> Result<[u8; N], TableError> {
    let (mut found, mut board) = ([0; WHAT], [0; N]);
    let mut file = File::open(path)?;
    file.read_exact(&mut found)
        .and_then(|()| file.read_exact(&mut board))
        .map_err(|_| TableError::Foreign)?;
    if found[..what.len()] == *what { Ok(board) } else { Err(TableError::Foreign) }
}

#[cfg(test)]
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
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing unfinished is left");
        assert_eq!(board::<3>(b"something else!\n", &path).unwrap(), *b"abc");
        assert!(board::<3>(b"something other\n", &path).is_err());
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            fs::write(&path, &damaged).unwrap();
            assert!(load(HEAD, 100, &path).is_err(), "byte {at}");
            fs::write(&path, &whole[..at]).unwrap();
            assert!(load(HEAD, 100, &path).is_err(), "only {at} bytes");
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
