//! Worker threads and their supervisor.
//!
//! Searches run on worker threads. The calling thread is the supervisor: it receives their results and checks
//! the limits in between. So a caller's watch is called only from the caller's own thread, and is called
//! regularly even while all workers are busy. Without the feature `parallel`, or if the system cannot start a
//! thread, the workers run one after another on the calling thread, and the supervisor runs whenever a worker
//! calls [`Pulse::pulse`].

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use web_time::Instant;

/// Polling interval of the supervisor.
const POLL: Duration = Duration::from_millis(20);

/// The most results that may wait for the supervisor. A worker that is further ahead blocks, so that a stop
/// takes effect after a bounded number of results even if the supervisor gets little processor time.
pub const QUEUE: usize = 32;

/// Stack size of a worker, for deep recursion. Only the used part takes memory.
const STACK: usize = 256 << 20;

/// A regular call from a busy worker.
pub trait Pulse {
    /// Let a supervisor on the same thread check the limits, if it has not done so for a while.
    fn pulse(&self);
}

/// Without a supervisor, a pulse does nothing.
impl Pulse for () {
    fn pulse(&self) {}
}

/// The channel from a worker to its supervisor.
pub trait Results<R>: Pulse {
    /// Send a result.
    fn send(&self, result: R);
}

/// The supervisor is another thread; one signal is sent per result in the queue.
struct Away<'a, R> {
    queue: &'a Mutex<VecDeque<R>>,
    sign: &'a SyncSender<()>,
}

impl<R> Pulse for Away<'_, R> {
    fn pulse(&self) {}
}

impl<R> Results<R> for Away<'_, R> {
    fn send(&self, result: R) {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).push_back(result);
        // The supervisor receives as long as a worker lives, unless it has panicked.
        self.sign.send(()).unwrap_or(());
    }
}

/// The supervisor is on the thread of the worker. It receives results, and `None` when some time has passed.
struct Here<'h, R> {
    hear: RefCell<&'h mut dyn FnMut(Option<R>)>,
    heard: Cell<Instant>,
}

impl<'h, R> Here<'h, R> {
    fn new(hear: &'h mut dyn FnMut(Option<R>)) -> Here<'h, R> {
        Here { hear: RefCell::new(hear), heard: Cell::new(Instant::now()) }
    }

    fn tell(&self, result: Option<R>) {
        self.heard.set(Instant::now());
        (self.hear.borrow_mut())(result);
    }
}

impl<R> Pulse for Here<'_, R> {
    fn pulse(&self) {
        if self.heard.get().elapsed() >= POLL {
            self.tell(None);
        }
    }
}

impl<R> Results<R> for Here<'_, R> {
    fn send(&self, result: R) {
        self.tell(Some(result));
    }
}

/// Run workers numbered from 0, and pass their results to `hear` on the calling thread until all workers have
/// ended.
pub fn supervise<R: Send>(
    workers: usize,
    work: &(dyn Fn(usize, &dyn Results<R>) + Sync),
    hear: &mut dyn FnMut(Option<R>),
) {
    let queue = Mutex::new(VecDeque::new());
    let left = match cfg!(feature = "parallel") {
        true => {
            on_threads(workers, &|number, sign| work(number, &Away { queue: &queue, sign }), &mut |sent| {
                let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                hear(if sent { next() } else { None });
            })
        }
        false => (0..workers).collect(),
    };
    let here = Here::new(hear);
    left.into_iter().for_each(|number| work(number, &here));
}

/// The same on threads; `hear` receives whether there is a result. Returns the workers for which no thread
/// could be started.
///
/// Threads and channels compile to much code, so this does not depend on the type of the results.
fn on_threads(
    workers: usize,
    work: &(dyn Fn(usize, &SyncSender<()>) + Sync),
    hear: &mut dyn FnMut(bool),
) -> Vec<usize> {
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(QUEUE);
        let start = |&number: &usize| {
            let sender = sender.clone();
            let thread = thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, move || work(number, &sender)).is_err()
        };
        let left = (0..workers).filter(start).collect();
        drop(sender);
        loop {
            match receiver.recv_timeout(POLL) {
                Ok(()) => hear(true),
                Err(RecvTimeoutError::Timeout) => hear(false),
                Err(RecvTimeoutError::Disconnected) => return left,
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    #[test]
    fn workers_run_here_if_there_are_no_threads() {
        let stop = AtomicBool::new(false);
        let work = |number: usize, line: &dyn Results<usize>| {
            line.send(number);
            while number == 1 && !stop.load(Relaxed) {
                line.pulse();
            }
        };
        let mut heard = vec![];
        let mut hear = |result: Option<usize>| {
            heard.push(result);
            stop.store(result.is_none(), Relaxed);
        };
        let here = Here::new(&mut hear);
        (0..2).for_each(|number| work(number, &here));
        assert_eq!(heard, [Some(0), Some(1), None], "time passes for a worker that calls pulse");
    }

    #[test]
    fn all_results_are_heard_and_time_passes() {
        let (mut sum, mut looks) = (0, 0);
        let work = |number: usize, line: &dyn Results<usize>| {
            (0..100).for_each(|i| line.send(number * i));
            thread::sleep(3 * POLL);
            line.pulse();
        };
        supervise(3, &work, &mut |result| match result {
            Some(result) => sum += result,
            None => looks += 1,
        });
        assert_eq!(sum, 3 * 99 * 50);
        assert!(looks > 0);
    }
}
