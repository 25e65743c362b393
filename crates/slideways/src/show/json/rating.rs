//! Ratings as JSON.

use super::{stop, unsolvable};
use crate::format::sliding;
use crate::game::Game;
use crate::outcome::Outcome;
use crate::rate::{Branching, Measures, RandomWalk, Rating, WrongMoves};
use serde::Serialize;
use std::collections::BTreeMap;

/// The difficulty of a puzzle; the field names are fixed. A measure that is not known is null, and `stopped`
/// says why.
#[derive(Serialize)]
pub struct RatingObject<'t> {
    puzzle: &'t str,
    /// What counts as one move in all measures except the lengths.
    style: &'static str,
    goal: Vec<String>,
    /// `rated`, `unsolvable` or `stopped`.
    outcome: &'static str,
    /// Why there is no solution, or what stopped the first measure that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The length in the style.
    moves: Option<u32>,
    lower_bound: Option<u32>,
    /// The length by style.
    lengths: Vec<StyleLength>,
    #[serde(flatten)]
    measures: Option<MeasureFields>,
    seconds: f64,
    peak_bytes: u64,
}

/// The length of a shortest solution in a style.
#[derive(Serialize)]
struct StyleLength {
    style: &'static str,
    moves: Option<u32>,
    lower_bound: Option<u32>,
}

/// The measures of a solvable puzzle.
#[derive(Serialize)]
struct MeasureFields {
    states: Option<u64>,
    goal_states: Option<u64>,
    solutions: Option<u128>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    solutions_at_least: bool,
    counter_intuitive: Option<u32>,
    chain: Option<u32>,
    antichain: Option<u32>,
    forced: Option<Vec<u32>>,
    slack: u32,
    branching: Option<BranchingFields>,
    wrong_moves: Option<WrongMoveFields>,
    random_walk: Option<WalkFields>,
    fixed: Option<Vec<String>>,
    idle: Option<Vec<String>>,
    moves_back: Option<u32>,
    hard_for_its_length: Option<bool>,
    /// What stopped each measure that is not known.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    stopped: BTreeMap<&'static str, &'static str>,
}

#[derive(Serialize)]
struct BranchingFields {
    after: u32,
    moves: u32,
}

#[derive(Serialize)]
struct WrongMoveFields {
    number: u64,
    dead_ends: u64,
    mean: Option<f64>,
    worst: Option<u32>,
}

#[derive(Serialize)]
struct WalkFields {
    moves: f64,
    method: &'static str,
    /// The proved bound on the relative error.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    walks: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
}

impl<'t> RatingObject<'t> {
    /// Describes the rating of a puzzle with the given name.
    pub fn new(puzzle: &'t str, game: &Game, rating: &Rating) -> RatingObject<'t> {
        let (moves, lower_bound) = length(rating.outcome());
        let (outcome, reason) = match (rating.outcome(), rating.stop()) {
            (Outcome::Unsolvable(why), _) => ("unsolvable", Some(unsolvable(why))),
            (_, Some(by)) => ("stopped", Some(stop(by))),
            (_, None) => ("rated", None),
        };
        let goal = match game {
            Game::Blocks(puzzle) => sliding::goals(puzzle),
            Game::Tiles(position) => vec![position.goal().to_string()],
        };
        let lengths = rating.lengths.iter().map(|(style, outcome)| {
            let (moves, lower_bound) = length(outcome);
            StyleLength { style: style.name(), moves, lower_bound }
        });
        RatingObject {
            puzzle,
            style: rating.style.name(),
            goal,
            outcome,
            reason,
            moves,
            lower_bound,
            lengths: lengths.collect(),
            measures: rating.measures.as_ref().map(|measures| MeasureFields::new(measures, rating)),
            seconds: rating.time.as_secs_f64(),
            peak_bytes: rating.cost.peak_bytes,
        }
    }
}

impl MeasureFields {
    fn new(measures: &Measures, rating: &Rating) -> MeasureFields {
        let precedence = measures.precedence.ok();
        let pieces = |pieces: &Vec<usize>| pieces.iter().map(|&piece| rating.piece(piece)).collect();
        let branching = measures.branching.ok().flatten();
        MeasureFields {
            states: measures.states.ok(),
            goal_states: measures.goals.ok(),
            solutions: measures.solutions.ok(),
            solutions_at_least: measures.solutions == Ok(u128::MAX),
            counter_intuitive: measures.counter_intuitive.ok(),
            chain: precedence.map(|order| order.chain),
            antichain: precedence.map(|order| order.antichain),
            forced: measures.forced.clone().ok(),
            slack: rating.slack,
            branching: branching.map(|Branching { after, moves }| BranchingFields { after, moves }),
            wrong_moves: measures.wrong_moves.ok().map(WrongMoveFields::new),
            random_walk: measures.random_walk.ok().map(|walk| WalkFields::new(walk, rating.seed)),
            fixed: measures.fixed.as_ref().ok().map(pieces),
            idle: measures.idle.as_ref().ok().map(pieces),
            moves_back: measures.moves_back.ok(),
            hard_for_its_length: rating.is_hard_for_its_length(),
            stopped: measures.stops().into_iter().map(|(name, by)| (name, stop(by))).collect(),
        }
    }
}

impl WrongMoveFields {
    fn new(wrong: WrongMoves) -> WrongMoveFields {
        let (mean, WrongMoves { moves: number, dead_ends, worst, .. }) = (wrong.mean(), wrong);
        WrongMoveFields { number, dead_ends, mean, worst: mean.map(|_| worst) }
    }
}

impl WalkFields {
    fn new(walk: RandomWalk, seed: u64) -> WalkFields {
        let fields = |moves, method| WalkFields {
            moves,
            method,
            error: None,
            standard_error: None,
            walks: None,
            seed: None,
        };
        match walk {
            RandomWalk::Exact(found) => {
                WalkFields { error: Some(found.error), ..fields(found.moves, "exact") }
            }
            RandomWalk::Sampled(found) => WalkFields {
                standard_error: Some(found.standard_error),
                walks: Some(found.walks),
                seed: Some(seed),
                ..fields(found.moves, "sampled")
            },
        }
    }
}

/// The length, and its lower bound.
fn length(outcome: &Outcome<u32>) -> (Option<u32>, Option<u32>) {
    match *outcome {
        Outcome::Solved(moves) => (Some(moves), Some(moves)),
        Outcome::Unsolvable(_) => (None, None),
        Outcome::Bounded { best, lower, .. } => (Some(best), Some(lower)),
        Outcome::Stopped { lower, .. } => (None, Some(lower)),
    }
}
