//! Boards of tiles: all positions by their distance from one, or those that need no sad moves.

use super::{cost, diameter, files, print, solutions, status, stopped};
use crate::arguments::explore::Explore;
use crate::commands::solve::{no_count, verdict};
use crate::gpu::Gpu;
use crate::input;
use crate::interrupt;
use crate::problem::{Failure, Problem};
use crate::progress::ProgressLine;
use crate::quantity::count;
use crate::status::Status;
use crate::words::layers::{Heading, expected, table};
use slideways::read::goal;
use slideways::show::json::space as json;
use slideways::tiles::{Board, Goal, Position, Size};
use slideways::{Space, Style};
use std::io::Write;
use std::time::Instant;

/// The default number of farthest positions to show.
pub const FARTHEST: usize = 5;

/// What is explored.
pub struct Around {
    /// The name the user gave.
    pub name: String,
    /// Where the distances begin.
    pub centre: Board,
    /// The same, in words.
    pub from: &'static str,
}

impl Around {
    /// The board around its goal.
    pub fn size(explore: &Explore, size: Size) -> Result<Around, Problem> {
        let goal = explore.goal.as_ref().map_or(Ok(Goal::blank_last(size)), |text| goal(text, size))?;
        let centre = goal.full().ok_or_else(|| {
            Problem::new(format!(
                "the goal `{goal}` contains `*`, but distances start from a single position"
            ))
            .help("give a goal without `*`")
        })?;
        Ok(Around { name: explore.puzzle.clone(), centre, from: "the goal" })
    }

    /// The board around a position that the user gives.
    pub fn given(explore: &Explore, position: &input::Position) -> Result<Around, Problem> {
        if explore.goal.is_some() {
            let size = position.board.size();
            let size = format!("{}x{}", size.rows(), size.cols());
            return Err(Problem::new("distances start from the position or from the goal, not both")
                .help(format!("for the goal write `explore {size} --goal …`")));
        }
        let (name, centre) = (position.name.clone(), position.board.clone());
        Ok(Around { name, centre, from: "the position" })
    }

    /// Where the distances begin, as the position that is its own goal.
    pub fn position(&self) -> Position {
        let goal = Goal::from(self.centre.clone());
        Position::new(self.centre.clone(), goal).expect("a board is as large as itself")
    }
}

/// Refuse options that only apply to blocks.
pub fn not_for_tiles(around: &Around, explore: &Explore) -> Result<(), Problem> {
    let Some(option) = explore.for_blocks() else { return Ok(()) };
    let message = format!("`--{option}` is for puzzles of blocks, and `{}` is a board of tiles", around.name);
    Err(Problem::new(message).help("leave it out"))
}

/// Count, and print the result.
pub fn run(around: &Around, explore: &Explore, out: &mut dyn Write) -> Result<Status, Failure> {
    not_for_tiles(around, explore)?;
    let (style, limits) = (explore.style.unwrap_or(Style::STEP), explore.limits.limits());
    let plot = explore.plot.as_deref().map(files::plot_file).transpose()?;
    let (size, most) = (around.centre.size(), explore.farthest.unwrap_or(FARTHEST));
    // The diameter needs a farthest position.
    let collected = if explore.diameter { most.max(1) } else { most };
    let gpu = explore.gpu.then(Gpu::open).transpose()?;
    let mut asked = Space::of(around.position()).style(style).limits(limits).farthest(collected);
    if explore.happy {
        asked = asked.happy();
    }
    if explore.solutions {
        asked = asked.solutions();
    }
    if let Some(gpu) = &gpu {
        asked = gpu.space(asked);
    }
    asked.check().map_err(|why| no_count(why, limits))?;
    let estimate = asked.estimate();
    interrupt::listen();
    let started = Instant::now();
    if !explore.json {
        let (from, centre) = (around.from.trim_start_matches("the "), Goal::from(around.centre.clone()));
        writeln!(out, "{size} board, {from} {centre}\n{}", verdict::tile_style(style))?;
        if explore.happy {
            writeln!(out, "happy moves only: each brings its tile nearer home")?;
        } else if explore.gpu {
            writeln!(out, "counted on the GPU")?;
        } else if let Some(line) =
            estimate.and_then(|estimate| expected(&estimate, limits.threads, explore.solutions))
        {
            writeln!(out, "{line}")?;
        }
        writeln!(out)?;
        out.flush()?;
    }
    let progress_line =
        &mut ProgressLine::of_positions(explore.quiet, estimate.map(|estimate| estimate.positions));
    let space = asked.watch(progress_line).build().map_err(|why| no_count(why, limits))?;
    let layers = space.layers();
    if let Some(mut file) = plot {
        let from = around.from;
        let named = format!("{} board, from {from} {}", size, Goal::from(around.centre.clone()));
        file.plot(&named, &format!("moves from {from} (style {style})"), "position", layers)?;
    }
    let diameter = match explore.diameter && layers.stop.is_none() {
        true => Some(space.board_diameter(progress_line).map_err(|why| no_count(why, limits))?),
        false => None,
    };
    let farthest: Vec<String> = space.farthest_boards().iter().take(most).map(diameter::written).collect();
    let ended = match diameter.as_ref().and_then(|found| found.stop) {
        Some(_) => Status::Stopped,
        None => status(space.stop()),
    };
    if explore.json {
        let object = json::SpaceObject::new(&around.name, style, layers, started.elapsed());
        let goal = Goal::from(around.centre.clone()).to_string();
        let object = object.of_tiles(goal, explore.happy, farthest);
        let object = object.with_solutions(space.solutions());
        match &diameter {
            Some(found) => print(&object.with_board_diameter(found, size.cols(), diameter::written), out)?,
            None => print(&object, out)?,
        }
        return Ok(ended);
    }
    let metric = format!("style {style}{}", if explore.happy { ", happy moves only" } else { "" });
    let heading = Heading { thing: "position", from: around.from, metric: &metric };
    table(layers, &heading, &stopped(layers, explore), out)?;
    if explore.happy && layers.stop.is_none() {
        let others = layers.sizes.iter().sum::<u64>() - 1;
        writeln!(out, "without the goal itself: {}", count(others))?;
    }
    if !farthest.is_empty() {
        let last = *layers.sizes.last().expect("the first layer is there");
        writeln!(out, "farthest: {} of {}", count(farthest.len() as u64), count(last))?;
        farthest.iter().try_for_each(|board| writeln!(out, "  {board}"))?;
    }
    if let Some(counts) = space.solutions() {
        writeln!(out)?;
        solutions(counts, &heading, explore, out)?;
    }
    if let Some(found) = &diameter {
        diameter::tell(found, size, style, limits, out)?;
    }
    let searched = diameter.as_ref().map_or(space.cost(), |found| &found.cost);
    writeln!(out, "{}", cost(searched, started.elapsed()))?;
    Ok(ended)
}
