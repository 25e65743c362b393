//! One worker of a search with layers of states: expand, exchange, merge and report, layer by layer.

use crate::inbox::Inbox;
use crate::link::Link;
use crate::message::{News, Parcel, Words};
use crate::shared::Shared;
use slideways::engine::disk::dedup::NewLayer;
use slideways::engine::disk::expand::{Expansion, Shares};
use slideways::engine::disk::folder::Folder;
use slideways::engine::disk::job::Job;
use slideways::engine::disk::manifest::{LayerPart, Manifest};
use slideways::engine::disk::run::{Reader, Run};
use slideways::engine::disk::search;
use slideways::engine::disk::workers::End;
use slideways::engine::disk::{DiskError, PARTITIONS, Upper};
use slideways::engine::explore::external::Until;
use slideways::outcome::Stop;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;
use timely::communication::Allocator;

/// The number of states in a parcel.
const PARCEL: usize = 2048;

/// The number of states expanded per batch.
const BATCH: usize = 1 << 15;

/// What is searched, and until when.
pub struct RunsJob<const N: usize> {
    pub job: Job<N>,
    pub until: Until,
    /// The memory of one worker.
    pub shares: Shares,
}

/// One worker.
pub struct Work<'s, const N: usize> {
    runs: &'s RunsJob<N>,
    link: Link<'s>,
    inbox: Rc<RefCell<Inbox<N>>>,
    folder: Folder,
    /// The number of bytes last reported.
    told: u64,
}

impl<'s, const N: usize> Work<'s, N> {
    /// Join the dataflow.
    pub fn new(runs: &'s RunsJob<N>, shared: &'s Shared, allocator: Allocator) -> Self {
        let generated = Expansion::new(&shared.config.folder, allocator.index(), runs.shares);
        let inbox = Rc::new(RefCell::new(Inbox { generated, told: false, trouble: None }));
        let receiver = inbox.clone();
        let link =
            Link::new(shared, allocator, Box::new(move |parcel| receiver.borrow_mut().receive(&parcel)));
        let folder = Folder::unmade(&shared.config.folder);
        Work { runs, link, inbox, folder, told: 0 }
    }

    /// Find all layers. The worker does not wait for processes that are lost.
    pub fn run(mut self) -> Result<(Manifest, Option<Stop>), DiskError> {
        let end = self.layers();
        self.link.leave(end.is_err());
        end
    }

    fn layers(&mut self) -> Result<(Manifest, Option<Stop>), DiskError> {
        let (RunsJob { job, until, shares }, shared) = (self.runs, self.link.shared);
        let config = &shared.config;
        // Worker 0 owns the folder, and holds its lock while it works.
        let mut check = |bytes| {
            shared.tally.bytes.store(bytes, Relaxed);
            shared.check()
        };
        let opened = (self.link.me == 0).then(|| search::open(job, config, *shares, &mut check));
        shared.tally.bytes.store(0, Relaxed);
        let (mut owner, news) = match opened {
            Some(Ok((committer, manifest))) => (Some(committer), News::Known(Box::new(manifest))),
            Some(Err(End::Stop(by))) => (None, News::Stopped(by)),
            Some(Err(End::Failed(trouble))) => {
                let _ = self.link.agree(0, News::Failed(trouble.to_string()));
                return Err(trouble);
            }
            None => (None, News::Here),
        };
        let reports = match self.link.begin(0, news) {
            Ok(reports) => reports,
            Err(End::Stop(by)) => return Ok((Manifest::new(&config.subject, (N, PARTITIONS)), Some(by))),
            Err(End::Failed(trouble)) => return Err(trouble),
        };
        let known = reports.into_iter().find_map(|report| match report.news {
            News::Known(manifest) => Some(*manifest),
            _ => None,
        });
        let mut manifest =
            known.ok_or_else(|| self.link.failed(0, "its report has no manifest".to_owned()))?;
        while !until.is_reached(&manifest) {
            let started = Instant::now();
            self.link.shared.tally.depth.store(manifest.sizes.len() as u64, Relaxed);
            self.link.shared.tally.states.store(manifest.sizes.iter().sum(), Relaxed);
            let epoch = manifest.sizes.len() as u64;
            let (news, trouble) = match self.layer(&manifest) {
                Ok((part, generated)) => (News::Found(part, generated), None),
                Err(End::Stop(by)) => (News::Stopped(by), None),
                Err(End::Failed(trouble @ DiskError::Peer { .. })) => return Err(trouble),
                Err(End::Failed(trouble)) => (News::Failed(trouble.to_string()), Some(trouble)),
            };
            let reports = self.link.agree(epoch, news)?;
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
                    News::Failed(what) => return Err(self.link.failed(report.from, what)),
                    _ => {}
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

    /// The runs of a layer that this worker owns; `None` for all other partitions.
    fn runs(&self, manifest: &Manifest, layer: Option<usize>) -> Result<Vec<Option<Run>>, DiskError> {
        let mut runs = match layer {
            Some(layer) => self.folder.layer::<N>(manifest, layer)?,
            None => vec![None; PARTITIONS],
        };
        let others =
            runs.iter_mut().enumerate().filter(|(partition, _)| partition % self.link.peers != self.link.me);
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
            Ok(runs) => {
                end = self.expand(runs, manifest.upper.unwrap_or(self.link.shared.config.upper), epoch)
            }
            Err(_) => self.link.say_stop(),
        }
        self.link.finish(epoch)?;
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
        let mut mine = (self.link.me..PARTITIONS).step_by(self.link.peers);
        let Expansion { sorter, buffer, temporary } = &mut inbox.generated;
        let new = NewLayer {
            folder: &self.folder,
            layer: depth + 1,
            buffers: std::slice::from_ref(buffer),
            temporary,
            known: [&newest, &before],
            is_goal: &*self.runs.job.is_goal,
            goals: manifest.goal_files.is_some(),
            // On one machine worker 0 makes files durable from time to time.
            durable: self.link.shared.hosts.len() > 1,
        };
        let part = new.write(self.link.me, sorter, || self.link.shared.check().map(|()| mine.next()))?;
        // Once all have reported, parcels of the next layer may arrive at any time.
        inbox.generated.clear();
        Ok((part, generated))
    }

    fn tell_bytes(&mut self, bytes: u64) {
        self.link.shared.tally.bytes.fetch_add(bytes.wrapping_sub(self.told), Relaxed);
        self.told = bytes;
    }

    /// Generate the successors of a layer and send them to their owners.
    fn expand(&mut self, runs: &[Option<Run>], upper: Upper, epoch: u64) -> Result<u64, End> {
        let mut outbox: Vec<Vec<u64>> = vec![vec![]; PARTITIONS];
        let (mut generated, mut expanded, mut batch) = (0, 0, 0);
        for run in runs.iter().flatten() {
            let mut reader = Reader::<N>::open(run)?;
            while !reader.rest().is_empty() {
                let (before, mut end) = (generated, Ok(()));
                let _ = self.runs.job.nodes.expand(reader.rest(), &mut |next| {
                    let to = upper.partition(next);
                    outbox[to].extend_from_slice(next);
                    generated += 1;
                    if outbox[to].len() >= PARCEL * N {
                        deliver(&self.inbox, &mut self.link, to, &mut outbox[to]);
                    }
                    if generated % (1 << 14) == 0 {
                        end = self.link.shared.check();
                    }
                    if end.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                if let Err(end) = end {
                    self.link.say_stop();
                    return Err(end);
                }
                expanded += reader.rest().len();
                self.link.shared.tally.expanded.fetch_add(reader.rest().len() as u64, Relaxed);
                self.link.shared.tally.generated.fetch_add(generated - before, Relaxed);
                if expanded >= BATCH {
                    (expanded, batch) = (0, batch + 1);
                    self.between(epoch, batch)?;
                }
                reader.skip()?;
            }
        }
        for (to, words) in outbox.iter_mut().enumerate() {
            deliver(&self.inbox, &mut self.link, to, words);
        }
        Ok(generated)
    }

    /// Between two batches: process incoming messages.
    fn between(&mut self, epoch: u64, batch: u64) -> Result<(), End> {
        self.link.keep_pace(epoch, batch)?;
        let (bytes, told) = {
            let inbox = self.inbox.borrow();
            (inbox.generated.bytes(), inbox.told || inbox.trouble.is_some())
        };
        self.tell_bytes(bytes);
        let stopped = if told { Err(End::Stop(Stop::Caller)) } else { Ok(()) };
        stopped.inspect_err(|_| self.link.say_stop())
    }
}

/// Send the words of some states to the owner of their partition, which may be this worker itself.
fn deliver<const N: usize>(
    inbox: &RefCell<Inbox<N>>,
    link: &mut Link,
    partition: usize,
    words: &mut Vec<u64>,
) {
    if words.is_empty() {
        return;
    }
    let to = partition % link.peers;
    let parcel =
        Parcel { to: to as u64, partition: Some(partition as u32), words: Words(std::mem::take(words)) };
    if to == link.me {
        inbox.borrow_mut().receive(&parcel);
        *words = parcel.words.0;
        words.clear();
    } else {
        link.send(parcel);
    }
}
