//! A family of puzzles: the box, the pieces, the holes and the goals among which a hard puzzle is sought.

use super::goal::{self, FamilyGoals, NotAGoal};
use super::{CensusError, Kit};
use crate::engine::design::anchored::Anchored;
use crate::engine::design::census::SetPuzzle;
use crate::engine::design::count::{Allowed, MOST_KINDS, Numbers};
use crate::engine::design::first::first;
use crate::grid::{Cell, Grid};
use crate::puzzle::{Draft, Goal, Kind, KindId, Place, Puzzle, PuzzleError, Shape};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// A box, a [`Kit`] of pieces, the number of holes, and the goals.
///
/// ```
/// use slideways::design::{Family, Kit};
///
/// let family = Family::new("5x4".parse()?, Kit::klotski()).holes(2..=2);
/// assert_eq!(family.goals()?, ["2x2@3,1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    pub(super) grid: Grid,
    pub(super) kit: Kit,
    pub(super) blocked: BTreeSet<Cell>,
    pub(super) walls: RangeInclusive<u32>,
    pub(super) holes: RangeInclusive<u32>,
    pub(super) from: Option<String>,
    pub(super) goals: Vec<String>,
}

/// The most ways to place the walls.
const MOST_WALLED: u64 = 100_000;

/// A kind of the kit and its first cell.
pub(super) type KindAt = (usize, Cell);

/// The box, the kit and the goals, checked, with the walls in certain cells.
pub(super) struct CheckedFamily {
    /// The cells that no piece can enter.
    pub blocked: BTreeSet<Cell>,
    pub anchored: Anchored,
    pub allowed: Allowed,
    pub from: Vec<KindAt>,
    pub goals: FamilyGoals,
}

impl Family {
    /// The pieces of a kit in a box.
    pub fn new(grid: Grid, kit: Kit) -> Family {
        let (blocked, holes) = (BTreeSet::new(), 0..=u32::MAX);
        Family { grid, kit, blocked, walls: 0..=0, holes, from: None, goals: vec![] }
    }

    /// Cells that no piece can enter.
    pub fn blocked(mut self, cells: impl IntoIterator<Item = Cell>) -> Family {
        self.blocked = cells.into_iter().collect();
        self
    }

    /// The number of further cells that no piece can enter, anywhere in the box. The default is none.
    pub fn walls(mut self, walls: RangeInclusive<u32>) -> Family {
        self.walls = walls;
        self
    }

    /// The number of cells that stay empty. The default is any number.
    pub fn holes(mut self, holes: RangeInclusive<u32>) -> Family {
        self.holes = holes;
        self
    }

    /// Where pieces must be at the start, written as a goal is. The default is anywhere.
    pub fn from(mut self, places: impl Into<String>) -> Family {
        self.from = Some(places.into());
        self
    }

    /// Add a goal: pieces of the kit, by shape or label, at their first cells or at a named place, separated
    /// by spaces: `2x2@3,1`, `goal@lower-right`. The names are `bottom`, `right`, `upper-left`,
    /// `upper-right`, `lower-left` and `lower-right`. Reaching one of several goals is enough. Sets without
    /// the pieces of any goal are left out.
    ///
    /// `swap a b` is the goal that two pieces of one shape change places, and everything else may be
    /// anywhere. There must be exactly one of each in every set, and no other goal.
    ///
    /// The default is the kit's first piece at the bottom centre, or one column to the left where the box has
    /// no exact centre; a piece that moves along rows only must reach the right end of the middle row.
    pub fn goal(mut self, goal: impl Into<String>) -> Family {
        self.goals.push(goal.into());
        self
    }

    /// The size of the box.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The pieces.
    pub fn kit(&self) -> &Kit {
        &self.kit
    }

    /// The goals in words, with the cells that names stand for.
    pub fn goals(&self) -> Result<Vec<String>, CensusError> {
        Ok(self.checked()?.goal_words(self))
    }

    /// Check the box, the kit and the goals.
    pub(super) fn checked(&self) -> Result<CheckedFamily, CensusError> {
        let cells = self.grid.size();
        if cells > Anchored::MOST_CELLS {
            return Err(CensusError::TooManyCells(cells));
        }
        if self.kit.any.is_some() {
            return Err(CensusError::AnyPieces);
        }
        let shapes: Vec<Shape> = self.kit.pieces().map(|piece| piece.shape.clone()).collect();
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
            let kinds = first..first + supply.pieces.len();
            let least = u64::from(*supply.numbers.start());
            if least > 0 && !kinds.clone().any(|kind| anchored.fits(kind)) {
                return Err(CensusError::FitsNowhere(supply.pieces[0].name.clone()));
            }
            let smallest = supply.pieces.iter().map(|piece| piece.shape.offsets().len()).min().unwrap_or(0);
            pieces += least * smallest as u64;
            supplies.push((kinds, supply.numbers.clone()));
        }
        let (holes, free) = (u64::from(*self.holes.start()), (cells - self.blocked.len()) as u64);
        if pieces + holes > free {
            return Err(CensusError::NoRoom { pieces, holes, cells: free });
        }
        let from = self.from.iter().map(|text| self.places(text, &anchored));
        let from = from.collect::<Result<Vec<_>, _>>()?.concat();
        let goals = self.checked_goals(&anchored)?;
        let allowed = Allowed { supplies, holes: self.holes.clone() };
        Ok(CheckedFamily { blocked: self.blocked.clone(), anchored, allowed, from, goals })
    }

    /// The family with its walls in all possible cells, one after the other. Goals that a wall makes
    /// impossible are left out, and so are walls that make the start or all goals impossible. `None` if
    /// there are too many ways to place the walls.
    pub(super) fn walled(&self, checked: &CheckedFamily) -> Option<Vec<CheckedFamily>> {
        let free: Vec<Cell> = self.grid.cells().filter(|cell| !self.blocked.contains(cell)).collect();
        let shapes: Vec<Shape> = self.kit.pieces().map(|piece| piece.shape.clone()).collect();
        let placed = |walls: Vec<Cell>| {
            let blocked: BTreeSet<Cell> = self.blocked.iter().copied().chain(walls).collect();
            let anchored = Anchored::new(self.grid, &blocked, &shapes);
            let fits = |places: &[KindAt]| {
                let fits = |&(kind, at): &KindAt| {
                    anchored.first_at[at.index()].iter().any(|&(other, _)| other == kind)
                };
                places.iter().all(fits)
            };
            let mut goals = checked.goals.clone();
            let possible = match &mut goals {
                FamilyGoals::Places(goals) => {
                    goals.retain(|goal| fits(goal));
                    !goals.is_empty()
                }
                FamilyGoals::Swap(_) => true,
            };
            let possible = possible && fits(&checked.from);
            let (allowed, from) = (checked.allowed.clone(), checked.from.clone());
            possible.then_some(CheckedFamily { blocked, anchored, allowed, from, goals })
        };
        let numbers = *self.walls.start() as usize..=(*self.walls.end()).min(free.len() as u32) as usize;
        let ways = numbers.clone().map(|number| choices(free.len(), number));
        if ways.fold(0, u64::saturating_add) > MOST_WALLED {
            return None;
        }
        Some(numbers.flat_map(|number| subsets(&free, number)).filter_map(placed).collect())
    }

    /// Read the goals, and check that their pieces fit together.
    fn checked_goals(&self, anchored: &Anchored) -> Result<FamilyGoals, NotAGoal> {
        if self.goals.is_empty() {
            return Ok(FamilyGoals::Places(vec![self.default_goal(anchored)?]));
        }
        for text in &self.goals {
            match goal::parse_swap(text, &self.kit)? {
                Some(_) if self.goals.len() > 1 => return Err(NotAGoal::SwapAmongOthers(text.clone())),
                Some(kinds) => return Ok(FamilyGoals::Swap(kinds)),
                None => {}
            }
        }
        let goals = self.goals.iter().map(|text| self.places(text, anchored));
        Ok(FamilyGoals::Places(goals.collect::<Result<_, _>>()?))
    }

    fn default_goal(&self, anchored: &Anchored) -> Result<Vec<KindAt>, NotAGoal> {
        let goal = goal::default(&self.kit, self.grid)?;
        match anchored.first_at[goal[0].1.index()].iter().any(|&(kind, _)| kind == 0) {
            true => Ok(goal),
            false => Err(NotAGoal::NoDefault(self.name(0))),
        }
    }

    /// Read places, and check that their pieces fit together.
    fn places(&self, text: &str, anchored: &Anchored) -> Result<Vec<KindAt>, NotAGoal> {
        let places = goal::parse(text, &self.kit, self.grid)?;
        let mut covered = 0;
        for &(kind, at) in &places {
            let covers = anchored.first_at[at.index()].iter().find(|(other, _)| *other == kind);
            match covers {
                Some((_, covers)) if covered & covers == 0 => covered |= covers,
                _ => return Err(NotAGoal::Place(self.name(kind), self.grid.coordinates(at))),
            }
        }
        Ok(places)
    }

    fn name(&self, kind: usize) -> String {
        self.kit.pieces().nth(kind).map_or(String::new(), |piece| piece.name.clone())
    }
}

impl CheckedFamily {
    /// The goals in words.
    pub fn goal_words(&self, family: &Family) -> Vec<String> {
        self.goals.words(&family.kit, family.grid)
    }

    /// Whether a set has the pieces of a goal and of the start.
    pub fn has_goal(&self, numbers: &Numbers) -> bool {
        let has_goal = match &self.goals {
            FamilyGoals::Places(goals) => goals.iter().any(|goal| has(numbers, goal)),
            // There is exactly one of each piece in every set.
            FamilyGoals::Swap(_) => true,
        };
        has(numbers, &self.from) && has_goal
    }

    /// The number of pairs of places of two pieces that change places; 0 if none do.
    pub fn swap_pairs(&self) -> u64 {
        let FamilyGoals::Swap([one, _]) = self.goals else { return 0 };
        let places = self.anchored.first_at.iter().flatten().filter(|(kind, _)| *kind == one).count() as u64;
        places * (places - 1)
    }

    /// The puzzles of a set: one of them, in some arrangement, and what distinguishes starts and goals.
    pub fn puzzle(&self, family: &Family, numbers: &Numbers) -> Result<SetPuzzle, PuzzleError> {
        let places = first(&self.anchored, numbers).expect("the set has arrangements");
        let puzzle = self.puzzle_at(family, numbers, &places, &[])?;
        let from = self.from.iter().map(|&(kind, at)| Place { at, kind: kind_id(numbers, kind) }).collect();
        let swap = match self.goals {
            FamilyGoals::Places(_) => None,
            FamilyGoals::Swap(kinds) => Some(kinds.map(|kind| kind_id(numbers, kind))),
        };
        Ok(SetPuzzle { puzzle, from, swap, symmetries: None })
    }

    /// A puzzle with the pieces of a set at these places, with more blocked cells.
    pub fn puzzle_at(
        &self,
        family: &Family,
        numbers: &Numbers,
        places: &[KindAt],
        walls: &[Cell],
    ) -> Result<Puzzle, PuzzleError> {
        // Kinds without a piece are left out; the others keep the name they have in every set.
        let kinds: Vec<usize> = (0..MOST_KINDS).filter(|&kind| numbers[kind] > 0).collect();
        let name = |kind: usize| Kind::NAMES.chars().nth(kind).expect("there are few kinds");
        let pieces: Vec<_> = family.kit.pieces().collect();
        let place = |&(kind, at): &KindAt| Place { at, kind: kind_id(numbers, kind) };
        let goals: Vec<Vec<KindAt>> = match &self.goals {
            FamilyGoals::Places(goals) => goals.iter().filter(|goal| has(numbers, goal)).cloned().collect(),
            FamilyGoals::Swap(kinds) => vec![swapped(places, *kinds)],
        };
        let counts: Vec<u32> = numbers[..pieces.len()].iter().map(|&number| number.into()).collect();
        let kind = |&kind: &usize| {
            let piece = pieces[kind];
            Kind { name: name(kind), shape: piece.shape.clone(), along: piece.along }
        };
        let draft = Draft {
            title: family.kit.words(&counts),
            grid: family.grid,
            blocked: self.blocked.iter().chain(walls).copied().collect(),
            kinds: kinds.iter().map(kind).collect(),
            gates: BTreeMap::new(),
            start: places.iter().map(|at| (place(at), name(at.0))).collect(),
            goals: goals.iter().map(|goal| Goal(goal.iter().map(place).collect())).collect(),
            optimum: BTreeMap::new(),
            notes: vec![],
        };
        Puzzle::new(draft)
    }
}

/// The number of a kind in the puzzles of a set, which leave out the kinds without a piece.
pub(super) fn kind_id(numbers: &Numbers, kind: usize) -> KindId {
    KindId(numbers[..kind].iter().filter(|&&number| number > 0).count() as u8)
}

/// Two pieces, each where the other is among these places.
fn swapped(places: &[KindAt], [one, other]: [usize; 2]) -> Vec<KindAt> {
    let at = |kind: usize| places.iter().find(|(own, _)| *own == kind).expect("the set has both pieces").1;
    vec![(one, at(other)), (other, at(one))]
}

/// The number of ways to choose `number` of `all` cells, or `u64::MAX` if there are more.
fn choices(all: usize, number: usize) -> u64 {
    let mut ways: u128 = 1;
    for chosen in 0..number {
        ways = ways * (all - chosen) as u128 / (chosen as u128 + 1);
        if ways > u64::MAX.into() {
            return u64::MAX;
        }
    }
    ways as u64
}

/// All ways to choose `number` cells, in ascending order.
fn subsets(cells: &[Cell], number: usize) -> Vec<Vec<Cell>> {
    if number == 0 {
        return vec![vec![]];
    }
    let first = |(at, &cell): (usize, &Cell)| {
        let rest = subsets(&cells[at + 1..], number - 1);
        rest.into_iter().map(move |others| [&[cell], &others[..]].concat())
    };
    cells.iter().enumerate().flat_map(first).collect()
}

/// Whether a set has the pieces at these places.
fn has(numbers: &Numbers, places: &[KindAt]) -> bool {
    (0..MOST_KINDS)
        .all(|kind| places.iter().filter(|(other, _)| *other == kind).count() <= numbers[kind].into())
}
