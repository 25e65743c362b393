//! A uniform sample of the positions at one distance.
//!
//! Every position has a pseudo-random key, which depends on the seed, the cell of the blank and the rank of
//! the order. The sample is the positions of the layer with the smallest keys. All sets of that size are
//! equally likely, no position occurs twice, and the result does not depend on the number of threads.

use super::tally::Keep;
use super::{BoardSearch, Estimate, TooManyPositions, estimate, lines};
use crate::engine::search::control::Control;
use crate::engine::tiles::rank::Rank;
use crate::grid::Cell;
use crate::outcome::{LayerTable, Limits};
use crate::style::Who;
use crate::tiles::Board;
use crate::tiles::random::mixed;
use crate::watch::Watch;

/// Positions drawn from one layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The positions drawn: all of the layer if it has no more. Empty if the search was stopped, or if no
    /// position is that far away.
    pub boards: Vec<Board>,
    /// The number of positions at each distance, up to that of the sample.
    pub table: LayerTable,
}

/// Draw `number` of the positions at a distance from `from`, each set with the same probability.
pub fn sample(
    from: &Board,
    who: Who,
    (distance, number): (u32, usize),
    seed: u64,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Sample, TooManyPositions> {
    let size = from.size();
    let Estimate { positions, bytes, .. } = estimate(size, who)?;
    let bytes = bytes + if who == Who::Set { lines::reached_bytes(size).unwrap_or(u64::MAX / 2) } else { 0 };
    let mut control = Control::new(limits, watch);
    if control.hold(bytes).is_err() {
        return Err(TooManyPositions { size, positions: Some(positions.into()), bytes: Some(bytes) });
    }
    let mut search = BoardSearch::new(from, who);
    let key = |blank: Cell, rank: Rank| key(seed, blank, rank);
    let (mut boards, mut stop) = (vec![], None);
    if distance == 0 {
        boards.extend((number > 0).then(|| from.clone()));
    }
    while search.sizes.len() <= distance as usize && search.states() < positions && stop.is_none() {
        let layer = search.sizes.len() as u32;
        if layer == distance.saturating_sub(1).max(1) {
            search.metric.store_reached();
        }
        let keep = if layer == distance { Keep::Least { number, key: &key } } else { Keep::Nothing };
        match search.advance(keep, &mut control) {
            Ok(found) => boards = search.boards(found),
            Err(by) => stop = Some(by),
        }
    }
    Ok(Sample { boards, table: LayerTable { sizes: search.sizes, stop, cost: control.cost } })
}

/// The key of a position.
pub fn key(seed: u64, blank: Cell, rank: Rank) -> u64 {
    mixed(seed ^ mixed(rank.0 << 8 | u64::from(blank.0)))
}
