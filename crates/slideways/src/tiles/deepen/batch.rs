//! Steps by the batch: one step from every position of a batch, looked up and sorted without a branch.
//!
//! A batch goes through five small loops: which steps does the machine allow? Where are their patterns found? What
//! is written there? Which steps are happy, which sad? Only for these is a position made. Each loop does one thing
//! to all, so that the processor has many of them in hand at once; and what the second finds is on its way from memory
//! when the third asks for it.

use super::aim::{Aim, Key};
use super::processor::{fetch, is_newer};
use super::tables::{Tables, excess};
use super::word::Word;
use crate::grid::Cell;
use crate::tiles::machine::{FORBIDDEN, Machine, State};

/// A position; P patterns in each of two views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node<W, const P: usize> {
    /// The home of the tile in each cell; 0 for the blank's.
    pub board: W,
    /// The patterns of both views.
    pub keys: [[Key; P]; 2],
    /// What each pattern needs beyond the distances of its tiles, halved: a byte each, four for each view.
    pub excesses: u64,
    /// What the machine has read.
    pub state: State,
    /// How far the tiles are from home, all distances added.
    pub distance: u8,
    /// The least number of steps to the goal, as far as it is used: after a sad step there may be more to know.
    pub bound: u8,
}

impl<W: Word, const P: usize> Default for Node<W, P> {
    fn default() -> Self {
        let keys = [[Key::default(); P]; 2];
        Node { board: W::default(), keys, excesses: 0, state: 0, distance: 0, bound: 0 }
    }
}

impl<W, const P: usize> Node<W, P> {
    /// The greater of what the views say.
    #[inline(always)]
    pub fn excess(&self) -> u32 {
        greater(self.excesses)
    }
}

/// The greater of the sums of the four lower and the four higher bytes.
#[inline(always)]
fn greater(excesses: u64) -> u32 {
    let sum = |four: u64| (four as u32).wrapping_mul(0x0101_0101) >> 24;
    sum(excesses).max(sum(excesses >> 32))
}

/// So many positions make a step together.
pub const BATCH: usize = 256;

/// A step in work.
#[derive(Clone, Copy, Default)]
struct Step {
    /// The position it is taken from.
    parent: u32,
    /// The home of the tile that moves.
    tile: u32,
    /// What the machine has read.
    state: State,
    distance: u8,
    bound: u8,
    excesses: u64,
    /// The patterns it changes.
    keys: [Key; 2],
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
    allowed: Box<[(u32, State); BATCH]>,
    steps: Box<[Step; BATCH]>,
    looks: Box<[[u32; 2]; BATCH]>,
    found: Box<[[u8; 2]; BATCH]>,
    happy: Box<[u32; BATCH]>,
    sad: Box<[u32; BATCH]>,
    /// Whether the processor has the newer instructions.
    pub(super) newer: bool,
}

/// From which cell to which a tile goes, and what that means.
pub struct Way<'t> {
    /// The direction of the tile.
    pub dir: usize,
    /// The cell the tile leaves.
    pub from: usize,
    /// The blank's.
    pub to: usize,
    /// What the two views make of it, by the tile's home.
    aims: [[Aim; 2]; 32],
    /// The tiles that it brings nearer home, as bits.
    nearer: u32,
    tables: &'t Tables,
}

impl<'t> Way<'t> {
    /// The way between two neighbours.
    pub fn new(tables: &'t Tables, dir: usize, from: usize, to: usize) -> Way<'t> {
        let size = tables.size;
        let mut way = Way { dir, from, to, aims: [[Aim::default(); 2]; 32], nearer: 0, tables };
        for home in 0..size.cells() {
            way.aims[home] = tables.aims(home, from, to);
            let distance = |cell: usize| size.distance(Cell(home as u16), Cell(cell as u16));
            way.nearer |= u32::from(distance(to) < distance(from)) << home;
        }
        way
    }
}

impl Batch {
    /// Empty.
    pub fn new() -> Batch {
        Batch {
            allowed: Box::new([(0, 0); BATCH]),
            steps: Box::new([Step::default(); BATCH]),
            looks: Box::new([[0; 2]; BATCH]),
            found: Box::new([[0; 2]; BATCH]),
            happy: Box::new([0; BATCH]),
            sad: Box::new([0; BATCH]),
            newer: is_newer(),
        }
    }

    /// What [`step`](Batch::step) does.
    #[inline(always)]
    pub(super) fn take<W: Word, const P: usize>(
        &mut self,
        way: &Way,
        machine: &Machine,
        most: u32,
        nodes: &[Node<W, P>],
        happy: &mut [Node<W, P>],
        sad: &mut [Node<W, P>],
    ) -> Taken {
        let allowed = self.allow(way, machine, nodes);
        self.aim(way, allowed, nodes);
        self.look(way, allowed);
        let (to_happy, to_sad) = self.sort(way, most, allowed, nodes);
        for (node, &step) in happy.iter_mut().zip(&self.happy[..to_happy]) {
            *node = self.make(way, step, nodes);
        }
        for (node, &step) in sad.iter_mut().zip(&self.sad[..to_sad]) {
            *node = self.make(way, step, nodes);
        }
        Taken { allowed, happy: to_happy, sad: to_sad }
    }

    /// Find the steps that the machine allows.
    #[inline(always)]
    fn allow<W: Word, const P: usize>(
        &mut self,
        way: &Way,
        machine: &Machine,
        nodes: &[Node<W, P>],
    ) -> usize {
        let transitions = machine.transitions();
        let mut allowed = 0;
        for (parent, node) in nodes.iter().enumerate() {
            let state = transitions[node.state as usize][way.dir];
            self.allowed[allowed & (BATCH - 1)] = (parent as u32, state);
            allowed += usize::from(state != FORBIDDEN);
        }
        allowed
    }

    /// Find what they do to the patterns, and where these are looked up.
    #[inline(always)]
    fn aim<W: Word, const P: usize>(&mut self, way: &Way, allowed: usize, nodes: &[Node<W, P>]) {
        let excesses: &[u8] = &way.tables.excesses;
        for (at, &(parent, state)) in self.allowed[..allowed].iter().enumerate() {
            let node = &nodes[parent as usize];
            let tile = node.board.tile(way.from);
            let aims = &way.aims[tile & 31];
            let mut keys = [Key::default(); 2];
            for v in 0..2 {
                let key = node.keys[v][usize::from(aims[v].pattern)];
                (keys[v], self.looks[at][v]) = aims[v].step(key, &way.tables.ranks);
                fetch(excesses, self.looks[at][v] as usize / 2);
            }
            let step = &mut self.steps[at];
            (step.parent, step.tile, step.state, step.keys) = (parent, tile as u32, state, keys);
        }
    }

    /// Look them up.
    #[inline(always)]
    fn look(&mut self, way: &Way, allowed: usize) {
        let excesses: &[u8] = &way.tables.excesses;
        for (found, looks) in self.found[..allowed].iter_mut().zip(&self.looks[..allowed]) {
            found[0] = excess(excesses, looks[0]);
            found[1] = excess(excesses, looks[1]);
        }
    }

    /// Find the happy ones and the sad ones.
    #[inline(always)]
    fn sort<W: Word, const P: usize>(
        &mut self,
        way: &Way,
        most: u32,
        allowed: usize,
        nodes: &[Node<W, P>],
    ) -> (usize, usize) {
        let (mut happy, mut sad) = (0, 0);
        for (at, step) in self.steps[..allowed].iter_mut().enumerate() {
            let node = &nodes[step.parent as usize];
            let aims = &way.aims[step.tile as usize & 31];
            let [first, second] = self.found[at];
            step.excesses = aims[1].keep(aims[0].keep(node.excesses, first), second);
            let nearer = (way.nearer >> (step.tile & 31) & 1) as u8;
            step.distance = node.distance.wrapping_add(1).wrapping_sub(2 * nearer);
            let bound = u32::from(step.distance) + 2 * greater(step.excesses);
            // One step cannot bring it more than one nearer, whatever the tables say.
            let before = u32::from(node.bound);
            let is_happy = bound < before;
            let is_sad = !is_happy & (bound < before + 2 * most);
            step.bound = node.bound.wrapping_add(1).wrapping_sub(2 * u8::from(is_happy));
            self.happy[happy & (BATCH - 1)] = at as u32;
            happy += usize::from(is_happy);
            self.sad[sad & (BATCH - 1)] = at as u32;
            sad += usize::from(is_sad);
        }
        (happy, sad)
    }

    /// The position after a step.
    #[inline(always)]
    fn make<W: Word, const P: usize>(&self, way: &Way, step: u32, nodes: &[Node<W, P>]) -> Node<W, P> {
        let step = &self.steps[step as usize & (BATCH - 1)];
        let mut node = nodes[step.parent as usize];
        let tile = step.tile as usize;
        node.board = node.board.with(tile, way.from).with(tile, way.to);
        let aims = &way.aims[tile & 31];
        node.keys[0][usize::from(aims[0].pattern)] = step.keys[0];
        node.keys[1][usize::from(aims[1].pattern)] = step.keys[1];
        Node {
            excesses: step.excesses,
            state: step.state,
            distance: step.distance,
            bound: step.bound,
            ..node
        }
    }
}
