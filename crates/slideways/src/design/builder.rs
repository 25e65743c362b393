//! The options of a census.

use super::plan::{CensusPlan, PlanRequest};
use super::resume::KeptCensus;
use super::solved_again::solve_again;
use super::{Census, CensusError, Class, Family, Forecast};
use crate::engine::design::saved::CensusState;
use crate::engine::search::control::Control;
use crate::format::sliding;
use crate::outcome::Limits;
use crate::puzzle::Puzzle;
use crate::style::Style;
use crate::watch::{Event, Watch};
use std::collections::BTreeSet;
use std::path::PathBuf;
use web_time::Instant;

/// Options for a [`Census`]; [`build`](CensusBuilder::build) runs it.
pub struct CensusBuilder<'s> {
    pub(super) family: Family,
    pub(super) styles: Vec<Style>,
    pub(super) unique: bool,
    pub(super) hardest: usize,
    pub(super) checkpoint: Option<PathBuf>,
    pub(super) limits: Limits,
    pub(super) watch: Option<&'s mut dyn Watch>,
}

impl<'s> CensusBuilder<'s> {
    /// What counts as one move. The default is `move`.
    pub fn style(self, style: Style) -> CensusBuilder<'s> {
        self.styles([style])
    }

    /// Several styles, for [`build_each`](CensusBuilder::build_each).
    pub fn styles(mut self, styles: impl IntoIterator<Item = Style>) -> CensusBuilder<'s> {
        self.styles = styles.into_iter().collect();
        self
    }

    /// Count only starts with a single shortest solution, as a sequence of arrangements. All numbers of
    /// starts and the hardest starts are then those of such starts; arrangements, components and puzzles
    /// stay the same.
    ///
    /// ```
    /// use slideways::design::{Census, Family, Kit};
    ///
    /// let family = Family::new("4x4".parse()?, Kit::rush());
    /// let census = Census::of(family).unique(true).build()?;
    /// assert_eq!((census.solvable(), census.moves()), (8173, Some(7)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unique(mut self, unique: bool) -> CensusBuilder<'s> {
        self.unique = unique;
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
        self.limits = limits.addressable();
        self
    }

    /// Report to a watch, which can also stop the search.
    pub fn watch<'w>(self, watch: &'w mut dyn Watch) -> CensusBuilder<'w> {
        let CensusBuilder { family, styles, unique, hardest, checkpoint, limits, .. } = self;
        CensusBuilder { family, styles, unique, hardest, checkpoint, limits, watch: Some(watch) }
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
        let passes = self.passes()?;
        let first = passes[0];
        let (forecast, plan) = CensusPlan::new(&self.request(first))?;
        let is_begun = self.checkpoint.as_ref().is_some_and(|file| file.exists());
        let resumed = match is_begun {
            true => {
                let kept = self.open(first, (plan.units(), forecast.symmetries))?;
                Some((kept.state().done.number(), plan.units()))
            }
            false => None,
        };
        let passes = passes.len() as u64;
        Ok(Forecast { resumed, nanoseconds: forecast.nanoseconds * passes, ..forecast })
    }

    /// Search all sets, and solve the hardest starts once more to check their lengths. If there are several
    /// styles, the answer is that of the first.
    pub fn build(mut self) -> Result<Census, CensusError> {
        self.styles.truncate(1);
        Ok(self.build_each()?.remove(0))
    }

    /// The same in each style. A census of all polyominoes finds the components once for all styles; any
    /// other searches one style after the other. When the time is over, the styles that are left stop at
    /// once.
    ///
    /// ```
    /// use slideways::design::{Census, Family, Kit};
    /// use slideways::Style;
    ///
    /// let family = Family::new("4x4".parse()?, Kit::rush());
    /// let censuses = Census::of(family).styles([Style::STEP, Style::MOVE]).build_each()?;
    /// let moves = censuses.iter().map(|census| census.moves());
    /// assert_eq!(moves.collect::<Vec<_>>(), [Some(10), Some(7)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build_each(mut self) -> Result<Vec<Census>, CensusError> {
        let started = Instant::now();
        let unwatched = &mut ();
        let watch = self.watch.take().unwrap_or(unwatched);
        let styles = self.styles.clone();
        let mut censuses = vec![];
        for pass in self.passes()? {
            let limits = self.limits.after(started.elapsed());
            censuses.extend(self.pass(pass, limits, watch)?);
        }
        debug_assert!(censuses.iter().map(|census: &Census| census.style).eq(styles));
        Ok(censuses)
    }

    /// The styles in the groups that one pass searches.
    fn passes(&self) -> Result<Vec<&[Style]>, CensusError> {
        let together = if CensusPlan::joins_styles(&self.family) { self.styles.len().max(1) } else { 1 };
        let passes: Vec<&[Style]> = self.styles.chunks(together).collect();
        match (passes.len(), &self.checkpoint) {
            (0, _) => Err(CensusError::NoStyle),
            (2.., Some(_)) => Err(CensusError::CheckpointStyles),
            _ => Ok(passes),
        }
    }

    /// Search all sets once, in one or several styles.
    fn pass(
        &self,
        styles: &[Style],
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Census>, CensusError> {
        let started = Instant::now();
        let request = self.request(styles);
        let (forecast, plan) = CensusPlan::new(&request)?;
        let mut kept = self.open(styles, (plan.units(), forecast.symmetries))?;
        let mut state = kept.state();
        let (mut stop, cost) = {
            let mut control = Control::new(limits.after(started.elapsed()), &mut *watch);
            let mut keep = |state: &CensusState, last: bool| kept.keep(state, last);
            (plan.search(&request, (&mut state, &mut keep), &mut control)?, control.cost)
        };
        let done = state.done.flags(plan.units());
        let mut unfinished: BTreeSet<Option<u32>> = BTreeSet::new();
        for unit in (0..done.len()).filter(|&unit| !done[unit]) {
            match plan.classes(unit) {
                Some(classes) => unfinished.extend(classes.iter().copied().map(Some)),
                None => unfinished.extend([None]),
            }
        }
        let mut censuses = vec![];
        for &style in styles {
            let class = |class: &Class| {
                let found = state.classes.get(&(style, class.number)).cloned().unwrap_or_default();
                let start = found.hardest.first().filter(|_| class.holes.is_none());
                let start =
                    start.map(|text| hardest_puzzle(text, style, found.moves().unwrap_or(0))).transpose()?;
                let complete = !unfinished.contains(&None) && !unfinished.contains(&Some(class.number));
                Ok(Class { found, complete, start, ..class.clone() })
            };
            let classes: Vec<Class> =
                forecast.classes.iter().map(class).collect::<Result<_, CensusError>>()?;
            let moves = classes.iter().filter_map(|class| class.found.moves()).max();
            let hardest = classes.iter().filter(|class| moves.is_some() && class.found.moves() == moves);
            let hardest = hardest.flat_map(|class| &class.found.hardest).take(self.hardest);
            let hardest: Vec<Puzzle> = hardest
                .map(|text| hardest_puzzle(text, style, moves.unwrap_or(0)))
                .collect::<Result<_, _>>()?;
            for puzzle in hardest.iter().chain(classes.iter().filter_map(|class| class.start.as_ref())) {
                if stop.is_none() {
                    let limits = limits.after(started.elapsed());
                    stop = solve_again((puzzle, style), self.unique, limits, watch)?;
                }
            }
            censuses.push(Census {
                family: self.family.clone(),
                style,
                unique: self.unique,
                goals: forecast.goals.clone(),
                classes,
                all: forecast.all,
                symmetries: forecast.symmetries,
                stop,
                hardest,
                cost,
                time: started.elapsed(),
            });
        }
        if let Some(warning) = kept.end(stop.is_none()) {
            watch.event(Event::Warning(&warning));
        }
        Ok(censuses)
    }

    fn request<'f>(&'f self, styles: &'f [Style]) -> PlanRequest<'f> {
        let (unique, most, memory) = (self.unique, self.hardest, self.limits.memory);
        PlanRequest { family: &self.family, style: styles[0], styles, unique, most, memory }
    }

    /// The checkpoint file. It belongs to these styles and to this division of the work into units.
    fn open(&self, styles: &[Style], (units, symmetries): (usize, u64)) -> Result<KeptCensus, CensusError> {
        let mut division = format!("{} {units}", self.hardest);
        if symmetries > 1 {
            division += &format!(" {symmetries}");
        }
        if self.unique {
            division += " unique";
        }
        KeptCensus::open(self.checkpoint.as_deref(), (&self.family, styles), &division)
    }
}

/// A hardest start as a puzzle, with its optimum.
fn hardest_puzzle(text: &str, style: Style, moves: u32) -> Result<Puzzle, CensusError> {
    let known = sliding::parse(text).map_err(|_| CensusError::NotAStart)?.puzzle;
    let mut draft = known.draft().clone();
    draft.optimum.insert(style, moves);
    Puzzle::new(draft).map_err(|_| CensusError::NotAStart)
}
