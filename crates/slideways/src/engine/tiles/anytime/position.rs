//! Positions for the anytime search of big boards: one byte per cell.

use crate::engine::tiles::Instance;
use crate::grid::{Cell, Dir};
use crate::tiles::Size;
use crate::tiles::parity::Parity;

/// For every cell the *name* of what is in it, which is the cell where it belongs.
///
/// A tile that may end anywhere gets the name of a cell that is the home of no other; so the names are a
/// permutation of the cells, the blank's among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The name in each cell.
    pub names: Box<[u8]>,
    /// The empty cell.
    pub blank: u8,
}

impl Position {
    /// The start of an instance.
    pub fn start(instance: &Instance) -> Position {
        let mut claimed = vec![false; instance.homes().len()];
        instance.homes().iter().flatten().for_each(|home| claimed[home.index()] = true);
        let mut left = (0..=255u8).zip(claimed).filter(|(_, claimed)| !claimed).map(|(cell, _)| cell);
        let name = |home: &Option<Cell>| match home {
            Some(home) => home.0 as u8,
            None => left.next().expect("there are as many cells as pieces"),
        };
        let names: Box<[u8]> = instance.homes().iter().map(name).collect();
        let mut start = Position { names: names.clone(), blank: instance.blank().0 as u8 };
        if !start.is_reachable(instance.size()) {
            // Swap the names of two tiles that may end anywhere; or, if there is only one, of it and the
            // blank.
            let mut free: Vec<usize> =
                (0..names.len()).filter(|&cell| instance.homes()[cell].is_none()).collect();
            free.sort_by_key(|&cell| cell == instance.blank().index());
            start.names.swap(free[0], free[1]);
        }
        start
    }

    /// Whether everything can reach the cell of its name: the permutation and the blank's distance have the
    /// same parity.
    fn is_reachable(&self, size: Size) -> bool {
        let permutation = Parity::of_permutation(self.names.len(), |cell| self.names[cell].into());
        let home = self.names[usize::from(self.blank)];
        permutation == Parity::of(size.distance(Cell(self.blank.into()), Cell(home.into())))
    }

    /// The position in which everything is in the cell of its name.
    pub fn goal(&self) -> Position {
        let names = (0..=255).take(self.names.len()).collect();
        Position { names, blank: self.names[usize::from(self.blank)] }
    }

    /// For every name, whether it belongs to a tile that must reach that cell.
    pub fn claimed(&self, instance: &Instance) -> Vec<bool> {
        let mut claimed = vec![false; self.names.len()];
        for (cell, &name) in self.names.iter().enumerate() {
            claimed[usize::from(name)] = instance.homes()[cell].is_some() && cell != usize::from(self.blank);
        }
        claimed
    }

    /// The board rotated by 180 degrees.
    pub fn turned(&self) -> Position {
        let last = (self.names.len() - 1) as u8;
        Position {
            names: self.names.iter().rev().map(|&name| last - name).collect(),
            blank: last - self.blank,
        }
    }

    /// The board with rows and columns exchanged.
    pub fn transposed(&self, size: Size) -> Position {
        let (rows, cols) = (size.rows(), size.cols());
        let cell = |cell: usize| cell % cols * rows + cell / cols;
        let mut names = self.names.clone();
        for (at, &name) in self.names.iter().enumerate() {
            names[cell(at)] = cell(name.into()) as u8;
        }
        Position { names, blank: cell(self.blank.into()) as u8 }
    }

    /// Move the tile that can go in a direction.
    pub fn slide(&mut self, size: Size, dir: Dir) {
        let from = size.neighbour(Cell(self.blank.into()), dir.opposite());
        let from = from.expect("paths are legal").0 as u8;
        self.names.swap(usize::from(from), usize::from(self.blank));
        self.blank = from;
    }

    /// All positions along a path, including the first.
    pub fn along(&self, size: Size, path: &[Dir]) -> Vec<Position> {
        let mut at = self.clone();
        let after = |dir: &Dir| {
            at.slide(size, *dir);
            at.clone()
        };
        [self.clone()].into_iter().chain(path.iter().map(after)).collect()
    }

    /// This position, renamed so that in `goal` every name is in its own cell.
    pub fn seen_from(&self, goal: &Position) -> Position {
        let mut place = vec![0; self.names.len()];
        (0..=255).zip(&goal.names[..]).for_each(|(cell, &name)| place[usize::from(name)] = cell);
        Position { names: self.names.iter().map(|&name| place[usize::from(name)]).collect(), ..*self }
    }
}

/// The size with rows and columns exchanged.
pub fn transposed(size: Size) -> Size {
    Size::new(size.cols(), size.rows()).expect("the number of cells is the same")
}

/// The same step with rows and columns exchanged.
pub fn transposed_step(dir: Dir) -> Dir {
    match dir {
        Dir::Right => Dir::Down,
        Dir::Left => Dir::Up,
        Dir::Down => Dir::Right,
        Dir::Up => Dir::Left,
        Dir::Far | Dir::Near => dir,
    }
}
