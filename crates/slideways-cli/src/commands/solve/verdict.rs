//! Verdicts: how a search ended, as text.

use super::{Asked, Ending, shown};
use crate::problem::Problem;
use crate::quantity::{bytes, count, counted, duration, rate};
use slideways::outcome::{Limits, Outcome, Proof, Stop};
use slideways::solver::{Search, Solution};
use slideways::tiles::moves;
use slideways::watch::Iteration;
use slideways::{Game, Style, Who};
use std::time::Duration;

/// What counts as one move of tiles.
pub fn tile_style(style: Style) -> String {
    let meaning = style.tile_meaning();
    match style.who == Who::Set || style == Style::STEP {
        true => format!("style {style}: {meaning}"),
        false => format!("style {style}: same as step here ({meaning}), since there is only one blank"),
    }
}

/// The search algorithm, and why it was chosen.
pub fn search(asked: &Asked) -> String {
    let because = asked.plan.because.map_or(String::new(), |why| format!("; {why}"));
    let search = asked.plan.search;
    format!("search {search}: {}{because}", search.meaning(asked.style))
}

/// The verdict in one line. Every number of moves names its style, and also its goal if the line stands
/// alone.
pub fn verdict(ending: &Ending, alone: bool) -> String {
    let asked = ending.asked;
    let metric = match asked.game {
        Game::Tiles(position) if alone => format!("style {}, goal {}", asked.style, position.goal()),
        _ => format!("style {}", asked.style),
    };
    match &ending.answer.outcome {
        Outcome::Solved(solution) if solution.is_empty() => solved(asked, solution, asked.game),
        Outcome::Solved(solution) => {
            let length = counted(solution.len() as u64, "move");
            format!("solved: {length} ({metric}), proved shortest{}", also(ending, solution))
        }
        Outcome::Unsolvable(Proof::Exhausted { states }) => {
            let states = counted(*states, "state");
            format!("unsolvable: the goal cannot be reached; the search is exhausted after {states}")
        }
        Outcome::Unsolvable(why) => format!("unsolvable: {why}"),
        Outcome::Bounded { best, lower, by } => {
            let (best, lower) = (counted(best.len() as u64, "move"), count(*lower));
            let reason = reason(*by, asked.limits);
            format!("stopped: {reason}; best solution {best}, every solution has at least {lower} ({metric})")
        }
        Outcome::Stopped { lower, by } => {
            let (lower, reason) = (counted(*lower, "move"), reason(*by, asked.limits));
            format!("stopped: {reason}; every solution has at least {lower} ({metric})")
        }
    }
}

/// A shortest solution, in one line.
pub fn solved(asked: &Asked, solution: &Solution, game: &Game) -> String {
    match (solution.len(), game) {
        (0, Game::Blocks(_)) => "solved: 0 moves, the start is already a goal".to_owned(),
        (0, Game::Tiles(_)) => "solved: 0 moves, the start is already the goal".to_owned(),
        (length, _) => {
            format!("solved: {} (style {}), proved shortest", counted(length as u64, "move"), asked.style)
        }
    }
}

/// The best solution so far and the proved bound, for progress.
pub fn between(found: usize, proved: u32) -> String {
    format!("≤ {} found, ≥ {} proved", count(found as u64), count(proved))
}

/// The length of the solution in the style that breaks ties.
fn also(ending: &Ending, solution: &Solution) -> String {
    let Some(style) = ending.asked.tie_break else { return String::new() };
    let length = counted(moves::length(solution.path(), style.who), "move");
    let whole = ending.answer.counted.is_none_or(|counted| counted.stop.is_none());
    let least = if whole { ", fewest among the shortest solutions" } else { "" };
    format!("; {length} (style {style}){least}")
}

/// The number of shortest solutions, if it was requested.
pub fn numbers(ending: &Ending) -> Option<String> {
    let found = ending.answer.counted?;
    match (found.total, found.stop) {
        (Some(total), _) => Some(number(total)),
        (None, None) => None,
        (None, Some(by)) => {
            let reason = reason(by, ending.asked.limits);
            Some(match found.shown {
                0 => format!("stopped: {reason}; the shortest solutions were not counted"),
                shown => format!(
                    "stopped: {reason}; found {} of the shortest solutions, there may be more",
                    count(shown)
                ),
            })
        }
    }
}

/// The number of shortest solutions.
pub fn number(solutions: u128) -> String {
    match solutions {
        1 => "shortest solutions: 1 (unique)".to_owned(),
        u128::MAX => format!("shortest solutions: at least {} (counter overflow)", count(solutions)),
        _ => format!("shortest solutions: {} (distinct sequences of arrangements)", count(solutions)),
    }
}

/// The reason for a stop.
pub fn reason(by: Stop, limits: Limits) -> String {
    match by {
        Stop::Memory => "memory limit reached".to_owned(),
        Stop::Time => format!("time limit of {} reached", duration(limits.time.unwrap_or_default())),
        Stop::Caller => "interrupted".to_owned(),
        Stop::Disk => "the disk is full".to_owned(),
        Stop::Effort => "search effort used up".to_owned(),
    }
}

/// Advice after a stop.
pub fn remedy(by: Stop) -> Option<&'static str> {
    match by {
        Stop::Memory => Some("to go further: raise --memory"),
        Stop::Time => Some("to go further: raise --time"),
        Stop::Caller => None,
        Stop::Disk => Some("to go further: make room on the disk"),
        Stop::Effort => Some("to go further: allow time with --time"),
    }
}

/// Advice if the search was stopped, or if another usual goal can be reached.
pub fn advice(ending: &Ending) -> Option<String> {
    let by = match (&ending.answer.outcome, ending.asked.game) {
        (Outcome::Bounded { by, .. } | Outcome::Stopped { by, .. }, _) => *by,
        (Outcome::Unsolvable(Proof::Parity(_)), Game::Tiles(position)) => {
            let goal = position.other_usual_goal()?;
            return Some(format!("to reach another usual goal: --goal {}", goal.name()?));
        }
        _ => return None,
    };
    match (by, ending.answer.search) {
        (Stop::Memory, search) if search != Search::Blocks => {
            Some("to go further: raise --memory, or use `--search plain`, which needs almost none".to_owned())
        }
        _ => remedy(by).map(str::to_owned),
    }
}

/// What the search cost.
pub fn cost(ending: &Ending) -> String {
    let (cost, time) = (&ending.answer.cost, ending.answer.time);
    let memory = match cost.peak_bytes {
        0 => String::new(),
        peak => format!(", peak memory {}", bytes(peak)),
    };
    if ending.answer.search == Search::Blocks {
        let (states, time, rate) = (counted(cost.states, "state"), duration(time), rate(cost.states, time));
        return format!("searched: {states} in {time}, {rate}{memory}");
    }
    let (expanded, generated) = (count(cost.expanded), count(cost.generated));
    let who = match ending.asked.game {
        Game::Blocks(_) => {
            format!("; all pieces are tiles, so the tile engine solved it, search {}", ending.answer.search)
        }
        Game::Tiles(_) => String::new(),
    };
    format!("searched: {expanded} expanded, {generated} generated in {}{memory}{who}", duration(time))
}

/// An iteration of IDA*, in Knuth's terms of happy and sad moves where these apply, else by its threshold.
pub fn iteration(asked: &Asked, iteration: &Iteration, after: Duration) -> String {
    let found = if iteration.solutions == 0 { "no solution" } else { "a solution" };
    let after = duration(after);
    let full = match asked.game {
        Game::Blocks(_) => true,
        Game::Tiles(position) => position.goal().full().is_some(),
    };
    let by_steps = asked.plan.search != Search::Pdb && asked.style.who == Who::Piece;
    match by_steps && full {
        true => {
            let (bound, sad) = (iteration.bound, iteration.sad());
            format!("{found} with {bound}+{sad} happy and {sad} sad moves ({after})")
        }
        false => format!("{found} of {} ({after})", counted(iteration.threshold, "move")),
    }
}

/// A warning if the answer contradicts the optimum that the puzzle or its set records.
pub fn disagreement(ending: &Ending) -> Option<Problem> {
    let asked = ending.asked;
    let known = asked.known?;
    let length = shown(&ending.answer.outcome).map(|solution| solution.len() as u32);
    let found = match (&ending.answer.outcome, length) {
        (Outcome::Solved(_), Some(length)) if length != known => counted(length, "move"),
        (Outcome::Bounded { .. }, Some(length)) if length < known => counted(length, "move"),
        (Outcome::Unsolvable(_), _) => "no solution".to_owned(),
        (Outcome::Bounded { lower, .. } | Outcome::Stopped { lower, .. }, _) if *lower > known => {
            format!("at least {}", counted(*lower, "move"))
        }
        _ => return None,
    };
    let (name, known, style) = (asked.name, counted(known, "move"), asked.style);
    let message = format!("`{name}` records {known} as shortest in style {style}, but the answer is {found}");
    Some(Problem::new(message).help("one of them is wrong; if it is the answer, please report it"))
}
