//! `design`: puzzles that meet conditions.

use super::lock::boxed;
use crate::api::{Api, Body, Task};
use crate::fault::Fault;
use crate::game::bare;
use crate::reporter::Reporter;
use serde::{Deserialize, Serialize};
use slideways::Style;
use slideways::design::{
    Conditions, Design, Designs, Family, Kit, Minimal, NamedKit, NotAKit, PuzzleSearch, Unique, range,
};
use slideways::format::error::shortened;
use slideways::format::{drawn, rush_hour, sliding};
use slideways::outcome::Limits;
use slideways::show::board;
use slideways::show::json;
use slideways::show::scene::Scene;
use slideways::watch::{Event, Watch};
use std::ops::RangeInclusive;
use std::time::Duration;

/// The number of puzzles that are sought unless the request says otherwise.
pub const NUMBER: usize = 24;

/// The maximum number of puzzles.
pub const MOST: usize = 100;

/// The time of a search unless the request says otherwise, in seconds.
pub const SECONDS: f64 = 20.0;

/// The maximum length of the list of pieces and of the goal, in bytes.
const LONGEST: usize = 1024;

/// A family of puzzles, and conditions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DesignRequest {
    r#box: String,
    /// The name of a kit, or the pieces.
    pieces: String,
    holes: Option<String>,
    walls: Option<String>,
    goal: Option<String>,
    style: Option<String>,
    moves: Option<String>,
    unique: Option<UniqueName>,
    minimal: Option<MinimalName>,
    #[serde(default)]
    all_move: bool,
    /// The largest number of pieces.
    most_pieces: Option<u32>,
    number: Option<usize>,
    seed: Option<u64>,
    seconds: Option<f64>,
    page: Option<String>,
}

/// When two shortest solutions differ.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum UniqueName {
    Sequences,
    UpToOrder,
}

/// When no piece is too many.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum MinimalName {
    Strict,
    Weak,
}

/// A request with its texts read.
struct Wanted {
    family: Family,
    style: Style,
    conditions: Conditions,
    number: usize,
    seed: u64,
    limits: Limits,
}

/// Answers with events.
pub fn design(api: &Api, request: DesignRequest) -> Result<Task, Fault> {
    let wanted = wanted(&request, api.limits)?;
    // What cannot be met is refused before the search waits for a turn.
    wanted.search().check()?;
    Ok(Task::events(request.page, move |reporter| found(&wanted, reporter)))
}

/// Reads a request.
fn wanted(request: &DesignRequest, limits: Limits) -> Result<Wanted, Fault> {
    for (name, text) in [("pieces", Some(&request.pieces)), ("goal", request.goal.as_ref())] {
        if text.is_some_and(|text| text.len() > LONGEST) {
            return Err(Fault::puzzle(format!("`{name}` has more than {LONGEST} bytes")));
        }
    }
    let number = request.number.unwrap_or(NUMBER);
    if !(1..=MOST).contains(&number) {
        return Err(Fault::puzzle(format!("`number` is {number}, but it must be from 1 to {MOST}")));
    }
    let time = Duration::try_from_secs_f64(request.seconds.unwrap_or(SECONDS))
        .map_err(|_| Fault::puzzle("`seconds` is not a time"))?;
    let limits = Limits { time: Some(limits.time.map_or(time, |most| most.min(time))), ..limits };
    let style = match &request.style {
        None => Style::MOVE,
        Some(name) => {
            name.parse().map_err(|why: slideways::NoSuchStyle| Fault::puzzle(shortened(why.to_string())))?
        }
    };
    let any = Conditions::default();
    let filter = |most: u32| format!("pieces <= {most}").parse().expect("it is an expression");
    let conditions = Conditions {
        moves: ranged("moves", request.moves.as_deref())?.unwrap_or(any.moves),
        unique: request.unique.map(|how| match how {
            UniqueName::Sequences => Unique::Sequences,
            UniqueName::UpToOrder => Unique::UpToOrder,
        }),
        minimal: request.minimal.map(|how| match how {
            MinimalName::Strict => Minimal::Strict,
            MinimalName::Weak => Minimal::Weak,
        }),
        all_move: request.all_move,
        states: any.states,
        filter: request.most_pieces.map(filter),
    };
    Ok(Wanted {
        family: family(request)?,
        style,
        conditions,
        number,
        seed: request.seed.unwrap_or(1),
        limits,
    })
}

/// Reads the box, the pieces and the goal.
fn family(request: &DesignRequest) -> Result<Family, Fault> {
    let named = NamedKit::named(request.pieces.trim());
    let kit = match named {
        Some(named) => named.kit(),
        None => request.pieces.parse::<Kit>().map_err(|why| not_a_kit(&why))?,
    };
    let usual = named.map_or(0..=u32::MAX, NamedKit::holes);
    let family = Family::new(boxed(&request.r#box)?, kit)
        .holes(ranged("holes", request.holes.as_deref())?.unwrap_or(usual))
        .walls(ranged("walls", request.walls.as_deref())?.unwrap_or(0..=0));
    Ok(request.goal.iter().fold(family, |family, goal| family.goal(goal)))
}

fn not_a_kit(why: &NotAKit) -> Fault {
    let names: Vec<&str> = NamedKit::ALL.iter().map(|kit| kit.name).collect();
    Fault::puzzle(shortened(why.to_string())).help(format!(
        "write numbers and shapes, such as `1*2x2 0..4*2x1|1x2`, or the name of a kit: {}",
        names.join(", ")
    ))
}

/// Reads a range of numbers.
fn ranged(name: &str, text: Option<&str>) -> Result<Option<RangeInclusive<u32>>, Fault> {
    let read = text.map(range).transpose();
    read.map_err(|why| match why {
        NotAKit::Number(text) => Fault::puzzle(shortened(format!("`{text}` is not a range of {name}")))
            .help("write 3, 2..4, 2.. or ..4"),
        why => Fault::puzzle(format!("{name}: {why}")),
    })
}

impl Wanted {
    /// The search.
    fn search<'s>(&self) -> PuzzleSearch<'s> {
        PuzzleSearch::of(self.family.clone())
            .style(self.style)
            .conditions(self.conditions.clone())
            .number(self.number)
            .seed(self.seed)
            .limits(self.limits)
    }
}

/// A puzzle, for the page.
#[derive(Serialize)]
struct DesignedPuzzle<'d> {
    number: u64,
    /// The puzzle as text.
    text: String,
    /// The puzzle on one line, for lists, if a notation of one line can express it.
    line: Option<String>,
    title: &'d str,
    size: String,
    moves: u32,
    pieces: u32,
    holes: u32,
    walls: u32,
    states: u64,
    svg: String,
}

/// The progress of the search.
#[derive(Serialize)]
struct DesignNews {
    doing: &'static str,
    found: u64,
    /// The states searched.
    expanded: u64,
    seconds: f64,
}

/// The end of the search.
#[derive(Serialize)]
struct DesignEnd {
    outcome: &'static str,
    /// What stopped the search before it had found the number of puzzles.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    r#box: String,
    pieces: String,
    goals: Vec<String>,
    style: &'static str,
    found: usize,
    number: usize,
    /// The components searched, and those of them that were too large.
    evaluated: u64,
    too_large: u64,
    /// The most moves found by number of pieces, whether or not the other conditions are met.
    archive: Vec<(u32, u32)>,
    expanded: u64,
    /// The time limit, in seconds.
    limit: Option<f64>,
    seconds: f64,
    peak_bytes: u64,
}

fn found(wanted: &Wanted, reporter: &mut Reporter) -> Result<Body, Fault> {
    let (mut number, teller) = (0, reporter.clone());
    let mut found = |design: &Design| {
        number += 1;
        teller.insist("puzzle", &shown(number, design, wanted.style));
    };
    let mut watch = PuzzleWatch(reporter);
    let designs = wanted.search().watch(&mut watch).found(&mut found).build()?;
    let goals = designs.family.goals().map_err(slideways::design::SearchError::from)?;
    let Designs { family, style, found, evaluated, too_large, archive, stop, cost, time, .. } = designs;
    Ok(Body::json(&DesignEnd {
        outcome: if stop.is_some() { "stopped" } else { "found" },
        reason: stop.map(json::stop),
        r#box: family.grid().to_string(),
        pieces: family.kit().to_string(),
        goals,
        style: style.name(),
        found: found.len(),
        number: wanted.number,
        evaluated,
        too_large,
        archive,
        expanded: cost.expanded,
        limit: wanted.limits.time.map(|time| time.as_secs_f64()),
        seconds: time.as_secs_f64(),
        peak_bytes: cost.peak_bytes,
    }))
}

fn shown(number: u64, design: &Design, style: Style) -> DesignedPuzzle<'_> {
    let puzzle = &design.puzzle;
    DesignedPuzzle {
        number,
        text: sliding::print(puzzle),
        line: line(design, style),
        title: puzzle.title(),
        size: puzzle.grid().to_string(),
        moves: design.moves,
        pieces: design.pieces,
        holes: design.holes,
        walls: design.walls,
        states: design.states,
        svg: board::svg(&Scene::of_puzzle(puzzle, puzzle.start()), &bare()),
    }
}

/// A puzzle on one line: a Rush Hour board, or a drawing. Fogleman's lists give the number of straight runs
/// before a board, which is that of moves too, because cars move along their line.
fn line(design: &Design, style: Style) -> Option<String> {
    match rush_hour::print(&design.puzzle) {
        Some(board) if style == Style::STEP => Some(board),
        Some(board) => Some(format!("{} {board} {}", design.moves, design.states)),
        None => drawn::print_line(&design.puzzle),
    }
}

/// Watches a search for puzzles, in which no bound is proved.
struct PuzzleWatch<'r, 'l>(&'r mut Reporter<'l>);

impl Watch for PuzzleWatch<'_, '_> {
    fn event(&mut self, event: Event) {
        if let Event::Progress(now) = event
            && self.0.is_due()
        {
            let (found, expanded, seconds) = (now.parts.0, now.expanded, self.0.seconds());
            self.0.tell("progress", &DesignNews { doing: "searching", found, expanded, seconds });
        }
    }

    fn stop(&mut self) -> bool {
        self.0.is_over()
    }
}
