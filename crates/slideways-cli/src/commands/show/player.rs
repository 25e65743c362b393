//! `show --as html`: a page that plays a puzzle and its solution.
//!
//! Without `--solution` the command searches for a shortest one itself, for a limited time.

use super::no_story;
use super::target::Target;
use crate::arguments::LimitOptions;
use crate::problem::{Failure, Problem};
use crate::quantity::counted;
use slideways::grid::Dir;
use slideways::outcome::Outcome;
use slideways::puzzle::Puzzle;
use slideways::puzzle::rule::Move;
use slideways::show::player;
use slideways::solver::{Solution, Solver, TableStore};
use slideways::tiles::{Position, moves};
use slideways::{Game, Style, Who};
use std::io::Write;
use std::time::Duration;

/// The time that a search for the solution may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Write a player of blocks. The moves of the user are legal in some style if none is given.
pub fn blocks(
    puzzle: &Puzzle,
    given: Option<(Vec<Move>, Option<Style>)>,
    target: &Target,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (found, what) = match given {
        Some((moves, style)) => {
            let what = with(moves.len(), style);
            (Some((moves, style.unwrap_or(Style::ALL[5]))), what)
        }
        None => match search(puzzle.into())? {
            Ok(found) => {
                let what = with(found.len(), Some(found.style()));
                (Some((found.block_moves().to_vec(), found.style())), what)
            }
            Err(why) => (None, why),
        },
    };
    let solution = found.as_ref().map(|(moves, style)| (&moves[..], *style));
    let page = player::of_puzzle(puzzle, solution).map_err(|why| no_story(&why))?;
    target.write(page.as_bytes(), &what, out)
}

/// Write a player of tiles.
pub fn tiles(
    position: &Position,
    title: &str,
    given: Option<(Vec<Dir>, Who)>,
    target: &Target,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (found, what) = match given {
        Some((path, who)) => {
            let what = with(moves::length(&path, who) as usize, None);
            (Some((path, who)), what)
        }
        None => match search(position.into())? {
            Ok(found) => (Some((found.path().to_vec(), Who::Piece)), with(found.len(), Some(found.style()))),
            Err(why) => (None, why),
        },
    };
    let solution = found.as_ref().map(|(path, who)| (&path[..], *who));
    let page = player::of_position(position, title, solution).map_err(|why| no_story(&why))?;
    target.write(page.as_bytes(), &what, out)
}

fn with(moves: usize, style: Option<Style>) -> String {
    let style = style.map_or(String::new(), |style| format!(" (style {style})"));
    format!("a page that plays the puzzle, with a solution of {}{style}", counted(moves as u64, "move"))
}

/// A shortest solution, or the words for a player without one.
fn search(game: Game) -> Result<Result<Solution, String>, Problem> {
    let answer = Solver::new(game)
        .limits(LimitOptions::within(PATIENCE))
        .tables(&TableStore::of_user())
        .solve()
        .map_err(|why| Problem::new(why.to_string()).help("give a solution with `--solution`"))?;
    let without = |why: String| format!("a page that plays the puzzle, without a solution: {why}");
    Ok(match answer.outcome {
        Outcome::Solved(found) | Outcome::Bounded { best: found, .. } => Ok(found),
        Outcome::Unsolvable(proof) => Err(without(proof.to_string())),
        Outcome::Stopped { .. } => {
            Err(without(format!("none was found within {} s; `--solution` adds one", PATIENCE.as_secs())))
        }
    })
}
