//! `verdict`: what the editor says about a puzzle: whether it can be solved, in how many moves and ways,
//! and its hardest start.
//!
//! The answer comes in parts, the quickest first. Each part has a short time limit, because the next stroke
//! of the brush asks again.

use super::solve::found;
use super::space::arrangement;
use super::{About, Request};
use crate::api::{Api, Body, Task};
use crate::fault::Fault;
use crate::reporter::Reporter;
use serde::Serialize;
use slideways::outcome::{Limits, Outcome, Proof};
use slideways::show::json::{stop, unsolvable};
use slideways::solver::{Solution, SolveError, Solver};
use slideways::tiles::Position;
use slideways::{Game, Space};
use std::sync::Arc;
use std::time::Duration;

/// The time limit of each part of a verdict.
const TIME: Duration = Duration::from_secs(2);

/// The memory limit of each part of a verdict.
const MEMORY: u64 = 512 << 20;

/// What is known so far.
#[derive(Default, Serialize)]
struct Verdict {
    /// `solved`, `unsolvable` or `stopped`.
    outcome: &'static str,
    style: &'static str,
    /// Why there is no solution, or what stopped the search.
    reason: Option<&'static str>,
    /// The proof that there is no solution, in one sentence.
    proof: Option<String>,
    /// The usual goal that a position can reach, if parity keeps it from this one.
    other_goal: Option<&'static str>,
    /// The length of the best solution found; of a shortest one if the puzzle is solved.
    moves: Option<u32>,
    /// A lower bound on the number of moves of every solution.
    lower_bound: Option<u32>,
    /// The number of shortest solutions, in decimal digits, because JavaScript cannot represent every `u128`.
    solutions: Option<String>,
    /// Whether the number of solutions is a lower bound.
    solutions_at_least: bool,
    /// What stopped the count of solutions.
    solutions_stop: Option<&'static str>,
    hardest: Option<Hardest>,
    /// Why the hardest start is not known.
    hardest_stop: Option<&'static str>,
    /// The time limit of each part, in seconds.
    limit: f64,
    /// Whether more parts follow.
    more: bool,
}

/// The arrangement farthest from the goal, among all that the start can reach.
#[derive(Serialize)]
struct Hardest {
    moves: u32,
    /// The number of arrangements that need this number of moves.
    starts: u64,
    /// The number of arrangements that the start can reach.
    states: u64,
    /// The cells of the page's pieces.
    at: Vec<u16>,
}

/// Answers with events: `part` with what is known so far, and the whole verdict as the `answer`.
pub fn verdict(api: &Arc<Api>, about: About) -> Result<Task, Fault> {
    let Request { game, at, style } = about.request()?;
    let game = game.starting(&at)?;
    let at = game.puzzle.start().clone();
    let request = Request { game, at, style };
    let own = api.clone();
    Ok(Task::events(about.page, move |reporter| {
        let time = own.limits.time.map_or(TIME, |time| time.min(TIME));
        let limits = own.limits.time(time).memory(own.limits.memory.min(MEMORY));
        judge(&own, &request, limits, reporter)
    }))
}

fn judge(api: &Api, request: &Request, limits: Limits, reporter: &mut Reporter) -> Result<Body, Fault> {
    let found = found(api, request, limits, reporter)?;
    let mut verdict = Verdict {
        style: request.style.name(),
        limit: limits.time.unwrap_or(TIME).as_secs_f64(),
        more: true,
        ..Verdict::default()
    };
    verdict.say(&found.outcome);
    if let (Outcome::Unsolvable(Proof::Parity(_)), Game::Tiles(position)) = (&found.outcome, request.game()) {
        verdict.other_goal = position.other_usual_goal().and_then(|goal| goal.name());
    }
    if verdict.outcome == "solved" {
        reporter.insist("part", &verdict);
        verdict.count(api, request, limits, reporter)?;
    }
    if verdict.outcome != "unsolvable" {
        reporter.insist("part", &verdict);
        verdict.explore(request, limits, reporter)?;
    }
    verdict.more = false;
    Ok(Body::json(&verdict))
}

impl Verdict {
    fn say(&mut self, outcome: &Outcome<Solution>) {
        match outcome {
            Outcome::Solved(solution) => {
                self.outcome = "solved";
                self.moves = Some(solution.len() as u32);
                self.lower_bound = self.moves;
            }
            Outcome::Unsolvable(why) => {
                (self.outcome, self.reason) = ("unsolvable", Some(unsolvable(why)));
                (self.proof, self.lower_bound) = (Some(why.to_string()), None);
            }
            Outcome::Bounded { lower, by, .. } | Outcome::Stopped { lower, by } => {
                (self.outcome, self.reason, self.lower_bound) = ("stopped", Some(stop(*by)), Some(*lower));
                if let Outcome::Bounded { best, .. } = outcome {
                    self.moves = Some(best.len() as u32);
                }
            }
        }
    }

    /// Counts the shortest solutions.
    fn count(
        &mut self,
        api: &Api,
        request: &Request,
        limits: Limits,
        reporter: &mut Reporter,
    ) -> Result<(), Fault> {
        let solver = Solver::new(request.game()).style(request.style).limits(limits).tables(&api.tables);
        let answer = match solver.watch(reporter).count() {
            // No search counts the solutions of a large board.
            Err(SolveError::Search(_)) => return Ok(()),
            answer => answer?,
        };
        let counted = answer.counted;
        self.solutions = counted.and_then(|counted| counted.total).map(|total| total.to_string());
        self.solutions_at_least = counted.is_some_and(|counted| counted.total == Some(u128::MAX));
        self.solutions_stop = match (&answer.outcome, counted) {
            (_, Some(counted)) => counted.stop.map(stop),
            (Outcome::Bounded { by, .. } | Outcome::Stopped { by, .. }, None) => Some(stop(*by)),
            (Outcome::Solved(_) | Outcome::Unsolvable(_), None) => None,
        };
        Ok(())
    }

    /// Finds the hardest start. The search covers everything that the start can reach, so that it may also
    /// prove that there is no solution.
    fn explore(&mut self, request: &Request, limits: Limits, reporter: &mut Reporter) -> Result<(), Fault> {
        let game = match request.game() {
            // All positions of a board are counted around the goal, once.
            Game::Tiles(position) => match position.goal().full() {
                Some(board) => Position::new(board, position.goal().clone())
                    .expect("a goal is as large as its board")
                    .into(),
                None => {
                    self.hardest_stop = Some("open-goal");
                    return Ok(());
                }
            },
            blocks => blocks,
        };
        let space = Space::of(&game).style(request.style).limits(limits).hardest(1);
        let space = match space.watch(&mut reporter.explorer()).build() {
            Err(SolveError::Positions(_) | SolveError::TooManyCells) => {
                self.hardest_stop = Some("positions");
                return Ok(());
            }
            space => space?,
        };
        let Some(table) = space.to_goal().filter(|table| table.stop.is_none()) else {
            let by = space.stop().or(space.to_goal().and_then(|table| table.stop));
            self.hardest_stop = by.map(stop);
            return Ok(());
        };
        let states = space.layers().states();
        if table.sizes.is_empty() {
            self.say(&Outcome::Unsolvable(Proof::Exhausted { states }));
            return Ok(());
        }
        let board = space.hardest_boards().first().and_then(|board| arrangement(&request.game, board));
        let at = space.hardest().first().cloned().or(board);
        self.hardest = at.map(|at| Hardest {
            moves: table.radius(),
            starts: table.sizes.last().copied().unwrap_or(0),
            states,
            at: request.game.cells(&at),
        });
        Ok(())
    }
}
