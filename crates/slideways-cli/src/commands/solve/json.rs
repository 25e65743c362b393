//! `--json`: one object a puzzle and line, for programs.

use super::tiles::TileFields;
use super::{Ending, Listed, Report};
use crate::input::Loaded;
use crate::problem::Problem;
use crate::words;
use serde::Serialize;
use slideways::Style;
use slideways::outcome::{LayerTable, Outcome, Stop, Why};
use std::io::{self, Write};

/// Prints objects.
///
/// With `--all` the list of solutions comes first, written as they are found: there may be more than
/// memory holds. The other fields follow when they are known.
#[derive(Default)]
pub struct Json {
    listing: bool,
}

/// What is known about a puzzle; the names are fixed.
#[derive(Serialize)]
pub struct Object<'e> {
    pub puzzle: &'e str,
    pub style: &'static str,
    pub goal: Vec<String>,
    pub outcome: &'static str,
    /// Why there is no solution, or what stopped the search or the listing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    pub moves: Option<u32>,
    pub lower_bound: Option<u32>,
    pub solution: Option<Vec<String>>,
    /// How many shortest solutions there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u128>,
    pub expanded: u64,
    pub generated: u64,
    /// Searches for tiles remember no states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    pub seconds: f64,
    pub peak_bytes: u64,
    #[serde(flatten)]
    pub layers: Option<Layers<'e>>,
    #[serde(flatten)]
    pub tiles: Option<TileFields>,
}

/// The arrangements at each distance; the radius is known only if none are missing.
#[derive(Serialize)]
pub struct Layers<'e> {
    layers: &'e [u64],
    radius: Option<usize>,
}

impl Layers<'_> {
    /// What a table says.
    pub fn new(table: &LayerTable) -> Layers<'_> {
        let radius = table.stop.is_none().then(|| table.sizes.len() - 1);
        Layers { layers: &table.sizes, radius }
    }
}

/// What is wrong with a puzzle.
#[derive(Serialize)]
struct Fault<'e> {
    puzzle: &'e str,
    outcome: &'static str,
    error: FaultDetail<'e>,
}

#[derive(Serialize)]
struct FaultDetail<'e> {
    message: &'e str,
    line: Option<usize>,
    column: Option<usize>,
    help: Option<&'e str>,
}

impl Json {
    /// Write an object, or the rest of one if a list of solutions has begun it.
    pub fn print(&mut self, object: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
        let text = serde_json::to_string(object)?;
        match std::mem::take(&mut self.listing) {
            true => writeln!(out, "],{}", &text[1..]),
            false => writeln!(out, "{text}"),
        }
    }

    /// Write one of all solutions.
    pub fn list(&mut self, moves: Vec<String>, out: &mut dyn Write) -> io::Result<()> {
        let begin = if std::mem::replace(&mut self.listing, true) { "," } else { "{\"all\":[" };
        write!(out, "{begin}{}", serde_json::to_string(&moves)?)
    }
}

impl Report for Json {
    fn begin(&mut self, _: &Loaded, _: Style, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn solution(&mut self, found: &Listed, out: &mut dyn Write) -> io::Result<()> {
        self.list(words::moves(&found.loaded.puzzle, found.moves), out)
    }

    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()> {
        let puzzle = &ending.loaded.puzzle;
        let (outcome, reason, moves, lower_bound) = match &ending.outcome {
            Outcome::Solved(solved) => {
                ("solved", ending.cut.map(|(by, _)| stop(by)), Some(solved.length), Some(solved.length))
            }
            Outcome::Unsolvable(Why::Exhausted { .. }) => ("unsolvable", Some("exhausted"), None, None),
            Outcome::Unsolvable(Why::NoArrangement) => ("unsolvable", Some("no-arrangement"), None, None),
            Outcome::Unsolvable(Why::OutOfReach) => ("unsolvable", Some("out-of-reach"), None, None),
            Outcome::Unsolvable(Why::Parity) => ("unsolvable", Some("parity"), None, None),
            Outcome::Stopped { bound, by } => ("stopped", Some(stop(*by)), None, Some(*bound)),
        };
        let solved = match &ending.outcome {
            Outcome::Solved(solved) => Some(solved),
            _ => None,
        };
        let object = Object {
            puzzle: &ending.loaded.name,
            style: ending.style.name(),
            goal: words::goals(puzzle),
            outcome,
            reason,
            moves,
            lower_bound,
            solution: solved.map(|solved| words::moves(puzzle, &solved.moves)),
            solutions: solved.and_then(|solved| solved.solutions),
            expanded: ending.cost.expanded,
            generated: ending.cost.generated,
            states: ending.tiles.is_none().then_some(ending.cost.states),
            seconds: ending.time.as_secs_f64(),
            peak_bytes: ending.cost.peak_bytes,
            layers: ending.layers.as_ref().map(Layers::new),
            tiles: ending.tiles.map(TileFields::of_blocks),
        };
        self.print(&object, out)
    }

    fn problem(&mut self, name: &str, problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
        let place = problem.line_and_column();
        let error = FaultDetail {
            message: &problem.message,
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            help: problem.help.as_deref(),
        };
        self.print(&Fault { puzzle: name, outcome: "error", error }, out)
    }
}

/// What stopped it, in one word.
pub fn stop(by: Stop) -> &'static str {
    match by {
        Stop::Memory => "memory",
        Stop::Time => "time",
        Stop::Caller => "interrupt",
        Stop::Disk => "disk",
    }
}
