//! Whether moves are a solution, as an object for programs.

use crate::input::{Loaded, Position};
use crate::status::Status;
use crate::words;
use serde::Serialize;
use slideways::Style;
use slideways::check::{self, NotASolution};
use slideways::grid::Dir;
use slideways::puzzle::rule::Move;
use slideways::tiles::{Goal, moves, replay};
use std::io::{self, Write};

/// What is known; the names are fixed.
#[derive(Serialize)]
struct Object<'o> {
    puzzle: &'o str,
    style: &'static str,
    /// Any one of these will do.
    goal: Vec<String>,
    /// `solution` or `not_a_solution`.
    outcome: &'static str,
    /// The number of moves given, in this style.
    moves: u64,
    /// The least number of moves known.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimum: Option<u32>,
    /// Why it is not a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Fault>,
}

/// Where a solution goes wrong. A solution that is legal and ends elsewhere goes wrong at no move.
#[derive(Default, Serialize)]
struct Fault {
    /// The first move that is not allowed, from 1; for blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<usize>,
    /// The first step that is not allowed, from 1; for tiles, where a move of a set is several steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
    message: String,
}

impl Object<'_> {
    fn print(self, out: &mut dyn Write) -> io::Result<Status> {
        writeln!(out, "{}", serde_json::to_string(&self)?)?;
        Ok(if self.error.is_none() { Status::Success } else { Status::Impossible })
    }
}

fn outcome(fault: &Option<Fault>) -> &'static str {
    if fault.is_none() { "solution" } else { "not_a_solution" }
}

/// A solution of blocks.
pub fn blocks(loaded: &Loaded, moves: &[Move], style: Style, out: &mut dyn Write) -> io::Result<Status> {
    let puzzle = &loaded.puzzle;
    let error = check::solution(puzzle, moves, style).err().map(|why| Fault {
        r#move: match why {
            NotASolution::Illegal { number, .. } => Some(number),
            NotASolution::NotAtGoal => None,
        },
        message: why.to_string(),
        ..Fault::default()
    });
    Object {
        puzzle: &loaded.name,
        style: style.name(),
        goal: words::goals(puzzle),
        outcome: outcome(&error),
        moves: moves.len() as u64,
        optimum: puzzle.draft().optimum.get(&style).copied(),
        error,
    }
    .print(out)
}

/// A solution of tiles.
pub fn tiles(
    position: &Position,
    goal: &Goal,
    path: &[Dir],
    style: Style,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let error = replay::solution(&position.board, path, goal).err().map(|why| Fault {
        step: match why {
            replay::NotASolution::Stuck { step, .. } => Some(step),
            replay::NotASolution::NotAtGoal => None,
        },
        message: why.to_string(),
        ..Fault::default()
    });
    Object {
        puzzle: &position.name,
        style: style.name(),
        goal: vec![goal.to_string()],
        outcome: outcome(&error),
        moves: moves::length(path, style.who).into(),
        optimum: position.optimum(goal).filter(|_| style.who == Style::STEP.who),
        error,
    }
    .print(out)
}
