//! A component: the states that can be reached from one of them, and the steps between them.
//!
//! The graph of single steps answers for the longer moves too. All positions that one piece can reach along a
//! path, while the others stay, can be reached from each other by one move, and so can those along a straight
//! run by one slide: they are *cliques* of the graph of moves. A breadth-first search follows each step once:
//! the first state of a clique that is expanded gives the rest of the clique its distance.

use super::bonds::{BondStep, Packer};
use super::plane::{DIRS, Plane};
use super::seen::SeenStates;
use super::unit::Meter;
use crate::style::Reach;
use std::ops::Range;

/// A component, and what is needed to search it.
#[derive(Default)]
pub struct StepGraph {
    /// The number in [`SeenStates`] of the first state.
    base: usize,
    /// Where the steps from each state begin; one more entry than states.
    begin: Vec<u32>,
    /// Where each step leads; states are numbered from `base`.
    to: Vec<u32>,
    /// The steps; eight more follow the last, so that eight can be read at once.
    steps: Vec<BondStep>,
    /// States with the goal piece in the lower right corner.
    pub ends: Vec<u32>,
    /// States with the goal piece in the upper left corner.
    pub starts: Vec<u32>,
    queue: Vec<u32>,
    distance: Vec<u16>,
    stack: Vec<(u32, usize)>,
}

/// Not reached.
const FAR: u16 = u16::MAX;

impl StepGraph {
    /// The number of states.
    pub fn states(&self) -> usize {
        self.begin.len() - 1
    }

    /// The bytes held.
    pub fn bytes(&self) -> u64 {
        let words = self.begin.capacity() + self.to.capacity() + self.queue.capacity();
        (words * 4 + self.steps.capacity() + self.distance.capacity() * 2) as u64
    }

    /// Find the component of a state that is not yet in `seen`. `None` if the meter stops it.
    pub fn explore(
        &mut self,
        packer: &Packer,
        corners: (u32, u32),
        from: u64,
        seen: &mut SeenStates,
        meter: &mut Meter,
    ) -> Option<()> {
        self.base = seen.codes.len();
        self.begin.clear();
        self.to.clear();
        self.steps.clear();
        self.ends.clear();
        self.starts.clear();
        seen.number(from);
        let mut next = self.base;
        while let Some(&code) = seen.codes.get(next) {
            let goal = packer.goal(code);
            if goal == corners.1 {
                self.ends.push((next - self.base) as u32);
            } else if goal == corners.0 {
                self.starts.push((next - self.base) as u32);
            }
            self.begin.push(self.to.len() as u32);
            grow_slowly(&mut self.to);
            grow_slowly(&mut self.steps);
            packer.neighbours(code, |neighbour, step| {
                self.to.push(seen.number(neighbour) - self.base as u32);
                self.steps.push(step);
            });
            next += 1;
            meter.expand(|| self.bytes() + seen.bytes())?;
        }
        self.begin.push(self.to.len() as u32);
        self.steps.extend([0; 8]);
        meter.generated += self.to.len() as u64;
        Some(())
    }

    /// Measure the distances from the nearest end or, if `swapped`, from the nearest start. The search ends
    /// when all states of the other corner are reached.
    pub fn search(&mut self, reach: Reach, cols: u32, swapped: bool, meter: &mut Meter) -> Option<()> {
        self.distance.clear();
        self.distance.resize(self.states(), FAR);
        let (from, to) = if swapped { (&self.starts, &self.ends) } else { (&self.ends, &self.starts) };
        self.queue.clear();
        self.queue.extend_from_slice(from);
        from.iter().for_each(|&state| self.distance[state as usize] = 0);
        to.iter().for_each(|&state| self.distance[state as usize] = TARGET);
        let mut missing = to.len();
        match reach {
            Reach::Step => self.by_steps(&mut missing, meter),
            Reach::Slide => self.by_cliques::<true>(cols, &mut missing, meter),
            Reach::Path => self.by_cliques::<false>(cols, &mut missing, meter),
        }
    }

    /// The states of the other corner and their distances, after [`search`](StepGraph::search).
    pub fn found(&self, swapped: bool) -> impl Iterator<Item = (u32, u16)> {
        let to = if swapped { &self.ends } else { &self.starts };
        to.iter().map(|&state| (state, self.distance[state as usize]))
    }

    fn by_steps(&mut self, missing: &mut usize, meter: &mut Meter) -> Option<()> {
        let mut next = 0;
        while *missing > 0 {
            let state = self.queue[next] as usize;
            next += 1;
            let farther = self.distance[state] + 1;
            for step in self.begin[state] as usize..self.begin[state + 1] as usize {
                let to = self.to[step];
                reach(to, farther, &mut self.distance, &mut self.queue, missing);
            }
            meter.tick()?;
        }
        Some(())
    }

    /// Moves of one piece along a path or, if `STRAIGHT`, along a line.
    fn by_cliques<const STRAIGHT: bool>(
        &mut self,
        cols: u32,
        missing: &mut usize,
        meter: &mut Meter,
    ) -> Option<()> {
        self.steps.iter_mut().for_each(|step| *step &= !FOLLOWED);
        let mut next = 0;
        while *missing > 0 {
            let state = self.queue[next] as usize;
            next += 1;
            let farther = self.distance[state] + 1;
            for step in self.begin[state] as usize..self.begin[state + 1] as usize {
                if self.steps[step] & FOLLOWED != 0 {
                    continue;
                }
                if STRAIGHT {
                    // Follow the line to its end.
                    let mut step = Some(step);
                    while let Some(on) = step {
                        let (to, back) = self.follow(on, cols, farther, missing);
                        let onward = opposite(self.steps[back] & !FOLLOWED);
                        step = self.same_piece(to, back).find(|&step| self.steps[step] == onward);
                    }
                } else {
                    let back = self.follow(step, cols, farther, missing);
                    self.stack.push(back);
                    while let Some((state, back)) = self.stack.pop() {
                        for step in self.same_piece(state, back) {
                            if self.steps[step] & FOLLOWED == 0 {
                                let back = self.follow(step, cols, farther, missing);
                                self.stack.push(back);
                            }
                        }
                    }
                }
            }
            meter.tick()?;
        }
        Some(())
    }

    /// Follow a step: mark it and the step back, give its end a distance, and return the end and the step
    /// back.
    #[inline]
    fn follow(&mut self, step: usize, cols: u32, farther: u16, missing: &mut usize) -> (u32, usize) {
        let to = self.to[step];
        let by = [DIRS as u8, (DIRS as u8).wrapping_neg(), 4 * cols as u8, (4 * cols as u8).wrapping_neg()];
        let forth = self.steps[step];
        let back = opposite(forth.wrapping_add(by[forth as usize % DIRS]));
        // Look for the step back in eight steps at once: of bytes below 128, the sum has no carries, and its
        // high bit is clear where the byte is zero.
        const LOW: u64 = u64::from_ne_bytes([0x7f; 8]);
        let mut at = self.begin[to as usize] as usize;
        let at = loop {
            let eight = self.steps[at..at + 8].try_into().expect("eight bytes");
            let other = (u64::from_le_bytes(eight) & LOW) ^ u64::from_ne_bytes([back; 8]);
            let equal = !(other + LOW) & !LOW;
            if equal != 0 {
                break at + equal.trailing_zeros() as usize / 8;
            }
            at += 8;
        };
        self.steps[step] |= FOLLOWED;
        self.steps[at] |= FOLLOWED;
        reach(to, farther, &mut self.distance, &mut self.queue, missing);
        (to, at)
    }

    /// The steps of the same piece from the same state: they come one after another.
    #[inline]
    fn same_piece(&self, state: u32, step: usize) -> Range<usize> {
        let state = state as usize;
        let (begin, end) = (self.begin[state] as usize, self.begin[state + 1] as usize);
        let piece = |step: usize| (self.steps[step] & !FOLLOWED) as usize / DIRS;
        let (mut first, mut last) = (step, step);
        while first > begin && piece(first - 1) == piece(step) {
            first -= 1;
        }
        while last + 1 < end && piece(last + 1) == piece(step) {
            last += 1;
        }
        first..last + 1
    }
}

/// Make room for the steps from one state. A vector that doubles would hold too much memory in the largest
/// components.
#[inline]
fn grow_slowly<T>(steps: &mut Vec<T>) {
    let most = Plane::MOST_CELLS * DIRS;
    if steps.capacity() - steps.len() < most {
        steps.reserve_exact(most.max(steps.len() / 8));
    }
}

/// Marks a step that was followed in either direction.
const FOLLOWED: BondStep = 0x80;

/// The same piece in the opposite direction.
#[inline]
fn opposite(step: BondStep) -> BondStep {
    step ^ 1
}

/// A target that was not reached.
const TARGET: u16 = FAR - 1;

/// Give a state its distance, if it has none.
#[inline]
fn reach(to: u32, farther: u16, distance: &mut [u16], queue: &mut Vec<u32>, missing: &mut usize) {
    let known = &mut distance[to as usize];
    if *known >= TARGET {
        *missing -= usize::from(*known == TARGET);
        *known = farther;
        queue.push(to);
    }
}
