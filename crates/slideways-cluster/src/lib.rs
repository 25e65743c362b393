//! Distributed breadth-first search: several processes find the layers of a state space together.
//!
//! **Layers of states in files.** Each worker owns some of the
//! [partitions](slideways::engine::disk::PARTITIONS), whose number is fixed. It reads its runs of the newest
//! layer and sends each successor to the worker that owns its partition. There the successors are collected,
//! sorted and merged as in a [single process](slideways::engine::disk). [Timely dataflow](timely) carries
//! them and detects when all have arrived. Then every worker reports to every other what it has found
//! ([`message::Report`]), all draw the same conclusions, and worker 0 writes them to the manifest: at that
//! moment the layer exists.
//!
//! ```text
//! worker 0   runs 0 2 4 … ─ expand ─┐          ┌─► buffer ─ sort ─ merge ─► runs 0 2 4 … ─ report ─┐
//!                                   ├─ parcels ┤                                                   ├─ all agree
//! worker 1   runs 1 3 5 … ─ expand ─┘          └─► buffer ─ sort ─ merge ─► runs 1 3 5 … ─ report ─┘
//! ```
//!
//! **A bit table in memory**, for boards of tiles in the single-tile metric. Each worker holds the positions
//! whose ranks begin with certain digits ([`TableShare`](slideways::engine::tiles::bit_bfs::share)). It sends
//! the units that change these digits to the worker that owns the place, and completes the rest at home. From
//! time to time a layer ends with a checkpoint: every worker writes its pages that have changed, and worker 0
//! replaces the manifest.
//!
//! ```text
//! worker 0   blocks of digits 0 … ─┬─ fill ──────► add ─┬─ count ─ report, and pages ─┐
//!                                  └─ units ─┐ ┌─► add ─┘                             │
//!                                            ├─┤                                      ├─ all agree
//!                                  ┌─ units ─┘ └─► add ─┐                             │
//! worker 1   blocks of digits 5 … ─┴─ fill ──────► add ─┴─ count ─ report, and pages ─┘
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

mod bit_inbox;
mod bit_work;
mod inbox;
mod link;
mod shared;
mod supervise;
mod traffic;
mod wire;
mod work;

use bit_work::{BitJob, BitWork};
use meet::Party;
use shared::Shared;
use slideways::engine::disk::expand::{LEAST_MEMORY, Shares};
use slideways::engine::disk::folder::Folder;
use slideways::engine::disk::job::{AnyJob, Doing, Job};
use slideways::engine::disk::manifest::Manifest;
use slideways::engine::disk::workers::End;
use slideways::engine::disk::{DiskConfig, DiskError, PARTITIONS};
use slideways::engine::explore::external::{DiskEngine, Known, Until};
use slideways::engine::search::control::Control;
use slideways::engine::tiles::bit_bfs::external::{self, KnownBits};
use slideways::outcome::Stop;
use slideways::tiles::Board;
use std::any::Any;
use std::time::{Duration, Instant};
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use wire::{Lost, Wire};
use work::{RunsJob, Work};

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
    /// How often a bit table in the memory of several processes is saved. It takes up to a tenth of the time.
    pub interval: Duration,
}

impl Cluster {
    /// The interval between two checkpoints, if nothing else is wanted.
    pub const INTERVAL: Duration = Duration::from_secs(60);

    /// A cluster of workers in this process only.
    pub fn embedded(workers: usize) -> Cluster {
        let (patience, interval) = (Duration::ZERO, Cluster::INTERVAL);
        Cluster { workers, hosts: vec![], process: 0, patience, interval }
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

    /// One process has its table in files; several have it in memory.
    fn bits(&self, from: &Board, config: &DiskConfig, control: &mut Control) -> KnownBits {
        match self.hosts.len() {
            0 | 1 => external::count(from, config, control),
            _ => self.count(from, config, control),
        }
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
    /// Search with layers of states.
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
        let runs = RunsJob { job, until, shares: Shares::new(memory, 1) };
        let work = move |shared: &Shared, allocator| Work::new(&runs, shared, allocator).run();
        match self.supervise(config, control, Box::new(work)) {
            Ok(known) => Ok(known),
            Err(End::Stop(Stop::Disk)) => {
                // The disk was too full for the manifest: the previous one is still there.
                let known = Folder::unmade(&config.folder).manifest(&unknown)?;
                Ok((known.unwrap_or(unknown), Some(Stop::Disk)))
            }
            Err(End::Stop(by)) => Ok((unknown, Some(by))),
            Err(End::Failed(trouble)) => Err(trouble),
        }
    }

    /// Search with a bit table that is shared out over the memory of all workers.
    fn count(&self, from: &Board, config: &DiskConfig, control: &mut Control) -> KnownBits {
        let (from, workers) = (from.clone(), self.workers);
        let job = BitJob { from, workers, memory: control.memory(), interval: self.interval };
        let work = move |shared: &Shared, allocator| BitWork::new(&job, shared, allocator).run();
        match self.supervise(config, control, Box::new(work)) {
            Ok(known) => Ok(known),
            Err(End::Stop(by)) => Ok((None, Some(by))),
            Err(End::Failed(trouble)) => Err(trouble),
        }
    }
}
