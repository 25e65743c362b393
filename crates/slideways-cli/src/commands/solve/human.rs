//! Answers as text.
//!
//! `check` accepts the whole output. Only the lines of moves begin with a number and a dot (blocks) or with
//! two spaces (tiles).

use super::{Asked, Ending, Now, Report, shown, verdict};
use crate::colour;
use crate::problem::Problem;
use crate::quantity::{count, counted, duration};
use crate::words;
use crate::words::layers::{Heading, table};
use slideways::Game;
use slideways::outcome::{Outcome, Proof, Stop};
use slideways::solver::{Listed, Solution};
use slideways::watch::Iteration;
use std::io::{self, Write};

/// Prints the question, the verdict and the moves.
pub struct Human {
    /// Whether the moves are drawn.
    draw: bool,
    /// Whether drawings are plain ASCII.
    ascii: bool,
    /// Whether anything was printed before.
    begun: bool,
    /// Whether solutions have been listed already.
    listed: bool,
    /// Whether their number was printed before them.
    counted: bool,
}

impl Human {
    /// Draw the moves if `draw` is set, in ASCII if `ascii` is set.
    pub fn new(draw: bool, ascii: bool) -> Human {
        Human { draw, ascii, begun: false, listed: false, counted: false }
    }

    fn moves(&self, asked: &Asked, solution: &Solution, out: &mut dyn Write) -> io::Result<()> {
        match asked.game {
            Game::Blocks(puzzle) => {
                if !solution.is_empty() {
                    write!(out, "\n{}", words::columns(&solution.moves()))?;
                }
                if self.draw {
                    let story = words::story(puzzle, solution.block_moves(), self.ascii);
                    write!(out, "\n{}", story.expect("the moves were replayed before"))?;
                }
            }
            Game::Tiles(position) => {
                let (path, board) = (solution.path(), position.board());
                if !path.is_empty() {
                    write!(out, "\n{}", words::tiles::path(path, asked.convention, board))?;
                }
                if self.draw {
                    write!(out, "\n{}", words::tiles::story(board, path, self.ascii))?;
                }
            }
        }
        Ok(())
    }

    /// The notation of the moves that follow, where there is a choice.
    fn convention(&self, asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
        match asked.game {
            Game::Blocks(_) => Ok(()),
            Game::Tiles(_) => writeln!(out, "{}", words::tiles::convention(asked.convention)),
        }
    }
}

impl Report for Human {
    fn begin(&mut self, asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
        (self.listed, self.counted) = (false, false);
        if std::mem::replace(&mut self.begun, true) {
            writeln!(out)?;
        }
        writeln!(out, "{}", words::headline(asked.name, asked.title))?;
        match asked.game {
            Game::Blocks(puzzle) => {
                writeln!(out, "{}", words::summary(puzzle))?;
                writeln!(out, "{}\n", words::style(asked.style))
            }
            Game::Tiles(position) => {
                writeln!(out, "{}", words::tiles::summary(position.goal()))?;
                writeln!(out, "{}", verdict::tile_style(asked.style))?;
                writeln!(out, "{}\n", verdict::search(asked))
            }
        }
    }

    fn iteration(&mut self, asked: &Asked, now: &Now<Iteration>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", verdict::iteration(asked, &now.what, now.after))?;
        out.flush()
    }

    fn bounds(&mut self, now: &Now<(usize, u32)>, out: &mut dyn Write) -> io::Result<()> {
        let (found, proved) = now.what;
        writeln!(out, "{} ({})", verdict::between(found, proved), duration(now.after))?;
        out.flush()
    }

    fn solution(&mut self, asked: &Asked, listed: &Listed, out: &mut dyn Write) -> io::Result<()> {
        let first = !std::mem::replace(&mut self.listed, true);
        let number = count(listed.number);
        match listed.total {
            Some(total) => {
                if first {
                    self.counted = true;
                    let solved = verdict::solved(asked, listed.solution, asked.game);
                    writeln!(out, "{}", colour::verdict(&solved))?;
                    writeln!(out, "{}", verdict::number(total))?;
                }
                writeln!(out, "\nsolution {number} of {}", count(total))?;
                self.moves(asked, listed.solution, out)
            }
            None => {
                if first && matches!(asked.game, Game::Tiles(_)) {
                    self.convention(asked, out)?;
                    writeln!(out)?;
                }
                writeln!(out, "solution {number}")?;
                self.moves(asked, listed.solution, out)?;
                writeln!(out)
            }
        }
    }

    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()> {
        let (asked, answer) = (ending.asked, &ending.answer);
        if self.counted {
            writeln!(out)?;
            if let Some((counted, by)) = answer.counted.and_then(|counted| Some((counted, counted.stop?))) {
                let reason = verdict::reason(by, asked.limits);
                writeln!(out, "stopped: {reason}; {} listed", self::counted(counted.shown, "solution"))?;
            }
            writeln!(out, "{}", verdict::cost(ending))?;
        } else {
            writeln!(out, "{}", colour::verdict(&verdict::verdict(ending, false)))?;
            if let Some(number) = verdict::numbers(ending) {
                writeln!(out, "{number}")?;
            }
            let instant = matches!(
                answer.outcome,
                Outcome::Unsolvable(Proof::OutOfReach | Proof::NoArrangement | Proof::Parity(_))
            );
            if !instant {
                writeln!(out, "{}", verdict::cost(ending))?;
            }
            if let Some(advice) = verdict::advice(ending) {
                writeln!(out, "{advice}")?;
            }
            if let Some(solution) = shown(&answer.outcome).filter(|_| !self.listed) {
                if !solution.is_empty() {
                    self.convention(asked, out)?;
                }
                self.moves(asked, solution, out)?;
            }
        }
        let metric = format!("style {}", asked.style);
        let thing = if matches!(asked.game, Game::Blocks(_)) { "arrangement" } else { "position" };
        let heading = Heading { thing, from: "the start", metric: &metric };
        let reason = |stop: Option<Stop>| stop.map_or(String::new(), |by| verdict::reason(by, asked.limits));
        if let Some(layers) = &ending.layers {
            writeln!(out)?;
            table(layers, &heading, &reason(layers.stop), out)?;
        }
        if let Some(paths) = &ending.simple_paths {
            writeln!(out)?;
            words::solutions::simple_paths(paths, &heading, &reason(paths.stop), out)?;
        }
        Ok(())
    }

    fn problem(&mut self, _: &str, problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
        out.flush()?;
        problem.report();
        Ok(())
    }
}
