//! Questions about a puzzle, put to the engine that can answer them; every answer is checked.

use crate::blocks;
use crate::check::{self, NotASolution};
use crate::explore::survey::{Wish, survey};
use crate::outcome::{Answer, LayerTable, Limits, Outcome, Total, Watch};
use crate::puzzle::Puzzle;
use crate::puzzle::rule::Move;
use crate::style::Style;
use std::ops::ControlFlow;

/// Why there is no answer at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The puzzle is beyond the engine.
    #[error(transparent)]
    TooLarge(#[from] blocks::solve::TooLarge),
    /// The engine gave moves that the plain rule does not confirm.
    #[error("this is a mistake in slideways: the answer does not stand up to the plain rule: {0}")]
    Wrong(#[from] NotASolution),
    /// The engine said of a shortest way how long it is, and the way that was found and replayed is not.
    #[error(
        "this is a mistake in slideways: a way of {said} moves was promised, and the one found has {found}"
    )]
    OtherLength {
        /// What was said.
        said: u32,
        /// The moves of the way.
        found: usize,
    },
}

/// A shortest solution in the given style, replayed by the plain rule before it is returned.
///
/// ```
/// use slideways::outcome::{Limits, Outcome};
/// use slideways::{Style, library, solve};
///
/// let klotski = library::puzzle("klotski").unwrap();
/// let answer = solve::solve(&klotski, Style::MOVE, Limits::default(), &mut ())?;
/// let Outcome::Solved(moves) = answer.outcome else { panic!("Klotski can be solved") };
/// assert_eq!(moves.len(), 81);
/// # Ok::<(), solve::NoAnswer>(())
/// ```
pub fn solve(
    puzzle: &Puzzle,
    style: Style,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Answer<Vec<Move>>, NoAnswer> {
    let answer = blocks::solve::solve(puzzle, style, limits, watch)?;
    if let Outcome::Solved(moves) = &answer.outcome {
        check::solution(puzzle, moves, style)?;
    }
    Ok(answer)
}

/// Count all shortest solutions, and visit each, replayed, until the visitor breaks.
pub fn all(
    puzzle: &Puzzle,
    style: Style,
    limits: Limits,
    watch: &mut dyn Watch,
    mut visit: impl FnMut(Total, Vec<Move>) -> ControlFlow<()>,
) -> Result<Answer<Total>, NoAnswer> {
    let mut wrong = None;
    let mut checked = |total, moves: Vec<Move>| match check::solution(puzzle, &moves, style) {
        Ok(_) => visit(total, moves),
        Err(why) => {
            wrong = Some(why);
            ControlFlow::Break(())
        }
    };
    let answer = blocks::solve::all(puzzle, style, limits, watch, &mut checked)?;
    match wrong {
        Some(why) => Err(NoAnswer::Wrong(why)),
        None => Ok(answer),
    }
}

/// Count the arrangements at each distance from the start.
pub fn layers(
    puzzle: &Puzzle,
    style: Style,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<LayerTable, NoAnswer> {
    Ok(survey(puzzle, style, Wish::default(), limits, watch)?.from_start)
}
