//! The questions, one file per question.

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

use crate::fault::Fault;
use crate::game::{Game, Given};
use serde::Deserialize;
use slideways::Style;
use slideways::puzzle::Arrangement;
use slideways::tiles::Position;

/// The body of a question about a game.
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
