//! Recover the path to a solution, level by level from below, through the parents of the entries.

use super::batch::{Batch, Change, IdaNode};
use super::context::{Context, Origin};
use super::levels::{Levels, Parent};
use super::word::Word;
use crate::grid::Dir;

/// The steps from the start to a solution that comes from entry `found` of the lowest level; `origins` are
/// those of the iteration.
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

/// The position to look for: a predicate on a node, its blank, and whether a sad step led to it.
type End<'e, W, const P: usize> = dyn Fn(&IdaNode<W, P>, usize, bool) -> bool + 'e;

impl<W: Word, const P: usize> Walker<'_, '_, W, P> {
    /// The happy steps from an entry to the end, with a final sad step if `end` asks for one. Such steps must
    /// exist.
    fn steps(&mut self, entry: &IdaNode<W, P>, blank: usize, most: u32, end: &End<W, P>) -> Vec<Dir> {
        let mut steps = vec![];
        let found = end(entry, blank, false) || self.walk(entry, blank, most, end, &mut steps);
        assert!(found, "the walk repeats the steps of the iteration");
        steps
    }

    /// Continue by happy steps until the end; if it is found, `steps` holds the path.
    fn walk(
        &mut self,
        node: &IdaNode<W, P>,
        blank: usize,
        most: u32,
        end: &End<W, P>,
        steps: &mut Vec<Dir>,
    ) -> bool {
        let context = self.context;
        for tile_step in &context.tile_steps[blank] {
            let change = self.batch.one(tile_step, most, node);
            steps.push(Dir::ALL[tile_step.dir]);
            let found = match change {
                Some(Change::Happy(node)) => {
                    end(&node, tile_step.from, false) || self.walk(&node, tile_step.from, most, end, steps)
                }
                Some(Change::Sad(node)) => end(&node, tile_step.from, true),
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
