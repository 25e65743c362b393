//! The plan of a census of all polyomino packings: the goal piece goes from the upper left corner to the
//! lower right one.

use super::{Keep, PlanRequest};
use crate::design::{CensusError, Class, Forecast, NotAGoal};
use crate::engine::design::polyominoes::unit::Buffers;
use crate::engine::design::polyominoes::{Corners, PolyominoOptions, Polyominoes, count};
use crate::engine::design::saved::CensusState;
use crate::engine::design::units::run_census;
use crate::engine::run::units::Unit;
use crate::engine::search::control::Control;
use crate::outcome::Stop;
use std::ops::RangeInclusive;

/// Nanoseconds per packing, and per packing and style, as measured on 4 x 5.
const EACH: (u64, u64) = (800, 400);

/// The work units, and the number of packings.
pub struct PolyominoesPlan {
    census: Polyominoes,
    packings: u64,
    /// The goal in words.
    goal: &'static str,
    most_pieces: u32,
}

/// The goals that a family of all polyominoes can have.
const GOALS: [(&str, Corners); 2] = [("lower-right", Corners::Bounded), ("corner-cell", Corners::EndCovered)];

impl PolyominoesPlan {
    /// A plan for pieces with these numbers of cells.
    pub fn new(request: &PlanRequest, cells: &RangeInclusive<u32>) -> Result<PolyominoesPlan, CensusError> {
        let PlanRequest { family, styles, most, unique, .. } = *request;
        if unique {
            return Err(CensusError::Unique);
        }
        let plain = family.blocked.is_empty() && family.walls == (0..=0) && family.from.is_none();
        if !plain || family.holes != (0..=u32::MAX) {
            return Err(CensusError::OnlyBox);
        }
        let (goal, corners) = match &family.goals[..] {
            [] => GOALS[0],
            [name] => {
                *GOALS.iter().find(|(goal, _)| goal == name).ok_or_else(|| NotAGoal::Corner(name.clone()))?
            }
            [_, other, ..] => return Err(NotAGoal::Corner(other.clone()).into()),
        };
        let (grid, sizes) =
            (family.grid, (*cells.start()).max(1)..=(*cells.end()).min(family.grid.size() as u32));
        let packings = u64::try_from(count(grid, sizes.clone())?).unwrap_or(u64::MAX);
        let most_pieces = grid.size() as u32 / sizes.start();
        let options = PolyominoOptions { grid, sizes, corners, styles: styles.to_vec(), most_hardest: most };
        Ok(PolyominoesPlan { census: Polyominoes::new(&options)?, packings, goal, most_pieces })
    }

    /// The number of work units.
    pub fn units(&self) -> usize {
        self.census.units()
    }

    /// The classes by number of pieces, whose sizes are not known, and the number of all packings.
    pub fn forecast(&self, request: &PlanRequest) -> Forecast {
        let words = |pieces| if pieces == 1 { "1 piece".to_owned() } else { format!("{pieces} pieces") };
        let class = |pieces| Class::new(pieces, words(pieces), None, 0);
        let classes = (1..self.most_pieces).map(class).collect();
        let each = EACH.0 + EACH.1 * request.styles.len() as u64;
        Forecast { all: self.packings, ..Forecast::new(classes, vec![self.goal.to_owned()], each) }
    }

    /// Search the units that are not done.
    pub fn search(
        &self,
        request: &PlanRequest,
        (state, keep): (&mut CensusState, Keep),
        control: &mut Control,
    ) -> Option<Stop> {
        let work = |unit: &mut Unit, buffers: &mut Buffers| self.census.run_unit(unit, buffers);
        run_census((self.units(), request.most), state, keep, control, work)
    }
}
