//! `--styles`: the fewest moves in each style, as a table.

use super::{Asked, Ending, Report, shown, verdict};
use crate::colour;
use crate::problem::Problem;
use crate::words;
use slideways::outcome::Outcome;
use slideways::{Game, Style};
use std::io::{self, Write};

/// Prints a table per puzzle, each row as soon as it is known.
#[derive(Default)]
pub struct StyleTable {
    /// Whether anything was printed before.
    begun: bool,
}

/// The width of the column of styles.
fn width() -> usize {
    Style::ALL.iter().map(|style| style.name().len()).max().unwrap_or(0)
}

/// The width of the column of meanings.
fn meaning_width(game: &Game) -> usize {
    let meanings = game.styles().into_iter().map(|style| game.meaning(style).len());
    meanings.max().unwrap_or(0).max(MEANING.len())
}

/// The heading of the column of meanings.
const MEANING: &str = "one move is";

/// The number of moves, and what is proved about it.
fn result(ending: &Ending) -> (String, String) {
    let moves = shown(&ending.answer.outcome).map(|solution| solution.len().to_string());
    let moves = moves.unwrap_or("-".to_owned());
    let proved = match &ending.answer.outcome {
        Outcome::Solved(_) => "proved shortest".to_owned(),
        Outcome::Unsolvable(_) => verdict::verdict(ending, false),
        Outcome::Bounded { lower, by, .. } | Outcome::Stopped { lower, by } => {
            format!("stopped: {}; at least {lower}", verdict::reason(*by, ending.asked.limits))
        }
    };
    (moves, proved)
}

impl Report for StyleTable {
    fn begin(&mut self, asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
        if asked.number > 0 {
            return Ok(());
        }
        if std::mem::replace(&mut self.begun, true) {
            writeln!(out)?;
        }
        writeln!(out, "{}", words::headline(asked.name, asked.title))?;
        match asked.game {
            Game::Blocks(puzzle) => writeln!(out, "{}\n", words::summary(puzzle))?,
            Game::Tiles(position) => writeln!(out, "{}\n", words::tiles::summary(position.goal()))?,
        }
        let (width, meaning) = (width(), meaning_width(asked.game));
        writeln!(out, "{:width$}  {MEANING:meaning$}  moves", "style")
    }

    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()> {
        let &Asked { game, style, .. } = ending.asked;
        let (width, meaning) = (width(), meaning_width(game));
        let (moves, proved) = result(ending);
        writeln!(
            out,
            "{:width$}  {:meaning$}  {moves:>5}  {}",
            style.name(),
            game.meaning(style),
            colour::verdict(&proved)
        )
    }

    fn problem(&mut self, _: &str, problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
        out.flush()?;
        problem.report();
        Ok(())
    }
}
