//! The options of a census.

use super::plan::{CensusPlan, PlanRequest};
use super::resume::KeptCensus;
use super::{Census, CensusError, Class, Family, Forecast};
use crate::engine::design::saved::CensusState;
use crate::engine::search::control::Control;
use crate::format::sliding;
use crate::outcome::{Limits, Outcome, Stop};
use crate::puzzle::Puzzle;
use crate::solver::{SolveError, Solver, WrongAnswer};
use crate::style::Style;
use crate::watch::{Event, Watch};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

/// Options for a [`Census`]; [`build`](CensusBuilder::build) runs it.
pub struct CensusBuilder<'s> {
    pub(super) family: Family,
    pub(super) style: Style,
    pub(super) hardest: usize,
    pub(super) checkpoint: Option<PathBuf>,
    pub(super) limits: Limits,
    pub(super) watch: Option<&'s mut dyn Watch>,
}

impl<'s> CensusBuilder<'s> {
    /// What counts as one move. The default is `move`.
    pub fn style(mut self, style: Style) -> CensusBuilder<'s> {
        self.style = style;
        self
    }

    /// Return at most `most` of the hardest starts. The default is one.
    pub fn hardest(mut self, most: usize) -> CensusBuilder<'s> {
        self.hardest = most;
        self
    }

    /// A checkpoint file. The census writes it, resumes from it if it exists, and removes it at the end.
    pub fn checkpoint(mut self, file: impl Into<PathBuf>) -> CensusBuilder<'s> {
        self.checkpoint = Some(file.into());
        self
    }

    /// Memory, time and threads that the search may use.
    pub fn limits(mut self, limits: Limits) -> CensusBuilder<'s> {
        self.limits = limits;
        self
    }

    /// Report to a watch, which can also stop the search.
    pub fn watch<'w>(self, watch: &'w mut dyn Watch) -> CensusBuilder<'w> {
        let CensusBuilder { family, style, hardest, checkpoint, limits, .. } = self;
        CensusBuilder { family, style, hardest, checkpoint, limits, watch: Some(watch) }
    }

    /// Count the arrangements of all sets, without enumerating them.
    ///
    /// ```
    /// use slideways::design::{Census, Family, Kit};
    ///
    /// let family = Family::new("5x4".parse()?, Kit::klotski()).holes(2..=2);
    /// let forecast = Census::of(family).forecast()?;
    /// assert_eq!((forecast.classes.len(), forecast.arrangements()), (35, 1_588_914));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forecast(&self) -> Result<Forecast, CensusError> {
        let (forecast, plan) = CensusPlan::new(&self.request())?;
        let is_begun = self.checkpoint.as_ref().is_some_and(|file| file.exists());
        let resumed = match is_begun {
            true => Some((self.open(plan.units())?.state().done.number(), plan.units())),
            false => None,
        };
        Ok(Forecast { resumed, ..forecast })
    }

    /// Search all sets, and solve the hardest starts once more to check their lengths.
    pub fn build(mut self) -> Result<Census, CensusError> {
        let started = Instant::now();
        let (forecast, plan) = CensusPlan::new(&self.request())?;
        let mut kept = self.open(plan.units())?;
        let unwatched = &mut ();
        let watch = self.watch.take().unwrap_or(unwatched);
        let mut state = kept.state();
        let (mut stop, cost) = {
            let mut control = Control::new(self.limits.after(started.elapsed()), &mut *watch);
            let mut keep = |state: &CensusState, last: bool| kept.keep(state, last);
            let request = self.request();
            (plan.search(&request, (&mut state, &mut keep), &mut control)?, control.cost)
        };
        let done = state.done.flags(plan.units());
        let unfinished: BTreeSet<Option<u32>> =
            (0..done.len()).filter(|&unit| !done[unit]).map(|unit| plan.class(unit)).collect();
        let class = |class: Class| Class {
            found: state.classes.get(&class.number).cloned().unwrap_or_default(),
            complete: !unfinished.contains(&None) && !unfinished.contains(&Some(class.number)),
            ..class
        };
        let classes: Vec<Class> = forecast.classes.into_iter().map(class).collect();
        let moves = classes.iter().filter_map(|class| class.found.moves()).max();
        let hardest = classes.iter().filter(|class| moves.is_some() && class.found.moves() == moves);
        let hardest = hardest.flat_map(|class| &class.found.hardest).take(self.hardest);
        let hardest: Vec<Puzzle> =
            hardest.map(|text| self.hardest_puzzle(text, moves.unwrap_or(0))).collect::<Result<_, _>>()?;
        for puzzle in &hardest {
            if stop.is_none() {
                let limits = self.limits.after(started.elapsed());
                stop = self.solve_again(puzzle, moves.unwrap_or(0), limits, watch)?;
            }
        }
        if let Some(warning) = kept.end(stop.is_none()) {
            watch.event(Event::Warning(&warning));
        }
        let (family, style, goals, all) = (self.family, self.style, forecast.goals, forecast.all);
        Ok(Census { family, style, goals, classes, all, stop, hardest, cost, time: started.elapsed() })
    }

    fn request(&self) -> PlanRequest<'_> {
        let (style, most, memory) = (self.style, self.hardest, self.limits.memory);
        PlanRequest { family: &self.family, style, most, memory }
    }

    /// The checkpoint file. It belongs to this division of the work into units.
    fn open(&self, units: usize) -> Result<KeptCensus, CensusError> {
        KeptCensus::open(self.checkpoint.as_deref(), (&self.family, self.style), (self.hardest, units))
    }

    /// A hardest start as a puzzle, with its optimum.
    fn hardest_puzzle(&self, text: &str, moves: u32) -> Result<Puzzle, CensusError> {
        let known = sliding::parse(text).map_err(|_| CensusError::NotAStart)?.puzzle;
        let mut draft = known.draft().clone();
        draft.optimum.insert(self.style, moves);
        Puzzle::new(draft).map_err(|_| CensusError::NotAStart)
    }

    /// Solve a hardest start by the search for one puzzle, which shares no graph with the census. Returns
    /// what stopped it.
    fn solve_again(
        &self,
        puzzle: &Puzzle,
        moves: u32,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> Result<Option<Stop>, SolveError> {
        match Solver::new(puzzle).style(self.style).limits(limits).watch(watch).solve()?.outcome {
            Outcome::Solved(solution) if solution.len() == moves as usize => Ok(None),
            Outcome::Solved(solution) => {
                Err(WrongAnswer::Length { said: moves, found: solution.len() }.into())
            }
            Outcome::Unsolvable(_) => Err(WrongAnswer::Layers.into()),
            Outcome::Stopped { by, .. } | Outcome::Bounded { by, .. } => Ok(Some(by)),
        }
    }
}
