//! Tables kept in files, so that they are built once.
//!
//! ```text
//! what it is   version   which board   length of the tables   tables   checksum of all before
//!  16 bytes    4 bytes                       8 bytes                          4 bytes
//! ```
//!
//! Numbers have their lowest byte first. All before the tables is the *head*; what it says is for those who know the
//! tables. A file is written under another name and renamed when it is whole, so nobody ever sees half of one; and what
//! is read is trusted only if head, length and checksum agree.

use super::mmap::Bytes;
use crate::engine::run::replace::{self, Survives};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// How many bytes of the head say what it is, and the version.
const WHAT: usize = 20;

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

/// The head of a file: what it is, its version, which board, and the length of the tables.
pub(crate) fn head(what: &[u8; 16], version: u32, board: &[u8], length: usize) -> Vec<u8> {
    let mut head = what.to_vec();
    head.extend(version.to_le_bytes());
    head.extend(board);
    head.extend((length as u64).to_le_bytes());
    head
}

/// Write tables to a file, whole or not at all.
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
    // Only what claims to be a file of tables is mapped.
    let mut what = [0; WHAT];
    file.read_exact(&mut what)?;
    if what != head[..WHAT] {
        return Err(TableError::Foreign);
    }
    let bytes = Bytes::map(&file)?;
    if bytes.len() != whole || bytes[..head.len()] != *head {
        return Err(TableError::Damaged("its length or its head is wrong"));
    }
    let (content, checksum) = bytes.split_at(whole - 4);
    if crc32fast::hash(content).to_le_bytes() != checksum {
        return Err(TableError::Damaged("its checksum is wrong"));
    }
    Ok(bytes.part(head.len()..whole - 4))
}

/// The bytes after [`WHAT`] that say which board a file is for, if it is of that kind.
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
