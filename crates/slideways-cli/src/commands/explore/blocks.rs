//! Blocks: all arrangements that can be reached, by their distance from the start and to the nearest goal.

use super::{cost, files, print, stopped};
use crate::arguments::explore::Explore;
use crate::commands::solve::{no_answer, verdict};
use crate::input::Loaded;
use crate::interrupt;
use crate::problem::{Failure, Problem};
use crate::progress::Onlooker;
use crate::quantity::{count, counted};
use crate::status::Status;
use crate::words;
use crate::words::gallery::gallery;
use crate::words::layers::{Heading, table};
use slideways::Style;
use slideways::explore::diameter::{self, Diameter};
use slideways::explore::map::{Map, NoMap};
use slideways::explore::survey::{Survey, Wish};
use slideways::explore::{map, survey};
use slideways::format::sliding;
use slideways::outcome::{Limits, Stop};
use slideways::puzzle::Arrangement;
use slideways::search::control::Control;
use slideways::show::json::space as json;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// A graph is written only if it has at most so many arrangements, unless that is forced.
const MOST_WRITTEN: u64 = 1_000_000;

/// A graph is drawn only if it has at most so many.
const MOST_DRAWN: u64 = 60_000;

/// Diameters are looked for only in components of at most so many.
const MOST_MEASURED: u64 = 20_000_000;

/// What is explored, and how.
struct Task<'t> {
    loaded: &'t Loaded,
    style: Style,
    limits: Limits,
    explore: &'t Explore,
    started: Instant,
}

/// What was found.
struct Found {
    survey: Survey,
    /// The diameter, and the arrangements that are so far apart; or why it is not known.
    diameter: Option<Result<(Diameter, Vec<Arrangement>), NoMap>>,
    /// Why the picture is rougher than it could be.
    rough: Option<Stop>,
    /// How long the survey took.
    time: Duration,
}

/// Count, and tell.
pub fn run(loaded: &Loaded, explore: &Explore, out: &mut dyn Write) -> Result<Status, Failure> {
    let (style, limits) = (explore.style.unwrap_or(Style::MOVE), explore.limits.limits());
    // Better now than after an hour: files that cannot be written.
    let plot = explore.plot.as_deref().map(files::plot_file).transpose()?;
    let graph = explore.graph.as_deref().map(files::graph_file).transpose()?;
    let picture = explore.picture.as_deref().map(files::picture_file).transpose()?;
    interrupt::listen();
    if !explore.json {
        let (headline, summary) =
            (words::headline(&loaded.name, loaded.puzzle.title()), words::summary(&loaded.puzzle));
        writeln!(out, "{headline}\n{summary}\n{}\n", words::style(style))?;
        out.flush()?;
    }
    let task = Task { loaded, style, limits, explore, started: Instant::now() };
    let wish = Wish { farthest: explore.farthest.unwrap_or(1), hardest: explore.hardest };
    let mut onlooker = Onlooker::new(explore.quiet);
    let survey = survey(&loaded.puzzle, style, wish, limits, &mut onlooker).map_err(no_answer)?;
    drop(onlooker);
    if let Some(mut file) = plot {
        file.plot(
            words::title(loaded),
            &format!("moves from the start (style {style})"),
            "arrangement",
            &survey.from_start,
        )?;
    }
    let mut found = Found { survey, diameter: None, rough: None, time: task.started.elapsed() };
    let whole = found.survey.stop().is_none();
    let refused = whole.then(|| task.refused(found.survey.from_start.states())).flatten();
    let [graph, picture] = [graph, picture].map(|file| file.filter(|_| whole && refused.is_none()));
    let wanted = graph.is_some() || picture.is_some();
    let mut no_graph = None;
    if whole && (explore.diameter || wanted) {
        let most = if explore.force { u64::MAX } else { MOST_MEASURED };
        match task.map(most)? {
            Ok(map) => {
                if let Some(mut file) = graph {
                    file.graph(&loaded.puzzle, style, &map)?;
                }
                if let Some(mut file) = picture {
                    let title = format!("{} (style {style})", words::title(loaded));
                    found.rough = task.picture(&title, &map, &mut file)?;
                }
                if explore.diameter {
                    found.diameter = Some(Ok(task.diameter(&map)?));
                }
            }
            Err(why) => {
                found.diameter = explore.diameter.then_some(Err(why));
                no_graph = wanted.then_some(why);
            }
        }
    }
    match explore.json {
        true => task.json(&found, out)?,
        false => task.tell(&found, out)?,
    }
    if let Some(problem) = refused {
        return Err(problem.into());
    }
    if let Some(why) = no_graph {
        out.flush()?;
        Problem::new(format!("no graph was written: {}", task.no_map(why))).warn();
    }
    let stopped =
        found.survey.stop().is_some() || no_graph.is_some() || task.is_open(&found) || found.rough.is_some();
    Ok(if stopped { Status::Stopped } else { Status::Success })
}

impl Task<'_> {
    /// What is left of the limits.
    fn left(&self) -> Limits {
        let time = self.limits.time.map(|time| time.saturating_sub(self.started.elapsed()));
        Limits { time, ..self.limits }
    }

    /// Why a graph of so many arrangements is not written or drawn; all else is told all the same.
    fn refused(&self, states: u64) -> Option<Problem> {
        let Explore { graph, picture, force, .. } = self.explore;
        let limits = [(graph, MOST_WRITTEN, "written"), (picture, MOST_DRAWN, "drawn")];
        let (_, most, done) =
            limits.into_iter().find(|(file, most, _)| file.is_some() && states > *most && !force)?;
        let states = counted(states, "arrangement");
        let message =
            format!("the graph has {states}, and graphs of more than {} are not {done}", count(most));
        Some(Problem::new(message).help("`--force` does it all the same"))
    }

    fn map(&self, most: u64) -> Result<Result<Map, NoMap>, Problem> {
        let onlooker = &mut Onlooker::new(self.explore.quiet);
        let map = map(&self.loaded.puzzle, self.style, most, self.left(), onlooker);
        map.map_err(|too_large| no_answer(too_large.into()))
    }

    /// The diameter as far as it is known, and its ends. The way between them is replayed, which is short work beside
    /// what was done by then: no limit of time stops it.
    fn diameter(&self, map: &Map) -> Result<(Diameter, Vec<Arrangement>), Problem> {
        let puzzle = &self.loaded.puzzle;
        let mut onlooker = Onlooker::new(self.explore.quiet);
        let found = diameter::diameter(&map.links, 0, &mut Control::new(self.left(), &mut onlooker));
        let limits = Limits { time: None, ..self.limits };
        let way = found.way(puzzle, self.style, map, limits, &mut ()).map_err(no_answer)?;
        let ends = found.ends.iter().filter_map(|&end| map.arrangement(puzzle, end));
        Ok((found, if way.is_ok() { ends.collect() } else { vec![] }))
    }

    /// Draw the graph; tells what stopped the layout, if something did.
    fn picture(&self, title: &str, map: &Map, file: &mut files::Output) -> Result<Option<Stop>, Problem> {
        let mut onlooker = Onlooker::new(self.explore.quiet);
        let mut stop = None;
        let rough = file.picture(title, map, &mut || {
            let late = self.left().time == Some(Duration::ZERO);
            stop = if onlooker.drawing() { Some(Stop::Caller) } else { late.then_some(Stop::Time) };
            stop.is_some()
        })?;
        Ok(stop.filter(|_| rough))
    }

    /// Whether the diameter was asked for, and is not known.
    fn is_open(&self, found: &Found) -> bool {
        match &found.diameter {
            Some(Ok((diameter, _))) => diameter.at_least < diameter.at_most,
            Some(Err(_)) => true,
            None => false,
        }
    }

    fn no_map(&self, why: NoMap) -> String {
        match why {
            NoMap::TooMany => "there are too many arrangements; `--force` tries it all the same".to_owned(),
            NoMap::Stopped(by) => verdict::reason(by, self.limits),
        }
    }

    fn written(&self, arrangements: &[Arrangement]) -> Vec<String> {
        let puzzle = &self.loaded.puzzle;
        arrangements.iter().map(|at| sliding::arrangement(puzzle, &puzzle.places(at))).collect()
    }

    fn draw(&self, arrangements: &[Arrangement], out: &mut dyn Write) -> io::Result<()> {
        let drawing = words::drawing(self.explore.ascii);
        let drawn = arrangements.iter().zip(self.written(arrangements));
        let drawn: Vec<String> =
            drawn.map(|(at, text)| format!("{text}\n{}", drawing(&self.loaded.puzzle, at))).collect();
        write!(out, "{}", gallery(&drawn))
    }

    /// What was found, for people.
    fn tell(&self, found: &Found, out: &mut dyn Write) -> io::Result<()> {
        let Found { survey, diameter, rough, time } = found;
        let style = self.style;
        let metric = format!("style {style}");
        let heading = Heading { thing: "arrangement", from: "the start", metric: &metric };
        table(&survey.from_start, &heading, &stopped(&survey.from_start, self.explore), out)?;
        if !survey.farthest.is_empty() {
            let last = *survey.from_start.sizes.last().expect("the first layer is there");
            let (shown, last) = (count(survey.farthest.len() as u64), count(last));
            writeln!(out, "farthest: {shown} of {last}\n")?;
            self.draw(&survey.farthest, out)?;
        }
        if let Some(to_goal) = &survey.to_goal {
            writeln!(out)?;
            if to_goal.sizes.is_empty() && to_goal.stop.is_none() {
                writeln!(out, "no goal can be reached: not one of the arrangements can be solved")?;
            } else {
                let heading = Heading { from: "the nearest goal", ..heading };
                table(to_goal, &heading, &stopped(to_goal, self.explore), out)?;
                writeln!(
                    out,
                    "goals: {}",
                    counted(to_goal.sizes.first().copied().unwrap_or(0), "arrangement")
                )?;
            }
            if !survey.hardest.is_empty() {
                let last = *to_goal.sizes.last().expect("there are goals");
                let (shown, last) = (count(survey.hardest.len() as u64), count(last));
                let moves = counted(to_goal.radius(), "move");
                writeln!(
                    out,
                    "hardest starts: {shown} of {last}, {moves} from the nearest goal ({metric})\n"
                )?;
                self.draw(&survey.hardest, out)?;
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
                        let at_most = count(known.at_most.min(2 * survey.from_start.radius()));
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
                let radius = survey.from_start.radius();
                let (low, high, why) = (count(radius), count(2 * radius), self.no_map(*why));
                writeln!(out, "\ndiameter: from {low} to {high} moves ({metric}); no nearer, since {why}")?;
            }
            None => {}
        }
        if let Some(by) = rough {
            let reason = verdict::reason(*by, self.limits);
            writeln!(out, "\npicture: rougher than it could be, since its layout was stopped: {reason}")?;
        }
        writeln!(out, "{}", cost(&survey.cost, *time))?;
        let stop: Option<Stop> = survey.stop().or(*rough);
        stop.and_then(verdict::remedy).map_or(Ok(()), |advice| writeln!(out, "{advice}"))
    }

    /// What was found, for programs.
    fn json(&self, found: &Found, out: &mut dyn Write) -> io::Result<()> {
        let Found { survey, diameter, rough, .. } = found;
        let to_goal =
            survey.to_goal.as_ref().map(|table| json::ToGoal::new(table, self.written(&survey.hardest)));
        let radius = survey.from_start.radius();
        let diameter = diameter.as_ref().map(|known| match known {
            Ok((known, ends)) => json::Between {
                at_least: known.at_least,
                at_most: known.at_most.min(2 * radius),
                ends: self.written(ends),
            },
            Err(_) => json::Between { at_least: radius, at_most: 2 * radius, ends: vec![] },
        });
        let time = self.started.elapsed();
        let object = json::Space::new(&self.loaded.name, self.style, &survey.from_start, time);
        let object = object.of_blocks(self.written(&survey.farthest), to_goal, diameter);
        print(&object.with_picture(*rough), out)
    }
}
