//! Packings for programs.

use super::stop;
use crate::lock::{Census, Count, Ground};
use crate::style::Who;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// The numbers of packings; of classes only if they were looked at.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Number {
    /// Every packing counted.
    pub raw: u128,
    /// Those that are mirrored or turned into each other counted as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<u64>,
    /// Those that are turned into each other counted as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation_classes: Option<u64>,
}

impl From<Count> for Number {
    fn from(count: Count) -> Number {
        let (classes, rotation_classes) = (Some(count.classes), Some(count.rotation_classes));
        Number { raw: count.raw.into(), classes, rotation_classes }
    }
}

/// What is known about the packings of a box.
#[derive(Clone, Debug, Serialize)]
pub struct Packings<'e> {
    /// The box, as the user wrote it.
    pub r#box: &'e str,
    /// The pieces, as the user wrote them.
    pub pieces: &'e [String],
    /// `set` if no set of pieces may slide, else `piece`.
    pub strength: &'static str,
    /// Whether only packings count in which there is no room for another piece.
    pub maximal: bool,
    /// In how many ways a piece can lie in the box.
    pub placements: usize,
    /// The symmetries of the task.
    pub symmetries: usize,
    /// Those of them that are rotations.
    pub rotations: usize,
    /// All packings.
    pub total: Number,
    /// The same by the number of pieces.
    pub by_count: BTreeMap<u32, Number>,
    /// By the number of pieces: how many classes have how many symmetries of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stabilizers: Option<BTreeMap<u32, BTreeMap<u32, u64>>>,
    /// Whether the packing without pieces is among them.
    pub includes_empty: bool,
    /// `found`, `none`, or `stopped`.
    pub outcome: &'static str,
    /// What stopped it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// Whether the numbers are of all packings.
    pub complete: bool,
    /// The fewest pieces that lock the box, if that was asked for; null if nothing does, or it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fewest: Option<Option<u32>>,
    /// With fewer pieces there is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u32>,
    /// How many packings were met when they were counted once more, one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<u64>,
    /// How many packings were written into files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exported: Option<u64>,
    /// Nodes looked at.
    pub expanded: u64,
    /// How long it took.
    pub seconds: f64,
    /// The most bytes held at one time.
    pub peak_bytes: u64,
}

impl<'e> Packings<'e> {
    /// What a census by classes says.
    pub fn new(
        container: &'e str,
        pieces: &'e [String],
        ground: &Ground,
        census: &Census,
        time: Duration,
    ) -> Packings<'e> {
        let by_count = census.tally.by_count(ground.symmetries(), ground.rotations());
        let total = by_count.values().fold(Count::default(), |mut total, count| {
            total += *count;
            total
        });
        Packings {
            r#box: container,
            pieces,
            strength: if ground.task().strength == Who::Set { "set" } else { "piece" },
            maximal: ground.task().maximal,
            placements: ground.placements().len(),
            symmetries: ground.symmetries(),
            rotations: ground.rotations(),
            includes_empty: by_count.contains_key(&0),
            outcome: match census.stop {
                Some(_) => "stopped",
                // That nothing at all is locked goes without saying.
                None if by_count.keys().all(|&pieces| pieces == 0) => "none",
                None => "found",
            },
            reason: census.stop.map(stop),
            complete: census.stop.is_none() && !census.enough,
            by_count: by_count.into_iter().map(|(pieces, count)| (pieces, count.into())).collect(),
            total: total.into(),
            stabilizers: Some(census.tally.stabilizers()),
            fewest: None,
            lower_bound: None,
            verified: None,
            exported: None,
            expanded: census.expanded,
            seconds: time.as_secs_f64(),
            peak_bytes: census.peak_bytes,
        }
    }

    /// With the fewest pieces that are possible, as far as that is known.
    pub fn with_fewest(self, bound: Option<u32>) -> Packings<'e> {
        let is_reached = self.by_count.values().any(|number| number.raw > 0);
        Packings { fewest: Some(bound.filter(|_| is_reached)), lower_bound: bound, ..self }
    }
}
