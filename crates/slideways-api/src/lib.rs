//! The questions of the page and their answers, whatever carries them.
//!
//! The page asks in JSON and gets JSON, a file, or events followed by an answer. This crate reads the
//! questions and answers them with the library; it knows neither HTTP nor browsers. A *carrier* brings
//! questions and answers to and fro: the server of `slideways-web`, or the module of `slideways-wasm` in a
//! worker of the browser. The chapter on the API in the docs describes the questions.
//!
//! ```
//! use slideways_api::{Answer, Api, Body, Listener, Reporter, Settings};
//! use std::sync::Arc;
//!
//! /// A carrier that drops all events.
//! struct Silent;
//!
//! impl Listener for Silent {
//!     fn tell(&self, _event: &str, _data: String) {}
//! }
//!
//! let api = Arc::new(Api::new(Settings::default()));
//! let task = api.ask("hint", br#"{"game": {"text": "1 2 3/4 5 6/7 0 8"}}"#).unwrap();
//! let Answer::Search(work) = task.answer else { panic!("a hint takes a search") };
//! let Ok(Body::Json(hint)) = work(&mut Reporter::new(&Silent)) else { panic!("a hint is JSON") };
//! assert!(hint.contains(r#""distance":1"#));
//! ```
//!
//! Modules:
//!
//! * [`Api`]: reads a question and says how its answer is found;
//! * `questions`: the questions, one file per question;
//! * [`Reporter`]: what a search tells its carrier;
//! * [`Fault`]: why a question has no answer;
//! * `game`: puzzles as the page sees them;
//! * `cache`: spaces and solutions found so far.
#![warn(missing_docs)]

mod api;
mod cache;
mod fault;
mod game;
mod questions;
mod reporter;

pub use api::{Answer, Api, Body, Settings, Task, Work};
pub use fault::{Cause, Fault};
pub use reporter::{Doing, Listener, PAUSE, Reporter};
