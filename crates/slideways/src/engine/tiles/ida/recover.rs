//! Find the way to a solution again, level by level, from below: every entry knows where it comes from.

use super::batch::{Batch, Change, IdaNode};
use super::context::{Context, Origin};
use super::levels::{Levels, Parent};
use super::word::Word;
use crate::grid::Dir;

/// The steps from the start to a solution that comes from an entry of the lowest of some levels, given where the round began.
pub fn path<W: Word, const P: usize>(
    context: &Context<W, P>,
    levels: &Levels<W, P>,
    origins: &[Origin<W, P>],
    found: u16,
) -> Vec<Dir> {
    let mut walker = Walker { context, batch: Batch::new() };
    let (mut node, mut blank) = levels[0].entry(found);
    let mut number = found;
    let is_goal = |node: &IdaNode<W, P>, blank: usize, _: bool| context.is_goal(node, blank);
    let mut path = walker.steps(&node, blank, 0, &is_goal);
    for (left, level) in levels.iter().enumerate() {
        match level.parent(number) {
            Parent::Origin(origin) => {
                path.splice(0..0, origins[origin].path.iter().copied());
                break;
            }
            Parent::Entry(parent) => {
                let target = node;
                let is_target = |node: &IdaNode<W, P>, _: usize, sad: bool| {
                    sad && node.state == target.state && node.board == target.board
                };
                number = parent;
                (node, blank) = levels[left + 1].entry(parent);
                let steps = walker.steps(&node, blank, left as u32 + 1, &is_target);
                path.splice(0..0, steps);
            }
        }
    }
    path
}

struct Walker<'g, 't, W, const P: usize> {
    context: &'g Context<'t, W, P>,
    batch: Batch,
}

/// What to look for: a position with its blank, and whether a sad step led to it.
type End<'e, W, const P: usize> = dyn Fn(&IdaNode<W, P>, usize, bool) -> bool + 'e;

impl<W: Word, const P: usize> Walker<'_, '_, W, P> {
    /// The happy steps from an entry to an end, or to a sad step to an end, and that one; it is known that there are some.
    fn steps(&mut self, entry: &IdaNode<W, P>, blank: usize, most: u32, end: &End<W, P>) -> Vec<Dir> {
        let mut steps = vec![];
        let found = end(entry, blank, false) || self.walk(entry, blank, most, end, &mut steps);
        assert!(found, "an entry leads where it led before");
        steps
    }

    /// Go on by happy steps until the end, if there is one; then `steps` says how.
    fn walk(
        &mut self,
        node: &IdaNode<W, P>,
        blank: usize,
        most: u32,
        end: &End<W, P>,
        steps: &mut Vec<Dir>,
    ) -> bool {
        let context = self.context;
        for way in &context.ways[blank] {
            let change = self.batch.one(way, most, node);
            steps.push(Dir::ALL[way.dir]);
            let found = match change {
                Some(Change::Happy(node)) => {
                    end(&node, way.from, false) || self.walk(&node, way.from, most, end, steps)
                }
                Some(Change::Sad(node)) => end(&node, way.from, true),
                Some(Change::TooSad) | None => false,
            };
            if found {
                return true;
            }
            steps.pop();
        }
        false
    }
}
