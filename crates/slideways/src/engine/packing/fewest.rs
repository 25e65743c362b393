//! The fewest pieces that lock a box, proved by iterative deepening on the number of pieces.
//!
//! The search allows one piece, then two, then three. When an iteration finds no packing, more pieces are
//! needed, and that bound stays proved if a later iteration is stopped. If the frontier of the box is narrow,
//! the packings are [counted](super::count) first; then the least number is known at once and only its
//! packings are searched for. The empty box does not count here.

use super::count::{self, RawCount};
use super::prepared::PreparedBox;
use super::saved::{ResumeFrom, Saved};
use super::search::{PackingCensus, ShownVisitor, run};
use crate::outcome::{Limits, Stop};
use crate::watch::Watch;
use web_time::Instant;

/// Boxes are counted first if their frontier has at most this many cells, which takes less than a second.
const NARROW: usize = 9;

/// What is known of the fewest pieces.
#[derive(Clone, Debug)]
pub struct Fewest {
    /// Every packing but the empty one has at least this many pieces; `None` if there is no packing.
    pub bound: Option<u32>,
    /// The packings with exactly this many pieces, as far as they were found.
    pub census: PackingCensus,
}

/// Find the packings with the fewest pieces, from a checkpoint if there is one.
pub fn fewest(
    prepared: &PreparedBox,
    limits: Limits,
    watch: &mut dyn Watch,
    mut visit: Option<ShownVisitor>,
    mut resume: Option<ResumeFrom>,
) -> Fewest {
    let begun = Instant::now();
    let left = || Limits { time: limits.time.map(|time| time.saturating_sub(begun.elapsed())), ..limits };
    let spec = &prepared.spec;
    let (mut expanded, mut peak_bytes) = (0, 0);
    let mut prepared = PreparedBox { spec: spec.clone(), ..prepared.clone() };
    // The most pieces that the box and the stock allow.
    let smallest = spec.kinds.iter().map(|stock| stock.shape.offsets().len()).min().unwrap_or(1);
    let stock = spec.kinds.iter().fold(0, |sum: u32, stock| sum.saturating_add(stock.at_most));
    let most = prepared.spec.at_most.min((prepared.spec.grid.size() / smallest) as u32).min(stock);
    prepared.spec.at_least = prepared.spec.at_least.max(1);
    let mut bound = prepared.spec.at_least;
    if count::frontier(&prepared) <= NARROW
        && let Ok(RawCount { by_count, stop, .. }) = count::count(&prepared, left(), watch)
    {
        match by_count.keys().find(|pieces| **pieces > 0) {
            _ if stop.is_some() => {
                return Fewest {
                    bound: Some(bound),
                    census: PackingCensus { stop, ..PackingCensus::default() },
                };
            }
            Some(&pieces) => bound = pieces,
            None => return Fewest { bound: None, census: PackingCensus::default() },
        }
    }
    let saved = resume.as_ref().and_then(|resume| resume.saved).filter(|saved| saved.at_most >= bound);
    if let Some(saved) = saved {
        (bound, expanded) = (saved.at_most, saved.before);
    }
    while bound <= most {
        prepared.spec.at_most = bound;
        let visit = visit.as_mut().map(|visit| &mut **visit as ShownVisitor);
        let found = match &mut resume {
            None => run(&prepared, true, left(), watch, visit, None),
            Some(resume) => {
                let mut keep = |now: &Saved| (resume.keep)(&Saved { before: expanded, ..now.clone() });
                keep_first(saved, bound, &mut keep);
                run(&prepared, true, left(), watch, visit, Some(ResumeFrom { saved, keep: &mut keep }))
            }
        };
        expanded += found.expanded;
        peak_bytes = peak_bytes.max(found.peak_bytes);
        if found.tally.classes() > 0 || found.stop.is_some() {
            return Fewest { bound: Some(bound), census: PackingCensus { expanded, peak_bytes, ..found } };
        }
        bound += 1;
    }
    Fewest { bound: None, census: PackingCensus { expanded, peak_bytes, ..PackingCensus::default() } }
}

/// Report the start of an iteration, unless an earlier search has started it.
fn keep_first(saved: Option<&Saved>, at_most: u32, keep: &mut dyn FnMut(&Saved)) {
    if saved.is_none_or(|saved| saved.at_most != at_most) {
        keep(&Saved { at_most, ..Saved::default() });
    }
}

impl Fewest {
    /// What stopped the search before it found a packing: then only the bound is known.
    pub fn stopped(&self) -> Option<Stop> {
        self.census.stop.filter(|_| self.census.tally.classes() == 0)
    }
}
