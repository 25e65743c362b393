//! `hint`: the next move.

use super::solve::{cached, found, space_for};
use super::{About, Request};
use crate::api::{Answer as How, Api, Body, Task};
use crate::fault::Fault;
use crate::game::Played;
use serde::Serialize;
use slideways::Space;
use slideways::outcome::Outcome;
use slideways::show::json::{stop, unsolvable};
use slideways::solver::Answer;
use std::sync::Arc;
use std::time::Duration;

/// The time limit of a hint.
const PATIENCE: Duration = Duration::from_secs(2);

/// The answer.
#[derive(Serialize)]
struct Hint {
    outcome: &'static str,
    style: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    distance: Option<u32>,
    lower_bound: Option<u32>,
    moves: Vec<Played>,
}

/// Answers from the cache, or searches for a short time.
pub fn hint(api: &Arc<Api>, about: About) -> Result<Task, Fault> {
    let request = about.request()?;
    // A table lookup does not wait for a turn.
    if let Some(space) = api.cache.space(&request.game.key(request.style))
        && let Some(hint) = of_space(&space, &request)?
    {
        return Ok(Task::known(Body::json(&hint)));
    }
    if let Some(found) = cached(api, &request)? {
        return Ok(Task::known(Body::json(&of_answer(&found, &request))));
    }
    let own = api.clone();
    Ok(Task::of(How::Search(Box::new(move |reporter| {
        let time = own.limits.time.map_or(PATIENCE, |time| time.min(PATIENCE));
        let limits = own.limits.time(time);
        // The search that may follow has the whole time again.
        let mut spent = Duration::ZERO;
        if request.game.position.is_none()
            && let Some(space) = space_for(&own, &request, limits, reporter, &mut spent)?
            && let Some(hint) = of_space(&space, &request)?
        {
            return Ok(Body::json(&hint));
        }
        let found = found(&own, &request, limits, reporter)?;
        Ok(Body::json(&of_answer(&found, &request)))
    }))))
}

/// The hint from the answer of a search: the first move of its solution.
fn of_answer(found: &Answer, request: &Request) -> Hint {
    let style = request.style.name();
    let none = Hint { outcome: "", style, reason: None, distance: None, lower_bound: None, moves: vec![] };
    match &found.outcome {
        Outcome::Solved(solution) => {
            let distance = solution.len() as u32;
            let moves = request.game.moves(solution);
            let first = moves.first();
            let first = first.map(|(pieces, path)| request.game.played(pieces, path, Some(distance - 1)));
            let (distance, moves) = (Some(distance), first.into_iter().collect());
            Hint { outcome: "solved", distance, lower_bound: distance, moves, ..none }
        }
        Outcome::Unsolvable(why) => Hint { outcome: "unsolvable", reason: Some(unsolvable(why)), ..none },
        Outcome::Bounded { lower: bound, by, .. } | Outcome::Stopped { lower: bound, by } => {
            Hint { outcome: "stopped", reason: Some(stop(*by)), lower_bound: Some(*bound), ..none }
        }
    }
}

/// The hint from a cached space; `None` if the arrangement is not in it.
fn of_space(space: &Space, request: &Request) -> Result<Option<Hint>, Fault> {
    let Request { game, at, style } = request;
    let Ok(Some(spot)) = space.distance(at) else { return Ok(None) };
    let nearer = space.hint(at).map_err(|why| Fault::mistake(&why.to_string()))?;
    let after = spot.to_goal.map(|distance| distance.saturating_sub(1));
    Ok(Some(Hint {
        outcome: if spot.to_goal.is_some() { "solved" } else { "unsolvable" },
        style: style.name(),
        reason: spot.to_goal.is_none().then_some("exhausted"),
        distance: spot.to_goal,
        lower_bound: spot.to_goal,
        moves: nearer.iter().map(|step| game.played_move(&step.played, after)).collect(),
    }))
}
