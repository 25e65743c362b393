//! `lock`: packings in which nothing slides.

use crate::api::{Api, Body, Task};
use crate::fault::Fault;
use crate::reporter::Reporter;
use serde::{Deserialize, Serialize};
use slideways::Who;
use slideways::format::error::shortened;
use slideways::format::{NotAPiece, pieces};
use slideways::grid::{Dir, Grid};
use slideways::lock::rule::{Blocker, Packing};
use slideways::lock::{Lock, Locked, Spec, Want};
use slideways::outcome::Limits;
use slideways::puzzle::Shape;
use slideways::show::json::packing::Packings;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::ControlFlow;
use web_time::Instant;

/// The maximum number of packings shown, one per class; the others are only counted.
pub const SHOWN: usize = 200;

/// A box and bricks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LockRequest {
    r#box: String,
    bricks: Vec<String>,
    #[serde(default)]
    maximal: bool,
    #[serde(default)]
    strength: Strength,
    #[serde(default)]
    fewest: bool,
    page: Option<String>,
}

/// What must not slide.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Strength {
    #[default]
    Piece,
    Set,
}

/// Answers with events.
pub fn lock(api: &Api, request: LockRequest) -> Result<Task, Fault> {
    let (names, spec) = spec(&request)?;
    let want = if request.fewest { Want::Fewest } else { Want::Census };
    // An impossible spec is refused before the search waits for a turn.
    Lock::of(spec.clone()).outline(want).map_err(Fault::from)?;
    let limits = api.limits;
    let page = request.page.clone();
    Ok(Task::events(page, move |reporter| found(&request, &names, spec.clone(), limits, reporter)))
}

/// The names of the kinds, and the spec.
fn spec(request: &LockRequest) -> Result<(Vec<String>, Spec), Fault> {
    let grid = boxed(&request.r#box)?;
    let kinds = request.bricks.iter().map(|text| named(text)).collect::<Result<Vec<_>, Fault>>()?;
    let (names, shapes): (Vec<String>, Vec<Shape>) = kinds.into_iter().flatten().unzip();
    let mut spec = Spec::new(grid, shapes);
    spec.maximal = request.maximal;
    spec.strength = match request.strength {
        Strength::Piece => Who::Piece,
        Strength::Set => Who::Set,
    };
    Ok((names, spec))
}

/// Reads the size of a box.
pub fn boxed(text: &str) -> Result<Grid, Fault> {
    text.parse().map_err(|_| {
        Fault::puzzle(shortened(format!("`{text}` is not the size of a box")))
            .help(format!("write it like 4x4x4, or 8x8; a box has from 1 to {} cells", Grid::MAX_CELLS))
    })
}

/// Reads a brick such as 2x2x1, a pattern such as 101/111, or polyominoes by name.
fn named(text: &str) -> Result<Vec<(String, Shape)>, Fault> {
    pieces(text).map_err(|why| match why {
        NotAPiece::Pattern(error) => Fault::text(text, error),
        other => Fault::puzzle(other.to_string()).help(NotAPiece::HELP),
    })
}

/// The progress of the count.
#[derive(Serialize)]
struct News {
    doing: &'static str,
    by_count: BTreeMap<u32, Number>,
    seconds: f64,
}

#[derive(Clone, Copy, Default, Serialize)]
struct Number {
    classes: u64,
    raw: u64,
}

/// A packing, for the page.
#[derive(Serialize)]
pub struct Member {
    pieces: usize,
    /// Its number among those with as many pieces, if the search found it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stabilizer: Option<u32>,
    text: String,
    layers: Vec<String>,
    placed: Vec<Placed>,
}

/// A piece, its cells, and what keeps it from sliding.
#[derive(Serialize)]
struct Placed {
    name: char,
    cells: Vec<[i16; 3]>,
    /// By direction: the numbers of the blocking pieces, and the wall.
    blockers: BTreeMap<char, Vec<serde_json::Value>>,
}

fn found(
    request: &LockRequest,
    names: &[String],
    spec: Spec,
    limits: Limits,
    reporter: &mut Reporter,
) -> Result<Body, Fault> {
    let started = Instant::now();
    let mut numbers: BTreeMap<u32, Number> = BTreeMap::new();
    let mut shown = Fewest::default();
    // The search borrows the reporter, so the visitor gets a clone.
    let mut teller = reporter.clone();
    let mut visit = |found: &Locked| {
        let number = numbers.entry(found.packing.pieces.len() as u32).or_default();
        number.classes += 1;
        number.raw += found.images;
        if shown.admits(found.packing.pieces.len()) {
            let (number, stabilizer) = (Some(found.number), Some(found.stabilizer));
            teller.insist("packing", &Member { number, stabilizer, ..member(found.packing) });
        }
        if teller.is_due() {
            let seconds = started.elapsed().as_secs_f64();
            teller.tell("progress", &News { doing: "searching", by_count: numbers.clone(), seconds });
        }
        ControlFlow::Continue(())
    };
    let lock = Lock::of(spec).limits(limits).watch(reporter).visit(&mut visit);
    let answer = if request.fewest { lock.fewest() } else { lock.census() }?;
    Ok(Body::json(&Packings::new(&request.r#box, names, &answer)))
}

/// The numbers of pieces of the packings shown. Of all packings found so far, those with the fewest pieces
/// are shown, and of equals the first.
#[derive(Default)]
struct Fewest(BinaryHeap<usize>);

impl Fewest {
    /// Whether a new packing is shown; if there is no room, it displaces the one with the most pieces.
    fn admits(&mut self, pieces: usize) -> bool {
        if self.0.len() == SHOWN {
            match self.0.peek() {
                Some(&most) if pieces < most => drop(self.0.pop()),
                _ => return false,
            }
        }
        self.0.push(pieces);
        true
    }
}

/// A packing for the page, without what only the search knows.
pub fn member(packing: &Packing) -> Member {
    let cells = |piece: usize| packing.pieces[piece].iter().map(|&cell| packing.grid.offset(cell));
    let blocker = |blocker: Blocker| match blocker {
        Blocker::Wall => "wall".into(),
        Blocker::Piece(piece) => piece.into(),
    };
    let blockers = |piece: usize, dir: Dir| packing.blockers(piece, dir).into_iter().map(blocker).collect();
    let placed = |piece: usize| Placed {
        name: packing.name(piece),
        cells: cells(piece).map(|at| [at.layer, at.row, at.col]).collect(),
        blockers: packing.grid.dirs().iter().map(|&dir| (dir.letter(), blockers(piece, dir))).collect(),
    };
    let text = packing.print();
    Member {
        pieces: packing.pieces.len(),
        number: None,
        stabilizer: None,
        layers: text.split(' ').map(str::to_owned).collect(),
        placed: (0..packing.pieces.len()).map(placed).collect(),
        text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packing_with_fewer_pieces_displaces_one_with_more() {
        let mut shown = Fewest::default();
        assert!((0..SHOWN).all(|number| shown.admits(if number < 2 { 9 } else { 6 })));
        assert!(!shown.admits(9) && !shown.admits(12));
        assert!(shown.admits(8) && shown.admits(6));
        assert!(shown.admits(7) && !shown.admits(7), "the 8 was the last above 6");
    }
}
