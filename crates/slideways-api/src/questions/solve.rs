//! `solve`: the shortest solution from the current arrangement.
//!
//! The library's [`Solver`] answers. A block space of moderate size is explored completely when a piece
//! is moved for the first time; after that, every arrangement is a table lookup.

use super::{About, Request};
use crate::api::{Answer as How, Api, Body, Task};
use crate::cache::{Explored, Unexplored};
use crate::fault::Fault;
use crate::game::{Game, Played};
use crate::reporter::Reporter;
use serde::Serialize;
use slideways::Space;
use slideways::format::tiles::path::Convention;
use slideways::outcome::{Limits, Outcome, Stop};
use slideways::show::json::{Question, Solution};
use slideways::solver::{self, Answer, Solver};
use slideways::watch::{Event, Watch};
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// The maximum number of arrangements of a space that is explored completely.
pub const MOST_EXPLORED: u64 = 2_000_000;

/// The number of arrangements shown at each end of a space.
pub const ENDS: usize = 12;

/// The time limit for exploring a space.
const EXPLORE_TIME: Duration = Duration::from_secs(6);

/// Answers with events.
pub fn solve(api: &Arc<Api>, about: About) -> Result<Task, Fault> {
    let request = about.request()?;
    if let Some(found) = cached(api, &request)? {
        let answer = How::Known(Body::json(&object(&request, &found)));
        return Ok(Task { has_events: true, page: about.page, answer });
    }
    let own = api.clone();
    Ok(Task::events(about.page, move |reporter| {
        let found = found(&own, &request, own.limits, reporter)?;
        Ok(Body::json(&object(&request, &found)))
    }))
}

/// The answer as JSON.
#[derive(Serialize)]
struct Object {
    #[serde(flatten)]
    solution: Solution,
    /// The moves for the page.
    path: Option<Vec<Played>>,
}

fn object(request: &Request, found: &Answer) -> Object {
    let Request { game, style, .. } = request;
    let asked = request.game();
    let question = Question {
        name: &game.name,
        game: &asked,
        style: *style,
        convention: Convention::Letters,
        tie_break: None,
    };
    let path = match &found.outcome {
        Outcome::Solved(solution) => Some(played(request, solution, true)),
        Outcome::Bounded { best, .. } => Some(played(request, best, false)),
        Outcome::Unsolvable(_) | Outcome::Stopped { .. } => None,
    };
    Object { solution: Solution::new(&question, found), path }
}

/// The moves for the page; the distance after each is known only on a shortest solution.
fn played(request: &Request, solution: &solver::Solution, shortest: bool) -> Vec<Played> {
    let moves = request.game.moves(solution);
    let left = |i: usize| shortest.then(|| (moves.len() - 1 - i) as u32);
    moves.iter().enumerate().map(|(i, (pieces, path))| request.game.played(pieces, path, left(i))).collect()
}

/// A solution that is not proved to be shortest.
#[derive(Serialize)]
struct Improvement {
    moves: usize,
    lower_bound: u32,
    solution: Vec<String>,
    path: Vec<Played>,
}

/// Reports solutions and bounds to the page as they improve.
struct Improving<'i, 'l> {
    request: &'i Request,
    reporter: &'i mut Reporter<'l>,
}

impl Watch for Improving<'_, '_> {
    fn event(&mut self, event: Event) {
        match event {
            Event::Better { solution, lower } => {
                let path = played(self.request, solution, false);
                let (moves, lower_bound) = (solution.len(), lower);
                let some = Improvement { moves, lower_bound, solution: solution.moves(), path };
                self.reporter.insist("found", &some);
            }
            other => self.reporter.event(other),
        }
    }

    fn stop(&mut self) -> bool {
        self.reporter.stop()
    }
}

/// A shortest solution from the cache.
pub fn cached(api: &Api, request: &Request) -> Result<Option<Arc<Answer>>, Fault> {
    let Request { game, at, style } = request;
    let key = game.key(*style);
    if let Some(found) = api.cache.solution(&key, at) {
        return Ok(Some(found));
    }
    match api.cache.space(&key).filter(|_| request.is_moved()) {
        Some(space) => Ok(space.solve(at)?.map(Arc::new)),
        None => Ok(None),
    }
}

/// A shortest solution from the current arrangement.
pub fn found(
    api: &Api,
    request: &Request,
    limits: Limits,
    reporter: &mut Reporter,
) -> Result<Arc<Answer>, Fault> {
    let Request { game, at, style } = request;
    if let Some(found) = cached(api, request)? {
        return Ok(found);
    }
    let key = game.key(*style);
    let mut spent = Duration::ZERO;
    // An arrangement that is unreachable from the start is not in the space, but may still be solvable.
    if request.is_moved()
        && game.position.is_none()
        && let Some(space) = space_for(api, request, limits, reporter, &mut spent)?
        && let Some(found) = space.solve(at)?
    {
        return Ok(Arc::new(found));
    }
    let mut watch = Improving { request, reporter };
    let mut solver = Solver::new(request.game());
    if game.position.is_none() && request.is_moved() {
        solver = solver.from(at);
    }
    let solver = solver.style(*style).limits(limits.after(spent)).tables(&api.tables);
    let found = Arc::new(solver.watch(&mut watch).solve()?);
    if matches!(found.outcome, Outcome::Solved(_) | Outcome::Unsolvable(_)) {
        api.cache.keep(key, at.clone(), found.clone());
    }
    Ok(found)
}

/// The space of the game, explored now if necessary; `None` if it is too large or the time is too short. Adds
/// the time of the exploration to `spent`, but not a wait for another request that explores the same space.
pub fn space_for(
    api: &Api,
    request: &Request,
    limits: Limits,
    reporter: &mut Reporter,
    spent: &mut Duration,
) -> Result<Option<Arc<Space>>, Fault> {
    let Request { game, style, .. } = request;
    let time = limits.time.map_or(EXPLORE_TIME, |time| time.min(EXPLORE_TIME));
    let limits = limits.time(time);
    let explorer = &mut reporter.explorer();
    let explored = api.cache.explored(&game.key(*style), reporter, || {
        let started = Instant::now();
        let space = walk(request, limits, explorer).map(Arc::new);
        *spent += started.elapsed();
        let space = space?;
        match (space.stop(), space.component()) {
            (None, Ok(_)) => Ok(Explored::Whole(space)),
            // A request with more time may still succeed.
            (Some(Stop::Caller), _) => Err(Unexplored::Stopped),
            (Some(Stop::Time), _) if time < EXPLORE_TIME => Err(Unexplored::Stopped),
            _ => Ok(Explored::TooLarge),
        }
    });
    match explored {
        Ok(Explored::Whole(space)) => Ok(Some(space)),
        Ok(Explored::TooLarge) | Err(Unexplored::Stopped) => Ok(None),
        Err(Unexplored::Fault(fault)) => Err(fault),
    }
}

/// The space of a game, as far as the limits allow; a complete space is cached.
pub fn opened(api: &Api, request: &Request, reporter: &mut Reporter) -> Result<Arc<Space>, Fault> {
    let key = request.game.key(request.style);
    if let Some(space) = api.cache.space(&key) {
        return Ok(space);
    }
    let space = Arc::new(walk(request, api.limits, reporter)?);
    if space.stop().is_none() && space.component().is_ok() {
        api.cache.keep_space(&key, &space);
    }
    Ok(space)
}

/// Explores the space of a game, with everything that the page needs.
fn walk(request: &Request, limits: Limits, watch: &mut dyn Watch) -> Result<Space, Fault> {
    let Request { game, style, .. } = request;
    explorable(game)?;
    let space = Space::of(&game.puzzle).style(*style).limits(limits);
    Ok(space.farthest(ENDS).hardest(ENDS).graph(MOST_EXPLORED).watch(watch).build()?)
}

/// Refuses a goal that the puzzle cannot express.
pub fn explorable(game: &Game) -> Result<(), Fault> {
    match game.goal_blank() {
        None => Ok(()),
        Some(_) => Err(Fault::puzzle(
            "the goal fixes the blank and leaves tiles open; such a space cannot be explored",
        )
        .help("give a whole position as the goal")),
    }
}
