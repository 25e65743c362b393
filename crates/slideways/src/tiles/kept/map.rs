//! Bytes of tables: in memory of our own, or in a file that is mapped into it.
//!
//! A mapped file of 290 MB is there at once, shared by all processes that use it, and given back when memory is short. It
//! needs `unsafe`, since the compiler cannot know that nobody changes the file meanwhile. Files of tables are never
//! written to: they are made under another name and renamed, and replaced in the same way, which leaves the old bytes to those
//! who have them mapped. Whoever writes into the cache by hand may make searches fail, but nothing is written through
//! the map.

#![allow(unsafe_code)]

use memmap2::{Mmap, MmapMut};
use std::fs::File;
use std::io;
use std::ops::{Deref, Range};

/// Bytes that do not change.
#[derive(Debug)]
pub struct Bytes(Kept);

#[derive(Debug)]
enum Kept {
    Here(Vec<u8>),
    There(Mmap, Range<usize>),
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Bytes {
        Bytes(Kept::Here(bytes))
    }
}

impl Bytes {
    /// A whole file.
    pub fn map(file: &File) -> io::Result<Bytes> {
        // See above: files of tables are replaced, not changed.
        let map = unsafe { Mmap::map(file)? };
        let whole = 0..map.len();
        Ok(Bytes(Kept::There(map, whole)))
    }

    /// A copy of some bytes in large pages, if the system has any.
    pub fn in_large_pages(bytes: &[u8]) -> io::Result<Bytes> {
        let mut map = MmapMut::map_anon(bytes.len().max(1))?;
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        map[..bytes.len()].copy_from_slice(bytes);
        Ok(Bytes(Kept::There(map.make_read_only()?, 0..bytes.len())))
    }

    /// A part of them.
    pub fn part(self, range: Range<usize>) -> Bytes {
        match self.0 {
            Kept::Here(mut bytes) => {
                bytes.truncate(range.end);
                bytes.drain(..range.start);
                Bytes(Kept::Here(bytes))
            }
            Kept::There(map, whole) => {
                Bytes(Kept::There(map, whole.start + range.start..whole.start + range.end))
            }
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Kept::Here(bytes) => bytes,
            Kept::There(map, range) => &map[range.clone()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_part_of_a_file_is_what_stands_there() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"0123456789").unwrap();
        let (mapped, owned) = (Bytes::map(&file).unwrap(), Bytes::from(b"0123456789".to_vec()));
        assert_eq!((&mapped[..], &owned[..]), (&b"0123456789"[..], &b"0123456789"[..]));
        let (mapped, owned) = (mapped.part(2..8).part(1..4), owned.part(2..8).part(1..4));
        assert_eq!((&mapped[..], &owned[..]), (&b"345"[..], &b"345"[..]));
    }
}
