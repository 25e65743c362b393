//! Goal test on packed states, and enumeration of the goal states.

use super::mask::Mask;
use super::plan::Plan;
use super::space::Space;
use crate::engine::search::State;
use crate::engine::search::graph::sort;
use crate::puzzle::{Goal, Puzzle};
use std::ops::Range;

/// A condition that a goal state satisfies.
#[derive(Debug)]
enum Need {
    /// Bits of a word have a value: a whole state, or the only piece of a kind.
    Bits { word: usize, mask: u64, value: u64 },
    /// A piece of a kind, whose fields are given, has a placement.
    Piece { fields: Range<usize>, placement: u16 },
}

/// The goals of a puzzle, compiled; each is a list of conditions.
#[derive(Debug)]
pub(super) struct Goals(Vec<Vec<Need>>);

impl Goals {
    /// Compile the goals that are in reach; the others can never be satisfied.
    pub(super) fn new<const N: usize, const M: usize, const D: usize>(
        plan: &Plan,
        space: &Space<N, M, D>,
        puzzle: &Puzzle,
    ) -> Goals {
        let in_reach = puzzle.goals().iter().filter(|goal| is_in_reach(plan, goal));
        Goals(in_reach.map(|goal| needs(plan, space, puzzle, goal)).collect())
    }

    /// Whether no goal is in reach.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a state satisfies one of the goals.
    #[inline]
    pub(super) fn hold<const N: usize, const M: usize, const D: usize>(
        &self,
        space: &Space<N, M, D>,
        state: &State<N>,
    ) -> bool {
        self.0.iter().any(|needs| {
            needs.iter().all(|need| match need {
                Need::Bits { word, mask, value } => state[*word] & mask == *value,
                Need::Piece { fields, placement } => space.holds(state, fields.clone(), *placement),
            })
        })
    }
}

fn is_in_reach(plan: &Plan, goal: &Goal) -> bool {
    goal.0.iter().all(|&place| plan.placement(place).is_some())
}

fn needs<const N: usize, const M: usize, const D: usize>(
    plan: &Plan,
    space: &Space<N, M, D>,
    puzzle: &Puzzle,
    goal: &Goal,
) -> Vec<Need> {
    if puzzle.is_full(goal) {
        let state = space.pack_places(plan, &goal.0).expect("the goal is in reach");
        let whole = |(word, &value)| Need::Bits { word, mask: !0, value };
        return state.iter().enumerate().map(whole).collect();
    }
    let need = |&place| {
        let placement = plan.placement(place).expect("the goal is in reach");
        let kind = &plan.kinds[plan.placements[placement].0];
        let field = &plan.fields[kind.fields.start];
        match kind.slots.len() {
            1 => Need::Bits {
                word: field.word,
                mask: (((1u128 << field.bits) - 1) as u64) << field.shift,
                value: ((placement - kind.placements.start) as u64) << field.shift,
            },
            _ => Need::Piece { fields: kind.fields.clone(), placement: placement as u16 },
        }
    };
    goal.0.iter().map(need).collect()
}

/// All goal states, inside and outside the start's component, unless there are more than `most`.
///
/// Every way to add the pieces that a goal leaves free is tried, kind by kind in ascending order.
pub(super) fn states<const N: usize, const M: usize, const D: usize>(
    plan: &Plan,
    space: &Space<N, M, D>,
    puzzle: &Puzzle,
    most: usize,
) -> Option<Vec<State<N>>> {
    let mut listing = Listing { plan, space, most, work: 64 * most, found: vec![] };
    for goal in puzzle.goals().iter().filter(|goal| is_in_reach(plan, goal)) {
        let fixed: Vec<usize> =
            goal.0.iter().map(|&place| plan.placement(place).expect("it is in reach")).collect();
        let mut at = fixed.iter().map(|&placement| placement as u16).collect();
        let occupied = fixed.iter().fold(Mask::default(), |cells, &p| cells | space.masks[p]);
        listing.extend(&mut at, occupied, 0, 0)?;
    }
    sort(&mut listing.found);
    listing.found.dedup();
    Some(listing.found)
}

struct Listing<'a, const N: usize, const M: usize, const D: usize> {
    plan: &'a Plan,
    space: &'a Space<N, M, D>,
    most: usize,
    /// The number of partial arrangements that may still be examined.
    work: usize,
    found: Vec<State<N>>,
}

impl<const N: usize, const M: usize, const D: usize> Listing<'_, N, M, D> {
    /// Add the missing pieces of `kind` and of later kinds, at placements from `from` on.
    fn extend(&mut self, at: &mut Vec<u16>, occupied: Mask<M>, kind: usize, from: usize) -> Option<()> {
        self.work = self.work.checked_sub(1)?;
        let Some(plan) = self.plan.kinds.get(kind) else {
            let mut sorted = at.clone();
            sorted.sort_unstable();
            self.found.push(self.space.pack_slots(&sorted));
            return (self.found.len() <= self.most).then_some(());
        };
        let there = at.iter().filter(|&&p| plan.placements.contains(&usize::from(p))).count();
        if there == plan.slots.len() {
            return self.extend(at, occupied, kind + 1, 0);
        }
        for placement in from.max(plan.placements.start)..plan.placements.end {
            let cells = self.space.masks[placement];
            if !cells.meets(&occupied) {
                at.push(placement as u16);
                self.extend(at, occupied | cells, kind, placement + 1)?;
                at.pop();
            }
        }
        Some(())
    }
}
