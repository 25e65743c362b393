//! How far is it to the goal from here, and which way?
//!
//! The library's [`Solver`] answers. A space of blocks that is not too large is learnt as a whole when a piece has been moved
//! for the first time, and then every arrangement of it is one look.

use super::{About, App, Request, written};
use crate::body::Asked;
use crate::cache::{Explored, Unexplored};
use crate::fault::Fault;
use crate::game::Played;
use crate::jobs::Reporter;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use slideways::Space;
use slideways::format::tiles::path::Convention;
use slideways::outcome::{Limits, Outcome, Stop};
use slideways::show::json::{Question, Solution};
use slideways::solver::{self, Answer, Solver};
use slideways::watch::{Event, Watch};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A space of more arrangements is not learnt as a whole.
pub const MOST_LEARNT: u64 = 2_000_000;

/// This many arrangements at each end of a space are shown.
pub const ENDS: usize = 12;

/// Learning one must not take longer.
const LESSON: Duration = Duration::from_secs(6);

/// Answer in a stream of events.
pub async fn solve(State(app): State<Arc<App>>, Asked(about): Asked<About>) -> Result<Response, Fault> {
    let request = about.request()?;
    if let Some(found) = known(&app, &request)? {
        return app.jobs.at_once(about.page.as_deref(), written(&object(&request, &found)));
    }
    let own = app.clone();
    app.jobs.stream(about.page.as_deref(), move |reporter| {
        let found = found(&own, &request, own.limits, reporter)?;
        Ok(written(&object(&request, &found)))
    })
}

/// The answer, for programs.
#[derive(Serialize)]
struct Object {
    #[serde(flatten)]
    solution: Solution,
    /// The moves as the page plays them.
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

/// The moves as the page plays them; the distance after each is known only on a shortest way.
fn played(request: &Request, solution: &solver::Solution, shortest: bool) -> Vec<Played> {
    let moves = request.game.moves(solution);
    let left = |i: usize| shortest.then(|| (moves.len() - 1 - i) as u32);
    moves.iter().enumerate().map(|(i, (pieces, path))| request.game.played(pieces, path, left(i))).collect()
}

/// A solution that may not be a shortest one.
#[derive(Serialize)]
struct SomeWay {
    moves: usize,
    lower_bound: u32,
    solution: Vec<String>,
    path: Vec<Played>,
}

/// Tells the page of solutions and bounds as they get better.
struct Improving<'i> {
    request: &'i Request,
    reporter: &'i mut Reporter,
}

impl Watch for Improving<'_> {
    fn event(&mut self, event: Event) {
        match event {
            Event::Better { solution, lower } => {
                let path = played(self.request, solution, false);
                let (moves, lower_bound) = (solution.len(), lower);
                let some = SomeWay { moves, lower_bound, solution: solution.moves(), path };
                self.reporter.insist("found", &some);
            }
            other => self.reporter.event(other),
        }
    }

    fn stop(&mut self) -> bool {
        self.reporter.stop()
    }
}

/// A shortest solution that needs no search.
fn known(app: &App, request: &Request) -> Result<Option<Arc<Answer>>, Fault> {
    let Request { game, at, style } = request;
    let key = game.key(*style);
    if let Some(found) = app.known.solution(&key, at) {
        return Ok(Some(found));
    }
    match app.known.space(&key).filter(|_| request.is_moved()) {
        Some(space) => Ok(space.solve(at)?.map(Arc::new)),
        None => Ok(None),
    }
}

/// A shortest solution from where the pieces are.
pub fn found(
    app: &App,
    request: &Request,
    limits: Limits,
    reporter: &mut Reporter,
) -> Result<Arc<Answer>, Fault> {
    let Request { game, at, style } = request;
    if let Some(found) = known(app, request)? {
        return Ok(found);
    }
    let key = game.key(*style);
    let started = Instant::now();
    // What cannot be reached from the start is not in its space, but may have a way all the same.
    if request.is_moved()
        && game.position.is_none()
        && let Some(space) = space_for(app, request, limits, reporter)?
        && let Some(found) = space.solve(at)?
    {
        return Ok(Arc::new(found));
    }
    let mut watch = Improving { request, reporter };
    let mut solver = Solver::new(request.game());
    if game.position.is_none() && request.is_moved() {
        solver = solver.from(at);
    }
    let solver = solver.style(*style).limits(limits.after(started.elapsed())).tables(&app.tables);
    let found = Arc::new(solver.watch(&mut watch).solve()?);
    if matches!(found.outcome, Outcome::Solved(_) | Outcome::Unsolvable(_)) {
        app.known.keep(key, at.clone(), found.clone());
    }
    Ok(found)
}

/// The space of the game, walked now if need be; `None` if it is too large, or the time was too short.
pub fn space_for(
    app: &App,
    request: &Request,
    limits: Limits,
    reporter: &mut Reporter,
) -> Result<Option<Arc<Space>>, Fault> {
    let Request { game, style, .. } = request;
    let time = limits.time.map_or(LESSON, |time| time.min(LESSON));
    let limits = limits.time(time);
    let learner = &mut reporter.learner();
    let explored = app.known.explored(&game.key(*style), &limits, reporter, || {
        let space = Arc::new(walk(request, limits, learner)?);
        match (space.stop(), space.component()) {
            (None, Ok(_)) => Ok(Explored::Whole(space)),
            // A question with more time may still come to the end.
            (Some(Stop::Caller), _) => Err(Unexplored::Stopped),
            (Some(Stop::Time), _) if time < LESSON => Err(Unexplored::Stopped),
            _ => Ok(Explored::TooLarge),
        }
    });
    match explored {
        Ok(Explored::Whole(space)) => Ok(Some(space)),
        Ok(Explored::TooLarge) | Err(Unexplored::Stopped) => Ok(None),
        Err(Unexplored::Fault(fault)) => Err(fault),
    }
}

/// The space of a game, as far as the limits allow; kept if it is known as a whole.
pub fn opened(app: &App, request: &Request, reporter: &mut Reporter) -> Result<Arc<Space>, Fault> {
    let key = request.game.key(request.style);
    if let Some(space) = app.known.space(&key) {
        return Ok(space);
    }
    let space = Arc::new(walk(request, app.limits, reporter)?);
    if space.stop().is_none() && space.component().is_ok() {
        app.known.keep_space(&key, &space);
    }
    Ok(space)
}

/// Walk the space of a game, with all that the page asks of it.
fn walk(request: &Request, limits: Limits, watch: &mut dyn Watch) -> Result<Space, Fault> {
    let Request { game, style, .. } = request;
    if game.goal_blank().is_some() {
        return Err(Fault::puzzle(
            "the goal names the blank and leaves tiles open, and such a space is not drawn",
        )
        .help("give a whole position as goal"));
    }
    let space = Space::of(&game.puzzle).style(*style).limits(limits);
    Ok(space.farthest(ENDS).hardest(ENDS).graph(MOST_LEARNT).watch(watch).build()?)
}
