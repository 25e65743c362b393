//! Answers for people.
//!
//! The whole can be given to `check` as it is: only the lines with moves begin with a number and a dot.

use super::{Ending, Listed, Report, verdict};
use crate::input::Loaded;
use crate::problem::Problem;
use crate::quantity::{count, counted};
use crate::words;
use crate::words::layers::{Heading, table};
use slideways::Style;
use slideways::outcome::{Outcome, Why};
use slideways::puzzle::rule::Move;
use std::io::{self, Write};

/// Says what was asked, how it ended, and the moves.
pub struct Human {
    /// Whether the moves are drawn.
    pub draw: bool,
    /// Whether drawings are plain ASCII.
    pub ascii: bool,
    /// Whether something was said before.
    begun: bool,
    /// Whether solutions have been listed already.
    pub listed: bool,
}

impl Human {
    /// Draw the moves too, if wanted, and in ASCII, if wanted.
    pub fn new(draw: bool, ascii: bool) -> Human {
        Human { draw, ascii, begun: false, listed: false }
    }

    /// Get ready for the next puzzle.
    pub fn start(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.listed = false;
        if std::mem::replace(&mut self.begun, true) { writeln!(out) } else { Ok(()) }
    }

    fn moves(&self, loaded: &Loaded, moves: &[Move], out: &mut dyn Write) -> io::Result<()> {
        if !moves.is_empty() {
            write!(out, "\n{}", words::columns(&words::moves(&loaded.puzzle, moves)))?;
        }
        if self.draw {
            let story = words::story(&loaded.puzzle, moves, self.ascii);
            write!(out, "\n{}", story.expect("the moves were replayed before"))?;
        }
        Ok(())
    }
}

impl Report for Human {
    fn begin(&mut self, loaded: &Loaded, style: Style, out: &mut dyn Write) -> io::Result<()> {
        self.start(out)?;
        writeln!(out, "{}", words::headline(loaded))?;
        writeln!(out, "{}", words::summary(&loaded.puzzle))?;
        writeln!(out, "{}\n", words::style(style))
    }

    fn solution(&mut self, found: &Listed, out: &mut dyn Write) -> io::Result<()> {
        if !std::mem::replace(&mut self.listed, true) {
            writeln!(out, "{}", verdict::solution(found.total.moves, found.style))?;
            writeln!(out, "{}", verdict::number(found.total.solutions))?;
        }
        let (number, total) = (count(found.number), count(found.total.solutions));
        writeln!(out, "\nsolution {number} of {total}")?;
        self.moves(found.loaded, found.moves, out)
    }

    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()> {
        if self.listed {
            writeln!(out)?;
            if let Some((by, shown)) = ending.cut {
                let reason = verdict::reason(by, ending.limits);
                writeln!(out, "stopped: {reason}; {} listed", counted(shown, "solution"))?;
            }
            writeln!(out, "{}", verdict::cost(ending))?;
        } else {
            writeln!(out, "{}", verdict::verdict(ending))?;
            match &ending.outcome {
                Outcome::Solved(solved) => {
                    if let Some(number) = solved.solutions {
                        writeln!(out, "{}", verdict::number(number))?;
                    }
                    writeln!(out, "{}", verdict::cost(ending))?;
                    self.moves(ending.loaded, &solved.moves, out)?;
                }
                Outcome::Unsolvable(Why::OutOfReach | Why::NoArrangement | Why::Parity) => {}
                Outcome::Unsolvable(Why::Exhausted { .. }) => writeln!(out, "{}", verdict::cost(ending))?,
                Outcome::Stopped { by, .. } => {
                    writeln!(out, "{}", verdict::cost(ending))?;
                    verdict::advice(*by).map_or(Ok(()), |advice| writeln!(out, "{advice}"))?;
                }
            }
        }
        let Some(layers) = &ending.layers else { return Ok(()) };
        let metric = format!("style {}", ending.style);
        let heading = Heading { thing: "arrangement", from: "the start", metric: &metric };
        let stopped = layers.stop.map_or(String::new(), |by| verdict::reason(by, ending.limits));
        writeln!(out)?;
        table(layers, &heading, &stopped, out)
    }

    fn problem(&mut self, _: &str, problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
        out.flush()?;
        problem.report();
        Ok(())
    }
}
