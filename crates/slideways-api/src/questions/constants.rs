//! `constants`: values of the library that the page uses, so that the page has no copies of them.

use super::{design, graph, lock, space};
use crate::api::{Body, Task};
use crate::reporter::written;
use serde::Serialize;
use slideways::design::NamedKit;
use slideways::format::{Notation, tiles};
use slideways::grid::Grid;
use slideways::puzzle::Kind;
use slideways::show::palette::{self, Colour};
use slideways::tiles::Goal;
use slideways::{Style, Who};
use std::sync::LazyLock;

#[derive(Serialize)]
struct Constants {
    /// The allowed names of kinds, in order of use.
    kind_names: &'static str,
    /// The maximum number of cells of a box.
    most_cells: usize,
    styles: [StyleJson; Style::ALL.len()],
    /// The names of the standard goals of tiles; the first is the default.
    goals: [&'static str; Goal::NAMES.len()],
    /// The notations of block puzzles, as the command line names them.
    notations: [&'static str; Notation::ALL.len()],
    /// The notations of tile positions.
    tile_notations: [&'static str; tiles::Notation::ALL.len()],
    /// The fills of pieces, by the number of their kind; after the last comes the first again.
    colours: Vec<String>,
    /// The colours of distances, from near to far.
    shades: Vec<String>,
    /// The colour that marks a goal in a graph.
    heart: &'static str,
    graph: Graph,
    /// The maximum number of packings shown.
    most_packings: usize,
    design: DesignJson,
}

/// The kits that have a name, and the limits of `design`.
#[derive(Serialize)]
struct DesignJson {
    kits: [KitJson; NamedKit::ALL.len()],
    /// The number of puzzles unless a request says otherwise, and the maximum.
    number: usize,
    most: usize,
    /// The time of a search unless a request says otherwise.
    seconds: f64,
}

#[derive(Serialize)]
struct KitJson {
    name: &'static str,
    title: &'static str,
    meaning: &'static str,
    /// The box for which it is known.
    r#box: &'static str,
    /// The pieces as text.
    pieces: String,
    /// The number of holes, or `None` if it can be any.
    holes: Option<u32>,
}

#[derive(Serialize)]
struct StyleJson {
    name: &'static str,
    /// Whether several pieces may move as one.
    set: bool,
    reach: &'static str,
    meaning: &'static str,
    tile_meaning: &'static str,
}

/// The limits of `graph`, and its code for a missing distance.
#[derive(Serialize)]
struct Graph {
    most_states: u64,
    most_tile_cells: usize,
    never: u16,
}

/// The answer, which never changes.
static CONSTANTS: LazyLock<String> = LazyLock::new(|| {
    let style = |style: Style| StyleJson {
        name: style.name(),
        set: style.who == Who::Set,
        reach: style.reach.name(),
        meaning: style.meaning(),
        tile_meaning: style.tile_meaning(),
    };
    let kit = |kit: NamedKit| KitJson {
        name: kit.name,
        title: kit.title,
        meaning: kit.meaning,
        r#box: kit.container,
        pieces: kit.kit().to_string(),
        holes: (*kit.holes().end() < u32::MAX).then_some(*kit.holes().end()),
    };
    written(&Constants {
        kind_names: Kind::NAMES,
        most_cells: Grid::MAX_CELLS,
        styles: Style::ALL.map(style),
        goals: Goal::NAMES,
        notations: Notation::ALL.map(Notation::name),
        tile_notations: tiles::Notation::ALL.map(tiles::Notation::name),
        colours: palette::PIECES.iter().map(Colour::to_string).collect(),
        shades: (0..palette::SHADES).map(|number| palette::shade(number).to_string()).collect(),
        heart: palette::HEART,
        graph: Graph {
            most_states: graph::MOST,
            most_tile_cells: space::FEW_CELLS,
            never: graph::NO_DISTANCE,
        },
        most_packings: lock::SHOWN,
        design: DesignJson {
            kits: NamedKit::ALL.map(kit),
            number: design::NUMBER,
            most: design::MOST,
            seconds: design::SECONDS,
        },
    })
});

/// Answers with all constants.
pub fn constants() -> Task {
    Task::known(Body::Json(CONSTANTS.as_str().into()))
}
