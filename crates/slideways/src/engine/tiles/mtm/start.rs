//! The root of the search: an instance with its distances from the pattern databases.
//!
//! The tables hold distances modulo 4. That is enough where the distance before a move is known, but at the
//! start it is not. So follow a table home: some move must bring the pattern nearer by one, and the distance
//! modulo 4 shows which. The number of moves made in the end is the distance.

use super::build::Entry;
use super::flow::MtmNode;
use super::path::PathCoder;
use super::pose::Pose;
use super::tables::{Look, MtmTables};
use crate::engine::tiles::instance::Instance;
use crate::grid::Cell;

impl MtmTables {
    /// The root node of an instance, and the blank's cell.
    pub(super) fn start(&self, instance: &Instance, pose: &Pose) -> (usize, MtmNode) {
        let mut node = MtmNode::default();
        let homes = instance.homes().iter().enumerate().filter(|&(cell, _)| cell != instance.blank().index());
        for (cell, home) in homes {
            let (cell, home) = (pose.cells[cell], pose.cells[home.expect("the goal is full").index()]);
            node.board |= (home as u64) << (4 * cell);
            for (view, word) in self.views.iter().zip(&mut node.words) {
                *word |= u64::from(view.cells[cell]) << view.lane[home];
            }
        }
        let blank = pose.cells[instance.blank().index()];
        for l in 0..self.looks.len() {
            node.bounds[l] = self.distance(l, blank, node);
        }
        (blank, node)
    }

    /// Whether a position is its own mirror image, rows and columns exchanged.
    pub(super) fn is_symmetric(&self, blank: usize, node: &MtmNode) -> bool {
        let mirror = &self.views[1];
        mirror.turned == 1 && usize::from(mirror.cells[blank]) == blank && node.words[0] == node.words[1]
    }

    /// The heuristic if the first move goes along a row, and if it goes along a column.
    pub(super) fn bounds(&self, blank: usize, node: &MtmNode) -> [u32; 2] {
        [0, 1].map(|axis| {
            let bound = |(look, &bound): (&Look, &u8)| {
                bound + self.entry_of(look, blank, node).detour(axis ^ self.views[look.view].turned)
            };
            self.looks.iter().zip(&node.bounds).map(bound).max().map_or(0, u32::from)
        })
    }

    fn entry_of(&self, look: &Look, blank: usize, node: &MtmNode) -> Entry {
        let mut places = vec![];
        self.places(look, blank, &[*node], &mut places);
        self.entry(places[0])
    }

    /// Follow one table home, and count the moves.
    fn distance(&self, look: usize, mut blank: usize, mut node: MtmNode) -> u8 {
        let look = &self.looks[look];
        let paths = PathCoder::new(self.size);
        let mut moves = 0;
        while !self.is_home(look, blank, node.words[look.view]) {
            let wanted = self.entry_of(look, blank, &node).low().wrapping_sub(1) & 3;
            let sides = [0, 1].map(|axis| paths.sides(Cell(blank as u16), axis));
            let ends = sides.iter().flatten().flat_map(|side| (1..=side.len()).map(|steps| &side[..steps]));
            let mut after = ends.map(|cells| {
                let mut after = (blank, node);
                cells.iter().for_each(|&to| after = (to, self.stepped(after.1, after.0, to)));
                after
            });
            let nearer = after.find(|(blank, node)| self.entry_of(look, *blank, node).low() == wanted);
            (blank, node) = nearer.expect("some move brings a pattern nearer home");
            moves += 1;
        }
        moves
    }

    /// The position after one step of the blank.
    pub(super) fn stepped(&self, mut node: MtmNode, blank: usize, to: usize) -> MtmNode {
        let tile = node.board >> (4 * to) & 15;
        node.board ^= tile << (4 * to) ^ tile << (4 * blank);
        for (view, word) in self.views.iter().zip(&mut node.words) {
            *word ^= u64::from(view.cells[blank] ^ view.cells[to]) << view.lane[tile as usize];
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Dir;
    use crate::tiles::board::{Board, Size};
    use crate::tiles::goal::Goal;
    use std::collections::HashMap;

    /// The distance of every position from one if its first move goes along an axis, by the plain rule.
    fn distances(home: &Board) -> HashMap<(Board, usize), u32> {
        let mut distances = HashMap::from([((home.clone(), 0), 0), ((home.clone(), 1), 0)]);
        let mut layer: Vec<(Board, usize)> = distances.keys().cloned().collect();
        for distance in 1.. {
            let mut next = vec![];
            for (board, axis) in &layer {
                // A path that arrives by a move along the other axis continues along this one.
                let axis = 1 - axis;
                for dir in [Dir::ALL[2 * axis], Dir::ALL[2 * axis + 1]] {
                    let mut from = board.clone();
                    while from.run(dir, 1) {
                        distances.entry((from.clone(), axis)).or_insert_with(|| {
                            next.push((from.clone(), axis));
                            distance
                        });
                    }
                }
            }
            if next.is_empty() {
                return distances;
            }
            layer = next;
        }
        unreachable!("a board has a last layer")
    }

    #[test]
    fn tables_are_admissible_and_small_ones_nearly_exact() {
        check_bounds(&[(2, 2, 3), (2, 3, 5), (2, 3, 1), (3, 2, 2), (2, 4, 7), (4, 2, 3)]);
    }

    #[test]
    #[ignore = "slow: half a minute"]
    fn tables_of_three_by_three_are_admissible() {
        check_bounds(&[(3, 3, 8), (3, 3, 4), (3, 3, 1)]);
    }

    /// Check the bounds of boards, given by rows, columns and the home of the blank.
    fn check_bounds(boards: &[(usize, usize, usize)]) {
        for &(rows, cols, blank) in boards {
            let size = Size::new(rows, cols).unwrap();
            let mut home = Goal::blank_last(size).full().unwrap();
            home.run(Dir::Down, rows - 1 - blank / cols);
            home.run(Dir::Right, cols - 1 - blank % cols);
            assert_eq!(home.blank().index(), blank);
            let tables =
                MtmTables::build(size, home.blank(), &|_| std::ops::ControlFlow::Continue(())).unwrap();
            let goal = Goal::from(home.clone());
            let (mut sum, mut whole) = (0, 0);
            for ((board, axis), distance) in distances(&home) {
                let instance = Instance::new(&board, &goal).unwrap();
                let pose = tables.pose(&instance).unwrap();
                let (blank, node) = tables.start(&instance, &pose);
                // The pose may exchange rows and columns.
                let right = pose.cells[1].abs_diff(pose.cells[0]) == 1;
                let bound = tables.bounds(blank, &node)[if right { axis } else { 1 - axis }];
                assert!(bound <= distance, "{board:?}, axis {axis}: {bound} > {distance}");
                (sum, whole) = (sum + bound, whole + distance);
                if size.cells() <= 7 {
                    let least = node.bounds.iter().copied().max().map(u32::from);
                    assert!(bound == distance || least.is_some_and(|least| bound == least + 1));
                }
            }
            assert!(10 * sum > 5 * whole, "{size}: {sum} of {whole}");
        }
    }
}
