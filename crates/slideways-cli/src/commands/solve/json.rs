//! `--json`: one object a puzzle and line, for programs.

use super::{Ending, Listed, Report};
use crate::input::Loaded;
use crate::problem::Problem;
use crate::words;
use serde::Serialize;
use slideways::Style;
use slideways::outcome::Outcome;
use slideways::show::json::{Detail, Fault, Layers, Solution, Tiles, stop};
use std::io::{self, Write};

/// Prints objects.
///
/// With `--all` the list of solutions comes first, written as they are found: there may be more than
/// memory holds. The other fields follow when they are known.
#[derive(Default)]
pub struct Json {
    listing: bool,
}

impl Json {
    /// Write an object, or the rest of one if a list of solutions has begun it.
    pub fn print(&mut self, object: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
        let text = serde_json::to_string(object)?;
        match std::mem::take(&mut self.listing) {
            true => writeln!(out, "],{}", &text[1..]),
            false => writeln!(out, "{text}"),
        }
    }

    /// Write one of all solutions.
    pub fn list(&mut self, moves: Vec<String>, out: &mut dyn Write) -> io::Result<()> {
        let begin = if std::mem::replace(&mut self.listing, true) { "," } else { "{\"all\":[" };
        write!(out, "{begin}{}", serde_json::to_string(&moves)?)
    }
}

impl Report for Json {
    fn begin(&mut self, _: &Loaded, _: Style, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn solution(&mut self, found: &Listed, out: &mut dyn Write) -> io::Result<()> {
        self.list(words::moves(&found.loaded.puzzle, found.moves), out)
    }

    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()> {
        let puzzle = &ending.loaded.puzzle;
        let solved = match &ending.outcome {
            Outcome::Solved(solved) => Some(solved),
            _ => None,
        };
        let length = match &ending.outcome {
            Outcome::Solved(solved) => Outcome::Solved(solved.length),
            Outcome::Unsolvable(why) => Outcome::Unsolvable(why.clone()),
            Outcome::Stopped { bound, by } => Outcome::Stopped { bound: *bound, by: *by },
        };
        let (name, goals) = (ending.loaded.name.clone(), words::goals(puzzle));
        let object = Solution::new(name, ending.style, goals, &length, &ending.cost, ending.time);
        let object = Solution {
            reason: object.reason.or(ending.cut.map(|(by, _)| stop(by))),
            solution: solved.map(|solved| words::moves(puzzle, &solved.moves)),
            solutions: solved.and_then(|solved| solved.solutions),
            states: object.states.filter(|_| ending.tiles.is_none()),
            layers: ending.layers.as_ref().map(Layers::new),
            tiles: ending.tiles.map(|search| Tiles::of_blocks(search.name())),
            ..object
        };
        self.print(&object, out)
    }

    fn problem(&mut self, name: &str, problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
        let place = problem.line_and_column();
        let error = Detail {
            message: problem.message.clone(),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            help: problem.help.clone(),
            ..Detail::default()
        };
        self.print(&Fault::new(Some(name.to_owned()), error), out)
    }
}
