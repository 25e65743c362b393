//! `--components`: every arrangement of the pieces, by connected component.

use super::{cost, print};
use crate::arguments::explore::Explore;
use crate::commands::solve::{no_answer, verdict};
use crate::input::Loaded;
use crate::interrupt;
use crate::problem::Failure;
use crate::progress::ProgressLine;
use crate::quantity::{count, counted};
use crate::status::Status;
use crate::words;
use crate::words::gallery::gallery;
use slideways::format::sliding;
use slideways::puzzle::Arrangement;
use slideways::show::json::{space as json, stop};
use slideways::space::{Components, ComponentsError, Parts, Unfinished};
use std::io::{self, Write};
use std::time::Instant;

/// The most classes of components that the text output lists.
const MOST_LISTED: usize = 20;

/// Count, and print the result.
pub fn run(loaded: &Loaded, explore: &Explore, out: &mut dyn Write) -> Result<Status, Failure> {
    let (style, limits) = (explore.style.unwrap_or(loaded.default_style()), explore.limits.limits());
    interrupt::listen();
    if !explore.json {
        let (headline, summary) =
            (words::headline(&loaded.name, loaded.puzzle.title()), words::summary(&loaded.puzzle));
        writeln!(out, "{headline}\n{summary}\n{}\n", words::style(style))?;
        out.flush()?;
    }
    let started = Instant::now();
    let mut progress_line = ProgressLine::new(explore.quiet);
    let most = explore.hardest.unwrap_or(1);
    let asked = Components::of(&loaded.puzzle).style(style).hardest(most).limits(limits);
    let found = match asked.watch(&mut progress_line).build() {
        Ok(all) => Ok(all),
        Err(ComponentsError::Stopped(unfinished)) => Err(unfinished),
        Err(ComponentsError::Refused(why)) => return Err(no_answer(why).into()),
    };
    let time = started.elapsed();
    let written = |at: &Arrangement| sliding::arrangement(&loaded.puzzle, &loaded.puzzle.places(at));
    if explore.json {
        let known = found.as_ref().ok();
        let unfinished = found.as_ref().err();
        let parts = found.as_ref().map_or_else(|unfinished| &unfinished.parts, |all| &all.parts);
        let cost = found.as_ref().map_or_else(|unfinished| &unfinished.cost, |all| &all.cost);
        let counted_all = unfinished.filter(|unfinished| unfinished.all).map(|unfinished| unfinished.states);
        let object = json::Whole {
            puzzle: &loaded.name,
            style: style.name(),
            reason: unfinished.map(|unfinished| stop(unfinished.by)),
            states: known.map(|all| all.states).or(counted_all),
            counted: unfinished.map(|unfinished| unfinished.states),
            components: parts.iter().map(json::Alike::from).collect(),
            solvable: known.map(Components::solvable),
            hardest: known.and_then(Components::moves),
            to_goal: known.map_or(&[], |all| &all.to_goal),
            hardest_starts: known.map_or(vec![], |all| all.hardest.iter().map(written).collect()),
            seconds: time.as_secs_f64(),
            peak_bytes: cost.peak_bytes,
        };
        print(&object, out)?;
        return Ok(if found.is_ok() { Status::Success } else { Status::Stopped });
    }
    match found {
        Ok(all) => {
            let heading =
                format!("components of all arrangements of these pieces in this box (style {style})");
            list(&heading, &all.parts, out)?;
            let (states, components) =
                (counted(all.states, "arrangement"), counted(all.number(), "component"));
            writeln!(out, "total: {states} in {components}; {} can be solved", count(all.solvable()))?;
            if let Some(moves) = all.moves() {
                let last = all.to_goal.last().copied().unwrap_or(0);
                let (shown, last) = (count(all.hardest.len() as u64), count(last));
                let moves = counted(moves, "move");
                writeln!(
                    out,
                    "hardest starts: {shown} of {last}, {moves} from the nearest goal (style {style})\n"
                )?;
                let draw = words::drawing(explore.ascii);
                let draw = |at: &Arrangement| format!("{}\n{}", written(at), draw(&loaded.puzzle, at));
                write!(out, "{}", gallery(&all.hardest.iter().map(draw).collect::<Vec<_>>()))?;
            }
            writeln!(out, "{}", cost(&all.cost, time))?;
            Ok(Status::Success)
        }
        Err(unfinished) => {
            if !unfinished.parts.is_empty() {
                let heading = format!("components that are known; there may be larger ones (style {style})");
                list(&heading, &unfinished.parts, out)?;
            }
            let reason = verdict::reason(unfinished.by, limits);
            writeln!(out, "stopped: {reason}; {}", proved(&unfinished))?;
            writeln!(out, "{}", cost(&unfinished.cost, time))?;
            verdict::remedy(unfinished.by).map_or(Ok(()), |advice| writeln!(out, "{advice}"))?;
            Ok(Status::Stopped)
        }
    }
}

/// What is known although the search was stopped.
fn proved(unfinished: &Unfinished) -> String {
    let states = count(unfinished.states);
    match (unfinished.all, unfinished.parts.is_empty()) {
        (false, _) => {
            let states = counted(unfinished.states, "arrangement");
            format!("there are at least {states}; nothing is known about their components")
        }
        (true, true) => format!("there are {states} arrangements in all; no component is known"),
        (true, false) => {
            let (number, known) = (counted(unfinished.number(), "component"), count(unfinished.known()));
            format!("there are {states} arrangements in all; {known} of them in the {number} above")
        }
    }
}

/// The classes of components, the largest first.
fn list(heading: &str, parts: &[Parts], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{heading}")?;
    writeln!(out, "  number     arrangements            goals    hardest")?;
    let (listed, rest) = parts.split_at(parts.len().min(MOST_LISTED));
    for parts in listed {
        let hardest = parts.hardest.map_or("-".to_owned(), count);
        let start = if parts.start { "  the start is here" } else { "" };
        let (number, states, goals) = (count(parts.number), count(parts.states), count(parts.goals));
        writeln!(out, "{number:>8} {states:>16} {goals:>16} {hardest:>10}{start}")?;
    }
    if !rest.is_empty() {
        let number = rest.iter().map(|parts| parts.number).sum::<u64>();
        let states = rest.iter().map(|parts| parts.number * parts.states).sum::<u64>();
        let start = if rest.iter().any(|parts| parts.start) { ", the start among them" } else { "" };
        writeln!(out, "{:>8} {:>16} in smaller ones{start}", count(number), count(states))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use slideways::outcome::{Cost, Stop};

    #[test]
    fn no_more_is_said_than_is_proved() {
        let part = Parts { states: 300, goals: 8, hardest: Some(31), number: 4, start: true };
        let said = |all, parts: &[Parts]| {
            let (by, parts, cost) = (Stop::Time, parts.to_vec(), Cost::default());
            proved(&Unfinished { by, states: 12_345, all, parts, cost })
        };
        let so_far = "there are at least 12,345 arrangements; nothing is known about their components";
        assert_eq!(said(false, &[]), so_far);
        assert_eq!(said(true, &[]), "there are 12,345 arrangements in all; no component is known");
        let some = "there are 12,345 arrangements in all; 1,200 of them in the 4 components above";
        assert_eq!(said(true, &[part]), some);
    }
}
