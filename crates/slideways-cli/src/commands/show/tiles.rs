//! `show` for tiles.

use super::drawn::Drawing;
use super::target::Target;
use super::{making, no_story, player};
use crate::arguments::Show;
use crate::arguments::making::ShowForm;
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
    let target = Target::new(show)?;
    let scene = || Scene::of_board(&position.board, &goal.some_board());
    if let Some(target) = target.as_ref().filter(|target| target.makes()) {
        making::puzzle(&scene(), show, target, out)?;
        return Ok(Status::Success);
    }
    let Some(solution) = &show.solution else {
        match target {
            Some(target) if target.form == ShowForm::Html => {
                let with_goal = position.with_goal(goal.clone());
                player::tiles(&with_goal, &position.title, None, &target, out)?;
            }
            Some(target) => {
                Drawing { options: &show.pictures, target: target.picture()? }.board(&scene(), out)?;
            }
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
    let who = given.style.map_or(Who::Piece, |style| style.who);
    if let Some(target) = target.as_ref().filter(|target| target.form == ShowForm::Html) {
        let with_goal = position.with_goal(goal);
        player::tiles(&with_goal, &position.title, Some((path, who)), target, out)?;
        return Ok(Status::Success);
    }
    if let Some(target) = target {
        let drawing = Drawing { options: &show.pictures, target: target.picture()? };
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
