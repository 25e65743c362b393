//! A position that steps change and take back, and the exact comparison of two positions.

use super::field::{Field, NOWHERE, mixed};
use super::path::Path;

/// A position, with its hash under every symmetry.
pub struct Walker<'f, const G: usize> {
    field: &'f Field<G>,
    /// The tile in each cell, named by the cell in which it begins.
    tiles: Vec<u16>,
    blank: u16,
    hashes: [u64; G],
}

/// What is needed to take a step back.
#[derive(Clone, Copy)]
pub struct Undo<const G: usize> {
    blank: u16,
    hashes: [u64; G],
}

impl<'f, const G: usize> Walker<'f, G> {
    /// The position in which every tile is in its first cell.
    pub fn new(field: &'f Field<G>) -> Walker<'f, G> {
        let tiles = (0..field.cells() as u16).collect();
        Walker { field, tiles, blank: field.start, hashes: [0; G] }
    }

    /// The hashes after a step, if the step stays inside, and the cell of the blank then.
    #[inline]
    pub fn after(&self, dir: u8) -> Option<([u64; G], u16)> {
        let to = self.field.steps[usize::from(self.blank)][usize::from(dir)];
        if to == NOWHERE {
            return None;
        }
        let Field { place, name, .. } = self.field;
        let name = &name[usize::from(self.tiles[usize::from(to)])];
        let (here, there) = (&place[usize::from(self.blank)], &place[usize::from(to)]);
        let mut hashes = self.hashes;
        for symmetry in 0..G {
            let moved = here[symmetry].wrapping_sub(there[symmetry]).wrapping_mul(name[symmetry]);
            hashes[symmetry] = hashes[symmetry].wrapping_add(moved);
        }
        Some((hashes, to))
    }

    /// Make a step; `None` if it leads outside.
    #[inline]
    pub fn play(&mut self, dir: u8) -> Option<Undo<G>> {
        let undo = Undo { blank: self.blank, hashes: self.hashes };
        let (hashes, to) = self.after(dir)?;
        self.tiles.swap(usize::from(self.blank), usize::from(to));
        (self.blank, self.hashes) = (to, hashes);
        Some(undo)
    }

    /// Take the last step back.
    #[inline]
    pub fn undo(&mut self, undo: Undo<G>) {
        self.tiles.swap(usize::from(self.blank), usize::from(undo.blank));
        (self.blank, self.hashes) = (undo.blank, undo.hashes);
    }

    /// The key of the position.
    pub fn key(&self) -> u64 {
        key(&self.hashes)
    }
}

/// The key of a class of positions: equal for positions that a symmetry turns into each other.
#[inline]
pub fn key<const G: usize>(hashes: &[u64; G]) -> u64 {
    mixed(hashes.iter().copied().min().unwrap_or(0))
}

/// Compares positions by replaying the paths that lead to them. Uses no hash.
pub struct Replay<'f, const G: usize> {
    field: &'f Field<G>,
    tiles: Vec<u16>,
    touched: Vec<u16>,
}

impl<'f, const G: usize> Replay<'f, G> {
    /// Compares positions of this field.
    pub fn new(field: &'f Field<G>) -> Replay<'f, G> {
        Replay { field, tiles: (0..field.cells() as u16).collect(), touched: vec![] }
    }

    /// Whether some symmetry turns the end of the first path into the end of the second.
    pub fn alike<P: Path>(&mut self, first: P, second: P) -> bool {
        (0..G).any(|symmetry| self.turns(symmetry, first, second))
    }

    /// The number of symmetries that keep the end of a path as it is, among those marked in `candidates`.
    pub fn kept<P: Path>(&mut self, path: P, candidates: [bool; G]) -> u64 {
        (0..G).filter(|&symmetry| candidates[symmetry] && self.turns(symmetry, path, path)).count() as u64
    }

    /// Whether this symmetry turns the end of the first path into the end of the second: follow the first
    /// path, turned, and then the second one backwards. The ends are equal if every tile is home again.
    fn turns<P: Path>(&mut self, symmetry: usize, first: P, second: P) -> bool {
        let turned = |dir: u8| self.field.turns[symmetry][usize::from(dir)];
        let blank = |steps: &mut dyn Iterator<Item = u8>| {
            steps.fold(self.field.start, |cell, dir| self.field.steps[usize::from(cell)][usize::from(dir)])
        };
        if blank(&mut first.steps().map(turned)) != blank(&mut second.steps()) {
            return false;
        }
        let back = second.steps().rev().map(|dir| 3 - dir);
        let mut cell = self.field.start;
        self.touched.clear();
        for dir in first.steps().map(turned).chain(back) {
            let to = self.field.steps[usize::from(cell)][usize::from(dir)];
            self.tiles.swap(usize::from(cell), usize::from(to));
            self.touched.push(to);
            cell = to;
        }
        let home = self.touched.iter().all(|&cell| self.tiles[usize::from(cell)] == cell);
        for &cell in &self.touched {
            self.tiles[usize::from(cell)] = cell;
        }
        self.tiles[usize::from(self.field.start)] = self.field.start;
        home
    }
}

#[cfg(test)]
mod tests {
    use super::super::field::Outline;
    use super::*;

    fn path(steps: &[u8]) -> u64 {
        steps.iter().copied().fold(u64::EMPTY, u64::then)
    }

    #[test]
    fn three_rounds_of_a_square_lead_back() {
        let field = Field::<2>::new(&Outline { rows: 4, cols: 4, blank: (0, 0) });
        let mut walker = Walker::new(&field);
        let begin = walker.key();
        for _ in 0..3 {
            for dir in [2, 3, 1, 0] {
                walker.play(dir).expect("the square is inside");
            }
        }
        assert_eq!(walker.key(), begin);
        let mut replay = Replay::new(&field);
        // Six steps either way round meet at the same position; five do not.
        assert!(replay.turns(0, path(&[2, 3, 1, 0, 2, 3]), path(&[3, 2, 0, 1, 3, 2])));
        assert!(!replay.turns(0, path(&[2, 3, 1, 0, 2, 3, 3]), path(&[3, 2, 0, 1, 3, 2, 2])));
        assert!(replay.alike(path(&[2]), path(&[3])) && !replay.alike(path(&[2, 2]), path(&[2, 3])));
    }

    #[test]
    fn a_step_taken_back_restores_the_hashes() {
        let field = Field::<8>::new(&Outline { rows: 5, cols: 5, blank: (2, 2) });
        let mut walker = Walker::new(&field);
        let undos: Vec<_> = [0, 1, 3, 3, 2].map(|dir| walker.play(dir).unwrap()).into();
        for undo in undos.into_iter().rev() {
            walker.undo(undo);
        }
        assert_eq!(walker.hashes, [0; 8]);
        assert_eq!(walker.tiles, (0..25).collect::<Vec<u16>>());
    }

    #[test]
    fn equal_positions_have_equal_hashes_under_every_symmetry() {
        let field = Field::<8>::new(&Outline { rows: 7, cols: 7, blank: (3, 3) });
        let steps = [2_u8, 3, 1, 1, 0, 2];
        let mut keys: Vec<u64> = vec![];
        for turns in field.turns {
            let mut walker = Walker::new(&field);
            for dir in steps {
                walker.play(turns[usize::from(dir)]).unwrap();
            }
            keys.push(walker.key());
        }
        assert!(keys.iter().all(|key| *key == keys[0]), "{keys:?}");
    }
}
