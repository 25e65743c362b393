//! Answers that come from a component that has already been searched.

use super::{Answer, Search, Solution, SolveError, WrongAnswer};
use crate::engine::explore::component::Component;
use crate::game::Game;
use crate::outcome::{Cost, Outcome, Proof};
use crate::puzzle::Arrangement;
use crate::style::Style;
use std::sync::Arc;
use web_time::Instant;

/// A shortest solution from an arrangement of a known component, replayed like any other; `None` if the
/// arrangement is not in that component.
pub fn answer(
    game: &Arc<Game>,
    style: Style,
    component: &Component,
    at: &Arrangement,
) -> Result<Option<Answer>, SolveError> {
    let started = Instant::now();
    let (Game::Blocks(puzzle), Some(spot)) = (&**game, component.spot(at)) else { return Ok(None) };
    let states = component.states() as u64;
    let outcome = match spot.to_goal {
        None => Outcome::Unsolvable(Proof::Exhausted { states }),
        Some(_) => {
            let moves = component.path(at).ok_or(WrongAnswer::Path)?;
            Outcome::Solved(Solution::of_blocks(game.clone(), puzzle, at, moves, style)?)
        }
    };
    let cost = Cost { states, peak_bytes: component.bytes(), ..Cost::default() };
    let (time, search) = (started.elapsed(), Search::Blocks);
    Ok(Some(Answer { outcome, counted: None, cost, time, search, iterations: vec![], written: None }))
}
