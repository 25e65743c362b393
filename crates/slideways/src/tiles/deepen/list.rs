//! All shortest solutions, one after the other.

use super::batch::{Batch, Node};
use super::flow::Spent;
use super::ground::Ground;
use super::word::Word;
use crate::grid::Dir;
use crate::tiles::round::Visit;
use std::ops::ControlFlow;

/// Depth-first search for all solutions with so many sad steps.
pub struct List<'g, 't, 'v, W, const P: usize> {
    ground: &'g Ground<'t, W, P>,
    batch: Batch,
    path: Vec<Dir>,
    visit: &'v mut Visit<'v>,
    hear: &'v mut dyn FnMut(&Spent) -> ControlFlow<()>,
    spent: Spent,
}

impl<'g, 't, 'v, W: Word, const P: usize> List<'g, 't, 'v, W, P> {
    /// Show all solutions with so many sad steps; `hear` says now and then whether to go on.
    pub fn all(
        ground: &'g Ground<'t, W, P>,
        most: u32,
        visit: &'v mut Visit<'v>,
        hear: &'v mut dyn FnMut(&Spent) -> ControlFlow<()>,
    ) -> (ControlFlow<()>, Spent) {
        let mut list =
            List { ground, batch: Batch::new(), path: vec![], visit, hear, spent: Spent::default() };
        let ended = list.walk(&ground.start.node, ground.start.blank, most);
        (ended, list.spent)
    }

    fn walk(&mut self, node: &Node<W, P>, blank: usize, most: u32) -> ControlFlow<()> {
        let ground = self.ground;
        if most == 0 && ground.is_goal(node, blank) {
            return (self.visit)(&self.path);
        }
        self.spent.expanded += 1;
        if self.spent.expanded.is_multiple_of(1 << 12) {
            (self.hear)(&self.spent)?;
        }
        for way in &ground.ways[blank] {
            let (mut happy, mut sad) = ([Node::default()], [Node::default()]);
            let nodes = std::slice::from_ref(node);
            let taken = self.batch.step(way, ground.machine, most, nodes, &mut happy, &mut sad);
            self.spent.generated += taken.allowed as u64;
            self.path.push(Dir::ALL[way.dir]);
            if taken.happy == 1 {
                self.walk(&happy[0], way.from, most)?;
            }
            if taken.sad == 1 {
                self.walk(&sad[0], way.from, most - 1)?;
            }
            self.path.pop();
        }
        ControlFlow::Continue(())
    }
}
