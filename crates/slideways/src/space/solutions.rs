//! The number of shortest solutions of every state of a space, and the states that stand out.
//!
//! A solution is a sequence of states, as in [`Solver::count`]. Two moves between the same two states count
//! once, and so do interchangeable pieces.
//!
//! ```
//! use slideways::prelude::*;
//!
//! let klotski = library::puzzle("klotski").unwrap();
//! let space = Space::of(&klotski).solutions().build()?;
//! let solutions = space.solutions().unwrap();
//! assert_eq!(solutions.layers[0].states, 964); // goals, with one solution each: the empty one
//! assert_eq!(solutions.layers.len(), 94);
//! # Ok::<(), SolveError>(())
//! ```

use super::SolutionLayer;
use crate::engine::explore::solutions::{Outlier, SolutionTable};
use crate::format::sliding;
use crate::game::Game;
use crate::outcome::{Limits, Outcome, Stop};
use crate::solver::{SolveError, Solver, WrongAnswer};
use crate::style::Style;
use crate::watch::Watch;
use web_time::Instant;

/// The number of shortest solutions of every state that can reach a goal.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SolutionCounts {
    /// The numbers by distance from the nearest goal, the goals first. Every layer is complete; there is none
    /// if no goal can be reached.
    pub layers: Vec<SolutionLayer>,
    /// A state with the greatest number of shortest solutions, the nearest to a goal.
    pub most: Option<SolutionExample>,
    /// One of the farthest states that have exactly one shortest solution.
    pub unique: Option<SolutionExample>,
    /// What stopped the count, if something did. The layers are complete as far as they go; a state that
    /// could not be counted a second time is left out.
    pub stop: Option<Stop>,
}

/// A state that stands out. A [`Solver`] has counted its solutions a second time.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SolutionExample {
    /// The puzzle or position that begins at the state.
    pub game: Game,
    /// The length of its shortest solutions.
    pub distance: u32,
    /// The number of its shortest solutions; `u128::MAX` stands for that many or more.
    pub solutions: u128,
}

impl SolutionCounts {
    /// A count that was stopped before its first layer.
    pub(super) fn stopped(by: Stop) -> SolutionCounts {
        SolutionCounts { stop: Some(by), ..SolutionCounts::default() }
    }

    /// The result of a count, after a solver has counted the solutions of the states to show.
    pub(super) fn checked(
        table: &SolutionTable,
        at: impl Fn(Outlier) -> Game,
        style: Style,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> Result<SolutionCounts, SolveError> {
        let layers = table.layers.iter().map(|tally| tally.layer).collect();
        let mut counts = SolutionCounts { layers, most: None, unique: None, stop: table.stop };
        let started = Instant::now();
        let mut again = |outlier: Option<Outlier>| -> Result<Option<SolutionExample>, SolveError> {
            let Some(outlier) = outlier.filter(|_| counts.stop.is_none()) else { return Ok(None) };
            let left = limits.after(started.elapsed());
            let example = SolutionExample {
                game: at(outlier),
                distance: outlier.distance,
                solutions: outlier.solutions,
            };
            match example.confirm(style, left, watch)? {
                None => Ok(Some(example)),
                Some(by) => {
                    counts.stop = Some(by);
                    Ok(None)
                }
            }
        };
        let most = again(table.most())?;
        let unique = again(table.farthest_unique())?;
        Ok(SolutionCounts { most, unique, ..counts })
    }

    /// The number of states in all layers.
    pub fn states(&self) -> u64 {
        self.layers.iter().map(|layer| layer.states).sum()
    }

    /// The number of states with exactly one shortest solution, the goals included.
    pub fn unique_states(&self) -> u64 {
        self.layers.iter().map(|layer| layer.unique).sum()
    }

    /// The sum of the numbers of solutions of all states; `u128::MAX` stands for that many or more.
    pub fn total(&self) -> u128 {
        self.layers.iter().fold(0, |sum, layer| sum.saturating_add(layer.total))
    }
}

impl SolutionExample {
    /// The state in one line: the rows of a board, or an arrangement as in puzzle text.
    pub fn state(&self) -> String {
        match &self.game {
            Game::Tiles(position) => position.to_string(),
            Game::Blocks(puzzle) => sliding::arrangement(puzzle, &puzzle.places(puzzle.start())),
        }
    }

    /// Count the solutions of the state by a search that begins there; returns what stopped it.
    pub(super) fn confirm(
        &self,
        style: Style,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> Result<Option<Stop>, SolveError> {
        let answer = Solver::new(&self.game).style(style).limits(limits).watch(watch).count()?;
        let found = match answer.outcome {
            Outcome::Solved(solution) => solution.len(),
            Outcome::Stopped { by, .. } | Outcome::Bounded { by, .. } => return Ok(Some(by)),
            Outcome::Unsolvable(_) => return Err(WrongAnswer::Path.into()),
        };
        if found != self.distance as usize {
            return Err(WrongAnswer::Length { said: self.distance, found }.into());
        }
        match answer.counted {
            Some(counted) => match counted.total {
                Some(found) if found == self.solutions => Ok(None),
                // The count over a whole board stops at the largest number of 64 bits.
                Some(found) if self.solutions == u128::MAX && found >= u64::MAX.into() => Ok(None),
                Some(found) => Err(WrongAnswer::Solutions { said: self.solutions, found }.into()),
                None => Ok(Some(counted.stop.unwrap_or(Stop::Effort))),
            },
            None => Ok(Some(Stop::Effort)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::explore::solutions::SolutionTally;
    use crate::format::sliding;
    use crate::library;
    use crate::solver::{Answer, Search, TableStore};
    use crate::space::Space;
    use crate::tiles::{Goal, Position, Size};
    use std::time::Duration;

    /// The layers that result from solving every state by itself.
    fn one_by_one(answers: impl Iterator<Item = Answer>) -> Vec<SolutionLayer> {
        let mut layers = vec![];
        for answer in answers {
            let Outcome::Solved(solution) = &answer.outcome else { panic!("it can be solved") };
            let number = answer.counted.unwrap().total.unwrap();
            layers.resize(layers.len().max(solution.len() + 1), SolutionTally::NONE);
            layers[solution.len()] = layers[solution.len()].and(SolutionTally::of(0, number));
        }
        layers.into_iter().map(|tally| tally.layer).collect()
    }

    #[test]
    fn a_solver_counts_the_same_for_every_position_of_a_small_board() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
            for style in [Style::STEP, Style::SET_STEP] {
                let goal = Goal::blank_last(Size::new(rows, cols).unwrap());
                let position = Position::new(goal.full().unwrap(), goal).unwrap();
                let counts = Space::of(&position).style(style).farthest(usize::MAX).solutions().build();
                let counts = counts.unwrap().solutions().cloned().unwrap();
                let tables = TableStore::new();
                let answers = position.board().component().into_iter().map(|board| {
                    let position = Position::blank_last(board);
                    Solver::new(&position).style(style).tables(&tables).count().unwrap()
                });
                assert_eq!(one_by_one(answers), counts.layers, "{rows} x {cols} {style}");
            }
        }
    }

    #[test]
    fn a_solver_counts_the_same_for_every_arrangement_of_a_small_puzzle() {
        for text in [
            "2 x 4\n1 = 1\n2 = 11\n1020\n0000210\n",
            "3 x 3\n1 = 1\n2 = 11\n3 = 1/1\n1203\ngoal 2@2,1\n",
            "2 x 3\n1 = 1\n2 = 1\n3 = 1\n4 = 1\n5 = 1\n123450\n041325\n",
        ] {
            let puzzle = sliding::parse(text).unwrap().puzzle;
            for style in Style::ALL {
                let space = Space::of(&puzzle).style(style).solutions().build().unwrap();
                let component = space.component().unwrap();
                for search in [None, Some(Search::Blocks)] {
                    let answers = (0..component.states() as u32).map(|number| {
                        let solver = Solver::new(&puzzle).from(&component.arrangement(number)).style(style);
                        search.into_iter().fold(solver, Solver::search).count().unwrap()
                    });
                    assert_eq!(one_by_one(answers), space.solutions().unwrap().layers, "{text} {style}");
                }
            }
        }
    }

    /// The first records of `bench/records/solutions.md`.
    #[test]
    fn the_recorded_numbers_are_found_again() {
        let found = |game: Game, style| {
            let space = Space::of(&game).style(style).solutions().build().unwrap();
            let counts = space.solutions().unwrap().clone();
            let (most, unique) = (counts.most.as_ref().unwrap(), counts.unique.as_ref().unwrap());
            let many = counts.layers[unique.distance as usize].unique;
            (most.solutions, most.distance, unique.distance, many, counts.unique_states(), counts.total())
        };
        let board = |rows, cols| {
            let goal = Goal::blank_last(Size::new(rows, cols).unwrap());
            Game::Tiles(Position::new(goal.full().unwrap(), goal).unwrap())
        };
        assert_eq!(found(board(2, 2), Style::STEP), (2, 6, 5, 2, 11, 13));
        assert_eq!(found(board(3, 3), Style::STEP), (64, 30, 29, 6, 78_033, 500_881));
        assert_eq!(found(board(3, 3), Style::SET_STEP), (38, 24, 23, 2, 109_363, 327_027));
        let klotski = Game::Blocks(library::puzzle("klotski").unwrap());
        assert_eq!(found(klotski, Style::MOVE), (26_880, 72, 40, 2, 2_304, 2_922_418));
    }

    #[test]
    fn the_two_farthest_positions_of_the_eight_puzzle_have_40_solutions_each() {
        let goal: Position = "123456780".parse().unwrap();
        let space = Space::of(&goal).solutions().build().unwrap();
        let last = space.solutions().unwrap().layers[31];
        assert_eq!(last, SolutionLayer { states: 2, unique: 0, least: 40, most: 40, total: 80 });
    }

    #[test]
    fn without_a_goal_there_are_no_layers() {
        let odd: Position = "213456780".parse().unwrap();
        let space = Space::of(&odd).solutions().build().unwrap();
        assert!(space.solutions().unwrap().layers.is_empty() && space.stop().is_none());
        let lost = sliding::parse("1 x 3\n1 = 1\n2 = 1\n120\n210\n").unwrap().puzzle;
        let space = Space::of(&lost).solutions().build().unwrap();
        assert!(space.solutions().unwrap().layers.is_empty() && space.stop().is_none());
    }

    #[test]
    fn limits_stop_the_count_and_it_says_so() {
        let goal: Position = "123456780".parse().unwrap();
        let limits = Limits::new().memory(1 << 20);
        let refused = Space::of(&goal).limits(limits).solutions().build();
        assert!(matches!(refused, Err(SolveError::Positions(_))));
        let klotski = library::puzzle("klotski").unwrap();
        let space = Space::of(&klotski).limits(limits).solutions().build().unwrap();
        assert_eq!(space.stop(), Some(Stop::Memory));
        let late = Space::of(&klotski).limits(Limits::new().time(Duration::ZERO)).solutions();
        assert_eq!(late.build().unwrap().stop(), Some(Stop::Time));
    }
}
