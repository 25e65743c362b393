//! An ending in words.

use super::super::verdict;
use super::{Asked, Ended, Ending, Solved};
use crate::arguments::tiles::Search;
use crate::problem::Problem;
use crate::quantity::{bytes, count, counted, duration};
use slideways::outcome::Stop;
use slideways::tiles::moves;
use slideways::tiles::round::Round;
use slideways::{Style, Who};
use std::time::Duration;

/// What counts as one move.
pub fn style(style: Style) -> String {
    match style {
        Style::STEP => "style step: one tile, one step".to_owned(),
        _ if style.who == Who::Set => {
            format!("style {style}: tiles in a line, together, one step; the multi-tile metric")
        }
        _ => format!("style {style}: the same as step here, one tile, one step, since there is one blank"),
    }
}

/// The search, and why this one.
pub fn search(asked: &Asked) -> String {
    let what = match asked.search {
        Search::Plain if asked.style.who == Who::Set => "iterative deepening, move by move",
        Search::Default => "iterative deepening with pattern tables",
        Search::Plain => "Korf's happy and sad moves, one by one",
        Search::Unrolled => "Korf's happy and sad moves, in batches",
        Search::Anytime => "a good solution soon, a better one later, and always what is proved",
        Search::Blocks => "breadth-first, as for blocks",
    };
    let because = asked.because.map_or(String::new(), |why| format!("; {why}"));
    format!("search {}: {what}{because}", asked.search.name())
}

/// How it ended, in one line; `metric` says how moves were counted.
pub fn verdict(ending: &Ending, metric: &str) -> String {
    match &ending.outcome {
        Ended::Solved(solved) if solved.path.is_empty() => {
            "solved: 0 moves, the start is the goal already".to_owned()
        }
        Ended::Solved(solved) => {
            let moves = counted(ending.length(solved), "move");
            format!("solved: {moves} ({metric}), proved shortest{}", also(ending, solved))
        }
        Ended::Unreachable(why) => format!("unsolvable: {why}"),
        Ended::Between { path, bound, by } => {
            let between = between(moves::length(path, ending.asked.style.who), *bound);
            let reason = by.map_or("enough was tried".to_owned(), |by| verdict::reason(by, ending.limits));
            format!("stopped: {between} ({metric}), not claimed to be shortest; {reason}")
        }
        Ended::Stopped { bound, by } => {
            let (bound, reason) = (counted(*bound, "move"), verdict::reason(*by, ending.limits));
            format!("stopped: {reason}; every solution has at least {bound} ({metric})")
        }
    }
}

/// What is known while the two numbers differ.
pub fn between(found: u32, proved: u32) -> String {
    format!("≤ {} found, ≥ {} proved", count(found), count(proved))
}

/// How long the solution is in the other style, if that was asked for.
fn also(ending: &Ending, solved: &Solved) -> String {
    let Some(then) = ending.asked.then else { return String::new() };
    let length = counted(moves::length(&solved.path, then.who), "move");
    let least = if ending.cut.is_none() { ", the least of all these" } else { "" };
    format!("; {length} (style {then}){least}")
}

/// How many shortest solutions there are.
pub fn number(ending: &Ending) -> Option<String> {
    let Ended::Solved(solved) = &ending.outcome else { return None };
    match (solved.solutions, ending.cut) {
        (Some(number), _) => Some(verdict::number(number)),
        (None, Some((by, 0))) => {
            let reason = verdict::reason(by, ending.limits);
            Some(format!("stopped: {reason}; the shortest solutions are not counted"))
        }
        (None, Some((by, shown))) => {
            let (reason, shown) = (verdict::reason(by, ending.limits), count(shown));
            Some(format!("stopped: {reason}; {shown} of the shortest solutions found, there may be more"))
        }
        (None, None) => None,
    }
}

/// What the search cost.
pub fn cost(ending: &Ending) -> String {
    let cost = &ending.cost;
    let memory = match cost.peak_bytes {
        0 => String::new(),
        peak => format!(", peak memory {}", bytes(peak)),
    };
    let (expanded, generated) = (count(cost.expanded), count(cost.generated));
    format!("searched: {expanded} expanded, {generated} generated in {}{memory}", duration(ending.time))
}

/// What to do about a stop.
pub fn advice(by: Stop) -> Option<&'static str> {
    match by {
        Stop::Memory => Some("to go further: raise --memory, or `--search plain`, which needs almost none"),
        _ => verdict::advice(by),
    }
}

/// A round in Knuth's words; where steps are not just happy or sad, by the length alone.
pub fn round(asked: &Asked, round: &Round, after: Duration) -> String {
    let found = if round.solutions == 0 { "no solution" } else { "a solution" };
    let after = duration(after);
    let by_steps = asked.search != Search::Default && asked.style.who == Who::Piece;
    match by_steps && asked.goal.full().is_some() {
        true => {
            let (bound, sad) = (round.bound, round.sad());
            format!("{found} with {bound}+{sad} happy and {sad} sad moves ({after})")
        }
        false => format!("{found} of {} ({after})", counted(round.threshold, "move")),
    }
}

/// A warning, if what was proved contradicts what is known.
pub fn disagreement(ending: &Ending) -> Option<Problem> {
    let asked = ending.asked;
    let known = asked.position.optimum(&asked.goal).filter(|_| asked.style.who == Who::Piece)?;
    let found = match &ending.outcome {
        Ended::Solved(solved) if solved.path.len() != known as usize => {
            counted(solved.path.len() as u64, "move")
        }
        Ended::Unreachable(_) => "no solution".to_owned(),
        Ended::Between { path, .. } if path.len() < known as usize => counted(path.len() as u64, "move"),
        Ended::Between { bound, .. } | Ended::Stopped { bound, .. } if *bound > known => {
            format!("at least {}", counted(*bound, "move"))
        }
        _ => return None,
    };
    let (name, known) = (&asked.position.name, counted(known, "move"));
    let message = format!("{known} are known as shortest for `{name}`, but the answer is {found}");
    Some(Problem::new(message).help("one of the two is wrong; if it is the answer, please report it"))
}
