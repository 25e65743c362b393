//! A layer as one parallel region: threads claim stretches of the table until none is left.
//!
//! The calling thread works too. Between two of its claims it checks the limits and reports progress, so that
//! no thread waits for a check. A helper thread that gets no processor time claims nothing, and the others do
//! its share: more threads than cores cost little.

use super::tally::{Keep, LayerTally};
use crate::engine::search::control::Control;
use crate::outcome::Stop;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// In a layer after one of fewer positions, a thread costs more than it saves.
pub const FEW: u64 = 1000;

/// The least number of claims per thread and region, if there are enough items.
const CLAIMS: usize = 32;

/// Below this number of words a region is not worth waking a thread.
const FEW_WORDS: u64 = 1 << 14;

/// A sweep over all rows that produces one layer.
pub struct Sweep<'s, 'w> {
    /// The limits and the watch.
    pub control: &'s mut Control<'w>,
    /// The distance of the layer.
    pub distance: u32,
    /// The number of threads.
    pub threads: usize,
    /// The positions found so far.
    pub tally: LayerTally<'s>,
}

impl<'s, 'w> Sweep<'s, 'w> {
    /// A sweep that finds the layer at a distance.
    pub fn new(control: &'s mut Control<'w>, distance: u32, keep: Keep<'s>) -> Sweep<'s, 'w> {
        Sweep { threads: control.threads(), control, distance, tally: LayerTally::new(keep) }
    }

    /// Announce the total number of words.
    pub fn begin(&mut self, words: u64) {
        self.control.parts = (0, words);
    }

    /// The number of things that a thread claims at a time, of `all`: at most `most`.
    pub fn claim(&self, all: usize, most: usize) -> usize {
        (all / (CLAIMS * self.threads)).clamp(1, most)
    }

    /// Apply `work` to all items on all threads; each item has about `words` words.
    ///
    /// The tallies of the threads are joined so that the result is the same for any number of threads.
    pub fn over<T: Send>(
        &mut self,
        items: impl ExactSizeIterator<Item = T> + Send,
        words: u64,
        work: impl Fn(T, &mut LayerTally) + Sync,
    ) -> Result<(), Stop> {
        let all = items.len() as u64;
        let few = all * words < FEW_WORDS;
        let helpers = if few { 0 } else { self.threads.min(items.len()).saturating_sub(1) };
        let items = Mutex::new(items);
        let (stopped, claimed) = (AtomicBool::new(false), AtomicU64::new(0));
        let claim = |tally: &mut LayerTally| {
            let item = items.lock().unwrap_or_else(PoisonError::into_inner).next();
            claimed.fetch_add(words, Relaxed);
            item.map(|item| work(item, tally)).is_some()
        };
        let joined = Mutex::new(self.tally.empty());
        let help = || {
            let mut tally = joined.lock().unwrap_or_else(PoisonError::into_inner).empty();
            loop {
                if stopped.load(Relaxed) || !claim(&mut tally) {
                    break;
                }
            }
            joined.lock().unwrap_or_else(PoisonError::into_inner).join(tally);
        };
        let done = self.control.parts.0;
        let (distance, mut tally) = (self.distance, self.tally.empty());
        let end = self.control.alongside(helpers, &help, |control| {
            loop {
                control.parts.0 = (done + claimed.load(Relaxed)).min(control.parts.1);
                if let Err(by) = control.check(distance, control.cost.states, 0) {
                    stopped.store(true, Relaxed);
                    return Err(by);
                }
                if !claim(&mut tally) {
                    return Ok(());
                }
            }
        });
        self.control.parts.0 = (done + all * words).min(self.control.parts.1);
        self.tally.join(tally);
        self.tally.join(joined.into_inner().unwrap_or_else(PoisonError::into_inner));
        end
    }
}
