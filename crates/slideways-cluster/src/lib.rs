//! Distributed external-memory breadth-first search: several processes find the layers of a state space
//! together.
//!
//! Each worker owns some of the [partitions](slideways::engine::disk::PARTITIONS), whose number is fixed. It
//! reads its runs of the newest layer and sends each successor to the worker that owns its partition. There
//! the successors are collected, sorted and merged as in a [single process](slideways::engine::disk). [Timely
//! dataflow](timely) carries them and detects when all have arrived. Then every worker reports to every other
//! what it has found ([`message::Report`]), all draw the same conclusions, and worker 0 writes them to the
//! manifest: at that moment the layer exists.
//!
//! ```text
//! worker 0   runs 0 2 4 … ─ expand ─┐          ┌─► buffer ─ sort ─ merge ─► runs 0 2 4 … ─ report ─┐
//!                                   ├─ parcels ┤                                                   ├─ all agree
//! worker 1   runs 1 3 5 … ─ expand ─┘          └─► buffer ─ sort ─ merge ─► runs 1 3 5 … ─ report ─┘
//! ```
//!
//! The files are those of a search on one machine and do not mention workers: any number of workers, or a
//! single process, can continue a search. All processes must see the same folder.
//!
//! **Trust.** Any host that can reach a process can send it states, and the process accepts them: there are
//! no passwords, and nothing is encrypted. Run this in a network whose members are trusted. A process listens
//! only on the address that the list of hosts gives it.

#![warn(missing_docs)]

pub mod meet;
pub mod message;

mod inbox;
mod shared;
mod traffic;
mod wire;
mod work;

use meet::Party;
use shared::{Shared, Tally};
use slideways::engine::disk::expand::{LEAST_MEMORY, Shares};
use slideways::engine::disk::folder::Folder;
use slideways::engine::disk::job::{AnyJob, Doing, Job};
use slideways::engine::disk::manifest::Manifest;
use slideways::engine::disk::workers::{End, Signal};
use slideways::engine::disk::{DiskConfig, DiskError, PARTITIONS};
use slideways::engine::explore::external::{DiskEngine, Known, Until};
use slideways::engine::search::control::Control;
use slideways::outcome::Stop;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Allocator, Hooks, WorkerGuards, initialize_from};
use wire::{Lost, Wire};
use work::Work;

/// Polling interval of the supervising thread.
const PAUSE: Duration = Duration::from_millis(20);

/// How long to wait for the last messages to be sent and received.
const FAREWELL: Duration = Duration::from_secs(10);

/// A cluster of workers: in this process, and in others if there are hosts.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// The number of workers per process.
    pub workers: usize,
    /// The addresses of all processes, `host:port`; empty if there is only this one.
    pub hosts: Vec<String>,
    /// The index of this process in `hosts`.
    pub process: usize,
    /// How long to wait for the other processes to connect.
    pub patience: Duration,
}

impl Cluster {
    /// The most workers of all processes together: each owns at least one partition.
    pub const MOST_WORKERS: usize = slideways::space::MOST_WORKERS;

    /// A cluster of workers in this process only.
    pub fn embedded(workers: usize) -> Cluster {
        Cluster { workers, hosts: vec![], process: 0, patience: Duration::ZERO }
    }

    /// The total number of workers.
    pub fn peers(&self) -> usize {
        self.workers * self.hosts.len().max(1)
    }

    /// Connect to the other processes, if there are any.
    fn connect(&self, config: &DiskConfig, control: &mut Control) -> Result<Connected, End> {
        let hooks = Hooks::default();
        let locals = ProcessBuilder::new_typed_vector(self.workers, hooks.refill.clone(), None);
        if self.hosts.len() < 2 {
            let builders = locals.into_iter().map(AllocatorBuilder::Process).collect();
            return Ok(Connected { builders, guard: Box::new(()), lost: Lost::default() });
        }
        let party = Party {
            hosts: &self.hosts,
            process: self.process,
            workers: self.workers as u32,
            // Processes that store goals run two searches.
            subject: crc32fast::hash(format!("{}{}", config.goals, config.subject).as_bytes()),
        };
        let deadline = Instant::now() + self.patience;
        let streams = party.meet(deadline, || control.check(0, 0, 0))?;
        let lost = Lost::default();
        let named = streams.into_iter().enumerate();
        let wires =
            named.map(|(i, stream)| stream.map(|stream| Wire::new(stream, i, lost.clone()))).collect();
        let made = initialize_networking_from_sockets(locals, wires, self.process, self.workers, hooks);
        let (builders, guard) = made.map_err(|error| DiskError::Peer {
            who: format!("process {}", self.process),
            what: format!("cannot start the network: {error}"),
        })?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        Ok(Connected { builders, guard: Box::new(guard), lost })
    }
}

/// Connections to the other processes.
struct Connected {
    builders: Vec<AllocatorBuilder>,
    /// On drop, waits until everything is sent and received.
    guard: Box<dyn Any + Send>,
    lost: Lost,
}

impl DiskEngine for Cluster {
    fn run(&self, job: AnyJob, config: &DiskConfig, until: Until, control: &mut Control) -> Known {
        job.open(Sharing { cluster: self, config, until, control })
            .expect("states have a known number of words")
    }

    /// Several processes store positions as states, which they can share.
    fn has_bits(&self) -> bool {
        self.hosts.len() < 2
    }
}

struct Sharing<'s, 'w> {
    cluster: &'s Cluster,
    config: &'s DiskConfig,
    until: Until,
    control: &'s mut Control<'w>,
}

impl Doing for Sharing<'_, '_> {
    type Answer = Known;

    fn on<const N: usize>(self, job: Job<N>) -> Known {
        self.cluster.share(job, self.config, self.until, self.control)
    }
}

impl Cluster {
    /// Run all workers of this process.
    fn share<const N: usize>(
        &self,
        job: Job<N>,
        config: &DiskConfig,
        until: Until,
        control: &mut Control,
    ) -> Known {
        let unknown = Manifest::new(&config.subject, (N, PARTITIONS));
        // Every worker must have enough memory.
        let memory = control.memory() / self.workers as u64;
        if memory < LEAST_MEMORY {
            return Ok((unknown, Some(Stop::Memory)));
        }
        let Connected { builders, guard, lost } = match self.connect(config, control) {
            Ok(connected) => connected,
            Err(End::Stop(by)) => return Ok((unknown, Some(by))),
            Err(End::Failed(trouble)) => return Err(trouble),
        };
        let shared = Arc::new(Shared {
            job,
            config: config.clone(),
            until,
            shares: Shares::new(memory, 1),
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
            let end = catch_unwind(AssertUnwindSafe(|| Work::new(&ours, allocator).run()));
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
            Ok(_) => farewell(guards),
            // Threads that wait for a lost process would wait forever: they end with this process.
            Err(_) => std::mem::forget(guards),
        }
        match end {
            // The disk was too full for the manifest: the previous one is still there.
            Err(trouble) if trouble.is_full() => {
                let known = Folder::unmade(&config.folder).manifest(&unknown)?;
                Ok((known.unwrap_or(unknown), Some(Stop::Disk)))
            }
            end => end,
        }
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

/// Wait until the last messages are sent and received, but at most [`FAREWELL`].
fn farewell(guards: WorkerGuards<()>) {
    let (done, dones) = mpsc::channel();
    thread::spawn(move || {
        drop(guards);
        let _ = done.send(());
    });
    let _ = dones.recv_timeout(FAREWELL);
}
