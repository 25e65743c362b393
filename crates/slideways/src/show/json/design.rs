//! Censuses as JSON.

use super::stop;
use crate::design::{Census, Class, Family, Findings, Forecast};
use crate::format::sliding;
use crate::grid::Grid;
use serde::Serialize;

/// A census; the field names are fixed.
#[derive(Serialize)]
pub struct CensusObject {
    #[serde(rename = "box")]
    container: String,
    pieces: String,
    goal: Vec<String>,
    style: &'static str,
    /// `complete` or `stopped`.
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// `raw`: mirror images count separately.
    counting: &'static str,
    arrangements: u64,
    searched: u64,
    components: u64,
    puzzles: u64,
    solvable: u64,
    moves: Option<u32>,
    hardest: u64,
    /// The number of starts at each distance from the nearest goal.
    distances: Vec<u64>,
    /// Some of the hardest starts, as puzzle text.
    starts: Vec<String>,
    sets: Vec<SetFields>,
    seconds: f64,
    peak_bytes: u64,
}

/// A set of pieces. What is not known is null.
#[derive(Serialize)]
struct SetFields {
    pieces: String,
    holes: Option<u32>,
    arrangements: u64,
    components: Option<u64>,
    puzzles: Option<u64>,
    solvable: Option<u64>,
    moves: Option<u32>,
    hardest: Option<u64>,
}

impl SetFields {
    fn new(class: &Class) -> SetFields {
        let found: Option<&Findings> = class.complete.then_some(&class.found);
        SetFields {
            pieces: class.pieces.clone(),
            holes: class.holes,
            arrangements: class.arrangements,
            components: found.map(|found| found.components),
            puzzles: found.map(|found| found.puzzles),
            solvable: found.map(|found| found.solvable()),
            moves: found.and_then(|found| found.moves()),
            hardest: found.map(|found| found.hardest_number()),
        }
    }
}

impl CensusObject {
    /// The object of a census.
    pub fn new(census: &Census) -> CensusObject {
        CensusObject {
            container: size(census.family.grid()),
            pieces: census.family.kit().to_string(),
            goal: census.goals.clone(),
            style: census.style.name(),
            outcome: if census.stop.is_some() { "stopped" } else { "complete" },
            reason: census.stop.map(stop),
            counting: "raw",
            arrangements: census.arrangements(),
            searched: census.searched(),
            components: census.components(),
            puzzles: census.puzzles(),
            solvable: census.solvable(),
            moves: census.moves(),
            hardest: census.hardest_number(),
            distances: census.starts(),
            starts: census.hardest.iter().map(sliding::print).collect(),
            sets: census.classes.iter().map(SetFields::new).collect(),
            seconds: census.time.as_secs_f64(),
            peak_bytes: census.cost.peak_bytes,
        }
    }
}

/// The number of arrangements, before any search; the field names are those of [`CensusObject`].
#[derive(Serialize)]
pub struct ForecastObject {
    #[serde(rename = "box")]
    container: String,
    pieces: String,
    goal: Vec<String>,
    /// `counted`.
    outcome: &'static str,
    counting: &'static str,
    arrangements: u64,
    sets: Vec<SetFields>,
}

impl ForecastObject {
    /// The object of a forecast.
    pub fn new(family: &Family, forecast: &Forecast) -> ForecastObject {
        ForecastObject {
            container: size(family.grid()),
            pieces: family.kit().to_string(),
            goal: forecast.goals.clone(),
            outcome: "counted",
            counting: "raw",
            arrangements: forecast.arrangements(),
            sets: forecast.classes.iter().map(SetFields::new).collect(),
        }
    }
}

/// A size as it is written in options.
fn size(grid: Grid) -> String {
    grid.to_string().replace(' ', "")
}
