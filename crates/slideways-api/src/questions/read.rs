//! `read` and `random`: reading puzzles, and random positions.

use super::space::refusals;
use crate::api::{Api, Body, Task};
use crate::fault::Fault;
use crate::game::{Game, GameJson};
use serde::{Deserialize, Serialize};
use slideways::format::error::shortened;
use slideways::show::json::Detail;
use slideways::tiles::random::{Random, position};
use slideways::tiles::{Goal, NotASize, Size};
use std::collections::BTreeMap;

/// A text that should be a puzzle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    text: String,
    goal: Option<String>,
    at: Option<Vec<u16>>,
}

/// A game as the page needs it.
#[derive(Serialize)]
struct Described<'g> {
    #[serde(flatten)]
    game: GameJson<'g>,
    /// By style, why the space cannot be explored.
    no_space: BTreeMap<&'static str, Detail>,
    /// The seed that reproduces a random position. Written as a string, because JavaScript cannot represent
    /// every `u64`.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
}

fn described<'g>(game: &'g Game, api: &Api, seed: Option<String>) -> Described<'g> {
    Described { game: game.json(), no_space: refusals(game, api.limits), seed }
}

/// Reads a text and describes it. An error in the text is a normal answer, because the page sends the text
/// while the user types, and a browser would report any other status as a failure.
pub fn read(api: &Api, Text { text, goal, at }: &Text) -> Task {
    let game = Game::read(text, goal.as_deref()).and_then(|game| match at {
        Some(cells) => game.starting(&game.at(Some(cells))?),
        None => Ok(game),
    });
    Task::known(match game {
        Ok(game) => Body::json(&described(&game, api, None)),
        Err(fault) => Body::json(&fault.object()),
    })
}

/// The requested board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    size: String,
    seed: Option<u64>,
    goal: Option<String>,
}

/// Generates a random solvable position, uniformly.
pub fn random(api: &Api, request: &ReadRequest) -> Result<Task, Fault> {
    let size: Size = request.size.parse().map_err(|why: NotASize| {
        Fault::puzzle(shortened(format!("`{}` is not the size of a board", request.size)))
            .help(why.to_string())
    })?;
    let goal = match &request.goal {
        Some(text) => slideways::read::goal(text, size)?,
        None => Goal::blank_last(size),
    };
    let seed = request.seed.unwrap_or_else(api.entropy);
    let game = Game::of_tiles(position(&goal, &mut Random::new(seed)), goal)?;
    Ok(Task::known(Body::json(&described(&game, api, Some(seed.to_string())))))
}
