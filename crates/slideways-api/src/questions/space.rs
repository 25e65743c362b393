//! `space`: the whole state space of a game: its layers, its ends, and the current arrangement.

use super::solve::{ENDS, explorable, found, opened};
use super::{About, Request};
use crate::api::{Api, Body, Task};
use crate::fault::Fault;
use crate::game::Game;
use crate::reporter::Reporter;
use serde::Serialize;
use slideways::outcome::{Limits, Outcome};
use slideways::puzzle::Arrangement;
use slideways::show::json::Detail;
use slideways::show::json::space::{self as json, ToGoal};
use slideways::space::SpaceBuilder;
use slideways::tiles::{Board, Position};
use slideways::{Space, Style};
use std::collections::BTreeMap;
use std::sync::Arc;
use web_time::Instant;

/// Larger boards are explored by permutation rank.
pub const FEW_CELLS: usize = 9;

/// Answers with events.
pub fn space(api: &Arc<Api>, about: About) -> Result<Task, Fault> {
    let request = about.request()?;
    let own = api.clone();
    Ok(Task::events(about.page, move |reporter| match &request.game.position {
        Some((board, _)) if board.size().cells() > FEW_CELLS => tiles(&own, &request, reporter),
        _ => blocks(&own, &request, reporter),
    }))
}

/// By style, why the space of a game cannot be explored within the limits, as far as that is known before the
/// search; styles in which it can are absent. The page then offers no space, and shows the reason.
pub fn refusals(game: &Game, limits: Limits) -> BTreeMap<&'static str, Detail> {
    let refused = |style: Style| Some((style.name(), refusal(game, style, limits)?.into_detail()));
    game.styles().filter_map(refused).collect()
}

fn refusal(game: &Game, style: Style, limits: Limits) -> Option<Fault> {
    match &game.position {
        Some((board, _)) if board.size().cells() > FEW_CELLS => {
            around_goal(game, style, limits).and_then(|space| space.check().map_err(Fault::from)).err()
        }
        _ => explorable(game).err(),
    }
}

/// The space around the goal of a board.
fn around_goal(game: &Game, style: Style, limits: Limits) -> Result<SpaceBuilder<'static>, Fault> {
    let (_, goal) = game.position.as_ref().expect("it is a position");
    let centre = goal.full().ok_or_else(|| {
        Fault::puzzle("exploring tiles needs a full goal (no `*`)").help("give a whole position as the goal")
    })?;
    let centre = Position::new(centre, goal.clone()).expect("a goal is as large as its board");
    Ok(Space::of(centre).style(style).limits(limits).farthest(ENDS))
}

/// The current arrangement in the space.
#[derive(Serialize)]
struct Here {
    from_start: Option<u32>,
    to_goal: Option<u32>,
}

#[derive(Serialize)]
struct Object<'t> {
    #[serde(flatten)]
    space: json::SpaceObject<'t>,
    here: Option<Here>,
    farthest_at: Vec<Vec<u16>>,
    hardest_at: Vec<Vec<u16>>,
}

fn blocks(api: &Api, request: &Request, reporter: &mut Reporter) -> Result<Body, Fault> {
    let Request { game, at, style } = request;
    let started = Instant::now();
    let space = opened(api, request, reporter)?;
    let spot = space.distance(at).ok().flatten();
    let drawn = |all: &[Arrangement]| all.iter().map(|at| game.drawn(at)).collect();
    let cells = |all: &[Arrangement]| all.iter().map(|at| game.cells(at)).collect();
    let to_goal = space.to_goal().map(|table| ToGoal::new(table, drawn(space.hardest())));
    let object = json::SpaceObject::new(&game.name, *style, space.layers(), started.elapsed());
    Ok(Body::json(&Object {
        space: object.of_blocks(drawn(space.farthest()), to_goal, None),
        here: spot.map(|spot| Here { from_start: Some(spot.from_start), to_goal: spot.to_goal }),
        farthest_at: cells(space.farthest()),
        hardest_at: cells(space.hardest()),
    }))
}

/// All positions of a board by distance from the goal, which equals the distance to it.
fn tiles(api: &Api, request: &Request, reporter: &mut Reporter) -> Result<Body, Fault> {
    let Request { game, style, .. } = request;
    let started = Instant::now();
    let (_, goal) = game.position.as_ref().expect("it is a position");
    let space = around_goal(game, *style, api.limits)?;
    let census = space.watch(reporter).build()?;
    let here = match census.stop() {
        None => found(api, request, api.limits, reporter).ok(),
        Some(_) => None,
    };
    let to_goal = here.and_then(|found| match &found.outcome {
        Outcome::Solved(solution) => Some(solution.len() as u32),
        _ => None,
    });
    let ends: Vec<Arrangement> =
        census.farthest_boards().iter().filter_map(|board| arrangement(game, board)).collect();
    let drawn: Vec<String> = ends.iter().map(|at| game.drawn(at)).collect();
    let cells: Vec<Vec<u16>> = ends.iter().map(|at| game.cells(at)).collect();
    let space = json::SpaceObject::new(&game.name, *style, census.layers(), started.elapsed());
    let space = space.of_tiles(goal.to_string(), false, drawn.clone());
    let to_table = ToGoal::new(census.layers(), drawn);
    Ok(Body::json(&Object {
        space: space.with_goal(to_table),
        here: to_goal.map(|distance| Here { from_start: None, to_goal: Some(distance) }),
        farthest_at: cells.clone(),
        hardest_at: cells,
    }))
}

/// A position as an arrangement of the game's puzzle.
pub fn arrangement(game: &Game, board: &Board) -> Option<Arrangement> {
    let cells: Vec<u16> = board.cells()[1..].iter().map(|cell| cell.0).collect();
    game.at(Some(&cells)).ok()
}
