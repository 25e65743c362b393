//! Work units on several threads, with a result that does not depend on the number of threads.
//!
//! The order of the units depends only on the search. Workers take them in that order. If a unit finds what
//! is sought, later units become pointless and are abandoned, but earlier ones are finished. So the winner is
//! the first unit that finds something, whichever worker was fastest, and the cost is counted up to it.

use super::supervise::{Pulse, Results, supervise};
use crate::engine::search::control::Control;
use crate::outcome::Stop;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// State shared by the workers.
struct Shared {
    next: AtomicUsize,
    /// The first unit known to have found something.
    winner: AtomicUsize,
    stopped: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
    bytes: AtomicU64,
    /// The most bytes held at a time.
    peak: AtomicU64,
}

/// A unit that a worker runs.
pub struct Unit<'s> {
    shared: &'s Shared,
    pulse: &'s dyn Pulse,
    /// Its number.
    pub number: usize,
    expanded: u64,
    generated: u64,
    bytes: u64,
}

impl Unit<'_> {
    /// Report the cost of the unit so far and the bytes it holds. Returns whether to continue.
    pub fn report(&mut self, expanded: u64, generated: u64, bytes: u64) -> bool {
        self.shared.expanded.fetch_add(expanded - self.expanded, Relaxed);
        self.shared.generated.fetch_add(generated - self.generated, Relaxed);
        let more = bytes.wrapping_sub(self.bytes);
        let held = self.shared.bytes.fetch_add(more, Relaxed).wrapping_add(more);
        self.shared.peak.fetch_max(held, Relaxed);
        (self.expanded, self.generated, self.bytes) = (expanded, generated, bytes);
        self.pulse.pulse();
        !self.is_pointless()
    }

    /// Record that this unit has found what is sought.
    pub fn win(&self) {
        self.shared.winner.fetch_min(self.number, Relaxed);
    }

    fn is_pointless(&self) -> bool {
        self.shared.stopped.load(Relaxed) || self.shared.winner.load(Relaxed) < self.number
    }
}

impl Shared {
    fn new() -> Shared {
        Shared {
            next: AtomicUsize::new(0),
            winner: AtomicUsize::new(usize::MAX),
            stopped: AtomicBool::new(false),
            expanded: AtomicU64::new(0),
            generated: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            peak: AtomicU64::new(0),
        }
    }

    /// Run units until there are no more or the rest has become pointless.
    fn run<B: Default, R>(
        &self,
        units: &[usize],
        work: &impl Fn(&mut Unit, &mut B) -> Option<R>,
        pulse: &dyn Pulse,
        mut send: impl FnMut(usize, R),
    ) {
        let mut buffers = B::default();
        while let Some(&number) = units.get(self.next.fetch_add(1, Relaxed)) {
            let mut unit = Unit { shared: self, pulse, number, expanded: 0, generated: 0, bytes: 0 };
            if unit.is_pointless() {
                return;
            }
            let result = work(&mut unit, &mut buffers);
            // The buffers are reported again by the next unit.
            self.bytes.fetch_sub(unit.bytes, Relaxed);
            if let Some(result) = result {
                send(number, result);
            }
        }
    }
}

/// Run the listed units, in ascending order, on the calling thread: for work before any thread has started.
pub fn run_units_here<B: Default, R>(
    units: &[usize],
    work: impl Fn(&mut Unit, &mut B) -> Option<R>,
    take: impl FnMut(usize, R),
) {
    Shared::new().run(units, &work, &(), take);
}

/// The same on up to `threads` threads, within limits.
///
/// `work` runs one unit; a worker keeps its buffers from unit to unit. `take` receives the results on the
/// calling thread, in the order in which they finish, including those that arrive after a stop. `threshold`
/// is the lower bound that progress reports show.
pub fn run_units<B: Default, R: Send>(
    (units, threads): (&[usize], usize),
    threshold: u32,
    control: &mut Control,
    work: impl Fn(&mut Unit, &mut B) -> Option<R> + Sync,
    mut take: impl FnMut(usize, R, &mut Control),
) -> Result<(), Stop> {
    let shared = Shared::new();
    let before = control.cost;
    let mut ended = Ok(());
    let worker = |_: usize, line: &dyn Results<(usize, R)>| {
        shared.run(units, &work, line, |number, result| line.send((number, result)));
    };
    supervise(threads.min(units.len()), &worker, &mut |done| {
        if let Some((number, result)) = done {
            take(number, result, control);
        }
        control.cost.expanded = before.expanded + shared.expanded.load(Relaxed);
        control.cost.generated = before.generated + shared.generated.load(Relaxed);
        if ended.is_ok() {
            let bytes = shared.bytes.load(Relaxed);
            let memory = if bytes > control.memory() { Err(Stop::Memory) } else { Ok(()) };
            ended = control.check(threshold, 0, bytes).and(memory);
            shared.stopped.store(ended.is_err(), Relaxed);
        }
    });
    control.cost.peak_bytes = control.cost.peak_bytes.max(shared.peak.into_inner());
    ended
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::run::supervise::QUEUE;
    use crate::outcome::Limits;
    use std::thread;
    use std::time::Duration;

    #[test]
    fn the_first_unit_that_finds_something_wins_for_any_number_of_threads() {
        for threads in [1, 2, 3, 8] {
            let mut watch = ();
            let mut control = Control::new(Limits::default(), &mut watch);
            let mut done = [None; 100];
            let units: Vec<usize> = (0..100).collect();
            let work = |unit: &mut Unit, spins: &mut u64| {
                // Later units are faster, so that they tend to win the race.
                for spin in 0..(100 - unit.number as u64) * 200 {
                    *spins += spin;
                }
                let found = unit.number % 30 == 29;
                if found {
                    unit.win();
                }
                unit.report(1, 2, 0);
                Some(found)
            };
            run_units((&units, threads), 0, &mut control, work, |number, found, _| {
                done[number] = Some(found)
            })
            .unwrap();
            assert_eq!(done.iter().position(|done| *done == Some(true)), Some(29), "{threads} threads");
            assert!(done[..29].iter().all(|done| *done == Some(false)));
        }
    }

    #[test]
    fn the_memory_of_a_unit_that_has_ended_does_not_count() {
        let mut watch = ();
        let mut control = Control::new(Limits::new().memory(100), &mut watch);
        let units: Vec<usize> = (0..200).collect();
        let work = |unit: &mut Unit, (): &mut ()| {
            unit.report(1, 1, 40);
            thread::sleep(Duration::from_micros(200));
            unit.report(2, 2, 30).then_some(())
        };
        let mut done = 0;
        assert_eq!(run_units((&units, 2), 0, &mut control, work, |_, (), _| done += 1), Ok(()));
        assert_eq!(done, 200);
    }

    #[test]
    fn a_stop_is_obeyed_though_the_supervisor_is_slow() {
        let mut watch = ();
        let mut control = Control::new(Limits::new().time(Duration::ZERO), &mut watch);
        let units: Vec<usize> = (0..10_000).collect();
        let mut taken = 0;
        let work = |unit: &mut Unit, (): &mut ()| Some(unit.number);
        let ended = run_units((&units, 2), 0, &mut control, work, |_, _, _| {
            if taken == 0 {
                thread::sleep(Duration::from_millis(20));
            }
            taken += 1;
        });
        assert_eq!(ended, Err(Stop::Time));
        assert!(taken < 2 * QUEUE, "{taken} units were run");
    }
}
