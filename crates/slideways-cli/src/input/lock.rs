//! Boxes, pieces and cells for packings.

use super::{Game, Reader, TileContext};
use crate::arguments::lock::{Lock, Range, Strength, parse_range};
use crate::problem::{Problem, Text};
use slideways::Who;
use slideways::format::{NotAPiece, pieces};
pub use slideways::grid::sides;
use slideways::grid::{Cell, Grid};
use slideways::lock::rule::Packing;
use slideways::lock::{Spec, Stock};
use slideways::puzzle::Shape;
use std::collections::BTreeSet;

/// The box of a size.
pub fn grid(text: &str, sides: &[usize]) -> Result<Grid, Problem> {
    Grid::of_sides(sides).ok_or_else(|| {
        Problem::new(format!("a box of {text} has no cells or too many"))
            .help(format!("a box has from 1 to {} cells", Grid::MAX_CELLS))
    })
}

/// The packings in a text: what `lock` printed, in lines such as `12.1: …` or as JSON, or else one packing.
pub fn packings(grid: Grid, text: &str) -> Result<Vec<Packing>, Problem> {
    let is_number = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_digit() || c == '.');
    let numbered =
        text.lines().filter_map(|line| line.split_once(':').filter(|(name, _)| is_number(name.trim())));
    let mut bodies: Vec<String> = numbered.map(|(_, packing)| packing.to_owned()).collect();
    if text.trim_start().starts_with('{') {
        bodies = layers(text).ok_or_else(|| {
            Problem::new("the JSON holds no packings").help("`lock --json --classes` writes some")
        })?;
    } else if bodies.is_empty() {
        bodies.push(text.to_owned());
    }
    let parse = |body: &String| {
        Packing::parse(grid, body).map_err(|why| {
            Problem::new(why.to_string())
                .help("give one character per cell, layer by layer and row by row; `0` and `.` are empty")
        })
    };
    bodies.iter().map(parse).collect()
}

/// The layers of all packings in JSON, or of the only one.
fn layers(text: &str) -> Option<Vec<String>> {
    let object: serde_json::Value = serde_json::from_str(text.trim()).ok()?;
    let body = |packing: &serde_json::Value| -> Option<String> {
        let layers = packing.get("layers")?.as_array()?.iter().map(|layer| layer.as_str());
        Some(layers.collect::<Option<Vec<_>>>()?.join(" "))
    };
    match object.get("packings") {
        Some(all) => all.as_array()?.iter().map(body).collect(),
        None => Some(vec![body(&object)?]),
    }
}

/// A spec and how its kinds were written.
pub struct Asked {
    /// The box, as it was written.
    pub container: String,
    /// The kinds, as they were written, without their numbers.
    pub kinds: Vec<String>,
    /// The spec.
    pub spec: Spec,
}

/// Read a spec from the arguments.
pub fn spec(lock: &Lock, reader: &mut Reader) -> Result<Asked, Problem> {
    let (grid, blocked) = match sides(&lock.container) {
        Some(sides) => (grid(&lock.container, &sides)?, BTreeSet::new()),
        None => match super::puzzle(&lock.container, &TileContext::default(), reader)? {
            Game::Blocks(loaded) => (loaded.puzzle.grid(), loaded.puzzle.draft().blocked.clone()),
            Game::Tiles(_) => {
                return Err(Problem::new(format!("`{}` is a position of tiles, not a box", lock.container))
                    .help("give a size such as 4x4"));
            }
        },
    };
    let mut spec = Spec::new(grid, []);
    let mut kinds = vec![];
    for kind in &lock.kinds {
        read_kind(kind, &mut spec, &mut kinds, reader)?;
    }
    if let Some(Range { at_least, at_most }) = lock.pieces {
        (spec.at_least, spec.at_most) = (at_least, at_most);
    }
    spec.blocked = blocked;
    spec.empty = cells(grid, &lock.empty)?;
    spec.filled = cells(grid, &lock.fill)?;
    spec.mirror = !lock.no_mirror;
    spec.maximal = lock.maximal;
    spec.strength = if lock.strength == Strength::Set { Who::Set } else { Who::Piece };
    Ok(Asked { container: lock.container.clone(), kinds, spec })
}

/// Read a piece, or the kinds of a puzzle, with their numbers.
fn read_kind(
    written: &str,
    spec: &mut Spec,
    kinds: &mut Vec<String>,
    reader: &mut Reader,
) -> Result<(), Problem> {
    let (name, range) = match written.rsplit_once(':') {
        Some((name, range)) => {
            let why =
                |why| Problem::new(format!("`{range}` after `{name}` is not a number of pieces: {why}"));
            (name, parse_range(range).map_err(why)?)
        }
        None => (written, Range { at_least: 0, at_most: u32::MAX }),
    };
    let container = spec.grid;
    let mut add = |name: String, shape: Shape| {
        spec.kinds.push(Stock { shape, at_least: range.at_least, at_most: range.at_most });
        kinds.push(name);
    };
    match pieces(name) {
        Ok(all) => {
            // Of a set, the pieces that need not be used may be too large.
            let optional = all.len() > 1 && range.at_least == 0;
            let (fitting, large): (Vec<_>, Vec<_>) =
                all.into_iter().partition(|(_, shape)| !optional || shape.fits(container));
            if !large.is_empty() && !fitting.is_empty() {
                let names: Vec<&str> = large.iter().map(|(name, _)| &**name).collect();
                Problem::new(format!("left out, because the box is too small: {}", names.join(", "))).note();
            }
            let used = if fitting.is_empty() { large } else { fitting };
            used.into_iter().for_each(|(name, shape)| add(name, shape));
            return Ok(());
        }
        Err(NotAPiece::Pattern(error)) => return Err(Problem::at(&Text::new("<argument>", name), error)),
        Err(why @ NotAPiece::Size(_)) => {
            return Err(Problem::new(why.to_string()).help("write it as 2x2x1"));
        }
        // It may be the name of a puzzle.
        Err(_) => {}
    }
    match super::puzzle(name, &TileContext::default(), reader) {
        Ok(Game::Blocks(loaded)) => {
            for kind in loaded.puzzle.kinds() {
                add(format!("{}:{}", loaded.name, kind.name), kind.shape.clone());
            }
            Ok(())
        }
        _ => Err(Problem::new(format!("`{name}` is not a piece"))
            .help(format!("{}; the name of a puzzle stands for its kinds", NotAPiece::HELP))),
    }
}

/// The cells that words name.
fn cells(grid: Grid, words: &[String]) -> Result<BTreeSet<Cell>, Problem> {
    let mut all = BTreeSet::new();
    for word in words {
        if word == "corners" {
            let at_end = |at: i16, side: usize| at == 0 || usize::from(at.unsigned_abs()) + 1 == side;
            all.extend(grid.cells().filter(|&cell| {
                let at = grid.offset(cell);
                at_end(at.layer, grid.layers()) && at_end(at.row, grid.rows()) && at_end(at.col, grid.cols())
            }));
            continue;
        }
        let cell = grid.parse_coordinates(word).ok_or_else(|| {
            let example = grid.coordinates(Cell(grid.size() as u16 - 1));
            Problem::new(format!("`{word}` is not a cell of the box"))
                .help(format!("write `corners`, or a cell from {} to {example}", grid.coordinates(Cell(0))))
        })?;
        all.insert(cell);
    }
    Ok(all)
}
