//! `--json`: one object per puzzle, one per line, for programs.

use super::{Asked, Ending, Report};
use crate::problem::Problem;
use serde::Serialize;
use slideways::show::json::{Detail, Fault, Layers, Question, SimplePathCounts, Solution};
use slideways::solver::Listed;
use std::io::{self, Write};

/// Prints objects.
///
/// With `--all` the list of solutions comes first, written as they are found: there may be more than memory
/// holds. The other fields follow when they are known.
#[derive(Default)]
pub struct Json {
    listing: bool,
}

impl Json {
    /// Write an object, or the rest of one if a list of solutions has begun it.
    fn print(&mut self, object: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
        let text = serde_json::to_string(object)?;
        match std::mem::take(&mut self.listing) {
            true => writeln!(out, "],{}", &text[1..]),
            false => writeln!(out, "{text}"),
        }
    }
}

impl Report for Json {
    fn solution(&mut self, asked: &Asked, listed: &Listed, out: &mut dyn Write) -> io::Result<()> {
        let begin = if std::mem::replace(&mut self.listing, true) { "," } else { "{\"all\":[" };
        write!(out, "{begin}{}", serde_json::to_string(&listed.solution.moves_in(asked.convention))?)
    }

    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()> {
        let &Asked { name, game, style, convention, tie_break, .. } = ending.asked;
        let question = Question { name, game, style, convention, tie_break };
        let layers = ending.layers.as_ref().map(Layers::new);
        let simple_paths = ending.simple_paths.as_ref().map(SimplePathCounts::new);
        self.print(&Solution { layers, simple_paths, ..Solution::new(&question, &ending.answer) }, out)
    }

    fn problem(&mut self, name: &str, problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
        self.print(&fault(name, problem), out)
    }
}

/// The object of a puzzle that cannot be read or tried.
pub fn fault(name: &str, problem: &Problem) -> Fault {
    let place = problem.line_and_column();
    let error = Detail {
        message: problem.message.clone(),
        line: place.map(|(line, _)| line),
        column: place.map(|(_, column)| column),
        help: problem.help.clone(),
        ..Detail::default()
    };
    Fault::new(Some(name.to_owned()), error)
}
