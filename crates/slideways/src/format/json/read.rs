//! JSON reader.
//!
//! The reader first splits the outer object into raw pieces of text and then reads them one by one. So every
//! error has a span, including errors that only appear when the puzzle is assembled.

use super::mistake::{mistake, reworded};
use super::{Coordinates, FORMAT, GateEntry, GoalEntry, KindEntry, PieceEntry};
use crate::format::error::{Parsed, TextError, span_of};
use crate::grid::{Axis, Cell, Grid, Offset};
use crate::puzzle::{Draft, Goal, Kind, KindId, Place, Puzzle, PuzzleError, Shape};
use crate::style::Style;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The `format` field, which is checked before all others.
#[derive(Deserialize)]
#[serde(expecting = "a puzzle object")]
struct Head<'t> {
    #[serde(borrow)]
    format: Option<&'t RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Outer<'t> {
    #[serde(rename = "format")]
    _format: String,
    #[serde(default)]
    title: String,
    #[serde(borrow)]
    size: &'t RawValue,
    #[serde(borrow, default)]
    blocked: Vec<&'t RawValue>,
    #[serde(borrow)]
    kinds: Vec<&'t RawValue>,
    #[serde(borrow, default)]
    gates: Vec<&'t RawValue>,
    #[serde(borrow)]
    start: Vec<&'t RawValue>,
    #[serde(borrow)]
    goals: Vec<&'t RawValue>,
    #[serde(borrow, default)]
    optimum: Option<&'t RawValue>,
    #[serde(default)]
    notes: Vec<String>,
}

/// Read a puzzle from its JSON object.
pub fn parse(text: &str) -> Result<Parsed<Puzzle>, TextError> {
    let reader = JsonReader { text };
    reader.is_object()?;
    reader.version()?;
    let outer: Outer = reader.outer()?;
    let mut draft = Draft {
        title: outer.title,
        grid: reader.grid(outer.size)?,
        blocked: BTreeSet::new(),
        kinds: vec![],
        gates: BTreeMap::new(),
        start: vec![],
        goals: vec![],
        optimum: reader.optimum(outer.optimum)?,
        notes: outer.notes,
    };
    for raw in outer.blocked {
        draft.blocked.insert(reader.cell(&draft, &reader.entry(raw)?, raw)?);
    }
    for raw in outer.kinds {
        let kind = reader.kind(&draft, raw)?;
        draft.kinds.push(kind);
    }
    for raw in outer.gates {
        let entry: GateEntry = reader.entry(raw)?;
        let kinds = entry.kinds.iter().map(|&name| reader.known_kind(&draft, name, raw));
        let kinds = kinds.collect::<Result<Vec<_>, _>>()?;
        draft.gates.entry(reader.cell(&draft, &entry.cell, raw)?).or_default().extend(kinds);
    }
    for &raw in &outer.start {
        let entry: PieceEntry = reader.entry(raw)?;
        let place = reader.place(&draft, entry.kind, &entry.at, raw)?;
        draft.start.push((place, entry.name.unwrap_or(entry.kind)));
    }
    for &raw in &outer.goals {
        let mut places = vec![];
        for raw in reader.entry::<Vec<&RawValue>>(raw)? {
            let entry: GoalEntry = reader.entry(raw)?;
            places.push(reader.place(&draft, entry.kind, &entry.at, raw)?);
        }
        draft.goals.push(Goal(places));
    }
    match Puzzle::new(draft.clone()) {
        Ok(puzzle) => Ok(Parsed { puzzle, warnings: vec![] }),
        Err(error) => Err(reader.blame(error, draft, &outer.start, &outer.goals)),
    }
}

struct JsonReader<'t> {
    text: &'t str,
}

impl<'t> JsonReader<'t> {
    /// JSON that is not an object is not damaged JSON but something else, and gets its own message.
    fn is_object(&self) -> Result<(), TextError> {
        let value = self.text.trim();
        let found = match value.chars().next() {
            Some('[') => "a list",
            Some('"') => "a string",
            Some('n') => "null",
            Some('t' | 'f') => "a truth value",
            Some('-' | '0'..='9') => "a number",
            _ => return Ok(()),
        };
        let line = value.lines().next().unwrap_or_default();
        let message = format!("found {found} where a puzzle object was expected");
        Err(TextError::new(span_of(self.text, line), message, "not an object")
            .help(format!("a puzzle in JSON begins with {{\"format\": {FORMAT:?}")))
    }

    /// Checks the version first, because every other field may differ in another version.
    fn version(&self) -> Result<(), TextError> {
        let expected = || format!("this version reads {FORMAT:?}");
        let head: Head = self.outer()?;
        let Some(raw) = head.format else {
            let end = self.text.trim_end().len();
            let message = "the object has no field `format`";
            return Err(TextError::new(0..end, message, "expected a field `format`").help(expected()));
        };
        let format: String = self.entry(raw)?;
        if format != FORMAT {
            let message = format!("the format is {format:?}, which this version does not read");
            return Err(TextError::new(self.span(raw), message, "unknown format").help(expected()));
        }
        Ok(())
    }

    /// Reads the whole text as one object.
    fn outer<T: Deserialize<'t>>(&self) -> Result<T, TextError> {
        serde_json::from_str(self.text).map_err(|error| mistake(self.text, &error))
    }

    /// Reads one raw piece of the object.
    fn entry<T: Deserialize<'t>>(&self, raw: &'t RawValue) -> Result<T, TextError> {
        serde_json::from_str(raw.get())
            .map_err(|error| TextError::new(self.span(raw), reworded(&error), "in this entry"))
    }

    fn span(&self, raw: &'t RawValue) -> Range<usize> {
        span_of(self.text, raw.get())
    }

    fn grid(&self, raw: &'t RawValue) -> Result<Grid, TextError> {
        let sizes: Vec<usize> = self.entry(raw)?;
        let grid = match sizes[..] {
            [rows, cols] => Grid::plane(rows, cols),
            [layers, rows, cols] => Grid::solid(layers, rows, cols),
            _ => {
                let message = format!("the size is a list of length {}", sizes.len());
                return Err(TextError::new(self.span(raw), message, "expected two or three")
                    .help("write [rows,columns], or [layers,rows,columns] in space"));
            }
        };
        grid.ok_or_else(|| {
            let written = sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(" x ");
            let message = format!("a box of {written} has no cells, or more than {}", Grid::MAX_CELLS);
            TextError::new(self.span(raw), message, "this size")
        })
    }

    /// Converts coordinates to an offset. They are as many numbers as the box has dimensions, or three for a
    /// kind with depth, and none of them exceeds the largest box.
    fn offset(&self, grid: Grid, at: &Coordinates, raw: &'t RawValue) -> Result<Offset, TextError> {
        let numbers: Option<Vec<i16>> =
            at.iter().map(|&x| i16::try_from(x).ok().filter(|&x| x < Grid::MAX_CELLS as i16)).collect();
        match (numbers.as_deref(), grid.is_solid()) {
            (Some(&[row, col]), false) => Ok(Offset::plane(row, col)),
            (Some(&[layer, row, col]), _) => Ok(Offset { layer, row, col }),
            _ => {
                let message = format!("{at:?} is not a place in a {grid} box");
                let help = if grid.is_solid() { "write [layer,row,col]" } else { "write [row,col]" };
                Err(TextError::new(self.span(raw), message, "no such place").help(help))
            }
        }
    }

    fn cell(&self, draft: &Draft, at: &Coordinates, raw: &'t RawValue) -> Result<Cell, TextError> {
        let grid = draft.grid;
        let sizes = if grid.is_solid() { 3 } else { 2 };
        let offset = self.offset(grid, at, raw)?;
        grid.cell(offset).filter(|_| at.len() == sizes).ok_or_else(|| {
            let last = grid.coordinates(Cell(grid.size() as u16 - 1));
            let message = format!("{at:?} is not a cell of this {grid} box");
            TextError::new(self.span(raw), message, "no such cell")
                .help(format!("cells run from {} to {last}", grid.coordinates(Cell(0))))
        })
    }

    fn kind(&self, draft: &Draft, raw: &'t RawValue) -> Result<Kind, TextError> {
        let KindEntry { name, cells, along } = self.entry(raw)?;
        let wrong = |error: PuzzleError| TextError::new(self.span(raw), error.to_string(), "this kind");
        if !Kind::NAMES.contains(name) {
            return Err(wrong(PuzzleError::KindName(name)));
        }
        if draft.kind_called(name).is_some() {
            return Err(wrong(PuzzleError::KindTwice(name)));
        }
        let cells = cells.iter().map(|at| self.offset(draft.grid, at, raw)).collect::<Result<Vec<_>, _>>()?;
        let shape = Shape::new(cells).ok_or_else(|| {
            TextError::new(self.span(raw), format!("kind `{name}` covers no cell"), "`cells` is empty")
        })?;
        let axis = |line: &String| {
            Axis::from_name(line).ok_or_else(|| {
                TextError::new(self.span(raw), format!("`{line}` is not a line"), "no such line")
                    .help("write row, column or layer")
            })
        };
        Ok(Kind { name, shape, along: along.as_ref().map(axis).transpose()? })
    }

    fn known_kind(&self, draft: &Draft, name: char, raw: &'t RawValue) -> Result<KindId, TextError> {
        draft.kind_called(name).ok_or_else(|| {
            TextError::new(self.span(raw), format!("kind `{name}` is not defined"), "no such kind")
                .help("define it under `kinds`")
        })
    }

    fn place(
        &self,
        draft: &Draft,
        kind: char,
        at: &Coordinates,
        raw: &'t RawValue,
    ) -> Result<Place, TextError> {
        Ok(Place { kind: self.known_kind(draft, kind, raw)?, at: self.cell(draft, at, raw)? })
    }

    fn optimum(&self, raw: Option<&'t RawValue>) -> Result<BTreeMap<Style, u32>, TextError> {
        let Some(raw) = raw else { return Ok(BTreeMap::new()) };
        let known: BTreeMap<String, u32> = self.entry(raw)?;
        let style = |(name, moves): (String, u32)| match name.parse::<Style>() {
            Ok(style) => Ok((style, moves)),
            Err(error) => Err(TextError::new(self.span(raw), error.to_string(), "no such style")),
        };
        known.into_iter().map(style).collect()
    }

    /// Finds the entry that makes a draft fail: the first piece that conflicts with the pieces before it, or
    /// the first goal that conflicts with the start.
    ///
    /// Later entries never repair an earlier error, so a binary search finds the first such entry.
    fn blame(
        &self,
        error: PuzzleError,
        draft: Draft,
        start: &[&'t RawValue],
        goals: &[&'t RawValue],
    ) -> TextError {
        let draft = Draft { notes: vec![], ..draft };
        let fault = |&count: &usize| {
            let mut first = draft.clone();
            first.start.truncate(count);
            first.goals.truncate(count.saturating_sub(start.len()));
            Puzzle::new(first).err().filter(|error| *error != PuzzleError::NoGoal)
        };
        let counts: Vec<usize> = (1..=start.len() + goals.len()).collect();
        let right = counts.partition_point(|count| fault(count).is_none());
        let wrong = start.iter().chain(goals).nth(right);
        match wrong.and_then(|raw| Some((raw, fault(&(right + 1))?))) {
            Some((raw, error)) => TextError::new(self.span(raw), error.to_string(), "by this entry"),
            None => TextError::new(0..self.text.trim_end().len(), error.to_string(), "in this puzzle"),
        }
    }
}
