//! The tree of positions: every position hangs below the first of its neighbours that is one step nearer.
//!
//! A layer is stored as four bits per position of the layer before, the steps that lead to its children, in
//! lexicographic order of the paths:
//!
//! ```text
//! level 0   RD                     the start has children to the right and below
//! level 1   RD  RD                 …
//! level 2   R·  RD  ·D  RD         so does the last of level 2
//! ```
//!
//! A depth-first walk reads every level from front to back and needs one cursor per level.

use super::path::Path;
use super::walker::Walker;

/// Four bits per position.
#[derive(Clone, Debug, Default)]
pub struct Masks {
    bytes: Vec<u8>,
    length: usize,
}

impl Masks {
    /// Add the four bits of the next position.
    #[inline]
    pub fn push(&mut self, mask: u8) {
        match self.length % 2 {
            0 => self.bytes.push(mask),
            _ => *self.bytes.last_mut().expect("the first half is there") |= mask << 4,
        }
        self.length += 1;
    }

    #[inline]
    fn get(&self, at: usize) -> u8 {
        self.bytes[at / 2] >> (at % 2 * 4) & 15
    }

    /// The same without spare memory.
    pub fn shrunk(mut self) -> Masks {
        self.bytes.shrink_to_fit();
        self
    }

    /// The bytes held.
    pub fn size(&self) -> u64 {
        (self.bytes.capacity() + size_of::<Masks>()) as u64
    }
}

/// A subtree: the path to its root, and its levels from there on.
pub struct Branch<P> {
    /// The path from the start to the root.
    pub root: P,
    /// The children of the root, of the level below it, and so on.
    pub levels: Vec<Masks>,
}

impl<P: Path> Branch<P> {
    /// A subtree of which only the root is known.
    pub fn new(root: P) -> Branch<P> {
        Branch { root, levels: vec![] }
    }

    /// Visit the positions of the subtree in lexicographic order of their paths, down to the layer
    /// `deepest`. The walker is at the start, before and after.
    pub fn walk<const G: usize>(
        &self,
        walker: &mut Walker<G>,
        deepest: u32,
        visit: &mut impl FnMut(&Walker<G>, P, u32),
    ) {
        let first = self.root.length();
        let known = deepest.min(first + self.levels.len() as u32);
        let undos: Vec<_> =
            self.root.steps().map(|dir| walker.play(dir).expect("a path stays inside")).collect();
        if known >= first {
            let cursors = vec![0; self.levels.len()];
            Descent { levels: &self.levels, cursors, first, deepest: known, walker, visit }
                .descend(first, self.root);
        }
        undos.into_iter().rev().for_each(|undo| walker.undo(undo));
    }
}

struct Descent<'d, 'f, V, const G: usize> {
    levels: &'d [Masks],
    /// The next position of each level.
    cursors: Vec<usize>,
    first: u32,
    deepest: u32,
    walker: &'d mut Walker<'f, G>,
    visit: &'d mut V,
}

impl<V, const G: usize> Descent<'_, '_, V, G> {
    fn descend<P: Path>(&mut self, layer: u32, path: P)
    where
        V: FnMut(&Walker<G>, P, u32),
    {
        (self.visit)(self.walker, path, layer);
        if layer == self.deepest {
            return;
        }
        let level = (layer - self.first) as usize;
        let mut mask = self.levels[level].get(self.cursors[level]);
        self.cursors[level] += 1;
        while mask != 0 {
            let dir = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            let undo = self.walker.play(dir).expect("children are inside");
            self.descend(layer + 1, path.then(dir));
            self.walker.undo(undo);
        }
    }
}
