//! Packings in which nothing slides.

use super::{Shop, written};
use crate::body::Asked;
use crate::fault::Fault;
use crate::jobs::Onlooker;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use slideways::Who;
use slideways::format::sliding;
use slideways::grid::{Dir, Grid, sides};
use slideways::lock::rule::{Blocker, Packing};
use slideways::lock::{self, Census, Ground, Shown, Task, brick_of};
use slideways::outcome::Limits;
use slideways::puzzle::Shape;
use slideways::show::json::packing::Packings;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// So many packings are shown, one of each class; the others are only counted.
const SHOWN: u64 = 200;

/// A box and bricks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
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

/// Answer in a stream of events.
pub async fn lock(State(shop): State<Arc<Shop>>, Asked(wish): Asked<Wish>) -> Result<Response, Fault> {
    let ground = Ground::new(task(&wish)?).map_err(|why| Fault::puzzle(why.to_string()))?;
    let limits = shop.limits;
    let page = wish.page.clone();
    shop.jobs.stream(page.as_deref(), move |onlooker| found(&wish, &ground, limits, onlooker))
}

fn task(wish: &Wish) -> Result<Task, Fault> {
    let no_box = || {
        Fault::puzzle(format!("`{}` is no size of a box", wish.r#box))
            .help(format!("write it like 4x4x4, or 8x8; a box has from 1 to {} cells", Grid::MAX_CELLS))
    };
    let grid = sides(&wish.r#box).and_then(|sides| Grid::of_sides(&sides)).ok_or_else(no_box)?;
    let shapes = wish.bricks.iter().map(|text| shape(text, grid)).collect::<Result<Vec<Shape>, Fault>>()?;
    let mut task = Task::new(grid, shapes);
    task.maximal = wish.maximal;
    task.strength = match wish.strength {
        Strength::Piece => Who::Piece,
        Strength::Set => Who::Set,
    };
    Ok(task)
}

/// A brick such as 2x2x1, or a pattern such as 101/111.
fn shape(text: &str, grid: Grid) -> Result<Shape, Fault> {
    let flat = |shape: &Shape| grid.is_solid() || shape.offsets().iter().all(|cell| cell.layer == 0);
    let shape = match sides(text) {
        Some(sides) => brick_of(&sides),
        None if text.chars().all(|c| "01/".contains(c)) => {
            Some(sliding::shape('1', text).map_err(|error| Fault::text(text, error))?)
        }
        None => None,
    };
    let shape = shape.ok_or_else(|| {
        Fault::puzzle(format!("`{text}` is no piece"))
            .help("write a brick such as 2x2x1, or a pattern such as 101/111")
    })?;
    match flat(&shape) {
        true => Ok(shape),
        false => {
            Err(Fault::puzzle(format!("the piece {text} does not lie flat, but the box is a plane one"))
                .help("give the box three sizes, such as 4x4x4"))
        }
    }
}

/// How far the count is.
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

/// A packing to be looked at.
#[derive(Serialize)]
struct Member {
    pieces: usize,
    number: u64,
    stabilizer: u32,
    text: String,
    layers: Vec<String>,
    placed: Vec<Placed>,
}

/// A piece, where it lies, and who keeps it from sliding.
#[derive(Serialize)]
struct Placed {
    name: char,
    cells: Vec<[i16; 3]>,
    /// By direction: pieces by their numbers, and the wall.
    blockers: BTreeMap<char, Vec<serde_json::Value>>,
}

fn found(wish: &Wish, ground: &Ground, limits: Limits, onlooker: &mut Onlooker) -> Result<String, Fault> {
    let started = Instant::now();
    let mut numbers: BTreeMap<u32, Number> = BTreeMap::new();
    let (mut shown, mut fault) = (0, None);
    let symmetries = ground.symmetries() as u64;
    // Whoever searches has the onlooker, whoever visits needs one too.
    let mut teller = onlooker.clone();
    let mut visit = |member: Shown| {
        let packing = ground.packing(&member.places);
        if packing.slide(ground.task().strength).is_some() {
            fault = Some(Fault::mistake("a packing that was found is not locked by the plain rule"));
            return ControlFlow::Break(());
        }
        let number = numbers.entry(packing.pieces.len() as u32).or_default();
        number.classes += 1;
        number.raw += symmetries / u64::from(member.stabilizer.max(1));
        if shown < SHOWN {
            shown += 1;
            teller.insist("packing", &self::member(&packing, number.classes, member.stabilizer));
        }
        if teller.is_due() {
            let seconds = started.elapsed().as_secs_f64();
            teller.tell("progress", &News { doing: "searching", by_count: numbers.clone(), seconds });
        }
        ControlFlow::Continue(())
    };
    let (census, fewest): (Census, _) = match wish.fewest {
        true => {
            let found = lock::fewest(ground, limits, onlooker, Some(&mut visit));
            (found.census, Some(found.bound))
        }
        false => (lock::census(ground, true, limits, onlooker, Some(&mut visit)), None),
    };
    if let Some(fault) = fault {
        return Err(fault);
    }
    let packings = Packings::new(&wish.r#box, &wish.bricks, ground, &census, started.elapsed());
    Ok(match fewest {
        Some(bound) => written(&packings.with_fewest(bound)),
        None => written(&packings),
    })
}

fn member(packing: &Packing, number: u64, stabilizer: u32) -> Member {
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
        number,
        stabilizer,
        layers: text.split(' ').map(str::to_owned).collect(),
        placed: (0..packing.pieces.len()).map(placed).collect(),
        text,
    }
}
