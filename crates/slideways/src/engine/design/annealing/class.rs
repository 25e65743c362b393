//! Size classes of components, and the best components of each class.
//!
//! In a class at most a certain number of states is allowed, in the next one a quarter of that. Chains of all
//! classes search the same number of states, so those of small components make many more steps. Which class
//! has the hardest puzzles depends on the family: the best Rush Hour puzzles have some thousand states, those
//! of Klotski's family ten times as many. So half of the chains work in the class that leads.

use super::candidate::Candidate;
use super::wanted::{Standing, Wanted};
use std::collections::BTreeMap;

/// A class of components; 0 is the class of all that the conditions allow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SizeClass(u32);

/// The number of classes.
const CLASSES: u32 = 4;

/// The most states in the class of the smallest components, at least, for each move that is wanted.
const STATES_PER_MOVE: u64 = 40;

/// What the best components are kept apart by: class, number of walls, number of pieces.
type Niche = (SizeClass, u32, u32);

/// The best component of each niche: its score, and a state of it.
#[derive(Clone, Default)]
pub struct Elites(BTreeMap<Niche, (Standing, Candidate)>);

impl SizeClass {
    /// The class of a chain; half of the chains have none.
    pub fn of(chain: usize) -> Option<SizeClass> {
        chain.is_multiple_of(2).then_some(SizeClass(chain as u32 / 2 % CLASSES))
    }

    /// The most states of a component.
    pub fn most(self, wanted: &Wanted) -> usize {
        let most = *wanted.states.end();
        let enough = (4 * *wanted.states.start()).max(STATES_PER_MOVE * u64::from(*wanted.moves.start()));
        usize::try_from((most >> (2 * self.0)).max(enough).min(most)).unwrap_or(usize::MAX)
    }
}

impl Elites {
    /// Keep a component if it is the best of its niche.
    pub fn keep(&mut self, class: SizeClass, standing: Standing, candidate: &Candidate) {
        let niche = (class, candidate.walls.count_ones(), candidate.pieces.len() as u32);
        if self.0.get(&niche).is_none_or(|(known, _)| known.score < standing.score) {
            self.0.insert(niche, (standing, candidate.clone()));
        }
    }

    /// Keep what is better in another collection.
    pub fn merge(&mut self, other: Elites) {
        for ((class, ..), (standing, candidate)) in other.0 {
            self.keep(class, standing, &candidate);
        }
    }

    /// The best components of a class.
    pub fn of(&self, class: SizeClass) -> impl Iterator<Item = &(Standing, Candidate)> {
        self.0.range((class, 0, 0)..(SizeClass(class.0 + 1), 0, 0)).map(|(_, elite)| elite)
    }

    /// The class of the best component; of two classes that are equal, that of the smaller components.
    pub fn leader(&self) -> SizeClass {
        let best = self.0.iter().max_by(|(_, (one, _)), (_, (other, _))| one.score.total_cmp(&other.score));
        best.map_or(SizeClass::default(), |((class, ..), _)| *class)
    }

    /// The largest number of moves by number of pieces.
    pub fn moves(&self) -> BTreeMap<u32, u32> {
        let mut moves = BTreeMap::new();
        for ((.., pieces), (standing, _)) in &self.0 {
            let most = moves.entry(*pieces).or_insert(standing.moves);
            *most = standing.moves.max(*most);
        }
        moves
    }
}
