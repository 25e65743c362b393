//! `--quiet`: one line a puzzle.

use super::{Ending, Listed, Report, verdict};
use crate::input::Loaded;
use crate::problem::Problem;
use crate::visible::visible;
use slideways::Style;
use slideways::outcome::Outcome;
use std::io::{self, Write};

/// Says how it ended, and no more.
pub struct Line;

impl Report for Line {
    fn begin(&mut self, _: &Loaded, _: Style, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn solution(&mut self, _: &Listed, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()> {
        let number = match &ending.outcome {
            Outcome::Solved(solved) => {
                solved.solutions.map(|number| format!("; {}", verdict::number(number)))
            }
            _ => None,
        };
        let name = visible(&ending.loaded.name);
        writeln!(out, "{name}: {}{}", verdict::verdict(ending), number.unwrap_or_default())
    }

    fn problem(&mut self, _: &str, problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
        out.flush()?;
        problem.report();
        Ok(())
    }
}
