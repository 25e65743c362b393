//! The progress line of a running search on the terminal.

use crate::interrupt;
use crate::problem::Problem;
use crate::quantity::{bytes, count, counted, duration, rate};
use indicatif::{ProgressBar, ProgressStyle};
use slideways::solver::Search;
use slideways::watch::{Event, Progress, Watch};
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// The delay before the line appears: most searches end sooner.
const PATIENCE: Duration = Duration::from_secs(1);

/// The same while tables are built.
const PATIENCE_FOR_TABLES: Duration = Duration::from_millis(500);

/// Shows a line of progress, and passes Ctrl-C on to the search.
pub struct ProgressLine {
    started: Instant,
    shown: bool,
    /// The unit of progress: layers, iterations or parts.
    stage: &'static str,
    /// The length of the best solution so far.
    found: Option<usize>,
    /// The number of parts that were done when the search began.
    first: Option<u64>,
    /// The number of all positions, if the search scans all of them for each layer.
    positions: Option<u64>,
    /// Whether the parts of the search are arrangements.
    arrangements: bool,
    /// Whether the parts of the search are puzzles found.
    puzzles: bool,
    line: ProgressBar,
}

impl ProgressLine {
    /// Start; shows nothing if `quiet` is set or standard error is not a terminal.
    pub fn new(quiet: bool) -> ProgressLine {
        let style = ProgressStyle::with_template("{spinner} {msg}").expect("the template is well formed");
        let line = ProgressBar::new_spinner().with_style(style);
        let shown = is_shown(quiet, stderr().is_terminal());
        let (found, first, positions) = (None, None, None);
        let started = Instant::now();
        let (arrangements, puzzles) = (false, false);
        ProgressLine { started, shown, stage: "layer", found, first, positions, arrangements, puzzles, line }
    }

    /// The same for a search: by layers, or by iterations, in each of which solutions of one length are
    /// sought.
    pub fn of_search(quiet: bool, search: Search) -> ProgressLine {
        let mut progress_line = ProgressLine::new(quiet);
        if search != Search::Blocks {
            progress_line.stage = "iteration";
        }
        progress_line
    }

    /// A solution of this length was found, and shorter ones are sought.
    pub fn found(&mut self, length: usize) {
        self.found = Some(length);
    }

    /// Show the progress of a table build.
    fn tables(&mut self, name: &str, part: f64) {
        if self.shown && self.started.elapsed() >= PATIENCE_FOR_TABLES {
            let filled = (part * 40.0) as usize;
            let bar = format!("{}{}", "█".repeat(filled), "░".repeat(40_usize.saturating_sub(filled)));
            self.line.set_message(format!("building tables for {name} [{bar}] {:.0}%", 100.0 * part));
            self.line.tick();
        }
    }

    /// The same for a count that scans all positions for each layer.
    pub fn of_positions(quiet: bool, positions: Option<u64>) -> ProgressLine {
        let mut progress_line = ProgressLine::new(quiet);
        progress_line.positions = positions;
        progress_line
    }

    /// The same for a search whose parts are arrangements.
    pub fn of_arrangements(quiet: bool) -> ProgressLine {
        let mut progress_line = ProgressLine::new(quiet);
        progress_line.arrangements = true;
        progress_line
    }

    /// The same for a search for puzzles, whose parts are the puzzles found.
    pub fn of_puzzles(quiet: bool) -> ProgressLine {
        let mut progress_line = ProgressLine::new(quiet);
        progress_line.puzzles = true;
        progress_line
    }

    /// The progress of such a count: the layer, the part of it that is done, and the positions found before
    /// it.
    fn sweep(now: &Progress, positions: u64, elapsed: Duration) -> String {
        let (layer, done) = (count(now.bound), 100 * now.parts.0 / now.parts.1.max(1));
        let (known, all) = (count(now.states), count(positions));
        let (held, elapsed) = (bytes(now.bytes), duration(elapsed));
        format!("layer {layer}, {done} % of it; {known} of {all} positions before it, {held}, {elapsed}")
    }

    /// The progress of a search with a known number of parts: parts done, results, and the estimated time
    /// left. The estimate leaves out the parts that were done when it began.
    fn parts(&mut self, now: &Progress, elapsed: Duration) -> String {
        let (done, parts) = now.parts;
        let first = *self.first.get_or_insert(done);
        let rest = match done.saturating_sub(first) {
            0 => String::new(),
            fresh => {
                format!(", about {} left", duration(elapsed.mul_f64((parts - done) as f64 / fresh as f64)))
            }
        };
        if self.arrangements {
            let (done, parts, held) = (count(done), count(parts), bytes(now.bytes));
            return format!("{done} of {parts} arrangements, {held}, {}{rest}", duration(elapsed));
        }
        let found = match now.states {
            0 => String::new(),
            classes => format!("{} classes, ", count(classes)),
        };
        let (done, parts, expanded) = (count(done), count(parts), count(now.expanded));
        format!("{done} of {parts} parts, {found}{expanded} expanded, {}{rest}", duration(elapsed))
    }

    /// Show that the graph is being laid out; returns whether to stop.
    pub fn drawing(&mut self) -> bool {
        self.busy("laying out the graph")
    }

    /// Show that a film is being drawn; returns whether to stop.
    pub fn filming(&mut self) -> bool {
        self.busy("drawing the film")
    }

    fn busy(&mut self, with: &str) -> bool {
        let elapsed = self.started.elapsed();
        if self.shown && elapsed >= PATIENCE {
            self.line.set_message(format!("{with}, {}", duration(elapsed)));
            self.line.tick();
        }
        interrupt::asked()
    }

    /// A handle that can remove the line while the search still holds the progress line.
    pub fn line(&self) -> ProgressBar {
        self.line.clone()
    }
}

/// Whether standard error is a terminal.
fn is_shown(quiet: bool, terminal: bool) -> bool {
    terminal && !quiet
}

impl ProgressLine {
    fn progress(&mut self, now: &Progress) {
        let elapsed = self.started.elapsed();
        if now.parts.1 > 0 {
            self.first.get_or_insert(now.parts.0);
        }
        if !self.shown || elapsed < PATIENCE {
            return;
        }
        if let Some(positions) = self.positions {
            self.line.set_message(ProgressLine::sweep(now, positions, elapsed));
            return self.line.tick();
        }
        if self.puzzles {
            let (found, states, speed) =
                (counted(now.parts.0, "puzzle"), count(now.expanded), rate(now.expanded, elapsed));
            let elapsed = duration(elapsed);
            self.line.set_message(format!("{found} found, {states} states searched, {speed}, {elapsed}"));
            return self.line.tick();
        }
        if now.parts.1 > 0 {
            let message = self.parts(now, elapsed);
            self.line.set_message(message);
            return self.line.tick();
        }
        let (expanded, elapsed_time) = (count(now.expanded), duration(elapsed));
        self.line.set_message(match self.found {
            Some(found) => {
                let (found, proved) = (count(found as u64), count(now.bound));
                format!(
                    "≤ {found} found, ≥ {proved} proved: {expanded} expanded for the proof, {elapsed_time}"
                )
            }
            None => format!(
                "{} {}: {expanded} expanded, {}, {}, {elapsed_time}",
                self.stage,
                now.bound,
                rate(now.expanded, elapsed),
                bytes(now.bytes),
            ),
        });
        self.line.tick();
    }
}

impl Watch for ProgressLine {
    fn event(&mut self, event: Event) {
        match event {
            Event::Progress(now) => self.progress(now),
            Event::Tables { name, part } => self.tables(name, part),
            Event::Warning(warning) => self.line.suspend(|| Problem::new(warning).warn()),
            _ => {}
        }
    }

    fn stop(&mut self) -> bool {
        interrupt::asked()
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_for_terminals_that_did_not_ask_for_quiet() {
        assert!(is_shown(false, true));
        assert!(!is_shown(true, true) && !is_shown(false, false));
    }
}
