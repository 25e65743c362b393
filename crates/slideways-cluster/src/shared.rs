//! What the workers of a process have in common.

use crate::wire::Lost;
use slideways::engine::disk::DiskConfig;
use slideways::engine::disk::expand::Shares;
use slideways::engine::disk::job::Job;
use slideways::engine::disk::workers::{End, Signal};
use slideways::engine::explore::external::Until;
use slideways::engine::search::control::Control;
use slideways::outcome::Stop;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What all workers of a process share.
pub struct Shared<const N: usize> {
    pub job: Job<N>,
    pub config: DiskConfig,
    pub until: Until,
    pub shares: Shares,
    pub lost: Lost,
    pub hosts: Vec<String>,
    pub peers: usize,
    pub tally: Tally,
    pub signal: Signal,
    /// Why the signal was raised.
    pub stop: OnceLock<Stop>,
}

impl<const N: usize> Shared<N> {
    /// Whether to go on.
    pub fn check(&self) -> Result<(), End> {
        let by = || *self.stop.get().unwrap_or(&Stop::Caller);
        self.signal.check().map_err(|_| End::Stop(by()))
    }
}

/// What the workers of a process have done.
#[derive(Default)]
pub struct Tally {
    pub expanded: AtomicU64,
    pub generated: AtomicU64,
    pub states: AtomicU64,
    pub depth: AtomicU64,
    pub bytes: AtomicU64,
}

impl Tally {
    /// Tell those who look on.
    pub fn tell(&self, base: (u64, u64), control: &mut Control) -> Result<(), Stop> {
        control.cost.expanded = base.0 + self.expanded.load(Relaxed);
        control.cost.generated = base.1 + self.generated.load(Relaxed);
        let (depth, states) = (self.depth.load(Relaxed), self.states.load(Relaxed));
        control.check(depth as u32, states, self.bytes.load(Relaxed))
    }
}
