//! States: packings with a goal piece, packed into one word, and their neighbours.
//!
//! A packing is known by its bonds (which neighbouring cells belong to the same piece) and its holes. The
//! goal piece is the piece with a given first cell. A step of a piece shifts its bonds with it.

use super::plane::{CellSet, DIRS, Plane};

/// A packing with a goal piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bonds {
    /// The cells that belong to the same piece as their right neighbour.
    pub right: CellSet,
    /// The cells that belong to the same piece as their lower neighbour.
    pub down: CellSet,
    /// The empty cells.
    pub holes: CellSet,
    /// The first cell of the goal piece.
    pub goal: u32,
}

/// A step from a state: the first cell of the piece that moves, times four, plus the direction.
pub type BondStep = u8;

/// How states are packed into words.
#[derive(Clone, Copy, Debug)]
pub struct Packer {
    /// The box.
    pub plane: Plane,
    down_at: u32,
    holes_at: u32,
    goal_at: u32,
}

impl Packer {
    /// Bits for the first cell of the goal piece.
    const GOAL_BITS: u32 = 5;

    /// How states of a box are packed; `None` if they do not fit into a word.
    pub fn new(plane: Plane) -> Option<Packer> {
        // The last cell has no right neighbour, and the last row no lower neighbours.
        let down_at = plane.size - 1;
        let holes_at = down_at + plane.size - plane.cols;
        let goal_at = holes_at + plane.size;
        let fits = goal_at + Packer::GOAL_BITS <= u64::BITS;
        fits.then_some(Packer { plane, down_at, holes_at, goal_at })
    }

    /// The word of a state.
    #[inline]
    pub fn pack(&self, bonds: &Bonds) -> u64 {
        u64::from(bonds.right)
            | u64::from(bonds.down) << self.down_at
            | u64::from(bonds.holes) << self.holes_at
            | u64::from(bonds.goal) << self.goal_at
    }

    /// The state of a word.
    #[inline]
    pub fn unpack(&self, code: u64) -> Bonds {
        let field = |from: u32, to: u32| ((code >> from) & ((1 << (to - from)) - 1)) as u32;
        Bonds {
            right: field(0, self.down_at),
            down: field(self.down_at, self.holes_at),
            holes: field(self.holes_at, self.goal_at),
            goal: self.goal(code),
        }
    }

    /// The first cell of the goal piece.
    #[inline]
    pub fn goal(&self, code: u64) -> u32 {
        (code >> self.goal_at) as u32
    }

    /// The piece that covers some cells.
    #[inline]
    pub fn piece(&self, bonds: &Bonds, mut piece: CellSet) -> CellSet {
        let (right, down, cols) = (bonds.right, bonds.down, self.plane.cols);
        loop {
            let more = piece
                | (piece & right) << 1
                | (piece >> 1) & right
                | (piece & down) << cols
                | (piece >> cols) & down;
            if more == piece {
                return piece;
            }
            piece = more;
        }
    }

    /// All pieces, in the order of their first cells.
    pub fn pieces(&self, bonds: &Bonds) -> Vec<CellSet> {
        let mut rest = self.plane.all & !bonds.holes;
        let mut pieces = vec![];
        while rest != 0 {
            let piece = self.piece(bonds, rest & rest.wrapping_neg());
            rest &= !piece;
            pieces.push(piece);
        }
        pieces
    }

    /// Calls `visit` with each state one step away, and the step. The steps of a piece come one after
    /// another.
    #[inline]
    pub fn neighbours(&self, code: u64, mut visit: impl FnMut(u64, BondStep)) {
        let bonds = self.unpack(code);
        let Bonds { right, down, holes, goal } = bonds;
        let mut near = self.plane.neighbours(holes) & !holes;
        while near != 0 {
            let piece = self.piece(&bonds, near & near.wrapping_neg());
            near &= !piece;
            let room = holes | piece;
            let first = piece.trailing_zeros();
            for dir in 0..DIRS {
                if self.plane.at_wall(piece, dir) {
                    continue;
                }
                let moved = self.plane.shifted(piece, dir);
                if moved & !room != 0 {
                    continue;
                }
                let shift = |bonds: CellSet| bonds & !piece | self.plane.shifted(bonds & piece, dir);
                let goal = if first == goal { self.plane.stepped(goal, dir) } else { goal };
                let next = Bonds { right: shift(right), down: shift(down), holes: room & !moved, goal };
                visit(self.pack(&next), (first as usize * DIRS + dir) as BondStep);
            }
        }
    }
}
