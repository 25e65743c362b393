//! `graph`: the state graph with its layout.

use super::solve::opened;
use super::{About, Request};
use crate::api::{Api, Body, Task};
use crate::fault::Fault;
use crate::reporter::Reporter;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use slideways::outcome::Stop;
use slideways::show::json::stop;
use slideways::show::layout::layout;
use slideways::space::{NEVER, NoGraph};
use slideways::watch::Watch;
use std::sync::Arc;
use web_time::Instant;

/// The maximum number of arrangements; a picture of more is unreadable.
pub const MOST: u64 = 50_000;

/// Code for a missing distance in 16 bits.
pub const NO_DISTANCE: u16 = u16::MAX;

/// Answers with events.
pub fn graph(api: &Arc<Api>, about: About) -> Result<Task, Fault> {
    let request = about.request()?;
    let own = api.clone();
    Ok(Task::events(about.page, move |reporter| drawn(&own, &request, reporter)))
}

/// The answer; lists of numbers are packed in little-endian order.
#[derive(Serialize)]
struct GraphObject {
    states: usize,
    pieces: usize,
    radius: u32,
    at: String,
    x: String,
    y: String,
    from_start: String,
    to_goal: String,
    links: String,
    rough: bool,
}

fn drawn(api: &Api, request: &Request, reporter: &mut Reporter) -> Result<Body, Fault> {
    let game = &request.game;
    let started = Instant::now();
    let space = opened(api, request, reporter)?;
    let too_many = || {
        Fault::puzzle(format!("the space has more than {MOST} arrangements, too many to draw"))
            .help("the layers can be shown for any size")
    };
    let map = match space.component() {
        Ok(component) if component.states() as u64 <= MOST => component,
        Ok(_) | Err(NoGraph::TooMany { .. }) => return Err(too_many()),
        Err(NoGraph::Stopped(by)) => return Err(Fault::puzzle(format!("stopped: {}", stop(by)))),
        Err(why) => return Err(Fault::puzzle(why.to_string())),
    };
    let late = || api.limits.time.is_some_and(|time| started.elapsed() >= time);
    let laid = layout(map.links(), &mut || reporter.stop() || late());
    if reporter.is_over() {
        return Err(Fault::puzzle(format!("stopped: {}", stop(Stop::Caller))));
    }
    let mut at = vec![];
    for number in 0..map.states() as u32 {
        at.extend(game.cells(&map.arrangement(number)).into_iter().flat_map(u16::to_le_bytes));
    }
    let links = (0..map.states() as u32).flat_map(|from| {
        let farther = map.links().of(from).iter().filter(move |&&to| from < to);
        farther.flat_map(move |&to| [from, to])
    });
    Ok(Body::json(&GraphObject {
        states: map.states(),
        pieces: game.puzzle.pieces().len(),
        radius: map.from_start().iter().copied().max().unwrap_or(0),
        at: STANDARD.encode(at),
        x: packed(laid.points.iter().map(|point| point[0].to_le_bytes())),
        y: packed(laid.points.iter().map(|point| point[1].to_le_bytes())),
        from_start: packed(map.from_start().iter().map(|&distance| short(distance))),
        to_goal: packed(map.to_goal().iter().map(|&distance| short(distance))),
        links: packed(links.map(u32::to_le_bytes)),
        rough: laid.rough,
    }))
}

fn short(distance: u32) -> [u8; 2] {
    let short = if distance == NEVER { NO_DISTANCE } else { distance.min(u32::from(NO_DISTANCE) - 1) as u16 };
    short.to_le_bytes()
}

fn packed<const N: usize>(numbers: impl Iterator<Item = [u8; N]>) -> String {
    STANDARD.encode(numbers.flatten().collect::<Vec<u8>>())
}
