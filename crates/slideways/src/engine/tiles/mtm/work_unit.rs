//! Work units of an iteration in the multi-tile metric.
//!
//! One thread makes the first moves of an iteration. The positions that they reach are divided into *work
//! units*, which depend on the instance alone: not on the number of threads, and not on the clock. So the
//! cost of each unit is well defined, and a checkpoint can record the finished units and a later search skip
//! them.

use super::flow::{MtmFlow, MtmLevel, MtmNode, Yield};
use super::path::PathCoder;
use super::tables::MtmTables;

/// A part of an iteration: positions after some moves, whose next moves go along an axis.
pub struct WorkUnit {
    /// The axis of the very first move.
    pub first: usize,
    /// The axis of the next move.
    pub axis: usize,
    /// The number of moves left.
    pub left: usize,
    /// The positions, with the cells of their blanks.
    pub nodes: Vec<(usize, MtmNode)>,
}

/// How finely an iteration is divided, for each axis of the first move.
#[derive(Clone, Copy, Debug)]
pub struct Granularity {
    /// The number of positions at which the first moves end.
    positions: usize,
    /// The approximate number of work units, if there are enough positions.
    units: usize,
}

impl Granularity {
    /// For iterations of up to a second or so.
    pub const COARSE: Granularity = Granularity { positions: 1 << 10, units: 1 << 5 };
    /// For iterations that may take hours, so that no work unit takes long.
    pub const FINE: Granularity = Granularity { positions: 1 << 13, units: 1 << 8 };
}

/// Make the first moves along an axis from a position, and divide the positions that they reach; the cost is
/// added to `total`.
pub fn divide(
    tables: &MtmTables,
    paths: &PathCoder,
    (blank, start): (usize, MtmNode),
    first: usize,
    threshold: u32,
    granularity: Granularity,
    total: &mut Yield,
) -> Vec<WorkUnit> {
    let cells = tables.size.cells();
    let mut flow = MtmFlow::new(tables, paths, false);
    let mut level = MtmLevel::new(cells);
    level.put(blank, &[start]);
    let (mut axis, mut left) = (first, threshold as usize);
    while left > 1 && (1..granularity.positions).contains(&level.filled()) {
        let mut below = MtmLevel::new(cells);
        for (blank, node) in level.nodes() {
            flow.spread(blank, &[node], axis, left as u32 - 1, &mut below);
        }
        (level, axis, left) = (below, 1 - axis, left - 1);
    }
    total.expanded += flow.came.expanded;
    total.generated += flow.came.generated;
    let nodes: Vec<(usize, MtmNode)> = level.nodes().collect();
    let unit = nodes.len().div_ceil(granularity.units).max(1);
    nodes.chunks(unit).map(|nodes| WorkUnit { first, axis, left, nodes: nodes.to_vec() }).collect()
}
