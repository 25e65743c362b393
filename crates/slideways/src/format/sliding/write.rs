//! Puzzle text writer.

use super::pattern;
use super::read::optimum;
use crate::grid::{Cell, Grid};
use crate::puzzle::{Draft, Place, Puzzle};
use std::fmt::Write;

/// Write a puzzle as text that [`parse`](super::parse) reads back as the same puzzle.
pub fn print(puzzle: &Puzzle) -> String {
    let draft = puzzle.draft();
    let mut text = String::new();
    let mut add = |words: String| {
        text.push_str(words.trim_end());
        text.push('\n');
    };
    add(header(draft));
    for kind in &draft.kinds {
        add(format!("{} = {}", kind.name, pattern::write(&kind.shape)));
    }
    for kind in &draft.kinds {
        if let Some(axis) = kind.along {
            add(format!("along {} {}", kind.name, axis.name()));
        }
    }
    let start: Vec<Place> = draft.start.iter().map(|&(place, _)| place).collect();
    add(line(draft, &start));
    if (0..puzzle.pieces().len()).any(|piece| puzzle.name(piece) != puzzle.kind(puzzle.pieces()[piece]).name)
    {
        add(format!("names {}", draft.start.iter().map(|&(_, name)| name).collect::<String>()));
    }
    for (k, kind) in draft.kinds.iter().enumerate() {
        let open = |(cell, kinds): (&Cell, &std::collections::BTreeSet<crate::puzzle::KindId>)| {
            kinds.iter().any(|kind| usize::from(kind.0) == k).then(|| draft.grid.coordinates(*cell))
        };
        let cells: Vec<String> = draft.gates.iter().filter_map(open).collect();
        if !cells.is_empty() {
            add(format!("only {} {}", kind.name, cells.join(" ")));
        }
    }
    for goal in &draft.goals {
        if puzzle.is_full(goal) {
            add(line(draft, &goal.0));
        } else {
            let mut words = String::from("goal");
            for place in &goal.0 {
                let _ =
                    write!(words, " {}@{}", puzzle.kind(place.kind).name, draft.grid.coordinates(place.at));
            }
            add(words);
        }
    }
    text + &remarks(draft)
}

/// The first line: the size and the title.
pub(in crate::format) fn header(draft: &Draft) -> String {
    let mark = if title_needs_mark(draft) { "# " } else { "" };
    format!("{} {mark}{}", draft.grid, draft.title).trim_end().to_owned()
}

/// The known optima and the notes, as lines of comments.
pub(in crate::format) fn remarks(draft: &Draft) -> String {
    let mut text = String::new();
    if !draft.optimum.is_empty() {
        let known: Vec<String> =
            draft.optimum.iter().map(|(style, moves)| format!("{style}={moves}")).collect();
        let _ = writeln!(text, "# optimum: {}", known.join(" "));
    }
    for note in &draft.notes {
        let mark = if optimum(note).is_some() { "##" } else { "#" };
        let _ = writeln!(text, "{}", format!("{mark} {note}").trim_end());
    }
    text
}

/// Whether a title would be read as something else: `x 3` after `5 x 4` is a third dimension.
fn title_needs_mark(draft: &Draft) -> bool {
    let after_x = draft.title.strip_prefix('x').map(str::trim_start);
    let third_size = after_x.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    draft.title.starts_with('#') || (third_size && !draft.grid.is_solid())
}

/// The goals in puzzle text: `1@3,1` or a whole arrangement.
///
/// They are taken from the printed puzzle, where only comments follow them.
pub fn goals(puzzle: &Puzzle) -> Vec<String> {
    let printed = print(puzzle);
    let lines: Vec<&str> = printed.lines().filter(|line| !line.starts_with('#')).collect();
    let goals = &lines[lines.len() - puzzle.goals().len()..];
    goals.iter().map(|line| line.strip_prefix("goal ").unwrap_or(line).to_owned()).collect()
}

/// Write the places of an arrangement as a line of puzzle text.
pub fn arrangement(puzzle: &Puzzle, places: &[Place]) -> String {
    let mut places = places.to_vec();
    places.sort();
    line(puzzle.draft(), &places)
}

/// Writes an arrangement line: repeatedly, what covers the first cell not yet filled.
fn line(draft: &Draft, places: &[Place]) -> String {
    let grid: Grid = draft.grid;
    let mut filled = vec![false; grid.size()];
    let mut line = String::new();
    let mut places = places.iter().peekable();
    for cell in grid.cells() {
        if filled[cell.index()] {
            continue;
        }
        match places.next_if(|place| place.at == cell) {
            Some(place) => {
                line.push(draft.kinds[usize::from(place.kind.0)].name);
                for covered in draft.cover(*place).expect("places of a puzzle fit its box") {
                    filled[covered.index()] = true;
                }
            }
            None => line.push(if draft.blocked.contains(&cell) { 'x' } else { '0' }),
        }
    }
    line.truncate(line.trim_end_matches('0').len());
    line
}
