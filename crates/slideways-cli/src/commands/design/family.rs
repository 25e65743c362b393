//! The family that the options describe.

use crate::arguments::design::FamilyOptions;
use crate::commands::solve::no_answer;
use crate::input::lock::{grid, sides};
use crate::problem::Problem;
use crate::quantity::{bytes, count};
use slideways::design::{CensusError, Family, NotAGoal};
use slideways::grid::Cell;

/// The family that the options describe.
pub fn family(options: &FamilyOptions) -> Result<Family, Problem> {
    let sides = sides(&options.container).ok_or_else(|| {
        Problem::new(format!("`{}` is not a size", options.container))
            .help("write rows x columns, such as 5x4")
    })?;
    let grid = grid(&options.container, &sides)?;
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
    let usual = options.kit.filter(|_| options.goal.is_empty()).map_or(vec![], |kit| kit.goals(grid));
    let family = usual.into_iter().fold(family, Family::goal);
    let family = options.from.iter().fold(family, |family, places| family.from(places));
    Ok(options.goal.iter().fold(family, |family, goal| family.goal(goal)))
}

/// Why a family cannot be searched, in terms of the options.
pub fn problem(why: CensusError, options: &FamilyOptions) -> Problem {
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
        CensusError::Goal(NotAGoal::SwapForm(_)) => {
            Problem::new(message).help("write their labels or shapes, such as 'swap a b'")
        }
        CensusError::Goal(NotAGoal::SwapAmongOthers(_)) => Problem::new(message).help("give one `--goal`"),
        CensusError::Goal(NotAGoal::SwapShapes(..) | NotAGoal::SwapNumber { .. }) => Problem::new(message)
            .help("label two pieces of one shape, such as --pieces 'a=1x1 b=1x1 4*1x2' --goal 'swap a b'"),
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
            .help(
                "use `design search`, raise `--memory`, make the box smaller, or allow fewer sets of pieces",
            )
        }
        CensusError::Alone => Problem::new(message).help("`design search` takes larger boxes"),
        CensusError::Polyominoes(_) => Problem::new(message).help("name the pieces, or use a smaller box"),
        CensusError::Unique => Problem::new(message).help("leave out `--unique`, or name the pieces"),
        CensusError::TooManyWalls => Problem::new(message).help("allow fewer with `--walls`"),
        CensusError::TooManySets => {
            Problem::new(message).help("allow fewer shapes or smaller ranges, or use `design search`")
        }
        CensusError::Solve(why) => no_answer(why),
        _ => Problem::new(message),
    }
}
