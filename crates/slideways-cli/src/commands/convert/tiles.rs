//! `convert` for tiles: positions, and their moves.

use crate::arguments::{Convert, To};
use crate::input::{self, Position, Reader, answer};
use crate::problem::{Failure, Problem};
use crate::status::Status;
use slideways::format::tiles::Notation;
use slideways::format::tiles::path;
use slideways::tiles::Board;
use std::io::Write;

/// Write the position, or a path from it.
pub fn run(
    position: &Position,
    convert: &Convert,
    reader: &mut Reader,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let text = match (&convert.solution, convert.to) {
        (None, To::Tiles(notation)) => {
            let board = if convert.turn { position.board.turned() } else { position.board.clone() };
            printed(&board, notation)?
        }
        (None, other) => return Err(no_tile_notation(other).into()),
        (Some(solution), To::Moves(to)) => {
            let text = input::path(solution, reader)?;
            let given = answer::paths(&text)?;
            let from = convert.tiles.notation.map(|moves| moves.0).or(given[0].convention);
            let from = from.unwrap_or(convert.tiles.convention());
            let mut lines = vec![];
            for one in given {
                let path = one.path(from, &position.board, &text)?;
                lines.push(path::print(&path, to, &position.board).ok_or_else(|| stuck(&position.name))?);
            }
            lines.join("\n")
        }
        (Some(_), other) => {
            let message = format!("moves cannot be written as `{}`", other.name());
            return Err(Problem::new(message)
                .help("for moves there are letters, blank, tiles and cells")
                .into());
        }
    };
    writeln!(out, "{}", text.trim_end_matches('\n'))?;
    Ok(Status::Success)
}

/// A position in a notation, if that has a way to write it.
pub fn printed(board: &Board, notation: Notation) -> Result<String, Problem> {
    notation.print(board).ok_or_else(|| {
        let message = format!("a board of {} cannot be written as `{}`", board.size(), notation.name());
        let help = match notation {
            Notation::Rosetta => "it has one hexadecimal digit a cell, and boards are square",
            _ => "it has one digit or letter a cell, which is enough for 36 cells",
        };
        Problem::new(message).help(help)
    })
}

/// A notation that positions do not have.
pub fn no_tile_notation(to: To) -> Problem {
    let names = Notation::ALL.map(Notation::name).join(", ");
    let problem = Problem::new(format!("positions of tiles cannot be written as `{}`", to.name()));
    match to {
        To::Moves(_) => problem.help("that is a convention for moves: give them with `--solution`"),
        _ => problem.help(format!("for positions there are {names}")),
    }
}

fn stuck(name: &str) -> Problem {
    Problem::new(format!("the moves cannot be followed from `{name}`"))
        .help("`slideways check` says where they go wrong")
}
