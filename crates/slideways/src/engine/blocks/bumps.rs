//! Who pushes whom: the digraph whose ideals are the sets that can move.
//!
//! Draw an arc from piece u to piece v if u bumps into v when it takes a step in some direction. A set of
//! pieces can take that step together exactly when no arc leaves it and none of its members bumps into
//! the box: it is an *ideal* of the digraph that avoids the stuck (SLIDING §47).
//!
//! The pieces that are *loose*, able to move alone or with others, are kept in an order in which nobody comes
//! before those he pushes. Then an ideal is built by adding one after another, each only if all that he pushes
//! are in already; every set met on the way is an ideal too, and each is met once. So the work is
//! proportional to what is found, not to the 2^m subsets, and the packed state grows along with the set.

use super::mask::Mask;
use super::space::{Placements, Space};
use crate::engine::search::State;
use std::ops::ControlFlow;

/// Who pushes whom, in one direction.
#[derive(Debug, Default)]
pub(super) struct Bumps<const N: usize, const M: usize> {
    /// The slots that can move at all, alone or with others.
    pub(super) loose: Mask<M>,
    /// The free cells and those of the loose.
    pub(super) cells: Mask<M>,
    /// The loose, nobody before those he pushes.
    parts: Vec<Part<N, M>>,
}

/// A loose piece; or several that push each other in a circle, and so move together or not at all.
#[derive(Clone, Debug)]
struct Part<const N: usize, const M: usize> {
    members: Mask<M>,
    /// The cells they cover.
    cells: Mask<M>,
    /// Slots of other parts that they push.
    pushed: Mask<M>,
    /// What their step adds to the words of the state, if nobody is passed.
    change: State<N>,
}

/// Which ideals are asked for, and in which order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wanted<const M: usize> {
    /// Slots that must be in them.
    pub(super) with: Mask<M>,
    /// Small ones first: people would rather see few pieces move. Else large ones, so that what lies one move of
    /// everything away is found at once.
    pub(super) few_first: bool,
}

/// An ideal that may be added to.
#[derive(Debug)]
pub(super) struct Ideal<const N: usize, const M: usize> {
    set: Mask<M>,
    /// The state after its step, if nobody is passed.
    state: State<N>,
    /// Parts that may still be added: those from `from` on, except that all from `next` on (if small ideals come
    /// first) or before `next` have been.
    from: usize,
    next: usize,
}

impl<const N: usize, const M: usize> Bumps<N, M> {
    /// Visit every ideal that is wanted, but not the empty one, and the state its step would lead to if the
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
    /// Find out who pushes whom in one direction; `alone` are those who need push nobody.
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

    /// If nobody can push in a circle, the loose grow from those who need nobody: whoever needs only free
    /// cells and those of the loose is loose as well, and pushes only those that were loose before.
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
                    // No branch: who bumps into whom is hard to predict.
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

    /// In general, the loose are what is left when those who meet the box, or somebody who does, are struck
    /// off. Whoever pushes each other, if only through others, is one part; and a part that pushes another pushes
    /// more than that one does, which gives the order.
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
        // Everybody with all that he pushes, by Warshall's algorithm.
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

    /// For each direction, the slots that need only free cells to take a step. No branches: which can is
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

/// Sort slots, each with those it pushes. Outside of the space, so that it is compiled once for each width of masks.
fn fewest_first<const M: usize>(below: &mut [(usize, Mask<M>)]) {
    below.sort_unstable_by_key(|(slot, below)| (below.len(), *slot));
}
