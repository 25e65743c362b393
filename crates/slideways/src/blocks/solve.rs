//! Put questions to a block puzzle.

use super::goal::{self, Goals};
use super::plan::Plan;
use super::space::Space;
use crate::outcome::{Answer, Limits, Outcome, Stop, Total, Why};
use crate::puzzle::rule::{self, Move};
use crate::puzzle::{Arrangement, Place, Puzzle};
use crate::search::control::Control;
use crate::search::{State, breadth, count, meet};
use crate::style::Style;
use crate::watch::Watch;
use std::ops::ControlFlow;

/// The puzzle is too large for the engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a state of this puzzle takes {words} words of 64 bits; the block engine packs at most {MOST_WORDS}")]
pub struct TooLarge {
    /// What it would take.
    pub words: usize,
}

const MOST_WORDS: usize = 64;

/// Goals are searched from as well if there are at most so many goal states: listing them must cost little
/// beside the search, and a backward search that begins with many does not pay.
const MOST_GOALS: usize = 1 << 12;

/// Run some code with the space laid out for the fewest words that hold it. Few layouts, since each is a
/// whole engine to compile; the last are for giants.
macro_rules! with_space {
    ($plan:expr, $puzzle:expr, $style:expr, |$space:ident| $body:expr) => {
        // One cell more: the wall.
        match ($plan.words, ($plan.cells + 1).div_ceil(64), $puzzle.grid().dirs().len()) {
            (..=1, ..=1, 4) => $crate::blocks::solve::with_space!(@ 1, 1, 4, $plan, $style, $space, $body),
            (..=2, ..=1, 4) => $crate::blocks::solve::with_space!(@ 2, 1, 4, $plan, $style, $space, $body),
            (..=1, ..=2, 4) => $crate::blocks::solve::with_space!(@ 1, 2, 4, $plan, $style, $space, $body),
            (..=2, ..=2, 4) => $crate::blocks::solve::with_space!(@ 2, 2, 4, $plan, $style, $space, $body),
            (..=4, ..=2, 4) => $crate::blocks::solve::with_space!(@ 4, 2, 4, $plan, $style, $space, $body),
            (..=8, ..=8, 4) => $crate::blocks::solve::with_space!(@ 8, 8, 4, $plan, $style, $space, $body),
            (..=64, _, 4) => $crate::blocks::solve::with_space!(@ 64, 17, 4, $plan, $style, $space, $body),
            (..=1, ..=1, _) => $crate::blocks::solve::with_space!(@ 1, 1, 6, $plan, $style, $space, $body),
            (..=4, ..=2, _) => $crate::blocks::solve::with_space!(@ 4, 2, 6, $plan, $style, $space, $body),
            (..=64, _, _) => $crate::blocks::solve::with_space!(@ 64, 17, 6, $plan, $style, $space, $body),
            (words, _, _) => return Err($crate::blocks::solve::TooLarge { words }),
        }
    };
    (@ $n:expr, $m:literal, $d:literal, $plan:expr, $style:expr, $space:ident, $body:expr) => {{
        let $space = $crate::blocks::space::Space::<{ $n }, $m, $d>::new(&$plan, $style);
        $body
    }};
}
pub(super) use with_space;

/// A shortest solution in the given style.
pub fn solve(
    puzzle: &Puzzle,
    style: Style,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Answer<Vec<Move>>, TooLarge> {
    let plan = Plan::new(puzzle, limits.memory);
    let mut control = Control::new(limits, watch);
    let outcome = with_space!(plan, puzzle, style, |space| {
        let found = shortest(&plan, &space, puzzle, &mut control);
        found.and_then(|path| match moves(&space, puzzle, style, puzzle.start(), &path, &mut control) {
            Ok(moves) => Outcome::Solved(moves),
            // The length is known even if the moves are not.
            Err(by) => Outcome::Stopped { lower: path.len() as u32 - 1, by },
        })
    });
    Ok(Answer { outcome, cost: control.cost })
}

fn shortest<const N: usize, const M: usize, const D: usize>(
    plan: &Plan,
    space: &Space<N, M, D>,
    puzzle: &Puzzle,
    control: &mut Control,
) -> Outcome<Vec<State<N>>> {
    let start = start(plan, space, puzzle);
    let goals = Goals::new(plan, space, puzzle);
    if goals.is_empty() {
        return Outcome::Unsolvable(Why::OutOfReach);
    }
    if let Err(by) = control.hold(space.bytes()) {
        return Outcome::Stopped { lower: u32::from(!goals.hold(space, &start)), by };
    }
    match goal::states(plan, space, puzzle, MOST_GOALS) {
        Some(goal_states) if goal_states.is_empty() => Outcome::Unsolvable(Why::NoArrangement),
        Some(goal_states) => meet::path(space, start, &goal_states, control),
        None => breadth::path(space, start, |state| goals.hold(space, state), control),
    }
}

/// The state of the start.
pub(super) fn start<const N: usize, const M: usize, const D: usize>(
    plan: &Plan,
    space: &Space<N, M, D>,
    puzzle: &Puzzle,
) -> State<N> {
    space.pack(plan, puzzle, puzzle.start()).expect("the start is in reach of itself")
}

/// Count all shortest solutions, and visit each until the visitor breaks.
///
/// Two solutions are different when they pass through different arrangements. The visitor is not a type
/// parameter: with one, every crate that calls this would compile the engine again.
pub fn all(
    puzzle: &Puzzle,
    style: Style,
    limits: Limits,
    watch: &mut dyn Watch,
    visit: &mut dyn FnMut(Total, Vec<Move>, &mut dyn Watch) -> ControlFlow<()>,
) -> Result<Answer<Total>, TooLarge> {
    let plan = Plan::new(puzzle, limits.memory);
    let mut control = Control::new(limits, watch);
    let outcome = with_space!(plan, puzzle, style, |space| {
        let goals = Goals::new(&plan, &space, puzzle);
        let start = start(&plan, &space, puzzle);
        let found = match (goals.is_empty(), control.hold(space.bytes())) {
            (true, _) => Outcome::Unsolvable(Why::OutOfReach),
            (_, Err(by)) => Outcome::Stopped { lower: u32::from(!goals.hold(&space, &start)), by },
            (_, Ok(())) => count::all(&space, start, |state| goals.hold(&space, state), &mut control),
        };
        found.and_then(|shortest| {
            let total = Total { moves: shortest.moves(), solutions: shortest.count() };
            let mut stop = Ok(());
            let each = |path: &[State<_>], control: &mut Control| match moves(
                &space,
                puzzle,
                style,
                puzzle.start(),
                path,
                control,
            ) {
                Ok(moves) => visit(total, moves, control.watch()),
                Err(by) => {
                    stop = Err(by);
                    ControlFlow::Break(())
                }
            };
            match shortest.each(&space, &mut control, each).and(stop) {
                Ok(()) => Outcome::Solved(total),
                Err(by) => Outcome::Stopped { lower: total.moves, by },
            }
        })
    });
    Ok(Answer { outcome, cost: control.cost })
}

/// The moves that lead through a sequence of states, with the pieces followed one by one from where they are at
/// its beginning.
pub(super) fn moves<const N: usize, const M: usize, const D: usize>(
    space: &Space<N, M, D>,
    puzzle: &Puzzle,
    style: Style,
    from: &Arrangement,
    path: &[State<N>],
    control: &mut Control,
) -> Result<Vec<Move>, Stop> {
    let mut at = from.clone();
    let mut moves = vec![];
    for pair in path.windows(2) {
        let movers = space.who_moves(&pair[0], &pair[1], || control.tick(path.len() as u32 - 1, 0))?;
        let stands = |piece: usize| Place { at: at.0[piece], kind: puzzle.pieces()[piece] };
        let pieces: Vec<usize> = (0..at.0.len()).filter(|&piece| movers.contains(&stands(piece))).collect();
        let target = space.unpack(&pair[1]);
        let (to, way) = rule::reach(puzzle, &at, &pieces, style.reach)
            .into_iter()
            .find(|(to, _)| puzzle.places(to) == target)
            .expect("the plain rule knows every move the engine makes");
        moves.push(Move { pieces, path: way });
        at = to;
    }
    Ok(moves)
}
