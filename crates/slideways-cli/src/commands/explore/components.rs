//! `--components`: all ways to put the pieces into the box.

use super::{cost, json};
use crate::arguments::explore::Explore;
use crate::commands::solve::json::stop;
use crate::commands::solve::{no_answer, verdict};
use crate::input::Loaded;
use crate::interrupt;
use crate::problem::Failure;
use crate::progress::Onlooker;
use crate::quantity::{count, counted};
use crate::status::Status;
use crate::words;
use crate::words::gallery::gallery;
use slideways::Style;
use slideways::explore::components;
use slideways::explore::components::Components;
use slideways::format::sliding;
use slideways::puzzle::Arrangement;
use std::io::{self, Write};
use std::time::Instant;

/// At most so many sorts of components are listed for people.
const MOST_LISTED: usize = 20;

/// Count, and tell.
pub fn run(loaded: &Loaded, explore: &Explore, out: &mut dyn Write) -> Result<Status, Failure> {
    let (style, limits) = (explore.style.unwrap_or(Style::MOVE), explore.limits.limits());
    interrupt::listen();
    if !explore.json {
        let (headline, summary) = (words::headline(loaded), words::summary(&loaded.puzzle));
        writeln!(out, "{headline}\n{summary}\n{}\n", words::style(style))?;
        out.flush()?;
    }
    let started = Instant::now();
    let mut onlooker = Onlooker::new(explore.quiet);
    let most = explore.hardest.unwrap_or(1);
    let found = components(&loaded.puzzle, style, most, limits, &mut onlooker).map_err(no_answer)?;
    let time = started.elapsed();
    let written = |at: &Arrangement| sliding::arrangement(&loaded.puzzle, &loaded.puzzle.places(at));
    if explore.json {
        let known = found.as_ref().ok();
        let alike = known.iter().flat_map(|all| &all.parts).map(|parts| json::Alike {
            number: parts.number,
            states: parts.states,
            goals: parts.goals,
            hardest: parts.hardest,
            start: parts.start,
        });
        let object = json::Whole {
            puzzle: &loaded.name,
            style: style.name(),
            reason: found.as_ref().err().copied().map(stop),
            states: known.map(|all| all.states),
            components: alike.collect(),
            solvable: known.map(Components::solvable),
            hardest: known.and_then(Components::moves),
            to_goal: known.map_or(&[], |all| &all.to_goal),
            hardest_starts: known.map_or(vec![], |all| all.hardest.iter().map(written).collect()),
            seconds: time.as_secs_f64(),
            peak_bytes: known.map_or(0, |all| all.cost.peak_bytes),
        };
        json::print(&object, out)?;
        return Ok(if found.is_ok() { Status::Success } else { Status::Stopped });
    }
    match found {
        Ok(all) => {
            tell(&all, style, out)?;
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
        Err(by) => {
            writeln!(
                out,
                "stopped: {}; nothing is known about all components before all are known",
                verdict::reason(by, limits)
            )?;
            verdict::advice(by).map_or(Ok(()), |advice| writeln!(out, "{advice}"))?;
            Ok(Status::Stopped)
        }
    }
}

fn tell(all: &Components, style: Style, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "components of all arrangements of these pieces in this box (style {style})")?;
    writeln!(out, "  number     arrangements            goals    hardest")?;
    for parts in all.parts.iter().take(MOST_LISTED) {
        let hardest = parts.hardest.map_or("-".to_owned(), count);
        let start = if parts.start { "  the start is here" } else { "" };
        let (number, states, goals) = (count(parts.number), count(parts.states), count(parts.goals));
        writeln!(out, "{number:>8} {states:>16} {goals:>16} {hardest:>10}{start}")?;
    }
    let rest = &all.parts[all.parts.len().min(MOST_LISTED)..];
    if !rest.is_empty() {
        let number = rest.iter().map(|parts| parts.number).sum::<u64>();
        let states = rest.iter().map(|parts| parts.number * parts.states).sum::<u64>();
        let start = if rest.iter().any(|parts| parts.start) { ", the start among them" } else { "" };
        writeln!(out, "{:>8} {:>16} in smaller ones{start}", count(number), count(states))?;
    }
    let (states, components) = (counted(all.states, "arrangement"), counted(all.number(), "component"));
    writeln!(out, "total: {states} in {components}; {} can be solved", count(all.solvable()))
}
