//! Find the way to a solution again, as in [`unrolled`](crate::tiles::unrolled): level by level, from below.

use super::batch::{Batch, Node};
use super::flow::{Level, Levels};
use super::ground::{Ground, Origin};
use super::word::Word;
use crate::grid::Dir;

/// The steps from the start to a solution that was found on the lowest of some levels, given where the round began.
pub fn path<W: Word, const P: usize>(
    ground: &Ground<W, P>,
    levels: &Levels<W, P>,
    origins: &[Origin<W, P>],
) -> Vec<Dir> {
    let most = levels.len() - 1;
    let mut walker = Walker { ground, batch: Batch::new() };
    let is_goal = |node: &Node<W, P>, blank: usize, _: bool| ground.is_goal(node, blank);
    let (mut entry, mut path) = walker.origin(&levels[0], 0, &is_goal).expect("a solution was found");
    for left in 0.. {
        let is_origin = |origin: &&Origin<W, P>| most - origin.sad == left && origin.node == entry;
        if let Some(origin) = origins.iter().find(is_origin) {
            path.splice(0..0, origin.path.iter().copied());
            break;
        }
        let target = entry;
        let is_target = |node: &Node<W, P>, _: usize, sad: bool| sad && *node == target;
        let above = levels.get(left + 1).expect("what is no origin comes from the level above");
        let steps;
        (entry, steps) = walker.origin(above, left as u32 + 1, &is_target).expect("entries come from above");
        path.splice(0..0, steps);
    }
    path
}

struct Walker<'g, 't, W, const P: usize> {
    ground: &'g Ground<'t, W, P>,
    batch: Batch,
}

/// What to look for: a position with its blank, and whether a sad step led to it.
type End<'e, W, const P: usize> = dyn Fn(&Node<W, P>, usize, bool) -> bool + 'e;

impl<W: Word, const P: usize> Walker<'_, '_, W, P> {
    /// The entry of a level from which happy steps lead to an end, or to a sad step to an end; and all these steps.
    fn origin(
        &mut self,
        level: &Level<Node<W, P>>,
        most: u32,
        end: &End<W, P>,
    ) -> Option<(Node<W, P>, Vec<Dir>)> {
        for blank in 0..self.ground.cells() {
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
        node: Node<W, P>,
        blank: usize,
        most: u32,
        end: &End<W, P>,
        steps: &mut Vec<Dir>,
    ) -> bool {
        let ground = self.ground;
        for way in &ground.ways[blank] {
            let (mut happy, mut sad) = ([Node::default()], [Node::default()]);
            let taken = self.batch.step(way, ground.machine, most, &[node], &mut happy, &mut sad);
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
