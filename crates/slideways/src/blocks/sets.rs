//! Moves of sets of pieces.
//!
//! Draw an arc from piece u to piece v if u bumps into v when it takes a step in some direction. A set of
//! pieces can take that step together exactly when no arc leaves it and none of its members bumps into
//! the box: it is an *ideal* of the digraph that avoids the stuck (SLIDING §47). Ideals are listed by
//! deciding one piece at a time: to leave u out is to leave out all that push it, to take it in is to take in
//! all that it pushes; the two halves share no ideal and lose none, and every leaf is one, so the work is
//! proportional to what is found, not to the 2^m subsets.
//!
//! A set that goes on moving must fit at every further step; it stays the same set, rigid. The places it
//! can reach are found by a fill over its displacements. (SLIDING stops such a fill at known arrangements,
//! which two sets of interchangeable pieces may share, and so its style 5 can miss moves.)

use super::mask::Mask;
use super::single::bits;
use super::space::{Placements, Scratch as Unpacked, Space, no_placements};
use crate::search::{Note, State};
use std::ops::ControlFlow;

/// Working memory for sets.
#[derive(Debug)]
pub struct Scratch<const M: usize> {
    bumps: Bumps<M>,
    /// All slots after a move.
    next: Box<Placements>,
    /// The slots of a set in motion.
    members: Vec<usize>,
    /// Their placements at some displacement, and after one step more.
    here: Vec<u16>,
    there: Vec<u16>,
    /// Their placements at each displacement that is still to be expanded, and the last step to it.
    rest: Vec<u16>,
}

impl<const M: usize> Default for Scratch<M> {
    fn default() -> Self {
        Scratch {
            bumps: Bumps::default(),
            next: no_placements(),
            members: vec![],
            here: vec![],
            there: vec![],
            rest: vec![],
        }
    }
}

/// Who pushes whom, in one direction.
#[derive(Debug, Default)]
struct Bumps<const M: usize> {
    /// The slots that can move at all, alone or with others.
    loose: Mask<M>,
    /// For each of them, itself and all that must come along when it moves.
    below: Vec<Mask<M>>,
    /// For each of them, itself and all that it comes along with.
    above: Vec<Mask<M>>,
}

impl<const M: usize> Bumps<M> {
    /// Visit every nonempty ideal among the undecided slots, each with all that is chosen already.
    fn ideals(
        &self,
        undecided: Mask<M>,
        chosen: Mask<M>,
        visit: &mut impl FnMut(&Mask<M>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(slot) = undecided.least() else {
            return if chosen.is_empty() { ControlFlow::Continue(()) } else { visit(&chosen) };
        };
        // Leaving out comes first: people would rather see few pieces move.
        self.ideals(undecided - self.above[slot], chosen, visit)?;
        self.ideals(undecided - self.below[slot], chosen | self.below[slot], visit)
    }
}

impl<const N: usize, const M: usize, const D: usize> Space<N, M, D> {
    pub(super) fn set_steps(
        &self,
        state: &State<N>,
        scratch: &mut Unpacked<M>,
        mut visit: impl FnMut(State<N>, Note, &Mask<M>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_set(scratch, |at, sets, set, dir| {
            let to = |slot: usize| self.steps[usize::from(at[slot])][dir].to;
            // Directions come in pairs, the one towards higher placements first.
            let next = if dir % 2 == 0 {
                self.rearranged(state, at, &mut sets.next, set, set.iter_down().map(|slot| (slot, to(slot))))
            } else {
                self.rearranged(state, at, &mut sets.next, set, set.iter().map(|slot| (slot, to(slot))))
            };
            visit(next, 0, set)
        })
    }

    pub(super) fn set_slides(
        &self,
        state: &State<N>,
        scratch: &mut Unpacked<M>,
        mut visit: impl FnMut(State<N>, Note, &Mask<M>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let occupied = scratch.occupied;
        self.each_set(scratch, |at, sets, set, dir| {
            let others = self.set_out(occupied, at, sets, set);
            while self.shift(&sets.here, dir, &others, &mut sets.there) {
                visit(self.displaced(state, at, sets, set), 0, set)?;
                std::mem::swap(&mut sets.here, &mut sets.there);
            }
            ControlFlow::Continue(())
        })
    }

    pub(super) fn set_paths(
        &self,
        state: &State<N>,
        scratch: &mut Unpacked<M>,
        mut visit: impl FnMut(State<N>, Note, &Mask<M>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let occupied = scratch.occupied;
        self.each_set(scratch, |at, sets, set, first_dir| {
            let others = self.set_out(occupied, at, sets, set);
            // A set that could also have set out in an earlier direction has been dealt with there.
            if (0..first_dir).any(|dir| self.shift(&sets.here, dir, &others, &mut sets.there)) {
                return ControlFlow::Continue(());
            }
            // Displacements are known apart by where they take the first member.
            let first = self.slots[sets.members[0]].placement;
            let mut met = Mask::<M>::bit(usize::from(sets.here[0] - first));
            sets.rest.clear();
            // Earlier directions are closed, and there is no need to go back where it came from.
            let mut dirs = ((1u32 << D) - 1) >> first_dir << first_dir;
            loop {
                for dir in bits(dirs) {
                    if self.shift(&sets.here, dir, &others, &mut sets.there)
                        && !met.has(usize::from(sets.there[0] - first))
                    {
                        met.insert(usize::from(sets.there[0] - first));
                        sets.rest.extend_from_slice(&sets.there);
                        sets.rest.push(dir as u16);
                        visit(self.displaced(state, at, sets, set), 0, set)?;
                    }
                }
                let Some(came) = sets.rest.pop() else { return ControlFlow::Continue(()) };
                let from = sets.rest.len() - sets.here.len();
                sets.here.copy_from_slice(&sets.rest[from..]);
                sets.rest.truncate(from);
                dirs = ((1 << D) - 1) & !(1 << (came ^ 1));
            }
        })
    }

    /// Visit every set that can take a step, once for each direction in which it can.
    #[inline]
    fn each_set(
        &self,
        scratch: &mut Unpacked<M>,
        mut visit: impl FnMut(&Placements, &mut Scratch<M>, &Mask<M>, usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Unpacked { at, occupied, sets, .. } = scratch;
        let free = Mask::all() - *occupied;
        let alone = self.alone(at, free);
        for (dir, &alone) in alone.iter().enumerate() {
            if alone.is_empty() && !self.circular {
                continue;
            }
            let mut bumps = std::mem::take(&mut sets.bumps);
            self.find_bumps(at, free, alone, dir, &mut bumps);
            let flow = bumps.ideals(bumps.loose, Mask::default(), &mut |set| visit(at, sets, set, dir));
            sets.bumps = bumps;
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// For each direction, the slots that need only free cells to take a step. No branches: which can is
    /// hard to predict.
    #[inline]
    fn alone(&self, at: &Placements, free: Mask<M>) -> [Mask<M>; D] {
        let mut slots = [Mask::default(); D];
        for slot in self.slots() {
            let steps = &self.steps[usize::from(at[slot])];
            for dir in 0..D {
                let fits = (steps[dir].fresh - free).is_empty();
                slots[dir].0[slot / 64 % M] |= u64::from(fits) << (slot % 64);
            }
        }
        slots
    }

    /// Find out who pushes whom in one direction; `alone` are those who need push nobody.
    #[inline]
    fn find_bumps(&self, at: &Placements, free: Mask<M>, alone: Mask<M>, dir: usize, bumps: &mut Bumps<M>) {
        bumps.below.resize(self.slots.len(), Mask::default());
        bumps.above.resize(self.slots.len(), Mask::default());
        match self.circular {
            false => self.grow_bumps(at, free, alone, dir, bumps),
            true => self.prune_bumps(at, free, dir, bumps),
        }
    }

    /// If nobody can push in a circle, the loose grow from those who need nobody: whoever needs only free
    /// cells and those of the loose is loose as well, and pushes only those that were loose before.
    fn grow_bumps(&self, at: &Placements, free: Mask<M>, alone: Mask<M>, dir: usize, bumps: &mut Bumps<M>) {
        let Bumps { loose, below, above } = bumps;
        *loose = Mask::default();
        let (mut cells, mut new) = (free, alone);
        while !new.is_empty() {
            let before = *loose;
            for slot in new.iter() {
                (below[slot], above[slot]) = (Mask::bit(slot), Mask::bit(slot));
                cells |= self.masks[usize::from(at[slot])];
                let fresh = &self.steps[usize::from(at[slot])][dir].fresh;
                for pushed in before.iter().filter(|&other| fresh.meets(&self.masks[usize::from(at[other])]))
                {
                    below[slot] = below[slot] | below[pushed];
                }
                for pushed in (below[slot] - Mask::bit(slot)).iter() {
                    above[pushed].insert(slot);
                }
            }
            *loose |= new;
            new = self.within_in(at, cells, dir) - *loose;
        }
    }

    /// In general, the loose are what is left when those who meet the box, or somebody who does, are struck
    /// off; who must come along with whom is the transitive closure.
    fn prune_bumps(&self, at: &Placements, free: Mask<M>, dir: usize, bumps: &mut Bumps<M>) {
        let Bumps { loose, below, above } = bumps;
        *loose = self.within_in(at, Mask::all() - Mask::bit(Self::WALL), dir);
        loop {
            let cells = loose.iter().fold(free, |cells, slot| cells | self.masks[usize::from(at[slot])]);
            let next = self.within_in(at, cells, dir);
            if next == *loose {
                break;
            }
            *loose = next;
        }
        for slot in loose.iter() {
            let fresh = &self.steps[usize::from(at[slot])][dir].fresh;
            let pushed = |&other: &usize| fresh.meets(&self.masks[usize::from(at[other])]);
            below[slot] = loose.iter().filter(pushed).collect::<Mask<M>>() | Mask::bit(slot);
            above[slot] = Mask::default();
        }
        // Warshall's algorithm, on the few that are left.
        for middle in loose.iter() {
            for slot in loose.iter() {
                if below[slot].has(middle) {
                    below[slot] = below[slot] | below[middle];
                }
            }
        }
        for slot in loose.iter() {
            for pushed in below[slot].iter() {
                above[pushed].insert(slot);
            }
        }
    }

    /// The slots that need only the given cells to take a step in one direction.
    #[inline]
    fn within_in(&self, at: &Placements, cells: Mask<M>, dir: usize) -> Mask<M> {
        let mut slots = Mask::default();
        for slot in self.slots() {
            let fits = (self.steps[usize::from(at[slot])][dir].fresh - cells).is_empty();
            slots.0[slot / 64 % M] |= u64::from(fits) << (slot % 64);
        }
        slots
    }

    /// Make ready to move a set: its members where they are. The cells covered by the others.
    #[inline]
    fn set_out(&self, occupied: Mask<M>, at: &Placements, sets: &mut Scratch<M>, set: &Mask<M>) -> Mask<M> {
        sets.members.clear();
        sets.here.clear();
        let mut others = occupied;
        for slot in set.iter() {
            sets.members.push(slot);
            sets.here.push(at[slot]);
            others = others - self.masks[usize::from(at[slot])];
        }
        others
    }

    /// Where members go in one step; false if one of them cannot.
    #[inline]
    fn shift(&self, from: &[u16], dir: usize, others: &Mask<M>, to: &mut Vec<u16>) -> bool {
        // One test for all: which of them is in the way is hard to predict, and does not matter.
        let step = |&placement: &u16| &self.steps[usize::from(placement)][dir];
        let fresh = from.iter().fold(Mask::default(), |fresh, from| fresh | step(from).fresh);
        if fresh.meets(others) {
            return false;
        }
        to.clear();
        to.extend(from.iter().map(|from| step(from).to));
        true
    }

    /// The state after the members have gone to the placements in `there`.
    #[inline]
    fn displaced(&self, state: &State<N>, at: &Placements, sets: &mut Scratch<M>, set: &Mask<M>) -> State<N> {
        let Scratch { members, there, next, .. } = sets;
        let pairs = members.iter().copied().zip(there.iter().copied());
        if there[0] > at[members[0]] {
            self.rearranged(state, at, next, set, pairs.rev())
        } else {
            self.rearranged(state, at, next, set, pairs)
        }
    }

    /// The state after the slots of a set have changed their placements, all by the same displacement; the
    /// one that goes ahead must come first.
    #[inline]
    fn rearranged(
        &self,
        state: &State<N>,
        at: &Placements,
        next: &mut Placements,
        set: &Mask<M>,
        moved: impl Iterator<Item = (usize, u16)>,
    ) -> State<N> {
        let mut changed = *state;
        // Kinds are packed apart, so movers of different kinds do not interfere.
        if set.iter().all(|slot| (*set & self.kin[slot]) == Mask::bit(slot)) {
            for (slot, to) in moved {
                changed = self.moved(&changed, at, slot, to).0;
            }
            return changed;
        }
        // Else each finds its new slot among those at rest and those that went before it; since it does not
        // overtake these, no slot still to come is disturbed.
        let slots = self.slots.len();
        next[..=slots].copy_from_slice(&at[..=slots]);
        for (slot, to) in moved {
            let mut here = slot;
            let mut old = next[here];
            while next[here + 1] < to {
                let above = next[here + 1];
                self.replace(&mut changed, here, old, above);
                next[here] = above;
                (here, old) = (here + 1, above);
            }
            while next[here - 1] > to {
                let below = next[here - 1];
                self.replace(&mut changed, here, old, below);
                next[here] = below;
                (here, old) = (here - 1, below);
            }
            self.replace(&mut changed, here, old, to);
            next[here] = to;
        }
        changed
    }
}
