//! Worker threads of a disk search, supervised by the calling thread.

use super::error::DiskError;
use crate::engine::run::supervise::{Results, supervise};
use crate::outcome::Stop;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Why work ended early.
#[derive(Debug)]
pub enum End {
    /// A limit or the caller stopped it.
    Stop(Stop),
    /// A file operation failed.
    Failed(DiskError),
}

impl From<DiskError> for End {
    fn from(error: DiskError) -> End {
        if error.is_full() { End::Stop(Stop::Disk) } else { End::Failed(error) }
    }
}

/// Stop signal for workers.
#[derive(Default)]
pub struct Signal(AtomicBool);

impl Signal {
    /// Returns an error if the signal is raised.
    #[inline]
    pub fn check(&self) -> Result<(), End> {
        if self.0.load(Relaxed) { Err(End::Stop(Stop::Caller)) } else { Ok(()) }
    }

    /// Raise the signal.
    pub fn raise(&self) {
        self.0.store(true, Relaxed);
    }
}

/// Run `work` on one thread per part, and call `look` regularly; the first failure stops all threads.
pub fn run_workers<P: Send, T: Send>(
    parts: Vec<P>,
    work: impl Fn(P, &Signal) -> Result<T, End> + Sync,
    mut look: impl FnMut() -> Result<(), Stop>,
) -> Result<Vec<T>, End> {
    let signal = Signal::default();
    let mut results: Vec<Option<T>> = parts.iter().map(|_| None).collect();
    let parts: Vec<Mutex<Option<P>>> = parts.into_iter().map(|part| Mutex::new(Some(part))).collect();
    let worker = |number: usize, line: &dyn Results<(usize, Result<T, End>)>| {
        let part = parts[number].lock().ok().and_then(|mut part| part.take());
        line.send((number, work(part.expect("every worker has its own part"), &signal)));
    };
    let mut end = Ok(());
    supervise(results.len(), &worker, &mut |done| match done {
        Some((number, Ok(result))) => results[number] = Some(result),
        Some((_, Err(early))) => {
            signal.raise();
            // The first failure is the cause of the others.
            if end.is_ok() {
                end = Err(early);
            }
        }
        None if end.is_ok() => {
            if let Err(by) = look() {
                signal.raise();
                end = Err(End::Stop(by));
            }
        }
        None => {}
    });
    end?;
    Ok(results.into_iter().flatten().collect())
}
