//! An ending in words.

use super::{Ending, Solved};
use crate::problem::Problem;
use crate::quantity::{bytes, count, counted, duration, rate};
use slideways::outcome::{Limits, Outcome, Stop, Why};

/// How it ended, in one line. Every number of moves says in which style it was counted.
pub fn verdict(ending: &Ending) -> String {
    let style = ending.style;
    match &ending.outcome {
        Outcome::Solved(solved) => solution(solved.length, style),
        Outcome::Unsolvable(Why::Exhausted { states }) => {
            let states = counted(*states, "state");
            format!(
                "unsolvable: the start and the goal do not connect; {states}, all on one side, were searched"
            )
        }
        Outcome::Unsolvable(Why::NoArrangement) => {
            "unsolvable: no arrangement of the pieces satisfies the goal, from wherever they come".to_owned()
        }
        Outcome::Unsolvable(Why::OutOfReach) => {
            "unsolvable: every goal needs a piece where it could not get even if it were alone in the box"
                .to_owned()
        }
        Outcome::Unsolvable(Why::Parity) => {
            "unsolvable: the pieces are tiles, and of their permutation and the distance of the hole one is even \
             and one is odd"
                .to_owned()
        }
        Outcome::Stopped { bound, by } => {
            let bound = counted(*bound, "move");
            let reason = reason(*by, ending.limits);
            format!("stopped: {reason}; every solution has at least {bound} (style {style})")
        }
    }
}

/// A solution of that length.
pub fn solution(length: u32, style: slideways::Style) -> String {
    match length {
        0 => "solved: 0 moves, the start is a goal already".to_owned(),
        _ => format!("solved: {} (style {style}), proved shortest", counted(length, "move")),
    }
}

/// How many shortest solutions there are.
pub fn number(solutions: u128) -> String {
    match solutions {
        1 => "shortest solutions: 1, no other".to_owned(),
        u128::MAX => format!("shortest solutions: at least {}, more than can be counted", count(solutions)),
        _ => format!("shortest solutions: {}, no two through the same arrangements", count(solutions)),
    }
}

/// What stopped it.
pub fn reason(by: Stop, limits: Limits) -> String {
    match by {
        Stop::Memory => "memory limit reached".to_owned(),
        Stop::Time => format!("time limit of {} reached", duration(limits.time.unwrap_or_default())),
        Stop::Caller => "interrupted".to_owned(),
        Stop::Disk => "the disk is full".to_owned(),
    }
}

/// What to do about it.
pub fn advice(by: Stop) -> Option<&'static str> {
    match by {
        Stop::Memory => Some("to go further: raise --memory"),
        Stop::Time => Some("to go further: raise --time"),
        Stop::Caller => None,
        Stop::Disk => Some("to go further: make room on the disk"),
    }
}

/// What the search cost.
pub fn cost(ending: &Ending) -> String {
    let (states, time) = (ending.cost.states, ending.time);
    let memory = match ending.cost.peak_bytes {
        0 => String::new(),
        peak => format!(", peak memory {}", bytes(peak)),
    };
    if let Some(search) = ending.tiles {
        let (expanded, generated) = (count(ending.cost.expanded), count(ending.cost.generated));
        let (time, search) = (duration(time), search.name());
        return format!(
            "searched: {expanded} expanded, {generated} generated in {time}{memory}; all pieces are tiles: by the tile \
             engine, search {search}"
        );
    }
    format!("searched: {} in {}, {}{memory}", counted(states, "state"), duration(time), rate(states, time))
}

/// A warning, if what was proved contradicts what the puzzle says of itself.
pub fn disagreement(ending: &Ending) -> Option<Problem> {
    let known = *ending.loaded.puzzle.draft().optimum.get(&ending.style)?;
    let found = match &ending.outcome {
        Outcome::Solved(Solved { length, .. }) if *length != known => counted(*length, "move"),
        Outcome::Unsolvable(_) => "no solution".to_owned(),
        Outcome::Stopped { bound, .. } if *bound > known => format!("at least {}", counted(*bound, "move")),
        _ => return None,
    };
    let message = format!(
        "`{}` records {} as shortest in style {}, but the answer is {found}",
        ending.loaded.name,
        counted(known, "move"),
        ending.style,
    );
    Some(Problem::new(message).help("one of the two is wrong; if it is the answer, please report it"))
}
