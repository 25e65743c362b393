//! `rate`: how hard a puzzle is, by measures that are proved from its whole state space.

mod human;
mod markdown;

use super::solve::json::fault;
use super::solve::no_count;
use crate::arguments::rate::Rate;
use crate::input::{self, Found, Reader};
use crate::interrupt;
use crate::problem::{Failure, Problem};
use crate::progress::ProgressLine;
use crate::status::Status;
use crate::words;
use slideways::library;
use slideways::outcome::{Limits, Outcome};
use slideways::rate::Rating;
use slideways::show::json::rating::RatingObject;
use std::io::{self, Write};

/// A rated puzzle.
struct Rated<'a> {
    /// The name the user gave.
    name: &'a str,
    rating: Rating,
    limits: Limits,
}

/// Rate every puzzle; an error in one does not stop the others.
pub fn run(rate: &Rate, out: &mut dyn Write) -> Result<Status, Failure> {
    interrupt::listen();
    let mut reader = Reader::default();
    let names: Vec<String> = match rate.library {
        true => library::distinct().map(str::to_owned).collect(),
        false => rate.puzzles.clone(),
    };
    if rate.markdown {
        markdown::header(out)?;
    }
    let (mut worst, mut first) = (Status::Success, true);
    for name in &names {
        for found in input::puzzles(name, &mut reader) {
            if interrupt::asked() {
                return Ok(worst.max(Status::Stopped));
            }
            worst = worst.max(one(found, rate, std::mem::take(&mut first), out)?);
            out.flush()?;
        }
    }
    Ok(worst)
}

/// Rate a puzzle and print the result, or why there is none.
fn one(found: Found, rate: &Rate, first: bool, out: &mut dyn Write) -> Result<Status, Failure> {
    let name = found.name.clone();
    if !first && !rate.json && !rate.markdown {
        writeln!(out)?;
    }
    match rated(found, rate, out) {
        Ok(status) => Ok(status),
        Err(Failure::Input(problem)) => {
            match rate.json {
                true => print(&fault(&name, &problem), out)?,
                false => {
                    out.flush()?;
                    problem.report();
                }
            }
            Ok(Status::BadInput)
        }
        Err(failure) => Err(failure),
    }
}

fn rated(found: Found, rate: &Rate, out: &mut dyn Write) -> Result<Status, Failure> {
    let loaded = found.load(&rate.reading())?;
    if let input::Game::Blocks(loaded) = &loaded {
        input::not_for_blocks(loaded, rate.for_tiles())?;
    }
    let game = loaded.game(rate.goal.as_deref())?;
    let (style, limits) = (rate.style.unwrap_or(loaded.default_style()), rate.limits.limits());
    let builder = Rating::of(&game).style(style).limits(limits).slack(rate.slack).seed(rate.seed);
    builder.check().map_err(|why| refused(no_count(why, limits)))?;
    let human = !rate.json && !rate.markdown;
    if human {
        human::begin(&words::headline(loaded.name(), loaded.title()), &game, style, out)?;
        out.flush()?;
    }
    let mut progress_line = ProgressLine::new(rate.quiet);
    let rating = builder.watch(&mut progress_line).build().map_err(|why| no_count(why, limits))?;
    drop(progress_line);
    let rated = Rated { name: loaded.name(), rating, limits };
    match rate {
        Rate { json: true, .. } => print(&RatingObject::new(rated.name, &game, &rated.rating), out)?,
        Rate { markdown: true, .. } => markdown::row(&rated, out)?,
        _ => human::end(&rated, out)?,
    }
    Ok(match (rated.rating.outcome(), rated.rating.stop()) {
        (Outcome::Unsolvable(_), _) => Status::Impossible,
        (_, Some(_)) => Status::Stopped,
        (_, None) => Status::Success,
    })
}

/// Why a board of tiles is not rated.
fn refused(mut problem: Problem) -> Problem {
    problem.message = format!("a rating needs the graph of all positions: {}", problem.message);
    problem.help("rate a smaller board, or raise `--memory`")
}

/// Write an object.
fn print(object: &impl serde::Serialize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", serde_json::to_string(object)?)
}
