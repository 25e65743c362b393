//! State shared by the workers of a process.

use crate::wire::Lost;
use slideways::engine::disk::DiskConfig;
use slideways::engine::disk::workers::{End, Signal};
use slideways::engine::search::control::Control;
use slideways::outcome::Stop;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// State shared by all workers of a process, whatever they search.
pub struct Shared {
    pub config: DiskConfig,
    pub lost: Lost,
    pub hosts: Vec<String>,
    pub peers: usize,
    pub tally: Tally,
    pub signal: Signal,
    /// Why the stop signal was raised.
    pub stop: OnceLock<Stop>,
}

impl Shared {
    /// Returns an error if the stop signal is raised.
    pub fn check(&self) -> Result<(), End> {
        let by = || *self.stop.get().unwrap_or(&Stop::Caller);
        self.signal.check().map_err(|_| End::Stop(by()))
    }
}

/// Progress counters of the workers of a process.
#[derive(Default)]
pub struct Tally {
    pub expanded: AtomicU64,
    pub generated: AtomicU64,
    pub states: AtomicU64,
    pub depth: AtomicU64,
    pub bytes: AtomicU64,
    /// The parts of the layer that are done, and their number; none if that is not known.
    pub done: AtomicU64,
    pub parts: AtomicU64,
}

impl Tally {
    /// Report progress, and check the limits.
    pub fn tell(&self, base: (u64, u64), control: &mut Control) -> Result<(), Stop> {
        control.cost.expanded = base.0 + self.expanded.load(Relaxed);
        control.cost.generated = base.1 + self.generated.load(Relaxed);
        control.parts = (self.done.load(Relaxed), self.parts.load(Relaxed));
        let (depth, states) = (self.depth.load(Relaxed), self.states.load(Relaxed));
        control.check(depth as u32, states, self.bytes.load(Relaxed))
    }
}
