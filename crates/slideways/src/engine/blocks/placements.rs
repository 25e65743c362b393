//! Enumeration of every arrangement of the pieces in the box, each once.
//!
//! Take the first undecided cell: either it stays empty or a piece covers it, and that piece's first cell is
//! this one, since all cells before it are decided. So each arrangement is visited exactly once without
//! remembering any (Bickford 2012 enumerates puzzles in this way). In a box of 1 x 3 with pieces 11 and 2:
//!
//! ```text
//! ???  ──►  11?  ──►  112
//!      ──►  2??  ──►  211
//!      ──►  0??  ──►  no cell may stay empty: this is not even tried
//! ```
//!
//! The pieces of a kind are placed in the order of their first cells, which is the order of their slots, so
//! each piece adds its summand to the packed state at once.

use super::mask::Mask;
use super::plan::Plan;
use super::space::Space;
use crate::engine::search::State;
use std::ops::ControlFlow;

/// Visit the packed state of every arrangement of the pieces in the box, until the visitor breaks.
pub(super) fn each<const N: usize, const M: usize, const D: usize>(
    plan: &Plan,
    space: &Space<N, M, D>,
    visit: &mut dyn FnMut(State<N>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut first_at = vec![vec![]; plan.cells];
    for (placement, (kind, _, cells)) in plan.placements.iter().enumerate() {
        // The anchor is the first of the cells, and cells are numbered in reading order.
        first_at[cells[0]].push((placement as u16, *kind));
    }
    let left = plan.kinds.iter().map(|kind| kind.slots.len()).collect();
    let next = plan.kinds.iter().map(|kind| kind.slots.start + 1).collect();
    let cells = |kind: usize| plan.placements[plan.kinds[kind].placements.start].2.len();
    let filled: usize = (0..plan.kinds.len()).map(|kind| plan.kinds[kind].slots.len() * cells(kind)).sum();
    let mut filling = Filling { space, first_at, left, next, cells: plan.cells, visit };
    filling.fill(Mask::default(), 0, plan.cells - filled, plan.slots(), [0; N])
}

struct Filling<'a, 'v, const N: usize, const M: usize, const D: usize> {
    space: &'a Space<N, M, D>,
    /// The placements that begin at each cell, and their kinds.
    first_at: Vec<Vec<(u16, usize)>>,
    /// The number of pieces of each kind still to be placed.
    left: Vec<usize>,
    /// The slot of each kind's next piece.
    next: Vec<usize>,
    cells: usize,
    visit: &'v mut dyn FnMut(State<N>) -> ControlFlow<()>,
}

impl<const N: usize, const M: usize, const D: usize> Filling<'_, '_, N, M, D> {
    /// Decide the cells from `cell` on; `empty` of them may stay empty, and `pieces` pieces are still to be
    /// placed.
    fn fill(
        &mut self,
        occupied: Mask<M>,
        cell: usize,
        empty: usize,
        pieces: usize,
        state: State<N>,
    ) -> ControlFlow<()> {
        if pieces == 0 {
            return (self.visit)(state);
        }
        let Some(cell) = (cell..self.cells).find(|&cell| !occupied.has(cell)) else {
            return ControlFlow::Continue(());
        };
        for i in 0..self.first_at[cell].len() {
            let (placement, kind) = self.first_at[cell][i];
            let covers = self.space.masks[usize::from(placement)];
            if self.left[kind] == 0 || covers.meets(&occupied) {
                continue;
            }
            let mut with = state;
            self.space.fill_slot(&mut with, self.next[kind], placement);
            self.left[kind] -= 1;
            self.next[kind] += 1;
            let end = self.fill(occupied | covers, cell + 1, empty, pieces - 1, with);
            self.left[kind] += 1;
            self.next[kind] -= 1;
            end?;
        }
        match empty {
            0 => ControlFlow::Continue(()),
            _ => self.fill(occupied | Mask::bit(cell), cell + 1, empty - 1, pieces, state),
        }
    }
}
