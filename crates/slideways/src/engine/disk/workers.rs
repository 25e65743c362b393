//! Work on several threads, while this one looks to the limits.

use super::error::DiskError;
use crate::engine::run::supervise::{Results, supervise};
use crate::outcome::Stop;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Why work came to an early end.
#[derive(Debug)]
pub enum End {
    /// A limit, or the caller.
    Stop(Stop),
    /// A file.
    Failed(DiskError),
}

impl From<DiskError> for End {
    fn from(error: DiskError) -> End {
        if error.is_full() { End::Stop(Stop::Disk) } else { End::Failed(error) }
    }
}

/// Says to those who work that it is over.
#[derive(Default)]
pub struct Signal(AtomicBool);

impl Signal {
    /// Whether to go on.
    #[inline]
    pub fn check(&self) -> Result<(), End> {
        if self.0.load(Relaxed) { Err(End::Stop(Stop::Caller)) } else { Ok(()) }
    }

    /// Let all know that it is over.
    pub fn raise(&self) {
        self.0.store(true, Relaxed);
    }
}

/// Do `work` on so many threads, each with its own part, and `look` now and then; whoever fails stops all.
pub fn crew<P: Send, T: Send>(
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
            // What was first is the cause of the rest.
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
