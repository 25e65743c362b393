//! `--hardest` and `--save`: the distances to the nearest goal, and the hardest starts.

use super::{files, stopped};
use crate::arguments::explore::Explore;
use crate::problem::{Failure, Problem};
use crate::quantity::{count, counted};
use crate::words;
use crate::words::gallery::gallery;
use crate::words::layers::{Heading, table};
use slideways::format::sliding;
use slideways::puzzle::{Arrangement, Puzzle};
use slideways::space::Space;
use std::io::{self, Write};

/// Arrangements as lines of a puzzle text.
pub fn written(puzzle: &Puzzle, arrangements: &[Arrangement]) -> Vec<String> {
    arrangements.iter().map(|at| sliding::arrangement(puzzle, &puzzle.places(at))).collect()
}

/// Draw arrangements, several side by side.
pub fn draw(
    puzzle: &Puzzle,
    arrangements: &[Arrangement],
    ascii: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let drawing = words::drawing(ascii);
    let drawn = arrangements.iter().zip(written(puzzle, arrangements));
    let drawn: Vec<String> = drawn.map(|(at, text)| format!("{text}\n{}", drawing(puzzle, at))).collect();
    write!(out, "{}", gallery(&drawn))
}

/// The distances to the nearest goal and the hardest starts, if they were requested.
pub fn tell(space: &Space, puzzle: &Puzzle, explore: &Explore, out: &mut dyn Write) -> io::Result<()> {
    let Some(to_goal) = space.to_goal() else { return Ok(()) };
    let metric = format!("style {}", space.style());
    writeln!(out)?;
    if to_goal.sizes.is_empty() && to_goal.stop.is_none() {
        writeln!(out, "no goal can be reached: none of the arrangements is solvable")?;
    } else {
        let heading = Heading { thing: "arrangement", from: "the nearest goal", metric: &metric };
        table(to_goal, &heading, &stopped(to_goal, explore), out)?;
        let goals = to_goal.sizes.first().copied().unwrap_or(0);
        writeln!(out, "goals: {}", counted(goals, "arrangement"))?;
    }
    if !space.hardest().is_empty() {
        let last = *to_goal.sizes.last().expect("there are goals");
        let (shown, last) = (count(space.hardest().len() as u64), count(last));
        let moves = counted(to_goal.radius(), "move");
        writeln!(out, "hardest starts: {shown} of {last}, {moves} from the nearest goal ({metric})\n")?;
        draw(puzzle, space.hardest(), explore.ascii, out)?;
    }
    Ok(())
}

/// Write the puzzle that begins at a hardest start to the file of `--save`, if there is one.
pub fn save(
    space: &Space,
    puzzle: &Puzzle,
    file: Option<files::Output>,
    explore: &Explore,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (Some(mut file), Some(path)) = (file, &explore.save) else { return Ok(()) };
    let path = path.display();
    out.flush()?;
    match space.hardest_puzzle() {
        Some(hardest) => {
            file.puzzle(&hardest)?;
            if !explore.json {
                let start = &written(puzzle, &space.hardest()[..1])[0];
                writeln!(out, "saved: the puzzle that begins at {start}, in {path}")?;
            }
        }
        None => Problem::new(format!("`{path}` was not written: no hardest start is known")).warn(),
    }
    Ok(())
}
