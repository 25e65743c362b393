//! State spaces as JSON.

use super::stop;
use crate::engine::explore::components::Parts;
use crate::engine::tiles::diameter::{BoardDiameter, CellClass};
use crate::outcome::{LayerTable, Stop};
use crate::space::{SolutionCounts, SolutionExample, SolutionLayer};
use crate::style::Style;
use crate::tiles::Board;
use serde::Serialize;
use std::time::Duration;

/// A state space; the field names are fixed.
#[derive(Serialize)]
pub struct SpaceObject<'t> {
    puzzle: &'t str,
    style: &'static str,
    /// The origin of the distances; for tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<String>,
    /// Whether sad moves were excluded.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    happy: bool,
    /// What stopped the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    states: u64,
    /// The radius, known only if no layer is missing.
    radius: Option<usize>,
    layers: &'t [u64],
    farthest: Vec<String>,
    /// The distance of the nearest goal, if the layers are on disk and contain one.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest_goal: Option<u32>,
    /// The distances to the nearest goal, if requested.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    to_goal: Option<ToGoal<'t>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diameter: Option<Between>,
    /// The numbers of shortest solutions, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Solutions>,
    /// What stopped the layout of the picture before it was finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    rough_picture: Option<&'static str>,
    seconds: f64,
    peak_bytes: u64,
}

impl<'t> SpaceObject<'t> {
    /// Describes a table of layers.
    pub fn new(puzzle: &'t str, style: Style, table: &'t LayerTable, time: Duration) -> SpaceObject<'t> {
        SpaceObject {
            puzzle,
            style: style.name(),
            goal: None,
            happy: false,
            reason: table.stop.map(stop),
            states: table.sizes.iter().sum(),
            radius: table.stop.is_none().then(|| table.sizes.len().saturating_sub(1)),
            layers: &table.sizes,
            farthest: vec![],
            nearest_goal: None,
            to_goal: None,
            diameter: None,
            solutions: None,
            rough_picture: None,
            seconds: time.as_secs_f64(),
            peak_bytes: table.cost.peak_bytes,
        }
    }

    /// Adds the fields of blocks.
    pub fn of_blocks(
        self,
        farthest: Vec<String>,
        to_goal: Option<ToGoal<'t>>,
        diameter: Option<Between>,
    ) -> SpaceObject<'t> {
        let reason = self.reason.or(to_goal.as_ref().and_then(|to_goal| to_goal.reason));
        SpaceObject { reason, farthest, to_goal, diameter, ..self }
    }

    /// Adds the distances to the goal.
    pub fn with_goal(self, to_goal: ToGoal<'t>) -> SpaceObject<'t> {
        SpaceObject { to_goal: Some(to_goal), ..self }
    }

    /// Adds the numbers of shortest solutions.
    pub fn with_solutions(self, counts: Option<&SolutionCounts>) -> SpaceObject<'t> {
        let reason = self.reason.or(counts.and_then(|counts| counts.stop).map(stop));
        SpaceObject { reason, solutions: counts.map(Solutions::new), ..self }
    }

    /// Adds what stopped the layout of the picture.
    pub fn with_picture(self, rough: Option<Stop>) -> SpaceObject<'t> {
        SpaceObject { rough_picture: rough.map(stop), ..self }
    }

    /// Adds the fields of blocks in external memory.
    pub fn on_disk(self, nearest_goal: Option<u32>) -> SpaceObject<'t> {
        SpaceObject { nearest_goal, ..self }
    }

    /// Adds the diameter of a board of tiles with the given number of columns; `write` writes a position.
    pub fn with_board_diameter(
        self,
        found: &BoardDiameter,
        cols: usize,
        write: impl Fn(&Board) -> String,
    ) -> SpaceObject<'t> {
        let reason = self.reason.or(found.stop.map(stop));
        SpaceObject { reason, diameter: Some(Between::of_board(found, cols, write)), ..self }
    }

    /// Adds the fields of the first layers of tiles; the radius is known only if there are no more.
    pub fn of_growth(self, goal: Option<String>, whole: bool) -> SpaceObject<'t> {
        SpaceObject { goal, radius: self.radius.filter(|_| whole), ..self }
    }

    /// Adds the fields of tiles.
    pub fn of_tiles(self, goal: String, happy: bool, farthest: Vec<String>) -> SpaceObject<'t> {
        SpaceObject { goal: Some(goal), happy, farthest, ..self }
    }
}

/// The distances to the nearest goal.
#[derive(Serialize)]
pub struct ToGoal<'t> {
    #[serde(skip)]
    reason: Option<&'static str>,
    goal_states: u64,
    /// The number of moves from the hardest start; known only if no layer is missing and there is a goal.
    hardest: Option<u32>,
    to_goal: &'t [u64],
    hardest_starts: Vec<String>,
}

impl<'t> ToGoal<'t> {
    /// Describes a table of layers.
    pub fn new(table: &'t LayerTable, starts: Vec<String>) -> ToGoal<'t> {
        let whole = table.stop.is_none() && !table.sizes.is_empty();
        ToGoal {
            reason: table.stop.map(stop),
            goal_states: table.sizes.first().copied().unwrap_or(0),
            hardest: whole.then(|| table.radius()),
            to_goal: &table.sizes,
            hardest_starts: starts,
        }
    }
}

/// The numbers of shortest solutions.
#[derive(Serialize)]
struct Solutions {
    /// The numbers by distance from the nearest goal.
    layers: Vec<SolutionsAt>,
    /// A state with the greatest number.
    most: Option<Example>,
    /// One of the farthest states that have exactly one solution.
    unique: Option<Example>,
}

/// The numbers of shortest solutions of the states at one distance.
#[derive(Serialize)]
struct SolutionsAt {
    states: u64,
    unique: u64,
    least: u128,
    most: u128,
    total: u128,
    /// Whether `u128::MAX` among the numbers stands for that many or more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    solutions_at_least: bool,
}

/// A state that stands out.
#[derive(Serialize)]
struct Example {
    state: String,
    moves: u32,
    solutions: u128,
}

impl Solutions {
    fn new(counts: &SolutionCounts) -> Solutions {
        let layer = |layer: &SolutionLayer| {
            let SolutionLayer { states, unique, least, most, total } = *layer;
            SolutionsAt { states, unique, least, most, total, solutions_at_least: total == u128::MAX }
        };
        let example = |example: &SolutionExample| Example {
            state: example.state(),
            moves: example.distance,
            solutions: example.solutions,
        };
        Solutions {
            layers: counts.layers.iter().map(layer).collect(),
            most: counts.most.as_ref().map(example),
            unique: counts.unique.as_ref().map(example),
        }
    }
}

/// A number with a lower and an upper bound.
#[derive(Serialize)]
pub struct Between {
    /// The lower bound.
    pub at_least: u32,
    /// The upper bound, if one is known.
    pub at_most: Option<u32>,
    /// Two arrangements that are `at_least` moves apart.
    pub ends: Vec<String>,
    /// The classes of cells of the blank; for tiles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<CellClassObject>,
}

impl Between {
    /// The diameter of a board of tiles; `write` writes a position.
    fn of_board(found: &BoardDiameter, cols: usize, write: impl Fn(&Board) -> String) -> Between {
        let class = |class: &CellClass| CellClassObject {
            cells: class.cells.iter().map(|cell| [cell.index() / cols, cell.index() % cols]).collect(),
            radius: class.radius(),
            positions: class.farthest(),
        };
        Between {
            at_least: found.at_least,
            at_most: found.at_most,
            ends: found.ends.iter().flatten().map(write).collect(),
            classes: found.classes.iter().map(class).collect(),
        }
    }
}

/// A class of cells of the blank.
#[derive(Serialize)]
pub struct CellClassObject {
    /// Row and column of each cell.
    pub cells: Vec<[usize; 2]>,
    /// The largest distance from a position with the blank there; unknown if the count is not complete.
    pub radius: Option<u32>,
    /// The number of positions at that distance.
    pub positions: Option<u64>,
}

/// All arrangements of some pieces, reachable or not; the field names are fixed.
#[derive(Serialize)]
pub struct Whole<'w> {
    /// The puzzle's name, as the user wrote it.
    pub puzzle: &'w str,
    /// What counts as one move.
    pub style: &'static str,
    /// What stopped the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// The number of arrangements, if all were counted.
    pub states: Option<u64>,
    /// The number of arrangements counted before the search stopped: a lower bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<u64>,
    /// The components; if the search stopped, those that were explored completely.
    pub components: Vec<Alike>,
    /// The number of arrangements from which a goal can be reached.
    pub solvable: Option<u64>,
    /// Moves from the hardest start to the nearest goal.
    pub hardest: Option<u32>,
    /// The arrangements at each distance from the nearest goal.
    pub to_goal: &'w [u64],
    /// Some arrangements of the last of these layers.
    pub hardest_starts: Vec<String>,
    /// Elapsed time.
    pub seconds: f64,
    /// Peak memory in bytes.
    pub peak_bytes: u64,
}

/// A group of equal components.
#[derive(Serialize)]
pub struct Alike {
    /// The number of such components.
    pub number: u64,
    /// The number of arrangements in each.
    pub states: u64,
    /// The number of goals in each.
    pub goals: u64,
    /// The number of moves from the hardest start in it to the nearest goal.
    pub hardest: Option<u32>,
    /// Whether the start is in it.
    pub start: bool,
}

impl From<&Parts> for Alike {
    fn from(parts: &Parts) -> Alike {
        let Parts { states, goals, hardest, number, start } = *parts;
        Alike { number, states, goals, hardest, start }
    }
}
