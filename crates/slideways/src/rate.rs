//! How hard a puzzle is: measures of difficulty, each proved from the whole component.
//!
//! The number of moves alone does not make a puzzle hard. A [`Rating`] has its length in all styles and, in
//! one style, the [`Measures`]: how many shortest solutions there are and what they have in common, how often
//! they lead away from the goal, how their moves depend on each other, what a wrong move costs, and how long
//! a random walk takes. The book's chapter *How hard is it?* defines each of them with an example.
//!
//! ```
//! use slideways::prelude::*;
//!
//! let puzzle = library::puzzle("dads").unwrap();
//! let rating = Rating::of(&puzzle).build()?;
//! assert!(matches!(rating.outcome(), Outcome::Solved(59)));
//! let measures = rating.measures.unwrap();
//! assert_eq!(measures.states, Ok(1398));
//! assert_eq!(measures.solutions, Ok(864));
//! # Ok::<(), SolveError>(())
//! ```

mod builder;
mod measures;
mod summary;

pub use crate::engine::rate::branching::Branching;
pub use crate::engine::rate::hitting_time::HittingTime;
pub use crate::engine::rate::precedence::Precedence;
pub use crate::engine::rate::sampled_walk::SampledWalk;
pub use crate::engine::rate::wrong_moves::WrongMoves;
pub use builder::RatingBuilder;
pub use measures::{Measures, RandomWalk};
pub(crate) use measures::{random_walk, rises};

use crate::game::Game;
use crate::outcome::{Cost, Limits, Outcome, Stop};
use crate::puzzle::Puzzle;
use crate::style::Style;
use std::time::Duration;

/// The difficulty of a puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rating {
    /// The puzzle; a tile position is rated as a puzzle of blocks.
    pub puzzle: Puzzle,
    /// What counts as one move in all measures except the lengths.
    pub style: Style,
    /// The length of a shortest solution in each style that can give a different answer, in the order of
    /// Knuth's numbers.
    pub lengths: Vec<(Style, Outcome<u32>)>,
    /// The measures; `None` if the puzzle is proved unsolvable.
    pub measures: Option<Measures>,
    /// The number of moves beyond a shortest solution up to which [branchings](Measures::branching) count.
    pub slack: u32,
    /// The seed of [sampled](RandomWalk::Sampled) walks.
    pub seed: u64,
    /// The work done and the memory used.
    pub cost: Cost,
    /// The time taken.
    pub time: Duration,
}

impl Rating {
    /// The slack if none is given.
    pub const SLACK: u32 = 5;

    /// The most states for which the expected length of a random walk is computed exactly.
    pub const MOST_EXACT: u64 = 100_000;

    /// The number of random walks in a sample.
    pub const WALKS: u32 = 100;

    /// Options for the rating of a puzzle of blocks or a tile position.
    pub fn of<'s>(game: impl Into<Game>) -> RatingBuilder<'s> {
        let game = game.into();
        let (style, limits) = (game.default_style(), Limits::default());
        RatingBuilder { game, style, limits, slack: Rating::SLACK, seed: 1, watch: None }
    }

    /// The length of a shortest solution in the style of the measures.
    pub fn outcome(&self) -> &Outcome<u32> {
        let own = self.lengths.iter().find(|(style, _)| *style == self.style);
        &own.expect("the lengths include the style of the measures").1
    }

    /// A piece by its name and its cell at the start, as in a solution: `4@3,1`.
    pub fn piece(&self, piece: usize) -> String {
        let at = self.puzzle.start().0[piece];
        format!("{}@{}", self.puzzle.name(piece), self.puzzle.grid().coordinates(at))
    }

    /// What stopped the first length or measure that is not proved.
    pub fn stop(&self) -> Option<Stop> {
        let stopped = |(_, outcome): &(Style, Outcome<u32>)| match outcome {
            Outcome::Stopped { by, .. } | Outcome::Bounded { by, .. } => Some(*by),
            Outcome::Solved(_) | Outcome::Unsolvable(_) => None,
        };
        let measures = self.measures.as_ref();
        self.lengths
            .iter()
            .find_map(stopped)
            .or_else(|| measures?.stops().into_iter().map(|(_, by)| by).next())
    }
}
