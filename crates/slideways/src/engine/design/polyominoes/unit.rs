//! Work units: the packings of a box with one goal piece, or a share of them.
//!
//! A step changes neither the shapes of the pieces nor the number of holes. So the partitions of the cells
//! around the goal piece in its lower right corner are sorted by the set of their larger parts, and those of
//! one set are searched together, for each number of holes: their states share one hash table, and every
//! state is visited once.
//!
//! On its way the goal piece enters its corner from the left or from above. So every puzzle has a state with
//! the goal piece in the corner and holes to the left of it or above it, and the search begins with these.

use super::bonds::Bonds;
use super::component::StepGraph;
use super::partition::{Partition, Partitions};
use super::plane::{CellSet, Image};
use super::seen::SeenStates;
use super::text::text;
use super::{GoalPiece, Polyominoes, Share};
use crate::engine::design::findings::Findings;
use crate::engine::design::saved::FoundClasses;
use crate::engine::run::units::Unit;
use crate::style::Style;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// States or partitions between two reports.
const OFTEN: u32 = 4096;

/// Memory that a worker keeps from unit to unit.
#[derive(Default)]
pub struct Buffers {
    partitions: Vec<Partition>,
    seen: SeenStates,
    graph: StepGraph,
}

/// Reports the cost of a unit.
pub struct Meter<'u, 's> {
    unit: &'u mut Unit<'s>,
    left: u32,
    expanded: u64,
    /// The neighbours produced.
    pub generated: u64,
    bytes: u64,
}

impl Meter<'_, '_> {
    /// Count a state that is expanded. `None` if the search is to stop.
    #[inline]
    pub fn expand(&mut self, bytes: impl FnOnce() -> u64) -> Option<()> {
        self.expanded += 1;
        if self.left == 1 {
            self.bytes = bytes();
        }
        self.tick()
    }

    /// Count a piece of work that expands no state.
    #[inline]
    pub fn tick(&mut self) -> Option<()> {
        self.left -= 1;
        if self.left == 0 { self.report() } else { Some(()) }
    }

    #[cold]
    fn report(&mut self) -> Option<()> {
        self.left = OFTEN;
        self.unit.report(self.expanded, self.generated, self.bytes).then_some(())
    }
}

/// What was found in one style about puzzles with one number of pieces.
#[derive(Default)]
struct Sums {
    arrangements: u64,
    puzzles: u64,
    starts: Vec<u64>,
    /// Goal piece, image and state of some of the hardest starts.
    hardest: BTreeSet<(usize, Image, u64)>,
}

impl Polyominoes {
    /// Search a unit. `None` if it was stopped.
    pub fn run_unit(&self, unit: &mut Unit, buffers: &mut Buffers) -> Option<FoundClasses> {
        let shares = &self.shares[self.units[unit.number].clone()];
        let mut meter = Meter { unit, left: OFTEN, expanded: 0, generated: 0, bytes: 0 };
        let mut sums = BTreeMap::new();
        for share in shares {
            self.run_share(share, buffers, &mut meter, &mut sums)?;
        }
        meter.report()?;
        let findings = |sums: Sums| Findings {
            arrangements: sums.arrangements,
            components: sums.puzzles,
            puzzles: sums.puzzles,
            starts: sums.starts,
            hardest: sums.hardest.iter().map(|&(_, image, code)| text(&self.packer, code, image)).collect(),
            ..Findings::default()
        };
        Some(sums.into_iter().map(|(class, sums)| (class, findings(sums))).collect())
    }

    fn run_share(
        &self,
        share: &Share,
        buffers: &mut Buffers,
        meter: &mut Meter,
        sums: &mut BTreeMap<(Style, u32), Sums>,
    ) -> Option<()> {
        let goal = &self.goals[share.goal];
        let Buffers { partitions, seen, graph } = buffers;
        partitions.clear();
        let plane = &self.packer.plane;
        let sizes = (2.max(*self.sizes.start()), *self.sizes.end());
        for (n, front) in goal.fronts.iter().enumerate() {
            let visit = |mut partition: Partition| {
                partition.singles |= front;
                let is_known = goal.fronts[..n].iter().any(|front| front & !partition.singles == 0);
                let is_here = (partition.key >> 5) % u64::from(share.of) == u64::from(share.number);
                if is_here && !is_known && partition.singles.count_ones() >= goal.holes {
                    partitions.push(partition);
                }
                if meter.tick().is_none() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            if (Partitions { plane, sizes, visit }).of(plane.all & !goal.end & !front).is_break() {
                return None;
            }
        }
        partitions.sort_unstable();
        let corners = (goal.start.trailing_zeros(), goal.end.trailing_zeros());
        let bonds = plane.bonds(goal.end);
        for group in partitions.chunk_by(|a, b| a.key == b.key) {
            let singles = group[0].singles.count_ones();
            let fewest = if self.sizes.contains(&1) { goal.holes } else { singles };
            for holes in fewest..=singles {
                let pieces = 1 + group[0].larger() + singles - holes;
                seen.clear();
                for partition in group {
                    let mut state = Bonds {
                        right: partition.right | bonds.0,
                        down: partition.down | bonds.1,
                        holes: 0,
                        goal: corners.1,
                    };
                    let mut chosen: u32 = (1 << holes) - 1;
                    while chosen >> singles == 0 {
                        state.holes = deposited(chosen, partition.singles);
                        let code = self.packer.pack(&state);
                        let leaves = goal.fronts.iter().any(|front| front & !state.holes == 0);
                        if leaves && !seen.contains(code) {
                            graph.explore(&self.packer, corners, code, seen, meter)?;
                            if !graph.starts.is_empty() {
                                self.measure((share.goal, goal), graph, seen, pieces, meter, sums)?;
                            }
                        }
                        meter.tick()?;
                        chosen = next_subset(chosen);
                    }
                }
            }
        }
        Some(())
    }

    /// Add the distances of a component with a start and a goal.
    fn measure(
        &self,
        (number, goal): (usize, &GoalPiece),
        graph: &mut StepGraph,
        seen: &SeenStates,
        pieces: u32,
        meter: &mut Meter,
        sums: &mut BTreeMap<(Style, u32), Sums>,
    ) -> Option<()> {
        let base = seen.codes.len() - graph.states();
        for &style in &self.styles {
            let sums = sums.entry((style, pieces)).or_default();
            for swapped in [false, true] {
                let images = || goal.images.iter().filter(|image| image.swaps_corners() == swapped);
                let times = images().count() as u64;
                if times == 0 {
                    continue;
                }
                graph.search(style.reach, self.packer.plane.cols, swapped, meter)?;
                sums.arrangements += times * graph.states() as u64;
                sums.puzzles += times;
                for (start, distance) in graph.found(swapped) {
                    let distance = usize::from(distance);
                    if distance >= sums.starts.len() {
                        sums.starts.resize(distance + 1, 0);
                        sums.hardest.clear();
                    }
                    sums.starts[distance] += times;
                    if distance + 1 == sums.starts.len() {
                        let code = seen.codes[base + start as usize];
                        let entries = images().map(|&image| (number, image, code));
                        sums.hardest.extend(entries);
                        while sums.hardest.len() > self.most_hardest {
                            sums.hardest.pop_last();
                        }
                    }
                }
            }
        }
        Some(())
    }
}

/// The cells of a set that are chosen by the bits of a number.
#[inline]
fn deposited(mut chosen: u32, mut set: CellSet) -> CellSet {
    let mut cells = 0;
    while chosen != 0 {
        let cell = set & set.wrapping_neg();
        if chosen & 1 != 0 {
            cells |= cell;
        }
        set ^= cell;
        chosen >>= 1;
    }
    cells
}

/// The next number with as many one bits (Gosper's hack); for zero, a number beyond every set of cells.
#[inline]
fn next_subset(chosen: u32) -> u32 {
    if chosen == 0 {
        return u32::MAX;
    }
    let low = chosen & chosen.wrapping_neg();
    let carry = chosen + low;
    carry | ((carry ^ chosen) / low) >> 2
}
