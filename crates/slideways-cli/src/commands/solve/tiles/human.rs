//! Answers for people.
//!
//! The whole can be given to `check` as it is: only the lines with moves begin with two blanks.

use super::super::human::Human;
use super::{Asked, Ended, Ending, Report, verdict};
use crate::quantity::duration;
use crate::words::layers::{Heading, table};
use crate::words::tiles as words;
use slideways::grid::Dir;
use slideways::tiles::anytime::Standing;
use slideways::tiles::round::Round;
use std::io::{self, Write};
use std::time::Duration;

impl Human {
    fn path(&self, asked: &Asked, path: &[Dir], out: &mut dyn Write) -> io::Result<()> {
        let board = &asked.position.board;
        if !path.is_empty() {
            write!(out, "\n{}", words::path(path, asked.convention, board))?;
        }
        if self.draw {
            write!(out, "\n{}", words::story(board, path, self.ascii))?;
        }
        Ok(())
    }
}

impl Report for Human {
    fn begin(&mut self, asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
        self.start(out)?;
        writeln!(out, "{}", words::headline(asked.position))?;
        writeln!(out, "{}", words::summary(&asked.goal))?;
        writeln!(out, "{}", verdict::style(asked.style))?;
        writeln!(out, "{}\n", verdict::search(asked))
    }

    fn round(
        &mut self,
        asked: &Asked,
        round: &Round,
        after: Duration,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(out, "{}", verdict::round(asked, round, after))?;
        out.flush()
    }

    fn standing(
        &mut self,
        _: &Asked,
        standing: &Standing,
        after: Duration,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (found, proved) = (standing.path.len() as u32, standing.bound);
        writeln!(out, "{} ({})", verdict::between(found, proved), duration(after))?;
        out.flush()
    }

    fn solution(&mut self, asked: &Asked, number: u128, path: &[Dir], out: &mut dyn Write) -> io::Result<()> {
        if !std::mem::replace(&mut self.listed, true) {
            writeln!(out, "{}\n", words::convention(asked.convention))?;
        }
        writeln!(out, "solution {number}")?;
        self.path(asked, path, out)?;
        writeln!(out)
    }

    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()> {
        let asked = ending.asked;
        writeln!(out, "{}", verdict::verdict(ending, &format!("style {}", asked.style)))?;
        if let Some(number) = verdict::number(ending) {
            writeln!(out, "{number}")?;
        }
        if !matches!(ending.outcome, Ended::Unreachable(_)) {
            writeln!(out, "{}", verdict::cost(ending))?;
        }
        match &ending.outcome {
            Ended::Solved(solved) if !self.listed => {
                if !solved.path.is_empty() {
                    writeln!(out, "{}", words::convention(asked.convention))?;
                }
                self.path(asked, &solved.path, out)?;
            }
            Ended::Between { path, by, .. } => {
                let advice = by.map_or(Some("to go further: give it time with --time"), verdict::advice);
                advice.map_or(Ok(()), |advice| writeln!(out, "{advice}"))?;
                writeln!(out, "{}", words::convention(asked.convention))?;
                self.path(asked, path, out)?;
            }
            Ended::Stopped { by, .. } => {
                verdict::advice(*by).map_or(Ok(()), |advice| writeln!(out, "{advice}"))?;
            }
            _ => {}
        }
        let Some(layers) = &ending.layers else { return Ok(()) };
        let metric = format!("style {}", asked.style);
        let heading = Heading { thing: "position", from: "the start", metric: &metric };
        let stopped =
            layers.stop.map_or(String::new(), |by| super::super::verdict::reason(by, ending.limits));
        writeln!(out)?;
        table(layers, &heading, &stopped, out)
    }
}
