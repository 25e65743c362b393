//! How far is it to the goal from here, and which way?
//!
//! Three ways lead to an answer. A space of blocks that is not too large is learnt as a whole the first time, and then every
//! arrangement of it is one look. Tiles have their own searches. All else is searched for from both ends.

use super::{About, Shop, Standing, written};
use crate::body::Asked;
use crate::fault::Fault;
use crate::game::Played;
use crate::jobs::Onlooker;
use crate::known::{Found, Guided, Key};
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use slideways::explore::guide;
use slideways::explore::guide::Guide;
use slideways::explore::map::NoMap;
use slideways::grid::Dir;
use slideways::outcome::{Answer, Cost, Limits, Outcome, Stop, Why};
use slideways::puzzle::rule::Move;
use slideways::puzzle::{Arrangement, Puzzle};
use slideways::show::json::{Solution, Tiles};
use slideways::tiles::anytime::{self, Effort};
use slideways::tiles::blocks;
use slideways::tiles::{Task, deepen, plain, together};
use slideways::{Who, check, solve as blocks_solve};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A space of more arrangements is not learnt as a whole.
pub const MOST_LEARNT: u64 = 2_000_000;

/// Learning one must not take longer.
const LESSON: Duration = Duration::from_secs(6);

/// Boards of more cells have no tables here, and get a good solution until a shortest one is found.
const MOST_CELLS: usize = 16;

/// Answer in a stream of events.
pub async fn solve(State(shop): State<Arc<Shop>>, Asked(about): Asked<About>) -> Result<Response, Fault> {
    let standing = about.standing()?;
    if let Some(found) = known(&shop, &standing)? {
        return shop.jobs.at_once(about.page.as_deref(), written(&object(&standing, &found)?));
    }
    let own = shop.clone();
    shop.jobs.stream(about.page.as_deref(), move |onlooker| {
        let found = found(&own, &standing, own.limits, onlooker)?;
        Ok(written(&object(&standing, &found)?))
    })
}

/// The answer, for programs.
#[derive(Serialize)]
struct Object {
    #[serde(flatten)]
    solution: Solution,
    /// The moves for those who move pieces.
    path: Option<Vec<Played>>,
}

fn object(standing: &Standing, found: &Found) -> Result<Object, Fault> {
    let Standing { game, style, .. } = standing;
    let moves = match &found.outcome {
        Outcome::Solved(moves) => Some(moves),
        _ => None,
    };
    let length = found.outcome.clone().map(|moves| moves.len() as u32);
    let solution = Solution::new(game.name.clone(), *style, game.goals(), &length, &found.cost, found.time);
    let left = |i: usize| moves.map(|moves| (moves.len() - 1 - i) as u32);
    let path = moves.map(|moves| {
        moves.iter().enumerate().map(|(i, played)| game.played(played, left(i))).collect::<Vec<_>>()
    });
    let solution = Solution {
        solution: moves.map(|moves| words(standing, moves)).transpose()?,
        tiles: found.search.map(Tiles::of_blocks),
        states: solution.states.filter(|_| found.search.is_none()),
        ..solution
    };
    Ok(Object { solution, path })
}

/// Moves as people read them.
fn words(standing: &Standing, moves: &[Move]) -> Result<Vec<String>, Fault> {
    let Standing { game, at, style } = standing;
    let along = check::replay_from(&game.puzzle, at, moves, *style)
        .map_err(|why| Fault::mistake(&format!("a solution does not stand up to the plain rule: {why}")))?;
    Ok(along.iter().zip(moves).map(|(before, played)| game.written(before, played)).collect())
}

/// A solution that may not be a shortest one.
#[derive(Serialize)]
struct SomeWay {
    moves: usize,
    lower_bound: u32,
    solution: Vec<String>,
    path: Vec<Played>,
}

fn some_way(standing: &Standing, moves: &[Move], lower_bound: u32) -> Result<SomeWay, Fault> {
    let path = moves.iter().map(|played| standing.game.played(played, None)).collect();
    Ok(SomeWay { moves: moves.len(), lower_bound, solution: words(standing, moves)?, path })
}

/// A shortest solution that needs no search.
fn known(shop: &Shop, standing: &Standing) -> Result<Option<Arc<Found>>, Fault> {
    let Standing { game, at, style } = standing;
    let key = game.key(*style);
    if let Some(found) = shop.known.solution(&key, at) {
        return Ok(Some(found));
    }
    let started = Instant::now();
    let Some(Answer { outcome, cost }) = shop.known.guide(&key).and_then(|guide| of_guide(&*guide, at))
    else {
        return Ok(None);
    };
    if let Outcome::Solved(moves) = &outcome {
        holds(&game.puzzle, at, moves, *style)?;
    }
    Ok(Some(Arc::new(Found { outcome, cost, time: started.elapsed(), search: None })))
}

/// A shortest solution from where the pieces are, replayed by the plain rule.
pub fn found(
    shop: &Shop,
    standing: &Standing,
    limits: Limits,
    onlooker: &mut Onlooker,
) -> Result<Arc<Found>, Fault> {
    let Standing { game, at, style } = standing;
    if let Some(found) = known(shop, standing)? {
        return Ok(found);
    }
    let key = game.key(*style);
    let started = Instant::now();
    let from = game.puzzle.with_start(at).map_err(|why| Fault::bad_request(why.to_string()))?;
    // Only a guide knows the pieces by the numbers that they have in the game.
    let own = |answer: Answer<Vec<Move>>| Answer {
        outcome: answer.outcome.map(|moves| renumbered(at, moves)),
        cost: answer.cost,
    };
    let (answer, search) = match blocks::tiles(&from) {
        Some(tiles) => {
            let teller = onlooker.clone();
            let mut tell = |path: &[Dir], bound: u32| {
                if let Some(moves) = tiles.moves(path, style.who).map(|moves| renumbered(at, moves))
                    && holds(&game.puzzle, at, &moves, *style).is_ok()
                    && let Ok(some) = some_way(standing, &moves, bound)
                {
                    teller.insist("found", &some);
                }
            };
            let (answer, search) = of_tiles(shop, &tiles, style.who, limits, onlooker, &mut tell)?;
            (own(answer), Some(search))
        }
        // What cannot be reached from the start is unknown to the guide, but may have a way of its own.
        None => match guide_for(shop, standing, &key, limits, onlooker)?
            .and_then(|guide| of_guide(&*guide, at))
        {
            Some(answer) => (answer, None),
            None => {
                let left = limits.time.map(|time| time.saturating_sub(started.elapsed()));
                let answer = blocks_solve::solve(&from, *style, Limits { time: left, ..limits }, onlooker)?;
                (own(answer), None)
            }
        },
    };
    let Answer { outcome, cost } = answer;
    if let Outcome::Solved(moves) = &outcome {
        holds(&game.puzzle, at, moves, *style)?;
    }
    let found = Arc::new(Found { outcome, cost, time: started.elapsed(), search });
    if !matches!(found.outcome, Outcome::Stopped { .. }) {
        shop.known.keep(key, at.clone(), found.clone());
    }
    Ok(found)
}

/// Replay a solution by the plain rule; nothing that fails here is ever shown.
fn holds(puzzle: &Puzzle, at: &Arrangement, moves: &[Move], style: slideways::Style) -> Result<(), Fault> {
    let along = check::replay_from(puzzle, at, moves, style);
    match along.ok().and_then(|mut along| along.pop()).is_some_and(|end| puzzle.is_solved(&end)) {
        true => Ok(()),
        false => Err(Fault::mistake("a solution does not stand up to the plain rule")),
    }
}

/// The moves of a puzzle that starts elsewhere, whose pieces are numbered by where they are there.
fn renumbered(at: &Arrangement, moves: Vec<Move>) -> Vec<Move> {
    let mut pieces: Vec<usize> = (0..at.0.len()).collect();
    pieces.sort_by_key(|&piece| at.0[piece]);
    let own = |played: Move| {
        let mut set: Vec<usize> = played.pieces.iter().map(|&piece| pieces[piece]).collect();
        set.sort_unstable();
        Move { pieces: set, path: played.path }
    };
    moves.into_iter().map(own).collect()
}

/// The guide through the game's space, learnt now if need be; `None` if the space is too large.
pub fn guide_for(
    shop: &Shop,
    standing: &Standing,
    key: &Key,
    limits: Limits,
    onlooker: &Onlooker,
) -> Result<Option<Arc<dyn Guide>>, Fault> {
    let mut fault = None;
    let time = limits.time.map_or(LESSON, |time| time.min(LESSON));
    let learner = &mut onlooker.learner();
    let guided = shop.known.guided(key, Some(time), onlooker, || {
        let limits = Limits { time: Some(time), ..limits };
        match guide(&standing.game.puzzle, standing.style, MOST_LEARNT, limits, learner) {
            Ok(Ok(guide)) => Some(Guided::By(guide)),
            Ok(Err(NoMap::Stopped(Stop::Caller))) => None,
            // Somebody with more time may still come to the end.
            Ok(Err(NoMap::Stopped(Stop::Time))) if time < LESSON => None,
            Ok(Err(_)) => Some(Guided::Not),
            Err(why) => {
                fault = Some(Fault::from(why));
                None
            }
        }
    });
    match (guided, fault) {
        (_, Some(fault)) => Err(fault),
        (Some(Guided::By(guide)), _) => Ok(Some(guide)),
        _ => Ok(None),
    }
}

/// What a guide says; `None` if it does not know the arrangement.
fn of_guide(guide: &dyn Guide, at: &Arrangement) -> Option<Answer<Vec<Move>>> {
    let states = guide.states() as u64;
    let cost = Cost { states, peak_bytes: guide.bytes(), ..Cost::default() };
    let outcome = match guide.spot(at)?.to_goal {
        None => Outcome::Unsolvable(Why::Exhausted { states }),
        Some(_) => Outcome::Solved(guide.way(at)?),
    };
    Some(Answer { outcome, cost })
}

/// Tiles: the search that suits the board.
fn of_tiles(
    shop: &Shop,
    tiles: &blocks::Tiles,
    who: Who,
    limits: Limits,
    onlooker: &mut Onlooker,
    tell: &mut dyn FnMut(&[Dir], u32),
) -> Result<(Answer<Vec<Move>>, &'static str), Fault> {
    let Ok(task) = Task::new(&tiles.board, &tiles.goal) else {
        return Ok((Answer { outcome: Outcome::Unsolvable(Why::Parity), cost: Cost::default() }, "parity"));
    };
    let started = Instant::now();
    let left = || Limits { time: limits.time.map(|time| time.saturating_sub(started.elapsed())), ..limits };
    let size = task.size();
    let blank = task.blank_home().filter(|_| size.cells() <= MOST_CELLS && tiles.goal.full().is_some());
    let quiet = &mut |_| {};
    let (answer, search) = match (who, blank) {
        (Who::Piece, Some(blank)) => match shop.tables.single(size, blank, &limits, onlooker) {
            Some(tables) => (deepen::solve(&task, &tables, left(), onlooker, quiet), "default"),
            None => (Some(plain::solve(&task, left(), onlooker, quiet)), "plain"),
        },
        (Who::Set, Some(blank)) => match shop.tables.together(size, blank, &limits, onlooker) {
            Some(tables) => (together::solve(&task, &tables, left(), onlooker, quiet), "default"),
            None => (Some(together::plain::solve(&task, left(), onlooker, quiet)), "plain"),
        },
        (Who::Piece, None) if size.cells() > MOST_CELLS => {
            (Some(good(&task, limits, onlooker, tell)), "anytime")
        }
        (Who::Piece, None) => (Some(plain::solve(&task, limits, onlooker, quiet)), "plain"),
        (Who::Set, None) => (Some(together::plain::solve(&task, limits, onlooker, quiet)), "plain"),
    };
    let answer: Answer<Vec<Dir>> =
        answer.ok_or_else(|| Fault::mistake("the tables are for another board"))?;
    let outcome = match answer.outcome {
        Outcome::Solved(path) => {
            let moves = tiles.moves(&path, who);
            Outcome::Solved(moves.ok_or_else(|| Fault::mistake("the path cannot be followed"))?)
        }
        Outcome::Unsolvable(why) => Outcome::Unsolvable(why),
        Outcome::Stopped { bound, by } => Outcome::Stopped { bound, by },
    };
    Ok((Answer { outcome, cost: answer.cost }, search))
}

/// Big boards: what is proved, and a solution only if it is a shortest one; of others it is told on the way.
fn good(
    task: &Task,
    limits: Limits,
    onlooker: &mut Onlooker,
    tell: &mut dyn FnMut(&[Dir], u32),
) -> Answer<Vec<Dir>> {
    let mut hear = |standing: &anytime::Standing| tell(&standing.path, standing.bound);
    let anytime::Answer { standing, stop, cost } =
        anytime::solve(task, limits, Effort::ENDLESS, onlooker, None, &mut hear);
    let outcome = match standing.is_shortest() {
        true => Outcome::Solved(standing.path),
        false => Outcome::Stopped { bound: standing.bound, by: stop.unwrap_or(Stop::Time) },
    };
    Answer { outcome, cost }
}
