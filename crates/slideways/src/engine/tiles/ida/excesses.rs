//! Memory for the pattern database excesses, copied to huge pages once that pays.
//!
//! A mapped file lies in pages of 4 KB, and every look-up into 290 MB of them costs two accesses: one for the
//! address of the page, one for its content. With pages of 2 MB the address is nearly always cached. A
//! thousand random positions with large tables took 2.0 s instead of 2.9 s. But this takes a copy, which does
//! not pay for a few positions: so the search makes it after about a second of work.

use crate::engine::tiles::pdb::mmap::Bytes;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Tables of fewer bytes need no copy: the processor caches the addresses of all their pages (TLB).
const LARGE: usize = 1 << 25;

/// The number of steps after which a copy pays.
const BUSY: u64 = 1 << 24;

/// Excesses, two per byte, one table after another.
#[derive(Debug)]
pub struct Excesses {
    kept: Bytes,
    /// `None` inside if there was not enough memory for the copy.
    copy: OnceLock<Option<Bytes>>,
    steps: AtomicU64,
}

impl Excesses {
    /// The excesses as built or loaded, without a copy.
    pub fn new(kept: Bytes) -> Excesses {
        Excesses { kept, copy: OnceLock::new(), steps: AtomicU64::new(0) }
    }

    /// The excesses: the copy if there is one.
    pub fn bytes(&self) -> &[u8] {
        self.copy.get().and_then(Option::as_ref).unwrap_or(&self.kept)
    }

    /// The number of bytes they take, with the copy if there is one.
    pub fn held(&self) -> usize {
        let copy = self.copy.get().and_then(Option::as_ref);
        self.kept.len() + copy.map_or(0, |copy| copy.len())
    }

    /// Count `steps` more look-ups.
    pub fn used(&self, steps: u64) {
        self.steps.fetch_add(steps, Relaxed);
    }

    /// Whether a copy in large pages would pay, and there is none yet.
    pub fn deserve_a_copy(&self) -> bool {
        cfg!(all(target_os = "linux", feature = "tables"))
            && self.kept.len() >= LARGE
            && self.steps.load(Relaxed) >= BUSY
            && self.copy.get().is_none()
    }

    /// Make the copy; references to the old bytes stay valid.
    pub fn copy(&self) {
        self.copy.get_or_init(|| Bytes::in_large_pages(&self.kept));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_made_when_it_is_deserved_and_is_the_same() {
        let small = Excesses::new(Bytes::from(vec![1, 2, 3]));
        let bytes: Vec<u8> = (0..LARGE as u32).map(|at| (at % 251) as u8).collect();
        let large = Excesses::new(Bytes::from(bytes));
        assert!(!large.deserve_a_copy());
        small.used(BUSY);
        large.used(BUSY);
        assert!(!small.deserve_a_copy());
        assert_eq!(large.deserve_a_copy(), cfg!(all(target_os = "linux", feature = "tables")));
        for excesses in [small, large] {
            excesses.copy();
            assert!(!excesses.deserve_a_copy());
            assert_eq!(excesses.bytes(), &excesses.kept[..]);
        }
    }
}
