//! `--json`: one object.

use crate::commands::solve::json::stop;
use serde::Serialize;
use slideways::Style;
use slideways::outcome::LayerTable;
use std::io::{self, Write};
use std::time::Duration;

/// What is known about a space; the names are fixed.
#[derive(Serialize)]
pub struct Object<'t> {
    puzzle: &'t str,
    style: &'static str,
    /// Where the distances begin; for tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<String>,
    /// Whether sad moves were left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    happy: bool,
    /// What stopped the count.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    states: u64,
    /// Known only if no layer is missing.
    radius: Option<usize>,
    layers: &'t [u64],
    /// For tiles; those of blocks are not remembered.
    farthest: Option<Vec<String>>,
    seconds: f64,
    peak_bytes: u64,
}

impl<'t> Object<'t> {
    /// What a table says.
    pub fn new(puzzle: &'t str, style: Style, table: &'t LayerTable, time: Duration) -> Object<'t> {
        Object {
            puzzle,
            style: style.name(),
            goal: None,
            happy: false,
            reason: table.stop.map(stop),
            states: table.sizes.iter().sum(),
            radius: table.stop.is_none().then(|| table.sizes.len().saturating_sub(1)),
            layers: &table.sizes,
            farthest: None,
            seconds: time.as_secs_f64(),
            peak_bytes: table.cost.peak_bytes,
        }
    }

    /// With what is said of tiles alone.
    pub fn of_tiles(self, goal: String, happy: bool, farthest: Vec<String>) -> Object<'t> {
        Object { goal: Some(goal), happy, farthest: Some(farthest), ..self }
    }
}

/// Write an object.
pub fn print(object: &Object, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", serde_json::to_string(object)?)
}
