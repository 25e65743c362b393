//! `list`: the puzzles of the library, and its sets of tile positions.

use crate::arguments::List;
use crate::problem::{Failure, Problem};
use crate::quantity::counted;
use crate::status::Status;
use serde::{Serialize, Serializer};
use slideways::grid::Grid;
use slideways::library::sets::{self, Set};
use slideways::puzzle::Puzzle;
use slideways::{Style, library};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// List the puzzles that have the word in their name or title, those whose box has that size, or all. Twins
/// with a whole goal are hidden unless all are wanted.
pub fn run(list: &List, out: &mut dyn Write) -> Result<Status, Failure> {
    let puzzles = library::names().map(|name| (name, library::puzzle(name).expect("it is in the list")));
    let word = list.word.as_deref().unwrap_or_default();
    let size: Option<Grid> = word.parse().ok();
    let fits = |grid: Option<Grid>| size.is_some() && size == grid;
    let mut found: Vec<(&str, Puzzle)> = puzzles
        .filter(|(name, puzzle)| has(name, word) || has(puzzle.title(), word) || fits(Some(puzzle.grid())))
        .collect();
    let matching = found.len();
    found.retain(|(name, _)| list.all || library::twin_of(name).is_none());
    let hidden = matching - found.len();
    let sets = sets::names().map(|name| sets::find(name).expect("it is in the list"));
    let sets: Vec<Set> =
        sets.filter(|set| has(set.name, word) || has(set.title, word) || fits(board(set))).collect();
    if found.is_empty() && sets.is_empty() {
        let message = match size {
            Some(size) => format!("no puzzle has a box of {size}"),
            None => format!("no puzzle has `{word}` in its name or title"),
        };
        let help = match hidden {
            0 => "`slideways list` shows all puzzles".to_owned(),
            hidden => format!("`--all` also lists {}", twins(hidden)),
        };
        // An empty list is an answer, not an error.
        Problem::new(message).help(help).note();
        return Ok(Status::Success);
    }
    match list.json {
        true => {
            json(&found, out)?;
            sets.iter().try_for_each(|set| set_json(set, out))?;
        }
        false => {
            if !found.is_empty() {
                table(&found, out)?;
            }
            if !found.is_empty() && !sets.is_empty() {
                writeln!(out)?;
            }
            set_table(&sets, out)?;
            if hidden > 0 {
                writeln!(out, "\nhidden: {}; `--all` lists them", twins(hidden))?;
            }
        }
    }
    Ok(Status::Success)
}

/// A number of twins in words.
fn twins(number: usize) -> String {
    format!("{} with a whole goal, such as `klotski_full`", counted(number as u64, "twin"))
}

/// The box of a set's positions.
fn board(set: &Set) -> Option<Grid> {
    Grid::plane(set.goal.size().rows(), set.goal.size().cols())
}

/// Whether a word is in a text, whatever the capitals, hyphens and underscores.
fn has(text: &str, word: &str) -> bool {
    let key = |text: &str| text.to_lowercase().replace(['-', '_'], " ");
    key(text).contains(&key(word))
}

/// An object for a puzzle.
#[derive(Serialize)]
struct Entry<'p> {
    name: &'p str,
    title: &'p str,
    #[serde(rename = "box")]
    size: String,
    pieces: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<&'static str>,
    #[serde(serialize_with = "by_style")]
    optimum: &'p BTreeMap<Style, u32>,
}

/// Known optima as an object, in the order of the styles.
fn by_style<S: Serializer>(optimum: &BTreeMap<Style, u32>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(optimum.iter().map(|(style, moves)| (style.name(), moves)))
}

fn json(found: &[(&str, Puzzle)], out: &mut dyn Write) -> io::Result<()> {
    for (name, puzzle) in found {
        let entry = Entry {
            name,
            title: puzzle.title(),
            size: puzzle.grid().to_string(),
            pieces: puzzle.pieces().len(),
            aliases: library::aliases(name),
            optimum: &puzzle.draft().optimum,
        };
        serde_json::to_writer(&mut *out, &entry)?;
        writeln!(out)?;
    }
    Ok(())
}

/// An object for a set of positions.
#[derive(Serialize)]
struct SetEntry<'s> {
    name: &'s str,
    title: &'s str,
    #[serde(rename = "box")]
    size: String,
    goal: String,
    positions: usize,
    /// The least and the greatest number of moves, in style `step`.
    moves: (u32, u32),
}

fn set_json(set: &Set, out: &mut dyn Write) -> io::Result<()> {
    let entry = SetEntry {
        name: set.name,
        title: set.title,
        size: set.goal.size().to_string(),
        goal: set.goal.to_string(),
        positions: set.instances.len(),
        moves: span(set),
    };
    serde_json::to_writer(&mut *out, &entry)?;
    writeln!(out)
}

/// The least and the greatest number of moves in a set.
fn span(set: &Set) -> (u32, u32) {
    let moves = || set.instances.iter().map(|instance| instance.moves);
    (moves().min().unwrap_or(0), moves().max().unwrap_or(0))
}

fn set_table(sets: &[Set], out: &mut dyn Write) -> io::Result<()> {
    if sets.is_empty() {
        return Ok(());
    }
    writeln!(out, "sets of tile positions, moves in style step; `korf15:88` is one position of a set")?;
    writeln!(out)?;
    for set in sets {
        let (count, (least, most)) = (set.instances.len(), span(set));
        let (size, goal) = (set.goal.size(), &set.goal);
        writeln!(
            out,
            "{}  {size} board  goal {goal}  {count:>3} positions  {least:>3} to {most:>3} moves  {}",
            set.name, set.title
        )?;
    }
    Ok(())
}

fn table(found: &[(&str, Puzzle)], out: &mut dyn Write) -> io::Result<()> {
    let widest = found.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max("puzzle".len());
    let row = |name: &str, size: &str, pieces: &str, optima: [String; 6], title: &str| {
        let optima: String =
            Style::ALL.iter().zip(optima).map(|(s, n)| format!(" {n:>0$}", s.name().len().max(4))).collect();
        format!("{name:widest$}  {size:>8}  {pieces:>6} {optima}  {title}")
    };
    writeln!(out, "fewest known moves per style; `-` if unknown")?;
    writeln!(out)?;
    let names = Style::ALL.map(|style| style.name().to_owned());
    writeln!(out, "{}", row("puzzle", "box", "pieces", names, "title"))?;
    for (name, puzzle) in found {
        let known = &puzzle.draft().optimum;
        let optima = Style::ALL.map(|style| known.get(&style).map_or("-".to_owned(), u32::to_string));
        let (size, pieces) = (puzzle.grid().to_string(), puzzle.pieces().len().to_string());
        writeln!(out, "{}", row(name, &size, &pieces, optima, &title(name)).trim_end())?;
    }
    Ok(())
}

/// A puzzle's title, and its other names.
fn title(name: &str) -> String {
    let (heading, aliases) = (library::heading(name).unwrap_or_default(), library::aliases(name));
    match aliases.is_empty() {
        true => heading.to_owned(),
        false => format!("{heading} (also {})", aliases.join(", ")),
    }
}
