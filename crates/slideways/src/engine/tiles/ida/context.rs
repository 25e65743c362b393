//! The read-only context that all threads share: the steps between cells, the automaton, the goal.

use super::batch::{Batch, Change, IdaNode, TileStep};
use super::tables::Tables;
use super::word::Word;
use crate::engine::tiles::instance::Instance;
use crate::engine::tiles::pruning::Automaton;
use crate::grid::{Cell, Dir};

/// The precomputed steps, the goal and the start of a search.
pub struct Context<'t, W, const P: usize> {
    /// The steps from every cell of the blank.
    pub tile_steps: Vec<Vec<TileStep<'t>>>,
    /// The home of the blank.
    pub home: usize,
    /// The solved position.
    pub goal: W,
    /// The root of the search.
    pub start: Origin<W, P>,
}

/// A position where a search begins, with the steps that lead to it.
#[derive(Clone, Debug)]
pub struct Origin<W, const P: usize> {
    /// The position.
    pub node: IdaNode<W, P>,
    /// The cell of its blank.
    pub blank: usize,
    /// The number of sad steps on the path to it.
    pub sad: usize,
    /// The steps from the start to it.
    pub path: Vec<Dir>,
}

impl<'t, W: Word, const P: usize> Context<'t, W, P> {
    /// The context of an instance for which `tables` are made.
    pub fn new(instance: &Instance, tables: &'t Tables, automaton: &'t Automaton) -> Self {
        let size = tables.size;
        let tile_steps = |blank: u16| {
            let tile_step = |(d, dir): (usize, &Dir)| {
                let from = size.neighbour(Cell(blank), dir.opposite())?;
                Some(TileStep::new(tables, automaton, d, from.index(), usize::from(blank)))
            };
            Dir::ALL[..4].iter().enumerate().filter_map(tile_step).collect()
        };
        let home = tables.blank.index();
        let tiles = (0..size.cells()).filter(|&cell| cell != home);
        let mut node: IdaNode<W, P> = tables.node(instance);
        node.state = automaton.start(instance.blank());
        Context {
            tile_steps: (0..size.cells() as u16).map(tile_steps).collect(),
            home,
            goal: tiles.fold(W::default(), |all, cell| all.with(cell, cell)),
            start: Origin { node, blank: instance.blank().index(), sad: 0, path: vec![] },
        }
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.tile_steps.len()
    }

    /// Whether the position is the goal.
    pub fn is_goal(&self, node: &IdaNode<W, P>, blank: usize) -> bool {
        blank == self.home && node.board == self.goal
    }

    /// The positions one step after `origin`, in some directions, with at most `most` sad steps in all.
    pub fn after(&self, origin: &Origin<W, P>, most: usize, dirs: &[Dir]) -> Vec<Origin<W, P>> {
        let (mut batch, mut next) = (Batch::new(), vec![]);
        let left = (most - origin.sad) as u32;
        for tile_step in &self.tile_steps[origin.blank] {
            let dir = Dir::ALL[tile_step.dir];
            if !dirs.contains(&dir) {
                continue;
            }
            let (node, more) = match batch.one(tile_step, left, &origin.node) {
                Some(Change::Happy(node)) => (node, 0),
                Some(Change::Sad(node)) => (node, 1),
                Some(Change::TooSad) | None => continue,
            };
            let path = [&origin.path[..], &[dir]].concat();
            next.push(Origin { node, blank: tile_step.from, sad: origin.sad + more, path });
        }
        next
    }

    /// Expand positions breadth first until there are at least `wanted`; solved positions stay.
    pub fn spread(&self, origins: Vec<Origin<W, P>>, most: usize, wanted: usize) -> Vec<Origin<W, P>> {
        let mut origins = origins;
        while origins.len() < wanted {
            let step = |origin: &Origin<W, P>| match self.is_goal(&origin.node, origin.blank) {
                true => vec![origin.clone()],
                false => self.after(origin, most, &Dir::ALL[..4]),
            };
            let next: Vec<Origin<W, P>> = origins.iter().flat_map(step).collect();
            let goes_on = next.iter().zip(&origins).any(|(a, b)| a.path != b.path);
            if next.is_empty() || !goes_on {
                return next;
            }
            origins = next;
        }
        origins
    }
}
