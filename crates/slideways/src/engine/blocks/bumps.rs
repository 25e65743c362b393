//! The "bumps into" digraph (SLIDING §47), whose ideals are the sets of pieces that can move together.
//!
//! The digraph has an arc from piece u to piece v if u bumps into v when u takes a step in a given direction.
//! A set of pieces can take that step together exactly when no arc leaves the set and none of its members
//! bumps into the box: the set is an *ideal* of the digraph that contains no stuck piece.
//!
//! A piece is *loose* if it can move, alone or with others. The loose pieces are kept in an order in which
//! each piece comes after the pieces it pushes. An ideal is built by adding pieces in that order, each only
//! if all the pieces it pushes are already in. Every intermediate set is an ideal too, and each ideal is
//! visited once. So the work is proportional to the number of ideals found, not to the 2^m subsets, and the
//! packed state is updated along with the set.

use super::mask::Mask;
use super::space::{Placements, Space};
use crate::engine::search::State;
use std::ops::ControlFlow;

/// Which pieces push which, in one direction.
#[derive(Debug, Default)]
pub(super) struct Bumps<const N: usize, const M: usize> {
    /// Slots that can move at all, alone or with others.
    pub(super) loose: Mask<M>,
    /// The free cells and the cells of the loose pieces.
    pub(super) cells: Mask<M>,
    /// The loose pieces, each after the pieces it pushes.
    parts: Vec<Part<N, M>>,
}

/// A loose piece, or several pieces that push each other in a circle and so move together or not at all.
#[derive(Clone, Debug)]
struct Part<const N: usize, const M: usize> {
    members: Mask<M>,
    /// The cells they cover.
    cells: Mask<M>,
    /// Slots of other parts that they push.
    pushed: Mask<M>,
    /// What the step of the members adds to the words of the state, if they pass no piece of their kind.
    change: State<N>,
}

/// Which ideals to visit, and in which order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wanted<const M: usize> {
    /// Slots that every ideal must contain.
    pub(super) with: Mask<M>,
    /// Small ideals first, for solutions in which few pieces move. Otherwise large ideals first, so that a
    /// state one move of many pieces away is found at once.
    pub(super) few_first: bool,
}

/// An ideal to which parts may still be added.
#[derive(Debug)]
pub(super) struct Ideal<const N: usize, const M: usize> {
    set: Mask<M>,
    /// The state after the step, if no piece of its kind is passed.
    state: State<N>,
    /// The parts from `from` on may still be added, except those already tried: with small ideals first, the
    /// parts from `next` on; otherwise the parts before `next`.
    from: usize,
    next: usize,
}

impl<const N: usize, const M: usize> Bumps<N, M> {
    /// Visit every wanted ideal except the empty one, together with the state its step would lead to if the
    /// changes of the members simply added up.
    #[inline]
    pub(super) fn ideals(
        &self,
        state: &State<N>,
        wanted: &Wanted<M>,
        stack: &mut Vec<Ideal<N, M>>,
        mut visit: impl FnMut(&Mask<M>, &State<N>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let end = self.parts.len();
        let after = |from: usize| if wanted.few_first { end } else { from };
        let mut least = Ideal { set: wanted.with, state: *state, from: 0, next: after(0) };
        if !wanted.with.is_empty() {
            if !(wanted.with - self.loose).is_empty() {
                return ControlFlow::Continue(());
            }
            for part in self.parts.iter().rev() {
                if part.members.meets(&least.set) {
                    least.set = least.set | part.members | part.pushed;
                }
            }
            for part in self.parts.iter().filter(|part| part.members.meets(&least.set)) {
                add(&mut least.state, &part.change);
            }
            visit(&least.set, &least.state)?;
        }
        stack.clear();
        stack.push(least);
        while let Some(ideal) = stack.last_mut() {
            if ideal.next == if wanted.few_first { ideal.from } else { end } {
                stack.pop();
                continue;
            }
            let i = ideal.next - usize::from(wanted.few_first);
            ideal.next = if wanted.few_first { i } else { i + 1 };
            let part = &self.parts[i];
            if !((part.pushed - ideal.set) | (part.members & ideal.set)).is_empty() {
                continue;
            }
            let mut more =
                Ideal { set: ideal.set | part.members, state: ideal.state, from: i + 1, next: after(i + 1) };
            add(&mut more.state, &part.change);
            visit(&more.set, &more.state)?;
            if i + 1 < end {
                stack.push(more);
            }
        }
        ControlFlow::Continue(())
    }
}

#[inline]
fn add<const N: usize>(state: &mut State<N>, change: &State<N>) {
    for w in 0..N {
        state[w] = state[w].wrapping_add(change[w]);
    }
}

impl<const N: usize, const M: usize, const D: usize> Space<N, M, D> {
    /// Find which pieces push which in one direction; `alone` holds the slots that can step without pushing.
    #[inline]
    pub(super) fn find_bumps(
        &self,
        at: &Placements,
        free: Mask<M>,
        alone: Mask<M>,
        dir: usize,
        bumps: &mut Bumps<N, M>,
    ) {
        bumps.parts.clear();
        (bumps.loose, bumps.cells) = (Mask::default(), free);
        if self.circular {
            self.prune_bumps(at, dir, bumps);
        } else if !alone.is_empty() {
            self.grow_bumps(at, alone, dir, bumps);
        }
    }

    /// If pieces cannot push in a circle, the loose set grows from the pieces that push nothing: a piece that
    /// needs only free cells and cells of loose pieces is loose as well, and pushes only pieces that were
    /// loose before it.
    #[inline]
    fn grow_bumps(&self, at: &Placements, alone: Mask<M>, dir: usize, bumps: &mut Bumps<N, M>) {
        let Bumps { loose, cells, parts } = bumps;
        let mut new = alone;
        while !new.is_empty() {
            let before = parts.len();
            for slot in new.iter() {
                let step = &self.steps[usize::from(at[slot])][dir];
                let mut pushed = Mask::default();
                for part in &parts[..before] {
                    // No branch: which piece bumps into which is hard to predict.
                    let bump = 0u64.wrapping_sub(u64::from(step.fresh.meets(&part.cells)));
                    pushed |= part.members & Mask([bump; M]);
                }
                let mut change = [0; N];
                self.replace(&mut change, slot, at[slot], step.to);
                let cells_here = self.masks[usize::from(at[slot])];
                parts.push(Part { members: Mask::bit(slot), cells: cells_here, pushed, change });
                *cells |= cells_here;
            }
            *loose |= new;
            new = self.within(at, *cells, dir) - *loose;
        }
    }

    /// In general, the loose pieces are those that remain after removing every piece that bumps into the box
    /// or into a removed piece. Pieces that push each other, directly or through others, form one part. A
    /// part that pushes another pushes strictly more pieces than that other part does, which gives the order.
    fn prune_bumps(&self, at: &Placements, dir: usize, bumps: &mut Bumps<N, M>) {
        let Bumps { loose, cells, parts } = bumps;
        let free = *cells;
        *loose = self.within(at, Mask::all() - Mask::bit(Self::WALL), dir);
        loop {
            *cells = loose.iter().fold(free, |cells, slot| cells | self.masks[usize::from(at[slot])]);
            let next = self.within(at, *cells, dir);
            if next == *loose {
                break;
            }
            *loose = next;
        }
        // Each slot with all slots it pushes, directly or through others, by Warshall's algorithm.
        let mut below: Vec<(usize, Mask<M>)> = vec![];
        for slot in loose.iter() {
            let fresh = &self.steps[usize::from(at[slot])][dir].fresh;
            let pushed = |&other: &usize| fresh.meets(&self.masks[usize::from(at[other])]);
            below.push((slot, loose.iter().filter(pushed).collect::<Mask<M>>() | Mask::bit(slot)));
        }
        for middle in 0..below.len() {
            let (slot, beyond) = below[middle];
            for (_, below) in below.iter_mut().filter(|(_, below)| below.has(slot)) {
                *below |= beyond;
            }
        }
        fewest_first(&mut below);
        let mut done = Mask::default();
        for &(slot, all) in &below {
            if done.has(slot) {
                continue;
            }
            let members: Mask<M> =
                below.iter().filter(|(_, other)| *other == all).map(|(slot, _)| *slot).collect();
            let mut change = [0; N];
            let mut cells = Mask::default();
            for slot in members.iter() {
                cells |= self.masks[usize::from(at[slot])];
                let to = self.steps[usize::from(at[slot])][dir].to;
                self.replace(&mut change, slot, at[slot], to);
            }
            parts.push(Part { members, cells, pushed: all - members, change });
            done |= members;
        }
    }

    /// For each direction, the slots that need only free cells to take a step. No branches: the result is
    /// hard to predict.
    #[inline]
    pub(super) fn alone(&self, at: &Placements, free: Mask<M>) -> [Mask<M>; D] {
        let mut slots = [Mask::default(); D];
        for (i, &placement) in at[self.slots()].iter().enumerate() {
            let slot = i + 1;
            let steps = &self.steps[usize::from(placement)];
            for dir in 0..D {
                let fits = (steps[dir].fresh - free).is_empty();
                slots[dir].0[slot / 64 % M] |= u64::from(fits) << (slot % 64);
            }
        }
        slots
    }

    /// The slots that need only the given cells to take a step in one direction.
    #[inline]
    fn within(&self, at: &Placements, cells: Mask<M>, dir: usize) -> Mask<M> {
        let mut slots = Mask::default();
        for (i, &placement) in at[self.slots()].iter().enumerate() {
            let slot = i + 1;
            let fits = (self.steps[usize::from(placement)][dir].fresh - cells).is_empty();
            slots.0[slot / 64 % M] |= u64::from(fits) << (slot % 64);
        }
        slots
    }
}

/// Sort slots by the number of slots they push. A free function, so that it is compiled once per mask width.
fn fewest_first<const M: usize>(below: &mut [(usize, Mask<M>)]) {
    below.sort_unstable_by_key(|(slot, below)| (below.len(), *slot));
}
