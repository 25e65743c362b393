//! The first layers of a board of any size, or of one without end.

use super::tiles::{Around, not_for_tiles};
use super::{cost, files, print, status, stopped};
use crate::arguments::explore::Explore;
use crate::commands::solve::{no_count, verdict};
use crate::interrupt;
use crate::problem::{Failure, Problem};
use crate::progress::ProgressLine;
use crate::status::Status;
use crate::words::layers::{Heading, first_layers, table};
use slideways::Style;
use slideways::show::json::space as json;
use slideways::space::{Growth, Region};
use slideways::tiles::Goal;
use std::io::Write;

/// What is counted.
struct FirstLayers<'t> {
    region: Region,
    /// The name the user gave.
    name: &'t str,
    /// The board and where the distances begin, in a line.
    headline: String,
    /// The same, for the table.
    from: &'t str,
    /// Where the distances begin, in the JSON object.
    goal: Option<String>,
}

/// The first layers around the goal or a position.
pub fn of_board(around: &Around, explore: &Explore, out: &mut dyn Write) -> Result<Status, Failure> {
    not_for_tiles(around, explore)?;
    let (from, goal) = (around.from, Goal::from(around.centre.clone()).to_string());
    let headline = format!("{} board, {} {goal}", around.centre.size(), from.trim_start_matches("the "));
    let region = Region::from(&around.centre);
    count(&FirstLayers { region, name: &around.name, headline, from, goal: Some(goal) }, explore, out)
}

/// The first layers of a board without end.
pub fn without_end(region: Region, explore: &Explore, out: &mut dyn Write) -> Result<Status, Failure> {
    let name = &explore.puzzle;
    let given = explore.for_blocks().or(explore.for_tiles().filter(|&option| option != "depth"));
    if let Some(option) = given {
        let message = format!("`--{option}` does not apply to `{name}`, a board without end");
        return Err(Problem::new(message).help("leave it out").into());
    }
    if explore.depth.is_none() {
        let message = format!("`{name}` has no last layer");
        let help = format!("say how far to count: `explore {name} --depth 12`");
        return Err(Problem::new(message).help(help).into());
    }
    let place = match region {
        Region::QuarterPlane => ", blank in the corner",
        Region::HalfPlane => ", blank at the edge",
        _ => "",
    };
    let asked =
        FirstLayers { region, name, headline: format!("{name}{place}"), from: "the start", goal: None };
    count(&asked, explore, out)
}

/// Count, and print the result.
fn count(asked: &FirstLayers, explore: &Explore, out: &mut dyn Write) -> Result<Status, Failure> {
    let (style, limits) = (explore.style.unwrap_or(Style::STEP), explore.limits.limits());
    let plot = explore.plot.as_deref().map(files::plot_file).transpose()?;
    let layers = explore.depth.unwrap_or(Growth::MOST_LAYERS);
    let builder = Growth::of(asked.region).style(style).limits(limits).layers(layers);
    builder.check().map_err(|why| no_count(why.into(), limits))?;
    interrupt::listen();
    if !explore.json {
        writeln!(out, "{}\n{}\n", asked.headline, verdict::tile_style(style))?;
        out.flush()?;
    }
    let progress_line = &mut ProgressLine::new(explore.quiet);
    let growth = builder.watch(progress_line).count().map_err(|why| no_count(why.into(), limits))?;
    let layers = growth.layers();
    if let Some(mut file) = plot {
        file.plot(
            &asked.headline,
            &format!("moves from {} (style {style})", asked.from),
            "position",
            layers,
        )?;
    }
    if explore.json {
        let object = json::SpaceObject::new(asked.name, style, layers, growth.time());
        print(&object.of_growth(asked.goal.clone(), growth.is_whole()), out)?;
        return Ok(status(layers.stop));
    }
    let metric = format!("style {style}");
    let heading = Heading { thing: "position", from: asked.from, metric: &metric };
    match growth.is_whole() {
        true => table(layers, &heading, "", out)?,
        false => first_layers(layers, &heading, &stopped(layers, explore), out)?,
    }
    writeln!(out, "{}", cost(&layers.cost, growth.time()))?;
    Ok(status(layers.stop))
}
