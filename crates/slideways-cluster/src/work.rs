//! The main loop of one worker: expand, exchange, merge and report, layer by layer.

use crate::inbox::Inbox;
use crate::message::{News, Parcel, Report};
use crate::shared::Shared;
use crate::traffic::{Traffic, lay};
use slideways::engine::disk::dedup::NewLayer;
use slideways::engine::disk::expand::Expansion;
use slideways::engine::disk::folder::Folder;
use slideways::engine::disk::manifest::{LayerPart, Manifest};
use slideways::engine::disk::run::{Reader, Run};
use slideways::engine::disk::search;
use slideways::engine::disk::workers::End;
use slideways::engine::disk::{DiskError, PARTITIONS, Upper};
use slideways::outcome::Stop;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::Allocator;
use timely::worker::Worker;

/// The number of states in a parcel.
const PARCEL: usize = 2048;

/// The number of states expanded per batch.
const BATCH: usize = 1 << 15;

/// The most batches that a worker may be ahead of any other, so that what is in transit fits into memory.
const AHEAD: u64 = 4;

/// One worker.
pub struct Work<'s, const N: usize> {
    shared: &'s Shared<N>,
    worker: Worker,
    traffic: Traffic,
    inbox: Rc<RefCell<Inbox<N>>>,
    folder: Folder,
    me: usize,
    peers: usize,
    /// The number of bytes last reported.
    told: u64,
}

impl<'s, const N: usize> Work<'s, N> {
    /// Join the dataflow; the number of workers in it must be as configured.
    pub fn new(shared: &'s Shared<N>, allocator: Allocator) -> Self {
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let me = worker.index();
        let peers = shared.peers;
        assert_eq!(worker.peers(), peers, "the dataflow has the configured number of workers");
        let generated = Expansion::new(&shared.config.folder, me, shared.shares);
        let inbox = Rc::new(RefCell::new(Inbox { generated, told: false, trouble: None }));
        let receiver = inbox.clone();
        let traffic = lay(&mut worker, Box::new(move |parcel| receiver.borrow_mut().receive(&parcel)));
        let folder = Folder::unmade(&shared.config.folder);
        Work { shared, worker, traffic, inbox, folder, me, peers, told: 0 }
    }

    /// Find all layers. The worker does not wait for processes that are lost.
    pub fn run(mut self) -> Result<(Manifest, Option<Stop>), DiskError> {
        let end = self.layers();
        let Work { worker, traffic, .. } = self;
        match &end {
            Ok(_) => {
                // Let the remaining workers finish.
                let (mut worker, lost) = (worker, &self.shared.lost);
                drop((traffic.parcels, traffic.reports));
                while worker.has_dataflows() && lost.who().is_none() {
                    worker.step_or_park(Some(Duration::from_millis(10)));
                }
                if lost.who().is_some() {
                    std::mem::forget(worker);
                }
            }
            Err(_) => std::mem::forget((worker, traffic.parcels, traffic.reports)),
        }
        end
    }

    fn layers(&mut self) -> Result<(Manifest, Option<Stop>), DiskError> {
        let shared = self.shared;
        let Shared { job, config, until, shares, .. } = shared;
        // Worker 0 owns the folder, and holds its lock while it works.
        let mut check = |bytes| {
            shared.tally.bytes.store(bytes, Relaxed);
            shared.check()
        };
        let opened = (self.me == 0).then(|| search::open(job, config, *shares, &mut check));
        shared.tally.bytes.store(0, Relaxed);
        let (mut owner, news) = match opened {
            Some(Ok((committer, manifest))) => (Some(committer), News::Known(Box::new(manifest))),
            Some(Err(End::Stop(by))) => (None, News::Stopped(by)),
            Some(Err(End::Failed(trouble))) => {
                let _ = self.agree(0, News::Failed(trouble.to_string()));
                return Err(trouble);
            }
            None => (None, News::Here),
        };
        let mut known = None;
        for report in self.agree(0, news)? {
            match report.news {
                News::Known(manifest) => known = Some(*manifest),
                News::Stopped(by) => {
                    return Ok((Manifest::new(&config.subject, (N, PARTITIONS)), Some(by)));
                }
                News::Failed(what) => return Err(self.failed(report.from, what)),
                _ => {}
            }
        }
        let mut manifest = known.ok_or_else(|| self.failed(0, "its report has no manifest".to_owned()))?;
        while !until.is_reached(&manifest) {
            let started = Instant::now();
            self.shared.tally.depth.store(manifest.sizes.len() as u64, Relaxed);
            self.shared.tally.states.store(manifest.sizes.iter().sum(), Relaxed);
            let epoch = manifest.sizes.len() as u64;
            let (news, trouble) = match self.layer(&manifest) {
                Ok((part, generated)) => (News::Found(part, generated), None),
                Err(End::Stop(by)) => (News::Stopped(by), None),
                Err(End::Failed(trouble @ DiskError::Peer { .. })) => return Err(trouble),
                Err(End::Failed(trouble)) => (News::Failed(trouble.to_string()), Some(trouble)),
            };
            let reports = self.agree(epoch, news)?;
            if let Some(trouble) = trouble {
                return Err(trouble);
            }
            let mut parts = vec![];
            let mut stop = None;
            for report in reports {
                match report.news {
                    News::Found(part, generated) => {
                        manifest.generated += generated;
                        parts.push(part);
                    }
                    // A worker that only received a stop reports `Caller`, so any other reason takes
                    // precedence.
                    News::Stopped(by) => stop = stop.filter(|&by| by != Stop::Caller).or(Some(by)),
                    News::Failed(what) => return Err(self.failed(report.from, what)),
                    News::Known(_) | News::Here => {}
                }
            }
            if stop.is_some() {
                if let Some(committer) = owner.as_mut().filter(|_| stop != Some(Stop::Disk)) {
                    committer.make_durable(&manifest)?;
                }
                return Ok((manifest, stop));
            }
            let old = manifest.add(parts, config.keep);
            manifest.milliseconds += started.elapsed().as_millis() as u64;
            if let Some(committer) = &mut owner {
                committer.commit(&manifest, old)?;
            }
        }
        Ok((manifest, None))
    }

    fn check(&self) -> Result<(), End> {
        self.shared.check()
    }

    fn failed(&self, worker: u64, what: String) -> DiskError {
        let workers = self.peers / self.shared.hosts.len().max(1);
        let process = worker as usize / workers;
        let host = self.shared.hosts.get(process).map_or(String::new(), |host| format!(" ({host})"));
        DiskError::Peer { who: format!("process {process}{host} failed"), what }
    }

    /// Take one step of the dataflow; an error if a process is lost.
    fn step(&mut self, wait: bool) -> Result<(), DiskError> {
        match wait {
            true => self.worker.step_or_park(Some(Duration::from_millis(5))),
            false => self.worker.step(),
        };
        match self.shared.lost.who() {
            None => Ok(()),
            Some((process, what)) => {
                let host = self.shared.hosts.get(process).map_or("", String::as_str);
                Err(DiskError::Peer { who: format!("process {process} ({host}) is lost"), what })
            }
        }
    }

    /// Send a report to all workers, and receive theirs, in the order of the workers.
    fn agree(&mut self, epoch: u64, news: News) -> Result<Vec<Report>, DiskError> {
        for to in 0..self.peers as u64 {
            self.traffic.reports.send(Report { to, from: self.me as u64, news: news.clone() });
        }
        let next = (epoch + 1) << 32;
        self.traffic.reports.advance_to(next);
        self.traffic.parcels.advance_to(next);
        while self.traffic.reported.less_than(&next) {
            self.step(true)?;
        }
        let mut heard = std::mem::take(&mut *self.traffic.heard.borrow_mut());
        heard.sort_by_key(|report| report.from);
        match (0..).zip(&heard).find(|(worker, report)| *worker != report.from) {
            None if heard.len() == self.peers => Ok(heard),
            missing => {
                let worker = missing.map_or(heard.len() as u64, |(worker, _)| worker);
                Err(self.failed(worker, "it left the search".to_owned()))
            }
        }
    }

    /// The runs of a layer that this worker owns; `None` for all other partitions.
    fn runs(&self, manifest: &Manifest, layer: Option<usize>) -> Result<Vec<Option<Run>>, DiskError> {
        let mut runs = match layer {
            Some(layer) => self.folder.layer::<N>(manifest, layer)?,
            None => vec![None; PARTITIONS],
        };
        let others = runs.iter_mut().enumerate().filter(|(partition, _)| partition % self.peers != self.me);
        others.for_each(|(_, run)| *run = None);
        Ok(runs)
    }

    /// Find this worker's part of the next layer, and the number of successors generated.
    fn layer(&mut self, manifest: &Manifest) -> Result<(LayerPart, u64), End> {
        let depth = manifest.depth();
        let epoch = manifest.sizes.len() as u64;
        let newest = self.runs(manifest, Some(depth));
        // Whatever happens, the others must not wait for parcels that will never come.
        let mut end = Ok(0);
        match &newest {
            Ok(runs) => end = self.expand(runs, manifest.upper.unwrap_or(self.shared.config.upper), epoch),
            Err(_) => self.say_stop(),
        }
        let next = (epoch + 1) << 32;
        self.traffic.parcels.advance_to(next);
        while self.traffic.arrived.less_than(&next) {
            self.step(true)?;
        }
        let newest = newest?;
        let generated = end?;
        let inbox = self.inbox.clone();
        let mut inbox = inbox.borrow_mut();
        if let Some(trouble) = inbox.trouble.take() {
            return Err(trouble.into());
        }
        if std::mem::take(&mut inbox.told) {
            return Err(End::Stop(Stop::Caller));
        }
        self.tell_bytes(inbox.generated.bytes());
        let before = self.runs(manifest, depth.checked_sub(1))?;
        let mut mine = (self.me..PARTITIONS).step_by(self.peers);
        let Expansion { sorter, buffer, temporary } = &mut inbox.generated;
        let new = NewLayer {
            folder: &self.folder,
            layer: depth + 1,
            buffers: std::slice::from_ref(buffer),
            temporary,
            known: [&newest, &before],
            is_goal: &*self.shared.job.is_goal,
            goals: manifest.goal_files.is_some(),
            // On one machine worker 0 makes files durable from time to time.
            durable: self.shared.hosts.len() > 1,
        };
        let part = new.write(self.me, sorter, || self.check().map(|()| mine.next()))?;
        // Once all have reported, parcels of the next layer may arrive at any time.
        inbox.generated.clear();
        Ok((part, generated))
    }

    fn tell_bytes(&mut self, bytes: u64) {
        self.shared.tally.bytes.fetch_add(bytes.wrapping_sub(self.told), Relaxed);
        self.told = bytes;
    }

    /// Notify all workers that this layer will not be finished.
    fn say_stop(&mut self) {
        for to in 0..self.peers as u64 {
            let mut stop = vec![Parcel { to, partition: None, words: vec![] }];
            self.traffic.parcels.send_batch(&mut stop);
        }
    }

    /// Generate the successors of a layer and send them to their owners.
    fn expand(&mut self, runs: &[Option<Run>], upper: Upper, epoch: u64) -> Result<u64, End> {
        let mut outbox: Vec<Vec<u64>> = vec![vec![]; PARTITIONS];
        let (mut generated, mut expanded, mut batch) = (0, 0, 0);
        for run in runs.iter().flatten() {
            let mut reader = Reader::<N>::open(run)?;
            while !reader.rest().is_empty() {
                let (before, mut end) = (generated, Ok(()));
                let _ = self.shared.job.nodes.expand(reader.rest(), &mut |next| {
                    let to = upper.partition(next);
                    outbox[to].extend_from_slice(next);
                    generated += 1;
                    if outbox[to].len() >= PARCEL * N {
                        deliver(self.me, self.peers, &self.inbox, &mut self.traffic, to, &mut outbox[to]);
                    }
                    if generated % (1 << 14) == 0 {
                        end = self.shared.check();
                    }
                    if end.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                if let Err(end) = end {
                    self.say_stop();
                    return Err(end);
                }
                expanded += reader.rest().len();
                self.shared.tally.expanded.fetch_add(reader.rest().len() as u64, Relaxed);
                self.shared.tally.generated.fetch_add(generated - before, Relaxed);
                if expanded >= BATCH {
                    (expanded, batch) = (0, batch + 1);
                    self.between(epoch, batch)?;
                }
                reader.skip()?;
            }
        }
        for (to, words) in outbox.iter_mut().enumerate() {
            deliver(self.me, self.peers, &self.inbox, &mut self.traffic, to, words);
        }
        Ok(generated)
    }

    /// Between two batches: process incoming messages, and wait for workers that are far behind.
    fn between(&mut self, epoch: u64, batch: u64) -> Result<(), End> {
        self.traffic.parcels.advance_to(epoch << 32 | batch);
        self.step(false)?;
        let behind = epoch << 32 | batch.saturating_sub(AHEAD);
        while self.traffic.arrived.less_than(&behind) {
            self.check().inspect_err(|_| self.say_stop())?;
            self.step(true)?;
        }
        let (bytes, told) = {
            let inbox = self.inbox.borrow();
            (inbox.generated.bytes(), inbox.told || inbox.trouble.is_some())
        };
        self.tell_bytes(bytes);
        let stopped = self.check().and(if told { Err(End::Stop(Stop::Caller)) } else { Ok(()) });
        stopped.inspect_err(|_| self.say_stop())
    }
}

/// Send the words of some states to the owner of their partition, which may be this worker itself.
fn deliver<const N: usize>(
    me: usize,
    peers: usize,
    inbox: &RefCell<Inbox<N>>,
    traffic: &mut Traffic,
    partition: usize,
    words: &mut Vec<u64>,
) {
    if words.is_empty() {
        return;
    }
    let to = partition % peers;
    let parcel = Parcel { to: to as u64, partition: Some(partition as u32), words: std::mem::take(words) };
    if to == me {
        inbox.borrow_mut().receive(&parcel);
        *words = parcel.words;
        words.clear();
    } else {
        traffic.parcels.send_batch(&mut vec![parcel]);
    }
}
