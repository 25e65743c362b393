//! The plan of a census by sets of pieces: how many arrangements each set has, and the work units.

use super::{Keep, MOST_UNITS, PlanRequest};
use crate::design::family::CheckedFamily;
use crate::design::{CensusError, Class, Family, Forecast};
use crate::engine::design::census::{SetPuzzle, SetUnit, Sets};
use crate::engine::design::count::{MOST_KINDS, Numbers, count};
use crate::engine::design::saved::CensusState;
use crate::engine::search::control::Control;
use crate::outcome::Stop;
use crate::puzzle::PuzzleError;
use crate::solver::SolveError;
use crate::style::Who;
use std::collections::BTreeMap;

/// The bytes that the search of a set needs per arrangement, at least: a packed state, its entry in the
/// index, the beginning of its list of neighbours, and its distance.
const LEAST_BYTES: u128 = 37;

/// Nanoseconds per arrangement and pair of places of two pieces that change places.
const PER_PAIR: u64 = 100;

/// The work units of a census: every set of pieces with every choice of walls.
pub struct SetsPlan {
    walled: Vec<CheckedFamily>,
    /// The number of the walls, and the pieces.
    sets: Vec<(usize, Numbers)>,
    /// The sets of pieces, with every choice of walls.
    pub units: Vec<SetUnit>,
}

impl SetsPlan {
    /// The sets of pieces with a goal, their numbers of arrangements, and the work units.
    pub fn new(request: &PlanRequest) -> Result<(Forecast, SetsPlan), CensusError> {
        let PlanRequest { family, style, memory, .. } = *request;
        let checked = family.checked()?;
        let walled = family.walled(&checked).ok_or(CensusError::TooManyWalls)?;
        let mut classes: BTreeMap<Numbers, u128> = BTreeMap::new();
        let (mut sets, mut largest) = (vec![], 0);
        for (walls, checked) in walled.iter().enumerate() {
            let counted = count(&checked.anchored, &checked.allowed).ok_or(CensusError::TooManySets)?;
            for (numbers, states) in counted.into_iter().filter(|(numbers, _)| checked.has_goal(numbers)) {
                let sum = classes.entry(numbers).or_default();
                *sum = sum.saturating_add(states);
                largest = largest.max(states);
                sets.push((walls, numbers, states));
            }
            if sets.len() > MOST_UNITS {
                return Err(CensusError::TooManySets);
            }
        }
        if sets.is_empty() {
            return Err(CensusError::NoSet);
        }
        let all = classes.values().fold(0u128, |sum, &states| sum.saturating_add(states));
        let bytes = largest.saturating_mul(LEAST_BYTES);
        if bytes > memory.into() || all > u64::MAX.into() {
            return Err(CensusError::TooLarge { all, largest, bytes, memory });
        }
        let number: BTreeMap<&Numbers, u32> = classes.keys().zip(0..).collect();
        let unit = |(_, numbers, states): &(usize, Numbers, u128)| SetUnit {
            class: number[numbers],
            arrangements: *states as u64,
        };
        let units = sets.iter().map(unit).collect();
        let kinds = family.kit.pieces().count();
        let class = |(number, (numbers, &states)): (u32, (&Numbers, &u128))| {
            let pieces: Vec<u32> = numbers[..kinds].iter().map(|&number| number.into()).collect();
            let holes = Some(numbers[MOST_KINDS].into());
            Class::new(number, family.kit.words(&pieces), holes, states as u64)
        };
        let each = if style.who == Who::Set { 10_000 } else { 1000 };
        let each = each + PER_PAIR * checked.swap_pairs();
        let classes = (0..).zip(&classes).map(class).collect();
        let forecast = Forecast::new(classes, checked.goal_words(family), each);
        let sets = sets.into_iter().map(|(walls, numbers, _)| (walls, numbers)).collect();
        Ok((forecast, SetsPlan { walled, sets, units }))
    }

    /// The puzzles with the walls and the pieces of a unit.
    fn puzzle(&self, family: &Family, unit: usize) -> Result<SetPuzzle, PuzzleError> {
        let (walls, numbers) = &self.sets[unit];
        self.walled[*walls].puzzle(family, numbers)
    }

    /// Search the sets that are not done.
    pub fn search(
        &self,
        request: &PlanRequest,
        (state, keep): (&mut CensusState, Keep),
        control: &mut Control,
    ) -> Result<Option<Stop>, SolveError> {
        let PlanRequest { family, style, most, .. } = *request;
        let puzzle = |unit: usize| self.puzzle(family, unit);
        Sets { units: &self.units, puzzle: &puzzle, style, most }.census(state, keep, control)
    }
}
