//! Stop signal, counters and memory budget shared by the threads of a packing search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Shared by all threads of a search.
#[derive(Debug)]
pub(super) struct Signal {
    stop: AtomicBool,
    full: AtomicBool,
    expanded: AtomicU64,
    classes: AtomicU64,
    /// Bytes of packings that were found and not yet shown, and their maximum.
    held: AtomicU64,
    peak: AtomicU64,
    memory: u64,
}

impl Signal {
    /// A signal with a budget of `memory` bytes for packings that wait to be shown.
    pub fn new(memory: u64) -> Signal {
        Signal {
            stop: AtomicBool::new(false),
            full: AtomicBool::new(false),
            expanded: AtomicU64::new(0),
            classes: AtomicU64::new(0),
            held: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            memory,
        }
    }

    /// Stop all threads.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search is stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the memory is used up.
    pub fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// Add to the counts that are shown while the search runs.
    pub fn count(&self, expanded: u64, classes: u64) {
        self.expanded.fetch_add(expanded, Ordering::Relaxed);
        self.classes.fetch_add(classes, Ordering::Relaxed);
    }

    pub fn expanded(&self) -> u64 {
        self.expanded.load(Ordering::Relaxed)
    }

    pub fn classes(&self) -> u64 {
        self.classes.load(Ordering::Relaxed)
    }

    pub fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Add bytes to those held; exceeding the budget stops the search.
    pub fn hold(&self, bytes: u64) {
        let held = self.held.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.peak.fetch_max(held, Ordering::Relaxed);
        if held > self.memory {
            self.full.store(true, Ordering::Relaxed);
            self.stop();
        }
    }

    /// Release bytes.
    pub fn free(&self, bytes: u64) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }
}
