//! Trays of positions, on which the parts lay their work for one another.

use super::part::{CELLS, DIRS};

/// Positions waiting for the same parts, at the front of a list that is never shortened.
#[derive(Default)]
pub struct Tray {
    positions: Vec<u64>,
    filled: usize,
}

impl Tray {
    /// The positions.
    pub fn positions(&self) -> &[u64] {
        &self.positions[..self.filled]
    }

    /// Room for so many more positions; what is written there counts after [`Tray::fill`].
    #[inline]
    pub fn room(&mut self, more: usize) -> &mut [u64] {
        let wanted = self.filled + more;
        if wanted > self.positions.len() {
            self.positions.resize(wanted.next_power_of_two(), 0);
        }
        &mut self.positions[self.filled..wanted]
    }

    /// So many positions were written to the room.
    #[inline]
    pub fn fill(&mut self, more: usize) {
        self.filled += more;
    }

    /// Forget the positions.
    pub fn clear(&mut self) {
        self.filled = 0;
    }
}

/// Which tray a position lies in: where its blank is, and which step led to it, so that it is not taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The blank's cell.
    pub blank: usize,
    /// The direction of the last step, [`DIRS`] at the start.
    pub last: usize,
}

impl Place {
    /// The number of places.
    pub const COUNT: usize = CELLS * (DIRS + 1);

    /// The place of that number.
    pub fn from_index(index: usize) -> Place {
        Place { blank: index / (DIRS + 1), last: index % (DIRS + 1) }
    }

    /// Its number.
    pub fn index(self) -> usize {
        self.blank * (DIRS + 1) + self.last
    }

    /// Whether a step would take the last one back.
    pub fn is_back(self, dir: usize) -> bool {
        self.last < DIRS && dir == self.last ^ 1
    }
}

/// A tray for every place.
pub struct Trays(pub Vec<Tray>);

impl Trays {
    /// Empty ones.
    pub fn new() -> Trays {
        Trays((0..Place::COUNT).map(|_| Tray::default()).collect())
    }

    /// The number of positions on all of them.
    pub fn filled(&self) -> usize {
        self.0.iter().map(|tray| tray.filled).sum()
    }

    /// Forget all positions.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(Tray::clear);
    }

    /// The memory they hold.
    pub fn bytes(&self) -> u64 {
        self.0.iter().map(|tray| (tray.positions.len() * size_of::<u64>()) as u64).sum()
    }
}
