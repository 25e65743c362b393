//! `design census`: every set of pieces in a box, and the hardest start of all.

use super::{family, human};
use crate::arguments::design::{CensusOptions, UniqueName};
use crate::commands::explore::files;
use crate::interrupt;
use crate::problem::{Failure, Problem};
use crate::progress::ProgressLine;
use crate::quantity::duration;
use crate::status::Status;
use crate::words;
use slideways::design::{Census, Forecast};
use slideways::outcome::Limits;
use slideways::show::json::design::{CensusObject, ForecastObject};
use std::io::{self, Write};

/// Count, search and print.
pub fn run(options: &CensusOptions, out: &mut dyn Write) -> Result<Status, Failure> {
    let limits = options.limits.limits();
    let family = family::family(&options.family)?;
    let builder =
        Census::of(family.clone()).styles(options.styles()).hardest(options.hardest.max(1)).limits(limits);
    let builder = builder.unique(unique(options)?);
    let builder = match &options.checkpoint {
        Some(file) => builder.checkpoint(file),
        None => builder,
    };
    let forecast = builder.forecast().map_err(|why| family::problem(why, &options.family))?;
    if options.count && options.json {
        print(&ForecastObject::new(&family, &forecast), out)?;
        return Ok(Status::Success);
    }
    if !options.json {
        human::begin(&family, options, &forecast, limits, out)?;
        out.flush()?;
    }
    if options.count {
        return Ok(Status::Success);
    }
    warn_of_time(&forecast, limits);
    let file = options.save.as_deref().map(files::puzzle_file).transpose()?;
    interrupt::listen();
    let mut progress_line = ProgressLine::of_arrangements(options.quiet);
    let built = builder.watch(&mut progress_line).build_each();
    let censuses = built.map_err(|why| family::problem(why, &options.family))?;
    drop(progress_line);
    let is_one = censuses.len() == 1;
    for census in &censuses {
        if options.json {
            print(&CensusObject::new(census), out)?;
            continue;
        }
        if !is_one {
            writeln!(out, "{}", words::style(census.style))?;
        }
        human::end(census, options, limits, out)?;
        if !is_one {
            writeln!(out)?;
        }
    }
    save(&censuses[0], file, options, out)?;
    let is_stopped = censuses.iter().any(|census| census.stop.is_some());
    // Sets of pieces can solve what single pieces cannot.
    let is_solvable = censuses.iter().any(|census| census.moves().is_some());
    Ok(match (is_stopped, is_solvable) {
        (true, _) => Status::Stopped,
        (false, true) => Status::Success,
        (false, false) => Status::Impossible,
    })
}

/// Whether only starts with a single solution count. A census does not compare the orders of moves.
fn unique(options: &CensusOptions) -> Result<bool, Problem> {
    match options.unique {
        None => Ok(false),
        Some(UniqueName::Sequences) => Ok(true),
        Some(UniqueName::UpToOrder) => {
            Err(Problem::new("a census cannot count solutions up to the order of moves")
                .help("write `--unique`, or use `design search`"))
        }
    }
}

/// Say before the search that the time limit is too short for it.
fn warn_of_time(forecast: &Forecast, limits: Limits) {
    let (estimate, resumed) = (forecast.time(limits.threads), forecast.resumed.is_some());
    if let Some(limit) = limits.time.filter(|&limit| estimate > limit && !resumed) {
        let (estimate, limit) = (duration(estimate), duration(limit));
        Problem::new(format!("the census takes roughly {estimate}, but the time limit is {limit}"))
            .help("a longer `--time` or a smaller family completes it; `--checkpoint FILE` lets it continue later")
            .warn();
    }
}

/// Write the first of the hardest starts to the file of `--save`, if there is one.
fn save(
    census: &Census,
    file: Option<files::Output>,
    options: &CensusOptions,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (Some(mut file), Some(path)) = (file, &options.save) else { return Ok(()) };
    out.flush()?;
    match census.hardest.first() {
        Some(hardest) => {
            file.puzzle(hardest)?;
            if !options.json {
                writeln!(out, "saved: the first of them, in {}", path.display())?;
            }
        }
        None => {
            Problem::new(format!("`{}` was not written: no start is known", path.display())).warn();
        }
    }
    Ok(())
}

/// Write an object.
fn print(object: &impl serde::Serialize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", serde_json::to_string(object)?)
}
