//! Memory budget of a search: the bytes it may still allocate, shared by all its threads.

use std::sync::atomic::{AtomicI64, Ordering};

/// A number of bytes that may be allocated.
#[derive(Debug)]
pub struct Budget {
    limit: u64,
    left: AtomicI64,
}

/// The budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl Budget {
    /// A budget of `bytes` bytes.
    pub fn new(bytes: u64) -> Budget {
        Budget { limit: bytes, left: AtomicI64::new(i64::try_from(bytes).unwrap_or(i64::MAX)) }
    }

    /// The initial number of bytes.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Take `bytes` bytes, if that many are left.
    pub fn take(&self, bytes: usize) -> Result<(), Full> {
        let bytes = bytes as i64;
        if self.left.fetch_sub(bytes, Ordering::Relaxed) < bytes {
            self.left.fetch_add(bytes, Ordering::Relaxed);
            return Err(Full);
        }
        Ok(())
    }

    /// Take `bytes` bytes even if they are not left: for allocations that are needed to free more.
    pub fn overdraw(&self, bytes: usize) {
        self.left.fetch_sub(bytes as i64, Ordering::Relaxed);
    }

    /// Give some bytes back.
    pub fn give(&self, bytes: usize) {
        self.left.fetch_add(bytes as i64, Ordering::Relaxed);
    }
}
