//! The verdict in one line: whether a puzzle is hard for its length.

use super::Rating;
use crate::outcome::Outcome;

/// One move in this number is counter-intuitive in a puzzle that is hard for its length.
const MOVES_PER_COUNTER_INTUITIVE: u32 = 8;

/// The least mean cost of a wrong move in such a puzzle.
const LEAST_COST: f64 = 5.0;

impl Rating {
    /// Whether the measures say that the puzzle is hard for its length: at least one move in eight is
    /// counter-intuitive, and a wrong move costs five moves or more on average. `None` if one of these is not
    /// proved, or if there is no solution.
    ///
    /// ```
    /// use slideways::prelude::*;
    ///
    /// for (name, hard) in [("klotski", true), ("dads", false)] {
    ///     let rating = Rating::of(library::puzzle(name).unwrap()).build()?;
    ///     assert_eq!(rating.is_hard_for_its_length(), Some(hard));
    /// }
    /// # Ok::<(), SolveError>(())
    /// ```
    pub fn is_hard_for_its_length(&self) -> Option<bool> {
        let (Outcome::Solved(length), Some(measures)) = (self.outcome(), &self.measures) else { return None };
        let (counter_intuitive, wrong) = (measures.counter_intuitive.ok()?, measures.wrong_moves.ok()?);
        let often = counter_intuitive > 0 && MOVES_PER_COUNTER_INTUITIVE * counter_intuitive >= *length;
        Some(often && wrong.mean().is_some_and(|mean| mean >= LEAST_COST))
    }
}
