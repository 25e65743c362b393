//! Small boards as puzzles of blocks: for the styles in which tiles move together.

use super::{Asked, Ended, Solved};
use crate::arguments::Solve;
use crate::problem::Problem;
use crate::progress::Onlooker;
use slideways::format::sliding;
use slideways::grid::Dir;
use slideways::outcome::{Cost, Limits, Outcome};
use slideways::tiles::{Board, Goal, moves};
use slideways::{Style, Who, solve};

/// Ten cells make 1,814,400 positions, which are soon searched; twelve make 239,500,800.
const MOST_CELLS: usize = 10;

/// Whether the block engine can answer, and nothing else was asked.
pub fn can_be_asked(goal: &Goal, style: Style, options: &Solve) -> Result<(), Problem> {
    if goal.size().cells() > MOST_CELLS || goal.full().is_none() {
        let message = format!("style {style}, the multi-tile metric, is not there yet for such tiles");
        return Err(Problem::new(message).help(
            "boards have at most 10 cells in it, and goals leave nothing open; or use `--style step`, with \
             which slide and move count the same",
        ));
    }
    let asked = [
        (options.all, "all"),
        (options.count, "count"),
        (options.rounds, "rounds"),
        (options.search.is_some(), "search"),
    ];
    match asked.iter().find(|(asked, _)| *asked) {
        None => Ok(()),
        Some((_, option)) => {
            let message = format!("`--{option}` is not there yet for tiles in style {style}");
            Err(Problem::new(message).help("use `--style step`"))
        }
    }
}

/// A shortest solution, found by the block engine.
pub fn shortest(asked: &Asked, limits: Limits, quiet: bool) -> Result<(Ended, Cost), Problem> {
    let goal = asked.goal.full().expect("masks were refused before");
    let text = puzzle_text(&asked.position.board, &goal);
    let puzzle = sliding::parse(&text).expect("a board is a puzzle of blocks").puzzle;
    let answer = solve::solve(&puzzle, asked.style, limits, &mut Onlooker::new(quiet))
        .map_err(|why| Problem::new(why.to_string()))?;
    let ended = match answer.outcome {
        Outcome::Solved(found) => {
            // A set of tiles that moves by one cell moves them all, the one beside the blank first.
            let steps = found.iter().flat_map(|set| set.path.iter().map(|&dir| (dir, set.pieces.len())));
            let path: Vec<Dir> = steps.flat_map(|(dir, tiles)| std::iter::repeat_n(dir, tiles)).collect();
            if moves::length(&path, Who::Set) as usize != found.len() {
                return Err(Problem::new("the block engine gave a path that is not shortest")
                    .help("please report it together with the position"));
            }
            Ended::Solved(Solved { path, solutions: None })
        }
        Outcome::Stopped { bound, by } => Ended::Stopped { bound, by },
        Outcome::Unsolvable(_) => {
            return Err(Problem::new("the block engine denies what parity allows")
                .help("please report it together with the position"));
        }
    };
    Ok((ended, answer.cost))
}

/// The board as puzzle text: every tile a kind of its own, called by its number.
fn puzzle_text(board: &Board, goal: &Board) -> String {
    let kinds: String = (1..board.size().cells()).map(|tile| format!("{tile} = 1\n")).collect();
    let line = |board: &Board| board.tiles().iter().map(|tile| tile.to_string()).collect::<String>();
    format!("{}\n{kinds}{}\n{}\n", board.size(), line(board), line(goal))
}
