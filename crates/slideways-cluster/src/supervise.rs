//! Runs the workers of this process, and checks the limits meanwhile.

use crate::shared::{Shared, Tally};
use crate::wire::Lost;
use crate::{Cluster, Connected};
use slideways::engine::disk::workers::{End, Signal};
use slideways::engine::disk::{DiskConfig, DiskError};
use slideways::engine::search::control::Control;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use timely::communication::allocator::AllocatorBuilder;
use timely::communication::{Allocator, WorkerGuards, initialize_from};

/// Polling interval of the supervising thread.
const PAUSE: Duration = Duration::from_millis(20);

/// How long a process that has lost another stays, so that the rest notice that one first, and not this one.
const GRACE: Duration = Duration::from_millis(500);

/// How long to wait for the last messages to be sent and received.
const FAREWELL: Duration = Duration::from_secs(10);

/// The work of one worker.
pub type WorkerTask<T> = Box<dyn Fn(&Shared, Allocator) -> Result<T, DiskError> + Send + Sync>;

impl Cluster {
    /// Connect to the other processes, and run all workers of this one.
    pub(crate) fn supervise<T: Send + 'static>(
        &self,
        config: &DiskConfig,
        control: &mut Control,
        work: WorkerTask<T>,
    ) -> Result<T, End> {
        let Connected { builders, guard, lost } = self.connect(config, control)?;
        let shared = Arc::new(Shared {
            config: config.clone(),
            lost,
            hosts: self.hosts.clone(),
            peers: self.peers(),
            tally: Tally::default(),
            signal: Signal::default(),
            stop: OnceLock::new(),
        });
        let (done, dones) = mpsc::channel();
        let (ours, done) = (shared.clone(), Mutex::new(done));
        let work = move |allocator| {
            let done = done.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let end = catch_unwind(AssertUnwindSafe(|| work(&ours, allocator)));
            let _ = done.send(end.unwrap_or_else(|_| Err(broken("panicked; this is a bug in slideways"))));
        };
        let guards = start(builders, guard, Box::new(work))
            .map_err(|what| broken(&format!("cannot start: {what}")))?;
        let base = (control.cost.expanded, control.cost.generated);
        let mut ends = vec![];
        while ends.len() < self.workers {
            match dones.recv_timeout(PAUSE) {
                Ok(end) => {
                    // The other workers must not wait for one that has left.
                    if end.is_err() {
                        shared.lost.note(self.process, "one of its workers failed".to_owned());
                    }
                    ends.push(end);
                }
                Err(_) => {
                    if let Err(by) = shared.tally.tell(base, control) {
                        let _ = shared.stop.set(by);
                        shared.signal.raise();
                    }
                }
            }
        }
        let _ = shared.tally.tell(base, control);
        // The error of a worker that failed itself is more precise than that of a worker that lost a peer.
        ends.sort_by_key(|end| match end {
            Ok(_) => 2,
            Err(DiskError::Peer { .. }) => 1,
            Err(_) => 0,
        });
        let end = ends.swap_remove(0);
        match &end {
            Ok(_) => farewell(guards, &shared.lost),
            // Threads that wait for a lost process would wait forever: they end with this process.
            Err(_) => {
                std::mem::forget(guards);
                if shared.lost.who().is_some_and(|(process, _)| process != self.process) {
                    thread::sleep(GRACE);
                }
            }
        }
        // On a full disk, committed layers stay as they are.
        end.map_err(End::from)
    }
}

/// Start the workers of this process. Their work is boxed, so that this is compiled once.
fn start(
    builders: Vec<AllocatorBuilder>,
    guard: Box<dyn Any + Send>,
    work: Box<dyn Fn(Allocator) + Send + Sync>,
) -> Result<WorkerGuards<()>, String> {
    initialize_from(builders, guard, work)
}

/// An error of a worker of this process.
fn broken(what: &str) -> DiskError {
    DiskError::Peer { who: "a worker of this process".to_owned(), what: what.to_owned() }
}

/// Wait until the last messages are sent and received, but at most [`FAREWELL`], and not for a process that
/// is lost.
fn farewell(guards: WorkerGuards<()>, lost: &Lost) {
    let (done, dones) = mpsc::channel();
    thread::spawn(move || {
        drop(guards);
        let _ = done.send(());
    });
    let started = Instant::now();
    while started.elapsed() < FAREWELL && lost.who().is_none() {
        if dones.recv_timeout(PAUSE) != Err(RecvTimeoutError::Timeout) {
            return;
        }
    }
}
