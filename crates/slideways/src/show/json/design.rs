//! Censuses and puzzles that were found as JSON.

use super::stop;
use crate::design::{Census, Class, Design, Family, Findings, Forecast};
use crate::format::{rush_hour, sliding};
use crate::grid::Grid;
use crate::outcome::Outcome;
use crate::rate::Rating;
use crate::style::Style;
use serde::Serialize;

/// A census; the field names are fixed.
#[derive(Serialize)]
pub struct CensusObject {
    #[serde(rename = "box")]
    container: String,
    pieces: String,
    goal: Vec<String>,
    style: &'static str,
    /// Whether only starts with a single shortest solution count.
    unique: bool,
    /// `complete` or `stopped`.
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// `raw`: mirror images count separately.
    counting: &'static str,
    arrangements: u64,
    searched: u64,
    /// Null if components are not counted.
    components: Option<u64>,
    puzzles: Option<u64>,
    solvable: u64,
    moves: Option<u32>,
    hardest: u64,
    /// The number of starts at each distance from the nearest goal.
    distances: Vec<u64>,
    /// Some of the hardest starts, as puzzle text.
    starts: Vec<String>,
    /// Null if the family has no symmetry, or is not searched up to symmetry.
    up_to_symmetry: Option<ClassFields>,
    sets: Vec<SetFields>,
    seconds: f64,
    peak_bytes: u64,
}

/// Numbers of classes of mirror images.
#[derive(Serialize)]
struct ClassFields {
    arrangements: u64,
    components: u64,
    puzzles: u64,
    hardest: u64,
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
    /// One of the hardest starts, as puzzle text, if the set is that of a number of pieces.
    start: Option<String>,
}

impl SetFields {
    fn new(class: &Class) -> SetFields {
        let found: Option<&Findings> = class.complete.then_some(&class.found);
        let parts = found.filter(|found| counts_components(found.arrangements, found.components));
        SetFields {
            pieces: class.pieces.clone(),
            holes: class.holes,
            arrangements: class.arrangements.max(class.found.arrangements),
            components: parts.map(|found| found.components),
            puzzles: parts.map(|found| found.puzzles),
            solvable: found.map(|found| found.solvable()),
            moves: found.and_then(|found| found.moves()),
            hardest: found.map(|found| found.hardest_number()),
            start: class.start.as_ref().map(sliding::print),
        }
    }
}

/// Every arrangement is in a component, so none means that components are not counted.
fn counts_components(arrangements: u64, components: u64) -> bool {
    arrangements == 0 || components > 0
}

impl CensusObject {
    /// The object of a census.
    pub fn new(census: &Census) -> CensusObject {
        let counted = counts_components(census.searched(), census.components());
        CensusObject {
            container: size(census.family.grid()),
            pieces: census.family.kit().to_string(),
            goal: census.goals.clone(),
            style: census.style.name(),
            unique: census.unique,
            outcome: if census.stop.is_some() { "stopped" } else { "complete" },
            reason: census.stop.map(stop),
            counting: "raw",
            arrangements: census.arrangements(),
            searched: census.searched(),
            components: counted.then(|| census.components()),
            puzzles: counted.then(|| census.puzzles()),
            solvable: census.solvable(),
            moves: census.moves(),
            hardest: census.hardest_number(),
            distances: census.starts(),
            starts: census.hardest.iter().map(sliding::print).collect(),
            up_to_symmetry: census.up_to_symmetry().map(|classes| ClassFields {
                arrangements: classes.arrangements,
                components: classes.components,
                puzzles: classes.puzzles,
                hardest: classes.starts.last().copied().unwrap_or(0),
            }),
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

/// A puzzle that a search has found, with its measures; the field names are fixed. A measure that is not
/// known is null.
#[derive(Serialize)]
pub struct DesignObject {
    /// The number of the puzzle, from 1.
    number: u64,
    /// The puzzle text.
    puzzle: String,
    /// The same as a Rush Hour board, if it is one.
    rush_hour: Option<String>,
    style: &'static str,
    /// `found`: nothing proves that there is no better puzzle.
    outcome: &'static str,
    worth: f64,
    moves: u32,
    /// The length by style.
    lengths: Lengths,
    pieces: u32,
    holes: u32,
    walls: u32,
    states: u64,
    goal_states: Option<u64>,
    solutions: Option<u128>,
    counter_intuitive: Option<u32>,
    chain: Option<u32>,
    antichain: Option<u32>,
    forced: Option<u64>,
    wrong_moves: WrongMoveCost,
    random_walk: Option<f64>,
    fixed: Option<u64>,
    idle: Option<u64>,
    moves_back: Option<u32>,
}

/// The length of a shortest solution by style.
#[derive(Serialize)]
struct Lengths {
    step: Option<u32>,
    slide: Option<u32>,
    #[serde(rename = "move")]
    path: Option<u32>,
    set_step: Option<u32>,
    set_slide: Option<u32>,
    set_move: Option<u32>,
}

/// The cost of wrong moves.
#[derive(Serialize)]
struct WrongMoveCost {
    mean: Option<f64>,
    worst: Option<u32>,
}

impl DesignObject {
    /// The object of a puzzle and its rating.
    pub fn new(number: u64, design: &Design, rating: &Rating) -> DesignObject {
        let measures = rating.measures.as_ref();
        let lengths = Style::ALL.map(|style| {
            let of_style = rating.lengths.iter().find(|(other, _)| *other == style);
            of_style.and_then(|(_, outcome)| match outcome {
                Outcome::Solved(moves) => Some(*moves),
                _ => None,
            })
        });
        let [step, slide, path, set_step, set_slide, set_move] = lengths;
        let precedence = measures.and_then(|known| known.precedence.ok());
        let wrong = measures.and_then(|known| known.wrong_moves.ok());
        let length = |list: &Vec<usize>| list.len() as u64;
        DesignObject {
            number,
            puzzle: sliding::print(&design.puzzle),
            rush_hour: rush_hour::print(&design.puzzle),
            style: rating.style.name(),
            outcome: "found",
            worth: design.worth,
            moves: design.moves,
            lengths: Lengths { step, slide, path, set_step, set_slide, set_move },
            pieces: design.pieces,
            holes: design.holes,
            walls: design.walls,
            states: design.states,
            goal_states: measures.and_then(|known| known.goals.ok()),
            solutions: measures.and_then(|known| known.solutions.ok()),
            counter_intuitive: measures.and_then(|known| known.counter_intuitive.ok()),
            chain: precedence.map(|order| order.chain),
            antichain: precedence.map(|order| order.antichain),
            forced: measures.and_then(|known| known.forced.as_ref().ok().map(|list| list.len() as u64)),
            wrong_moves: WrongMoveCost {
                mean: wrong.and_then(|wrong| wrong.mean()),
                worst: wrong.map(|wrong| wrong.worst),
            },
            random_walk: measures.and_then(|known| known.random_walk.ok().map(|walk| walk.moves())),
            fixed: measures.and_then(|known| known.fixed.as_ref().ok().map(length)),
            idle: measures.and_then(|known| known.idle.as_ref().ok().map(length)),
            moves_back: measures.and_then(|known| known.moves_back.ok()),
        }
    }
}
