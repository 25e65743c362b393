//! Storage of the positions of an iteration: on trays by the blank's cell, on levels by the sad steps left.
//!
//! Each position stores the *entry* of its level that it comes from, and each entry its parent in the level
//! above: so the path to a solution is quickly recovered.

use super::batch::IdaNode;
use super::context::Origin;
use super::word::Word;
use std::mem;

/// Tag bit: the parent is an origin, the low 15 bits its index. (Origins are few, and a level is processed as
/// soon as it has some hundred entries: 15 bits suffice for either.)
const ORIGIN: u16 = 1 << 15;

/// Positions by the blank's cell; each tray is the front of a list that never shrinks.
pub struct Trays<N>(Vec<(Vec<N>, usize)>);

impl<N: Copy + Default> Trays<N> {
    fn new(cells: usize) -> Trays<N> {
        Trays(vec![(vec![], 0); cells])
    }

    /// The positions of a tray.
    pub fn tray(&self, blank: usize) -> &[N] {
        let (nodes, filled) = &self.0[blank];
        &nodes[..*filled]
    }

    /// Space for `more` positions at the end of a tray.
    pub fn room(&mut self, blank: usize, more: usize) -> &mut [N] {
        let (nodes, filled) = &mut self.0[blank];
        let wanted = *filled + more;
        if wanted > nodes.len() {
            nodes.resize(wanted.next_power_of_two(), N::default());
        }
        &mut nodes[*filled..wanted]
    }

    /// Add the first `more` positions of that space to the tray.
    pub fn fill(&mut self, blank: usize, more: usize) {
        self.0[blank].1 += more;
    }

    /// The number of positions on all trays.
    pub fn filled(&self) -> usize {
        self.0.iter().map(|(_, filled)| filled).sum()
    }

    /// Empty all trays.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(|(_, filled)| *filled = 0);
    }

    fn bytes(&self) -> u64 {
        self.0.iter().map(|(nodes, _)| (nodes.len() * size_of::<N>()) as u64).sum()
    }
}

/// The positions with the same number of sad steps left.
pub struct Level<W, const P: usize> {
    /// The positions reached by a sad step, and the origins; kept until all their successors are done.
    pub entries: Trays<IdaNode<W, P>>,
    /// The parent of each entry: an entry of the level above, or an origin.
    parents: Vec<u16>,
    /// The positions reached by happy steps, and their successors.
    pub work: [Trays<IdaNode<W, P>>; 2],
    /// The bytes held at the last call of [`growth`](Level::growth).
    pub bytes: u64,
}

/// Levels by the number of sad steps that are left.
pub type Levels<W, const P: usize> = Vec<Level<W, P>>;

/// The parent of an entry.
pub enum Parent {
    /// The origin with this index.
    Origin(usize),
    /// An entry of the level above.
    Entry(u16),
}

impl<W: Word, const P: usize> Level<W, P> {
    /// An empty level.
    pub fn new(cells: usize) -> Self {
        let trays = || Trays::new(cells);
        Level { entries: trays(), parents: vec![], work: [trays(), trays()], bytes: 0 }
    }

    /// Add an origin of the iteration.
    pub fn begin(&mut self, number: usize, origin: &Origin<W, P>) {
        self.entries.room(origin.blank, 1)[0] = IdaNode { entry: ORIGIN | number as u16, ..origin.node };
        self.entries.fill(origin.blank, 1);
    }

    /// Number the entries in order.
    pub fn number(&mut self) {
        self.parents.clear();
        for (nodes, filled) in &mut self.entries.0 {
            for node in &mut nodes[..*filled] {
                let number = self.parents.len() as u16;
                self.parents.push(mem::replace(&mut node.entry, number));
            }
        }
    }

    /// The entry with this number, and its blank.
    pub fn entry(&self, number: u16) -> (IdaNode<W, P>, usize) {
        let mut number = usize::from(number);
        for blank in 0..self.entries.0.len() {
            let tray = self.entries.tray(blank);
            match tray.get(number) {
                Some(node) => return (*node, blank),
                None => number -= tray.len(),
            }
        }
        unreachable!("entries are numbered in order")
    }

    /// The growth in bytes since the last call.
    pub fn growth(&mut self) -> u64 {
        let [now, next] = &self.work;
        let bytes = self.entries.bytes() + now.bytes() + next.bytes();
        bytes - mem::replace(&mut self.bytes, bytes)
    }

    /// The parent of the entry with this number.
    pub fn parent(&self, number: u16) -> Parent {
        let parent = self.parents[usize::from(number)];
        if parent & ORIGIN != 0 { Parent::Origin((parent - ORIGIN).into()) } else { Parent::Entry(parent) }
    }
}
