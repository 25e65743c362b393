//! The plan of a census of Unit Rush Hour.

use super::{Keep, PlanRequest};
use crate::design::goal::FamilyGoals;
use crate::design::{CensusError, Class, Forecast, Kit};
use crate::engine::design::findings::Findings;
use crate::engine::design::saved::CensusState;
use crate::engine::design::unit_cars::UnitCars;
use crate::engine::search::control::Control;
use crate::grid::{Axis, Cell};
use crate::outcome::Stop;
use crate::style::Who;
use std::collections::{BTreeMap, BTreeSet};

/// Nanoseconds per arrangement, as measured on 4 x 7.
const EACH: u64 = 2;

/// The rows of the red car, one work unit each.
pub struct UnitCarsPlan(Vec<UnitCars>);

impl UnitCarsPlan {
    /// A plan, if the family is that of Unit Rush Hour: one hole, and goals at the right ends of rows.
    pub fn new(request: &PlanRequest) -> Result<Option<UnitCarsPlan>, CensusError> {
        let PlanRequest { family, style, .. } = *request;
        let plain = family.blocked.is_empty() && family.walls == (0..=0) && family.from.is_none();
        let small = (2..=UnitCars::MOST_CELLS).contains(&family.grid.size()) && !family.grid.is_solid();
        let ours = is_unit_cars(&family.kit) && family.holes == (1..=1) && style.who == Who::Piece;
        if !(plain && small && ours) {
            return Ok(None);
        }
        if request.unique {
            return Err(CensusError::Unique);
        }
        let FamilyGoals::Places(goals) = family.checked()?.goals else { return Ok(None) };
        let cols = family.grid.cols();
        let row = |goal: &Vec<(usize, Cell)>| match goal[..] {
            [(0, at)] if at.index() % cols == cols - 1 => Some(at.index() / cols),
            _ => None,
        };
        let Some(rows) = goals.iter().map(row).collect::<Option<BTreeSet<usize>>>() else { return Ok(None) };
        let cars = rows.into_iter().map(|row| UnitCars::new(family.grid, row)).collect::<Result<_, _>>()?;
        Ok(Some(UnitCarsPlan(cars)))
    }

    /// The number of work units.
    pub fn units(&self) -> usize {
        self.0.len()
    }

    /// The number of arrangements, in one class.
    pub fn forecast(&self, request: &PlanRequest) -> Result<Forecast, CensusError> {
        let all = self.0.iter().fold(0u64, |sum, cars| sum.saturating_add(cars.count()));
        let bytes = self.0.iter().map(UnitCars::bytes).max().unwrap_or(0);
        if bytes > request.memory {
            let (all, bytes) = (u128::from(all), u128::from(bytes));
            return Err(CensusError::TooLarge { all, largest: all, bytes, memory: request.memory });
        }
        let words = format!("{} cars", request.family.grid.size() - 1);
        let class = Class::new(0, words, Some(1), all);
        Ok(Forecast::new(vec![class], request.family.goals()?, EACH))
    }

    /// Search the rows that are not done.
    pub fn search(
        &self,
        request: &PlanRequest,
        (state, keep): (&mut CensusState, Keep),
        control: &mut Control,
    ) -> Option<Stop> {
        let done = state.done.flags(self.units());
        for (row, cars) in self.0.iter().enumerate().filter(|(row, _)| !done[*row]) {
            let found = match cars.search(request.most, control) {
                Ok(found) => found,
                Err(by) => return Some(by),
            };
            let found = Findings {
                arrangements: found.arrangements,
                starts: found.starts,
                hardest: found.hardest,
                ..Findings::default()
            };
            state.add(row, &BTreeMap::from([((request.style, 0), found)]), request.most);
            keep(state, false);
        }
        keep(state, true);
        None
    }
}

/// Whether a kit is that of Unit Rush Hour.
fn is_unit_cars(kit: &Kit) -> bool {
    let ours = Kit::unit_cars();
    let kinds = |kit: &Kit, supply: usize| -> BTreeSet<(usize, Option<Axis>, bool)> {
        let pieces = kit.supplies[supply].pieces.iter();
        pieces.map(|piece| (piece.shape.offsets().len(), piece.along, piece.in_goal_line.is_some())).collect()
    };
    let same = |supply: usize| {
        kit.supplies[supply].numbers == ours.supplies[supply].numbers
            && kinds(kit, supply) == kinds(&ours, supply)
    };
    kit.supplies.len() == ours.supplies.len() && (0..ours.supplies.len()).all(same)
}
