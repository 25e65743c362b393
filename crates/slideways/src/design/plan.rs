//! The plan of a census: which engine searches a family, the classes of arrangements, and the work units.

mod bars;
mod polyominoes;
mod sets;
mod unit_cars;

use super::{CensusError, Family, Forecast};
use crate::engine::design::saved::CensusState;
use crate::engine::search::control::Control;
use crate::outcome::Stop;
use crate::solver::SolveError;
use crate::style::Style;
use bars::BarsPlan;
use polyominoes::PolyominoesPlan;
use sets::SetsPlan;
use unit_cars::UnitCarsPlan;

/// The most work units of a census.
const MOST_UNITS: usize = 1 << 22;

/// What is asked of a census.
#[derive(Clone, Copy)]
pub(super) struct PlanRequest<'f> {
    pub family: &'f Family,
    /// The first of the styles.
    pub style: Style,
    /// The styles: more than one only if the engine searches them [together](CensusPlan::joins_styles).
    pub styles: &'f [Style],
    /// Whether only starts with a single shortest solution count.
    pub unique: bool,
    /// The most hardest starts to keep of each class.
    pub most: usize,
    /// The memory limit, in bytes.
    pub memory: u64,
}

/// Receives the state of a census after each unit, and whether it is the last.
pub(super) type Keep<'k> = &'k mut dyn FnMut(&CensusState, bool);

/// The engine that searches a family, with its work units.
pub(super) enum CensusPlan {
    /// Bars that are bound to their lines: Rush Hour.
    Bars(BarsPlan),
    /// Cars of one cell and one hole: Unit Rush Hour.
    UnitCars(UnitCarsPlan),
    /// All polyominoes.
    Polyominoes(PolyominoesPlan),
    /// Anything else, by sets of pieces.
    Sets(SetsPlan),
}

impl CensusPlan {
    /// Whether the engine for a family searches several styles in one pass.
    pub fn joins_styles(family: &Family) -> bool {
        family.kit.any.is_some()
    }

    /// Choose the engine, and count the arrangements.
    pub fn new(request: &PlanRequest) -> Result<(Forecast, CensusPlan), CensusError> {
        if let Some(cells) = &request.family.kit.any {
            let plan = PolyominoesPlan::new(request, cells)?;
            return Ok((plan.forecast(request), CensusPlan::Polyominoes(plan)));
        }
        if let Some(plan) = BarsPlan::new(request)? {
            return Ok((plan.forecast(request)?, CensusPlan::Bars(plan)));
        }
        if let Some(plan) = UnitCarsPlan::new(request)? {
            return Ok((plan.forecast(request)?, CensusPlan::UnitCars(plan)));
        }
        if request.family.kit.pieces().any(|piece| piece.in_goal_line.is_some()) {
            return Err(CensusError::Alone);
        }
        let (forecast, plan) = SetsPlan::new(request)?;
        Ok((forecast, CensusPlan::Sets(plan)))
    }

    /// The number of work units.
    pub fn units(&self) -> usize {
        match self {
            CensusPlan::Bars(plan) => plan.units(),
            CensusPlan::UnitCars(plan) => plan.units(),
            CensusPlan::Polyominoes(plan) => plan.units(),
            CensusPlan::Sets(plan) => plan.units.len(),
        }
    }

    /// The classes of a unit; `None` if it has arrangements of all classes.
    pub fn classes(&self, unit: usize) -> Option<&[u32]> {
        match self {
            CensusPlan::Sets(plan) => Some(&plan.units[unit].classes),
            CensusPlan::Bars(_) | CensusPlan::UnitCars(_) | CensusPlan::Polyominoes(_) => None,
        }
    }

    /// Search the units that are not done.
    pub fn search(
        &self,
        request: &PlanRequest,
        (state, keep): (&mut CensusState, Keep),
        control: &mut Control,
    ) -> Result<Option<Stop>, SolveError> {
        match self {
            CensusPlan::Bars(plan) => Ok(plan.search(request, (state, keep), control)),
            CensusPlan::UnitCars(plan) => Ok(plan.search(request, (state, keep), control)),
            CensusPlan::Polyominoes(plan) => Ok(plan.search(request, (state, keep), control)),
            CensusPlan::Sets(plan) => plan.search(request, (state, keep), control),
        }
    }
}
