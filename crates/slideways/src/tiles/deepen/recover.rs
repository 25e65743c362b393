//! Find the way to a solution again, as in [`unrolled`](crate::tiles::unrolled): level by level, from below.

use super::batch::{Batch, Node, Way};
use super::flow::Level;
use super::tables::Tables;
use crate::grid::{Cell, Dir};

/// The steps from the start to a solution that was found on the lowest level.
pub fn path(tables: &Tables, levels: &[Level], goal: u64, home: usize) -> Vec<Dir> {
    let mut walker = Walker { tables, batch: Batch::new() };
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
    tables: &'t Tables,
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
        for blank in 0..self.tables.cells() {
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
        for (d, &dir) in Dir::ALL[..4].iter().enumerate() {
            let Some(from) = self.tables.size.neighbour(Cell(blank as u16), dir.opposite()) else { continue };
            let way = Way::new(self.tables, d, from.index(), blank);
            let (mut happy, mut sad) = ([Node::default()], [Node::default()]);
            let taken = self.batch.step(&way, most, &[node], &mut happy, &mut sad);
            steps.push(dir);
            if taken.happy == 1
                && (end(&happy[0], from.index(), false)
                    || self.walk(happy[0], from.index(), most, end, steps))
            {
                return true;
            }
            if taken.sad == 1 && end(&sad[0], from.index(), true) {
                return true;
            }
            steps.pop();
        }
        false
    }
}
