//! `explore`: the size and the radius of a state space.

mod blocks;
mod cluster;
mod components;
mod diameter;
mod external;
pub mod files;
mod growth;
pub mod hardest;
mod tiles;

use super::solve::verdict;
use crate::arguments::explore::Explore;
use crate::arguments::tiles::parse_size;
use crate::input::{self, Game, Reader, TileContext};
use crate::problem::Failure;
use crate::quantity::{bytes, counted, duration, rate};
use crate::status::Status;
use crate::words::layers::Heading;
use crate::words::solutions as words;
use serde::Serialize;
use slideways::outcome::{Cost, LayerTable, Stop};
use slideways::space::{Region, SolutionCounts};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// Explore the space of the argument.
pub fn run(explore: &Explore, out: &mut dyn Write) -> Result<Status, Failure> {
    if let Some(region) = Region::named(&explore.puzzle)
        && !Path::new(&explore.puzzle).exists()
    {
        return growth::without_end(region, explore, out);
    }
    if let Ok(size) = parse_size(&explore.puzzle)
        && !Path::new(&explore.puzzle).exists()
    {
        return of_tiles(&tiles::Around::size(explore, size)?, explore, out);
    }
    let mut reader = Reader::default();
    let given = TileContext { size: explore.size, goal: explore.goal.as_deref(), ..TileContext::default() };
    match input::puzzle(&explore.puzzle, &given, &mut reader)? {
        Game::Blocks(loaded) => {
            input::not_for_blocks(&loaded, explore.for_tiles())?;
            match &explore.disk {
                _ if explore.components => components::run(&loaded, explore, out),
                Some(folder) => external::blocks(&loaded, folder, explore, out),
                None => blocks::run(&loaded, explore, out),
            }
        }
        Game::Tiles(position) => of_tiles(&tiles::Around::given(explore, &position)?, explore, out),
    }
}

fn of_tiles(around: &tiles::Around, explore: &Explore, out: &mut dyn Write) -> Result<Status, Failure> {
    match &explore.disk {
        Some(folder) => external::tiles(around, folder, explore, out),
        None if explore.depth.is_some() => growth::of_board(around, explore, out),
        None => tiles::run(around, explore, out),
    }
}

fn status(stop: Option<Stop>) -> Status {
    if stop.is_none() { Status::Success } else { Status::Stopped }
}

/// The numbers of shortest solutions as text, and the states that stand out.
fn solutions(
    counts: &SolutionCounts,
    heading: &Heading,
    explore: &Explore,
    out: &mut dyn Write,
) -> io::Result<()> {
    let reason = counts.stop.map_or(String::new(), |by| verdict::reason(by, explore.limits.limits()));
    words::table(counts, heading, &reason, out)?;
    let metric = heading.metric;
    if let Some(most) = &counts.most {
        writeln!(out, "{}", words::most(most, metric))?;
        writeln!(out, "  {}", most.state())?;
    }
    if let Some(unique) = &counts.unique {
        let states = counts.layers[unique.distance as usize].unique;
        writeln!(out, "{}", words::unique(unique, states, heading.thing, metric))?;
        writeln!(out, "  {}", unique.state())?;
    }
    Ok(())
}

/// Why a table is not complete.
fn stopped(table: &LayerTable, explore: &Explore) -> String {
    table.stop.map_or(String::new(), |by| verdict::reason(by, explore.limits.limits()))
}

/// What the count cost.
fn cost(cost: &Cost, time: Duration) -> String {
    let (states, peak) = (cost.states, bytes(cost.peak_bytes));
    let (time, rate) = (duration(time), rate(states, time));
    format!("searched: {} in {time}, {rate}, peak memory {peak}", counted(states, "state"))
}

/// Write an object.
fn print(object: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", serde_json::to_string(object)?)
}
