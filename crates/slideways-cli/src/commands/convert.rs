//! `convert`: a puzzle in another notation.

use crate::arguments::Convert;
use crate::input::{self, Game, Reader};
use crate::problem::{Failure, Problem};
use crate::status::Status;
use slideways::format::Notation;
use std::io::Write;

/// Write the puzzle.
pub fn run(convert: &Convert, out: &mut dyn Write) -> Result<Status, Failure> {
    let loaded = match input::puzzle(&convert.puzzle, None, &mut Reader::default())? {
        Game::Blocks(loaded) => loaded,
        Game::Tiles(_) => return Err(Problem::new("positions of tiles cannot be converted yet").into()),
    };
    let notation = convert.to.0;
    let Some(text) = notation.print(&loaded.puzzle) else {
        let (what, rule) = description(notation);
        let message = format!("`{}` cannot be written as {what}", loaded.name);
        return Err(Problem::new(message).help(rule).into());
    };
    writeln!(out, "{}", text.trim_end_matches('\n'))?;
    Ok(Status::Success)
}

/// What a notation writes, and what it can say.
fn description(notation: Notation) -> (&'static str, &'static str) {
    match notation {
        Notation::Sliding => ("puzzle text", "puzzle text can say everything"),
        Notation::Json => ("JSON", "JSON can say everything"),
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
