//! `show`: draws a puzzle and prints what is known about it.

mod drawn;
mod making;
mod packing;
mod player;
pub mod target;
mod tiles;

use super::check;
use crate::arguments::Show;
use crate::arguments::making::ShowForm;
use crate::input::{self, Game, Loaded, Reader, answer};
use crate::problem::{Failure, Problem};
use crate::quantity::counted;
use crate::status::Status;
use crate::visible::visible;
use crate::words;
use drawn::Drawing;
use slideways::Style;
use slideways::check::replay;
use slideways::puzzle::{Arrangement, Goal, Puzzle};
use slideways::show::scene::Scene;
use slideways::show::story::Story;
use std::io::{self, Write};
use target::Target;

/// Show the puzzle, or a solution of it step by step.
pub fn run(show: &Show, out: &mut dyn Write) -> Result<Status, Failure> {
    let mut reader = Reader::of(&show.tiles);
    match input::lock::sides(&show.puzzle) {
        Some(sides) => {
            let grid = input::lock::grid(&show.puzzle, &sides)?;
            return packing::run(grid, show, &mut reader, out);
        }
        None if show.packing.is_some() => {
            return Err(Problem::new(format!("`{}` is not the size of a box", show.puzzle))
                .help("a packing needs a box such as 4x4x4; give a solution with `--solution`")
                .into());
        }
        None => {}
    }
    let loaded = match input::puzzle(&show.puzzle, &show.tiles.reading(), &mut reader)? {
        Game::Blocks(loaded) => loaded,
        Game::Tiles(position) => return tiles::run(&position, show, &mut reader, out),
    };
    input::not_for_blocks(&loaded, show.tiles.given())?;
    let target = Target::new(show)?;
    let scene = || Scene::of_puzzle(&loaded.puzzle, loaded.puzzle.start());
    if let Some(target) = target.as_ref().filter(|target| target.makes()) {
        making::puzzle(&scene(), show, target, out)?;
        return Ok(Status::Success);
    }
    let Some(solution) = &show.solution else {
        match target {
            Some(target) if target.form == ShowForm::Html => {
                player::blocks(&loaded.puzzle, None, &target, out)?;
            }
            Some(target) => {
                Drawing { options: &show.pictures, target: target.picture()? }.board(&scene(), out)?;
            }
            None => puzzle(&loaded, show.ascii, out)?,
        }
        return Ok(Status::Success);
    };
    let text = input::solution(solution, &mut reader)?;
    let given = answer::solutions(&text)?;
    let [given] = &given[..] else {
        return Err(Problem::new(format!("expected one solution, found {}", given.len())).into());
    };
    let moves = given.moves(&loaded.puzzle, &text)?;
    if let Some(target) = target.as_ref().filter(|target| target.form == ShowForm::Html) {
        player::blocks(&loaded.puzzle, Some((moves, given.style)), target, out)?;
        return Ok(Status::Success);
    }
    if let Some(target) = target {
        let drawing = Drawing { options: &show.pictures, target: target.picture()? };
        let mut story = Story::of_puzzle(&loaded.puzzle, &moves).map_err(|why| no_story(&why))?;
        story.style = given.style;
        drawing.story(&story, out)?;
        return Ok(Status::Success);
    }
    writeln!(out, "{}\n", words::headline(&loaded.name, loaded.puzzle.title()))?;
    let widest = Style::ALL[5];
    let legal = match replay(&loaded.puzzle, &moves, widest) {
        Ok(_) => moves.len(),
        Err(slideways::check::NotASolution::Illegal { number, .. }) => number - 1,
        Err(slideways::check::NotASolution::NotAtGoal) => moves.len(),
    };
    let story = words::story(&loaded.puzzle, &moves[..legal], show.ascii).expect("these moves are legal");
    write!(out, "{story}")?;
    if legal < moves.len() {
        let (status, verdict) = check::verdict(&loaded, &moves, widest);
        let verdict = verdict.lines().next().unwrap_or_default();
        writeln!(out, "\n{verdict}")?;
        return Ok(status);
    }
    Ok(Status::Success)
}

/// The error for a solution with illegal moves.
fn no_story(why: &dyn std::fmt::Display) -> Problem {
    Problem::new(format!("the solution cannot be drawn: {why}"))
        .help("`slideways check` explains why; without `--output`, the legal moves are drawn")
}

fn puzzle(loaded: &Loaded, ascii: bool, out: &mut dyn Write) -> io::Result<()> {
    let puzzle = &loaded.puzzle;
    let draft = puzzle.draft();
    let draw = words::drawing(ascii);
    let filled: usize = puzzle.pieces().iter().map(|&kind| puzzle.kind(kind).shape.offsets().len()).sum();
    let empty = puzzle.grid().size() - draft.blocked.len() - filled;
    writeln!(out, "{}", words::headline(&loaded.name, loaded.puzzle.title()))?;
    let (pieces, cells) =
        (counted(puzzle.pieces().len() as u64, "piece"), counted(empty as u64, "empty cell"));
    writeln!(out, "{} box, {pieces}, {cells}\n", puzzle.grid())?;
    writeln!(out, "{}", draw(puzzle, puzzle.start()))?;
    writeln!(out, "kinds")?;
    for ((k, kind), line) in puzzle.kinds().iter().enumerate().zip(words::kinds(puzzle)) {
        let count = puzzle.pieces().iter().filter(|piece| usize::from(piece.0) == k).count();
        let along = kind.along.map_or(String::new(), |axis| format!(", along its {} only", axis.name()));
        writeln!(out, "  {line:16} {}{along}", counted(count as u64, "piece"))?;
    }
    if !draft.gates.is_empty() {
        writeln!(out, "gates, drawn `:`")?;
    }
    for (cell, kinds) in &draft.gates {
        let names: Vec<String> = kinds.iter().map(|&kind| puzzle.kind(kind).name.to_string()).collect();
        writeln!(out, "  {} for {} only", puzzle.grid().coordinates(*cell), names.join(" "))?;
    }
    for (goal, text) in puzzle.goals().iter().zip(words::goals(puzzle)) {
        writeln!(out, "goal {text}")?;
        if let Some(at) = whole(puzzle, goal) {
            writeln!(out, "\n{}", draw(puzzle, &at))?;
        }
    }
    if !draft.optimum.is_empty() {
        writeln!(out, "fewest known moves")?;
    }
    for (style, moves) in &draft.optimum {
        writeln!(out, "  {moves:>4} in style {:10} {}", style.name(), style.meaning())?;
    }
    if !draft.notes.is_empty() {
        writeln!(out, "notes")?;
    }
    draft.notes.iter().try_for_each(|note| writeln!(out, "  {}", visible(note)))
}

/// The arrangement that a full goal describes, with its pieces in order.
fn whole(puzzle: &Puzzle, goal: &Goal) -> Option<Arrangement> {
    let mut places = goal.0.clone();
    let anchors = puzzle.pieces().iter().map(|&kind| {
        let place = places.iter().position(|place| place.kind == kind)?;
        Some(places.remove(place).at)
    });
    let anchors: Option<Vec<_>> = anchors.collect();
    anchors.map(Arrangement)
}
