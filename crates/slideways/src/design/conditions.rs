//! What a designer asks of a puzzle.

use super::{Expression, Minimal, Unique};
use std::ops::RangeInclusive;

/// The conditions that a puzzle must meet. The default is any puzzle that is not solved at the start.
///
/// ```
/// use slideways::design::{Conditions, Minimal, Unique};
///
/// let conditions = Conditions {
///     moves: 30..=35,
///     unique: Some(Unique::UpToOrder),
///     minimal: Some(Minimal::Strict),
///     filter: Some("wrong_moves.mean > 5 and pieces <= 12".parse()?),
///     ..Conditions::default()
/// };
/// # assert!(!conditions.all_move);
/// # Ok::<(), slideways::design::NotAnExpression>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// The number of moves of a shortest solution.
    pub moves: RangeInclusive<u32>,
    /// There is one shortest solution.
    pub unique: Option<Unique>,
    /// No piece is too many.
    pub minimal: Option<Minimal>,
    /// Every piece moves in at least one shortest solution: its place is left. Pieces of one kind are
    /// interchangeable, so a place that another piece of the kind has taken counts as not left.
    pub all_move: bool,
    /// The number of states that the start can reach.
    pub states: RangeInclusive<u64>,
    /// Any other condition.
    pub filter: Option<Expression>,
}

impl Default for Conditions {
    fn default() -> Conditions {
        Conditions {
            moves: 1..=u32::MAX,
            unique: None,
            minimal: None,
            all_move: false,
            states: 0..=u64::MAX,
            filter: None,
        }
    }
}
