//! Blocks: all arrangements that can be reached, by their distance from the start and to the nearest goal.

use super::{cost, files, hardest, print, solutions, stopped};
use crate::arguments::explore::Explore;
use crate::commands::solve::{no_answer, verdict};
use crate::input::Loaded;
use crate::interrupt;
use crate::problem::{Failure, Problem};
use crate::progress::ProgressLine;
use crate::quantity::{count, counted};
use crate::status::Status;
use crate::words;
use crate::words::layers::{Heading, table};
use slideways::Style;
use slideways::outcome::{Limits, Stop};
use slideways::puzzle::Arrangement;
use slideways::show::json::space as json;
use slideways::space::{Component, Diameter, NoGraph, Space, SpaceError};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// The most arrangements of a graph that is written without `--force`.
const MOST_WRITTEN: u64 = 1_000_000;

/// The most arrangements of a graph that is drawn without `--force`.
const MOST_DRAWN: u64 = 60_000;

/// The most arrangements of a component whose diameter is computed.
const MOST_MEASURED: u64 = 20_000_000;

/// What is explored, and how.
struct Exploration<'t> {
    loaded: &'t Loaded,
    style: Style,
    limits: Limits,
    explore: &'t Explore,
    started: Instant,
}

/// What was found.
struct Found {
    space: Space,
    /// The diameter, and two arrangements at that distance; or why it is unknown.
    diameter: Option<Result<(Diameter, [Arrangement; 2]), NoGraph>>,
    /// Why the picture is rough.
    rough: Option<Stop>,
}

/// Count, and print the result.
pub fn run(loaded: &Loaded, explore: &Explore, out: &mut dyn Write) -> Result<Status, Failure> {
    let (style, limits) = (explore.style.unwrap_or(loaded.default_style()), explore.limits.limits());
    // Open the files first: an error should not come after an hour.
    let plot = explore.plot.as_deref().map(files::plot_file).transpose()?;
    let graph = explore.graph.as_deref().map(files::graph_file).transpose()?;
    let picture = explore.picture.as_deref().map(files::picture_file).transpose()?;
    let save = explore.save.as_deref().map(files::puzzle_file).transpose()?;
    interrupt::listen();
    if !explore.json {
        let (headline, summary) =
            (words::headline(&loaded.name, loaded.puzzle.title()), words::summary(&loaded.puzzle));
        writeln!(out, "{headline}\n{summary}\n{}\n", words::style(style))?;
        out.flush()?;
    }
    let request = Exploration { loaded, style, limits, explore, started: Instant::now() };
    let mut builder =
        Space::of(&loaded.puzzle).style(style).limits(limits).farthest(explore.farthest.unwrap_or(1));
    if let Some(most) = explore.hardest {
        builder = builder.hardest(most);
    }
    if explore.diameter || graph.is_some() || picture.is_some() {
        builder = builder.graph(if explore.force { u64::MAX } else { MOST_MEASURED });
    }
    if explore.solutions {
        builder = builder.solutions();
    }
    let mut progress_line = ProgressLine::new(explore.quiet);
    let space = builder.watch(&mut progress_line).build().map_err(no_answer)?;
    drop(progress_line);
    if let Some(mut file) = plot {
        file.plot(
            words::title(loaded),
            &format!("moves from the start (style {style})"),
            "arrangement",
            space.layers(),
        )?;
    }
    let mut found = Found { space, diameter: None, rough: None };
    let whole = found.space.stop().is_none();
    let refused = whole.then(|| request.refused(found.space.layers().states())).flatten();
    let [graph, picture] = [graph, picture].map(|file| file.filter(|_| whole && refused.is_none()));
    let wanted = graph.is_some() || picture.is_some();
    let mut no_graph = None;
    if whole {
        match found.space.component().cloned() {
            Ok(component) => {
                if let Some(mut file) = graph {
                    file.graph(&component)?;
                }
                if let Some(mut file) = picture {
                    let title = format!("{} (style {style})", words::title(loaded));
                    found.rough = request.picture(&title, &component, &mut file)?;
                }
            }
            Err(why) => no_graph = wanted.then_some(why),
        }
        if explore.diameter {
            found.diameter = Some(match found.space.diameter(&mut ProgressLine::new(explore.quiet)) {
                Ok(known) => Ok(known),
                Err(SpaceError::NoGraph(why)) => Err(why),
                Err(SpaceError::Wrong(why)) => return Err(no_answer(why).into()),
            });
        }
    }
    match explore.json {
        true => request.json(&found, out)?,
        false => request.tell(&found, out)?,
    }
    hardest::save(&found.space, &loaded.puzzle, save, explore, out)?;
    if let Some(problem) = refused {
        return Err(problem.into());
    }
    if let Some(why) = no_graph {
        out.flush()?;
        Problem::new(format!("no graph was written: {}", request.no_graph(why))).warn();
    }
    let stopped = found.space.stop().is_some()
        || no_graph.is_some()
        || request.is_open(&found)
        || found.rough.is_some();
    Ok(if stopped { Status::Stopped } else { Status::Success })
}

impl Exploration<'_> {
    /// What is left of the limits.
    fn left(&self) -> Limits {
        let time = self.limits.time.map(|time| time.saturating_sub(self.started.elapsed()));
        Limits { time, ..self.limits }
    }

    /// Why a graph with this number of arrangements is not written or drawn; all other output is unaffected.
    fn refused(&self, states: u64) -> Option<Problem> {
        let Explore { graph, picture, force, .. } = self.explore;
        let limits = [(graph, MOST_WRITTEN, "written"), (picture, MOST_DRAWN, "drawn")];
        let (_, most, done) =
            limits.into_iter().find(|(file, most, _)| file.is_some() && states > *most && !force)?;
        let states = counted(states, "arrangement");
        let message = format!(
            "the graph has {states}, and graphs of more than {} are not {done} by default",
            count(most)
        );
        Some(Problem::new(message).help("use `--force` to do it anyway"))
    }

    /// Draw the graph; returns what stopped the layout, if anything did.
    fn picture(
        &self,
        title: &str,
        map: &Component,
        file: &mut files::Output,
    ) -> Result<Option<Stop>, Problem> {
        let mut progress_line = ProgressLine::new(self.explore.quiet);
        let mut stop = None;
        let rough = file.picture(title, map, &mut || {
            let late = self.left().time == Some(Duration::ZERO);
            stop = if progress_line.drawing() { Some(Stop::Caller) } else { late.then_some(Stop::Time) };
            stop.is_some()
        })?;
        Ok(stop.filter(|_| rough))
    }

    /// Whether the diameter was requested but is not known.
    fn is_open(&self, found: &Found) -> bool {
        match &found.diameter {
            Some(Ok((diameter, _))) => diameter.at_least < diameter.at_most,
            Some(Err(_)) => true,
            None => false,
        }
    }

    fn no_graph(&self, why: NoGraph) -> String {
        match why {
            NoGraph::Stopped(by) => verdict::reason(by, self.limits),
            _ => "there are too many arrangements; use `--force` to try anyway".to_owned(),
        }
    }

    fn written(&self, arrangements: &[Arrangement]) -> Vec<String> {
        hardest::written(&self.loaded.puzzle, arrangements)
    }

    fn draw(&self, arrangements: &[Arrangement], out: &mut dyn Write) -> io::Result<()> {
        hardest::draw(&self.loaded.puzzle, arrangements, self.explore.ascii, out)
    }

    /// The result as text.
    fn tell(&self, found: &Found, out: &mut dyn Write) -> io::Result<()> {
        let Found { space, diameter, rough } = found;
        let style = self.style;
        let metric = format!("style {style}");
        let heading = Heading { thing: "arrangement", from: "the start", metric: &metric };
        table(space.layers(), &heading, &stopped(space.layers(), self.explore), out)?;
        if !space.farthest().is_empty() {
            let last = *space.layers().sizes.last().expect("the first layer is there");
            let (shown, last) = (count(space.farthest().len() as u64), count(last));
            writeln!(out, "farthest: {shown} of {last}\n")?;
            self.draw(space.farthest(), out)?;
        }
        hardest::tell(space, &self.loaded.puzzle, self.explore, out)?;
        if let Some(counts) = space.solutions() {
            writeln!(out)?;
            if counts.layers.is_empty() && counts.stop.is_none() {
                writeln!(out, "no goal can be reached: none of the arrangements has a solution")?;
            } else {
                let heading = Heading { thing: "arrangement", from: "the nearest goal", metric: &metric };
                solutions(counts, &heading, self.explore, out)?;
            }
        }
        match diameter {
            Some(Ok((known, ends))) => {
                let at_least = counted(known.at_least, "move");
                let searches = match known.searches {
                    1 => "1 search".to_owned(),
                    more => format!("{} searches", count(more)),
                };
                match known.stop {
                    None => {
                        writeln!(out, "\ndiameter: {at_least} ({metric}), proved by {searches}; between\n")?
                    }
                    Some(by) => {
                        let reason = verdict::reason(by, self.limits);
                        let at_most = count(known.at_most.min(2 * space.layers().radius()));
                        writeln!(
                            out,
                            "\ndiameter: from {} to {at_most} moves ({metric}); stopped after {searches}: {reason}; between\n",
                            count(known.at_least)
                        )?;
                    }
                }
                self.draw(ends, out)?;
            }
            Some(Err(why)) => {
                let radius = space.layers().radius();
                let (low, high, why) = (count(radius), count(2 * radius), self.no_graph(*why));
                writeln!(out, "\ndiameter: from {low} to {high} moves ({metric}); no nearer, since {why}")?;
            }
            None => {}
        }
        if let Some(by) = rough {
            let reason = verdict::reason(*by, self.limits);
            writeln!(out, "\npicture: rough, because its layout was stopped: {reason}")?;
        }
        writeln!(out, "{}", cost(space.cost(), space.time()))?;
        let stop: Option<Stop> = space.stop().or(*rough);
        stop.and_then(verdict::remedy).map_or(Ok(()), |advice| writeln!(out, "{advice}"))
    }

    /// The result as JSON.
    fn json(&self, found: &Found, out: &mut dyn Write) -> io::Result<()> {
        let Found { space, diameter, rough } = found;
        let to_goal = space.to_goal().map(|table| json::ToGoal::new(table, self.written(space.hardest())));
        let radius = space.layers().radius();
        let diameter = diameter.as_ref().map(|known| match known {
            Ok((known, ends)) => json::Between {
                at_least: known.at_least,
                at_most: Some(known.at_most.min(2 * radius)),
                ends: self.written(ends),
                classes: vec![],
            },
            Err(_) => {
                json::Between { at_least: radius, at_most: Some(2 * radius), ends: vec![], classes: vec![] }
            }
        });
        let time = self.started.elapsed();
        let object = json::SpaceObject::new(&self.loaded.name, self.style, space.layers(), time);
        let object = object.of_blocks(self.written(space.farthest()), to_goal, diameter);
        print(&object.with_solutions(space.solutions()).with_picture(*rough), out)
    }
}
