//! The page of Slideways and its server, for one machine or a class.
//!
//! The page sends requests and the server answers them with the library: it reads puzzles, computes the
//! distance to the goal, explores state spaces and finds packings. The chapter on the API in the docs
//! describes the requests.
//!
//! Modules, from the connection inwards:
//!
//! * [`Server`] listens, limits the number of connections, and shuts down;
//! * `guard` rejects requests for other hosts, and adds the security headers to every response;
//! * `page` serves the files of the page, embedded in the program;
//! * `body` and `fault`: request parsing and error responses;
//! * `game`: puzzles as the page sees them;
//! * `jobs` runs searches until they end or are cancelled, and `queue` orders those that wait for a turn;
//! * `cache`: spaces and solutions found so far;
//! * `routes`: the API routes, one file per route;
//! * [`lan`]: the addresses under which other devices reach the server.
#![warn(missing_docs)]

mod body;
mod cache;
mod fault;
mod game;
mod guard;
mod jobs;
pub mod lan;
mod page;
mod queue;
mod routes;
mod server;

pub use server::{Config, Server};
