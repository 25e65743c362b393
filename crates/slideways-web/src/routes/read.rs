//! Puzzles that are read, and positions that are drawn by lot.

use super::{App, answer};
use crate::body::Asked;
use crate::fault::Fault;
use crate::game::{Game, GameJson};
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use slideways::format::error::shortened;
use slideways::tiles::random::{Random, position};
use slideways::tiles::{Goal, NotASize, Size};
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::Arc;

/// What should be a puzzle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    text: String,
    goal: Option<String>,
}

/// Read it, and say what it is. That there is a mistake in it is an answer too: whoever types is told while typing, and a
/// browser would take any other status for something that has gone wrong.
pub async fn read(
    State(_): State<Arc<App>>,
    Asked(Text { text, goal }): Asked<Text>,
) -> Result<Response, Fault> {
    match Game::read(&text, goal.as_deref()) {
        Ok(game) => Ok(answer(&game.json())),
        Err(fault) => Ok(answer(&fault.object())),
    }
}

/// The board that is wished for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    size: String,
    seed: Option<u64>,
    goal: Option<String>,
}

/// A game that was drawn by lot.
#[derive(Serialize)]
struct Drawn<'g> {
    #[serde(flatten)]
    game: GameJson<'g>,
    /// The same seed draws the same position. In digits, since not every program keeps so large a number whole.
    seed: String,
}

/// Draw a position, each solvable one as likely as any other.
pub async fn random(State(_): State<Arc<App>>, Asked(wish): Asked<ReadRequest>) -> Result<Response, Fault> {
    let size: Size = wish.size.parse().map_err(|why: NotASize| {
        Fault::puzzle(shortened(format!("`{}` is no size of a board", wish.size))).help(why.to_string())
    })?;
    let goal = match &wish.goal {
        Some(text) => slideways::read::goal(text, size)?,
        None => Goal::blank_last(size),
    };
    // Every state of the system's own hashing is another one.
    let seed = wish.seed.unwrap_or_else(|| RandomState::new().hash_one(0u8));
    let game = Game::of_tiles(position(&goal, &mut Random::new(seed)), goal)?;
    Ok(answer(&Drawn { game: game.json(), seed: seed.to_string() }))
}
