//! The plan of a census of bars that are bound to their lines.

use super::{Keep, MOST_UNITS, PlanRequest};
use crate::design::{CensusError, Class, Forecast, GoalLine, Kit, KitPiece, Supply};
use crate::engine::design::lines::{LineBuffers, LineCensus, LineRules, LineRulesError, RedRow};
use crate::engine::design::saved::CensusState;
use crate::engine::design::units::run_census;
use crate::engine::run::units::Unit;
use crate::engine::search::control::Control;
use crate::grid::{Axis, Cell};
use crate::outcome::Stop;
use crate::style::Who;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Nanoseconds per arrangement, as measured on 6 x 6.
const EACH: u64 = 60;

/// The work units of bars: those of every choice of walls, one after the other.
pub struct BarsPlan(Vec<LineCensus>);

impl BarsPlan {
    /// A plan, if the family consists of bars bound to their lines, and a red one that is alone in its row or
    /// in front of the others, and must reach the right end of it.
    pub fn new(request: &PlanRequest) -> Result<Option<BarsPlan>, CensusError> {
        let PlanRequest { family, style, most, unique, .. } = *request;
        let (Some(Bars { length, beside, bars }), Who::Piece) = (bars(&family.kit), style.who) else {
            return Ok(None);
        };
        let (rows, cols) = (family.grid.rows(), family.grid.cols());
        let small = rows.max(cols) <= LineRules::MOST_SIDE && !family.grid.is_solid();
        if !small || family.from.is_some() || family.holes != (0..=u32::MAX) {
            return Ok(None);
        }
        let checked = family.checked()?;
        let [goal] = checked.goals.places() else { return Ok(None) };
        let [(0, Cell(at))] = goal[..] else { return Ok(None) };
        let (red_row, col) = (usize::from(at) / cols, usize::from(at) % cols);
        if col + usize::from(length) != cols {
            return Ok(None);
        }
        let walled = family.walled(&checked).ok_or(CensusError::TooManyWalls)?;
        let census = |blocked| {
            LineCensus::new(LineRules {
                grid: family.grid,
                blocked,
                bars: bars.clone(),
                red_length: length,
                red_row,
                beside,
                style,
                unique,
                hardest: most,
            })
        };
        let censuses: Vec<LineCensus> = walled
            .into_iter()
            .map(|checked| census(checked.blocked))
            .collect::<Result<_, LineRulesError>>()?;
        let plan = BarsPlan(censuses);
        if plan.units() > MOST_UNITS { Err(CensusError::TooManySets) } else { Ok(Some(plan)) }
    }

    /// The number of work units.
    pub fn units(&self) -> usize {
        self.0.iter().map(LineCensus::units).sum()
    }

    /// The arrangements by number of pieces.
    pub fn forecast(&self, request: &PlanRequest) -> Result<Forecast, CensusError> {
        let mut classes: BTreeMap<u32, u128> = BTreeMap::new();
        for (pieces, arrangements) in self.0.iter().flat_map(LineCensus::count) {
            *classes.entry(pieces).or_default() += arrangements;
        }
        classes.retain(|_, arrangements| *arrangements > 0);
        if classes.is_empty() {
            return Err(CensusError::NoSet);
        }
        let class = |(&pieces, &arrangements): (&u32, &u128)| {
            let words = if pieces == 1 { "1 piece".to_owned() } else { format!("{pieces} pieces") };
            Class::new(pieces, words, None, arrangements as u64)
        };
        let goals = request.family.goals()?;
        Ok(Forecast::new(classes.iter().map(class).collect(), goals, EACH))
    }

    /// Search the units that are not done.
    pub fn search(
        &self,
        request: &PlanRequest,
        (state, keep): (&mut CensusState, Keep),
        control: &mut Control,
    ) -> Option<Stop> {
        let first =
            |sum: &mut usize, census: &LineCensus| Some(std::mem::replace(sum, *sum + census.units()));
        let firsts: Vec<usize> = self.0.iter().scan(0, first).collect();
        let work = |unit: &mut Unit, buffers: &mut LineBuffers| {
            let census = firsts.partition_point(|&first| first <= unit.number) - 1;
            let found = self.0[census].run_unit(unit.number - firsts[census], unit, buffers)?;
            Some(found.into_iter().map(|(pieces, found)| ((request.style, pieces), found)).collect())
        };
        run_census((self.units(), request.most), state, keep, control, work)
    }
}

/// The bars of a kit.
struct Bars {
    /// The length of the red bar.
    length: u8,
    /// What may lie in its row.
    beside: RedRow,
    /// The lengths and numbers of the others.
    bars: Vec<(u8, RangeInclusive<u32>)>,
}

/// The bars of a kit; `None` if it has anything else.
fn bars(kit: &Kit) -> Option<Bars> {
    let [first, others @ ..] = &kit.supplies[..] else { return None };
    let [red] = &first.pieces[..] else { return None };
    let (Axis::Row, length) = bar(red)? else { return None };
    let others: Vec<(u8, RangeInclusive<u32>)> = others.iter().map(both_ways).collect::<Option<_>>()?;
    let lengths = |at: usize| others[at].0;
    let distinct = (1..others.len()).all(|at| (0..at).all(|before| lengths(before) != lengths(at)));
    let beside = match red.in_goal_line? {
        GoalLine::Alone => RedRow::Alone,
        GoalLine::Front => RedRow::Behind,
    };
    (first.numbers == (1..=1) && distinct).then_some(Bars { length, beside, bars: others })
}

/// The length of bars that lie or stand, and their number; `None` if a supply has anything else.
fn both_ways(supply: &Supply) -> Option<(u8, RangeInclusive<u32>)> {
    let [one, other] = &supply.pieces[..] else { return None };
    let ((axis, length), (across, same)) = (bar(one)?, bar(other)?);
    let is_red = one.in_goal_line.is_some() || other.in_goal_line.is_some();
    (axis != across && length == same && !is_red).then(|| (length, supply.numbers.clone()))
}

/// The line and the length of a straight piece of two or more cells that moves only along itself.
fn bar(piece: &KitPiece) -> Option<(Axis, u8)> {
    let axis = piece.along?;
    let length = piece.shape.offsets().len();
    let straight = piece.shape.offsets().iter().enumerate().all(|(at, by)| match axis {
        Axis::Row => (by.layer, by.row, by.col) == (0, 0, at as i16),
        Axis::Column => (by.layer, by.row, by.col) == (0, at as i16, 0),
        Axis::Layer => false,
    });
    (straight && (2..=LineRules::MOST_SIDE).contains(&length)).then_some((axis, length as u8))
}
