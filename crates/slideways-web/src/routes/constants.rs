//! The library's own values that the page draws and counts with, so that the page repeats none of them.

use super::{App, graph, space, written};
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde::Serialize;
use slideways::grid::Grid;
use slideways::puzzle::Kind;
use slideways::show::palette::{self, Colour};
use slideways::tiles::Goal;
use slideways::{Style, Who};
use std::sync::{Arc, LazyLock};

#[derive(Serialize)]
struct Constants {
    /// The names that a kind may have, in the order in which they are given out.
    kind_names: &'static str,
    /// The most cells of a box.
    most_cells: usize,
    styles: [StyleJson; Style::ALL.len()],
    /// The names of the usual goals of tiles; the first is the goal unless another is asked for.
    goals: [&'static str; Goal::NAMES.len()],
    /// Fills of pieces.
    colours: Vec<String>,
    /// From near to far.
    shades: Vec<String>,
    /// The mark of a goal in a graph.
    heart: &'static str,
    graph: Graph,
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

/// Limits of what `/api/graph` answers, and how it writes that there is no distance.
#[derive(Serialize)]
struct Graph {
    most_states: u64,
    most_tile_cells: usize,
    never: u16,
}

/// It never changes.
static CONSTANTS: LazyLock<String> = LazyLock::new(|| {
    let style = |style: Style| StyleJson {
        name: style.name(),
        set: style.who == Who::Set,
        reach: style.reach.name(),
        meaning: style.meaning(),
        tile_meaning: style.tile_meaning(),
    };
    written(&Constants {
        kind_names: Kind::NAMES,
        most_cells: Grid::MAX_CELLS,
        styles: Style::ALL.map(style),
        goals: Goal::NAMES,
        colours: palette::PIECES.iter().map(Colour::to_string).collect(),
        shades: (0..palette::SHADES).map(|number| palette::shade(number).to_string()).collect(),
        heart: palette::HEART,
        graph: Graph {
            most_states: graph::MOST,
            most_tile_cells: space::FEW_CELLS,
            never: graph::NO_DISTANCE,
        },
    })
});

/// Give them all.
pub async fn constants(State(_): State<Arc<App>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], CONSTANTS.as_str())
}
