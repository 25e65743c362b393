//! Questions by name: reading one, and how its answer is found.

use crate::cache::Cache;
use crate::fault::Fault;
use crate::questions;
use crate::reporter::{Reporter, written};
use serde::Serialize;
use serde::de::DeserializeOwned;
use slideways::outcome::Limits;
use slideways::solver::TableStore;
use std::borrow::Cow;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::time::Duration;

/// What a carrier decides.
pub struct Settings {
    /// The limits of one search.
    pub limits: Limits,
    /// Bytes for spaces that are kept between questions.
    pub memory: u64,
    /// The tables for tiles.
    pub tables: TableStore,
    /// Gives a different number every time, as the seed of a random position.
    pub entropy: fn() -> u64,
}

impl Default for Settings {
    /// One minute, one thread and 1 GiB per search, and as much for the cache.
    fn default() -> Settings {
        Settings {
            limits: Limits::new().memory(1 << 30).time(Duration::from_secs(60)),
            memory: 1 << 30,
            tables: TableStore::new().memory(1 << 29),
            // Every `RandomState` has different keys.
            entropy: || RandomState::new().hash_one(0u8),
        }
    }
}

/// Answers questions, and keeps what was found for the next ones.
pub struct Api {
    pub(crate) cache: Cache,
    pub(crate) tables: TableStore,
    pub(crate) limits: Limits,
    pub(crate) entropy: fn() -> u64,
}

/// A question that is read.
pub struct Task {
    /// Whether events come before the answer.
    pub has_events: bool,
    /// The word by which a page marks its questions: a newer one stops the last.
    pub page: Option<String>,
    /// How the answer is found.
    pub answer: Answer,
}

/// How an answer is found.
pub enum Answer {
    /// Without a search.
    Known(Body),
    /// By work that takes a moment, but not long enough to wait for a turn among the searches.
    Short(Work),
    /// By a search.
    Search(Work),
}

/// Finds an answer.
pub type Work = Box<dyn FnOnce(&mut Reporter) -> Result<Body, Fault> + Send>;

/// An answer.
#[derive(Debug)]
pub enum Body {
    /// A JSON object.
    Json(Cow<'static, str>),
    /// A file to save.
    File {
        /// Its media type.
        media: &'static str,
        /// Its content.
        bytes: Vec<u8>,
    },
}

impl Api {
    /// The questions that have no body: their answers never change.
    pub const CONSTANT: [&'static str; 2] = ["constants", "library"];

    /// The maximum size of a body in bytes, several times that of a puzzle of a thousand cells.
    pub const MOST_BYTES: usize = 64 << 10;

    /// The questions that have a body.
    pub const QUESTIONS: [&'static str; 13] = [
        "design",
        "graph",
        "hint",
        "lock",
        "notations",
        "packing",
        "picture",
        "qr",
        "random",
        "read",
        "solve",
        "space",
        "verdict",
    ];

    /// Nothing is known yet.
    pub fn new(settings: Settings) -> Api {
        let Settings { limits, memory, tables, entropy } = settings;
        Api { cache: Cache::new(memory), tables, limits, entropy }
    }

    /// Reads a question. `body` is JSON; the questions without a body ignore it.
    pub fn ask(self: &Arc<Api>, name: &str, body: &[u8]) -> Result<Task, Fault> {
        if body.len() > Api::MOST_BYTES {
            return Err(Fault::request(format!("the request has more than {} bytes", Api::MOST_BYTES)));
        }
        match name {
            "constants" => Ok(questions::constants::constants()),
            "library" => Ok(questions::library::library()),
            "design" => questions::design::design(self, read(body)?),
            "graph" => questions::graph::graph(self, read(body)?),
            "hint" => questions::hint::hint(self, read(body)?),
            "lock" => questions::lock::lock(self, read(body)?),
            "notations" => questions::notations::notations(&read(body)?),
            "packing" => Ok(questions::packing::packing(read(body)?)),
            "picture" => questions::picture::picture(self, read(body)?),
            "qr" => questions::qr::qr(&read(body)?),
            "random" => questions::read::random(self, &read(body)?),
            "read" => Ok(questions::read::read(self, &read(body)?)),
            "solve" => questions::solve::solve(self, read(body)?),
            "space" => questions::space::space(self, read(body)?),
            "verdict" => questions::verdict::verdict(self, read(body)?),
            _ => Err(Fault::request("there is no such question")),
        }
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Fault> {
    serde_json::from_slice(body).map_err(|error| {
        Fault::request(format!("the request cannot be read: {error}"))
            .help("see the chapter on the API in the docs")
    })
}

impl Body {
    /// A value as JSON.
    pub(crate) fn json(what: &impl Serialize) -> Body {
        Body::Json(written(what).into())
    }
}

impl Task {
    /// An answer that is known.
    pub(crate) fn known(body: Body) -> Task {
        Task::of(Answer::Known(body))
    }

    /// A question without events.
    pub(crate) fn of(answer: Answer) -> Task {
        Task { has_events: false, page: None, answer }
    }

    /// A search with events.
    pub(crate) fn events(
        page: Option<String>,
        work: impl FnOnce(&mut Reporter) -> Result<Body, Fault> + Send + 'static,
    ) -> Task {
        Task { has_events: true, page, answer: Answer::Search(Box::new(work)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_has_its_name() {
        let api = Arc::new(Api::new(Settings::default()));
        for name in Api::CONSTANT {
            assert!(matches!(api.ask(name, b"").unwrap().answer, Answer::Known(Body::Json(_))), "{name}");
        }
        for name in Api::QUESTIONS {
            let fault = api.ask(name, b"?").map(drop).unwrap_err();
            assert!(fault.json().contains("the request cannot be read"), "{name}");
        }
        assert!(api.ask("addresses", b"{}").is_err(), "only a server has addresses");
        let long = vec![b' '; Api::MOST_BYTES + 1];
        let fault = api.ask("read", &long).map(drop).unwrap_err();
        assert!(fault.json().contains("more than 65536 bytes"), "{}", fault.json());
    }
}
