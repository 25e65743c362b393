//! The answer to a question about packings.

use crate::engine::packing::dancing_links::Sizes;
use crate::engine::packing::prepared::PreparedBox;
use crate::engine::packing::saved::Saved;
use crate::engine::packing::tally::{Count, Tally};
use crate::outcome::{Cost, Outcome, Proof, Stop};
use crate::style::Who;
use std::collections::BTreeMap;
use std::time::Duration;

/// What is known before the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The number of placements: the ways in which a piece can lie in the box.
    pub placements: usize,
    /// The number of symmetries of the spec: the symmetries of the box that keep its blocked, empty and
    /// filled cells and map pieces to pieces.
    pub symmetries: usize,
    /// The number of rotations among them.
    pub rotations: usize,
    /// The number of work units that an earlier search has done, and their total number, if there is a
    /// checkpoint.
    pub resumed: Option<(usize, usize)>,
    /// The sizes of the lists of the dancing-links search, if that search is used.
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

    /// Add what a checkpoint contains.
    pub(super) fn resumed(self, saved: Option<&Saved>) -> Outline {
        Outline { resumed: saved.map(|saved| (saved.done.number(), saved.parts)), ..self }
    }
}

/// The result of a search for packings.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// What was known before the search.
    pub outline: Outline,
    /// What must be unable to make a step.
    pub strength: Who,
    /// Whether only packings count to which no piece can be added.
    pub maximal: bool,
    /// The number of packings.
    pub numbers: Numbers,
    /// What stopped the search, if something did; then there may be more packings.
    pub stop: Option<Stop>,
    /// Whether the visitor ended the search; then only the packings that it saw are counted.
    pub enough: bool,
    /// The least number of pieces, if it was requested.
    pub fewest: Option<Fewest>,
    /// The number of packings in a second count without symmetries, if it was requested.
    pub verified: Option<u64>,
    /// The work done and the memory used; only `expanded` and `peak_bytes` are counted.
    pub cost: Cost,
    /// The time taken.
    pub time: Duration,
}

/// The numbers of packings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Up to the symmetries of the spec.
    Classes {
        /// Indexed by the number of pieces.
        by_count: BTreeMap<u32, Count>,
        /// Indexed by the number of pieces: the number of classes for each order of the stabiliser.
        stabilizers: BTreeMap<u32, BTreeMap<u32, u64>>,
    },
    /// Every packing counted individually, by the number of pieces.
    Raw(BTreeMap<u32, u128>),
}

impl Numbers {
    pub(super) fn of_classes(tally: &Tally, outline: &Outline) -> Numbers {
        let by_count = tally.by_count(outline.symmetries, outline.rotations);
        Numbers::Classes { by_count, stabilizers: tally.stabilizers() }
    }

    /// Every packing counted individually, by the number of pieces.
    pub fn raw(&self) -> BTreeMap<u32, u128> {
        match self {
            Numbers::Classes { by_count, .. } => {
                by_count.iter().map(|(n, count)| (*n, count.raw.into())).collect()
            }
            Numbers::Raw(by_count) => by_count.clone(),
        }
    }
}

/// What is known about the least number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// Every packing except the empty one has at least this many pieces; `None` if there is no other packing.
    pub pieces: Option<u32>,
    /// Whether this number of pieces is enough.
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

    /// The number of packings found, each counted individually.
    pub fn raw(&self) -> u128 {
        self.numbers.raw().values().sum()
    }

    /// The number of classes found; `None` if packings were counted without listing them.
    pub fn classes(&self) -> Option<u64> {
        match &self.numbers {
            Numbers::Classes { by_count, .. } => Some(by_count.values().map(|count| count.classes).sum()),
            Numbers::Raw(_) => None,
        }
    }

    /// Whether the empty packing is counted.
    pub fn includes_empty(&self) -> bool {
        self.numbers.raw().contains_key(&0)
    }

    /// Whether there is a packing other than the empty one.
    pub fn is_any(&self) -> bool {
        self.numbers.raw().iter().any(|(&pieces, &packings)| pieces > 0 && packings > 0)
    }

    /// Whether the numbers cover all packings.
    pub fn is_complete(&self) -> bool {
        self.stop.is_none() && !self.enough
    }

    /// The answer in the form of the other questions. It is *solved* if there are packings other than the
    /// empty one and nothing stopped the search, *unsolvable* if there are none, and *bounded* if the search
    /// was stopped after it found some. Lower bounds are numbers of pieces.
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
