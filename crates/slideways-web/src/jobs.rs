//! The job queue: searches run on blocking threads, a limited number at a time, and stop when their client
//! leaves.
//!
//! A search that finds no turn free waits in a [`Queue`]; its client hears its place, and the wait takes
//! nothing from the search's time limit.
//!
//! A search stops early if its client closes the connection, if the same page sends a newer request, or if
//! the server shuts down. The search polls [`Reporter::stop`](Watch::stop) several times a second.

use crate::fault::Fault;
use crate::queue::{Queue, Ticket};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use slideways::watch::{Event as Happening, Progress, Watch};
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The maximum number of searches that run or wait: a class of 30 with four requests each.
pub const MOST_SEARCHES: usize = 128;

/// The capacity of a client's event queue; progress events beyond it are dropped.
const NEWS: usize = 64;

/// The minimum time between two progress events of a search.
const PAUSE: Duration = Duration::from_millis(150);

/// The interval of keep-alive events on an idle stream; sending them is also how the server detects that a
/// client has left.
const KEEP_ALIVE: Duration = Duration::from_secs(2);

/// The maximum length of the identifier that a page chooses.
const LONGEST_PAGE_ID: usize = 64;

/// The job queue.
pub struct Jobs {
    queue: Arc<Queue>,
    closed: Arc<AtomicBool>,
    /// The stop flag of the newest search of each page.
    pages: Mutex<HashMap<String, Arc<AtomicBool>>>,
}

/// Sets a search's stop flag when its client leaves.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Jobs {
    /// An empty queue that runs at most `at_a_time` searches at a time.
    pub fn new(at_a_time: usize) -> Arc<Jobs> {
        Arc::new(Jobs {
            queue: Queue::new(at_a_time, MOST_SEARCHES),
            closed: Arc::default(),
            pages: Mutex::default(),
        })
    }

    /// Stops all searches, including future ones.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Runs a search and returns its answer.
    pub async fn answer<T: Send + 'static>(
        self: &Arc<Jobs>,
        work: impl FnOnce(&mut Reporter) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let ticket = self.ticket()?;
        let halt = Arc::new(AtomicBool::new(false));
        let _gone = Gone(halt.clone());
        let reporter = Reporter::new(None, halt, self.closed.clone());
        turn(ticket, reporter, work).await
    }

    /// Runs a search and reports it as a stream of events that ends with the answer. A newer search of the
    /// same page stops it.
    pub fn stream(
        self: &Arc<Jobs>,
        page: Option<&str>,
        work: impl FnOnce(&mut Reporter) -> Result<String, Fault> + Send + 'static,
    ) -> Result<Response, Fault> {
        let ticket = self.ticket()?;
        let halt = self.newest(page)?;
        let (tell, news) = channel(NEWS);
        let reporter = Reporter::new(Some(tell.clone()), halt, self.closed.clone());
        tokio::spawn(async move {
            let last = match turn(ticket, reporter, work).await {
                Ok(answer) => Event::default().event("answer").data(answer),
                Err(fault) => Event::default().event("error").data(fault.json()),
            };
            // The send fails if the client has left.
            let _ = tell.send(last).await;
        });
        let events = stream::unfold(news, |mut news: Receiver<Event>| async {
            let event = news.recv().await?;
            Some((Ok::<Event, Infallible>(event), news))
        });
        Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response())
    }

    /// A stream that contains only a cached answer: it does not wait for a turn. It still stops the page's
    /// older search.
    pub fn at_once(&self, page: Option<&str>, answer: String) -> Result<Response, Fault> {
        self.newest(page)?;
        let event = Ok::<Event, Infallible>(Event::default().event("answer").data(answer));
        Ok(Sse::new(stream::iter([event])).into_response())
    }

    fn ticket(&self) -> Result<Ticket, Fault> {
        self.queue.enter().ok_or_else(|| {
            Fault::new(StatusCode::TOO_MANY_REQUESTS, "too many concurrent searches")
                .help("try again when one of them is done")
        })
    }

    /// The stop flag for the newest search of a page; the flag of the previous search is set.
    fn newest(&self, page: Option<&str>) -> Result<Arc<AtomicBool>, Fault> {
        let halt = Arc::new(AtomicBool::new(false));
        if let Some(page) = page {
            if page.len() > LONGEST_PAGE_ID {
                return Err(Fault::bad_request(format!("`page` has more than {LONGEST_PAGE_ID} bytes")));
            }
            let mut pages = self.pages.lock().expect("no code that panics runs under this lock");
            // A flag that only this map still holds belongs to a finished search.
            pages.retain(|_, halt| Arc::strong_count(halt) > 1);
            if let Some(older) = pages.insert(page.to_owned(), halt.clone()) {
                older.store(true, Ordering::Relaxed);
            }
        }
        Ok(halt)
    }
}

/// Waits for a turn and runs a search.
async fn turn<T: Send + 'static>(
    mut ticket: Ticket,
    mut reporter: Reporter,
    work: impl FnOnce(&mut Reporter) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    let mut told = None;
    while let Err(place) = ticket.try_turn() {
        if told != Some(place) {
            told = Some(place);
            reporter.tell("progress", &Doing { doing: "waiting", place: told, part: None });
        }
        // The pause also covers a change between `try_turn` and `moved`.
        let _ = tokio::time::timeout(PAUSE, ticket.moved()).await;
        // A search whose client has left gives up its place.
        if reporter.is_over() {
            return Err(Fault::new(StatusCode::SERVICE_UNAVAILABLE, "request cancelled"));
        }
    }
    reporter.started = Instant::now();
    let done = tokio::task::spawn_blocking(move || {
        let _held = ticket;
        work(&mut reporter)
    });
    done.await.unwrap_or_else(|_| Err(Fault::mistake("the search panicked")))
}

/// Watches a search and reports its progress to the page.
#[derive(Clone)]
pub struct Reporter {
    tell: Option<Sender<Event>>,
    halt: Arc<AtomicBool>,
    closed: Arc<AtomicBool>,
    started: Instant,
    next: Instant,
    /// Whether the search explores a whole space, whose bound says nothing about solutions from elsewhere.
    learning: bool,
}

/// The current activity, without figures.
#[derive(Serialize)]
struct Doing {
    doing: &'static str,
    /// The place among the searches that wait: 1 is the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<usize>,
    /// The fraction that is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<f64>,
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

impl Reporter {
    /// A reporter that sends events to `tell` and stops when `halt` or `closed` is set.
    pub fn new(tell: Option<Sender<Event>>, halt: Arc<AtomicBool>, closed: Arc<AtomicBool>) -> Reporter {
        let now = Instant::now();
        Reporter { tell, halt, closed, started: now, next: now + PAUSE, learning: false }
    }

    /// Sends an event; drops it if there is no client or the event queue is full.
    pub fn tell(&self, event: &str, what: &impl Serialize) {
        if let (Some(tell), Ok(data)) = (&self.tell, serde_json::to_string(what)) {
            let _ = tell.try_send(Event::default().event(event).data(data));
        }
    }

    /// Sends an event that must not be dropped; gives up on a client that reads nothing for a while.
    pub fn insist(&self, event: &str, what: &impl Serialize) {
        let (Some(tell), Ok(data)) = (&self.tell, serde_json::to_string(what)) else { return };
        let until = Instant::now() + KEEP_ALIVE;
        let mut event = Event::default().event(event).data(data);
        while let Err(TrySendError::Full(back)) = tell.try_send(event) {
            if self.is_over() || Instant::now() > until {
                return;
            }
            event = back;
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// A reporter for the exploration of a whole space.
    pub fn explorer(&self) -> Reporter {
        Reporter { learning: true, ..self.clone() }
    }

    /// Reports the fraction of the tables that is built.
    fn building(&self, part: f64) {
        self.tell("progress", &Doing { doing: "tables", place: None, part: Some(part) });
    }

    /// Whether the request is cancelled.
    pub fn is_over(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
            || self.closed.load(Ordering::Relaxed)
            || self.tell.as_ref().is_some_and(Sender::is_closed)
    }

    /// Whether the next progress event is due.
    pub fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let due = now >= self.next;
        if due {
            self.next = now + PAUSE;
        }
        due
    }

    /// The time since the search got its turn.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

impl Watch for Reporter {
    fn event(&mut self, event: Happening) {
        match event {
            Happening::Progress(now) if self.is_due() => {
                let &Progress { bound, expanded, generated, states, bytes, .. } = now;
                let doing = if self.learning { "learning" } else { "searching" };
                let (lower_bound, seconds) = ((!self.learning).then_some(bound), self.seconds());
                let news = News { doing, lower_bound, expanded, generated, states, bytes, seconds };
                self.tell("progress", &news);
            }
            Happening::Tables { part, .. } => self.building(part),
            _ => {}
        }
    }

    fn stop(&mut self) -> bool {
        self.is_over()
    }
}
