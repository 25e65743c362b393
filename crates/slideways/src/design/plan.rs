//! The plan of a census: the sets of pieces, how many arrangements each has, and the work units.

use super::family::CheckedFamily;
use super::goal;
use super::{CensusError, Class, Family, Findings, Forecast};
use crate::engine::design::census::SetUnit;
use crate::engine::design::count::{MOST_KINDS, Numbers, count};
use crate::puzzle::{Place, Puzzle, PuzzleError};
use std::collections::BTreeMap;

/// The bytes that the search of a set needs per arrangement, at least: a packed state, its entry in the
/// index, the beginning of its list of neighbours, and its distance.
const LEAST_BYTES: u128 = 37;

/// The most work units of a census.
const MOST_UNITS: usize = 1 << 20;

/// The work units of a census: every set of pieces with every choice of walls.
pub(super) struct Plan {
    walled: Vec<CheckedFamily>,
    /// The number of the walls, and the pieces.
    sets: Vec<(usize, Numbers)>,
    pub units: Vec<SetUnit>,
}

impl Plan {
    /// The sets of pieces with a goal, their numbers of arrangements, and the work units.
    pub fn new(family: &Family, memory: u64) -> Result<(Forecast, Plan), CensusError> {
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
        let class = |(numbers, &states): (&Numbers, &u128)| {
            let pieces: Vec<u32> = numbers[..kinds].iter().map(|&number| number.into()).collect();
            let (pieces, holes) = (family.kit.words(&pieces), numbers[MOST_KINDS].into());
            let found = Findings::default();
            Class { pieces, holes, arrangements: states as u64, found, complete: false }
        };
        let goals = checked.goals.iter().map(|goal| goal::words(goal, &family.kit, family.grid)).collect();
        let forecast = Forecast { classes: classes.iter().map(class).collect(), goals, resumed: None };
        let sets = sets.into_iter().map(|(walls, numbers, _)| (walls, numbers)).collect();
        Ok((forecast, Plan { walled, sets, units }))
    }

    /// A puzzle with the walls and the pieces of a unit, and the places that a start must have.
    pub fn puzzle(&self, family: &Family, unit: usize) -> Result<(Puzzle, Vec<Place>), PuzzleError> {
        let (walls, numbers) = &self.sets[unit];
        self.walled[*walls].puzzle(family, numbers)
    }
}
