//! The API routes, one file per route.

pub mod addresses;
pub mod constants;
pub mod design;
pub mod graph;
pub mod hint;
pub mod library;
pub mod lock;
pub mod notations;
pub mod packing;
pub mod picture;
pub mod qr;
pub mod read;
pub mod solve;
pub mod space;
pub mod verdict;

use crate::cache::Cache;
use crate::fault::Fault;
use crate::game::{Game, Given};
use crate::jobs::Jobs;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use slideways::Style;
use slideways::outcome::Limits;
use slideways::puzzle::Arrangement;
use slideways::solver::TableStore;
use slideways::tiles::Position;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// The state shared by all routes.
pub struct App {
    /// The job queue.
    pub jobs: Arc<Jobs>,
    /// Spaces and solutions found so far.
    pub cache: Cache,
    /// The tables for tiles.
    pub tables: TableStore,
    /// The address on which the server listens.
    pub address: SocketAddr,
    /// The limits of a search.
    pub limits: Limits,
    /// The time within which a request must arrive.
    pub patience: Duration,
}

/// The body of a request about a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    game: Given,
    style: Option<String>,
    page: Option<String>,
}

/// A game, its current arrangement, and the style.
pub struct Request {
    /// The game.
    pub game: Game,
    /// The current arrangement.
    pub at: Arrangement,
    /// What counts as one move.
    pub style: Style,
}

impl Request {
    /// Whether the arrangement differs from the start.
    pub fn is_moved(&self) -> bool {
        self.at != *self.game.puzzle.start()
    }

    /// The game for the library. A tile position is the current one.
    pub fn game(&self) -> slideways::Game {
        match self.game.board(&self.at) {
            Some((board, goal)) => {
                Position::new(board, goal.clone()).expect("moves keep the size of a board").into()
            }
            None => (&self.game.puzzle).into(),
        }
    }
}

impl About {
    /// Parses the request.
    pub fn request(&self) -> Result<Request, Fault> {
        let game = Game::read(&self.game.text, self.game.goal.as_deref())?;
        let at = game.at(self.game.at.as_deref())?;
        let style = game.style(self.style.as_deref())?;
        Ok(Request { game, at, style })
    }
}

/// A JSON response.
pub fn answer(what: &impl Serialize) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], written(what)).into_response()
}

/// A value as JSON text.
pub fn written(what: &impl Serialize) -> String {
    serde_json::to_string(what).expect("all keys are strings")
}
