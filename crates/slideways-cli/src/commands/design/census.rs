//! `design census`: every set of pieces in a box, and the hardest start of all.

use super::human;
use crate::arguments::design::CensusOptions;
use crate::commands::explore::files;
use crate::commands::solve::no_answer;
use crate::input::lock::{grid, sides};
use crate::interrupt;
use crate::problem::{Failure, Problem};
use crate::progress::ProgressLine;
use crate::quantity::{bytes, count};
use crate::status::Status;
use slideways::design::{Census, CensusBuilder, CensusError, NotAGoal};
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
    let builder = asked(options, grid, limits)?;
    let forecast = builder.forecast().map_err(|why| problem(why, options))?;
    if options.count && options.json {
        let object = ForecastObject::new(grid, &options.kit(), &forecast);
        print(&object, out)?;
        return Ok(Status::Success);
    }
    if !options.json {
        human::begin(options, grid, &forecast, limits, out)?;
        out.flush()?;
    }
    if options.count {
        return Ok(Status::Success);
    }
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

fn asked<'s>(options: &CensusOptions, grid: Grid, limits: Limits) -> Result<CensusBuilder<'s>, Problem> {
    let cell = |text: &String| {
        grid.parse_coordinates(text).ok_or_else(|| {
            let last = grid.coordinates(Cell(grid.size() as u16 - 1));
            Problem::new(format!("`{text}` is not a cell of the box"))
                .help(format!("write a cell from {} to {last}", grid.coordinates(Cell(0))))
        })
    };
    let blocked: Vec<Cell> = options.blocked.iter().map(cell).collect::<Result<_, _>>()?;
    let builder = Census::of(grid, options.kit()).blocked(blocked).holes(options.holes());
    let builder =
        builder.style(options.style.unwrap_or(slideways::Style::MOVE)).hardest(options.hardest.max(1));
    Ok(options.goal.iter().fold(builder.limits(limits), |builder, goal| builder.goal(goal)))
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
        CensusError::TooManySets => Problem::new(message).help("allow fewer shapes or smaller ranges"),
        CensusError::Solve(why) => no_answer(why),
        _ => Problem::new(message),
    }
}
