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
use super::plan::NONE;
use super::space::{Placements, Scratch as Unpacked, Slot, Space};
use crate::search::State;
use std::ops::ControlFlow;

/// Working memory for sets.
#[derive(Debug, Default)]
pub struct Scratch<const M: usize> {
    /// The slot that covers each cell.
    owner: Vec<u16>,
    bumps: Bumps<M>,
    /// The slots of the set in motion.
    members: Vec<u16>,
    /// Their placements after a step.
    to: Vec<u16>,
    /// Their placements at each displacement that is still to be expanded.
    rest: Vec<u16>,
    /// All slots after a move.
    next: Vec<u16>,
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
    /// Visit every nonempty ideal of the loose slots.
    fn ideals(&self, visit: &mut impl FnMut(&Mask<M>) -> ControlFlow<()>) -> ControlFlow<()> {
        self.decide(self.loose, Mask::default(), visit)
    }

    fn decide(
        &self,
        undecided: Mask<M>,
        chosen: Mask<M>,
        visit: &mut impl FnMut(&Mask<M>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(slot) = undecided.least() else {
            return if chosen.is_empty() { ControlFlow::Continue(()) } else { visit(&chosen) };
        };
        self.decide(undecided - self.below[slot], chosen | self.below[slot], visit)?;
        self.decide(undecided - self.above[slot], chosen, visit)
    }
}

impl<const N: usize, const M: usize, const D: usize> Space<N, M, D> {
    pub(super) fn set_steps(
        &self,
        state: &State<N>,
        scratch: &mut Unpacked<M>,
        mut visit: impl FnMut(State<N>, &Mask<M>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_set(scratch, |at, sets, set, dir| {
            sets.to.clear();
            sets.to.extend(
                sets.members.iter().map(|&slot| self.steps[usize::from(at[usize::from(slot)])][dir].to),
            );
            visit(self.rearranged(state, at, sets), set)
        })
    }

    pub(super) fn set_slides(
        &self,
        state: &State<N>,
        scratch: &mut Unpacked<M>,
        mut visit: impl FnMut(State<N>, &Mask<M>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let occupied = scratch.occupied;
        self.each_set(scratch, |at, sets, set, dir| {
            let others = self.others(occupied, at, set);
            sets.rest.clear();
            sets.rest.extend(sets.members.iter().map(|&slot| at[usize::from(slot)]));
            while self.shift(&sets.rest, dir, &others, &mut sets.to) {
                visit(self.rearranged(state, at, sets), set)?;
                std::mem::swap(&mut sets.rest, &mut sets.to);
            }
            ControlFlow::Continue(())
        })
    }

    pub(super) fn set_paths(
        &self,
        state: &State<N>,
        scratch: &mut Unpacked<M>,
        mut visit: impl FnMut(State<N>, &Mask<M>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let occupied = scratch.occupied;
        let mut here = vec![];
        self.each_set(scratch, |at, sets, set, first_dir| {
            let others = self.others(occupied, at, set);
            here.clear();
            here.extend(sets.members.iter().map(|&slot| at[usize::from(slot)]));
            // A set that could also have set out in an earlier direction has been dealt with there.
            if (0..first_dir).any(|dir| self.shift(&here, dir, &others, &mut sets.to)) {
                return ControlFlow::Continue(());
            }
            // Displacements are known apart by where they take the first member.
            let first = self.slots[usize::from(sets.members[0])].placement;
            let mut met = Mask::<M>::bit(usize::from(here[0] - first));
            sets.rest.clear();
            loop {
                for dir in 0..D {
                    if self.shift(&here, dir, &others, &mut sets.to)
                        && !met.has(usize::from(sets.to[0] - first))
                    {
                        met.insert(usize::from(sets.to[0] - first));
                        sets.rest.extend_from_slice(&sets.to);
                        visit(self.rearranged(state, at, sets), set)?;
                    }
                }
                if sets.rest.is_empty() {
                    return ControlFlow::Continue(());
                }
                let from = sets.rest.len() - here.len();
                here.copy_from_slice(&sets.rest[from..]);
                sets.rest.truncate(from);
            }
        })
    }

    /// Visit every set that can take a step, once for each direction in which it can; its slots are in
    /// `members`.
    #[inline]
    fn each_set(
        &self,
        scratch: &mut Unpacked<M>,
        mut visit: impl FnMut(&Placements, &mut Scratch<M>, &Mask<M>, usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Unpacked { at, occupied, sets, .. } = scratch;
        sets.owner.resize(64 * M, 0);
        for slot in self.slots() {
            for cell in self.masks[usize::from(at[slot])].iter() {
                sets.owner[cell] = slot as u16;
            }
        }
        for dir in 0..D {
            self.find_bumps(at, occupied, sets, dir);
            let bumps = std::mem::take(&mut sets.bumps);
            let flow = bumps.ideals(&mut |set| {
                sets.members.clear();
                sets.members.extend(set.iter().map(|slot| slot as u16));
                visit(at, sets, set, dir)
            });
            sets.bumps = bumps;
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Find out who pushes whom in one direction.
    fn find_bumps(&self, at: &Placements, occupied: &Mask<M>, sets: &mut Scratch<M>, dir: usize) {
        let Bumps { loose, below, above } = &mut sets.bumps;
        below.resize(self.slots.len(), Mask::default());
        above.resize(self.slots.len(), Mask::default());
        *loose = Mask::default();
        for slot in self.slots() {
            let step = &self.steps[usize::from(at[slot])][dir];
            if step.to != NONE {
                loose.insert(slot);
                below[slot] =
                    (step.fresh & *occupied).iter().map(|cell| usize::from(sets.owner[cell])).collect();
            }
        }
        // Whoever pushes the stuck is stuck.
        loop {
            let freed: Mask<M> = loose.iter().filter(|&slot| (below[slot] - *loose).is_empty()).collect();
            if freed == *loose {
                break;
            }
            *loose = freed;
        }
        for slot in loose.iter() {
            below[slot].insert(slot);
            above[slot] = Mask::default();
        }
        // Warshall's transitive closure, on the few that are left.
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

    /// The cells covered by pieces outside a set.
    fn others(&self, occupied: Mask<M>, at: &Placements, set: &Mask<M>) -> Mask<M> {
        set.iter().fold(occupied, |others, slot| others - self.masks[usize::from(at[slot])])
    }

    /// Where members go in one step; false if one of them cannot.
    #[inline]
    fn shift(&self, from: &[u16], dir: usize, others: &Mask<M>, to: &mut Vec<u16>) -> bool {
        to.clear();
        from.iter().all(|&placement| {
            let step = &self.steps[usize::from(placement)][dir];
            to.push(step.to);
            !step.fresh.meets(others)
        })
    }

    /// The state after the members have gone to new placements.
    #[inline]
    fn rearranged(&self, state: &State<N>, at: &Placements, sets: &mut Scratch<M>) -> State<N> {
        let Scratch { members, to, next, .. } = sets;
        if let (&[slot], &[to]) = (members.as_slice(), to.as_slice()) {
            return self.moved(state, at, usize::from(slot), to);
        }
        next.clear();
        next.extend_from_slice(&at[..self.slots.len()]);
        for (&slot, &to) in members.iter().zip(to.iter()) {
            next[usize::from(slot)] = to;
        }
        let mut changed = *state;
        let mut done = 0;
        for &slot in members.iter() {
            let Slot { first, end, .. } = self.slots[usize::from(slot)];
            if end > done {
                done = end;
                let kin = first as usize..end as usize;
                sort_few(&mut next[kin.clone()]);
                for slot in kin {
                    if next[slot] != at[slot] {
                        self.replace(&mut changed, slot, at[slot], next[slot]);
                    }
                }
            }
        }
        changed
    }
}

/// Insertion sort: a handful of numbers, nearly in order.
#[inline]
fn sort_few(numbers: &mut [u16]) {
    for i in 1..numbers.len() {
        let mut j = i;
        while j > 0 && numbers[j - 1] > numbers[j] {
            numbers.swap(j - 1, j);
            j -= 1;
        }
    }
}
