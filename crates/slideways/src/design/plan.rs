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
    pub style: Style,
    /// The most hardest starts to keep of each class.
    pub most: usize,
    /// The memory limit, in bytes.
    pub memory: u64,
}

/// Receives the state of a census after each unit, and whether it is the last.
pub(super) type Keep<'k> = &'k mut dyn FnMut(&CensusState, bool);

/// The engine that searches a family, with its work units.
pub(super) enum Plan {
    /// Bars that are bound to their lines: Rush Hour.
    Bars(BarsPlan),
    /// Cars of one cell and one hole: Unit Rush Hour.
    UnitCars(UnitCarsPlan),
    /// All polyominoes.
    Polyominoes(PolyominoesPlan),
    /// Anything else, by sets of pieces.
    Sets(SetsPlan),
}

impl Plan {
    /// Choose the engine, and count the arrangements.
    pub fn new(request: &PlanRequest) -> Result<(Forecast, Plan), CensusError> {
        if let Some(cells) = &request.family.kit.any {
            let plan = PolyominoesPlan::new(request, cells)?;
            return Ok((plan.forecast(), Plan::Polyominoes(plan)));
        }
        if let Some(plan) = BarsPlan::new(request)? {
            return Ok((plan.forecast(request)?, Plan::Bars(plan)));
        }
        if let Some(plan) = UnitCarsPlan::new(request)? {
            return Ok((plan.forecast(request)?, Plan::UnitCars(plan)));
        }
        if request.family.kit.pieces().any(|piece| piece.alone) {
            return Err(CensusError::Alone);
        }
        let (forecast, plan) = SetsPlan::new(request)?;
        Ok((forecast, Plan::Sets(plan)))
    }

    /// The number of work units.
    pub fn units(&self) -> usize {
        match self {
            Plan::Bars(plan) => plan.units(),
            Plan::UnitCars(plan) => plan.units(),
            Plan::Polyominoes(plan) => plan.units(),
            Plan::Sets(plan) => plan.units.len(),
        }
    }

    /// The class of a unit; `None` if it has arrangements of several classes.
    pub fn class(&self, unit: usize) -> Option<u32> {
        match self {
            Plan::Sets(plan) => Some(plan.units[unit].class),
            Plan::Bars(_) | Plan::UnitCars(_) | Plan::Polyominoes(_) => None,
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
            Plan::Bars(plan) => Ok(plan.search(request, (state, keep), control)),
            Plan::UnitCars(plan) => Ok(plan.search(request, (state, keep), control)),
            Plan::Polyominoes(plan) => Ok(plan.search(request, (state, keep), control)),
            Plan::Sets(plan) => plan.search(request, (state, keep), control),
        }
    }
}
