//! The job queue: searches run on blocking threads, a limited number at a time, and stop when their client
//! leaves.
//!
//! A search that finds no turn free waits in a [`Queue`]; its client hears its place, and the wait takes
//! nothing from the search's time limit.
//!
//! A search stops early if its client closes the connection, if the same page sends a newer request, or if
//! the server shuts down. The search polls [`Listener::is_over`] several times a second.

use crate::queue::{Queue, Ticket};
use crate::refusal::Refusal;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use slideways_api::{Body, Doing, Fault, Listener, PAUSE, Reporter, Work};
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
    pub async fn answer(&self, work: Work) -> Result<Body, Refusal> {
        let ticket = self.ticket()?;
        let halt = Arc::new(AtomicBool::new(false));
        let _gone = Gone(halt.clone());
        turn(ticket, Client { tell: None, halt, closed: self.closed.clone() }, work).await
    }

    /// Runs a search and reports it as a stream of events that ends with the answer. A newer search of the
    /// same page stops it.
    pub fn stream(&self, page: Option<&str>, work: Work) -> Result<Response, Refusal> {
        let ticket = self.ticket()?;
        let halt = self.newest(page)?;
        let (tell, news) = channel(NEWS);
        let client = Client { tell: Some(tell.clone()), halt, closed: self.closed.clone() };
        tokio::spawn(async move {
            let last = match turn(ticket, client, work).await {
                Ok(answer) => last(answer),
                Err(refusal) => Event::default().event("error").data(refusal.json()),
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
    pub fn at_once(&self, page: Option<&str>, answer: Body) -> Result<Response, Refusal> {
        self.newest(page)?;
        Ok(Sse::new(stream::iter([Ok::<Event, Infallible>(last(answer))])).into_response())
    }

    fn ticket(&self) -> Result<Ticket, Refusal> {
        self.queue.enter().ok_or_else(|| {
            Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too many concurrent searches")
                .help("try again when one of them is done")
        })
    }

    /// The stop flag for the newest search of a page; the flag of the previous search is set.
    fn newest(&self, page: Option<&str>) -> Result<Arc<AtomicBool>, Refusal> {
        let halt = Arc::new(AtomicBool::new(false));
        if let Some(page) = page {
            if page.len() > LONGEST_PAGE_ID {
                let message = format!("`page` has more than {LONGEST_PAGE_ID} bytes");
                return Err(Fault::request(message).into());
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

/// The last event of a stream. Answers with events are JSON.
fn last(answer: Body) -> Event {
    match answer {
        Body::Json(text) => Event::default().event("answer").data(text),
        Body::File { .. } => Event::default().event("error").data(panicked().json()),
    }
}

/// The work for an answer panicked.
pub fn panicked() -> Fault {
    Fault::mistake("the search panicked")
}

/// Waits for a turn and runs a search.
async fn turn(mut ticket: Ticket, client: Client, work: Work) -> Result<Body, Refusal> {
    let mut told = None;
    while let Err(place) = ticket.try_turn() {
        if told != Some(place) {
            told = Some(place);
            let doing = Doing { doing: "waiting", place: told, part: None };
            client.tell("progress", serde_json::to_string(&doing).expect("all keys are strings"));
        }
        // The pause also covers a change between `try_turn` and `moved`.
        let _ = tokio::time::timeout(PAUSE, ticket.moved()).await;
        // A search whose client has left gives up its place.
        if client.is_over() {
            return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "request cancelled"));
        }
    }
    let done = tokio::task::spawn_blocking(move || {
        let _held = ticket;
        work(&mut Reporter::new(&client))
    });
    Ok(done.await.unwrap_or_else(|_| Err(panicked()))?)
}

/// The client of a search, on the other side of a stream or waiting for the answer alone.
struct Client {
    tell: Option<Sender<Event>>,
    halt: Arc<AtomicBool>,
    closed: Arc<AtomicBool>,
}

impl Listener for Client {
    /// Drops the event if there is no stream or its queue is full.
    fn tell(&self, event: &str, data: String) {
        if let Some(tell) = &self.tell {
            let _ = tell.try_send(Event::default().event(event).data(data));
        }
    }

    /// Gives up on a client that reads nothing for a while.
    fn insist(&self, event: &str, data: String) {
        let Some(tell) = &self.tell else { return };
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

    fn is_over(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
            || self.closed.load(Ordering::Relaxed)
            || self.tell.as_ref().is_some_and(Sender::is_closed)
    }
}
