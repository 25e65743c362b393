//! One worker's link to the others: parcels go out and come in, and at the end of every layer all agree.

use crate::message::{News, Parcel, Report, Words};
use crate::shared::Shared;
use crate::traffic::{Traffic, lay};
use slideways::engine::disk::DiskError;
use slideways::engine::disk::workers::End;
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::Allocator;
use timely::worker::Worker;

/// The most batches that a worker may be ahead of any other, so that what is in transit fits into memory.
const AHEAD: u64 = 4;

/// A worker of the dataflow.
///
/// Time is the number of the layer, its epoch, and the number of a batch within it.
pub struct Link<'s> {
    pub shared: &'s Shared,
    worker: Worker,
    pub traffic: Traffic,
    pub me: usize,
    pub peers: usize,
}

impl<'s> Link<'s> {
    /// Join the dataflow; the number of workers in it must be as configured. Every parcel for this worker is
    /// passed to `receive`.
    pub fn new(shared: &'s Shared, allocator: Allocator, receive: Box<dyn FnMut(Parcel)>) -> Link<'s> {
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let (me, peers) = (worker.index(), shared.peers);
        assert_eq!(worker.peers(), peers, "the dataflow has the configured number of workers");
        let traffic = lay(&mut worker, receive);
        Link { shared, worker, traffic, me, peers }
    }

    /// Leave the dataflow. After a failure, do not wait for the others.
    pub fn leave(self, failed: bool) {
        let Link { shared, mut worker, traffic, .. } = self;
        if failed {
            std::mem::forget((worker, traffic.parcels, traffic.reports));
            return;
        }
        // Let the remaining workers finish.
        drop((traffic.parcels, traffic.reports));
        while worker.has_dataflows() && shared.lost.who().is_none() {
            worker.step_or_park(Some(Duration::from_millis(10)));
        }
        if shared.lost.who().is_some() {
            std::mem::forget(worker);
        }
    }

    /// The error of a worker that reports a failure.
    pub fn failed(&self, worker: u64, what: String) -> DiskError {
        let workers = self.peers / self.shared.hosts.len().max(1);
        let process = worker as usize / workers;
        let host = self.shared.hosts.get(process).map_or(String::new(), |host| format!(" ({host})"));
        DiskError::Peer { who: format!("process {process}{host} failed"), what }
    }

    /// Take one step of the dataflow; an error if a process is lost.
    pub fn step(&mut self, wait: bool) -> Result<(), DiskError> {
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

    /// Send a parcel to another worker.
    pub fn send(&mut self, parcel: Parcel) {
        self.traffic.parcels.send_batch(&mut vec![parcel]);
    }

    /// Notify all workers that this layer will not be finished.
    pub fn say_stop(&mut self) {
        for to in 0..self.peers as u64 {
            self.send(Parcel { to, partition: None, words: Words::default() });
        }
    }

    /// Between two batches: process incoming messages, and wait for workers that are far behind. If a limit
    /// is reached meanwhile, say stop.
    pub fn keep_pace(&mut self, epoch: u64, batch: u64) -> Result<(), End> {
        self.traffic.parcels.advance_to(epoch << 32 | batch);
        self.step(false)?;
        let behind = epoch << 32 | batch.saturating_sub(AHEAD);
        while self.traffic.arrived.less_than(&behind) {
            self.shared.check().inspect_err(|_| self.say_stop())?;
            self.step(true)?;
        }
        self.shared.check().inspect_err(|_| self.say_stop())
    }

    /// Wait until all parcels of a layer have arrived, everywhere.
    pub fn finish(&mut self, epoch: u64) -> Result<(), DiskError> {
        let next = (epoch + 1) << 32;
        self.traffic.parcels.advance_to(next);
        while self.traffic.arrived.less_than(&next) {
            self.step(true)?;
        }
        Ok(())
    }

    /// Send a report before the first layer, and receive those of all workers; an error if one of them was
    /// stopped or has failed.
    pub fn begin(&mut self, epoch: u64, news: News) -> Result<Vec<Report>, End> {
        let reports = self.agree(epoch, news)?;
        for report in &reports {
            match &report.news {
                News::Stopped(by) => return Err(End::Stop(*by)),
                News::Failed(what) => return Err(self.failed(report.from, what.clone()).into()),
                _ => {}
            }
        }
        Ok(reports)
    }

    /// Send a report to all workers, and receive theirs, in the order of the workers.
    pub fn agree(&mut self, epoch: u64, news: News) -> Result<Vec<Report>, DiskError> {
        for to in 0..self.peers as u64 {
            self.traffic.reports.send(Report { to, from: self.me as u64, epoch, news: news.clone() });
        }
        let next = (epoch + 1) << 32;
        self.traffic.reports.advance_to(next);
        self.traffic.parcels.advance_to(next);
        while self.traffic.reported.less_than(&next) {
            self.step(true)?;
        }
        // A worker that has heard all reports may be faster with its next one.
        let is_now = |report: &mut Report| report.epoch <= epoch;
        let mut heard: Vec<_> = self.traffic.heard.borrow_mut().extract_if(.., is_now).collect();
        heard.sort_by_key(|report| report.from);
        match (0..).zip(&heard).find(|(worker, report)| *worker != report.from) {
            None if heard.len() == self.peers => Ok(heard),
            missing => {
                let worker = missing.map_or(heard.len() as u64, |(worker, _)| worker);
                Err(self.failed(worker, "it left the search".to_owned()))
            }
        }
    }
}
