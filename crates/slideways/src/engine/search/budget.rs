//! The bytes that a search may still allocate, shared by all that allocate.

use std::sync::atomic::{AtomicI64, Ordering};

/// Bytes that may be allocated.
#[derive(Debug)]
pub struct Budget {
    limit: u64,
    left: AtomicI64,
}

/// The budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl Budget {
    /// A budget of so many bytes.
    pub fn new(bytes: u64) -> Budget {
        Budget { limit: bytes, left: AtomicI64::new(i64::try_from(bytes).unwrap_or(i64::MAX)) }
    }

    /// What might be allocated at the beginning.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Take some bytes, if so many are left.
    pub fn take(&self, bytes: usize) -> Result<(), Full> {
        let bytes = bytes as i64;
        if self.left.fetch_sub(bytes, Ordering::Relaxed) < bytes {
            self.left.fetch_add(bytes, Ordering::Relaxed);
            return Err(Full);
        }
        Ok(())
    }

    /// Take some bytes, left or not: for what must be allocated to give more back.
    pub fn overdraw(&self, bytes: usize) {
        self.left.fetch_sub(bytes as i64, Ordering::Relaxed);
    }

    /// Give some bytes back.
    pub fn give(&self, bytes: usize) {
        self.left.fetch_add(bytes as i64, Ordering::Relaxed);
    }
}
