//! Searches without the interpreter's lock: they heed Ctrl-C and limits, and report their progress.
//!
//! A search runs in a thread of its own, while the calling thread looks for signals: how often an engine asks
//! whether to stop depends on the machine, but Ctrl-C should end the call within 100 ms. A search that is
//! left behind ends when it asks the next time.

use crate::errors::{internal, unfit};
use pyo3::prelude::*;
use slideways::outcome::Limits;
use slideways::watch::{Event, Watch};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two looks for signals.
const LOOK: Duration = Duration::from_millis(20);

/// The least time between two reports to Python.
const REPORT: Duration = Duration::from_millis(100);

/// The delay before the bar appears: most searches end sooner.
const PATIENCE: Duration = Duration::from_secs(1);

/// The time that a search has to end after Ctrl-C, before the call returns without it.
const GRACE: Duration = Duration::from_millis(40);

/// The stack of a search; that of the main thread on most systems.
const STACK: usize = 8 << 20;

/// What a search has done so far.
///
/// A callable given as `progress=` receives it about ten times per second.
#[pyclass(frozen, get_all, module = "slideways")]
#[derive(Clone)]
pub struct Progress {
    /// What is going on: `search` or the tables that are built.
    stage: String,
    /// Every solution has at least this many moves.
    bound: u32,
    /// The length of the best solution so far, if it is not proved shortest.
    best: Option<usize>,
    /// States whose successors were computed.
    expanded: u64,
    /// Distinct states found.
    states: u64,
    /// Bytes held now.
    bytes: u64,
    /// The part that is done, from 0 to 1, if it is known.
    part: Option<f64>,
    /// Seconds since the search began.
    seconds: f64,
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        let Progress { stage, bound, expanded, seconds, .. } = self;
        format!("Progress(stage={stage:?}, bound={bound}, expanded={expanded}, seconds={seconds:.1})")
    }
}

/// The limits of a search, and where its progress is shown.
pub struct Options {
    pub limits: Limits,
    show: Show,
}

/// Where the progress of a search is shown.
enum Show {
    Hidden,
    /// A bar, which appears in searches that last over a second.
    Bar,
    Callable(Py<PyAny>),
}

impl Options {
    /// The options as Python's callers give them.
    pub fn new(
        threads: Option<usize>,
        memory: Option<u64>,
        time: Option<f64>,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<Options> {
        if threads == Some(0) {
            return Err(unfit("a search needs at least 1 thread", Some("leave `threads` out".to_owned())));
        }
        let mut limits = Limits::of_machine(threads, memory);
        if let Some(seconds) = time {
            let time = Duration::try_from_secs_f64(seconds);
            limits =
                limits.time(time.map_err(|_| unfit(format!("{seconds} is not a time in seconds"), None))?);
        }
        let show = match progress {
            None => Show::Bar,
            Some(chosen) => match chosen.extract::<bool>() {
                Ok(true) => Show::Bar,
                Ok(false) => Show::Hidden,
                Err(_) if chosen.is_callable() => Show::Callable(chosen.clone().unbind()),
                Err(_) => return Err(unfit("`progress` is neither True, False nor callable", None)),
            },
        };
        Ok(Options { limits, show })
    }

    /// Run a search. Ctrl-C ends it with `KeyboardInterrupt`, and an exception of the callable that sees its
    /// progress with that exception.
    pub fn run<T: Send + 'static>(
        self,
        py: Python,
        search: impl FnOnce(&mut dyn Watch, Limits) -> T + Send + 'static,
    ) -> PyResult<T> {
        let (limits, shared) = (self.limits, Arc::new(Shared::default()));
        let (send, mut receive) = sync_channel(1);
        let mut watch = ThreadWatch(shared.clone());
        let work = move || {
            let found = search(&mut watch, limits);
            // Nothing receives it after Ctrl-C.
            let _ = send.send(found);
        };
        thread::Builder::new()
            .name("slideways".to_owned())
            .stack_size(STACK)
            .spawn(work)
            .map_err(|error| unfit(format!("no thread can be started: {error}"), None))?;
        let mut reporter = Reporter::new(self.show);
        loop {
            match wait(py, &mut receive, LOOK) {
                Ok(found) => {
                    reporter.warn(py, &shared)?;
                    reporter.end(py)?;
                    return Ok(found);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(internal("internal error: the search failed"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            let looked = py.check_signals().and_then(|()| reporter.report(py, &shared));
            if let Err(raised) = looked {
                shared.stop.store(true, Relaxed);
                let _ = wait(py, &mut receive, GRACE);
                reporter.end(py)?;
                return Err(raised);
            }
        }
    }
}

/// Wait for a search without the interpreter's lock.
fn wait<T: Send>(py: Python, receive: &mut Receiver<T>, time: Duration) -> Result<T, RecvTimeoutError> {
    py.detach(move || receive.recv_timeout(time))
}

/// What the thread of a search and the calling thread tell each other.
#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    news: Mutex<News>,
}

/// The latest events of a search.
#[derive(Default)]
struct News {
    progress: Option<Progress>,
    best: Option<usize>,
    warnings: Vec<String>,
}

/// Watches a search in its thread.
struct ThreadWatch(Arc<Shared>);

impl Watch for ThreadWatch {
    fn event(&mut self, event: Event) {
        let mut news = self.0.news.lock().unwrap_or_else(PoisonError::into_inner);
        let mut now = Progress {
            stage: "search".to_owned(),
            bound: 0,
            best: None,
            expanded: 0,
            states: 0,
            bytes: 0,
            part: None,
            seconds: 0.0,
        };
        match event {
            Event::Progress(progress) => {
                (now.bound, now.expanded) = (progress.bound, progress.expanded);
                (now.states, now.bytes) = (progress.states, progress.bytes);
                let (done, parts) = progress.parts;
                now.part = (parts > 0).then(|| done as f64 / parts as f64);
                news.progress = Some(now);
            }
            Event::Tables { name, part } => {
                (now.stage, now.part) = (format!("tables for {name}"), Some(part));
                news.progress = Some(now);
            }
            Event::Better { solution, .. } => news.best = Some(solution.len()),
            Event::Warning(text) => news.warnings.push(text.to_owned()),
            _ => {}
        }
    }

    fn stop(&mut self) -> bool {
        self.0.stop.load(Relaxed)
    }
}

/// Tells Python about a search.
struct Reporter {
    show: Show,
    started: Instant,
    reported: Instant,
    bar: Option<Py<PyAny>>,
}

impl Reporter {
    fn new(show: Show) -> Reporter {
        let now = Instant::now();
        Reporter { show, started: now, reported: now, bar: None }
    }

    fn warn(&mut self, py: Python, shared: &Shared) -> PyResult<()> {
        let warnings =
            std::mem::take(&mut shared.news.lock().unwrap_or_else(PoisonError::into_inner).warnings);
        for text in warnings {
            py.import("warnings")?.getattr("warn")?.call1((text,))?;
        }
        Ok(())
    }

    fn report(&mut self, py: Python, shared: &Shared) -> PyResult<()> {
        let is_due = match self.show {
            Show::Hidden => false,
            Show::Bar => self.started.elapsed() >= PATIENCE,
            Show::Callable(_) => true,
        };
        if !is_due || self.reported.elapsed() < REPORT {
            return Ok(());
        }
        let news = shared.news.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(mut now) = news.progress.clone() else { return Ok(()) };
        now.best = news.best;
        drop(news);
        now.seconds = self.started.elapsed().as_secs_f64();
        self.reported = Instant::now();
        match &self.show {
            Show::Hidden => {}
            Show::Callable(callable) => drop(callable.call1(py, (now,))?),
            Show::Bar => {
                if self.bar.is_none() {
                    let bar = py.import("slideways._progress")?.getattr("Bar")?.call0()?;
                    self.bar = Some(bar.unbind());
                }
                if let Some(bar) = &self.bar {
                    bar.call1(py, (now,))?;
                }
            }
        }
        Ok(())
    }

    /// Remove the bar.
    fn end(&mut self, py: Python) -> PyResult<()> {
        match self.bar.take() {
            Some(bar) => bar.bind(py).call_method0("close").map(drop),
            None => Ok(()),
        }
    }
}
