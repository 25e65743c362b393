//! Admissible heuristics of tile positions, as functions: for measurements, not for searches.

use super::tables::{StepTables, TableStore};
use crate::engine::tiles::Instance;
use crate::engine::tiles::anytime::linear_conflict::{Aim, Measure};
use crate::engine::tiles::anytime::position;
use crate::engine::tiles::pdb::partition::{PdbSize, views};
use crate::outcome::{Limits, Stop};
use crate::tiles::parity::Unreachable;
use crate::tiles::{Board, Goal, Size};
use crate::watch::Watch;

/// A lower bound on the number of moves in style `step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Heuristic {
    /// The Manhattan distance: the steps that the tiles would need if each were alone on the board.
    Manhattan,
    /// The Manhattan distance and linear conflicts (Hansson, Mayer and Yung 1992).
    LinearConflict,
    /// The larger of two sums of additive pattern databases (Korf and Felner 2002) of at most six tiles each:
    /// the tables of the default search.
    Pdb,
    /// The same for patterns of seven and eight tiles, on boards of 15 and 16 cells.
    LargePdb,
}

/// Why there is no heuristic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoHeuristic {
    /// No heuristic has this name.
    #[error("`{name}` is not a heuristic of {size} boards; they have {}", known.join(", "))]
    Name {
        /// What the user wrote.
        name: String,
        /// The size of the boards.
        size: Size,
        /// The names that there are.
        known: Vec<String>,
    },
    /// Pattern databases for a goal with open cells.
    #[error("the goal leaves cells open, but pattern databases need a full goal")]
    OpenGoal,
    /// A limit or the caller stopped the build of the tables.
    #[error("the tables were not built: stopped")]
    Stopped(Stop),
}

impl Heuristic {
    /// All heuristics, the weakest first.
    pub const ALL: [Heuristic; 4] =
        [Heuristic::Manhattan, Heuristic::LinearConflict, Heuristic::Pdb, Heuristic::LargePdb];

    /// Its name for boards of a size; `None` if they do not have it. A pattern database is named by the
    /// numbers of tiles in its patterns, as in the literature: `pdb-663`, `pdb-87`.
    ///
    /// ```
    /// use slideways::solver::heuristic::Heuristic;
    ///
    /// let size = "4x4".parse()?;
    /// let names: Vec<String> = Heuristic::ALL.iter().filter_map(|known| known.name(size)).collect();
    /// assert_eq!(names, ["manhattan", "linear-conflict", "pdb-663", "pdb-87"]);
    /// # Ok::<(), slideways::tiles::NotASize>(())
    /// ```
    pub fn name(self, size: Size) -> Option<String> {
        let extent = match self {
            Heuristic::Manhattan => return Some("manhattan".to_owned()),
            Heuristic::LinearConflict => return Some("linear-conflict".to_owned()),
            Heuristic::Pdb => PdbSize::Small,
            Heuristic::LargePdb => PdbSize::Large,
        };
        let last = Goal::blank_last(size).full().expect("a usual goal is full").blank();
        extent.suits(size).then(|| {
            let [along, _] = views(size, last, extent);
            let tiles: String = along.iter().map(|pattern| pattern.homes.len().to_string()).collect();
            format!("pdb-{tiles}")
        })
    }

    /// The heuristic with a name. `pdb` is the best for which tables are built at once.
    pub fn named(name: &str, size: Size) -> Result<Heuristic, NoHeuristic> {
        let is_named = |known: &Heuristic| known.name(size).as_deref() == Some(name);
        match Heuristic::ALL.into_iter().find(is_named) {
            Some(known) => Ok(known),
            None if name == "pdb" && PdbSize::Small.suits(size) => Ok(Heuristic::Pdb),
            None => Err(NoHeuristic::Name {
                name: crate::format::error::shortened(name.to_owned()),
                size,
                known: Heuristic::ALL.iter().filter_map(|known| known.name(size)).collect(),
            }),
        }
    }
}

/// A heuristic with everything that it needs for one goal.
pub struct Estimator {
    goal: Goal,
    by: By,
}

enum By {
    Manhattan,
    Conflicts,
    Tables(StepTables),
}

impl Estimator {
    /// Prepare a heuristic for a goal; pattern databases come from the store, which builds them if necessary.
    ///
    /// ```
    /// use slideways::prelude::*;
    /// use slideways::solver::heuristic::{Estimator, Heuristic};
    ///
    /// let hardest: Position = "8 6 7/2 5 4/3 0 1".parse()?;
    /// let estimate = |heuristic| {
    ///     let (limits, tables) = (Limits::new(), TableStore::new());
    ///     let estimator = Estimator::new(heuristic, hardest.goal(), &tables, &limits, &mut ());
    ///     estimator.unwrap().bound(hardest.board()).unwrap()
    /// };
    /// assert_eq!(estimate(Heuristic::Manhattan), 21);
    /// assert!(estimate(Heuristic::LinearConflict) <= 31 && estimate(Heuristic::Pdb) <= 31);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        heuristic: Heuristic,
        goal: &Goal,
        tables: &TableStore,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Estimator, NoHeuristic> {
        let key = || Some((goal.size(), goal.full()?.blank()));
        let by = match heuristic {
            Heuristic::Manhattan => By::Manhattan,
            Heuristic::LinearConflict => By::Conflicts,
            Heuristic::Pdb | Heuristic::LargePdb => {
                let key = key().ok_or(NoHeuristic::OpenGoal)?;
                let extent = if heuristic == Heuristic::Pdb { PdbSize::Small } else { PdbSize::Large };
                By::Tables(tables.exactly(key, extent, limits, watch).map_err(NoHeuristic::Stopped)?)
            }
        };
        Ok(Estimator { goal: goal.clone(), by })
    }

    /// The value of a board. The error is the proof that the board cannot reach the goal.
    ///
    /// # Panics
    ///
    /// If the board has another size than the goal.
    pub fn bound(&self, board: &Board) -> Result<u32, Unreachable> {
        let instance = Instance::new(board, &self.goal)?;
        Ok(match &self.by {
            By::Manhattan => instance.bound(),
            By::Conflicts => {
                let start = position::Position::start(&instance);
                Measure::new(instance.size(), Aim::everything(start.claimed(&instance))).score(&start)
            }
            By::Tables(tables) => tables.bound(&instance),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Outcome;
    use crate::solver::Solver;
    use crate::tiles::Position;
    use crate::tiles::random::{Random, position};

    #[test]
    fn heuristics_are_admissible_and_ordered() {
        let (limits, store, mut random) = (Limits::new(), TableStore::new(), Random::new(5));
        for (size, goal) in [("3x3", "blank-last"), ("2x4", "blank-first"), ("3x4", "blank-last")] {
            let size: Size = size.parse().unwrap();
            let goal = Goal::named(goal, size).unwrap();
            let known: Vec<Heuristic> =
                Heuristic::ALL.into_iter().filter(|known| known.name(size).is_some()).collect();
            assert_eq!(known.len(), 3);
            let estimators: Vec<Estimator> = known
                .iter()
                .map(|&known| Estimator::new(known, &goal, &store, &limits, &mut ()).unwrap())
                .collect();
            for _ in 0..20 {
                let board = position(&goal, &mut random);
                let start = Position::new(board.clone(), goal.clone()).unwrap();
                let answer = Solver::new(&start).tables(&store).solve().unwrap();
                let Outcome::Solved(solution) = answer.outcome else { panic!("it can be solved") };
                let values: Vec<u32> =
                    estimators.iter().map(|estimator| estimator.bound(&board).unwrap()).collect();
                assert_eq!(values[0], start.manhattan().unwrap());
                assert!(values[0] <= values[1] && values[0] <= values[2], "{board:?}: {values:?}");
                assert!(values.iter().all(|&value| value as usize <= solution.len()), "{values:?}");
                assert!(values.iter().all(|value| value % 2 == solution.len() as u32 % 2), "{values:?}");
            }
        }
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_names_there_are() {
        let why = Heuristic::named("walking", "3x3".parse().unwrap()).unwrap_err();
        assert_eq!(
            why.to_string(),
            "`walking` is not a heuristic of 3 x 3 boards; they have manhattan, linear-conflict, pdb-62"
        );
        assert_eq!(Heuristic::named("pdb", "5x5".parse().unwrap()), Ok(Heuristic::Pdb));
        assert!(Heuristic::named("pdb", "6x6".parse().unwrap()).is_err());
    }
}
