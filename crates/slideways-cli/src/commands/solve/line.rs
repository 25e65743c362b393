//! `--quiet`: one line per puzzle.

use super::{Ending, Report, verdict};
use crate::problem::Problem;
use crate::visible::visible;
use std::io::{self, Write};

/// Says how it ended, and no more.
pub struct Line;

impl Report for Line {
    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()> {
        let number = verdict::numbers(ending).map(|number| format!("; {number}")).unwrap_or_default();
        let name = visible(ending.asked.name);
        writeln!(out, "{name}: {}{number}", verdict::verdict(ending, true))
    }

    fn problem(&mut self, _: &str, problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
        out.flush()?;
        problem.report();
        Ok(())
    }
}
