//! The page of Slideways: a server for one machine, and what it serves.
//!
//! The page asks questions, the server answers them with the library: it reads puzzles, says how far the goal is, shows
//! whole spaces, finds packings. What can be asked is described in the chapter on the API in the docs.
//!
//! From the door inwards:
//!
//! * [`Server`] listens, limits the number of connections, and ends in good order;
//! * `guard` lets in only those who mean this server, and says in every answer what a browser may do with it;
//! * `page` is what is looked at, embedded in the program;
//! * `body` and `fault`: questions that can be read, and the sentences that those get that cannot;
//! * `game`: puzzles as the page knows them;
//! * `jobs`: searches, away from the threads that listen, each with somebody who still wants to know;
//! * `known`: what has been found out, and is not searched for again;
//! * `routes`: the questions, one a file.
#![warn(missing_docs)]

mod body;
mod cache;
mod fault;
mod game;
mod guard;
mod jobs;
mod page;
mod routes;
mod server;

pub use server::{Config, Server};
