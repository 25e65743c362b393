//! Search for puzzles that meet conditions, by simulated annealing.

use super::family::CheckedFamily;
use super::goal::FamilyGoals;
use super::measure::{Measure, measured};
use super::solved_again::solve_again;
use super::{Conditions, Expression, Family, SearchError, Unique, deck};
use crate::engine::design::annealing::candidate::Candidate;
use crate::engine::design::annealing::canonical::FamilySymmetry;
use crate::engine::design::annealing::ground::{Ground, KindCell};
use crate::engine::design::annealing::mutation::Variation;
use crate::engine::design::annealing::rounds::{self, Rounds, Until};
use crate::engine::design::annealing::structure::StructureSearch;
use crate::engine::design::annealing::wanted::{Facts, Find, Wanted};
use crate::engine::design::count::MOST_KINDS;
use crate::engine::search::control::Control;
use crate::grid::Cell;
use crate::outcome::{Cost, Limits, Stop};
use crate::puzzle::{Puzzle, PuzzleError};
use crate::solver::SolveError;
use crate::style::{Style, Who};
use crate::watch::Watch;
use std::collections::BTreeSet;
use std::time::Duration;
use web_time::Instant;

/// The bytes per state of a component and of the searches that its conditions need.
const BYTES_PER_STATE: u64 = 400;

/// The most states of a component that is searched.
const MOST_STATES: u64 = 100_000;

/// Options for a search for puzzles; [`build`](PuzzleSearch::build) runs it.
///
/// ```
/// use slideways::design::{Conditions, Family, Kit, PuzzleSearch};
///
/// let family = Family::new("4x4".parse()?, Kit::rush());
/// let conditions = Conditions { moves: 5..=6, ..Conditions::default() };
/// let designs = PuzzleSearch::of(family).conditions(conditions).number(3).build()?;
/// assert_eq!(designs.found.len(), 3);
/// assert!(designs.found.iter().all(|design| (5..=6).contains(&design.moves)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PuzzleSearch<'s> {
    family: Family,
    style: Style,
    conditions: Conditions,
    best: Option<Expression>,
    number: usize,
    candidates: u64,
    seed: u64,
    limits: Limits,
    watch: Option<&'s mut dyn Watch>,
    found: Option<&'s mut dyn FnMut(&Design)>,
}

/// A puzzle that meets the conditions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Design {
    /// The puzzle, with its optimum. It was solved again by the
    /// [`Solver`](crate::Solver).
    pub puzzle: Puzzle,
    /// The number of moves of a shortest solution.
    pub moves: u32,
    /// The number of states that its start can reach.
    pub states: u64,
    /// The number of pieces.
    pub pieces: u32,
    /// The number of cells that are empty.
    pub holes: u32,
    /// The number of walls that the search has put into the box.
    pub walls: u32,
    /// The value of the expression that should be as large as possible; without one, the number of moves.
    pub worth: f64,
}

/// The puzzles that a search has found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Designs {
    /// The family.
    pub family: Family,
    /// What counts as one move.
    pub style: Style,
    /// The puzzles, the best first if there is an order, otherwise in the order of discovery. No symmetry of
    /// the family maps the component of one to that of another. Nothing proves that there are no better ones.
    pub found: Vec<Design>,
    /// The number of components searched.
    pub evaluated: u64,
    /// The number of those that had too many states.
    pub too_large: u64,
    /// The largest number of moves found, by number of pieces, whether or not the other conditions are met.
    pub archive: Vec<(u32, u32)>,
    /// What stopped the search before it had found the number of puzzles; `None` if it has.
    pub stop: Option<Stop>,
    /// The work done and the memory used.
    pub cost: Cost,
    /// The time taken.
    pub time: Duration,
}

impl Designs {
    /// A graded [`deck`] of some of the puzzles: tiers of rising length, in which no two puzzles look alike
    /// if there is a choice.
    pub fn deck(&self, number: usize, tiers: usize) -> Vec<Vec<&Design>> {
        let candidates: Vec<(&Puzzle, u32)> =
            self.found.iter().map(|design| (&design.puzzle, design.moves)).collect();
        let chosen = |tier: Vec<usize>| tier.into_iter().map(|place| &self.found[place]).collect();
        deck(&candidates, number, tiers).into_iter().map(chosen).collect()
    }
}

impl<'s> PuzzleSearch<'s> {
    /// Search the puzzles of a family.
    pub fn of(family: Family) -> PuzzleSearch<'s> {
        PuzzleSearch {
            family,
            style: Style::MOVE,
            conditions: Conditions::default(),
            best: None,
            number: 1,
            candidates: u64::MAX,
            seed: 1,
            limits: Limits::default(),
            watch: None,
            found: None,
        }
    }

    /// What counts as one move; one of the styles that move one piece. The default is `move`.
    pub fn style(mut self, style: Style) -> PuzzleSearch<'s> {
        self.style = style;
        self
    }

    /// The conditions that every puzzle must meet.
    pub fn conditions(mut self, conditions: Conditions) -> PuzzleSearch<'s> {
        self.conditions = conditions;
        self
    }

    /// Look for puzzles for which a number is as large as possible, until a limit or the caller stops the
    /// search. Without it the search ends as soon as it has found enough puzzles.
    pub fn best(mut self, number: Expression) -> PuzzleSearch<'s> {
        self.best = Some(number);
        self
    }

    /// The number of puzzles. The default is one.
    pub fn number(mut self, number: usize) -> PuzzleSearch<'s> {
        self.number = number.max(1);
        self
    }

    /// Stop after about this number of components. The default is no limit. The answer is the same for any
    /// number of threads.
    pub fn candidates(mut self, most: u64) -> PuzzleSearch<'s> {
        self.candidates = most;
        self
    }

    /// The seed. The same seed gives the same puzzles, as long as no time limit intervenes. The default is 1.
    pub fn seed(mut self, seed: u64) -> PuzzleSearch<'s> {
        self.seed = seed;
        self
    }

    /// Memory, time and threads that the search may use.
    pub fn limits(mut self, limits: Limits) -> PuzzleSearch<'s> {
        self.limits = limits.addressable();
        self
    }

    /// Report to a watch, which can also stop the search.
    pub fn watch(mut self, watch: &'s mut dyn Watch) -> PuzzleSearch<'s> {
        self.watch = Some(watch);
        self
    }

    /// Receive each puzzle as soon as it is found and checked. If the best are sought, some of them may not
    /// be among the best at the end.
    pub fn found(mut self, found: &'s mut dyn FnMut(&Design)) -> PuzzleSearch<'s> {
        self.found = Some(found);
        self
    }

    /// Check, before anything is searched, that a puzzle can meet the conditions, as far as numbers show.
    pub fn check(&self) -> Result<(), SearchError> {
        let checked = self.family.checked()?;
        if let FamilyGoals::Swap(_) = checked.goals {
            return Err(SearchError::Swap(checked.goal_words(&self.family).concat()));
        }
        let Conditions { moves, states, filter, .. } = &self.conditions;
        if self.style.who == Who::Set {
            return Err(SearchError::SetStyle(self.style));
        }
        let empty = [
            ("moves", moves.is_empty()),
            ("states", states.is_empty()),
            ("walls", self.family.walls.is_empty()),
        ];
        if let Some((name, _)) = empty.into_iter().find(|(_, empty)| *empty) {
            return Err(SearchError::EmptyRange(name));
        }
        if *moves.end() == 0 {
            return Err(SearchError::NoMoves(0));
        }
        let most = self.most_states();
        if u64::from(*moves.start()) >= most {
            return Err(SearchError::TooFewStates { moves: *moves.start(), states: most });
        }
        let (pieces, cells) = (checked.least_cells(&self.family), checked.free_cells());
        let (holes, walls) = (u64::from(*self.family.holes.start()), u64::from(*self.family.walls.start()));
        if pieces + holes + walls > cells {
            return Err(SearchError::NoRoom { pieces, holes, walls, cells });
        }
        match (filter, &self.best) {
            (Some(filter), _) if !filter.is_condition() => Err(SearchError::NotACondition(filter.clone())),
            (_, Some(best)) if best.is_condition() => Err(SearchError::NotANumber(best.clone())),
            _ => Ok(()),
        }
    }

    /// The most states of a component.
    fn most_states(&self) -> u64 {
        let fit = self.limits.memory / self.limits.threads.max(1) as u64 / BYTES_PER_STATE;
        (*self.conditions.states.end()).min(fit).min(MOST_STATES)
    }

    /// Search, and solve every puzzle found once more to check it.
    pub fn build(mut self) -> Result<Designs, SearchError> {
        let started = Instant::now();
        self.check()?;
        let checked = self.family.checked()?;
        let ground = checked.ground(&self.family);
        let walls = *self.family.walls.start()..=(*self.family.walls.end()).min(ground.free());
        let variation = Variation::new(&ground, &checked.allowed, walls);
        let symmetries = checked.symmetries(&self.family);
        let (filter, best) = (self.conditions.filter.clone(), self.best.clone());
        let worth = best.clone().unwrap_or_else(Expression::moves);
        let judge = |value: &dyn Fn(Measure) -> Option<f64>| match &filter {
            Some(filter) if filter.holds(value) != Some(true) => None,
            _ => worth.number(value),
        };
        let named: BTreeSet<Measure> = filter.iter().chain(&best).flat_map(Expression::measures).collect();
        let is_quick = named.iter().all(|measure| measure.is_quick());
        let quick = |facts: &Facts, _: &Candidate| match is_quick {
            true => judge(&|measure| measure.of(facts)),
            false => Some(f64::from(facts.moves)),
        };
        let memory = self.limits.memory / self.limits.threads.max(1) as u64;
        let (family, style) = (&self.family, self.style);
        let slow = |facts: &Facts, start: &Candidate| {
            let puzzle = checked.candidate(family, start).ok()?;
            let values = measured((&puzzle, style), facts, &named, memory);
            judge(&|measure| values.get(&measure).copied())
        };
        let Conditions { moves, states, .. } = &self.conditions;
        let wanted = Wanted {
            variation: &variation,
            symmetries: &symmetries,
            reach: style.reach,
            moves: (*moves.start()).max(1)..=*moves.end(),
            unique: self.conditions.unique,
            minimal: self.conditions.minimal,
            all_move: self.conditions.all_move,
            states: *states.start()..=self.most_states(),
            judge: &quick,
            slow_judge: if is_quick { None } else { Some(&slow) },
            is_contest: best.is_some(),
            is_by_moves: best == Some(Expression::moves()),
            has_structures: StructureSearch::serves(&ground),
        };
        let until = Until { number: self.number, evaluated: self.candidates, seed: self.seed };
        let unwatched = &mut ();
        let watch = self.watch.take().unwrap_or(unwatched);
        let mut control = Control::new(self.limits, watch);
        let mut designs: Vec<Design> = vec![];
        let mut found = self.found.take();
        let mut take = |find: Find, control: &mut Control| -> Result<bool, SearchError> {
            let design = design(&checked, family, style, &find)?;
            let unique = self.conditions.unique == Some(Unique::Sequences);
            let limits = Limits { time: None, ..self.limits };
            if let Some(by) = solve_again((&design.puzzle, style), unique, limits, &mut ())? {
                debug_assert_ne!(by, Stop::Caller);
                return Ok(false);
            }
            control.parts = (designs.len() as u64 + 1, self.number as u64);
            if let Some(found) = &mut found {
                found(&design);
            }
            let place = match best.is_some() {
                true => designs.partition_point(|other| other.worth >= design.worth),
                false => designs.len(),
            };
            designs.insert(place, design);
            designs.truncate(self.number);
            Ok(true)
        };
        let Rounds { best: kept, evaluated, too_large, stop } =
            rounds::search(&wanted, until, &mut control, &mut take)?;
        if evaluated == 0 && stop == Some(Stop::Effort) {
            return Err(SearchError::NoCandidate);
        }
        let cost = control.cost;
        let archive = kept.moves().into_iter().collect();
        let time = started.elapsed();
        Ok(Designs {
            family: self.family,
            style,
            found: designs,
            evaluated,
            too_large,
            archive,
            stop,
            cost,
            time,
        })
    }
}

/// A find as a puzzle, with its optimum.
fn design(checked: &CheckedFamily, family: &Family, style: Style, find: &Find) -> Result<Design, SolveError> {
    let mut draft = checked.candidate(family, &find.start)?.draft().clone();
    draft.optimum.insert(style, find.facts.moves);
    let Facts { moves, states, pieces, holes, walls, .. } = find.facts;
    Ok(Design { puzzle: Puzzle::new(draft)?, moves, states, pieces, holes, walls, worth: find.worth })
}

impl CheckedFamily {
    /// The box for the search.
    fn ground(&self, family: &Family) -> Ground {
        let pieces = family.kit.pieces().map(|piece| (&piece.shape, piece.along));
        let place = |&(kind, at): &(usize, Cell)| -> KindCell { (kind as u8, at.index() as u8) };
        let mut ground = Ground::new(family.grid, self.anchored.blocked, pieces);
        ground.goals = self.goals.places().iter().map(|goal| goal.iter().map(place).collect()).collect();
        ground.from = self.from.iter().map(place).collect();
        ground
    }

    /// The symmetries of the family, the identity first. Only the identity keeps two pieces that change
    /// places apart from each other.
    pub fn symmetries(&self, family: &Family) -> Vec<FamilySymmetry> {
        let mut symmetries = FamilySymmetry::all(&self.ground(family), &self.supplies());
        if let FamilyGoals::Swap(_) = self.goals {
            symmetries.truncate(1);
        }
        symmetries
    }

    /// The supply of each kind.
    fn supplies(&self) -> Vec<usize> {
        let supplies = self.allowed.supplies.iter().enumerate();
        supplies.flat_map(|(supply, (kinds, _))| kinds.clone().map(move |_| supply)).collect()
    }

    /// A candidate as a puzzle.
    fn candidate(&self, family: &Family, candidate: &Candidate) -> Result<Puzzle, PuzzleError> {
        let mut numbers = [0; MOST_KINDS + 1];
        candidate.pieces.iter().for_each(|&(kind, _)| numbers[usize::from(kind)] += 1);
        let place = |&(kind, cell): &KindCell| (usize::from(kind), Cell(cell.into()));
        let places: Vec<(usize, Cell)> = candidate.pieces.iter().map(place).collect();
        let walls: Vec<Cell> =
            family.grid.cells().filter(|cell| candidate.walls >> cell.index() & 1 == 1).collect();
        self.puzzle_at(family, &numbers, &places, &walls)
    }

    /// The cells that the pieces need, at least.
    fn least_cells(&self, family: &Family) -> u64 {
        let least = |supply: &super::Supply| {
            let smallest = supply.pieces.iter().map(|piece| piece.shape.offsets().len()).min().unwrap_or(0);
            u64::from(*supply.numbers.start()) * smallest as u64
        };
        family.kit.supplies.iter().map(least).sum()
    }

    /// The cells that are not blocked.
    fn free_cells(&self) -> u64 {
        self.anchored.cells() as u64 - u64::from(self.anchored.blocked.count_ones())
    }
}
