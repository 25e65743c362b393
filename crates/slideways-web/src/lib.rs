//! The page of Slideways and its server, for one machine or a class.
//!
//! The page sends requests, and the server carries them to `slideways-api`, which answers them with the
//! library: it reads puzzles, computes the distance to the goal, explores state spaces and finds packings.
//! The chapter on the API in the docs describes the requests.
//!
//! Modules, from the connection inwards:
//!
//! * [`Server`] listens, limits the number of connections, and shuts down;
//! * `guard` rejects requests for other hosts, and adds the security headers to every response;
//! * `token` admits only devices that know the token, if the server has one;
//! * `page` serves the files of the page, embedded in the program;
//! * `body` and `refusal`: request bodies and error responses;
//! * `questions` passes a request on, and makes a response of the answer;
//! * `jobs` runs searches until they end or are cancelled, and `queue` orders those that wait for a turn;
//! * `addresses`: where other devices find this server, which only a server knows;
//! * [`lan`]: the addresses under which other devices reach the server.
#![warn(missing_docs)]

mod addresses;
mod body;
mod guard;
mod jobs;
pub mod lan;
mod page;
mod questions;
mod queue;
mod refusal;
mod server;
mod token;

pub use server::{Config, Server};
pub use token::token;
