//! Samples of states at one distance, as JSON.

use super::stop;
use crate::sample::{Sample, Way};
use crate::style::Style;
use serde::Serialize;

/// Random states at an exact distance from the goal; the field names are fixed.
#[derive(Serialize)]
pub struct SampleObject<'t> {
    puzzle: &'t str,
    style: &'static str,
    /// The goal of tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<String>,
    distance: u32,
    seed: u64,
    method: &'static str,
    uniform: bool,
    /// The number of states at the distance, if it is known.
    layer: Option<u64>,
    /// The largest distance, if it is smaller than the requested one.
    #[serde(skip_serializing_if = "Option::is_none")]
    farthest: Option<u32>,
    /// The number of random positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<u64>,
    /// The number of positions solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<u64>,
    /// What stopped the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    states: Vec<String>,
    seconds: f64,
    peak_bytes: u64,
}

impl<'t> SampleObject<'t> {
    /// Describes a sample, whose states are given as text.
    pub fn new(
        puzzle: &'t str,
        style: Style,
        distance: u32,
        seed: u64,
        sample: &Sample,
        states: Vec<String>,
    ) -> SampleObject<'t> {
        let (mut layer, mut farthest, mut drawn, mut solved) = (None, None, None, None);
        match sample.way {
            Way::Layer { states } => layer = states,
            Way::Nothing { farthest: far } => (layer, farthest) = (Some(0), far),
            Way::Rejection { drawn: all, solved: some } => (drawn, solved) = (Some(all), Some(some)),
            Way::Walk { solved: some } => solved = Some(some),
        }
        SampleObject {
            puzzle,
            style: style.name(),
            goal: None,
            distance,
            seed,
            method: sample.way.name(),
            uniform: sample.way.is_uniform(),
            layer,
            farthest,
            drawn,
            solved,
            reason: sample.stop.map(stop),
            states,
            seconds: sample.time.as_secs_f64(),
            peak_bytes: sample.cost.peak_bytes,
        }
    }

    /// Adds the goal of tiles.
    pub fn with_goal(self, goal: Option<String>) -> SampleObject<'t> {
        SampleObject { goal, ..self }
    }
}
