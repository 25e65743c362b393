//! Depth-first listing of all shortest solutions, one after the other.

use super::batch::{Batch, Change, IdaNode};
use super::context::Context;
use super::flow::Spent;
use super::word::Word;
use crate::engine::tiles::visit::Visit;
use crate::grid::Dir;
use std::ops::ControlFlow;

/// Depth-first search for all solutions with a given number of sad steps.
pub struct List<'g, 't, 'v, W, const P: usize> {
    context: &'g Context<'t, W, P>,
    batch: Batch,
    path: Vec<Dir>,
    visit: &'v mut Visit<'v>,
    hear: &'v mut dyn FnMut(&Spent) -> ControlFlow<()>,
    spent: Spent,
}

impl<'g, 't, 'v, W: Word, const P: usize> List<'g, 't, 'v, W, P> {
    /// Visit all solutions with exactly `most` sad steps; `hear` is called regularly and may stop the search.
    pub fn all(
        context: &'g Context<'t, W, P>,
        most: u32,
        visit: &'v mut Visit<'v>,
        hear: &'v mut dyn FnMut(&Spent) -> ControlFlow<()>,
    ) -> (ControlFlow<()>, Spent) {
        let mut list =
            List { context, batch: Batch::new(), path: vec![], visit, hear, spent: Spent::default() };
        let ended = list.walk(&context.start.node, context.start.blank, most);
        (ended, list.spent)
    }

    fn walk(&mut self, node: &IdaNode<W, P>, blank: usize, most: u32) -> ControlFlow<()> {
        let context = self.context;
        if most == 0 && context.is_goal(node, blank) {
            return (self.visit)(&self.path);
        }
        self.spent.expanded += 1;
        if self.spent.expanded.is_multiple_of(1 << 12) {
            (self.hear)(&self.spent)?;
        }
        for tile_step in &context.tile_steps[blank] {
            let Some(change) = self.batch.one(tile_step, most, node) else { continue };
            self.spent.generated += 1;
            self.path.push(Dir::ALL[tile_step.dir]);
            match change {
                Change::Happy(node) => self.walk(&node, tile_step.from, most)?,
                Change::Sad(node) => self.walk(&node, tile_step.from, most - 1)?,
                Change::TooSad => {}
            }
            self.path.pop();
        }
        ControlFlow::Continue(())
    }
}
