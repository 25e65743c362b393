//! `design search`: puzzles that meet conditions, and the best found.

use super::{family, human};
use crate::arguments::design::SearchOptions;
use crate::commands::convert::printed_puzzle;
use crate::commands::explore::files;
use crate::commands::solve::{no_answer, verdict};
use crate::interrupt;
use crate::problem::{Failure, Problem, Text};
use crate::progress::ProgressLine;
use crate::quantity::{bytes, count, counted, duration};
use crate::status::Status;
use crate::words;
use slideways::design::{
    Conditions, Design, Designs, Expression, Family, Measure, PuzzleSearch, SearchError,
};
use slideways::format::error::TextError;
use slideways::outcome::Limits;
use slideways::rate::Rating;
use slideways::show::json::design::DesignObject;
use slideways::{Game, Style};
use std::io::{self, Write};
use std::time::Duration;

/// The time for the best puzzle if none is given.
const PATIENCE: Duration = Duration::from_secs(60);

/// The number of puzzles from which one of a deck is chosen.
const CHOICE: u64 = 4;

/// Search and print.
pub fn run(options: &SearchOptions, out: &mut dyn Write) -> Result<Status, Failure> {
    let family = family::family(&options.family)?;
    let best = match (&options.best, options.count.or(options.pack)) {
        (Some(text), _) => Some(expression("--best", text)?),
        (None, Some(_)) => None,
        (None, None) => Some(Expression::moves()),
    };
    let filter = options.filter.as_ref().map(|text| expression("--where", text)).transpose()?;
    let mut limits = options.limits.limits();
    if best.is_some() && options.candidates.is_none() {
        limits.time.get_or_insert(PATIENCE);
    }
    // A deck is chosen from more puzzles than it has.
    let number = options.pack.map(|pack| CHOICE * pack).or(options.count).unwrap_or(1);
    let (is_contest, is_deck) = (best.is_some(), options.pack.is_some());
    let mut search = PuzzleSearch::of(family.clone())
        .style(options.style.unwrap_or(Style::MOVE))
        .conditions(Conditions { filter, ..options.conditions() })
        .number(usize::try_from(number).unwrap_or(usize::MAX))
        .candidates(options.candidates.unwrap_or(u64::MAX))
        .seed(options.seed)
        .limits(limits);
    if let Some(best) = best {
        search = search.best(best);
    }
    search.check().map_err(|why| problem(why, options))?;
    let file = options.save.as_deref().map(files::puzzle_file).transpose()?;
    let is_plain = options.json || options.to.is_some();
    if !is_plain {
        begin(&family, options, out)?;
    }
    interrupt::listen();
    let mut progress_line = ProgressLine::of_puzzles(options.quiet);
    let line = progress_line.line();
    let (mut printed, mut failed) = (0, None);
    // Unless the best are sought, each puzzle is printed as soon as it is found.
    let mut found = |design: &Design| {
        if !is_contest && !is_deck && failed.is_none() {
            printed += 1;
            failed = line.suspend(|| print(printed, design, options, limits, out)).err();
        }
    };
    let designs = search.watch(&mut progress_line).found(&mut found).build();
    drop(progress_line);
    let designs = designs.map_err(|why| problem(why, options))?;
    if let Some(failure) = failed {
        return Err(failure);
    }
    if is_contest {
        for (number, design) in (1..).zip(&designs.found) {
            print(number, design, options, limits, out)?;
        }
    }
    let number = options.pack.unwrap_or(number);
    if let Some(pack) = options.pack {
        print_deck(&designs, (pack, options.tiers), options, limits, out)?;
    }
    if !is_plain {
        end(&designs, number, limits, out)?;
    }
    match (file, designs.found.first()) {
        (Some(mut file), Some(design)) => file.puzzle(&design.puzzle)?,
        (Some(_), None) => Problem::new("the file was not written: no puzzle was found").warn(),
        (None, _) => {}
    }
    // The best puzzle is sought until something stops the search.
    let is_enough = designs.found.len() as u64 >= number;
    Ok(if is_enough { Status::Success } else { Status::Stopped })
}

/// Print a graded deck, tier by tier.
fn print_deck(
    designs: &Designs,
    (pack, tiers): (u64, u64),
    options: &SearchOptions,
    limits: Limits,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let is_plain = options.json || options.to.is_some();
    let mut number = 0;
    for (tier, designs) in (1..).zip(designs.deck(pack as usize, tiers as usize)) {
        if let (false, [easiest, .., hardest]) = (is_plain, &designs[..]) {
            writeln!(out, "tier {tier}: {} to {}\n", easiest.moves, counted(hardest.moves, "move"))?;
        }
        for design in designs {
            number += 1;
            print(number, design, options, limits, out)?;
        }
    }
    Ok(())
}

/// What is sought.
fn begin(family: &Family, options: &SearchOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let walls = match (*options.family.walls.start(), *options.family.walls.end()) {
        (_, 0) => String::new(),
        (least, most) => format!(", {least} to {most} walls"),
    };
    let holes = human::holes(&options.family.holes());
    writeln!(out, "{} box, pieces {}, {holes}{walls}", family.grid(), family.kit())?;
    let from = options.family.from.as_ref().map_or(String::new(), |from| format!("from {from} to "));
    let goals = family.goals().map_err(|why| family::problem(why, &options.family))?;
    writeln!(out, "goal {from}{}", goals.join(" or "))?;
    writeln!(out, "{}\n", words::style(options.style.unwrap_or(Style::MOVE)))?;
    out.flush()?;
    Ok(())
}

/// Print one puzzle.
fn print(
    number: u64,
    design: &Design,
    options: &SearchOptions,
    limits: Limits,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (puzzle, style) = (&design.puzzle, options.style.unwrap_or(Style::MOVE));
    if let Some(notation) = options.to {
        writeln!(out, "{}", printed_puzzle(puzzle.title(), puzzle, notation)?)?;
    } else if options.json {
        let rating = Rating::of(Game::from(puzzle)).style(style).limits(limits).build().map_err(no_answer)?;
        let object = DesignObject::new(number, design, &rating);
        writeln!(out, "{}", serde_json::to_string(&object).map_err(io::Error::from)?)?;
    } else {
        let walls = match design.walls {
            0 => String::new(),
            walls => format!(", {}", counted(walls, "wall")),
        };
        let worth = match &options.best {
            Some(best) => format!("; {best} = {}", design.worth),
            None => String::new(),
        };
        writeln!(
            out,
            "{number}: {} (style {style}), {}, {}{walls}, {}{worth}",
            counted(design.moves, "move"),
            counted(design.pieces, "piece"),
            counted(design.holes, "hole"),
            counted(design.states, "state")
        )?;
        for line in words::drawing(options.ascii)(puzzle, puzzle.start()).lines() {
            writeln!(out, "  {}", line.trim_end())?;
        }
        writeln!(out)?;
    }
    out.flush()?;
    Ok(())
}

/// What was searched, and what is not proved.
fn end(designs: &Designs, number: u64, limits: Limits, out: &mut dyn Write) -> Result<(), Failure> {
    let found = designs.found.len() as u64;
    if let Some(by) = designs.stop.filter(|_| found < number) {
        writeln!(out, "stopped: {}", verdict::reason(by, limits))?;
        writeln!(out, "{} of {} found", count(found), counted(number, "puzzle"))?;
    }
    if found > 0 {
        writeln!(out, "best found, not proved: there may be better puzzles")?;
    }
    let (evaluated, states) =
        (counted(designs.evaluated, "component"), counted(designs.cost.expanded, "state"));
    let (time, peak) = (duration(designs.time), bytes(designs.cost.peak_bytes));
    writeln!(out, "searched: {evaluated} with {states} in {time}, peak memory {peak}")?;
    Ok(())
}

/// An expression, or where it is wrong.
fn expression(option: &str, text: &str) -> Result<Expression, Problem> {
    text.parse().map_err(|why: slideways::design::NotAnExpression| {
        let names: Vec<&str> = Measure::all().into_iter().map(|(name, _)| name).collect();
        let error = TextError::new(why.span, why.what, "here");
        Problem::at(&Text::new(option, text), error.help(format!("the measures are {}", names.join(", "))))
    })
}

/// Why there is no search, in terms of the options.
fn problem(why: SearchError, options: &SearchOptions) -> Problem {
    let message = why.to_string();
    match why {
        SearchError::Family(why) => family::problem(why, &options.family),
        SearchError::Swap(_) => Problem::new(message).help("use `design census`, or name places"),
        SearchError::SetStyle(_) => Problem::new(message).help("use `--style` step, slide or move"),
        SearchError::NoRoom { .. } | SearchError::NoCandidate => {
            Problem::new(message).help("make the box larger, or use fewer pieces, holes or walls")
        }
        SearchError::TooFewStates { .. } => Problem::new(message)
            .help("allow fewer `--moves` or more `--states`; more `--memory` allows more states"),
        SearchError::Solve(why) => no_answer(why),
        _ => Problem::new(message),
    }
}
