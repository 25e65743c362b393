//! The questions, one a file.

pub mod constants;
pub mod graph;
pub mod hint;
pub mod library;
pub mod lock;
pub mod picture;
pub mod read;
pub mod solve;
pub mod space;

use crate::cache::Known;
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
use std::sync::Arc;
use std::time::Duration;

/// All that questions have in common.
pub struct App {
    /// The searches.
    pub jobs: Arc<Jobs>,
    /// What is known already.
    pub known: Known,
    /// The tables for tiles.
    pub tables: TableStore,
    /// What a search may use.
    pub limits: Limits,
    /// A question must have arrived within this time.
    pub patience: Duration,
}

/// A question about a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    game: Given,
    style: Option<String>,
    page: Option<String>,
}

/// A game, where its pieces are, and what counts as one move.
pub struct Request {
    /// The game.
    pub game: Game,
    /// Where its pieces are.
    pub at: Arrangement,
    /// What counts as one move.
    pub style: Style,
}

impl Request {
    /// Whether pieces have been moved.
    pub fn is_moved(&self) -> bool {
        self.at != *self.game.puzzle.start()
    }

    /// The game as the library asks for it. A position of tiles is taken as it stands now.
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
    /// Read the game.
    pub fn request(&self) -> Result<Request, Fault> {
        let game = Game::read(&self.game.text, self.game.goal.as_deref())?;
        let at = game.at(self.game.at.as_deref())?;
        let style = game.style(self.style.as_deref())?;
        Ok(Request { game, at, style })
    }
}

/// An answer.
pub fn answer(what: &impl Serialize) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], written(what)).into_response()
}

/// An answer as text.
pub fn written(what: &impl Serialize) -> String {
    serde_json::to_string(what).expect("it has no odd keys")
}
