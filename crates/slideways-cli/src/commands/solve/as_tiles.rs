//! Puzzles of blocks that are boards of tiles: the tile engine solves them, in their own words.

use super::tiles::{Asked, Ended, Engine, with_goal};
use super::{Ending, Report, Solved};
use crate::arguments::Solve;
use crate::arguments::tiles::Search;
use crate::input::{self, Loaded, Position};
use crate::problem::{Failure, Problem};
use slideways::outcome::{Outcome, Why};
use slideways::tiles::Task;
use slideways::tiles::blocks::{Tiles, tiles};
use slideways::{Style, check};
use std::io::Write;

/// A puzzle of blocks as the tile engine sees it.
pub struct AsTiles {
    tiles: Tiles,
    position: Position,
}

/// The tiles, if the puzzle consists of such, and what is asked is for the tile engine: one solution.
pub fn wanted(loaded: &Loaded, options: &Solve) -> Result<Option<AsTiles>, Problem> {
    let by_blocks = options.search == Some(Search::Blocks);
    let more = options.all || options.count || options.layers || options.then.is_some();
    let found = if by_blocks || more { None } else { tiles(&loaded.puzzle) };
    let given = match found {
        Some(_) => options.tiles.given(),
        None => options.for_tiles().filter(|option| !(by_blocks && *option == "search")),
    };
    input::not_for_blocks(loaded, given)?;
    Ok(found.map(|tiles| {
        let (name, board) = (loaded.name.clone(), tiles.board.clone());
        AsTiles { tiles, position: Position { name, title: String::new(), board, known: None } }
    }))
}

impl AsTiles {
    /// Whether what is asked can be answered, and by which search.
    pub fn asked(&self, style: Style, options: &Solve, engine: &mut Engine) -> Result<Asked<'_>, Problem> {
        let mut asked = with_goal(&self.position, self.tiles.goal.clone(), style, options, engine)?;
        if asked.search == Search::Anytime {
            if options.search.is_some() {
                let message = format!(
                    "search `anytime` is for positions of tiles, and `{}` is none",
                    self.position.name
                );
                return Err(Problem::new(message).help("`convert --to rows` makes it one"));
            }
            asked.search = Search::Plain;
        }
        engine.keep(&asked, options)?;
        Ok(asked)
    }

    /// One shortest solution.
    pub fn shortest<'l>(
        &self,
        loaded: &'l Loaded,
        asked: &Asked,
        options: &Solve,
        engine: &mut Engine,
        report: &mut dyn Report,
        out: &mut dyn Write,
    ) -> Result<Ending<'l>, Failure> {
        let (style, tiles) = (asked.style, &self.tiles);
        let ending = match Task::new(&tiles.board, &tiles.goal) {
            Ok(task) => engine.run(asked, &task, options, report, out)?,
            Err(why) => engine.nothing_to_search(asked, why),
        };
        engine.forget(&ending.outcome);
        let outcome = match ending.outcome {
            Ended::Solved(found) => {
                let moves = tiles.moves(&found.path, style.who).ok_or_else(wrong)?;
                check::solution(&loaded.puzzle, &moves, style).map_err(|_| wrong())?;
                Outcome::Solved(Solved { length: moves.len() as u32, moves, solutions: None })
            }
            // The sizes are the same, so it is the parity.
            Ended::Unreachable(_) => Outcome::Unsolvable(Why::Parity),
            Ended::Between { .. } => unreachable!("only search anytime ends so"),
            Ended::Stopped { bound, by } => Outcome::Stopped { bound, by },
        };
        let (limits, cost, time) = (ending.limits, ending.cost, ending.time);
        let tiles = Some(asked.search);
        Ok(Ending { loaded, style, limits, outcome, cost, time, cut: None, layers: None, tiles })
    }
}

fn wrong() -> Problem {
    Problem::new("the tile engine gave moves that do not stand up to the plain rule")
        .help("please report it together with the puzzle")
}
