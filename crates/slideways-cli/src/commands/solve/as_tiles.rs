//! Puzzles of blocks that are boards of tiles: the tile engine solves them, in their own words.

use super::tiles::{Ended, Engine, with_goal};
use super::{Ending, Report, Solved};
use crate::arguments::Solve;
use crate::arguments::tiles::Search;
use crate::input::{self, Loaded, Position};
use crate::problem::{Failure, Problem};
use slideways::outcome::{Cost, Limits, Outcome, Why};
use slideways::tiles::Task;
use slideways::tiles::blocks::{Tiles, tiles};
use slideways::{Style, Who, check};
use std::io::Write;
use std::time::Duration;

/// The tiles, if the puzzle consists of such, and what is asked is for the tile engine: one solution, in a style
/// in which pieces move one by one.
pub fn wanted(loaded: &Loaded, style: Style, options: &Solve) -> Result<Option<Tiles>, Problem> {
    let by_blocks = options.search == Some(Search::Blocks);
    let more = options.all || options.count || options.layers || options.then.is_some();
    let found = match by_blocks || more || style.who == Who::Set {
        true => None,
        false => tiles(&loaded.puzzle),
    };
    let given = match found {
        Some(_) => options.tiles.given(),
        None => options.for_tiles().filter(|option| !(by_blocks && *option == "search")),
    };
    input::not_for_blocks(loaded, given)?;
    Ok(found)
}

/// One shortest solution.
#[allow(clippy::too_many_arguments, reason = "it hands on what it is given")]
pub fn shortest<'l>(
    loaded: &'l Loaded,
    tiles: &Tiles,
    style: Style,
    options: &Solve,
    engine: &mut Engine,
    limits: Limits,
    report: &mut dyn Report,
    out: &mut dyn Write,
) -> Result<Ending<'l>, Failure> {
    let (name, board) = (loaded.name.clone(), tiles.board.clone());
    let position = Position { name, title: String::new(), board, known: None };
    let mut asked = with_goal(&position, tiles.goal.clone(), style, options, engine)?;
    if asked.search == Search::Anytime {
        if options.search.is_some() {
            let message =
                format!("search `anytime` is for positions of tiles, and `{}` is none", loaded.name);
            return Err(Problem::new(message).help("`convert --to rows` makes it one").into());
        }
        asked.search = Search::Plain;
    }
    let (outcome, cost, time) = match Task::new(&tiles.board, &tiles.goal) {
        // The sizes are the same, so it is the parity.
        Err(_) => (Outcome::Unsolvable(Why::Parity), Cost::default(), Duration::ZERO),
        Ok(task) => {
            let ending = engine.run(&asked, &task, options, report, out)?;
            let outcome = match ending.outcome {
                Ended::Solved(found) => {
                    let moves = tiles.moves(&found.path, style.who).ok_or_else(wrong)?;
                    check::solution(&loaded.puzzle, &moves, style).map_err(|_| wrong())?;
                    Outcome::Solved(Solved { length: moves.len() as u32, moves, solutions: None })
                }
                Ended::Unreachable(_) => Outcome::Unsolvable(Why::Parity),
                Ended::Between { .. } => unreachable!("only search anytime ends so"),
                Ended::Stopped { bound, by } => Outcome::Stopped { bound, by },
            };
            (outcome, ending.cost, ending.time)
        }
    };
    let tiles = Some(asked.search);
    Ok(Ending { loaded, style, limits, outcome, cost, time, cut: None, layers: None, tiles })
}

fn wrong() -> Problem {
    Problem::new("the tile engine gave moves that do not stand up to the plain rule")
        .help("please report it together with the puzzle")
}
