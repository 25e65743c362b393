//! `--disk`: external-memory breadth-first search, with layers in files.

use super::cluster::{Cluster, cluster, reports};
use super::tiles::Around;
use super::{cost, files, hardest, print, status, stopped};
use crate::arguments::explore::Explore;
use crate::commands::solve::{no_answer, verdict};
use crate::input::Loaded;
use crate::interrupt;
use crate::problem::Failure;
use crate::progress::ProgressLine;
use crate::quantity::{bytes, count, counted};
use crate::status::Status;
use crate::words;
use crate::words::layers::{Heading, shares, table};
use slideways::format::tiles::Notation;
use slideways::outcome::LayerTable;
use slideways::show::json::space as json;
use slideways::space::{MOST_SHARES, MOST_WORKERS, Space, SpaceBuilder};
use slideways::tiles::Goal;
use slideways::{Game, Style, Who};
use std::io::{self, Write};
use std::path::Path;

/// The layers of a game in a folder, found by a cluster if there is one.
fn on_disk<'s>(
    game: impl Into<Game>,
    folder: &Path,
    explore: &Explore,
    cluster: Option<&'s Cluster>,
) -> SpaceBuilder<'s> {
    let space = Space::of(game).limits(explore.limits.limits()).on_disk(folder).resume(explore.resume);
    match cluster {
        Some(cluster) => space.cluster(&*cluster.engine),
        None => space,
    }
}

/// The component of a puzzle's start.
pub fn blocks(
    loaded: &Loaded,
    folder: &Path,
    explore: &Explore,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let style = explore.style.unwrap_or(loaded.default_style());
    let cluster = cluster(explore, MOST_WORKERS)?;
    let plot = explore.plot.as_deref().map(files::plot_file).transpose()?;
    let save = explore.save.as_deref().map(files::puzzle_file).transpose()?;
    interrupt::listen();
    if !explore.json && reports(cluster.as_ref()) {
        let (headline, summary) =
            (words::headline(&loaded.name, loaded.puzzle.title()), words::summary(&loaded.puzzle));
        writeln!(out, "{headline}\n{summary}\n{}\n", words::style(style))?;
        out.flush()?;
    }
    let mut progress_line = ProgressLine::new(explore.quiet);
    let (puzzle, most) = (&loaded.puzzle, explore.farthest.unwrap_or(1));
    let mut space = on_disk(puzzle, folder, explore, cluster.as_ref()).style(style).farthest(most);
    if let Some(most) = explore.hardest {
        space = space.hardest(most);
    }
    let space = space.watch(&mut progress_line).build().map_err(no_answer)?;
    drop(progress_line);
    if !reports(cluster.as_ref()) {
        return helped(&space, explore, out);
    }
    let written = hardest::written(puzzle, space.farthest());
    let report = LayerReport {
        space: &space,
        style,
        explore,
        thing: "arrangement",
        from: "the start",
        written: &written,
    };
    if let Some(mut file) = plot {
        let distance = format!("moves from the start (style {style})");
        file.plot(words::title(loaded), &distance, "arrangement", space.layers())?;
    }
    if explore.json {
        let object = json::SpaceObject::new(&loaded.name, style, space.layers(), space.time());
        let starts = hardest::written(puzzle, space.hardest());
        let to_goal = space.to_goal().map(|table| json::ToGoal::new(table, starts));
        print(&object.of_blocks(written, to_goal, None).on_disk(space.nearest_goal()), out)?;
        hardest::save(&space, puzzle, save, explore, out)?;
        return Ok(status(space.stop()));
    }
    report.layers(out)?;
    let reached = counted(space.goals().unwrap_or(0), "arrangement");
    match space.nearest_goal() {
        Some(distance) => {
            let moves = counted(distance, "move");
            writeln!(
                out,
                "nearest goal: {moves} ({}), proved shortest; goals reached: {reached}",
                report.metric()
            )?;
        }
        None if space.stop().is_none() => writeln!(out, "no goal can be reached")?,
        None => {
            let bound = space.layers().sizes.len();
            writeln!(
                out,
                "no goal reached: every solution has at least {bound} moves ({})",
                report.metric()
            )?;
        }
    }
    if !space.farthest().is_empty() {
        report.farthest(out)?;
        writeln!(out)?;
        hardest::draw(puzzle, space.farthest(), explore.ascii, out)?;
    }
    hardest::tell(&space, puzzle, explore, out)?;
    report.cost(out)?;
    hardest::save(&space, puzzle, save, explore, out)?;
    Ok(status(space.stop()))
}

/// All positions of a board.
pub fn tiles(
    around: &Around,
    folder: &Path,
    explore: &Explore,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    super::tiles::not_for_tiles(around, explore)?;
    let style = explore.style.unwrap_or(Style::STEP);
    let cluster = cluster(explore, if style.who == Who::Piece { MOST_SHARES } else { MOST_WORKERS })?;
    let plot = explore.plot.as_deref().map(files::plot_file).transpose()?;
    interrupt::listen();
    let (size, centre) = (around.centre.size(), Goal::from(around.centre.clone()));
    let processes = cluster.as_ref().map_or(1, |cluster| cluster.processes);
    let estimate = Space::of(around.position()).style(style).estimate();
    let estimate = estimate.filter(|_| processes > 1 && style.who == Who::Piece);
    let shares = estimate.map(|estimate| shares(size, &estimate, processes, explore.limits.limits().memory));
    let shares = shares.transpose()?.map_or(String::new(), |line| format!("{line}\n"));
    if !explore.json && reports(cluster.as_ref()) {
        let from = around.from.trim_start_matches("the ");
        writeln!(out, "{size} board, {from} {centre}\n{}\n{shares}", verdict::tile_style(style))?;
        out.flush()?;
    }
    let mut progress_line = ProgressLine::new(explore.quiet);
    let most = explore.farthest.unwrap_or(super::tiles::FARTHEST);
    let space = on_disk(around.position(), folder, explore, cluster.as_ref()).style(style).farthest(most);
    let space = space.watch(&mut progress_line).build().map_err(no_answer)?;
    drop(progress_line);
    if !reports(cluster.as_ref()) {
        return helped(&space, explore, out);
    }
    let written: Vec<String> =
        space.farthest_boards().iter().filter_map(|board| Notation::Rows.print(board)).collect();
    let report = LayerReport {
        space: &space,
        style,
        explore,
        thing: "position",
        from: around.from,
        written: &written,
    };
    if let Some(mut file) = plot {
        let named = format!("{size} board, from {} {centre}", around.from);
        file.plot(
            &named,
            &format!("moves from {} (style {style})", around.from),
            "position",
            space.layers(),
        )?;
    }
    if explore.json {
        let object = json::SpaceObject::new(&around.name, style, space.layers(), space.time());
        print(&object.of_tiles(centre.to_string(), false, written), out)?;
        return Ok(status(space.stop()));
    }
    report.layers(out)?;
    if !written.is_empty() {
        report.farthest(out)?;
        written.iter().try_for_each(|board| writeln!(out, "  {board}"))?;
    }
    report.cost(out)?;
    Ok(status(space.stop()))
}

/// The output of a process other than process 0.
fn helped(space: &Space, explore: &Explore, out: &mut dyn Write) -> Result<Status, Failure> {
    if !explore.json {
        let number = space.layers().sizes.len() as u64;
        let (layers, are) = (counted(number, "layer"), if number == 1 { "is" } else { "are" });
        match space.stop() {
            None => writeln!(out, "worker done: {layers}; process 0 prints the result")?,
            Some(_) => {
                let table = space.to_goal().unwrap_or(space.layers());
                writeln!(out, "stopped: {}; {layers} {are} stored", stopped(table, explore))?;
            }
        }
    }
    Ok(status(space.stop()))
}

/// The result as text.
struct LayerReport<'t> {
    space: &'t Space,
    style: Style,
    explore: &'t Explore,
    thing: &'t str,
    from: &'t str,
    written: &'t [String],
}

impl LayerReport<'_> {
    fn metric(&self) -> String {
        format!("style {}", self.style)
    }

    fn layers(&self, out: &mut dyn Write) -> io::Result<()> {
        let heading = Heading { thing: self.thing, from: self.from, metric: &self.metric() };
        table(self.space.layers(), &heading, &stopped(self.space.layers(), self.explore), out)
    }

    fn farthest(&self, out: &mut dyn Write) -> io::Result<()> {
        let last = *self.space.layers().sizes.last().expect("the first layer is there");
        writeln!(out, "farthest: {} of {}", count(self.written.len() as u64), count(last))
    }

    fn cost(&self, out: &mut dyn Write) -> io::Result<()> {
        let (table, written) = (self.space.layers(), self.space.written().unwrap_or(0));
        writeln!(out, "{}", cost(self.space.cost(), self.space.time()))?;
        let each = written as f64 / table.states().max(1) as f64;
        writeln!(out, "written: {}, {each:.1} bytes per state", bytes(written))?;
        if let Some(advice) = self.space.stop().and_then(verdict::remedy) {
            writeln!(out, "{advice}")?;
        }
        let last = |table: &LayerTable| table.sizes.len().saturating_sub(1);
        match self.space.to_goal() {
            Some(to_goal) if to_goal.stop.is_some() => {
                let layer = last(to_goal);
                writeln!(out, "`--resume` continues after layer {layer} from the goals")
            }
            _ if table.stop.is_some() => writeln!(out, "`--resume` continues after layer {}", last(table)),
            _ => Ok(()),
        }
    }
}
