//! Trays of positions, by which the parts hand work to one another.

use super::part::{CELLS, DIRS};

/// Positions waiting for the same parts, at the front of a list that never shrinks.
#[derive(Default)]
pub struct Tray {
    positions: Vec<u64>,
    filled: usize,
}

impl Tray {
    /// The positions on the tray.
    pub fn positions(&self) -> &[u64] {
        &self.positions[..self.filled]
    }

    /// Space for `more` positions; those written there count after [`Tray::fill`].
    #[inline]
    pub fn room(&mut self, more: usize) -> &mut [u64] {
        let wanted = self.filled + more;
        if wanted > self.positions.len() {
            self.positions.resize(wanted.next_power_of_two(), 0);
        }
        &mut self.positions[self.filled..wanted]
    }

    /// Add the first `more` positions of that space to the tray.
    #[inline]
    pub fn fill(&mut self, more: usize) {
        self.filled += more;
    }

    /// Empty the tray.
    pub fn clear(&mut self) {
        self.filled = 0;
    }
}

/// The tray of a position: the blank's cell, and the step that led to it, so that it is not taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The blank's cell.
    pub blank: usize,
    /// The direction of the last step; [`DIRS`] at the start.
    pub last: usize,
}

impl Place {
    /// The number of places.
    pub const COUNT: usize = CELLS * (DIRS + 1);

    /// The place with an index.
    pub fn from_index(index: usize) -> Place {
        Place { blank: index / (DIRS + 1), last: index % (DIRS + 1) }
    }

    /// The index of the place.
    pub fn index(self) -> usize {
        self.blank * (DIRS + 1) + self.last
    }

    /// Whether a step would take the last one back.
    pub fn is_back(self, dir: usize) -> bool {
        self.last < DIRS && dir == self.last ^ 1
    }
}

/// A tray per place.
pub struct Trays(pub Vec<Tray>);

impl Trays {
    /// Empty trays.
    pub fn new() -> Trays {
        Trays((0..Place::COUNT).map(|_| Tray::default()).collect())
    }

    /// The number of positions on all trays.
    pub fn filled(&self) -> usize {
        self.0.iter().map(|tray| tray.filled).sum()
    }

    /// Empty all trays.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(Tray::clear);
    }

    /// The number of bytes that the trays hold.
    pub fn bytes(&self) -> u64 {
        self.0.iter().map(|tray| (tray.positions.len() * size_of::<u64>()) as u64).sum()
    }
}
