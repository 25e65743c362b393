//! `convert` for tiles: positions, and their moves.

use crate::arguments::{Convert, To};
use crate::input::{self, Loaded, Position, Reader, answer};
use crate::problem::{Failure, Problem};
use crate::status::Status;
use slideways::format as blocks;
use slideways::format::tiles::{Notation, path, print_goal};
use slideways::tiles::blocks::NotBlocks;
use slideways::tiles::{self, Board, Goal};
use std::io::Write;

/// Write the position, or a path from it.
pub fn run(
    position: &Position,
    convert: &Convert,
    reader: &mut Reader,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    if convert.start.is_some() {
        let message =
            format!("`--start` needs a puzzle of blocks, and `{}` is a tile position", position.name);
        return Err(Problem::new(message).help("leave it out: a position is a start itself").into());
    }
    let text = match (&convert.solution, convert.to) {
        (None, To::Tiles(notation)) => {
            let board = if convert.turn { position.board.turned() } else { position.board.clone() };
            printed(&board, notation)?
        }
        (
            None,
            To::Blocks(
                notation @ (blocks::Notation::Sliding | blocks::Notation::Drawn | blocks::Notation::Json),
            ),
        ) => as_blocks(position, convert, notation)?,
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
                .help("the notations of moves are letters, blank, tiles and cells")
                .into());
        }
    };
    writeln!(out, "{}", text.trim_end_matches('\n'))?;
    Ok(Status::Success)
}

/// The position and its goal as a puzzle of blocks.
fn as_blocks(position: &Position, convert: &Convert, notation: blocks::Notation) -> Result<String, Problem> {
    let (mut board, mut goal) = (position.board.clone(), position.goal(convert.tiles.goal.as_deref())?);
    if convert.turn {
        let turned = goal.full().ok_or_else(|| Problem::new("a goal with `*` cannot be rotated"))?;
        (board, goal) = (board.turned(), turned.turned().into());
    }
    let puzzle = tiles::blocks::puzzle(&board, &goal).map_err(|why| {
        let message = format!("`{}` cannot be written as a puzzle of blocks: {why}", position.name);
        Problem::new(message).help(match why {
            NotBlocks::Names { .. } => {
                "kinds are named by 1-9, a-w, y, z, A-Z, so a board has at most 61 cells"
            }
            NotBlocks::Blank => "give a goal without `*`, or with `*` for the blank",
            NotBlocks::Nothing => "give a goal that names a tile",
        })
    })?;
    Ok(notation.print(&puzzle).expect("pieces of one cell are connected, and each has a name"))
}

/// A puzzle of blocks as a position, if it is one; what its goal is has to be said apart.
pub fn of_blocks(loaded: &Loaded, notation: Notation) -> Result<String, Problem> {
    let found = tiles::blocks::tiles(&loaded.puzzle).filter(|tiles| tiles.are_numbered(&loaded.puzzle));
    let Some(found) = found else {
        let message = format!(
            "`{}` is not a tile position, and `{}` is a notation of tile positions",
            loaded.name,
            notation.name()
        );
        return Err(Problem::new(message).help(
            "a position has pieces of one cell, called 1, 2, 3 and so on, beyond 9 by letters, and one hole; for other \
             puzzles there are sliding, rush-hour, gnome, drawn and json",
        ));
    };
    if found.goal != Goal::blank_last(found.board.size()) {
        let goal = print_goal(&found.goal);
        Problem::new(format!("the goal is not part of the position; give it with `--goal '{goal}'`")).warn();
    }
    printed(&found.board, notation)
}

/// A position in a notation, if that has a way to write it.
pub fn printed(board: &Board, notation: Notation) -> Result<String, Problem> {
    notation.print(board).ok_or_else(|| {
        let message = format!("a board of {} cannot be written as `{}`", board.size(), notation.name());
        let help = match notation {
            Notation::Rosetta => "it has one hexadecimal digit per cell, and boards are square",
            _ => "it has one digit or letter per cell, so a board has at most 36 cells",
        };
        Problem::new(message).help(help)
    })
}

/// A notation that positions do not have.
pub fn no_tile_notation(to: To) -> Problem {
    let names = Notation::ALL.map(Notation::name).join(", ");
    let problem = Problem::new(format!("positions of tiles cannot be written as `{}`", to.name()));
    match to {
        To::Moves(_) => problem.help("that is a notation of moves: give moves with `--solution`"),
        _ => problem.help(format!("the notations of positions are {names}, sliding, drawn and json")),
    }
}

fn stuck(name: &str) -> Problem {
    Problem::new(format!("the moves are not legal from `{name}`"))
        .help("`slideways check` shows the first illegal move")
}
