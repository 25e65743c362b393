//! Steps by the batch: one step from every position of a batch, looked up and sorted without a branch.

use super::lens::{Lens, Places};
use super::tables::Tables;
use crate::tiles::machine::{FORBIDDEN, State};

/// A position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The home of the tile in each cell, four bits each; 0 for the blank's.
    pub board: u64,
    /// The places of the tiles as each view sees them.
    pub places: [Places; 2],
    /// What each pattern needs beyond the distances of its tiles, halved: a byte each, four for each view.
    pub excesses: u64,
    /// What the machine has read.
    pub state: State,
    /// How far the tiles are from home, all distances added.
    pub distance: u8,
    /// The least number of steps to the goal, as far as it is used: after a sad step there may be more to know.
    pub bound: u8,
}

impl Node {
    /// The greater of what the views say.
    #[inline]
    pub fn excess(&self) -> u64 {
        let sum = |four: u64| (four & 0xFFFF_FFFF).wrapping_mul(0x0101_0101) >> 24 & 0xFF;
        sum(self.excesses).max(sum(self.excesses >> 32))
    }
}

/// So many positions make a step together.
pub const BATCH: usize = 256;

/// A step in work.
#[derive(Clone, Copy, Default)]
struct Step {
    node: Node,
    /// The home of the tile that moves.
    tile: u32,
    /// Where its patterns are looked up.
    look: [u32; 2],
}

/// How many steps there were.
pub struct Taken {
    /// Those that the machine allows.
    pub allowed: usize,
    /// Those that were happy.
    pub happy: usize,
    /// Those that were sad, but not too sad.
    pub sad: usize,
}

/// Room for the steps of a batch.
pub struct Batch {
    steps: Vec<Step>,
}

/// From which cell to which a tile goes, and what that means.
pub struct Way<'t> {
    /// The direction of the tile.
    pub dir: usize,
    /// The cell the tile leaves.
    pub from: usize,
    /// The blank's.
    pub to: usize,
    flips: [Places; 2],
    nearer: [bool; 16],
    tables: &'t Tables,
}

impl<'t> Way<'t> {
    /// The way between two neighbours.
    pub fn new(tables: &'t Tables, dir: usize, from: usize, to: usize) -> Way<'t> {
        let flips = [0, 1].map(|v| tables.lenses[v].flip(from, to));
        let nearer =
            std::array::from_fn(|home| tables.nearer.get(home).is_some_and(|nearer| nearer[from][to]));
        Way { dir, from, to, flips, nearer, tables }
    }
}

impl Batch {
    /// Empty.
    pub fn new() -> Batch {
        Batch { steps: vec![Step::default(); BATCH] }
    }

    /// Take a step from every node that the machine allows; the happy ones go to the first list, the sad ones to
    /// the second, unless they would need more than `most` sad steps. Both must have room for all.
    pub fn step(
        &mut self,
        way: &Way,
        most: u32,
        nodes: &[Node],
        happy: &mut [Node],
        sad: &mut [Node],
    ) -> Taken {
        let allowed = self.allow(way, nodes);
        let (mut to_happy, mut to_sad) = (0, 0);
        for step in &self.steps[..allowed] {
            let mut node = step.node;
            for (lens, look) in way.tables.lenses.iter().zip(step.look) {
                let shift = lens.excess[step.tile as usize & 15];
                node.excesses = node.excesses & !(0xFF << shift) | way.tables.excess(look as usize) << shift;
            }
            let nearer = way.nearer[step.tile as usize & 15];
            node.distance = node.distance.wrapping_add(1).wrapping_sub(2 * u8::from(nearer));
            let bound = u32::from(node.distance) + 2 * node.excess() as u32;
            // One step cannot bring it more than one nearer, whatever the tables say.
            let before = u32::from(node.bound);
            let is_happy = bound < before;
            let is_sad = !is_happy & (bound < before + 2 * most);
            node.bound = node.bound.wrapping_add(1).wrapping_sub(2 * u8::from(is_happy));
            happy[to_happy] = node;
            to_happy += usize::from(is_happy);
            sad[to_sad] = node;
            to_sad += usize::from(is_sad);
        }
        Taken { allowed, happy: to_happy, sad: to_sad }
    }

    /// Make the steps that the machine allows, but look nothing up.
    fn allow(&mut self, way: &Way, nodes: &[Node]) -> usize {
        let mut allowed = 0;
        let transitions = way.tables.machine.transitions();
        for node in nodes {
            let state = transitions[node.state as usize][way.dir];
            let tile = node.board >> (4 * way.from) & 15;
            let board = node.board ^ tile << (4 * way.from) ^ tile << (4 * way.to);
            let tile = tile as usize;
            let mut places = node.places;
            let mut look = [0; 2];
            for v in 0..2 {
                let lens: &Lens = &way.tables.lenses[v];
                places[v] ^= way.flips[v] << (lens.lane[tile] & 63);
                look[v] =
                    lens.table[tile] + ((places[v] >> (lens.first[tile] & 63)) as u32 & lens.mask[tile]);
            }
            let node = Node { board, places, state, ..*node };
            self.steps[allowed & (BATCH - 1)] = Step { node, tile: tile as u32, look };
            allowed += usize::from(state != FORBIDDEN);
        }
        allowed
    }
}
