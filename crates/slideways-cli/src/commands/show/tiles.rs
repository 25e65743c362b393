//! `show` for tiles.

use super::drawn::Drawing;
use super::no_story;
use crate::arguments::Show;
use crate::input::{self, Position, Reader, answer};
use crate::problem::{Failure, Problem};
use crate::quantity::counted;
use crate::status::Status;
use crate::words::tiles as words;
use slideways::Who;
use slideways::show::scene::Scene;
use slideways::show::story::Story;
use slideways::tiles::Goal;
use slideways::tiles::parity::Parity;
use slideways::tiles::replay::{self, NotASolution};
use std::io::{self, Write};

/// Show the position, or a solution of it step by step.
pub fn run(
    position: &Position,
    show: &Show,
    reader: &mut Reader,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let goal = position.goal(show.tiles.goal.as_deref())?;
    let drawing =
        show.pictures.output.as_deref().map(|path| Drawing::new(&show.pictures, path)).transpose()?;
    let Some(solution) = &show.solution else {
        match drawing {
            Some(drawing) => drawing.board(&Scene::of_board(&position.board, &goal.some_board()), out)?,
            None => tell(position, &goal, show.ascii, out)?,
        }
        return Ok(Status::Success);
    };
    let text = input::path(solution, reader)?;
    let given = answer::paths(&text)?;
    let [given] = &given[..] else {
        return Err(Problem::new(format!("expected one solution, found {}", given.len())).into());
    };
    let convention = show.tiles.notation.map(|moves| moves.0).or(given.convention);
    let path = given.path(convention.unwrap_or(show.tiles.convention()), &position.board, &text)?;
    if let Some(drawing) = drawing {
        let who = given.style.map_or(Who::Piece, |style| style.who);
        let story = Story::of_board(&position.board, &goal.some_board(), &path, who);
        drawing.story(&story.map_err(|why| no_story(&why))?, out)?;
        return Ok(Status::Success);
    }
    writeln!(out, "{}\n", crate::words::headline(&position.name, &position.title))?;
    match replay::replay(&position.board, &path) {
        Err(why @ NotASolution::Stuck { step, .. }) => {
            write!(out, "{}", words::story(&position.board, &path[..step - 1], show.ascii))?;
            writeln!(out, "\nnot a solution: {why}")?;
            Ok(Status::Impossible)
        }
        _ => {
            write!(out, "{}", words::story(&position.board, &path, show.ascii))?;
            Ok(Status::Success)
        }
    }
}

fn tell(position: &Position, goal: &Goal, ascii: bool, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", crate::words::headline(&position.name, &position.title))?;
    writeln!(out, "{}\n", words::summary(goal))?;
    writeln!(out, "{}", words::drawing(&position.board, ascii))?;
    match position.with_goal(goal.clone()).manhattan() {
        Err(why) => writeln!(out, "unsolvable: {why}")?,
        Ok(bound) => {
            let parity = match goal.full() {
                Some(_) => format!(", an {} number", Parity::of(bound)),
                None => String::new(),
            };
            writeln!(out, "solvable; at least {}{parity} (style step)", counted(bound, "move"))?;
        }
    }
    match position.optimum(goal) {
        Some(known) => writeln!(out, "fewest known moves: {known} in style step"),
        None => Ok(()),
    }
}
