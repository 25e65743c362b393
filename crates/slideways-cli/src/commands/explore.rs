//! `explore`: how large a space is, and how far it reaches.

mod json;
mod tiles;

use super::solve::{no_answer, verdict};
use crate::arguments::explore::Explore;
use crate::arguments::tiles::parse_size;
use crate::input::{self, Game, Loaded, Reader};
use crate::interrupt;
use crate::problem::{Failure, Problem};
use crate::progress::Onlooker;
use crate::quantity::{bytes, counted, duration, rate};
use crate::status::Status;
use crate::words;
use crate::words::layers::{Heading, table};
use slideways::outcome::LayerTable;
use slideways::{Style, solve};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// Count what the argument stands for.
pub fn run(explore: &Explore, out: &mut dyn Write) -> Result<Status, Failure> {
    if let Ok(size) = parse_size(&explore.puzzle)
        && !Path::new(&explore.puzzle).exists()
    {
        return tiles::run(&tiles::Around::size(explore, size)?, explore, out);
    }
    let mut reader = Reader::default();
    let mut found = input::puzzles(&explore.puzzle, &mut reader);
    if found.len() != 1 {
        let message = format!("`{}` holds {} puzzles where one is wanted", explore.puzzle, found.len());
        return Err(Problem::new(message).into());
    }
    match found.remove(0).load(explore.size)? {
        Game::Blocks(loaded) => blocks(&loaded, explore, out),
        Game::Tiles(position) => tiles::run(&tiles::Around::position(explore, &position)?, explore, out),
    }
}

/// The arrangements at each distance from the start.
fn blocks(loaded: &Loaded, explore: &Explore, out: &mut dyn Write) -> Result<Status, Failure> {
    input::not_for_blocks(loaded, explore.for_tiles())?;
    let (style, limits) = (explore.style.unwrap_or(Style::MOVE), explore.limits.limits());
    interrupt::listen();
    if !explore.json {
        let (headline, summary) = (words::headline(loaded), words::summary(&loaded.puzzle));
        writeln!(out, "{headline}\n{summary}\n{}\n", words::style(style))?;
        out.flush()?;
    }
    let started = Instant::now();
    let onlooker = &mut Onlooker::new(explore.quiet);
    let counted = solve::layers(&loaded.puzzle, style, limits, onlooker).map_err(no_answer)?;
    let time = started.elapsed();
    if explore.json {
        json::print(&json::Object::new(&loaded.name, style, &counted, time), out)?;
        return Ok(status(&counted));
    }
    let metric = format!("style {style}");
    let heading = Heading { thing: "arrangement", from: "the start", metric: &metric };
    table(&counted, &heading, &stopped(&counted, explore), out)?;
    writeln!(out, "{}", cost(&counted, time))?;
    Ok(status(&counted))
}

fn status(table: &LayerTable) -> Status {
    if table.stop.is_none() { Status::Success } else { Status::Stopped }
}

/// Why the table is not complete.
fn stopped(table: &LayerTable, explore: &Explore) -> String {
    table.stop.map_or(String::new(), |by| verdict::reason(by, explore.limits.limits()))
}

/// What the count cost.
fn cost(table: &LayerTable, time: Duration) -> String {
    let (states, peak) = (table.cost.states, bytes(table.cost.peak_bytes));
    let (time, rate) = (duration(time), rate(states, time));
    format!("searched: {} in {time}, {rate}, peak memory {peak}", counted(states, "state"))
}
