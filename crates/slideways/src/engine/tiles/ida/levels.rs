//! Where positions lie while a round is run: on trays by the blank's cell, on levels by the sad steps that are left.
//!
//! Each position remembers the *entry* of its level that it comes from, and each entry that of the level above: so the way to a
//! solution is soon found again.

use super::batch::IdaNode;
use super::context::Origin;
use super::word::Word;
use std::mem;

/// Said of an entry that comes from no other: the rest is the number of its origin. (Origins are few, and a level is worked
/// through as soon as it has some hundred entries: 15 bits will do for either.)
const ORIGIN: u16 = 1 << 15;

/// Positions by the blank's cell, each tray at the front of a list that is never shortened.
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

    /// Room for so many more positions on a tray.
    pub fn room(&mut self, blank: usize, more: usize) -> &mut [N] {
        let (nodes, filled) = &mut self.0[blank];
        let wanted = *filled + more;
        if wanted > nodes.len() {
            nodes.resize(wanted.next_power_of_two(), N::default());
        }
        &mut nodes[*filled..wanted]
    }

    /// So many of them are there now.
    pub fn fill(&mut self, blank: usize, more: usize) {
        self.0[blank].1 += more;
    }

    /// The number of positions on all trays.
    pub fn filled(&self) -> usize {
        self.0.iter().map(|(_, filled)| filled).sum()
    }

    /// Take all away.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(|(_, filled)| *filled = 0);
    }

    fn bytes(&self) -> u64 {
        self.0.iter().map(|(nodes, _)| (nodes.len() * size_of::<N>()) as u64).sum()
    }
}

/// The positions that have the same number of sad steps left.
pub struct Level<W, const P: usize> {
    /// Those that a sad step brought here, or that were there at the beginning; kept until all that comes of them is done.
    pub entries: Trays<IdaNode<W, P>>,
    /// Where each entry comes from: an entry of the level above, or an origin.
    parents: Vec<u16>,
    /// What happy steps lead to, and where they lead next.
    pub work: [Trays<IdaNode<W, P>>; 2],
    /// What it held when that was last asked.
    pub bytes: u64,
}

/// Levels by the number of sad steps that are left.
pub type Levels<W, const P: usize> = Vec<Level<W, P>>;

/// Where an entry comes from.
pub enum Parent {
    /// The origin of that number.
    Origin(usize),
    /// An entry of the level above.
    Entry(u16),
}

impl<W: Word, const P: usize> Level<W, P> {
    /// Empty.
    pub fn new(cells: usize) -> Self {
        let trays = || Trays::new(cells);
        Level { entries: trays(), parents: vec![], work: [trays(), trays()], bytes: 0 }
    }

    /// A position where the round begins.
    pub fn begin(&mut self, number: usize, origin: &Origin<W, P>) {
        self.entries.room(origin.blank, 1)[0] = IdaNode { entry: ORIGIN | number as u16, ..origin.node };
        self.entries.fill(origin.blank, 1);
    }

    /// Number the entries, in order.
    pub fn number(&mut self) {
        self.parents.clear();
        for (nodes, filled) in &mut self.entries.0 {
            for node in &mut nodes[..*filled] {
                let number = self.parents.len() as u16;
                self.parents.push(mem::replace(&mut node.entry, number));
            }
        }
    }

    /// The entry of that number and its blank.
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

    /// How many bytes more it holds than when this was last asked.
    pub fn growth(&mut self) -> u64 {
        let [now, next] = &self.work;
        let bytes = self.entries.bytes() + now.bytes() + next.bytes();
        bytes - mem::replace(&mut self.bytes, bytes)
    }

    /// Where the entry of that number comes from.
    pub fn parent(&self, number: u16) -> Parent {
        let parent = self.parents[usize::from(number)];
        if parent & ORIGIN != 0 { Parent::Origin((parent - ORIGIN).into()) } else { Parent::Entry(parent) }
    }
}
