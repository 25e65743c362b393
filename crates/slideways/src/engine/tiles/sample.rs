//! Tile positions at an exact distance from one, drawn from a complete layer of a breadth-first search.
//!
//! A board that fits into memory with about one bit per position is searched by
//! [`bit_bfs`](super::bit_bfs::sample). On others, such as 4 x 4, the first layers can still be listed: the
//! search visits positions [one by one](super::ranked) and keeps two layers. It predicts the size of the
//! wanted layer from the growth of the layers before it, which shrinks from layer to layer, and gives up
//! early if that layer is too large.
//!
//! Both give a position the same key, so they draw the same sample.

use super::bit_bfs;
use super::ranked::Ranked;
use crate::engine::explore::flood::spread;
use crate::engine::lowest::Lowest;
use crate::engine::search::control::Control;
use crate::outcome::{Cost, Limits, Stop};
use crate::style::Who;
use crate::tiles::board::Board;
use crate::watch::Watch;
use std::ops::ControlFlow;
use web_time::Instant;

/// The largest predicted layer that is searched for.
const MOST: f64 = (1u64 << 24) as f64;

/// The first layer whose growth is a prediction.
const FIRST: u32 = 8;

/// Boards of no more positions are searched with bits at once: that takes less than a second.
const FEW: u64 = 1 << 32;

/// Positions drawn from a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLayer {
    /// The positions, in a random order.
    pub boards: Vec<Board>,
    /// The number of positions at each distance, up to the one of the layer or to the last there is.
    pub sizes: Vec<u64>,
    /// What stopped the search before that layer, if something did.
    pub stop: Option<Stop>,
    /// The cost of the search.
    pub cost: Cost,
}

/// Which positions to draw.
#[derive(Clone, Copy, Debug)]
pub struct BoardLayerQuery<'b> {
    /// The position that distances are counted from.
    pub from: &'b Board,
    /// Whether single tiles move or sets of tiles.
    pub who: Who,
    /// The distance of the layer.
    pub distance: u32,
    /// The number of positions to draw; all of the layer, if it has no more.
    pub number: usize,
    /// The seed of the keys.
    pub seed: u64,
}

/// Draw positions. `None` if neither the whole board nor the layers up to the distance fit into memory.
pub fn draw(query: BoardLayerQuery, limits: Limits, watch: &mut dyn Watch) -> Option<BoardLayer> {
    let BoardLayerQuery { from, who, distance, number, seed } = query;
    let started = Instant::now();
    let small = bit_bfs::estimate(from.size(), who).is_ok_and(|estimate| estimate.positions <= FEW);
    let listed = if small { None } else { near(query, limits, watch) };
    listed.or_else(|| {
        let left = limits.after(started.elapsed());
        let found = bit_bfs::sample(from, who, (distance, number), seed, left, watch).ok()?;
        let bit_bfs::Sample { boards, table } = found;
        Some(BoardLayer { boards, sizes: table.sizes, stop: table.stop, cost: table.cost })
    })
}

/// The same, by listing the layers. `None` if the layer is expected to be too large, or if the positions of
/// the board have no ranks.
pub fn near(query: BoardLayerQuery, limits: Limits, watch: &mut dyn Watch) -> Option<BoardLayer> {
    let BoardLayerQuery { from, who, distance, number, seed } = query;
    let ranked = Ranked::new(from, who)?;
    let mut control = Control::new(limits, watch);
    let mut lowest = Lowest::new(number);
    let (mut before, mut too_large, mut there) = (1, false, false);
    let found = spread(&ranked, [ranked.state(from)], true, &mut control, &mut |layer, _| {
        let growth = layer.size() as f64 / before as f64;
        before = layer.size();
        let rest = distance.saturating_sub(layer.distance());
        let predicted = layer.size() as f64 * growth.powi(rest as i32);
        too_large = layer.distance() >= FIRST && predicted.min(ranked.positions() as f64) > MOST;
        there = layer.distance() == distance;
        if there {
            layer.each(&mut |state| {
                let (blank, rank) = ranked.split(state);
                lowest.offer(bit_bfs::key(seed, blank, rank), (blank, rank));
                ControlFlow::Continue(())
            });
        }
        // What stops the search here is not a limit.
        if there || too_large { Err(Stop::Caller) } else { Ok(()) }
    });
    let stop = found.stop.filter(|_| !there);
    if too_large || stop == Some(Stop::Memory) {
        return None;
    }
    let boards = lowest.in_order().into_iter().map(|(blank, rank)| ranked.join(blank, rank)).collect();
    Some(BoardLayer { boards, sizes: found.sizes, stop, cost: control.cost })
}

/// All positions at a distance, for the tests of other samples.
#[cfg(test)]
pub(crate) fn whole_layer(from: &Board, who: Who, distance: u32) -> Vec<Board> {
    let query = BoardLayerQuery { from, who, distance, number: usize::MAX, seed: 0 };
    near(query, Limits::default(), &mut ()).expect("the board is small").boards
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tiles::bit_bfs;
    use crate::tiles::{Goal, Size};
    use std::collections::{BTreeMap, BTreeSet};

    fn goal(rows: usize, cols: usize) -> Board {
        Goal::blank_last(Size::new(rows, cols).unwrap()).full().unwrap()
    }

    fn draw(from: &Board, who: Who, distance: u32, number: usize, seed: u64) -> BoardLayer {
        let query = BoardLayerQuery { from, who, distance, number, seed };
        near(query, Limits::default(), &mut ()).expect("the board is small")
    }

    #[test]
    fn every_position_is_drawn_from_its_layer_and_from_no_other() {
        for who in [Who::Piece, Who::Set] {
            let from = goal(2, 3);
            let table = bit_bfs::census(&from, who, 0, Limits::default(), &mut ()).unwrap().table;
            let mut all = BTreeSet::new();
            for distance in 0..=table.radius() {
                let layer = draw(&from, who, distance, 1000, 1);
                assert_eq!(layer.sizes, table.sizes[..=distance as usize]);
                assert_eq!((layer.boards.len() as u64, layer.stop), (table.sizes[distance as usize], None));
                for board in layer.boards {
                    // The layers around a position contain `from` at the same distance.
                    assert!(draw(&board, who, distance, 1000, 2).boards.contains(&from));
                    assert!(all.insert(board));
                }
            }
            assert_eq!(all.len(), 360);
        }
    }

    #[test]
    fn bits_and_lists_draw_the_same_sample() {
        for (rows, cols) in [(2, 3), (3, 2), (3, 3), (2, 4)] {
            for who in [Who::Piece, Who::Set] {
                for (distance, number, seed) in [(0, 1, 1), (1, 2, 5), (9, 4, 2), (17, 10, 3), (40, 1, 4)] {
                    let from = goal(rows, cols);
                    let query = BoardLayerQuery { from: &from, who, distance, number, seed };
                    let bits = super::draw(query, Limits::default(), &mut ());
                    let (bits, listed) = (bits.unwrap(), draw(&from, who, distance, number, seed));
                    assert_eq!((bits.boards, bits.sizes), (listed.boards, listed.sizes), "{from:?} {who:?}");
                    assert_eq!((bits.stop, listed.stop), (None, None));
                }
            }
        }
    }

    #[test]
    fn beyond_the_radius_there_is_nothing() {
        let layer = draw(&goal(2, 3), Who::Piece, 22, 5, 1);
        assert_eq!((layer.boards.len(), layer.sizes.len(), layer.stop), (0, 22, None));
    }

    #[test]
    fn large_layers_are_left_alone() {
        for (side, distance, listed) in [(4, 10, true), (4, 60, false), (5, 3, false)] {
            let from = &goal(side, side);
            let query = BoardLayerQuery { from, who: Who::Piece, distance, number: 1, seed: 1 };
            let found = near(query, Limits::default(), &mut ());
            assert_eq!(found.is_some(), listed, "{side} {distance}");
        }
    }

    #[test]
    fn threads_make_no_difference() {
        let from = goal(3, 3);
        let on = |threads| {
            let limits = Limits::new().threads(threads);
            let query = BoardLayerQuery { from: &from, who: Who::Piece, distance: 22, number: 20, seed: 3 };
            near(query, limits, &mut ()).unwrap().boards
        };
        assert_eq!(on(1), on(2));
        assert_eq!(on(1), on(7));
    }

    /// Pearson's test, as for [random positions](crate::tiles::random).
    #[test]
    fn all_positions_of_a_layer_are_equally_likely() {
        let (from, distance, seeds) = (goal(2, 3), 8, 2000);
        let mut seen: BTreeMap<Board, u64> = BTreeMap::new();
        let mut size = 0;
        for seed in 0..seeds {
            let layer = draw(&from, Who::Piece, distance, 2, seed);
            size = layer.sizes[distance as usize];
            layer.boards.into_iter().for_each(|board| *seen.entry(board).or_default() += 1);
        }
        assert_eq!(seen.len() as u64, size);
        let expected = (2 * seeds) as f64 / size as f64;
        let sum: f64 = seen.values().map(|&times| (times as f64 - expected).powi(2) / expected).sum();
        let mean = size as f64 - 1.0;
        assert!((sum - mean).abs() < 5.0 * (2.0 * mean).sqrt(), "{sum} instead of {mean}");
    }
}
