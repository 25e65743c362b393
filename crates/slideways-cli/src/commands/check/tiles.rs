//! `check` for tiles.

use super::json;
use crate::arguments::Check;
use crate::colour;
use crate::input::{self, Position, Reader, answer};
use crate::problem::{Failure, Problem};
use crate::quantity::{count, counted};
use crate::status::Status;
use crate::words::tiles as words;
use slideways::Style;
use slideways::grid::Dir;
use slideways::tiles::replay::{self, NotASolution};
use slideways::tiles::{Goal, moves};
use std::io::Write;

/// Check every solution given; one that is wrong makes the whole wrong.
pub fn run(
    position: &Position,
    check: &Check,
    reader: &mut Reader,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let goal = position.goal(check.tiles.goal.as_deref())?;
    let text = input::path(&check.solution, reader)?;
    let given = answer::paths(&text)?;
    let convention = check.tiles.notation.map(|moves| moves.0).or(given[0].convention);
    let convention = convention.unwrap_or(check.tiles.convention());
    let style = check.style.or(given[0].style).unwrap_or(Style::STEP);
    let paths = given
        .iter()
        .map(|one| one.path(convention, &position.board, &text))
        .collect::<Result<Vec<Vec<Dir>>, Problem>>()?;
    let mut worst = Status::Success;
    if check.json {
        for path in &paths {
            worst = worst.max(json::tiles(position, &goal, path, style, out)?);
        }
        return Ok(worst);
    }
    writeln!(out, "{}", crate::words::headline(&position.name, &position.title))?;
    writeln!(out, "{}", words::summary(&goal))?;
    writeln!(out, "{}", words::convention(convention))?;
    for (number, path) in (1..).zip(&paths) {
        let (status, verdict) = verdict(position, &goal, path, style);
        let title = if paths.len() > 1 { format!("solution {number}, ") } else { String::new() };
        write!(out, "\n{title}{}", colour::verdict(&verdict))?;
        worst = worst.max(status);
    }
    Ok(worst)
}

/// Whether a path is a solution, in words; if not, with the position where it goes wrong.
pub fn verdict(position: &Position, goal: &Goal, path: &[Dir], style: Style) -> (Status, String) {
    let start = &position.board;
    let drawn = |steps: usize| {
        let along = replay::replay(start, &path[..steps]).expect("these steps are legal");
        words::drawing(&along[steps], false)
    };
    let length = moves::length(path, style.who);
    let metric = format!("{} (style {style})", counted(length, "move"));
    match replay::solution(start, path, goal) {
        Ok(()) => {
            let known = match position.optimum(goal).filter(|_| style.who == Style::STEP.who) {
                Some(known) => format!("; the fewest known is {}", count(known)),
                None => String::new(),
            };
            (Status::Success, format!("valid: {metric}{known}\n"))
        }
        Err(NotASolution::NotAtGoal) => {
            let drawing = drawn(path.len());
            let said = format!("not a solution: {metric}, all legal, but they do not end at the goal");
            (Status::Impossible, format!("{said}\n\n{drawing}"))
        }
        Err(why @ NotASolution::Stuck { step, .. }) => {
            (Status::Impossible, format!("not a solution: {why}\n\n{}", drawn(step - 1)))
        }
    }
}
