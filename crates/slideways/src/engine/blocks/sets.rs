//! Moves of sets of pieces, which are the ideals of the "bumps into" digraph.
//!
//! **One step** of a set changes the rank of every kind in it. Moving pieces keep their order among
//! themselves, and so do resting pieces. A moving piece that passes k resting pieces of its kind goes k slots
//! forward, and each of those goes one slot back. So the new state is a sum over the moving and the passed
//! pieces, in any order.
//!
//! **Further steps.** A set that continues must fit at every further step; it stays the same rigid set. A
//! flood fill over its displacements finds the places it can reach. (SLIDING stops such a fill at known
//! arrangements, which two sets of interchangeable pieces may share, and so its style 5 can miss moves.) In a
//! tight box hardly any set gets further than one step, and for most sets one test is enough: after the step,
//! one of its members is up against a piece that cannot move in that direction at all.

use super::bumps::{Bumps, Ideal, Wanted};
use super::mask::Mask;
use super::single::{bits, note, noted};
use super::sink::Sink;
use super::space::{Placements, Scratch as Unpacked, Space, no_placements};
use crate::engine::search::{Note, State};
use crate::grid::Dir;
use std::ops::ControlFlow;

/// Working memory for sets.
#[derive(Debug)]
pub struct Scratch<const N: usize, const M: usize> {
    pub(super) wanted: Wanted<M>,
    /// The "bumps into" digraph of each direction.
    bumps: [Bumps<N, M>; Dir::ALL.len()],
    ideals: Vec<Ideal<N, M>>,
    /// Loose slots of one direction that cannot continue in each direction after one step, whichever pieces
    /// move along.
    stuck: [Mask<M>; Dir::ALL.len()],
    passes: Passes<M>,
    body: Body,
}

impl<const N: usize, const M: usize> Default for Scratch<N, M> {
    fn default() -> Self {
        Scratch {
            wanted: Wanted::default(),
            bumps: Default::default(),
            ideals: vec![],
            stuck: [Mask::default(); Dir::ALL.len()],
            passes: Passes::default(),
            body: Body::default(),
        }
    }
}

/// Which pieces pass which in one step in a given direction.
#[derive(Debug, Default)]
struct Passes<const M: usize> {
    /// The slots that would pass others of their kind, if those did not move.
    passing: Mask<M>,
    /// For each passing slot, the slots it passes.
    passed: Vec<Mask<M>>,
}

/// What is computed once per state before its sets move in one direction.
struct Ready<'a, const N: usize, const M: usize> {
    at: &'a Placements,
    dir: usize,
    bumps: &'a [Bumps<N, M>; Dir::ALL.len()],
    stuck: &'a [Mask<M>; Dir::ALL.len()],
    /// Loose slots that can neither continue, whichever pieces move along, nor could have started in another
    /// direction: a set that contains one of them makes only one step.
    settled: Mask<M>,
    passes: &'a Passes<M>,
}

/// A set in motion.
#[derive(Debug)]
struct Body {
    /// All slots after a move.
    next: Box<Placements>,
    /// The slots of the set.
    members: Vec<usize>,
    /// Placements of the members at some displacement, and after one more step.
    here: Vec<u16>,
    there: Vec<u16>,
    /// Placements of the members at each displacement still to be expanded, each with the last step to it.
    rest: Vec<u16>,
}

impl Default for Body {
    fn default() -> Self {
        Body { next: no_placements(), members: vec![], here: vec![], there: vec![], rest: vec![] }
    }
}

impl<const N: usize, const M: usize, const D: usize> Space<N, M, D> {
    /// Prunes by the last move: a piece that has just moved alone need not go back alone, and a set that goes
    /// in the same direction without it could have moved together with it at once.
    pub(super) fn set_steps(
        &self,
        state: &State<N>,
        last: Note,
        scratch: &mut Unpacked<N, M>,
        sink: &mut Sink<N, M>,
    ) -> ControlFlow<()> {
        let (last_slot, last_dir) = noted(last);
        let back = if last_slot == 0 { Mask::default() } else { Mask::bit(last_slot) };
        let with = |dir: usize| if dir == last_dir { back } else { Mask::default() };
        self.each_set(
            state,
            scratch,
            with,
            |_| 0,
            |ready, set, sum, _| {
                if ready.dir == last_dir ^ 1 && *set == back {
                    return ControlFlow::Continue(());
                }
                let (next, note) = self.stepped(sum, ready, set);
                sink.take(next, note, set)
            },
        )
    }

    /// Prunes by the last move: a piece that has just moved alone need not move alone along the same line.
    pub(super) fn set_slides(
        &self,
        state: &State<N>,
        last: Note,
        scratch: &mut Unpacked<N, M>,
        sink: &mut Sink<N, M>,
    ) -> ControlFlow<()> {
        let (last_slot, last_dir) = noted(last);
        let occupied = scratch.occupied;
        self.each_set(
            state,
            scratch,
            |_| Mask::default(),
            |dir| 1 << dir,
            |ready, set, sum, body| {
                let &Ready { at, dir, .. } = ready;
                if dir | 1 == last_dir | 1 && *set == Mask::bit(last_slot) {
                    return ControlFlow::Continue(());
                }
                if set.meets(&ready.stuck[dir]) {
                    let (next, note) = self.stepped(sum, ready, set);
                    return sink.take(next, note, set);
                }
                let others = self.set_out(occupied, at, body, set);
                while self.shift(&body.here, dir, &others, &mut body.there) {
                    let (next, note) = self.displaced(state, at, body, dir);
                    sink.take(next, note, set)?;
                    std::mem::swap(&mut body.here, &mut body.there);
                }
                ControlFlow::Continue(())
            },
        )
    }

    /// Prunes by the last move: a piece that has just moved alone need not move alone again.
    pub(super) fn set_paths(
        &self,
        state: &State<N>,
        last: Note,
        scratch: &mut Unpacked<N, M>,
        sink: &mut Sink<N, M>,
    ) -> ControlFlow<()> {
        let (last_slot, _) = noted(last);
        let occupied = scratch.occupied;
        let onward = |dir: usize| ((1u32 << D) - 1) & !(1 << (dir ^ 1));
        self.each_set(
            state,
            scratch,
            |_| Mask::default(),
            onward,
            |ready, set, sum, body| {
                let &Ready { at, dir: first_dir, .. } = ready;
                if *set == Mask::bit(last_slot) {
                    return ControlFlow::Continue(());
                }
                // For most sets two tests are enough.
                if set.meets(&ready.settled) {
                    let (next, note) = self.stepped(sum, ready, set);
                    return sink.take(next, note, set);
                }
                let sets_out = |dir: usize| (*set - ready.bumps[dir].loose).is_empty();
                let goes_on = |dir: usize| !set.meets(&ready.stuck[dir]);
                if !(0..D).any(|dir| dir != first_dir && sets_out(dir))
                    && !bits(onward(first_dir)).any(goes_on)
                {
                    let (next, note) = self.stepped(sum, ready, set);
                    return sink.take(next, note, set);
                }
                let others = self.set_out(occupied, at, body, set);
                let mut dirs = (0..D)
                    .filter(|&dir| sets_out(dir) && self.shift(&body.here, dir, &others, &mut body.there))
                    .fold(0, |dirs, dir| dirs | 1u32 << dir);
                // A set that could also have started in an earlier direction was handled there.
                if dirs & ((1 << first_dir) - 1) != 0 {
                    return ControlFlow::Continue(());
                }
                // The placement of the first member identifies a displacement.
                let first = self.slots[body.members[0]].placement;
                let mut met = Mask::<M>::bit(usize::from(body.here[0] - first));
                body.rest.clear();
                loop {
                    for dir in bits(dirs) {
                        if self.shift(&body.here, dir, &others, &mut body.there)
                            && !met.has(usize::from(body.there[0] - first))
                        {
                            met.insert(usize::from(body.there[0] - first));
                            body.rest.extend_from_slice(&body.there);
                            body.rest.push(dir as u16);
                            let (next, note) = self.displaced(state, at, body, dir);
                            sink.take(next, note, set)?;
                        }
                    }
                    let Some(came) = body.rest.pop() else { return ControlFlow::Continue(()) };
                    let from = body.rest.len() - body.here.len();
                    body.here.copy_from_slice(&body.rest[from..]);
                    body.rest.truncate(from);
                    // No need to go back in the direction the set came from.
                    dirs = onward(usize::from(came));
                }
            },
        )
    }

    /// Visit every set that can take a step, once per possible direction, with the state its step would lead
    /// to if no piece were passed. `with` gives the slots that must be in the set, `onward` the directions in
    /// which it might continue, as bits.
    #[inline]
    fn each_set(
        &self,
        state: &State<N>,
        scratch: &mut Unpacked<N, M>,
        with: impl Fn(usize) -> Mask<M>,
        onward: impl Fn(usize) -> u32,
        mut visit: impl FnMut(&Ready<'_, N, M>, &Mask<M>, &State<N>, &mut Body) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Unpacked { at, occupied, sets, .. } = scratch;
        let Scratch { wanted, bumps, ideals, stuck, passes, body } = sets;
        let free = Mask::all() - *occupied;
        let alone = self.alone(at, free);
        for dir in 0..D {
            self.find_bumps(at, free, alone[dir], dir, &mut bumps[dir]);
        }
        for dir in 0..D {
            if bumps[dir].loose.is_empty() {
                continue;
            }
            self.find_passes(at, bumps[dir].loose, dir, passes);
            if onward(dir) != 0 {
                self.find_stuck(at, &bumps[dir], dir, stuck);
            }
            let mut settled = Mask::all();
            for other in 0..D {
                if onward(dir) >> other & 1 == 1 {
                    settled = settled & stuck[other];
                }
                if other != dir {
                    settled = settled - bumps[other].loose;
                }
            }
            let ready = Ready { at, dir, bumps, stuck, settled, passes };
            let wanted = Wanted { with: wanted.with | with(dir), ..*wanted };
            bumps[dir].ideals(state, &wanted, ideals, |set, sum| visit(&ready, set, sum, body))?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn find_passes(&self, at: &Placements, loose: Mask<M>, dir: usize, passes: &mut Passes<M>) {
        let Passes { passing, passed } = passes;
        *passing = Mask::default();
        for slot in loose.iter() {
            let to = self.steps[usize::from(at[slot])][dir].to;
            let next = at[ahead(slot, 1, dir)];
            let passes = if is_up(dir) { next < to } else { next > to };
            passing.0[slot / 64 % M] |= u64::from(passes) << (slot % 64);
        }
        if passed.len() < self.slots.len() {
            passed.resize(self.slots.len(), Mask::default());
        }
        for slot in passing.iter() {
            let to = self.steps[usize::from(at[slot])][dir].to;
            passed[slot] = Mask::default();
            let mut other = ahead(slot, 1, dir);
            while if is_up(dir) { at[other] < to } else { at[other] > to } {
                passed[slot].insert(other);
                other = ahead(other, 1, dir);
            }
        }
    }

    /// The state after the slots of a set have taken one step, given the state without passing.
    #[inline]
    fn stepped(&self, sum: &State<N>, ready: &Ready<'_, N, M>, set: &Mask<M>) -> (State<N>, Note) {
        let &Ready { at, dir, passes, .. } = ready;
        let mut next = *sum;
        let mut passed = Mask::default();
        for slot in (*set & passes.passing).iter() {
            let to = self.steps[usize::from(at[slot])][dir].to;
            let resting = passes.passed[slot] - *set;
            self.put(&mut next, slot, to, ahead(slot, resting.len(), dir), to);
            passed |= resting;
        }
        for slot in passed.iter() {
            let passing = *set & passes.passing & self.kin[slot];
            let by = passing.iter().filter(|&mover| passes.passed[mover].has(slot)).count();
            self.put(&mut next, slot, at[slot], ahead(slot, by, dir ^ 1), at[slot]);
        }
        let alone = if set.len() == 1 { set.least() } else { None };
        (next, alone.map_or(0, |slot| note(ahead(slot, passed.len(), dir), dir)))
    }

    /// Find the loose slots that cannot continue in each direction after one step, whichever pieces move
    /// along.
    #[inline]
    fn find_stuck(&self, at: &Placements, bumps: &Bumps<N, M>, dir: usize, stuck: &mut [Mask<M>]) {
        for stuck in stuck.iter_mut() {
            *stuck = Mask::default();
        }
        for slot in bumps.loose.iter() {
            let to = self.steps[usize::from(at[slot])][dir].to;
            let steps = &self.steps[usize::from(to)];
            for onward in 0..D {
                let fits = (steps[onward].fresh - bumps.cells).is_empty();
                stuck[onward].0[slot / 64 % M] |= u64::from(!fits) << (slot % 64);
            }
        }
    }

    /// Prepare to move a set: record its members and their placements. Returns the cells covered by the other
    /// pieces.
    #[inline]
    fn set_out(&self, occupied: Mask<M>, at: &Placements, body: &mut Body, set: &Mask<M>) -> Mask<M> {
        body.members.clear();
        body.here.clear();
        let mut cells = Mask::default();
        for slot in set.iter() {
            body.members.push(slot);
            body.here.push(at[slot]);
            cells |= self.masks[usize::from(at[slot])];
        }
        occupied - cells
    }

    /// The placements of the members after one step; false if one of them is blocked.
    #[inline]
    fn shift(&self, from: &[u16], dir: usize, others: &Mask<M>, to: &mut Vec<u16>) -> bool {
        // One test for all members: which of them is blocked is hard to predict, and does not matter.
        to.clear();
        let mut fresh = Mask::default();
        for &placement in from {
            let step = &self.steps[usize::from(placement)][dir];
            fresh |= step.fresh;
            to.push(step.to);
        }
        !fresh.meets(others)
    }

    /// The state after the members have moved to the placements in `there`; the last step was in direction
    /// `dir`.
    fn displaced(&self, state: &State<N>, at: &Placements, body: &mut Body, dir: usize) -> (State<N>, Note) {
        let Body { next, members, there, .. } = body;
        let slots = self.slots.len();
        next[..=slots].copy_from_slice(&at[..=slots]);
        let mut changed = *state;
        // Each member finds its new slot among the resting pieces and the members that moved before it. Since
        // it does not overtake those members, no slot still to be processed changes.
        let up = there[0] > at[members[0]];
        let mut slot = 0;
        for i in 0..members.len() {
            // The leading member goes first.
            let i = if up { members.len() - 1 - i } else { i };
            let (mut here, to) = (members[i], there[i]);
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
            slot = here;
        }
        (changed, if members.len() == 1 { note(slot, dir) } else { 0 })
    }
}

/// Whether a direction leads towards higher placements. Directions come in pairs, the one towards higher
/// placements first.
fn is_up(dir: usize) -> bool {
    dir & 1 == 0
}

/// The slot `by` slots ahead in direction `dir`.
fn ahead(slot: usize, by: usize, dir: usize) -> usize {
    if is_up(dir) { slot + by } else { slot - by }
}
