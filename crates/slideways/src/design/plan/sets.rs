//! The plan of a census by sets of pieces: how many arrangements each set has, and the work units.
//!
//! If a symmetry of the family maps a set of pieces to another, or its walls to other walls, only one of the
//! two is searched, and what is found counts for both.

use super::{Keep, MOST_UNITS, PlanRequest};
use crate::design::family::{CheckedFamily, KindAt, kind_id};
use crate::design::goal::FamilyGoals;
use crate::design::{CensusError, Class, Family, Forecast};
use crate::engine::design::anchored::Cells;
use crate::engine::design::annealing::canonical::FamilySymmetry;
use crate::engine::design::census::{SetPuzzle, SetUnit, Sets};
use crate::engine::design::count::{MOST_KINDS, Numbers, count};
use crate::engine::design::saved::CensusState;
use crate::engine::explore::quotient::SymmetryGroup;
use crate::engine::search::control::Control;
use crate::grid::Cell;
use crate::outcome::Stop;
use crate::puzzle::{Place, Puzzle, PuzzleError};
use crate::solver::SolveError;
use crate::style::Who;
use std::collections::BTreeMap;

/// The bytes that the search of a set needs per arrangement, at least: a packed state, its entry in the
/// index, the beginning of its list of neighbours, and its distance.
const LEAST_BYTES: u128 = 37;

/// Nanoseconds per arrangement and pair of places of two pieces that change places.
const PER_PAIR: u64 = 100;

/// A set of pieces with certain walls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct WalledSet {
    /// The number of the walls.
    walls: usize,
    numbers: Numbers,
}

/// A set that is searched, and the sets to which symmetries map it.
struct Orbit {
    /// The set itself, then its images, each with a symmetry that maps the set to it.
    sets: Vec<(WalledSet, usize)>,
    /// The symmetries that map the set to itself.
    stabiliser: Vec<usize>,
}

/// The work units of a census: every set of pieces with every choice of walls, up to symmetry.
pub struct SetsPlan {
    walled: Vec<CheckedFamily>,
    symmetries: Vec<FamilySymmetry>,
    orbits: Vec<Orbit>,
    /// The sets that are searched.
    pub units: Vec<SetUnit>,
}

impl SetsPlan {
    /// The sets of pieces with a goal, their numbers of arrangements, and the work units.
    pub fn new(request: &PlanRequest) -> Result<(Forecast, SetsPlan), CensusError> {
        let PlanRequest { family, style, memory, unique, .. } = *request;
        let checked = family.checked()?;
        if unique && matches!(checked.goals, FamilyGoals::Swap(_)) {
            return Err(CensusError::Unique);
        }
        let walled = family.walled(&checked).ok_or(CensusError::TooManyWalls)?;
        let mut classes: BTreeMap<Numbers, u128> = BTreeMap::new();
        let (mut sets, mut largest) = (BTreeMap::new(), 0);
        for (walls, checked) in walled.iter().enumerate() {
            let counted = count(&checked.anchored, &checked.allowed).ok_or(CensusError::TooManySets)?;
            for (numbers, states) in counted.into_iter().filter(|(numbers, _)| checked.has_goal(numbers)) {
                let sum = classes.entry(numbers).or_default();
                *sum = sum.saturating_add(states);
                largest = largest.max(states);
                sets.insert(WalledSet { walls, numbers }, states);
            }
            if sets.len() > MOST_UNITS {
                return Err(CensusError::TooManySets);
            }
        }
        if sets.is_empty() {
            return Err(CensusError::NoSet);
        }
        let all = classes.values().fold(0u128, |sum, &states| sum.saturating_add(states));
        let bytes = largest.saturating_mul(LEAST_BYTES);
        if bytes > memory.into() || all > u64::MAX.into() {
            return Err(CensusError::TooLarge { all, largest, bytes, memory });
        }
        let mut symmetries = checked.symmetries(family);
        if unique {
            // Shortest solutions are counted in the graph of all arrangements.
            symmetries.truncate(1);
        }
        let orbits = orbits(&sets, &walled, &symmetries);
        let number: BTreeMap<&Numbers, u32> = classes.keys().zip(0..).collect();
        let unit = |orbit: &Orbit| SetUnit {
            classes: orbit.sets.iter().map(|(set, _)| number[&set.numbers]).collect(),
            arrangements: sets[&orbit.sets[0].0] as u64,
        };
        let units = orbits.iter().map(unit).collect();
        let kinds = family.kit.pieces().count();
        let class = |(number, (numbers, &states)): (u32, (&Numbers, &u128))| {
            let pieces: Vec<u32> = numbers[..kinds].iter().map(|&number| number.into()).collect();
            let holes = Some(numbers[MOST_KINDS].into());
            Class::new(number, family.kit.words(&pieces), holes, states as u64)
        };
        let each = if style.who == Who::Set { 10_000 } else { 1000 };
        let each = each + PER_PAIR * checked.swap_pairs();
        let classes = (0..).zip(&classes).map(class).collect();
        let mut forecast = Forecast::new(classes, checked.goal_words(family), each);
        forecast.symmetries = symmetries.len() as u64;
        Ok((forecast, SetsPlan { walled, symmetries, orbits, units }))
    }

    /// The puzzles with the walls and the pieces of a unit.
    fn puzzle(&self, family: &Family, unit: usize) -> Result<SetPuzzle, PuzzleError> {
        let Orbit { sets, stabiliser } = &self.orbits[unit];
        let WalledSet { walls, numbers } = &sets[0].0;
        let set = self.walled[*walls].puzzle(family, numbers)?;
        Ok(SetPuzzle { symmetries: self.group(family, numbers, stabiliser), ..set })
    }

    /// Some symmetries of a set as maps of places; `None` if there is only the identity.
    fn group(&self, family: &Family, numbers: &Numbers, symmetries: &[usize]) -> Option<SymmetryGroup> {
        let kinds = (0..MOST_KINDS).filter(|&kind| numbers[kind] > 0);
        let image = |symmetry: usize, kind: usize, cell: Cell| {
            let (kind, cell) = self.symmetries[symmetry].place((kind as u8, cell.index() as u8))?;
            Some(Place { at: Cell(cell.into()), kind: kind_id(numbers, kind.into()) })
        };
        let images = |&symmetry: &usize| {
            let of_kind = |kind| family.grid.cells().map(|cell| image(symmetry, kind, cell)).collect();
            kinds.clone().map(of_kind).collect()
        };
        let product = |second: usize, first: usize| {
            let [second, first] = [second, first].map(|symmetry| &self.symmetries[symmetry]);
            let is_product = |&symmetry: &usize| self.symmetries[symmetry].is_product(second, first);
            symmetries.iter().position(is_product).expect("symmetries of a set are a group") as u8
        };
        let products = |&second: &usize| symmetries.iter().map(|&first| product(second, first)).collect();
        (symmetries.len() > 1).then(|| SymmetryGroup {
            images: symmetries.iter().map(images).collect(),
            products: symmetries.iter().map(products).collect(),
        })
    }

    /// The image of a puzzle of a unit in another set of its orbit.
    fn image(
        &self,
        family: &Family,
        unit: usize,
        set: usize,
        puzzle: &Puzzle,
    ) -> Result<Puzzle, PuzzleError> {
        let sets = &self.orbits[unit].sets;
        let (own, (WalledSet { walls, numbers }, symmetry)) = (&sets[0].0.numbers, &sets[set]);
        let kinds: Vec<usize> = (0..MOST_KINDS).filter(|&kind| own[kind] > 0).collect();
        let image = |place: &Place| -> KindAt {
            let kind = kinds[usize::from(place.kind.0)] as u8;
            let image = self.symmetries[*symmetry].place((kind, place.at.index() as u8));
            let (kind, cell) = image.expect("the image of a piece fits");
            (kind.into(), Cell(cell.into()))
        };
        let mut places: Vec<KindAt> = puzzle.places(puzzle.start()).iter().map(image).collect();
        places.sort_by_key(|&(_, at)| at);
        self.walled[*walls].puzzle_at(family, numbers, &places, &[])
    }

    /// Search the sets that are not done.
    pub fn search(
        &self,
        request: &PlanRequest,
        (state, keep): (&mut CensusState, Keep),
        control: &mut Control,
    ) -> Result<Option<Stop>, SolveError> {
        let PlanRequest { family, style, most, unique, .. } = *request;
        let puzzle = |unit: usize| self.puzzle(family, unit);
        let image = |unit: usize, set: usize, puzzle: &Puzzle| self.image(family, unit, set, puzzle);
        let sets = Sets { units: &self.units, puzzle: &puzzle, image: &image, style, unique, most };
        sets.census(state, keep, control)
    }
}

/// The orbits of all sets under the symmetries of the family, the first of which is the identity.
fn orbits(
    sets: &BTreeMap<WalledSet, u128>,
    walled: &[CheckedFamily],
    symmetries: &[FamilySymmetry],
) -> Vec<Orbit> {
    let walls: BTreeMap<Cells, usize> =
        walled.iter().map(|checked| checked.anchored.blocked).zip(0..).collect();
    let image = |set: &WalledSet, symmetry: &FamilySymmetry| {
        let mut numbers = set.numbers;
        (0..MOST_KINDS).filter(|&kind| set.numbers[kind] > 0).for_each(|kind| numbers[kind] = 0);
        for kind in (0..MOST_KINDS).filter(|&kind| set.numbers[kind] > 0) {
            numbers[symmetry.kind(kind)] = set.numbers[kind];
        }
        WalledSet { walls: walls[&symmetry.image(walled[set.walls].anchored.blocked)], numbers }
    };
    let orbit = |set: &WalledSet| {
        let mut orbit = Orbit { sets: vec![], stabiliser: vec![] };
        for (number, symmetry) in symmetries.iter().enumerate() {
            let image = image(set, symmetry);
            if image < *set {
                return None;
            }
            if image == *set {
                orbit.stabiliser.push(number);
            }
            if orbit.sets.iter().all(|(other, _)| *other != image) {
                orbit.sets.push((image, number));
            }
        }
        Some(orbit)
    };
    sets.keys().filter_map(orbit).collect()
}
