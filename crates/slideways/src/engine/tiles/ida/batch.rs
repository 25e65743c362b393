//! Batches of successors, looked up and sorted without branches.
//!
//! Successors are generated in batches, one move direction at a time. First the batch finds the steps that
//! the automaton allows and the places of their patterns in the tables; these places are prefetched from
//! memory while other steps are generated. Then the steps are finished, again one direction at a time: the
//! batch finds out which are happy and which sad, and makes a position for these only. Each small loop does
//! one thing to all steps, so that the processor works on many of them at once.

use super::aim::{Aim, Key};
use super::processor::{fetch, is_newer};
use super::tables::{Tables, excess};
use super::word::Word;
use crate::engine::tiles::pdb::rank::Ranks;
use crate::engine::tiles::pruning::{Automaton, FORBIDDEN, State};
use crate::grid::Cell;
use std::ops::Range;

#[cfg(test)]
mod tests;

/// A position, with P patterns in each of two views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdaNode<W, const P: usize> {
    /// The home of the tile in each cell; 0 for the blank's.
    pub board: W,
    /// The patterns of both views.
    pub keys: [[Key; P]; 2],
    /// Half of each pattern's value beyond the distances of its tiles: one byte per pattern, four per view.
    pub excesses: u64,
    /// The state of the pruning automaton.
    pub state: State,
    /// The Manhattan distance: the sum of the distances of all tiles from home.
    pub distance: u8,
    /// An admissible lower bound on the steps to the goal, carried along the path; [`Batch::sort`] has the
    /// proof.
    pub bound: u8,
    /// The entry of its level that is its parent (see [`flow`](super::flow)).
    pub entry: u16,
}

impl<W: Word, const P: usize> Default for IdaNode<W, P> {
    fn default() -> Self {
        let keys = [[Key::default(); P]; 2];
        IdaNode { board: W::default(), keys, excesses: 0, state: 0, distance: 0, bound: 0, entry: 0 }
    }
}

impl<W, const P: usize> IdaNode<W, P> {
    /// The greater of the values of the two views.
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

/// The most positions given to a batch at a time.
pub const CHUNK: usize = 128;

/// The most steps of a batch at a time.
pub const STEPS: usize = 256;

/// A step of the batch.
#[derive(Clone, Copy, Default)]
struct Step {
    /// The position it starts from.
    parent: u32,
    /// The home of the tile that moves.
    tile: u32,
    /// The state of the pruning automaton after it.
    state: State,
    distance: u8,
    bound: u8,
    excesses: u64,
    /// The patterns that it changes, after it.
    keys: [Key; 2],
}

/// The number of steps by kind.
pub struct Taken {
    /// Happy steps.
    pub happy: usize,
    /// Sad steps within the threshold.
    pub sad: usize,
}

/// The result of a single step.
pub enum Change<W, const P: usize> {
    /// A position that is nearer to the goal.
    Happy(IdaNode<W, P>),
    /// A position that is farther, but within the threshold.
    Sad(IdaNode<W, P>),
    /// A position that needs more sad steps than allowed.
    TooSad,
}

/// A ring buffer of steps in progress.
pub struct Batch {
    allowed: Box<[(u32, State); CHUNK]>,
    steps: Box<[Step; STEPS]>,
    looks: Box<[[u32; 2]; STEPS]>,
    /// The number of steps added so far; the place of the next one is this modulo [`STEPS`].
    filled: usize,
    happy: Box<[u32; STEPS]>,
    sad: Box<[u32; STEPS]>,
    /// Whether the processor has the newer instructions.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only x86-64 has code for them"))]
    pub(super) newer: bool,
}

/// A tile's step between two neighbouring cells, with precomputed tables.
pub struct TileStep<'t> {
    /// The direction of the tile.
    pub dir: usize,
    /// The cell the tile leaves.
    pub from: usize,
    /// The cell the tile enters: the blank's.
    pub to: usize,
    /// The effect in the two views, by the tile's home.
    aims: [[Aim; 2]; 32],
    /// The homes of the tiles that it brings nearer home, as bits.
    nearer: u32,
    automaton: &'t Automaton,
    ranks: &'t Ranks,
    excesses: &'t [u8],
}

impl<'t> TileStep<'t> {
    /// The step between two neighbouring cells.
    pub fn new(
        tables: &'t Tables,
        automaton: &'t Automaton,
        dir: usize,
        from: usize,
        to: usize,
    ) -> TileStep<'t> {
        let size = tables.size;
        let mut tile_step = TileStep {
            dir,
            from,
            to,
            aims: [[Aim::default(); 2]; 32],
            nearer: 0,
            automaton,
            ranks: &tables.ranks,
            excesses: tables.excesses.bytes(),
        };
        for home in 0..size.cells() {
            tile_step.aims[home] = tables.aims(home, from, to);
            let distance = |cell: usize| size.distance(Cell(home as u16), Cell(cell as u16));
            tile_step.nearer |= u32::from(distance(to) < distance(from)) << home;
        }
        tile_step
    }
}

impl Batch {
    /// An empty batch.
    pub fn new() -> Batch {
        Batch {
            allowed: Box::new([(0, 0); CHUNK]),
            steps: Box::new([Step::default(); STEPS]),
            looks: Box::new([[0; 2]; STEPS]),
            filled: 0,
            happy: Box::new([0; STEPS]),
            sad: Box::new([0; STEPS]),
            newer: is_newer(),
        }
    }

    /// The body of [`aim`](Batch::aim).
    #[inline(always)]
    pub(super) fn aimed<W: Word, const P: usize>(
        &mut self,
        tile_step: &TileStep,
        nodes: &[IdaNode<W, P>],
    ) -> Range<usize> {
        let allowed = self.allow(tile_step, nodes);
        let begin = self.filled;
        for (at, &(parent, state)) in self.allowed[..allowed].iter().enumerate() {
            let node = &nodes[parent as usize];
            let tile = node.board.tile(tile_step.from);
            let aims = &tile_step.aims[tile & 31];
            let mut keys = [Key::default(); 2];
            let mut looks = [0; 2];
            for v in 0..2 {
                let key = node.keys[v][usize::from(aims[v].pattern)];
                (keys[v], looks[v]) = aims[v].step(key, tile_step.ranks);
                fetch(tile_step.excesses, looks[v] as usize / 2);
            }
            let at = (begin + at) % STEPS;
            self.looks[at] = looks;
            let step = &mut self.steps[at];
            (step.parent, step.tile, step.state, step.keys) = (parent, tile as u32, state, keys);
        }
        self.filled += allowed;
        begin..self.filled
    }

    /// Find the steps that the automaton allows.
    #[inline(always)]
    fn allow<W: Word, const P: usize>(&mut self, tile_step: &TileStep, nodes: &[IdaNode<W, P>]) -> usize {
        let transitions = tile_step.automaton.transitions();
        let mut allowed = 0;
        for (parent, node) in nodes.iter().enumerate() {
            let state = transitions[node.state as usize][tile_step.dir];
            self.allowed[allowed % CHUNK] = (parent as u32, state);
            allowed += usize::from(state != FORBIDDEN);
        }
        allowed
    }

    /// The body of [`take`](Batch::take).
    #[inline(always)]
    pub(super) fn taken<W: Word, const P: usize>(
        &mut self,
        tile_step: &TileStep,
        most: u32,
        nodes: &[IdaNode<W, P>],
        steps: Range<usize>,
        happy: &mut [IdaNode<W, P>],
        sad: &mut [IdaNode<W, P>],
    ) -> Taken {
        let taken = self.sort(tile_step, most, nodes, steps);
        for (i, node) in happy[..taken.happy].iter_mut().enumerate() {
            *node = self.make(tile_step, self.happy[i % STEPS], nodes);
            fetch(tile_step.automaton.transitions(), node.state as usize);
        }
        for (i, node) in sad[..taken.sad].iter_mut().enumerate() {
            *node = self.make(tile_step, self.sad[i % STEPS], nodes);
            fetch(tile_step.automaton.transitions(), node.state as usize);
        }
        taken
    }

    /// Look up the places found before; separate the happy steps from the sad ones.
    ///
    /// Let d(n) be the distance of position n from the goal, h(n) its heuristic value (the distances of its
    /// tiles plus twice the excess from the tables), and b(n) the bound it carries. At the root b = h. After
    /// a step from n to m
    ///
    /// ```text
    /// b(m) = b(n) − 1   if h(m) < b(n), the step is happy;
    /// b(m) = b(n) + 1   otherwise, the step is sad.
    /// ```
    ///
    /// h is admissible, h ≤ d, but not consistent: a pattern database knows its tiles and not the blank, so
    /// it holds the least value over all cells of the blank, and one step may change it by 3, 5, … as well as
    /// by 1 (Felner, Zahavi, Holte, Schaeffer, Sturtevant and Zhang, *Inconsistent heuristics in theory and
    /// practice*, Artificial Intelligence 175 (2011)). b is admissible *and* changes by one per step:
    ///
    /// *Lemma.* (1) b, h and d have the same parity. (2) 0 ≤ b ≤ d. (3) A solution of L steps from n takes
    /// exactly (L − b(n)) / 2 sad steps.
    ///
    /// *Proof.* (1) A step shifts one tile by one cell, which changes the sum of the distances by one, and
    /// that sum, h and d are 0 at the goal; h differs from the sum by an even number, and b begins as h and
    /// changes by one per step. (2) The root has b = h ≤ d. After a happy step b(m) = b(n) − 1 ≤ d(n) − 1 ≤
    /// d(m), since neighbours differ by at most one in d. After a sad step h(m) ≥ b(n), and by (1) h(m) ≥
    /// b(n) + 1 = b(m), so b(m) ≤ h(m) ≤ d(m). No step is happy if b(n) = 0, since h(m) ≥ 0. (3) At the goal
    /// b = 0 by (2). The L steps take b from b(n) to 0 by ones, up at each sad step and down at each happy
    /// one. ∎
    ///
    /// The happy case is *pathmax* (Mérő, *A heuristic search algorithm with modifiable estimate*, Artificial
    /// Intelligence 23 (1984)): the greater of h(m) and b(n) − 1. The sad case keeps b(n) + 1 even where h(m)
    /// is greater, so that (3) holds and iteration s, which allows s sad steps, finds the solutions of
    /// b(root) + 2s steps and no others. The part of h(m) beyond that is used once, here: by (3) a solution
    /// through m with at most `most` sad steps from n on has d(m) ≤ b(n) + 2·`most` − 1, so no solution is
    /// lost if m is dropped because h(m) ≥ b(n) + 2·`most`.
    #[inline(always)]
    fn sort<W: Word, const P: usize>(
        &mut self,
        tile_step: &TileStep,
        most: u32,
        nodes: &[IdaNode<W, P>],
        steps: Range<usize>,
    ) -> Taken {
        let (mut happy, mut sad) = (0, 0);
        for at in steps {
            let step = &mut self.steps[at % STEPS];
            let node = &nodes[step.parent as usize];
            let aims = &tile_step.aims[step.tile as usize & 31];
            let looks = self.looks[at % STEPS];
            let (first, second) =
                (excess(tile_step.excesses, looks[0]), excess(tile_step.excesses, looks[1]));
            step.excesses = aims[1].keep(aims[0].keep(node.excesses, first), second);
            let nearer = (tile_step.nearer >> (step.tile & 31) & 1) as u8;
            step.distance = node.distance.wrapping_add(1).wrapping_sub(2 * nearer);
            let bound = u32::from(step.distance) + 2 * greater(step.excesses);
            let before = u32::from(node.bound);
            let is_happy = bound < before;
            let is_sad = !is_happy & (bound < before + 2 * most);
            step.bound = node.bound.wrapping_add(1).wrapping_sub(2 * u8::from(is_happy));
            self.happy[happy % STEPS] = at as u32;
            happy += usize::from(is_happy);
            self.sad[sad % STEPS] = at as u32;
            sad += usize::from(is_sad);
        }
        Taken { happy, sad }
    }

    /// The position after a step.
    #[inline(always)]
    fn make<W: Word, const P: usize>(
        &self,
        tile_step: &TileStep,
        step: u32,
        nodes: &[IdaNode<W, P>],
    ) -> IdaNode<W, P> {
        let step = &self.steps[step as usize % STEPS];
        let mut node = nodes[step.parent as usize];
        let tile = step.tile as usize;
        node.board = node.board.with(tile, tile_step.from).with(tile, tile_step.to);
        let aims = &tile_step.aims[tile & 31];
        node.keys[0][usize::from(aims[0].pattern)] = step.keys[0];
        node.keys[1][usize::from(aims[1].pattern)] = step.keys[1];
        IdaNode {
            excesses: step.excesses,
            state: step.state,
            distance: step.distance,
            bound: step.bound,
            ..node
        }
    }

    /// One step of one position, happy or sad; `None` if the automaton forbids it.
    pub fn one<W: Word, const P: usize>(
        &mut self,
        tile_step: &TileStep,
        most: u32,
        node: &IdaNode<W, P>,
    ) -> Option<Change<W, P>> {
        let nodes = std::slice::from_ref(node);
        let steps = self.aim(tile_step, nodes);
        let allowed = !steps.is_empty();
        let (mut happy, mut sad) = ([IdaNode::default()], [IdaNode::default()]);
        let taken = self.take(tile_step, most, nodes, steps, &mut happy, &mut sad);
        allowed.then(|| match taken {
            Taken { happy: 1, .. } => Change::Happy(happy[0]),
            Taken { sad: 1, .. } => Change::Sad(sad[0]),
            _ => Change::TooSad,
        })
    }
}
