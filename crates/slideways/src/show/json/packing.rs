//! Packings as JSON.

use super::stop;
use crate::lock::{Answer, Count, Numbers};
use crate::outcome::Outcome;
use crate::style::Who;
use serde::Serialize;
use std::collections::BTreeMap;

/// Numbers of packings; the numbers of classes only if classes were computed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Number {
    /// All packings.
    pub raw: u128,
    /// Classes up to rotation and reflection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<u64>,
    /// Classes up to rotation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation_classes: Option<u64>,
}

impl From<Count> for Number {
    fn from(count: Count) -> Number {
        let (classes, rotation_classes) = (Some(count.classes), Some(count.rotation_classes));
        Number { raw: count.raw.into(), classes, rotation_classes }
    }
}

/// The packings of a box.
#[derive(Clone, Debug, Serialize)]
pub struct Packings<'e> {
    /// The box, as the user wrote it.
    pub r#box: &'e str,
    /// The pieces, as the user wrote them.
    pub pieces: &'e [String],
    /// `set` if no set of pieces may slide, else `piece`.
    pub strength: &'static str,
    /// Whether only maximal packings count, to which no piece can be added.
    pub maximal: bool,
    /// The number of placements of a piece in the box.
    pub placements: usize,
    /// The number of symmetries of the spec.
    pub symmetries: usize,
    /// The number of symmetries that are rotations.
    pub rotations: usize,
    /// All packings.
    pub total: Number,
    /// The packings by number of pieces.
    pub by_count: BTreeMap<u32, Number>,
    /// By number of pieces: the number of classes by the order of their stabilizer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stabilizers: Option<BTreeMap<u32, BTreeMap<u32, u64>>>,
    /// Whether the empty packing is included.
    pub includes_empty: bool,
    /// `found`, `none`, or `stopped`.
    pub outcome: &'static str,
    /// What stopped the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// Whether the numbers cover all packings.
    pub complete: bool,
    /// The fewest pieces that lock the box, if requested; null if no packing locks it, or if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fewest: Option<Option<u32>>,
    /// A lower bound on the number of pieces of a packing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u32>,
    /// The number of packings found by the recount, which visits them one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<u64>,
    /// The number of packings written to files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exported: Option<u64>,
    /// Search nodes expanded.
    pub expanded: u64,
    /// Elapsed time.
    pub seconds: f64,
    /// Peak memory in bytes.
    pub peak_bytes: u64,
}

impl<'e> Packings<'e> {
    /// Describes an answer, for a box and pieces as the user wrote them.
    pub fn new(container: &'e str, pieces: &'e [String], answer: &Answer) -> Packings<'e> {
        let (total, by_count, stabilizers) = match &answer.numbers {
            Numbers::Classes { by_count, stabilizers } => {
                let mut total = Count::default();
                by_count.values().for_each(|count| total += *count);
                let by_count = by_count.iter().map(|(&pieces, &count)| (pieces, count.into())).collect();
                (total.into(), by_count, Some(stabilizers.clone()))
            }
            Numbers::Raw(by_count) => {
                let number = |raw| Number { raw, ..Number::default() };
                let total = number(by_count.values().sum());
                (total, by_count.iter().map(|(&pieces, &raw)| (pieces, number(raw))).collect(), None)
            }
        };
        Packings {
            r#box: container,
            pieces,
            strength: if answer.strength == Who::Set { "set" } else { "piece" },
            maximal: answer.maximal,
            placements: answer.outline.placements,
            symmetries: answer.outline.symmetries,
            rotations: answer.outline.rotations,
            total,
            by_count,
            stabilizers,
            includes_empty: answer.includes_empty(),
            outcome: match answer.outcome() {
                Outcome::Solved(_) => "found",
                Outcome::Unsolvable(_) => "none",
                Outcome::Bounded { .. } | Outcome::Stopped { .. } => "stopped",
            },
            reason: answer.stop.map(stop),
            complete: answer.is_complete(),
            fewest: answer.fewest.map(|fewest| fewest.pieces.filter(|_| fewest.is_reached)),
            lower_bound: answer.fewest.and_then(|fewest| fewest.pieces),
            verified: answer.verified,
            exported: None,
            expanded: answer.cost.expanded,
            seconds: answer.time.as_secs_f64(),
            peak_bytes: answer.cost.peak_bytes,
        }
    }

    /// Adds the number of packings written to files.
    pub fn with_exported(self, packings: u64) -> Packings<'e> {
        Packings { exported: Some(packings), ..self }
    }
}
