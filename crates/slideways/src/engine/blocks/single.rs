//! Moves of a single piece: one step, a straight run, or any path.
//!
//! Most pieces of a tight puzzle cannot move at all, and one test shows it: no cell around them is empty.
//! Along a path a piece may pass through arrangements that are already known; the flood fill continues beyond
//! them (SLIDING §44: from 0102 through 1002 and 1020 to 1200).
//!
//! A piece that has just moved along a path need not move again: wherever it could go now, it could have gone
//! at once. The same holds for runs along one line, and for the step back. The [`Note`] of a state records
//! which slot moved last and in which direction; a third of all successors are never generated.
//!
//! Independent steps of two pieces lead to the same state in either order, and one order is enough. Suppose
//! that a moved from state p to x, and that b could have moved first: b leads from p to y, then a leads from
//! y to z, which is also where b leads from x. At x, b is pruned if it starts from a smaller placement than a
//! did. Is z still found? If z is new, y lies in the same layer as x, and z is found from y unless a is
//! pruned at y. That happens if a starts from a smaller placement than some c that led to y from some q. Then
//! c, which starts from a larger placement still, leads to z from q's neighbour by a, in the same layer
//! again, and so on. Placements cannot increase forever, so some state of that layer finds z. (This is the
//! idea of Godefroid's sleep sets, 1990, a partial-order reduction.) On open boards this saves nearly half of
//! the steps.

use super::mask::Mask;
use super::sink::Sink;
use super::space::{Placements, Scratch as Unpacked, Space};
use crate::engine::search::{Note, State};
use std::ops::ControlFlow;

/// The note that a slot moved in a direction; 0 (no information) if the slot number does not fit.
#[inline]
pub(super) fn note(slot: usize, dir: usize) -> Note {
    if slot < 32 { (slot << 3 | dir) as Note } else { 0 }
}

/// The slot and direction of a note; slot 0, which moves nothing, if the note holds no information.
#[inline]
pub(super) fn noted(note: Note) -> (usize, usize) {
    (usize::from(note >> 3), usize::from(note & 7))
}

impl<const N: usize, const M: usize, const D: usize> Space<N, M, D> {
    /// The state after the piece in a slot has moved to another placement of its kind, and its new slot.
    #[inline(always)]
    pub(super) fn moved(&self, state: &State<N>, at: &Placements, slot: usize, to: u16) -> (State<N>, usize) {
        let mut next = *state;
        let mut here = slot;
        let mut old = at[here];
        // Slots are sorted, kind after kind: those between the old and the new placement shift by one.
        while at[here + 1] < to {
            self.replace(&mut next, here, old, at[here + 1]);
            here += 1;
            old = at[here];
        }
        while at[here - 1] > to {
            self.replace(&mut next, here, old, at[here - 1]);
            here -= 1;
            old = at[here];
        }
        self.replace(&mut next, here, old, to);
        (next, here)
    }

    /// The slots whose piece has an empty cell beside it. Most have none, and which ones do is hard to
    /// predict: no branches here.
    #[inline]
    fn loose(&self, scratch: &Unpacked<N, M>) -> Mask<M> {
        let mut loose = Mask::default();
        for (i, &placement) in scratch.at[self.slots()].iter().enumerate() {
            let slot = i + 1;
            let beside = self.around[usize::from(placement)] - scratch.occupied;
            loose.0[slot / 64 % M] |= u64::from(!beside.is_empty()) << (slot % 64);
        }
        loose
    }

    /// The directions in which a placement is not blocked by the given cells, as bits.
    #[inline]
    fn open(&self, placement: u16, others: &Mask<M>) -> u32 {
        let mut open = 0;
        for (dir, step) in self.steps[usize::from(placement)].iter().enumerate() {
            open |= u32::from(!step.fresh.meets(others)) << dir;
        }
        open
    }

    pub(super) fn single_steps(
        &self,
        state: &State<N>,
        last: Note,
        scratch: &mut Unpacked<N, M>,
        sink: &mut Sink<N, M>,
    ) -> ControlFlow<()> {
        let (last_slot, last_dir) = noted(last);
        // Where the last step started; no step starts from a smaller placement than 0.
        let (origin, left) = match last_slot {
            0 => (0, Mask::default()),
            _ => {
                let origin = self.steps[usize::from(scratch.at[last_slot])][last_dir ^ 1].to;
                (origin, self.masks[usize::from(origin)])
            }
        };
        for slot in self.loose(scratch).iter() {
            let placement = scratch.at[slot];
            let back = u32::from(slot == last_slot) << (last_dir ^ 1);
            // Steps that could have been made before the last step, and are made in the other order.
            let before = match placement < origin && slot != last_slot {
                true => self.open(placement, &left),
                false => 0,
            };
            for dir in bits(self.open(placement, &scratch.occupied) & !(back | before)) {
                let to = self.steps[usize::from(placement)][dir].to;
                let (next, new_slot) = self.moved(state, &scratch.at, slot, to);
                sink.take(next, note(new_slot, dir), &Mask::bit(slot))?;
            }
        }
        ControlFlow::Continue(())
    }

    pub(super) fn single_slides(
        &self,
        state: &State<N>,
        last: Note,
        scratch: &mut Unpacked<N, M>,
        sink: &mut Sink<N, M>,
    ) -> ControlFlow<()> {
        let (last_slot, last_dir) = noted(last);
        for slot in self.loose(scratch).iter() {
            let placement = scratch.at[slot];
            let others = scratch.occupied - self.masks[usize::from(placement)];
            let line = if slot == last_slot { 3 << (last_dir & !1) } else { 0 };
            for dir in bits(self.open(placement, &scratch.occupied) & !line) {
                let mut step = &self.steps[usize::from(placement)][dir];
                while !step.fresh.meets(&others) {
                    let (next, new_slot) = self.moved(state, &scratch.at, slot, step.to);
                    sink.take(next, note(new_slot, dir), &Mask::bit(slot))?;
                    step = &self.steps[usize::from(step.to)][dir];
                }
            }
        }
        ControlFlow::Continue(())
    }

    pub(super) fn single_paths(
        &self,
        state: &State<N>,
        last: Note,
        scratch: &mut Unpacked<N, M>,
        sink: &mut Sink<N, M>,
    ) -> ControlFlow<()> {
        for slot in (self.loose(scratch) - Mask::bit(noted(last).0)).iter() {
            let mut from = scratch.at[slot];
            let others = scratch.occupied - self.masks[usize::from(from)];
            // A kind has at most one placement per cell, so a mask can record the placements visited.
            let first = self.slots[slot].placement;
            let mut met = Mask::<M>::bit(usize::from(from - first));
            scratch.rest.clear();
            loop {
                for dir in bits(self.open(from, &others)) {
                    let to = self.steps[usize::from(from)][dir].to;
                    if !met.has(usize::from(to - first)) {
                        met.insert(usize::from(to - first));
                        scratch.rest.push(to);
                        let (next, new_slot) = self.moved(state, &scratch.at, slot, to);
                        sink.take(next, note(new_slot, 0), &Mask::bit(slot))?;
                    }
                }
                match scratch.rest.pop() {
                    Some(next) => from = next,
                    None => break,
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The numbers of the bits that are set.
#[inline]
pub(super) fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}
