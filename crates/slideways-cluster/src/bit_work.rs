//! One worker of a search with a bit table: it sends new positions that leave its share, adds those that it
//! receives, and works through its own blocks.
//!
//! The table is in memory. From time to time a layer ends with a checkpoint: every worker writes the pages of
//! its share that have changed, and worker 0 commits them. A search that is stopped within a layer ends with
//! one, too.

use crate::bit_inbox::BitInbox;
use crate::link::Link;
use crate::message::{Counted, News, Parcel, Report, Words};
use crate::shared::Shared;
use slideways::engine::disk::DiskError;
use slideways::engine::disk::workers::End;
use slideways::engine::tiles::bit_bfs::pages::{PageCommitter, PageManifest};
use slideways::engine::tiles::bit_bfs::share::{TableShare, open_shared};
use slideways::outcome::Stop;
use slideways::tiles::Board;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use timely::communication::Allocator;

/// The number of words of a parcel, at least. Memory of this size is used again and again.
const PARCEL: usize = 1 << 12;

/// The bytes of an outbox per worker that it sends to, with as much on the way: parcels of some rows.
const OUTBOX: u64 = 2 * 4 * 8 * PARCEL as u64;

/// The number of batches of a layer: blocks of all shares are sent at the same pace.
const BATCHES: usize = 64;

/// After a layer with fewer positions, all of the next is one batch.
const FEW: u64 = 1_000_000;

/// The error of a worker that another one has sent something wrong.
const CONFUSED: &str = "it received positions that do not belong to it";

/// How many blocks are completed between two looks at the limits.
const BLOCKS: usize = 16;

/// What is searched, and with what.
pub struct BitJob {
    pub from: Board,
    /// The number of workers and the memory limit of this process.
    pub workers: usize,
    pub memory: u64,
    /// The least time between two checkpoints.
    pub interval: Duration,
}

/// One worker.
pub struct BitWork<'s> {
    job: &'s BitJob,
    link: Link<'s>,
    inbox: Rc<RefCell<BitInbox>>,
    /// The end of the last checkpoint, and how long it took.
    saved: (Instant, Duration),
}

/// What is known, and what stopped the search early.
type Ended = Result<(Option<PageManifest>, Option<Stop>), DiskError>;

/// What a worker starts with: the committer, if it is worker 0, and what is known.
type Opened = (Option<PageCommitter>, PageManifest);

impl<'s> BitWork<'s> {
    /// Join the dataflow.
    pub fn new(job: &'s BitJob, shared: &'s Shared, allocator: Allocator) -> Self {
        let inbox = Rc::new(RefCell::new(BitInbox::default()));
        let receiver = inbox.clone();
        let link =
            Link::new(shared, allocator, Box::new(move |parcel| receiver.borrow_mut().receive(&parcel)));
        BitWork { job, link, inbox, saved: (Instant::now(), Duration::ZERO) }
    }

    /// Find all layers. The worker does not wait for processes that are lost.
    pub fn run(mut self) -> Ended {
        let end = self.layers();
        self.link.leave(end.is_err());
        end
    }

    fn layers(&mut self) -> Ended {
        let (mut owner, mut manifest) = match self.open() {
            Ok(opened) => opened,
            Err(End::Stop(by)) => return Ok((None, Some(by))),
            Err(End::Failed(trouble)) => return Err(trouble),
        };
        if let Err(end) = self.load(&manifest) {
            return match end {
                End::Stop(by) => Ok((Some(manifest), Some(by))),
                End::Failed(trouble) => Err(trouble),
            };
        }
        let positions = self.inbox.borrow().share.as_ref().expect("it is loaded").positions();
        let (mut stored, mut save) = (manifest.clone(), false);
        while manifest.states() < positions {
            let started = Instant::now();
            let (counted, trouble) = self.layer(&manifest, save)?;
            let news = match &trouble {
                Some(trouble) => News::Failed(trouble.to_string()),
                None => News::Counted(Box::new(counted)),
            };
            let reports = self.link.agree(epoch(&manifest), news)?;
            if let Some(trouble) = trouble {
                return Err(trouble);
            }
            let parts = self.parts(reports)?;
            manifest.milliseconds += started.elapsed().as_millis() as u64;
            let stop = stopped(&parts);
            if stop == Some(Stop::Disk) {
                return Ok((Some(stored), stop));
            }
            save = parts[0].save_next;
            let is_saved = parts.iter().all(|part| part.saved.is_some());
            let mut found = vec![];
            for part in parts {
                part.saved.into_iter().for_each(|saved| manifest.note(saved));
                found.push(part.found);
            }
            match stop {
                Some(_) => manifest.add_part(found),
                None => manifest.add(found, positions),
            }
            if is_saved || manifest.states() == positions {
                match owner.as_mut().map_or(Ok(()), |committer| committer.close(&manifest)) {
                    Err(error) if error.is_full() => return Ok((Some(stored), Some(Stop::Disk))),
                    closed => closed?,
                }
                stored = manifest.clone();
            }
            if stop.is_some() {
                return Ok((Some(manifest), stop));
            }
        }
        Ok((Some(manifest), None))
    }

    /// Worker 0 opens the folder, holds its lock, and tells the others what is known.
    fn open(&mut self) -> Result<Opened, End> {
        let (job, shared) = (self.job, self.link.shared);
        let opened =
            (self.link.me == 0).then(|| open_shared(&job.from, &shared.config, job.memory, self.link.peers));
        let (owner, news) = match opened {
            Some(Ok((committer, manifest))) => (Some(committer), News::KnownBits(Box::new(manifest))),
            Some(Err(End::Stop(by))) => (None, News::Stopped(by)),
            Some(Err(End::Failed(trouble))) => {
                let _ = self.link.agree(0, News::Failed(trouble.to_string()));
                return Err(trouble.into());
            }
            None => (None, News::Here),
        };
        let known = self.link.begin(0, news)?.into_iter().find_map(|report| match report.news {
            News::KnownBits(manifest) => Some(*manifest),
            _ => None,
        });
        let known = known.ok_or_else(|| self.link.failed(0, "its report has no manifest".to_owned()))?;
        Ok((owner, known))
    }

    /// Load this worker's share, and wait until all have theirs.
    fn load(&mut self, manifest: &PageManifest) -> Result<(), End> {
        let (me, peers, tally) = (self.link.me, self.link.peers, &self.link.shared.tally);
        let bytes = TableShare::bytes(&self.job.from, manifest.block, me, peers) + peers as u64 * OUTBOX;
        let (mut news, mut trouble) = (News::Here, None);
        if bytes * self.job.workers as u64 > self.job.memory {
            news = News::Stopped(Stop::Memory);
        } else {
            tally.bytes.fetch_add(bytes, Relaxed);
            let mut share = TableShare::new(&self.job.from, manifest.block, me, peers);
            match share.load(manifest, &self.link.shared.config.folder) {
                Ok(()) => {
                    let mut inbox = self.inbox.borrow_mut();
                    inbox.to = 1 - share.newest_colour(manifest.sizes.len());
                    inbox.share = Some(share);
                }
                Err(error) => (news, trouble) = (News::Failed(error.to_string()), Some(error)),
            }
        }
        let begun = self.link.begin(1, news);
        trouble.map_or(begun.map(|_| ()), |trouble| Err(trouble.into()))
    }

    /// The parts of all workers.
    fn parts(&self, reports: Vec<Report>) -> Result<Vec<Counted>, DiskError> {
        let part = |report: Report| match report.news {
            News::Counted(part) => Ok(*part),
            News::Failed(what) => Err(self.link.failed(report.from, what)),
            _ => Err(self.link.failed(report.from, "its report is of another search".to_owned())),
        };
        reports.into_iter().map(part).collect()
    }

    /// Find this worker's part of the next layer; `save` if it ends with a checkpoint. Also returns what went
    /// wrong, which the others must hear.
    fn layer(
        &mut self,
        manifest: &PageManifest,
        save: bool,
    ) -> Result<(Counted, Option<DiskError>), DiskError> {
        let shared = self.link.shared;
        shared.tally.depth.store(manifest.sizes.len() as u64, Relaxed);
        shared.tally.states.store(manifest.states(), Relaxed);
        let end = self.exchange(manifest);
        self.link.finish(epoch(manifest))?;
        let mut inbox = self.inbox.borrow_mut();
        let mut stop = match end {
            Ok(()) => std::mem::take(&mut inbox.told).then_some(Stop::Caller),
            Err(End::Stop(by)) => Some(by),
            Err(End::Failed(trouble)) => return Err(trouble),
        };
        let confused = || self.link.failed(self.link.me as u64, CONFUSED.to_owned());
        let mut trouble = inbox.confused.then(confused);
        let from = 1 - inbox.to;
        let share = inbox.share.as_mut().expect("it is loaded");
        let (found, mut saved) = (share.take(), None);
        if trouble.is_none() && (save || stop.is_some()) {
            let started = Instant::now();
            match share.save(manifest, &shared.config.folder) {
                Ok(pages) => saved = Some(pages),
                Err(error) if error.is_full() => stop = Some(Stop::Disk),
                Err(error) => trouble = Some(error),
            }
            self.saved = (Instant::now(), started.elapsed());
        }
        // Once all have reported, units of the next layer may arrive at any time.
        share.begin(from);
        inbox.to = from;
        let (at, took) = self.saved;
        let save_next = self.link.me == 0 && at.elapsed() >= self.job.interval.max(took * 10);
        Ok((Counted { found, saved, stop, save_next }, trouble))
    }

    /// Work through all blocks: send what leaves the share, and add what stays.
    fn exchange(&mut self, manifest: &PageManifest) -> Result<(), End> {
        let (epoch, shared) = (epoch(manifest), self.link.shared);
        let (to, blocks, rows) = {
            let inbox = self.inbox.borrow();
            let share = inbox.share.as_ref().expect("it is loaded");
            (inbox.to, share.blocks(), share.rows(inbox.to))
        };
        let all = blocks.len();
        if self.link.me.is_multiple_of(self.job.workers) {
            shared.tally.done.store(0, Relaxed);
            shared.tally.parts.store((all * self.job.workers) as u64, Relaxed);
        }
        let is_large = manifest.sizes.last().is_some_and(|&size| size >= FEW);
        let mut outbox: Vec<Vec<u64>> = vec![vec![]; self.link.peers * rows];
        let mut batch = 0;
        for (number, first) in blocks.enumerate() {
            let mut full = vec![];
            {
                let mut inbox = self.inbox.borrow_mut();
                let share = inbox.share.as_mut().expect("it is loaded");
                share.send(1 - to, first, |place, words| {
                    let parcel = place.owner * rows + place.row;
                    if outbox[parcel].is_empty() {
                        outbox[parcel].reserve_exact(PARCEL + 1 + words.len());
                    }
                    outbox[parcel].push(place.first as u64);
                    outbox[parcel].extend_from_slice(words);
                    if outbox[parcel].len() >= PARCEL {
                        full.push((parcel, std::mem::take(&mut outbox[parcel])));
                    }
                });
                share.fill(to, first);
            }
            for (parcel, words) in full {
                self.deliver(parcel, rows, words);
            }
            if (number + 1) % BLOCKS == 0 {
                shared.tally.done.fetch_add(BLOCKS as u64, Relaxed);
                shared.check().inspect_err(|_| self.link.say_stop())?;
            }
            let now = number * BATCHES / all;
            if is_large && now > batch {
                batch = now;
                self.deliver_all(rows, &mut outbox);
                self.link.keep_pace(epoch, batch as u64)?;
            }
        }
        self.deliver_all(rows, &mut outbox);
        Ok(())
    }

    /// Send what is left in the outbox.
    fn deliver_all(&mut self, rows: usize, outbox: &mut [Vec<u64>]) {
        for (parcel, words) in outbox.iter_mut().enumerate().filter(|(_, words)| !words.is_empty()) {
            self.deliver(parcel, rows, std::mem::take(words));
        }
    }

    /// Send units of a row to the worker that owns them.
    fn deliver(&mut self, parcel: usize, rows: usize, words: Vec<u64>) {
        let (to, row) = ((parcel / rows) as u64, (parcel % rows) as u32);
        self.link.send(Parcel { to, partition: Some(row), words: Words(words) });
    }
}

/// What stopped the workers, if anything did. A worker that was only told to stop says `Caller`: any other
/// reason takes precedence, and a full disk most of all, since then nothing was saved.
fn stopped(parts: &[Counted]) -> Option<Stop> {
    let stops = || parts.iter().filter_map(|part| part.stop);
    let first = |is: fn(Stop) -> bool| stops().find(|&by| is(by));
    first(|by| by == Stop::Disk).or(first(|by| by != Stop::Caller)).or(first(|_| true))
}

/// The time of a layer in the dataflow; the first two are those of opening and loading.
fn epoch(manifest: &PageManifest) -> u64 {
    manifest.sizes.len() as u64 + 1
}
