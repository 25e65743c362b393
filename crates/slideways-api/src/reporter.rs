//! What a search tells its carrier: events, several times a second, and whether the carrier has stopped it.

use serde::Serialize;
use slideways::watch::{Event, Progress, Watch};
use std::time::Duration;
use web_time::Instant;

/// The minimum time between two progress events of a search.
pub const PAUSE: Duration = Duration::from_millis(150);

/// The carrier's end of a question.
pub trait Listener {
    /// Sends an event with its data as JSON; a carrier whose client is slow may drop it.
    fn tell(&self, event: &str, data: String);

    /// Sends an event that must not be dropped.
    fn insist(&self, event: &str, data: String) {
        self.tell(event, data);
    }

    /// Whether the question is cancelled.
    fn is_over(&self) -> bool {
        false
    }
}

/// Watches a search and reports its progress to the carrier.
#[derive(Clone)]
pub struct Reporter<'l> {
    listener: &'l dyn Listener,
    started: Instant,
    next: Instant,
    /// Whether the search explores a whole space, whose bound says nothing about solutions from elsewhere.
    learning: bool,
}

/// The current activity, without figures.
#[derive(Serialize)]
pub struct Doing {
    /// `waiting` or `tables`.
    pub doing: &'static str,
    /// The place among the searches that wait: 1 is the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<usize>,
    /// The fraction that is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<f64>,
}

/// The progress of a search.
#[derive(Serialize)]
struct News {
    doing: &'static str,
    /// A lower bound on the number of moves of every solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<u32>,
    expanded: u64,
    generated: u64,
    states: u64,
    bytes: u64,
    seconds: f64,
}

impl<'l> Reporter<'l> {
    /// A reporter for a search that starts now.
    pub fn new(listener: &'l dyn Listener) -> Reporter<'l> {
        let now = Instant::now();
        Reporter { listener, started: now, next: now + PAUSE, learning: false }
    }

    /// Sends an event; the carrier may drop it.
    pub(crate) fn tell(&self, event: &str, what: &impl Serialize) {
        self.listener.tell(event, written(what));
    }

    /// Sends an event that must not be dropped.
    pub(crate) fn insist(&self, event: &str, what: &impl Serialize) {
        self.listener.insist(event, written(what));
    }

    /// A reporter for the exploration of a whole space.
    pub(crate) fn explorer(&self) -> Reporter<'l> {
        Reporter { learning: true, ..self.clone() }
    }

    /// Whether the question is cancelled.
    pub(crate) fn is_over(&self) -> bool {
        self.listener.is_over()
    }

    /// Whether the next progress event is due.
    pub(crate) fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let due = now >= self.next;
        if due {
            self.next = now + PAUSE;
        }
        due
    }

    /// The time since the search started.
    pub(crate) fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

impl Watch for Reporter<'_> {
    fn event(&mut self, event: Event) {
        match event {
            Event::Progress(now) if self.is_due() => {
                let &Progress { bound, expanded, generated, states, bytes, .. } = now;
                let doing = if self.learning { "learning" } else { "searching" };
                let (lower_bound, seconds) = ((!self.learning).then_some(bound), self.seconds());
                self.tell(
                    "progress",
                    &News { doing, lower_bound, expanded, generated, states, bytes, seconds },
                );
            }
            Event::Tables { part, .. } => {
                self.tell("progress", &Doing { doing: "tables", place: None, part: Some(part) });
            }
            _ => {}
        }
    }

    fn stop(&mut self) -> bool {
        self.is_over()
    }
}

/// A value as JSON text.
pub(crate) fn written(what: &impl Serialize) -> String {
    serde_json::to_string(what).expect("all keys are strings")
}
