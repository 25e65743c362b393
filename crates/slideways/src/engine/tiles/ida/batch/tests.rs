//! The lemma at [`Batch::sort`], on random walks.

use super::*;
use crate::engine::tiles::Instance;
use crate::engine::tiles::ida::context::Context;
use crate::engine::tiles::pdb::PdbSize;
use crate::grid::Dir;
use crate::style::Who;
use crate::tiles::random::{Random, position};
use crate::tiles::{Board, Goal, Size};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// A number of sad steps that no walk reaches.
const NEVER_TOO_SAD: u32 = 1000;

/// The distance of every position from the goal, by breadth-first search with the plain rule.
fn distances(goal: &Board) -> HashMap<Board, u32> {
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut layer = vec![goal.clone()];
    for distance in 1.. {
        let mut next = vec![];
        for board in layer.iter().flat_map(|board| board.neighbours(Who::Piece)) {
            if !distances.contains_key(&board) {
                distances.insert(board.clone(), distance);
                next.push(board);
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distances
}

/// Walk at random from random positions, never straight back. After every step compare the position with a
/// fresh look-up, and the bound with the one before, with the table value and, where they are known, with the
/// distances. Returns the number of steps, and the number of steps by which the table value fell by more than
/// one.
fn walk(size: Size, walks: u32, steps: u32, distances: Option<&HashMap<Board, u32>>) -> (u32, u32) {
    let goal = Goal::blank_last(size);
    let blank = goal.full().unwrap().blank();
    let tables = Tables::build(size, blank, PdbSize::Small, &|_| ControlFlow::Continue(())).unwrap();
    let automaton = Automaton::new(size, 2);
    let (mut random, mut batch) = (Random::new(4), Batch::new());
    let (mut taken, mut falls) = (0, 0);
    for _ in 0..walks {
        let mut board = position(&goal, &mut random);
        let context: Context<u64, 3> =
            Context::new(&Instance::new(&board, &goal).unwrap(), &tables, &automaton);
        let (mut node, mut value) = (context.start.node, context.start.node.bound);
        for _ in 0..steps {
            let tile_steps = &context.tile_steps[board.blank().index()];
            let tile_step = &tile_steps[random.below(tile_steps.len() as u64) as usize];
            let Some(change) = batch.one(tile_step, NEVER_TOO_SAD, &node) else { continue };
            board.slide(Dir::ALL[tile_step.dir]).unwrap();
            let fresh: IdaNode<u64, 3> = tables.node(&Instance::new(&board, &goal).unwrap());
            let after = match change {
                Change::Happy(after) => {
                    assert!(fresh.bound < node.bound, "a happy step is one that the tables confirm");
                    assert_eq!(after.bound, node.bound - 1);
                    after
                }
                Change::Sad(after) => {
                    assert!(fresh.bound > node.bound);
                    assert_eq!(after.bound, node.bound + 1);
                    assert!(after.bound <= fresh.bound, "the bound is at most the table value");
                    after
                }
                Change::TooSad => panic!("no step is too sad here"),
            };
            let seen = |node: &IdaNode<u64, 3>| (node.board, node.keys, node.excesses, node.distance);
            assert_eq!(seen(&after), seen(&fresh), "incremental updates equal a fresh look-up");
            assert_eq!(fresh.bound % 2, after.bound % 2);
            if let Some(distance) = distances.map(|distances| distances[&board]) {
                assert!(u32::from(after.bound) <= distance && u32::from(fresh.bound) <= distance);
                assert_eq!(u32::from(after.bound) % 2, distance % 2);
            }
            falls += u32::from(fresh.bound + 1 < value);
            taken += 1;
            (node, value) = (after, fresh.bound);
        }
    }
    (taken, falls)
}

#[test]
fn the_bound_never_falls_by_more_than_one_and_keeps_its_parity() {
    let eight = Size::new(3, 3).unwrap();
    let distances = distances(&Goal::blank_last(eight).full().unwrap());
    assert_eq!(distances.len(), 181_440);
    let (taken, _) = walk(eight, 200, 200, Some(&distances));
    assert!(taken > 10_000);
    let (taken, falls) = walk(Size::new(4, 4).unwrap(), 200, 200, None);
    assert!(taken > 10_000);
    assert!(falls > 0, "the tables are not consistent, or this test would prove little");
}
