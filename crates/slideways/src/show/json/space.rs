//! Whole spaces for programs.

use super::stop;
use crate::engine::explore::components::Parts;
use crate::outcome::{LayerTable, Stop};
use crate::style::Style;
use serde::Serialize;
use std::time::Duration;

/// What is known about a space; the names are fixed.
#[derive(Serialize)]
pub struct SpaceObject<'t> {
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
    farthest: Vec<String>,
    /// How far the nearest goal is, if layers are on disk and there is one in them.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest_goal: Option<u32>,
    /// The distances to the nearest goal, if they were asked for.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    to_goal: Option<ToGoal<'t>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diameter: Option<Between>,
    /// What stopped the layout of the picture, which is rougher than it could be.
    #[serde(skip_serializing_if = "Option::is_none")]
    rough_picture: Option<&'static str>,
    seconds: f64,
    peak_bytes: u64,
}

impl<'t> SpaceObject<'t> {
    /// What a table says.
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
            rough_picture: None,
            seconds: time.as_secs_f64(),
            peak_bytes: table.cost.peak_bytes,
        }
    }

    /// With what is said of blocks alone.
    pub fn of_blocks(
        self,
        farthest: Vec<String>,
        to_goal: Option<ToGoal<'t>>,
        diameter: Option<Between>,
    ) -> SpaceObject<'t> {
        let reason = self.reason.or(to_goal.as_ref().and_then(|to_goal| to_goal.reason));
        SpaceObject { reason, farthest, to_goal, diameter, ..self }
    }

    /// With the distances to the goal.
    pub fn with_goal(self, to_goal: ToGoal<'t>) -> SpaceObject<'t> {
        SpaceObject { to_goal: Some(to_goal), ..self }
    }

    /// With what stopped the layout of its picture.
    pub fn with_picture(self, rough: Option<Stop>) -> SpaceObject<'t> {
        SpaceObject { rough_picture: rough.map(stop), ..self }
    }

    /// With what is said of blocks on disk.
    pub fn on_disk(self, farthest: Vec<String>, nearest_goal: Option<u32>) -> SpaceObject<'t> {
        SpaceObject { farthest, nearest_goal, ..self }
    }

    /// With what is said of tiles alone.
    pub fn of_tiles(self, goal: String, happy: bool, farthest: Vec<String>) -> SpaceObject<'t> {
        SpaceObject { goal: Some(goal), happy, farthest, ..self }
    }
}

/// How far everything is from the nearest goal.
#[derive(Serialize)]
pub struct ToGoal<'t> {
    #[serde(skip)]
    reason: Option<&'static str>,
    goal_states: u64,
    /// The moves that the hardest start needs; known only if no layer is missing and there is a goal.
    hardest: Option<u32>,
    to_goal: &'t [u64],
    hardest_starts: Vec<String>,
}

impl<'t> ToGoal<'t> {
    /// What a table says.
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

/// A number that is known to lie between two.
#[derive(Serialize)]
pub struct Between {
    /// It is at least so much.
    pub at_least: u32,
    /// And at most so much.
    pub at_most: u32,
    /// Two arrangements that are so far apart.
    pub ends: Vec<String>,
}

/// What is known about all arrangements of some pieces; the names are fixed.
#[derive(Serialize)]
pub struct Whole<'w> {
    /// What the user calls it.
    pub puzzle: &'w str,
    /// What counts as one move.
    pub style: &'static str,
    /// What stopped it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// How many arrangements there are, if all were counted.
    pub states: Option<u64>,
    /// How many were counted, if it was stopped: there are at least so many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<u64>,
    /// If it was stopped, those that were known from end to end.
    pub components: Vec<Alike>,
    /// From how many of them a goal can be reached.
    pub solvable: Option<u64>,
    /// Moves from the hardest start to the nearest goal.
    pub hardest: Option<u32>,
    /// The arrangements at each distance from the nearest goal.
    pub to_goal: &'w [u64],
    /// Some of the last of these layers.
    pub hardest_starts: Vec<String>,
    /// How long it took.
    pub seconds: f64,
    /// The most bytes held at one time.
    pub peak_bytes: u64,
}

/// Components that are alike.
#[derive(Serialize)]
pub struct Alike {
    /// How many components are like this.
    pub number: u64,
    /// Arrangements in each.
    pub states: u64,
    /// Goals in each.
    pub goals: u64,
    /// Moves from the hardest start in it to the nearest goal.
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
