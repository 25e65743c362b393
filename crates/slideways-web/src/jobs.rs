//! Searches: away from the threads that listen, so many at a time, and only as long as somebody wants to know.
//!
//! A search ends early if its client closes the connection, if the same page asks something newer, or if the server
//! ends. It hears of that because its [`Reporter`] is asked several times a second whether to stop.

use crate::fault::Fault;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use slideways::watch::{Event as Happening, Progress, Watch};
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// At most so many wait for their turn.
const WAITING: usize = 32;

/// News that nobody has taken yet; more are left out.
const NEWS: usize = 64;

/// So often there is news of a search, at most.
const PAUSE: Duration = Duration::from_millis(150);

/// A page that hears nothing for so long is told that somebody is still there; that is also how a server learns that
/// nobody is.
const SIGN_OF_LIFE: Duration = Duration::from_secs(2);

/// Words that pages choose for themselves are not longer than this.
const LONGEST_WORD: usize = 64;

/// All searches.
pub struct Jobs {
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
    closed: Arc<AtomicBool>,
    /// How to stop the newest search of each page.
    pages: Mutex<HashMap<String, Arc<AtomicBool>>>,
}

/// One who waits for a turn or has it.
struct Place(Arc<Jobs>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Sets a search's flag when its client has gone.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Jobs {
    /// None so far; so many may run at a time.
    pub fn new(at_a_time: usize) -> Arc<Jobs> {
        Arc::new(Jobs {
            turns: Arc::new(Semaphore::new(at_a_time.max(1))),
            waiting: AtomicUsize::new(0),
            closed: Arc::default(),
            pages: Mutex::default(),
        })
    }

    /// Stop all searches, those to come as well.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Search, and give the answer when it is there.
    pub async fn answer<T: Send + 'static>(
        self: &Arc<Jobs>,
        work: impl FnOnce(&mut Reporter) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let place = self.place()?;
        let halt = Arc::new(AtomicBool::new(false));
        let _gone = Gone(halt.clone());
        let reporter = Reporter::new(None, halt, self.closed.clone());
        self.turn(place, reporter, work).await
    }

    /// Search, and tell of it in a stream of events until the answer is there. A newer search of the same page stops it.
    pub fn stream(
        self: &Arc<Jobs>,
        page: Option<&str>,
        work: impl FnOnce(&mut Reporter) -> Result<String, Fault> + Send + 'static,
    ) -> Result<Response, Fault> {
        let place = self.place()?;
        let halt = self.newest(page)?;
        let (tell, news) = channel(NEWS);
        let reporter = Reporter::new(Some(tell.clone()), halt, self.closed.clone());
        let jobs = self.clone();
        tokio::spawn(async move {
            let last = match jobs.turn(place, reporter, work).await {
                Ok(answer) => Event::default().event("answer").data(answer),
                Err(fault) => Event::default().event("error").data(fault.json()),
            };
            // Nobody hears it if the client has gone.
            let _ = tell.send(last).await;
        });
        let events = stream::unfold(news, |mut news: Receiver<Event>| async {
            let event = news.recv().await?;
            Some((Ok::<Event, Infallible>(event), news))
        });
        Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE)).into_response())
    }

    /// A stream of nothing but an answer that is known: it need not wait for its turn. It is a newer question all the
    /// same.
    pub fn at_once(&self, page: Option<&str>, answer: String) -> Result<Response, Fault> {
        self.newest(page)?;
        let event = Ok::<Event, Infallible>(Event::default().event("answer").data(answer));
        Ok(Sse::new(stream::iter([event])).into_response())
    }

    fn place(self: &Arc<Jobs>) -> Result<Place, Fault> {
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let place = Place(self.clone());
        match before < WAITING {
            true => Ok(place),
            false => Err(Fault::new(StatusCode::TOO_MANY_REQUESTS, "too much is being asked at once")
                .help("ask again when some of it is answered")),
        }
    }

    /// A flag for the newest search of a page; that of the one before it is set.
    fn newest(&self, page: Option<&str>) -> Result<Arc<AtomicBool>, Fault> {
        let halt = Arc::new(AtomicBool::new(false));
        if let Some(page) = page {
            if page.len() > LONGEST_WORD {
                return Err(Fault::bad_request(format!("`page` has at most {LONGEST_WORD} bytes")));
            }
            let mut pages = self.pages.lock().expect("nobody panics with it");
            // What only this list still knows has ended.
            pages.retain(|_, halt| Arc::strong_count(halt) > 1);
            if let Some(older) = pages.insert(page.to_owned(), halt.clone()) {
                older.store(true, Ordering::Relaxed);
            }
        }
        Ok(halt)
    }

    async fn turn<T: Send + 'static>(
        &self,
        place: Place,
        mut reporter: Reporter,
        work: impl FnOnce(&mut Reporter) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        if self.turns.available_permits() == 0 {
            reporter.tell("progress", &Doing { doing: "waiting", part: None });
        }
        let turn = loop {
            tokio::select! {
                turn = self.turns.clone().acquire_owned() => break turn.expect("it is never closed"),
                // Those who have gone do not keep others from waiting.
                _ = tokio::time::sleep(PAUSE) => if reporter.is_over() {
                    return Err(Fault::new(StatusCode::SERVICE_UNAVAILABLE, "nobody waits for this any more"));
                },
            }
        };
        let done = tokio::task::spawn_blocking(move || {
            let _held = (place, turn);
            work(&mut reporter)
        });
        done.await.unwrap_or_else(|_| Err(Fault::mistake("the search has failed")))
    }
}

/// Looks on while a search goes on, and tells the page.
#[derive(Clone)]
pub struct Reporter {
    tell: Option<Sender<Event>>,
    halt: Arc<AtomicBool>,
    closed: Arc<AtomicBool>,
    started: Instant,
    next: Instant,
    /// Whether a whole space is learnt, which says nothing yet of solutions from elsewhere.
    learning: bool,
}

/// What is being done, where there is no more to say.
#[derive(Serialize)]
struct Doing {
    doing: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<f64>,
}

/// How far a search is.
#[derive(Serialize)]
struct News {
    doing: &'static str,
    /// Every solution has at least so many moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<u32>,
    expanded: u64,
    generated: u64,
    states: u64,
    bytes: u64,
    seconds: f64,
}

impl Reporter {
    fn new(tell: Option<Sender<Event>>, halt: Arc<AtomicBool>, closed: Arc<AtomicBool>) -> Reporter {
        let now = Instant::now();
        Reporter { tell, halt, closed, started: now, next: now + PAUSE, learning: false }
    }

    /// Tell of something; if nobody listens or too much is untold, it is left out.
    pub fn tell(&self, event: &str, what: &impl Serialize) {
        if let (Some(tell), Ok(data)) = (&self.tell, serde_json::to_string(what)) {
            let _ = tell.try_send(Event::default().event(event).data(data));
        }
    }

    /// Tell of something that is not to be left out; gives up on a client that takes nothing for a while.
    pub fn insist(&self, event: &str, what: &impl Serialize) {
        let (Some(tell), Ok(data)) = (&self.tell, serde_json::to_string(what)) else { return };
        let until = Instant::now() + SIGN_OF_LIFE;
        let mut event = Event::default().event(event).data(data);
        while let Err(TrySendError::Full(back)) = tell.try_send(event) {
            if self.is_over() || Instant::now() > until {
                return;
            }
            event = back;
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// One who looks on while a whole space is learnt.
    pub fn learner(&self) -> Reporter {
        Reporter { learning: true, ..self.clone() }
    }

    /// Tell what part of the tables is built.
    fn building(&self, part: f64) {
        self.tell("progress", &Doing { doing: "tables", part: Some(part) });
    }

    /// Whether nobody wants to know any more.
    pub fn is_over(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
            || self.closed.load(Ordering::Relaxed)
            || self.tell.as_ref().is_some_and(Sender::is_closed)
    }

    /// Whether it is time for news again.
    pub fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let due = now >= self.next;
        if due {
            self.next = now + PAUSE;
        }
        due
    }

    /// How long it has been at it.
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
