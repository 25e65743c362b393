//! Memory-mapped table bytes: in memory, or, with the feature `tables`, in a mapped file.
//!
//! A mapped file of 290 MB is available at once, all processes that use it share its memory, and the system
//! reclaims that when memory is short. Mapping needs `unsafe`: the compiler cannot know that the file stays
//! unchanged while it is mapped.
//!
//! **Invariant.** Only table files are mapped, and the crate never changes such a file:
//! [`save`](super::file::save) writes under another name and renames, so a new file takes the old one's name
//! and the old bytes stay until the last map of them is dropped. This is why [`Bytes::map`] is not visible to
//! other crates: [`load`](super::file::load) is the only function that calls it, and only after it has read
//! that the file claims to be a table file. A program that writes into a cached file, or truncates it, breaks
//! the invariant; the search may then read wrong values or be killed by the system, but nothing is ever
//! written through the map.

#![allow(unsafe_code)]

#[cfg(feature = "tables")]
use memmap2::{Mmap, MmapMut};
use std::ops::Deref;
#[cfg(feature = "shelf")]
use std::ops::Range;
#[cfg(feature = "tables")]
use std::{fs::File, io};

/// Immutable bytes, owned or mapped.
#[derive(Debug)]
pub(crate) struct Bytes(Storage);

#[derive(Debug)]
enum Storage {
    Here(Vec<u8>),
    #[cfg(feature = "tables")]
    There(Mmap, Range<usize>),
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Bytes {
        Bytes(Storage::Here(bytes))
    }
}

#[cfg(feature = "tables")]
impl Bytes {
    /// Map a whole table file; it must never change while it is mapped (see the invariant above).
    pub(super) fn map(file: &File) -> io::Result<Bytes> {
        // SAFETY: `load` maps only what begins as a table file does, and `save`, which makes these, renames
        // them into place and replaces them: they are never changed.
        let map = unsafe { Mmap::map(file)? };
        let whole = 0..map.len();
        Ok(Bytes(Storage::There(map, whole)))
    }

    /// A copy of some bytes in large pages, if the system has any; `None` if memory is short.
    pub fn in_large_pages(bytes: &[u8]) -> Option<Bytes> {
        let mut map = MmapMut::map_anon(bytes.len().max(1)).ok()?;
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        map[..bytes.len()].copy_from_slice(bytes);
        Some(Bytes(Storage::There(map.make_read_only().ok()?, 0..bytes.len())))
    }
}

#[cfg(feature = "shelf")]
impl Bytes {
    /// A part of the bytes.
    pub fn part(self, range: Range<usize>) -> Bytes {
        match self.0 {
            Storage::Here(mut bytes) => {
                bytes.truncate(range.end);
                bytes.drain(..range.start);
                Bytes(Storage::Here(bytes))
            }
            #[cfg(feature = "tables")]
            Storage::There(map, whole) => {
                Bytes(Storage::There(map, whole.start + range.start..whole.start + range.end))
            }
        }
    }
}

#[cfg(not(feature = "tables"))]
impl Bytes {
    /// Without the feature `tables` there are no large pages.
    pub fn in_large_pages(_: &[u8]) -> Option<Bytes> {
        None
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Storage::Here(bytes) => bytes,
            #[cfg(feature = "tables")]
            Storage::There(map, range) => &map[range.clone()],
        }
    }
}

#[cfg(all(test, feature = "tables"))]
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
