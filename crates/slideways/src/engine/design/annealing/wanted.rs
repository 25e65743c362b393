//! What is sought in a component: a start that meets the conditions.

use super::candidate::Candidate;
use super::canonical::{FamilySymmetry, canonical};
use super::evaluator::{Evaluator, NoComponent};
use super::minimal::{IdlePieces, Minimal, Needed, needed};
use super::mutation::Variation;
use super::structure::{Farthest, StructureSearch};
use super::unique::{Unique, solutions};
use crate::style::Reach;
use std::ops::RangeInclusive;

/// The starts of a component that are looked at if any start will do.
const MOST_STARTS: usize = 32;

/// The starts that are tested for pieces too many or by slow measures before a component is given up.
const MOST_TRIES: usize = 4;

/// The states that are searched to show that a piece is needed, as a multiple of the largest component.
const MORE_STATES: usize = 4;

/// The number of each thing in a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The pieces.
    pub pieces: u32,
    /// The walls of the candidate, without the blocked cells of the family.
    pub walls: u32,
    /// The cells that are neither blocked nor walls.
    pub cells: u32,
    /// Those of them that are empty.
    pub holes: u32,
    /// The moves of a shortest solution.
    pub moves: u32,
    /// The states of the component.
    pub states: u64,
    /// The goals among them.
    pub goal_states: u64,
}

/// The worth of a start, or `None` if it is refused.
pub type Judge<'w> = &'w (dyn Fn(&Facts, &Candidate) -> Option<f64> + Sync);

/// The conditions for a puzzle.
pub struct Wanted<'w> {
    /// The candidates.
    pub variation: &'w Variation<'w>,
    /// The symmetries of the family.
    pub symmetries: &'w [FamilySymmetry],
    /// How far one move may go.
    pub reach: Reach,
    /// The number of moves.
    pub moves: RangeInclusive<u32>,
    /// Whether there is one shortest solution.
    pub unique: Option<Unique>,
    /// Whether no piece can be removed.
    pub minimal: Option<Minimal>,
    /// Whether every piece moves in some shortest solution.
    pub all_move: bool,
    /// The states of the component.
    pub states: RangeInclusive<u64>,
    /// Judges a start by its numbers.
    pub judge: Judge<'w>,
    /// Judges a start by measures that take long; its answer is the one that counts.
    pub slow_judge: Option<Judge<'w>>,
    /// Whether the best puzzles are sought, and not just any.
    pub is_contest: bool,
    /// Whether the best puzzles are those with the most moves.
    pub is_by_moves: bool,
    /// Whether [`StructureSearch`] serves the family.
    pub has_structures: bool,
}

/// A puzzle that meets all conditions.
#[derive(Clone, Debug)]
pub struct Find {
    /// Where it begins.
    pub start: Candidate,
    /// The canonical form of its component.
    pub canonical: Candidate,
    /// Its numbers.
    pub facts: Facts,
    /// Its worth.
    pub worth: f64,
}

/// Buffers of a worker.
#[derive(Default)]
pub struct Buffers {
    /// The component at hand.
    pub component: Evaluator,
    /// Searches of other components.
    other: Evaluator,
    structure: StructureSearch,
    solutions: Vec<f64>,
    idle: IdlePieces,
}

/// How good a component is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The best start of the component.
    pub state: u32,
    /// Its moves.
    pub moves: u32,
    /// Whether the number of moves is in the range.
    pub is_in_range: bool,
    /// The worth of the start, in a contest.
    pub worth: f64,
    /// What annealing raises.
    pub score: f64,
}

/// What a component in range gains over all others.
const IN_RANGE: f64 = 1e9;

impl Wanted<'_> {
    /// The largest score of a component whose farthest start takes this number of moves.
    fn most_score(&self, moves: u32) -> f64 {
        match (moves < *self.moves.start(), self.is_contest) {
            (true, _) => f64::from(moves),
            (false, false) => IN_RANGE,
            (false, true) if self.is_by_moves => IN_RANGE + f64::from(moves),
            (false, true) => f64::INFINITY,
        }
    }

    /// Whether a component with such a farthest start may have a puzzle that is worth more than `worth`.
    fn may_be_worth_it(&self, moves: u32, worth: f64) -> bool {
        moves >= *self.moves.start() && (!self.is_contest || !self.is_by_moves || f64::from(moves) > worth)
    }
}

impl Buffers {
    /// The number of states searched so far.
    pub fn searched(&self) -> u64 {
        self.component.searched + self.other.searched + self.structure.searched
    }

    /// The bytes held.
    pub fn bytes(&self) -> u64 {
        let searches = self.component.bytes() + self.other.bytes() + self.structure.bytes();
        searches + 8 * self.solutions.capacity() as u64
    }

    /// Search the component of a candidate, or the hardest one of its structure. It is not searched if its
    /// score must be less than `needed` and no puzzle in it can be worth more than `worth`. Returns whether
    /// it was searched.
    pub fn explore(
        &mut self,
        wanted: &Wanted,
        mut candidate: Candidate,
        most: usize,
        (needed, worth): (f64, f64),
    ) -> Result<bool, NoComponent> {
        let (ground, reach) = (wanted.variation.ground, wanted.reach);
        if wanted.has_structures {
            let farthest = match wanted.unique {
                Some(Unique::Sequences) => {
                    let moves = *wanted.moves.end();
                    self.structure.farthest_unique(ground, &candidate, (reach, moves), most)
                }
                _ => self.structure.farthest(ground, &candidate, reach, most),
            };
            match farthest {
                Ok(Farthest { moves, .. })
                    if wanted.most_score(moves) < needed && !wanted.may_be_worth_it(moves, worth) =>
                {
                    return Ok(false);
                }
                Ok(farthest) => candidate = farthest.start,
                // The component can be much smaller than the structure: that is left to the largest class.
                Err(NoComponent::TooLarge) if most as u64 == *wanted.states.end() => {}
                Err(why) => return Err(why),
            }
        }
        self.component.explore(ground, &candidate, reach, most).map(|()| true)
    }

    /// Standing the component at hand; `None` if no start is possible.
    pub fn standing(&mut self, wanted: &Wanted) -> Option<Standing> {
        if let Some(how) = wanted.unique {
            solutions(&self.component, how, &mut self.solutions);
        }
        let state = self.starts(wanted, 0).next()?;
        let (facts, start) = self.facts(wanted, state);
        let is_in_range = facts.moves >= *wanted.moves.start() && wanted.states.contains(&facts.states);
        let judge = if wanted.is_contest { wanted.slow_judge.unwrap_or(wanted.judge) } else { wanted.judge };
        let judged = if is_in_range { judge(&facts, &start) } else { None };
        let score = match judged {
            Some(worth) if wanted.is_contest => IN_RANGE + worth,
            Some(_) => IN_RANGE,
            // A start that is refused still shows the way: harder puzzles meet more conditions.
            None if is_in_range => f64::from(facts.moves),
            None => f64::from(facts.moves.min(*wanted.moves.start())),
        };
        // Of two components that are equal otherwise, the one with fewer pieces.
        let pieces = if wanted.minimal.is_some() { 0.02 * f64::from(facts.pieces) } else { 0.0 };
        let worth = judged.unwrap_or(f64::MIN);
        Some(Standing { state, moves: facts.moves, is_in_range, worth, score: score - pieces })
    }

    /// The possible starts of at least `least` moves, the farthest first.
    fn starts<'b>(&'b self, wanted: &'b Wanted, least: u32) -> impl Iterator<Item = u32> + 'b {
        let to_goal = self.component.to_goal();
        let farthest_first = self.component.order().iter().rev().copied();
        let far_enough = farthest_first.take_while(move |&state| to_goal[state as usize] >= least);
        let near_enough = far_enough.filter(move |&state| to_goal[state as usize] <= *wanted.moves.end());
        let from = &wanted.variation.ground.from;
        near_enough.filter(move |&state| {
            (wanted.unique.is_none() || self.solutions[state as usize] == 1.0)
                && (from.is_empty() || self.component.start(state).has(from))
        })
    }

    /// A start of the component at hand, and its numbers.
    pub fn facts(&self, wanted: &Wanted, state: u32) -> (Facts, Candidate) {
        let start = self.component.start(state);
        let ground = wanted.variation.ground;
        let size = ground.grid.size() as u32;
        let walls = start.walls.count_ones();
        let facts = Facts {
            pieces: start.pieces.len() as u32,
            walls,
            cells: ground.free() - walls,
            holes: size - start.filled(ground).count_ones(),
            moves: self.component.to_goal()[state as usize],
            states: self.component.states() as u64,
            goal_states: self.component.goals() as u64,
        };
        (facts, start)
    }

    /// A start of the component at hand that meets all conditions and is worth more than `worth`. If only a
    /// piece too many stands in the way, the start without it is put into `better`.
    pub fn find(&mut self, wanted: &Wanted, worth: f64, better: &mut Option<Candidate>) -> Option<Find> {
        let mut starts: Vec<u32> = self.starts(wanted, *wanted.moves.start()).collect();
        if !wanted.is_contest {
            // Some of all lengths: the longest are not the most likely ones.
            let apart = starts.len().div_ceil(MOST_STARTS).max(1);
            starts = starts.into_iter().step_by(apart).collect();
        }
        let mut tries = 0;
        for state in starts {
            let (facts, start) = self.facts(wanted, state);
            let Some(judged) = (wanted.judge)(&facts, &start) else { continue };
            let is_better = |judged: f64| !wanted.is_contest || judged > worth;
            if wanted.slow_judge.is_none() && !is_better(judged) {
                continue;
            }
            let idle = match wanted.all_move || wanted.minimal.is_some() {
                true => self.idle.of(&self.component, state),
                false => vec![],
            };
            if wanted.all_move && !idle.is_empty() {
                continue;
            }
            tries += 1;
            if tries > MOST_TRIES {
                return None;
            }
            if let Some(how) = wanted.minimal {
                let most = MORE_STATES.saturating_mul((*wanted.states.end()).min(1 << 30) as usize);
                let family = (wanted.variation.ground, wanted.reach);
                match needed(family, &start, facts.moves, (how, &idle), (&mut self.other, most)) {
                    Needed::All => {}
                    Needed::Without(piece) => {
                        better.get_or_insert_with(|| start.without(piece));
                        continue;
                    }
                    Needed::Unknown => continue,
                }
            }
            let worth = match wanted.slow_judge {
                Some(judge) => judge(&facts, &start).filter(|&judged| is_better(judged)),
                None => Some(judged),
            };
            if let Some(worth) = worth {
                let canonical = canonical(&self.component, wanted.symmetries);
                return Some(Find { start, canonical, facts, worth });
            }
        }
        None
    }
}
