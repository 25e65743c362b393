//! `convert`: a puzzle in another notation.

pub mod tiles;

use crate::arguments::{Convert, To};
use crate::input::{self, Game, Loaded, Reader};
use crate::problem::{Failure, Problem};
use crate::status::Status;
use slideways::format::{Notation, sliding};
use slideways::puzzle::Puzzle;
use slideways::read::{NotRead, Text};
use std::io::Write;

/// Write the puzzle, or all positions of a list.
pub fn run(convert: &Convert, out: &mut dyn Write) -> Result<Status, Failure> {
    let mut reader = Reader::of(&convert.tiles);
    let mut all = input::puzzles(&convert.puzzle, &mut reader);
    if all.len() == 1 {
        return match all.remove(0).load(&convert.tiles.reading())? {
            Game::Blocks(loaded) => blocks(&loaded, convert, out),
            Game::Tiles(position) => tiles::run(&position, convert, &mut reader, out),
        };
    }
    if convert.solution.is_some() {
        return Err(NotRead::several(&convert.puzzle, all.len()).into());
    }
    let mut worst = Status::Success;
    for found in all {
        let end = match found.load(&convert.tiles.reading()) {
            Ok(Game::Blocks(loaded)) => blocks(&loaded, convert, out),
            Ok(Game::Tiles(position)) => tiles::run(&position, convert, &mut reader, out),
            Err(problem) => Err(problem.into()),
        };
        let status = match end {
            Err(Failure::Input(problem)) => {
                out.flush()?;
                problem.report();
                Status::BadInput
            }
            end => end?,
        };
        worst = worst.max(status);
    }
    Ok(worst)
}

fn blocks(loaded: &Loaded, convert: &Convert, out: &mut dyn Write) -> Result<Status, Failure> {
    let solution = convert.solution.as_ref().map(|_| "solution");
    let given = convert.tiles.given().or(solution).or(convert.turn.then_some("turn"));
    input::not_for_blocks(loaded, given)?;
    let puzzle = match &convert.start {
        None => loaded.puzzle.clone(),
        Some(start) => {
            let at = sliding::parse_arrangement(&loaded.puzzle, start)
                .map_err(|error| Problem::at(&Text::new("--start", start), error))?;
            loaded.puzzle.with_start(&at).map_err(|why| Problem::new(why.to_string()))?
        }
    };
    let loaded = &Loaded { puzzle, ..loaded.clone() };
    let notation = match convert.to {
        To::Blocks(notation) => notation,
        To::Tiles(notation) => {
            writeln!(out, "{}", tiles::of_blocks(loaded, notation)?.trim_end_matches('\n'))?;
            return Ok(Status::Success);
        }
        To::Moves(convention) => {
            let message =
                format!("puzzles cannot be written as `{}`, a notation of moves", convention.name());
            return Err(Problem::new(message)
                .help("the notations of blocks are sliding, rush-hour, gnome, drawn and json")
                .into());
        }
    };
    writeln!(out, "{}", printed_puzzle(&loaded.name, &loaded.puzzle, notation)?)?;
    Ok(Status::Success)
}

/// A puzzle in a notation, if that can express it; without the end of its last line.
pub fn printed_puzzle(name: &str, puzzle: &Puzzle, notation: Notation) -> Result<String, Problem> {
    let text = notation.print(puzzle).ok_or_else(|| {
        let (what, rule) = description(notation);
        Problem::new(format!("`{name}` cannot be written as {what}")).help(rule)
    })?;
    Ok(text.trim_end_matches('\n').to_owned())
}

/// What a notation writes, and what it can express.
fn description(notation: Notation) -> (&'static str, &'static str) {
    match notation {
        Notation::Sliding => ("puzzle text", "puzzle text can say everything"),
        Notation::Json => ("JSON", "JSON can say everything"),
        Notation::Drawn => (
            "a drawing",
            "in a drawing the cells of a piece are connected and have one letter; `--to sliding` can say \
             everything",
        ),
        Notation::RushHour => (
            "a Rush Hour board",
            "a board is square and has straight cars bound to their lines; the goal is one of them at the \
             right end of its row",
        ),
        Notation::Gnome => (
            "a GNOME Klotski map",
            "a map has one piece to bring out and gates for it alone; other pieces of one shape are of one \
             kind; gates and targets are free at the start",
        ),
    }
}
