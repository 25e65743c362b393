//! Layered breadth-first search in memory, with duplicate detection in batches.
//!
//! A layer is expanded in batches. The successors of a batch first go into outboxes, sorted by shard; then
//! every shard inserts the successors addressed to it. Both phases run on all threads without a lock, and
//! each shard stays in the cache while its successors are inserted. Outboxes are emptied in the order of the
//! batch, so the order in which states are found does not depend on the number of threads.
//!
//! When the budget is used up, the search drops the layers that it no longer needs because moves are
//! reversible, and continues with the last two. It stops only when those do not fit either.

use super::budget::{Budget, Full};
use super::control::{Control, Job};
use super::graph::{Expander, Graph, Note, State};
use super::outbox::{MOST_UNHEARD, Outbox, Post};
use super::shard::Shard;
use super::store::Store;
use crate::engine::parallel::Pool;
use crate::outcome::Stop;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// Memory for searches that take turns.
pub struct Room {
    budget: Arc<Budget>,
    /// Bytes for the outboxes of each search.
    post: u64,
}

impl Room {
    /// Splits `memory` bytes between `searches` searches.
    pub fn new(memory: u64, searches: u64) -> Room {
        let post = (memory / 8).min(256 << 20);
        Room { budget: Arc::new(Budget::new(memory - post)), post: post / searches }
    }
}

/// Tests whether a state is a target of the search.
pub type Hit<'h, const N: usize> = &'h (dyn Fn(&State<N>) -> bool + Sync);

/// What the search from the other end adds to progress reports.
#[derive(Clone, Copy, Default)]
pub struct Beside {
    /// Its depth.
    pub depth: u32,
    /// The states it has found.
    pub states: u64,
    /// The bytes it holds.
    pub bytes: u64,
}

/// A breadth-first search from one set of states.
pub struct Layers<'g, const N: usize> {
    graph: &'g dyn Graph<N>,
    /// The states found.
    pub store: Store<N>,
    outboxes: Vec<Outbox<N>>,
    /// One expander per thread; there is also one outbox per thread.
    expanders: Vec<Box<dyn Expander<N> + 'g>>,
    /// The most successors that are buffered before they are inserted.
    post_limit: usize,
    /// Whether layers may be dropped when memory is short.
    forgetful: bool,
    expanded: u64,
    generated: u64,
    /// How many of the successors in the outboxes were there before and must not be counted again.
    repeated: u64,
}

impl<'g, const N: usize> Layers<'g, N> {
    /// Start from the given states; fails if they do not fit into memory.
    pub fn new(
        graph: &'g dyn Graph<N>,
        start: impl IntoIterator<Item = State<N>>,
        room: &Room,
        forgetful: bool,
    ) -> Result<Self, Stop> {
        // Outboxes are vectors that may be half empty, so they may hold half of what they may allocate.
        let post_limit = (room.post as usize / 2 / (size_of::<State<N>>() + 1)).max(64);
        let store = Store::new(start, room.budget.clone()).map_err(|Full| Stop::Memory)?;
        let (outboxes, expanders) = (vec![], vec![]);
        Ok(Layers {
            graph,
            store,
            outboxes,
            expanders,
            post_limit,
            forgetful,
            expanded: 0,
            generated: 0,
            repeated: 0,
        })
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.store.bytes() + self.outboxes.iter().map(Outbox::bytes).sum::<u64>()
    }

    /// The size of the newest layer.
    pub fn newest(&self) -> u64 {
        self.store.sizes()[self.store.depth() as usize]
    }

    /// Find the next layer. If this stops early, the newest layer is incomplete.
    pub fn next_layer(&mut self, control: &mut Control) -> Result<(), Stop> {
        self.advance(control, Beside::default(), &|_| false).map(|_| ())
    }

    /// Find the next layer, or the first state in it that is a `hit`. If this stops early, the newest layer
    /// is incomplete.
    pub fn advance(
        &mut self,
        control: &mut Control,
        beside: Beside,
        hit: Hit<N>,
    ) -> Result<Option<State<N>>, Stop> {
        let distance = self.store.depth();
        self.store.open_layer();
        let threads = control.threads();
        self.expanders.resize_with(threads, || self.graph.expander());
        self.outboxes.resize_with(threads, Outbox::default);
        self.address();
        let mut batch: Vec<(State<N>, Note)> = vec![];
        let (mut shard, mut offset) = (0, 0);
        let mut shards = self.store.shards.len();
        loop {
            batch.clear();
            let size = self.batch_size();
            while batch.len() < size && shard < self.store.shards.len() {
                let states = &self.store.layer_in(shard, distance)[offset..];
                let notes = &self.store.notes_in(shard, distance)[offset..];
                let taken = states.len().min(size - batch.len());
                batch.extend(states.iter().copied().zip(notes.iter().copied()).take(taken));
                offset += taken;
                if taken == states.len() {
                    (shard, offset) = (shard + 1, 0);
                }
            }
            if batch.is_empty() {
                break;
            }
            let found = match &control.pool {
                Some(pool) if batch.len() >= 256 && self.post_in_parallel(pool, &batch) => {
                    self.deliver(control, distance, hit)?
                }
                _ => self.expand_in_turn(control, beside, distance, &batch, hit)?,
            };
            self.expanded += batch.len() as u64;
            control.cost.expanded += batch.len() as u64;
            if self.store.shards.len() != shards {
                // The current shard was split: start over with its parts, which finds nothing new.
                (shard, offset) = (shard * (self.store.shards.len() / shards), 0);
                shards = self.store.shards.len();
            }
            let limits = self.report(control, beside);
            if found.is_some() {
                return Ok(found);
            }
            limits?;
        }
        self.store.close_layer();
        Ok(None)
    }

    fn report(&self, control: &mut Control, beside: Beside) -> Result<(), Stop> {
        let bound = self.store.depth() + beside.depth;
        control.check(bound, self.store.states() + beside.states, self.bytes() + beside.bytes)
    }

    /// Give every outbox one box per shard.
    fn address(&mut self) {
        for outbox in &mut self.outboxes {
            outbox.boxes.resize_with(self.store.shards.len(), Post::default);
        }
    }

    /// The most successors to buffer before they are inserted: few enough that the store at most doubles
    /// before it is split.
    fn most_posted(&self) -> usize {
        self.post_limit.min((self.store.states() as usize).max(1 << 16))
    }

    /// The number of states that should fill the outboxes, estimated from the states expanded so far.
    fn batch_size(&self) -> usize {
        // While the store is small, so are the batches: a store in the cache needs no batching. A large store
        // is read once per batch, so larger batches are better.
        let post = self.post_limit.min((self.store.states() as usize / 8).max(1 << 11));
        let each = self.generated / self.expanded.max(1) + 1;
        (post / 2 / each as usize).clamp(1, 1 << 19)
    }

    /// Put the successors of a batch into the outboxes, a slice of the batch per thread. Returns false, with
    /// empty outboxes, if there are too many successors to insert all at once.
    fn post_in_parallel(&mut self, pool: &Pool, batch: &[(State<N>, Note)]) -> bool {
        let slice = batch.len().div_ceil(self.outboxes.len());
        let most = self.most_posted() / self.outboxes.len();
        let complete = AtomicBool::new(true);
        let workers = self.outboxes.iter_mut().zip(&mut self.expanders);
        let jobs = workers.zip(batch.chunks(slice)).map(|((outbox, expander), states)| -> Job {
            Box::new(|| {
                if expander.post(states, outbox, most) < states.len() {
                    complete.store(false, Relaxed);
                }
            })
        });
        pool.share(jobs.collect());
        let complete = complete.into_inner();
        if !complete {
            self.empty_outboxes();
        }
        complete
    }

    /// Expand a batch on this thread, inserting successors whenever the outbox is full.
    fn expand_in_turn(
        &mut self,
        control: &mut Control,
        beside: Beside,
        distance: u32,
        batch: &[(State<N>, Note)],
        hit: Hit<N>,
    ) -> Result<Option<State<N>>, Stop> {
        let mut expander = self.expanders.pop().expect("there is an expander for each thread");
        let mut end = Ok(None);
        let mut most = self.most_posted();
        let mut rest = batch;
        while end == Ok(None) {
            let outbox = &mut self.outboxes[0];
            let done = expander.post(rest, outbox, most);
            let Some((state, note)) = rest.get(done) else { break };
            rest = &rest[done + 1..];
            // Too many successors: insert some in between. Those of this state that are in the outbox already
            // do no harm.
            self.repeated += (outbox.posted - outbox.begun) as u64;
            let _ = expander.each_neighbour(state, *note, &mut |next, note| {
                let posted = self.outboxes[0].posted;
                if posted >= most {
                    end = self.deliver(control, distance, hit);
                    most = self.most_posted();
                }
                // A hit takes precedence over a stop.
                if end == Ok(None)
                    && posted.is_multiple_of(MOST_UNHEARD)
                    && let Err(by) = self.report(control, beside)
                {
                    end = Err(by);
                }
                self.outboxes[0].post(next, note);
                if end == Ok(None) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        self.expanders.push(expander);
        match end {
            Ok(None) => self.deliver(control, distance, hit),
            end => {
                self.empty_outboxes();
                end
            }
        }
    }

    /// Let every shard insert the successors addressed to it, and empty the outboxes.
    fn deliver(
        &mut self,
        control: &mut Control,
        distance: u32,
        hit: Hit<N>,
    ) -> Result<Option<State<N>>, Stop> {
        let posted = self.outboxes.iter().map(|outbox| outbox.posted as u64).sum::<u64>();
        let generated = posted - std::mem::take(&mut self.repeated);
        self.generated += generated;
        control.cost.generated += generated;
        let mut opened = vec![(0, 0); self.store.shards.len()];
        let outcome = loop {
            let (budget, outboxes) = (&self.store.budget, &self.outboxes);
            let open = |s: usize, shard: &mut Shard<N>, opened: &mut (usize, usize)| {
                let mut found = None;
                while let Some(outbox) = outboxes.get(opened.0) {
                    let new = |state: &State<N>| {
                        if found.is_none() && hit(state) {
                            found = Some(*state);
                        }
                    };
                    let Post { states, notes } = &outbox.boxes[s];
                    let from = opened.1;
                    if let Err(done) = shard.insert_all(&states[from..], &notes[from..], budget, new) {
                        opened.1 += done;
                        return Err(Full);
                    }
                    *opened = (opened.0 + 1, 0);
                }
                Ok(found)
            };
            let shards = &mut self.store.shards;
            let mut found: Vec<Result<Option<State<N>>, Full>> = vec![Ok(None); shards.len()];
            let (number, open) = (shards.len(), &open);
            let each = shards.iter_mut().zip(&mut opened).zip(&mut found).enumerate();
            let jobs = each.map(|(s, ((shard, opened), found))| move || *found = open(s, shard, opened));
            match &control.pool {
                Some(pool) if posted >= 4096 && number > 1 => {
                    pool.share(jobs.map(|job| -> Job { Box::new(job) }).collect());
                }
                _ => jobs.for_each(|mut job| job()),
            }
            if let Some(state) = found.iter().find_map(|found| found.as_ref().ok().copied().flatten()) {
                break Ok(Some(state));
            }
            if found.iter().all(Result::is_ok) {
                break Ok(None);
            }
            let needed = distance.saturating_sub(1);
            if !self.forgetful || self.store.first() >= needed {
                break Err(Stop::Memory);
            }
            self.store.forget_before(needed);
        };
        self.empty_outboxes();
        self.store.split();
        self.address();
        outcome
    }

    fn empty_outboxes(&mut self) {
        self.outboxes.iter_mut().for_each(Outbox::clear);
        self.repeated = 0;
    }
}
