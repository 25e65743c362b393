//! `check`: whether moves solve a puzzle, by the plain rule alone.

mod json;
mod lock;
mod tiles;

use super::solve::json::fault;
use crate::arguments::Check;
use crate::colour;
use crate::input::{self, Game, Loaded, Reader, answer};
use crate::problem::Failure;
use crate::quantity::counted;
use crate::status::Status;
use crate::words;
use slideways::check::{self, NotASolution};
use slideways::format::solution;
use slideways::puzzle::rule::Move;
use slideways::{Style, show};
use std::io::{self, Write};

/// Check every solution given. With `--json`, what cannot be read is an object too.
pub fn run(check: &Check, out: &mut dyn Write) -> Result<Status, Failure> {
    match checked(check, out) {
        Err(Failure::Input(problem)) if check.json => {
            writeln!(
                out,
                "{}",
                serde_json::to_string(&fault(&check.puzzle, &problem)).map_err(io::Error::from)?
            )?;
            Ok(Status::BadInput)
        }
        end => end,
    }
}

/// One solution that is wrong makes the whole wrong.
fn checked(check: &Check, out: &mut dyn Write) -> Result<Status, Failure> {
    let mut reader = Reader::of(&check.tiles);
    if let Some(sides) = input::lock::sides(&check.puzzle) {
        return lock::run(input::lock::grid(&check.puzzle, &sides)?, check, &mut reader, out);
    }
    let loaded = match input::puzzle(&check.puzzle, &check.tiles.reading(), &mut reader)? {
        Game::Blocks(loaded) => loaded,
        Game::Tiles(position) => return tiles::run(&position, check, &mut reader, out),
    };
    input::not_for_blocks(&loaded, check.tiles.given())?;
    let text = input::solution(&check.solution, &mut reader)?;
    let given = answer::solutions(&text)?;
    let style = check.style.or(given[0].style).unwrap_or(loaded.default_style());
    let all = given.iter().map(|one| one.moves(&loaded.puzzle, &text)).collect::<Result<Vec<_>, _>>()?;
    let mut worst = Status::Success;
    if check.json {
        for moves in &all {
            worst = worst.max(json::blocks(&loaded, moves, style, out)?);
        }
        return Ok(worst);
    }
    writeln!(out, "{}", words::headline(&loaded.name, loaded.puzzle.title()))?;
    writeln!(out, "{}", words::summary(&loaded.puzzle))?;
    writeln!(out, "{}", words::style(style))?;
    for (number, moves) in (1..).zip(&all) {
        let (status, verdict) = verdict(&loaded, moves, style);
        let title = if all.len() > 1 { format!("solution {number}, ") } else { String::new() };
        write!(out, "\n{title}{}", colour::verdict(&verdict))?;
        worst = worst.max(status);
    }
    Ok(worst)
}

/// Whether the moves are a solution, in words; if not, with the arrangement where it goes wrong.
pub fn verdict(loaded: &Loaded, moves: &[Move], style: Style) -> (Status, String) {
    let puzzle = &loaded.puzzle;
    let drawn = |played: &[Move]| {
        let along = check::replay(puzzle, played, style).expect("these moves are legal");
        let last = &along[played.len()];
        (last.clone(), show::outlined(puzzle, last))
    };
    let metric = format!("{} (style {style})", counted(moves.len() as u64, "move"));
    match check::solution(puzzle, moves, style) {
        Ok(_) => {
            let steps = counted(words::steps(moves), "step");
            let known = match puzzle.draft().optimum.get(&style) {
                Some(known) => format!("; the fewest known is {known}"),
                None => String::new(),
            };
            (Status::Success, format!("valid: {metric}, {steps} in all{known}\n"))
        }
        Err(NotASolution::NotAtGoal) => {
            let (_, drawing) = drawn(moves);
            (
                Status::Impossible,
                format!("not a solution: {metric}, all legal, but they do not end at a goal\n\n{drawing}"),
            )
        }
        Err(NotASolution::Illegal { number, why }) => {
            let (before, drawing) = drawn(&moves[..number - 1]);
            let word = solution::print_move(puzzle, &before, &moves[number - 1]);
            (
                Status::Impossible,
                format!("not a solution: move {number}, `{word}`, is not allowed: {why}\n\n{drawing}"),
            )
        }
    }
}
