//! `design census`: every set of pieces in a box, and the hardest start of all.

use super::human;
use crate::arguments::design::{CensusOptions, KitName};
use crate::commands::explore::files;
use crate::commands::solve::no_answer;
use crate::input::lock::{grid, sides};
use crate::interrupt;
use crate::problem::{Failure, Problem};
use crate::progress::ProgressLine;
use crate::quantity::{bytes, count, duration};
use crate::status::Status;
use slideways::Style;
use slideways::design::{Census, CensusError, Family, Forecast, NotAGoal};
use slideways::grid::{Cell, Grid};
use slideways::outcome::Limits;
use slideways::show::json::design::{CensusObject, ForecastObject};
use std::io::{self, Write};

/// Count, search and print.
pub fn run(options: &CensusOptions, out: &mut dyn Write) -> Result<Status, Failure> {
    let sides = sides(&options.container).ok_or_else(|| {
        Problem::new(format!("`{}` is not a size", options.container))
            .help("write rows x columns, such as 5x4")
    })?;
    let grid = grid(&options.container, &sides)?;
    let limits = options.limits.limits();
    let family = family(options, grid)?;
    let style = options.style.unwrap_or(Style::MOVE);
    let builder = Census::of(family.clone()).style(style).hardest(options.hardest.max(1)).limits(limits);
    let builder = match &options.checkpoint {
        Some(file) => builder.checkpoint(file),
        None => builder,
    };
    let forecast = builder.forecast().map_err(|why| problem(why, options))?;
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
    let census = builder.watch(&mut progress_line).build().map_err(|why| problem(why, options))?;
    drop(progress_line);
    match options.json {
        true => print(&CensusObject::new(&census), out)?,
        false => human::end(&census, options, limits, out)?,
    }
    save(&census, file, options, out)?;
    Ok(match (census.stop, census.moves()) {
        (Some(_), _) => Status::Stopped,
        (None, Some(_)) => Status::Success,
        (None, None) => Status::Impossible,
    })
}

/// The family that the options describe.
fn family(options: &CensusOptions, grid: Grid) -> Result<Family, Problem> {
    let cell = |text: &String| {
        grid.parse_coordinates(text).ok_or_else(|| {
            let last = grid.coordinates(Cell(grid.size() as u16 - 1));
            Problem::new(format!("`{text}` is not a cell of the box"))
                .help(format!("write a cell from {} to {last}", grid.coordinates(Cell(0))))
        })
    };
    let blocked: Vec<Cell> = options.blocked.iter().map(cell).collect::<Result<_, _>>()?;
    let family = Family::new(grid, options.kit()).blocked(blocked).holes(options.holes());
    let family = family.walls(options.walls.clone());
    // The red car of Unit Rush Hour may be in any row.
    let rows = match (options.kit, options.goal.is_empty()) {
        (Some(KitName::UnitCars), true) => grid.rows(),
        _ => 0,
    };
    let ends = (0..rows).map(|row| format!("red@{row},{}", grid.cols() - 1));
    let family = ends.fold(family, |family, end| family.goal(end));
    let family = options.from.iter().fold(family, |family, places| family.from(places));
    Ok(options.goal.iter().fold(family, |family, goal| family.goal(goal)))
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

/// Why there is no census, in terms of the options.
fn problem(why: CensusError, options: &CensusOptions) -> Problem {
    let message = why.to_string();
    match why {
        CensusError::NoRoom { .. } => {
            Problem::new(message).help("make the box larger, or use fewer pieces or holes")
        }
        CensusError::FitsNowhere(_) => Problem::new(message).help("sizes are rows x columns"),
        CensusError::NoSet => {
            Problem::new(message).help("allow other numbers of pieces, or change `--holes`")
        }
        CensusError::Goal(NotAGoal::Form(_)) => {
            Problem::new(message).help("write shapes at their first cells, such as '2x2@3,1'")
        }
        CensusError::Goal(NotAGoal::Piece(_)) => {
            Problem::new(message).help(format!("the pieces are {}", options.kit()))
        }
        CensusError::Goal(NotAGoal::NoDefault(_)) => {
            Problem::new(message).help("give one with `--goal`, such as '2x2@3,1'")
        }
        CensusError::Goal(_) => {
            Problem::new(message).help("cells are row,column, counted from 0; sizes are rows x columns")
        }
        CensusError::TooLarge { all, largest, bytes: needed, memory } if all == largest => {
            let (needed, limit) = (bytes(u64::try_from(needed).unwrap_or(u64::MAX)), bytes(memory));
            let all = count(all);
            Problem::new(format!(
                "there are {all} arrangements, which need {needed}, but the limit is {limit}"
            ))
            .help("raise `--memory`, or make the box smaller")
        }
        CensusError::TooLarge { all, largest, bytes: needed, memory } => {
            let needed = bytes(u64::try_from(needed).unwrap_or(u64::MAX));
            Problem::new(format!(
                "there are {} arrangements; one set of pieces alone has {} and needs at least {needed}, but \
                 the limit is {}",
                count(all),
                count(largest),
                bytes(memory)
            ))
            .help("raise `--memory`, make the box smaller, or allow fewer sets of pieces")
        }
        CensusError::TooManyWalls => Problem::new(message).help("allow fewer with `--walls`"),
        CensusError::TooManySets => Problem::new(message).help("allow fewer shapes or smaller ranges"),
        CensusError::Solve(why) => no_answer(why),
        _ => Problem::new(message),
    }
}
