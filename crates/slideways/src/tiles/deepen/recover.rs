//! Find the way to a solution again, as in [`unrolled`](crate::tiles::unrolled): level by level, from below.

use super::batch::{Batch, Node, Way};
use super::flow::{Flow, Level};
use crate::grid::Dir;

/// The steps from the start to a solution that was found on the lowest level.
pub fn path(flow: &Flow<'_, '_>, levels: &[Level]) -> Vec<Dir> {
    let (goal, home) = (flow.goal, flow.home);
    let mut walker = Walker { ways: &flow.ways, batch: Batch::new() };
    let is_goal = |node: &Node, blank: usize, _: bool| node.board == goal && blank == home;
    let (mut entry, mut path) = walker.origin(&levels[0], 0, &is_goal).expect("a solution was found");
    for (level, most) in levels[1..].iter().zip(1..) {
        let target = entry;
        let is_target = |node: &Node, _: usize, sad: bool| sad && *node == target;
        let steps;
        (entry, steps) = walker.origin(level, most, &is_target).expect("entries come from the level above");
        path.splice(0..0, steps);
    }
    path
}

struct Walker<'t> {
    ways: &'t [Vec<Way<'t>>],
    batch: Batch,
}

impl Walker<'_> {
    /// The entry of a level from which happy steps lead to an end, or to a sad step to an end; and all these steps.
    fn origin(
        &mut self,
        level: &Level,
        most: u32,
        end: &dyn Fn(&Node, usize, bool) -> bool,
    ) -> Option<(Node, Vec<Dir>)> {
        for blank in 0..self.ways.len() {
            for &entry in level.entries.tray(blank) {
                let mut steps = vec![];
                if end(&entry, blank, false) || self.walk(entry, blank, most, end, &mut steps) {
                    return Some((entry, steps));
                }
            }
        }
        None
    }

    /// Go on by happy steps until the end, if there is one; then `steps` says how.
    fn walk(
        &mut self,
        node: Node,
        blank: usize,
        most: u32,
        end: &dyn Fn(&Node, usize, bool) -> bool,
        steps: &mut Vec<Dir>,
    ) -> bool {
        for way in &self.ways[blank] {
            let (mut happy, mut sad) = ([Node::default()], [Node::default()]);
            let taken = self.batch.step(way, most, &[node], &mut happy, &mut sad);
            steps.push(Dir::ALL[way.dir]);
            if taken.happy == 1
                && (end(&happy[0], way.from, false) || self.walk(happy[0], way.from, most, end, steps))
            {
                return true;
            }
            if taken.sad == 1 && end(&sad[0], way.from, true) {
                return true;
            }
            steps.pop();
        }
        false
    }
}
