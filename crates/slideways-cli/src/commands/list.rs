//! `list`: the puzzles of the library.

use crate::arguments::List;
use crate::problem::{Failure, Problem};
use crate::status::Status;
use serde::{Serialize, Serializer};
use slideways::puzzle::Puzzle;
use slideways::{Style, library};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// List the puzzles that have the word in them, or all.
pub fn run(list: &List, out: &mut dyn Write) -> Result<Status, Failure> {
    let puzzles = library::names().map(|name| (name, library::puzzle(name).expect("it is in the list")));
    let word = list.word.as_deref().unwrap_or_default();
    let found: Vec<(&str, Puzzle)> =
        puzzles.filter(|(name, puzzle)| has(name, word) || has(puzzle.title(), word)).collect();
    if found.is_empty() {
        return Err(Problem::new(format!("no puzzle has `{word}` in its name or title"))
            .help("`slideways list` shows them all")
            .into());
    }
    match list.json {
        true => json(&found, out)?,
        false => table(&found, out)?,
    }
    Ok(Status::Success)
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
            optimum: &puzzle.draft().optimum,
        };
        serde_json::to_writer(&mut *out, &entry)?;
        writeln!(out)?;
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
    writeln!(out, "least number of moves known, by style; `-` if none is")?;
    writeln!(out)?;
    let names = Style::ALL.map(|style| style.name().to_owned());
    writeln!(out, "{}", row("puzzle", "box", "pieces", names, "title"))?;
    for (name, puzzle) in found {
        let known = &puzzle.draft().optimum;
        let optima = Style::ALL.map(|style| known.get(&style).map_or("-".to_owned(), u32::to_string));
        let (size, pieces) = (puzzle.grid().to_string(), puzzle.pieces().len().to_string());
        writeln!(out, "{}", row(name, &size, &pieces, optima, puzzle.title()).trim_end())?;
    }
    Ok(())
}
