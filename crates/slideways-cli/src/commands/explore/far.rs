//! `--disk`: layers in files, for spaces past memory.

use super::engine::Searcher;
use super::tiles::Around;
use super::{cost, files, print, status, stopped};
use crate::arguments::explore::Explore;
use crate::commands::solve::{no_answer, verdict};
use crate::input::Loaded;
use crate::interrupt;
use crate::problem::Failure;
use crate::progress::Onlooker;
use crate::quantity::{bytes, count, counted};
use crate::status::Status;
use crate::words;
use crate::words::gallery::gallery;
use crate::words::layers::{Heading, table};
use slideways::Style;
use slideways::explore::far::{self, Far, Place};
use slideways::format::sliding;
use slideways::format::tiles::Notation;
use slideways::show::json::space as json;
use slideways::tiles::Goal;
use std::io::{self, Write};
use std::path::Path;

fn place<'p>(folder: &'p Path, explore: &Explore) -> Place<'p> {
    Place { folder, resume: explore.resume }
}

/// The component of a puzzle's start.
pub fn blocks(
    loaded: &Loaded,
    folder: &Path,
    explore: &Explore,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let (style, limits) = (explore.style.unwrap_or(Style::MOVE), explore.limits.limits());
    let searcher = Searcher::new(explore)?;
    let plot = explore.plot.as_deref().map(files::plot_file).transpose()?;
    interrupt::listen();
    if !explore.json && searcher.tells() {
        let (headline, summary) =
            (words::headline(&loaded.name, loaded.puzzle.title()), words::summary(&loaded.puzzle));
        writeln!(out, "{headline}\n{summary}\n{}\n", words::style(style))?;
        out.flush()?;
    }
    let mut onlooker = Onlooker::new(explore.quiet);
    let (puzzle, most) = (&loaded.puzzle, explore.farthest.unwrap_or(1));
    let found = far::blocks(puzzle, style, most, place(folder, explore), &searcher, limits, &mut onlooker);
    let found = found.map_err(no_answer)?;
    drop(onlooker);
    if !searcher.tells() {
        return helped(&found, explore, out);
    }
    let written: Vec<String> =
        found.farthest.iter().map(|at| sliding::arrangement(puzzle, &puzzle.places(at))).collect();
    let told =
        Told { found: &found, style, explore, thing: "arrangement", from: "the start", written: &written };
    if let Some(mut file) = plot {
        let distance = format!("moves from the start (style {style})");
        file.plot(words::title(loaded), &distance, "arrangement", &found.table)?;
    }
    if explore.json {
        let object = json::Space::new(&loaded.name, style, &found.table, found.time);
        print(&object.on_disk(written, found.nearest_goal()), out)?;
        return Ok(status(&found.table));
    }
    told.layers(out)?;
    let reached = counted(found.goals.iter().sum::<u64>(), "arrangement");
    match found.nearest_goal() {
        Some(distance) => {
            let moves = counted(distance, "move");
            writeln!(
                out,
                "nearest goal: {moves} ({}), proved shortest; goals reached: {reached}",
                told.metric()
            )?;
        }
        None if found.table.stop.is_none() => writeln!(out, "no goal can be reached")?,
        None => {
            let bound = found.table.sizes.len();
            writeln!(out, "no goal reached: every solution has at least {bound} moves ({})", told.metric())?;
        }
    }
    if !found.farthest.is_empty() {
        told.farthest(out)?;
        writeln!(out)?;
        let drawing = words::drawing(explore.ascii);
        let drawn = found.farthest.iter().zip(&written);
        let drawn: Vec<String> = drawn.map(|(at, text)| format!("{text}\n{}", drawing(puzzle, at))).collect();
        write!(out, "{}", gallery(&drawn))?;
    }
    told.cost(out)?;
    Ok(status(&found.table))
}

/// All positions of a board.
pub fn tiles(
    around: &Around,
    folder: &Path,
    explore: &Explore,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    super::tiles::not_for_tiles(around, explore)?;
    let (style, limits) = (explore.style.unwrap_or(Style::STEP), explore.limits.limits());
    let searcher = Searcher::new(explore)?;
    let plot = explore.plot.as_deref().map(files::plot_file).transpose()?;
    interrupt::listen();
    let (size, centre) = (around.centre.size(), Goal::from(around.centre.clone()));
    if !explore.json && searcher.tells() {
        let from = around.from.trim_start_matches("the ");
        writeln!(out, "{size} board, {from} {centre}\n{}\n", verdict::tile_style(style))?;
        out.flush()?;
    }
    let mut onlooker = Onlooker::new(explore.quiet);
    let most = explore.farthest.unwrap_or(super::tiles::FARTHEST);
    let place = place(folder, explore);
    let found = far::tiles(&around.centre, style.who, most, place, &searcher, limits, &mut onlooker);
    let found = found.map_err(no_answer)?;
    drop(onlooker);
    if !searcher.tells() {
        return helped(&found, explore, out);
    }
    let written: Vec<String> =
        found.farthest.iter().filter_map(|board| Notation::Rows.print(board)).collect();
    let told =
        Told { found: &found, style, explore, thing: "position", from: around.from, written: &written };
    if let Some(mut file) = plot {
        let named = format!("{size} board, from {} {centre}", around.from);
        file.plot(&named, &format!("moves from {} (style {style})", around.from), "position", &found.table)?;
    }
    if explore.json {
        let object = json::Space::new(&around.name, style, &found.table, found.time);
        print(&object.of_tiles(centre.to_string(), false, written), out)?;
        return Ok(status(&found.table));
    }
    told.layers(out)?;
    if !found.farthest.is_empty() {
        told.farthest(out)?;
        written.iter().try_for_each(|board| writeln!(out, "  {board}"))?;
    }
    told.cost(out)?;
    Ok(status(&found.table))
}

/// What a process says that has only helped.
fn helped<T>(found: &Far<T>, explore: &Explore, out: &mut dyn Write) -> Result<Status, Failure> {
    if !explore.json {
        let layers = counted(found.table.sizes.len() as u64, "layer");
        match found.table.stop {
            None => writeln!(out, "helped to find {layers}; process 0 tells what they are")?,
            Some(_) => writeln!(out, "stopped: {}; {layers} are kept", stopped(&found.table, explore))?,
        }
    }
    Ok(status(&found.table))
}

/// What was found, for people.
struct Told<'t, T> {
    found: &'t Far<T>,
    style: Style,
    explore: &'t Explore,
    thing: &'t str,
    from: &'t str,
    written: &'t [String],
}

impl<T> Told<'_, T> {
    fn metric(&self) -> String {
        format!("style {}", self.style)
    }

    fn layers(&self, out: &mut dyn Write) -> io::Result<()> {
        let heading = Heading { thing: self.thing, from: self.from, metric: &self.metric() };
        table(&self.found.table, &heading, &stopped(&self.found.table, self.explore), out)
    }

    fn farthest(&self, out: &mut dyn Write) -> io::Result<()> {
        let last = *self.found.table.sizes.last().expect("the first layer is there");
        writeln!(out, "farthest: {} of {}", count(self.written.len() as u64), count(last))
    }

    fn cost(&self, out: &mut dyn Write) -> io::Result<()> {
        let Far { table, written, time, .. } = self.found;
        writeln!(out, "{}", cost(&table.cost, *time))?;
        let each = *written as f64 / table.states().max(1) as f64;
        writeln!(out, "written: {}, {each:.1} bytes for each state", bytes(*written))?;
        if let Some(advice) = table.stop.and_then(verdict::remedy) {
            writeln!(out, "{advice}")?;
        }
        match table.stop {
            Some(_) => {
                writeln!(out, "`--resume` goes on after layer {}", table.sizes.len().saturating_sub(1))
            }
            None => Ok(()),
        }
    }
}
