//! Reports a search while it runs: requested events on standard output, progress on the terminal.

use super::{Asked, Now, Report};
use crate::arguments::Solve;
use crate::interrupt;
use crate::progress::ProgressLine;
use slideways::solver::Listed;
use slideways::watch::{Event, Watch};
use std::cell::RefCell;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Minimum time between two reports of bounds, unless a shorter solution is found.
const HASTE: Duration = Duration::from_millis(100);

/// Reports a search. The search's watch and the visitor of solutions write to the same report, so both borrow
/// it.
pub struct Reporter<'t>(RefCell<Inner<'t>>);

struct Inner<'t> {
    asked: &'t Asked<'t>,
    options: &'t Solve,
    report: &'t mut dyn Report,
    out: &'t mut dyn Write,
    progress_line: ProgressLine,
    /// When the search began, after the tables were built.
    started: Instant,
    /// The length of the best solution, and when the bounds were last reported.
    best: usize,
    reported: Option<Duration>,
    written: io::Result<()>,
}

/// The watch of a reporter.
pub struct Watching<'w, 't>(&'w Reporter<'t>);

impl<'t> Reporter<'t> {
    /// Print the question.
    pub fn new(
        asked: &'t Asked<'t>,
        options: &'t Solve,
        report: &'t mut dyn Report,
        out: &'t mut dyn Write,
    ) -> Reporter<'t> {
        let progress_line = ProgressLine::of_search(options.quiet || options.iterations, asked.plan.search);
        let (started, best, reported) = (Instant::now(), usize::MAX, None);
        Reporter(RefCell::new(Inner {
            asked,
            options,
            report,
            out,
            progress_line,
            started,
            best,
            reported,
            written: Ok(()),
        }))
    }

    /// A watch that reports to it.
    pub fn watch(&self) -> Watching<'_, 't> {
        Watching(self)
    }

    /// Report one of all solutions; returns whether to continue.
    pub fn solution(&self, listed: &Listed) -> bool {
        let Inner { asked, report, out, progress_line, written, .. } = &mut *self.0.borrow_mut();
        progress_line.line().finish_and_clear();
        *written = report.solution(asked, listed, out);
        written.is_ok()
    }

    /// An error if something could not be written.
    pub fn written(self) -> io::Result<()> {
        self.0.into_inner().written
    }
}

impl Inner<'_> {
    /// Write with the progress line hidden; after an error nothing more is written.
    fn write(&mut self, tell: impl FnOnce(&mut dyn Report, &mut dyn Write) -> io::Result<()>) {
        if self.written.is_ok() {
            let (report, out) = (&mut *self.report, &mut *self.out);
            self.written = self.progress_line.line().suspend(|| tell(report, out));
        }
    }

    fn bounds(&mut self, length: usize, lower: u32) {
        let after = self.started.elapsed();
        // The first iterations of a proof are too quick to be worth reporting.
        let shorter = length < self.best;
        self.best = length;
        if shorter || self.reported.is_none_or(|reported| after >= reported + HASTE) {
            self.reported = Some(after);
            self.write(|report, out| report.bounds(&Now { what: (length, lower), after }, out));
        }
    }
}

impl Watch for Watching<'_, '_> {
    fn event(&mut self, event: Event) {
        let inner = &mut *self.0.0.borrow_mut();
        match event {
            Event::Iteration(&what) if inner.options.iterations => {
                let (asked, after) = (inner.asked, inner.started.elapsed());
                inner.write(|report, out| report.iteration(asked, &Now { what, after }, out));
            }
            Event::Better { solution, lower } => {
                inner.progress_line.found(solution.len());
                inner.bounds(solution.len(), lower);
            }
            Event::Bound(lower) => inner.bounds(inner.best, lower),
            Event::Warning(_) if inner.options.quiet => {}
            Event::Tables { .. } => {
                inner.started = Instant::now();
                inner.progress_line.event(event);
            }
            other => inner.progress_line.event(other),
        }
    }

    fn stop(&mut self) -> bool {
        interrupt::asked()
    }
}
