//! `--quiet`: one line per puzzle.

use super::{Ending, Report, shown, verdict};
use crate::colour;
use crate::problem::Problem;
use crate::visible::visible;
use std::io::{self, Write};

/// Prints how it ended, and the moves at the end of the line.
pub struct Line;

impl Report for Line {
    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()> {
        let number = verdict::numbers(ending).map(|number| format!("; {number}")).unwrap_or_default();
        let name = visible(ending.asked.name);
        let solution = shown(&ending.answer.outcome).filter(|solution| !solution.is_empty());
        let solution = solution.map(|solution| solution.line_in(ending.asked.convention));
        let solution = solution.map(|moves| format!("; solution: {moves}")).unwrap_or_default();
        let verdict = verdict::verdict(ending, true);
        writeln!(out, "{name}: {}{number}{solution}", colour::verdict(&verdict))
    }

    fn problem(&mut self, _: &str, problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
        out.flush()?;
        problem.report();
        Ok(())
    }
}
