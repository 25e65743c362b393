//! The building of tables, as the user sees it.

use crate::interrupt;
use indicatif::{ProgressBar, ProgressStyle};
use slideways::grid::Cell;
use slideways::outcome::{Limits, Stop};
use slideways::tiles::Size;
use slideways::tiles::deepen::Tables;
use slideways::tiles::pattern::Extent;
use slideways::tiles::pattern::build::Hear;
use std::io::{IsTerminal, stderr};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// What is done sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// How often somebody else is asked.
const PAUSE: Duration = Duration::from_millis(5);

/// Tables to be built.
pub struct Building {
    /// The size of the board.
    pub size: Size,
    /// Where the blank belongs.
    pub blank: Cell,
    /// How large they shall be.
    pub extent: Extent,
}

impl Building {
    /// Build them within limits, with a bar for those who look on; or say what stopped it.
    pub fn build(&self, limits: &Limits, quiet: bool) -> Result<Tables, Stop> {
        self.build_until(limits, quiet, &mut || false)
    }

    /// The same, and stop as well when somebody else says so.
    pub fn build_until(
        &self,
        limits: &Limits,
        quiet: bool,
        enough: &mut dyn FnMut() -> bool,
    ) -> Result<Tables, Stop> {
        let &Building { size, blank, extent } = self;
        if Tables::bytes_to_build(size, blank, extent) > limits.memory {
            return Err(Stop::Memory);
        }
        let what = format!("{size}, {}", extent.name());
        watched(what, limits, quiet, enough, |hear| Tables::build(size, blank, extent, hear))
    }
}

/// Build something within limits of time and threads, with a bar for those who look on; or say what stopped it.
pub fn watched<T: Send>(
    what: String,
    limits: &Limits,
    quiet: bool,
    enough: &mut dyn FnMut() -> bool,
    build: impl FnOnce(&Hear) -> Option<T> + Send,
) -> Result<T, Stop> {
    interrupt::listen();
    let started = Instant::now();
    let template = "building tables for {prefix} [{bar:40}] {percent}%, {eta} to go";
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    let bar = ProgressBar::new(1000).with_style(style).with_prefix(what);
    let shown = !quiet && stderr().is_terminal();
    let stopped = Mutex::new(None);
    let halt = AtomicBool::new(false);
    let hear = |done: f64| {
        let late = limits.time.is_some_and(|time| started.elapsed() >= time);
        let told = interrupt::asked() || halt.load(Relaxed);
        if told || late {
            let by = if told { Stop::Caller } else { Stop::Time };
            stopped.lock().expect("nobody panics with it").get_or_insert(by);
            return ControlFlow::Break(());
        }
        if shown && started.elapsed() > PATIENCE {
            bar.set_position((done * 1000.0) as u64);
        }
        ControlFlow::Continue(())
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(limits.threads).build();
    let waiting = thread::current();
    let built = thread::scope(|scope| {
        let builder = scope.spawn(|| {
            // A machine that cannot give us threads gets tables all the same.
            let built = match &pool {
                Ok(pool) => pool.install(|| build(&hear)),
                Err(_) => build(&hear),
            };
            waiting.unpark();
            built
        });
        while !builder.is_finished() {
            halt.fetch_or(enough(), Relaxed);
            thread::park_timeout(PAUSE);
        }
        builder.join().expect("the builder does not panic")
    });
    bar.finish_and_clear();
    built.ok_or_else(|| stopped.into_inner().ok().flatten().unwrap_or(Stop::Caller))
}
