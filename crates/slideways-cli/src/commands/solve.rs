//! `solve`: shortest solutions, proved, or the proof that there are none.

mod as_tiles;
pub mod far;
mod human;
pub mod json;
mod line;
pub mod tiles;
pub mod verdict;

use crate::arguments::Solve;
use crate::arguments::tiles::Search;
use crate::input::{self, Game, Loaded, Reader};
use crate::interrupt;
use crate::problem::{Failure, Problem};
use crate::progress::Onlooker;
use crate::status::Status;
use slideways::Style;
use slideways::outcome::{Cost, LayerTable, Limits, Outcome, Stop, Total};
use slideways::puzzle::rule::Move;
use slideways::solve::{self, NoAnswer};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// What is known about a puzzle in the end.
pub struct Ending<'l> {
    /// The puzzle.
    pub loaded: &'l Loaded,
    /// What counted as one move.
    pub style: Style,
    /// What the search was allowed.
    pub limits: Limits,
    /// How it ended.
    pub outcome: Outcome<Solved>,
    /// What it cost.
    pub cost: Cost,
    /// How long it took.
    pub time: Duration,
    /// What stopped the listing of all solutions, and after how many.
    pub cut: Option<(Stop, u128)>,
    /// The arrangements at each distance, if they were asked for.
    pub layers: Option<LayerTable>,
    /// The search, if the tile engine did it.
    pub tiles: Option<Search>,
}

/// A puzzle's shortest solutions.
pub struct Solved {
    /// Their length.
    pub length: u32,
    /// One of them.
    pub moves: Vec<Move>,
    /// How many there are, if that was asked for.
    pub solutions: Option<u128>,
}

/// Tells the user, about tiles too; one way for each form of output.
trait Report: tiles::Report {
    /// A puzzle is about to be solved.
    fn begin(&mut self, loaded: &Loaded, style: Style, out: &mut dyn Write) -> io::Result<()>;
    /// One of all solutions, by its number from 1.
    fn solution(&mut self, found: &Listed, out: &mut dyn Write) -> io::Result<()>;
    /// The puzzle is done with.
    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()>;
    /// The puzzle cannot even be tried.
    fn problem(&mut self, name: &str, problem: &Problem, out: &mut dyn Write) -> io::Result<()>;
}

/// One of all solutions.
struct Listed<'l> {
    loaded: &'l Loaded,
    style: Style,
    number: u128,
    total: Total,
    moves: &'l [Move],
}

/// Solve every puzzle in turn; a bad one does not keep the others from being tried.
pub fn run(options: &Solve, out: &mut dyn Write) -> Result<Status, Failure> {
    one_line_is_enough(options)?;
    let limits = options.limits.limits();
    let mut report: Box<dyn Report> = match (options.json, options.quiet) {
        (true, _) => Box::new(json::Json::default()),
        (_, true) => Box::new(line::Line),
        _ => Box::new(human::Human::new(options.draw, options.ascii)),
    };
    let mut engine = tiles::Engine::new(limits);
    let mut reader = Reader::default();
    let mut worst = Status::Success;
    for argument in &options.puzzles {
        for found in input::puzzles(argument, &mut reader) {
            if interrupt::asked() {
                return Ok(worst.max(Status::Stopped));
            }
            let name = found.name.clone();
            let end = match found.load(options.tiles.size) {
                Ok(Game::Blocks(loaded)) => one(&loaded, options, &mut engine, limits, &mut *report, out),
                Ok(Game::Tiles(position)) if options.disk.is_some() => {
                    let message = format!(
                        "`--disk` is for puzzles of blocks, and `{}` is a position of tiles",
                        position.name
                    );
                    Err(Problem::new(message).help("leave it out: tiles need little memory").into())
                }
                Ok(Game::Tiles(position)) => tiles::one(&position, options, &mut engine, &mut *report, out),
                Err(problem) => Err(problem.into()),
            };
            let status = match end {
                Err(Failure::Input(problem)) => {
                    report.problem(&name, &problem, out)?;
                    Status::BadInput
                }
                end => end?,
            };
            out.flush()?;
            worst = worst.max(status);
        }
    }
    Ok(worst)
}

/// `--quiet` gives one line a puzzle, unless `--json` says what to give.
fn one_line_is_enough(options: &Solve) -> Result<(), Problem> {
    let lists = [(options.all, "all"), (options.layers, "layers")];
    match lists.iter().find(|(asked, _)| *asked && options.quiet && !options.json) {
        Some((_, list)) => Err(Problem::new(format!("`--quiet` leaves no room for what `--{list}` gives"))
            .help("leave out one of the two")),
        None => Ok(()),
    }
}

fn one(
    loaded: &Loaded,
    options: &Solve,
    engine: &mut tiles::Engine,
    limits: Limits,
    report: &mut dyn Report,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let style = options.style.unwrap_or(Style::MOVE);
    // Whoever wants layers on disk wants a search by layers.
    let tiles = if options.disk.is_some() { None } else { as_tiles::wanted(loaded, options)? };
    let asked = tiles.as_ref().map(|tiles| tiles.asked(style, options, engine)).transpose()?;
    interrupt::listen();
    Report::begin(report, loaded, style, out)?;
    out.flush()?;
    let mut ending = match tiles.as_ref().zip(asked.as_ref()) {
        Some((tiles, asked)) => tiles.shortest(loaded, asked, options, engine, report, out)?,
        None if options.all || options.count => all(loaded, style, options, limits, report, out)?,
        None => shortest(loaded, style, options, limits)?,
    };
    let left = limits.time.map(|time| time.saturating_sub(ending.time));
    if options.layers && !interrupt::asked() {
        let limits = Limits { time: left, ..limits };
        let table = solve::layers(&loaded.puzzle, style, limits, &mut Onlooker::new(options.quiet));
        ending.layers = Some(table.map_err(no_answer)?);
    }
    Report::end(report, &ending, out)?;
    if let Some(warning) = verdict::disagreement(&ending) {
        out.flush()?;
        warning.warn();
    }
    let stopped = ending.cut.is_some() || ending.layers.is_some_and(|table| table.stop.is_some());
    Ok(match ending.outcome {
        _ if stopped => Status::Stopped,
        Outcome::Solved(_) => Status::Success,
        Outcome::Unsolvable(_) => Status::Impossible,
        Outcome::Stopped { .. } => Status::Stopped,
    })
}

/// One shortest solution.
fn shortest<'l>(
    loaded: &'l Loaded,
    style: Style,
    options: &Solve,
    limits: Limits,
) -> Result<Ending<'l>, Problem> {
    let started = Instant::now();
    let mut onlooker = Onlooker::new(options.quiet);
    let (answer, time) = match &options.disk {
        Some(folder) => far::solve(&loaded.puzzle, style, folder, limits, &mut onlooker)?,
        None => {
            let answer = solve::solve(&loaded.puzzle, style, limits, &mut onlooker).map_err(no_answer)?;
            (answer, started.elapsed())
        }
    };
    let outcome = answer.outcome.map(|moves| Solved { length: moves.len() as u32, moves, solutions: None });
    Ok(Ending {
        loaded,
        style,
        limits,
        outcome,
        cost: answer.cost,
        time,
        cut: None,
        layers: None,
        tiles: None,
    })
}

/// All shortest solutions, counted and, if that is wanted, reported one by one as they are found.
fn all<'l>(
    loaded: &'l Loaded,
    style: Style,
    options: &Solve,
    limits: Limits,
    report: &mut dyn Report,
    out: &mut dyn Write,
) -> Result<Ending<'l>, Failure> {
    let started = Instant::now();
    let mut onlooker = Onlooker::new(options.quiet);
    let line = onlooker.line();
    let (mut first, mut written, mut cut, mut searched) = (vec![], Ok(()), None, None);
    let mut number = 0;
    let answer = solve::all(&loaded.puzzle, style, limits, &mut onlooker, |total, moves| {
        searched.get_or_insert_with(|| started.elapsed());
        line.finish_and_clear();
        if options.all {
            let late = limits.time.is_some_and(|time| started.elapsed() >= time);
            let stop = if interrupt::asked() { Some(Stop::Caller) } else { late.then_some(Stop::Time) };
            if let Some(by) = stop.filter(|_| number > 0) {
                cut = Some((by, number));
                return ControlFlow::Break(());
            }
            number += 1;
            written = Report::solution(report, &Listed { loaded, style, number, total, moves: &moves }, out);
        }
        if number <= 1 {
            first = moves;
        }
        if options.all && written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written?;
    let answer = answer.map_err(no_answer)?;
    let time = searched.unwrap_or_else(|| started.elapsed());
    let outcome = answer.outcome.map(|Total { moves: length, solutions }| Solved {
        length,
        moves: first,
        solutions: Some(solutions),
    });
    Ok(Ending { loaded, style, limits, outcome, cost: answer.cost, time, cut, layers: None, tiles: None })
}

/// Why the engine gave none.
pub fn no_answer(why: NoAnswer) -> Problem {
    let problem = Problem::new(why.to_string());
    match why {
        NoAnswer::TooLarge(_) => problem.help(
            "to make it smaller: write `x` for pieces that can never move, give one kind to pieces that need not \
             be told apart, or leave out part of the box",
        ),
        NoAnswer::Wrong(_) | NoAnswer::OtherLength { .. } => problem.help("please report it together with the puzzle"),
    }
}
