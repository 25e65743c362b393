//! Limits, progress reports and costs of a running search.

use crate::engine::parallel::Pool;
use crate::outcome::{Cost, Limits, Stop};
use crate::watch::{Event, Iteration, Progress, Saved, Watch};
use std::time::Duration;
use web_time::Instant;

pub use crate::engine::parallel::Job;

/// The limits of a running search, its watch, and its cost so far.
pub struct Control<'w> {
    limits: Limits,
    deadline: Option<Instant>,
    next_report: Instant,
    watch: &'w mut dyn Watch,
    pub(super) pool: Option<Pool>,
    ticks: u32,
    /// Bytes held outside the searches.
    held: u64,
    /// What the search has cost.
    pub cost: Cost,
    /// Parts of the work done, and the total number of parts where it is known.
    pub parts: (u64, u64),
}

impl<'w> Control<'w> {
    /// Start the clock.
    pub fn new(limits: Limits, watch: &'w mut dyn Watch) -> Control<'w> {
        let now = Instant::now();
        Control {
            limits,
            deadline: limits.time.and_then(|time| now.checked_add(time)),
            next_report: now + Duration::from_millis(100),
            watch,
            pool: Pool::new(limits.threads),
            ticks: 0,
            held: 0,
            cost: Cost::default(),
            parts: (0, 0),
        }
    }

    /// Check the limits from inside a loop that may be long. Most calls only count; one in 16,384 really
    /// checks.
    #[inline]
    pub fn tick(&mut self, bound: u32, bytes: u64) -> Result<(), Stop> {
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks.is_multiple_of(1 << 14) { self.check(bound, self.cost.states, bytes) } else { Ok(()) }
    }

    /// Run a closure inside the thread pool.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Run all jobs on all threads.
    pub fn share(&self, jobs: Vec<Job>) {
        match &self.pool {
            Some(pool) => pool.share(jobs),
            None => jobs.into_iter().for_each(|job| job()),
        }
    }

    /// Run `helper` on this number of other threads, and `own` on this one, where it can check the limits.
    pub fn alongside<T>(
        &mut self,
        helpers: usize,
        helper: &(dyn Fn() + Sync),
        own: impl FnOnce(&mut Control<'w>) -> T,
    ) -> T {
        match self.pool.take() {
            Some(pool) => {
                let end = pool.alongside(helpers, helper, || own(self));
                self.pool = Some(pool);
                end
            }
            None => own(self),
        }
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.pool.as_ref().map_or(1, Pool::threads)
    }

    /// The bytes that searches may use.
    pub fn memory(&self) -> u64 {
        self.limits.memory - self.held
    }

    /// Reserve bytes that are held outside the searches from now on; fails if not that many are left.
    pub fn hold(&mut self, bytes: u64) -> Result<(), Stop> {
        if bytes > self.memory() {
            return Err(Stop::Memory);
        }
        self.held += bytes;
        self.cost.table_bytes = self.held;
        self.cost.peak_bytes = self.cost.peak_bytes.max(self.held);
        Ok(())
    }

    /// Release bytes that were held outside the searches.
    pub fn release(&mut self, bytes: u64) {
        self.held = self.held.saturating_sub(bytes);
    }

    /// Report progress if a report is due, and check the limits.
    pub fn check(&mut self, bound: u32, states: u64, bytes: u64) -> Result<(), Stop> {
        let bytes = self.held + bytes;
        self.cost.peak_bytes = self.cost.peak_bytes.max(bytes);
        if self.watch.stop() {
            return Err(Stop::Caller);
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(Stop::Time);
        }
        if now >= self.next_report {
            self.next_report = now + Duration::from_millis(100);
            let Cost { expanded, generated, .. } = self.cost;
            let now = Progress { bound, expanded, generated, states, bytes, parts: self.parts };
            self.watch.event(Event::Progress(&now));
        }
        Ok(())
    }

    /// The watch.
    pub fn watch(&mut self) -> &mut dyn Watch {
        self.watch
    }

    /// Report that an iteration of iterative deepening ended.
    pub fn iteration(&mut self, iteration: &Iteration) {
        self.watch.event(Event::Iteration(iteration));
    }

    /// Report the data that a later search needs to continue from here.
    pub fn checkpoint(&mut self, saved: &Saved) {
        self.watch.event(Event::Checkpoint(saved));
    }
}
