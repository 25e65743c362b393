//! What is known about the packings of a box.

use crate::engine::packing::dancing_links::Sizes;
use crate::engine::packing::prepared::PreparedBox;
use crate::engine::packing::saved::Saved;
use crate::engine::packing::tally::{Count, Tally};
use crate::outcome::{Cost, Outcome, Proof, Stop};
use crate::style::Who;
use std::collections::BTreeMap;
use std::time::Duration;

/// What is known before a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// In how many ways a piece can lie in the box.
    pub placements: usize,
    /// The symmetries of the spec: those of the box that keep its blocked, empty and filled cells and turn pieces into
    /// pieces.
    pub symmetries: usize,
    /// How many of them are rotations.
    pub rotations: usize,
    /// How many parts of the search an earlier one has done, of how many; if there is a checkpoint.
    pub resumed: Option<(usize, usize)>,
    /// The sizes of the lists of the search with dancing links, if that is asked for.
    pub links: Option<Sizes>,
}

impl Outline {
    pub(super) fn new(prepared: &PreparedBox) -> Outline {
        Outline {
            placements: prepared.placements().len(),
            symmetries: prepared.symmetries(),
            rotations: prepared.rotations(),
            resumed: None,
            links: None,
        }
    }

    /// With what a checkpoint says.
    pub(super) fn resumed(self, saved: Option<&Saved>) -> Outline {
        Outline { resumed: saved.map(|saved| (saved.number(), saved.parts)), ..self }
    }
}

/// The end of a search for packings.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// What was known before.
    pub outline: Outline,
    /// Who must not be able to make a step.
    pub strength: Who,
    /// Whether packings count only if no further piece fits.
    pub maximal: bool,
    /// The packings in numbers.
    pub numbers: Numbers,
    /// What stopped the search, if something did: then there may be more packings.
    pub stop: Option<Stop>,
    /// Whether the visitor has seen enough: then only what it saw is counted.
    pub enough: bool,
    /// The least number of pieces, if it was asked for.
    pub fewest: Option<Fewest>,
    /// How many packings were found when they were counted once more without symmetries, if that was asked for.
    pub verified: Option<u64>,
    /// What it cost; only `expanded` and `peak_bytes` are counted.
    pub cost: Cost,
    /// How long it took.
    pub time: Duration,
}

/// The numbers of packings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// By classes under the symmetries of the spec.
    Classes {
        /// By the number of pieces.
        by_count: BTreeMap<u32, Count>,
        /// By the number of pieces: how many classes have a stabiliser of which order.
        stabilizers: BTreeMap<u32, BTreeMap<u32, u64>>,
    },
    /// Every packing by itself, by the number of pieces.
    Raw(BTreeMap<u32, u128>),
}

impl Numbers {
    pub(super) fn of_classes(tally: &Tally, outline: &Outline) -> Numbers {
        let by_count = tally.by_count(outline.symmetries, outline.rotations);
        Numbers::Classes { by_count, stabilizers: tally.stabilizers() }
    }

    /// Every packing by itself, by the number of pieces.
    pub fn raw(&self) -> BTreeMap<u32, u128> {
        match self {
            Numbers::Classes { by_count, .. } => {
                by_count.iter().map(|(n, count)| (*n, count.raw.into())).collect()
            }
            Numbers::Raw(by_count) => by_count.clone(),
        }
    }
}

/// What is known of the least number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// Every packing but the empty one has at least this many; `None` if there is no other packing.
    pub pieces: Option<u32>,
    /// Whether this many are enough.
    pub is_reached: bool,
}

impl Answer {
    pub(super) fn new(outline: Outline, asked: (Who, bool), numbers: Numbers, cost: Cost) -> Answer {
        Answer {
            outline,
            strength: asked.0,
            maximal: asked.1,
            numbers,
            stop: None,
            enough: false,
            fewest: None,
            verified: None,
            cost,
            time: Duration::ZERO,
        }
    }

    /// The packings found, every one by itself.
    pub fn raw(&self) -> u128 {
        self.numbers.raw().values().sum()
    }

    /// The classes of packings found; `None` if packings were counted without listing them.
    pub fn classes(&self) -> Option<u64> {
        match &self.numbers {
            Numbers::Classes { by_count, .. } => Some(by_count.values().map(|count| count.classes).sum()),
            Numbers::Raw(_) => None,
        }
    }

    /// Whether the empty packing is among them.
    pub fn includes_empty(&self) -> bool {
        self.numbers.raw().contains_key(&0)
    }

    /// Whether there is anything but the empty packing.
    pub fn is_any(&self) -> bool {
        self.numbers.raw().iter().any(|(&pieces, &packings)| pieces > 0 && packings > 0)
    }

    /// Whether the numbers are of all packings.
    pub fn is_complete(&self) -> bool {
        self.stop.is_none() && !self.enough
    }

    /// The answer as the other questions have it. It is *solved* if there are packings other than the empty one and nothing
    /// stopped the search, *unsolvable* if there are none, and *bounded* if the search was stopped after some were found; lower
    /// bounds are numbers of pieces.
    pub fn outcome(&self) -> Outcome<&Answer> {
        let lower = self.fewest.and_then(|fewest| fewest.pieces).unwrap_or(0);
        match self.stop {
            Some(by) if self.is_any() => Outcome::Bounded { best: self, lower, by },
            Some(by) => Outcome::Stopped { lower, by },
            None if self.is_any() => Outcome::Solved(self),
            None => Outcome::Unsolvable(Proof::Exhausted { states: self.cost.expanded }),
        }
    }
}
