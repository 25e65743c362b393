//! Work on several threads, while this one looks to the limits.

use super::trouble::Trouble;
use crate::outcome::Stop;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How often the one who waits looks up.
const PAUSE: Duration = Duration::from_millis(20);

/// Why work came to an early end.
#[derive(Debug)]
pub enum End {
    /// A limit, or the caller.
    Stop(Stop),
    /// A file.
    Trouble(Trouble),
}

impl From<Trouble> for End {
    fn from(trouble: Trouble) -> End {
        if trouble.is_full() { End::Stop(Stop::Disk) } else { End::Trouble(trouble) }
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
    let (signal, (done, dones)) = (Signal::default(), mpsc::channel());
    let (signal, work) = (&signal, &work);
    let mut results: Vec<Option<T>> = parts.iter().map(|_| None).collect();
    thread::scope(|scope| {
        for (i, part) in parts.into_iter().enumerate() {
            let done = done.clone();
            scope.spawn(move || {
                // Whoever waits is gone only if something has panicked.
                let _ = done.send((i, work(part, signal)));
            });
        }
        drop(done);
        let mut end = Ok(());
        loop {
            match dones.recv_timeout(PAUSE) {
                Ok((i, Ok(result))) => results[i] = Some(result),
                Ok((_, Err(early))) => {
                    signal.raise();
                    // What was first is the cause of the rest.
                    end = end.and(Err(early));
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    if end.is_ok()
                        && let Err(by) = look()
                    {
                        signal.raise();
                        end = Err(End::Stop(by));
                    }
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => break end,
            }
        }
    })?;
    Ok(results.into_iter().flatten().collect())
}
