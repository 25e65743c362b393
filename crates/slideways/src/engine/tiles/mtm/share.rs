//! A round divided into shares.
//!
//! The first moves of a round are made by one thread. What they come to is cut into *shares*, which depend on nothing
//! but the instance: not on the number of threads, and not on the clock. So the work on them can be counted, written
//! down and gone on with another day, share by share.

use super::flow::{MtmFlow, MtmLevel, MtmNode, Yield};
use super::tables::MtmTables;
use super::way::Ways;

/// Part of a round: positions after some moves, whose next moves go along an axis.
pub struct Share {
    /// The axis of the very first move.
    pub first: usize,
    /// The axis of the next.
    pub axis: usize,
    /// How many moves are left.
    pub left: usize,
    /// The positions, with the cells of their blanks.
    pub nodes: Vec<(usize, MtmNode)>,
}

/// How finely a round is divided, for each axis of the first move.
#[derive(Clone, Copy, Debug)]
pub struct Grain {
    /// The first moves are made until there are so many positions.
    positions: usize,
    /// They make about so many shares, if there are enough.
    shares: usize,
}

impl Grain {
    /// For rounds of up to a second or so.
    pub const COARSE: Grain = Grain { positions: 1 << 10, shares: 1 << 5 };
    /// For rounds that may take hours, so that no share takes long.
    pub const FINE: Grain = Grain { positions: 1 << 13, shares: 1 << 8 };
}

/// Make the first moves along an axis from a position, and divide what they come to; `total` is told what that cost.
pub fn divide(
    tables: &MtmTables,
    ways: &Ways,
    (blank, start): (usize, MtmNode),
    first: usize,
    threshold: u32,
    grain: Grain,
    total: &mut Yield,
) -> Vec<Share> {
    let cells = tables.size.cells();
    let mut flow = MtmFlow::new(tables, ways, false);
    let mut level = MtmLevel::new(cells);
    level.put(blank, &[start]);
    let (mut axis, mut left) = (first, threshold as usize);
    while left > 1 && (1..grain.positions).contains(&level.filled()) {
        let mut below = MtmLevel::new(cells);
        for (blank, node) in level.nodes() {
            flow.spread(blank, &[node], axis, left as u32 - 1, &mut below);
        }
        (level, axis, left) = (below, 1 - axis, left - 1);
    }
    total.expanded += flow.came.expanded;
    total.generated += flow.came.generated;
    let nodes: Vec<(usize, MtmNode)> = level.nodes().collect();
    let share = nodes.len().div_ceil(grain.shares).max(1);
    nodes.chunks(share).map(|nodes| Share { first, axis, left, nodes: nodes.to_vec() }).collect()
}
