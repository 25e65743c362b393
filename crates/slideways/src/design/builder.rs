//! The options of a census.

use super::goal::{self, NotAGoal};
use super::{Census, CensusError, Forecast, Kit, PieceSet};
use crate::engine::design::anchored::Anchored;
use crate::engine::design::census::{SetFound, SetTask, census};
use crate::engine::design::count::{Allowed, MOST_KINDS, Numbers, count};
use crate::engine::design::first::first;
use crate::engine::search::control::Control;
use crate::grid::{Cell, Grid};
use crate::outcome::{Limits, Outcome, Stop};
use crate::puzzle::{Draft, Goal, Kind, KindId, Place, Puzzle, Shape};
use crate::solver::{SolveError, Solver, WrongAnswer};
use crate::style::Style;
use crate::watch::Watch;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::time::Instant;

/// The bytes that the search of a set needs per arrangement, at least: a packed state, its entry in the
/// index, the beginning of its list of neighbours, and its distance.
const LEAST_BYTES: u128 = 37;

/// Options for a [`Census`]; [`build`](CensusBuilder::build) runs it.
pub struct CensusBuilder<'s> {
    pub(super) grid: Grid,
    pub(super) kit: Kit,
    pub(super) blocked: BTreeSet<Cell>,
    pub(super) holes: RangeInclusive<u32>,
    pub(super) goals: Vec<String>,
    pub(super) style: Style,
    pub(super) hardest: usize,
    pub(super) limits: Limits,
    pub(super) watch: Option<&'s mut dyn Watch>,
}

/// A kind of the kit and its first cell.
type KindAt = (usize, Cell);

/// The box, the kit and the goals, checked.
struct Checked {
    anchored: Anchored,
    allowed: Allowed,
    goals: Vec<Vec<KindAt>>,
}

impl<'s> CensusBuilder<'s> {
    /// Cells that no piece can enter.
    pub fn blocked(mut self, cells: impl IntoIterator<Item = Cell>) -> CensusBuilder<'s> {
        self.blocked = cells.into_iter().collect();
        self
    }

    /// The number of cells that stay empty. The default is any number.
    pub fn holes(mut self, holes: RangeInclusive<u32>) -> CensusBuilder<'s> {
        self.holes = holes;
        self
    }

    /// Add a goal: shapes of the kit at their first cells, such as `2x2@3,1`, separated by spaces. Reaching
    /// one of several goals is enough. Sets without the pieces of any goal are left out.
    ///
    /// The default is the kit's first piece at the bottom centre, or one column to the left where the box has
    /// no exact centre.
    pub fn goal(mut self, goal: impl Into<String>) -> CensusBuilder<'s> {
        self.goals.push(goal.into());
        self
    }

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

    /// Memory, time and threads that the search may use.
    pub fn limits(mut self, limits: Limits) -> CensusBuilder<'s> {
        self.limits = limits;
        self
    }

    /// Report to a watch, which can also stop the search.
    pub fn watch<'w>(self, watch: &'w mut dyn Watch) -> CensusBuilder<'w> {
        let CensusBuilder { grid, kit, blocked, holes, goals, style, hardest, limits, .. } = self;
        CensusBuilder { grid, kit, blocked, holes, goals, style, hardest, limits, watch: Some(watch) }
    }

    /// Count the arrangements of all sets, without enumerating them.
    ///
    /// ```
    /// use slideways::design::{Census, Kit};
    ///
    /// let forecast = Census::of("5x4".parse()?, Kit::klotski()).holes(2..=2).forecast()?;
    /// assert_eq!((forecast.sets.len(), forecast.arrangements()), (35, 1_588_914));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forecast(&self) -> Result<Forecast, CensusError> {
        let checked = self.checked()?;
        Ok(self.forecast_of(&checked)?.0)
    }

    /// Search all sets, and solve the hardest starts once more to check their lengths.
    pub fn build(mut self) -> Result<Census, CensusError> {
        let started = Instant::now();
        let checked = self.checked()?;
        let (forecast, numbers) = self.forecast_of(&checked)?;
        let tasks = numbers.iter().zip(&forecast.sets);
        let tasks: Vec<SetTask> = tasks
            .map(|(numbers, set)| Ok((self.puzzle(&checked, numbers)?, set.arrangements)))
            .collect::<Result<_, SolveError>>()?;
        let unwatched = &mut ();
        let watch = self.watch.take().unwrap_or(unwatched);
        let ((found, mut stop), cost) = {
            let mut control = Control::new(self.limits.after(started.elapsed()), &mut *watch);
            (census(&tasks, self.style, self.hardest, &mut control)?, control.cost)
        };
        let sets: Vec<(PieceSet, Option<SetFound>)> = forecast.sets.into_iter().zip(found).collect();
        let moves = sets.iter().filter_map(|(_, found)| found.as_ref()?.moves).max();
        let hardest = sets.iter().filter_map(|(_, found)| found.as_ref());
        let hardest = hardest.filter(|found| moves.is_some() && found.moves == moves);
        let hardest = hardest.flat_map(|found| &found.hardest).take(self.hardest);
        let hardest: Vec<Puzzle> = hardest
            .map(|start| {
                let mut draft = start.draft().clone();
                draft.optimum.extend(moves.map(|moves| (self.style, moves)));
                Puzzle::new(draft).map_err(SolveError::from)
            })
            .collect::<Result<_, _>>()?;
        for puzzle in &hardest {
            if stop.is_none() {
                let limits = self.limits.after(started.elapsed());
                stop = self.solve_again(puzzle, moves.unwrap_or(0), limits, watch)?;
            }
        }
        let (grid, kit, style, goals) = (self.grid, self.kit, self.style, forecast.goals);
        Ok(Census { grid, kit, style, goals, sets, stop, hardest, cost, time: started.elapsed() })
    }

    /// Solve a hardest start by the search for one puzzle, which shares no graph with the census. Returns what
    /// stopped it.
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

    /// Check the box, the kit and the goals.
    fn checked(&self) -> Result<Checked, CensusError> {
        let cells = self.grid.size();
        if cells > Anchored::MOST_CELLS {
            return Err(CensusError::TooManyCells(cells));
        }
        let shapes: Vec<Shape> = self.kit.shapes().map(|(_, shape)| shape.clone()).collect();
        if shapes.len() > MOST_KINDS {
            return Err(CensusError::TooManyKinds(shapes.len()));
        }
        if let Some(cell) = self.blocked.iter().find(|cell| cell.index() >= cells) {
            return Err(CensusError::Outside(cell.index()));
        }
        let anchored = Anchored::new(self.grid, &self.blocked, &shapes);
        let (mut supplies, mut pieces) = (vec![], 0);
        for supply in &self.kit.supplies {
            let first = supplies.last().map_or(0, |(kinds, _): &(std::ops::Range<usize>, _)| kinds.end);
            let kinds = first..first + supply.shapes.len();
            let least = u64::from(*supply.numbers.start());
            if least > 0 && !kinds.clone().any(|kind| anchored.fits(kind)) {
                return Err(CensusError::FitsNowhere(supply.shapes[0].0.clone()));
            }
            let smallest = supply.shapes.iter().map(|(_, shape)| shape.offsets().len()).min().unwrap_or(0);
            pieces += least * smallest as u64;
            supplies.push((kinds, supply.numbers.clone()));
        }
        let (holes, free) = (u64::from(*self.holes.start()), (cells - self.blocked.len()) as u64);
        if pieces + holes > free {
            return Err(CensusError::NoRoom { pieces, holes, cells: free });
        }
        let goals = self.checked_goals(&anchored)?;
        let allowed = Allowed { supplies, holes: self.holes.clone() };
        Ok(Checked { anchored, allowed, goals })
    }

    /// The goals, after it was checked that their pieces fit.
    fn checked_goals(&self, anchored: &Anchored) -> Result<Vec<Vec<KindAt>>, NotAGoal> {
        if self.goals.is_empty() {
            let goal = goal::bottom_centre(&self.kit, self.grid)?;
            let name = || self.kit.shapes().next().map_or(String::new(), |(name, _)| name.clone());
            return match anchored.first_at[goal[0].1.index()].iter().any(|&(kind, _)| kind == 0) {
                true => Ok(vec![goal]),
                false => Err(NotAGoal::NoDefault(name())),
            };
        }
        let read = |text: &String| {
            let goal = goal::parse(text, &self.kit, self.grid)?;
            let mut covered = 0;
            for &(kind, at) in &goal {
                let covers = anchored.first_at[at.index()].iter().find(|(other, _)| *other == kind);
                match covers {
                    Some((_, covers)) if covered & covers == 0 => covered |= covers,
                    _ => {
                        let name =
                            self.kit.shapes().nth(kind).map_or(String::new(), |(name, _)| name.clone());
                        return Err(NotAGoal::Place(name, self.grid.coordinates(at)));
                    }
                }
            }
            Ok(goal)
        };
        self.goals.iter().map(read).collect()
    }

    /// The sets of pieces with a goal, and their numbers of arrangements.
    fn forecast_of(&self, checked: &Checked) -> Result<(Forecast, Vec<Numbers>), CensusError> {
        let counted = count(&checked.anchored, &checked.allowed).ok_or(CensusError::TooManySets)?;
        let with_goal = |numbers: &Numbers| checked.goals.iter().any(|goal| has(numbers, goal));
        let counted: BTreeMap<Numbers, u128> =
            counted.into_iter().filter(|(numbers, _)| with_goal(numbers)).collect();
        let Some(&largest) = counted.values().max() else { return Err(CensusError::NoSet) };
        let all = counted.values().fold(0u128, |sum, &states| sum.saturating_add(states));
        let (bytes, memory) = (largest.saturating_mul(LEAST_BYTES), self.limits.memory);
        if bytes > memory.into() || all > u64::MAX.into() {
            return Err(CensusError::TooLarge { all, largest, bytes, memory });
        }
        let kinds = self.kit.shapes().count();
        let set = |(numbers, &states): (&Numbers, &u128)| PieceSet {
            numbers: numbers[..kinds].iter().map(|&number| number.into()).collect(),
            holes: numbers[MOST_KINDS].into(),
            arrangements: states as u64,
        };
        let goals = checked.goals.iter().map(|goal| goal::words(goal, &self.kit, self.grid)).collect();
        Ok((Forecast { sets: counted.iter().map(set).collect(), goals }, counted.into_keys().collect()))
    }

    /// A puzzle with the pieces of a set, in some arrangement.
    fn puzzle(&self, checked: &Checked, numbers: &Numbers) -> Result<Puzzle, SolveError> {
        let places = first(&checked.anchored, numbers).expect("the set has arrangements");
        // Kinds without a piece are left out; the others keep the name they have in every set.
        let kinds: Vec<usize> = (0..MOST_KINDS).filter(|&kind| numbers[kind] > 0).collect();
        let id = |kind: usize| KindId(kinds.iter().filter(|&&other| other < kind).count() as u8);
        let name = |kind: usize| Kind::NAMES.chars().nth(kind).expect("there are few kinds");
        let shapes: Vec<&Shape> = self.kit.shapes().map(|(_, shape)| shape).collect();
        let place = |&(kind, at): &KindAt| Place { at, kind: id(kind) };
        let goals = checked.goals.iter().filter(|goal| has(numbers, goal));
        let counts: Vec<u32> = numbers[..shapes.len()].iter().map(|&number| number.into()).collect();
        let draft = Draft {
            title: self.kit.words(&counts),
            grid: self.grid,
            blocked: self.blocked.clone(),
            kinds: kinds
                .iter()
                .map(|&kind| Kind { name: name(kind), shape: shapes[kind].clone(), along: None })
                .collect(),
            gates: BTreeMap::new(),
            start: places.iter().map(|at| (place(at), name(at.0))).collect(),
            goals: goals.map(|goal| Goal(goal.iter().map(place).collect())).collect(),
            optimum: BTreeMap::new(),
            notes: vec![],
        };
        Ok(Puzzle::new(draft)?)
    }
}

/// Whether a set has the pieces of a goal.
fn has(numbers: &Numbers, goal: &[KindAt]) -> bool {
    (0..MOST_KINDS)
        .all(|kind| goal.iter().filter(|(other, _)| *other == kind).count() <= numbers[kind].into())
}
