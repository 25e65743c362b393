//! Solving a block puzzle: shortest solutions by bidirectional or one-sided breadth-first search.

use super::compiled::{self, Compiled, Query, Where};
use super::space::Space;
use crate::engine::search::control::Control;
use crate::engine::search::{State, bfs, bidirectional, count};
use crate::outcome::{Limits, Outcome, Proof, Searched, Stop, Total};
use crate::puzzle::rule::{self, Move};
use crate::puzzle::{Arrangement, Place, Puzzle};
use crate::style::Style;
use crate::watch::Watch;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The puzzle is too large for the block engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a state of this puzzle takes {words} words of 64 bits; the block engine packs at most {MOST_WORDS}")]
pub struct TooLarge {
    /// The number of words a state would take.
    pub words: usize,
}

pub(super) const MOST_WORDS: usize = 64;

/// The search is bidirectional if there are at most this many goal states: listing them must be cheap
/// compared with the search, and a backward search that starts from many states does not pay off.
const MOST_GOALS: usize = 1 << 12;

/// A shortest solution in the given style.
pub fn solve(
    puzzle: &Puzzle,
    style: Style,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Searched<Vec<Move>>, TooLarge> {
    let mut control = Control::new(limits, watch);
    let work = Solving { control: &mut control };
    let outcome = compiled::with_compiled(puzzle, style, Where::Reachable, limits.memory, work)?;
    Ok(Searched { outcome, cost: control.cost })
}

struct Solving<'c, 'w> {
    control: &'c mut Control<'w>,
}

impl Query for Solving<'_, '_> {
    type Answer = Outcome<Vec<Move>>;

    fn run<const N: usize>(self, compiled: Arc<dyn Compiled<N>>) -> Outcome<Vec<Move>> {
        let control = self.control;
        shortest(&*compiled, control).and_then(|path| {
            match compiled.moves(compiled.puzzle().start(), &path, control) {
                Ok(moves) => Outcome::Solved(moves),
                // The length is known even if the moves are not.
                Err(by) => Outcome::Stopped { lower: path.len() as u32 - 1, by },
            }
        })
    }
}

fn shortest<const N: usize>(compiled: &dyn Compiled<N>, control: &mut Control) -> Outcome<Vec<State<N>>> {
    if !compiled.has_goals() {
        return Outcome::Unsolvable(Proof::OutOfReach);
    }
    let start = compiled.start();
    if let Err(by) = control.hold(compiled.bytes()) {
        return Outcome::Stopped { lower: u32::from(!compiled.is_goal(&start)), by };
    }
    match compiled.goal_states(MOST_GOALS) {
        Some(goals) if goals.is_empty() => Outcome::Unsolvable(Proof::NoArrangement),
        Some(goals) => bidirectional::path(compiled, start, &goals, control),
        None => bfs::path(compiled, start, &|state| compiled.is_goal(state), control),
    }
}

/// Receives solutions, with their total number and the watch, until it breaks.
pub type SolutionVisitor<'v> = dyn FnMut(Total, Vec<Move>, &mut dyn Watch) -> ControlFlow<()> + 'v;

/// Count all shortest solutions, and visit each until the visitor breaks.
///
/// Two solutions are different if they pass through different arrangements.
pub fn all(
    puzzle: &Puzzle,
    style: Style,
    limits: Limits,
    watch: &mut dyn Watch,
    visit: &mut SolutionVisitor,
) -> Result<Searched<Total>, TooLarge> {
    let mut control = Control::new(limits, watch);
    let work = Listing { control: &mut control, visit };
    let outcome = compiled::with_compiled(puzzle, style, Where::Reachable, limits.memory, work)?;
    Ok(Searched { outcome, cost: control.cost })
}

struct Listing<'c, 'w> {
    control: &'c mut Control<'w>,
    visit: &'c mut SolutionVisitor<'c>,
}

impl Query for Listing<'_, '_> {
    type Answer = Outcome<Total>;

    fn run<const N: usize>(self, compiled: Arc<dyn Compiled<N>>) -> Outcome<Total> {
        let Listing { control, visit } = self;
        let start = compiled.start();
        let found = match (compiled.has_goals(), control.hold(compiled.bytes())) {
            (false, _) => Outcome::Unsolvable(Proof::OutOfReach),
            (_, Err(by)) => Outcome::Stopped { lower: u32::from(!compiled.is_goal(&start)), by },
            (_, Ok(())) => count::all(&*compiled, start, &|state| compiled.is_goal(state), control),
        };
        found.and_then(|shortest| {
            let total = Total { moves: shortest.moves(), solutions: shortest.count() };
            let mut stop = Ok(());
            let mut each = |path: &[State<N>], control: &mut Control| match compiled.moves(
                compiled.puzzle().start(),
                path,
                control,
            ) {
                Ok(moves) => visit(total, moves, control.watch()),
                Err(by) => {
                    stop = Err(by);
                    ControlFlow::Break(())
                }
            };
            match shortest.each(&*compiled, control, &mut each).and(stop) {
                Ok(()) => Outcome::Solved(total),
                Err(by) => Outcome::Stopped { lower: total.moves, by },
            }
        })
    }
}

/// The moves along a sequence of states. Pieces are tracked individually from their places in `from`.
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
        let mut tick = || control.tick(path.len() as u32 - 1, 0);
        let movers = space.who_moves(&pair[0], &pair[1], &mut tick)?;
        let stands = |piece: usize| Place { at: at.0[piece], kind: puzzle.pieces()[piece] };
        let pieces: Vec<usize> = (0..at.0.len()).filter(|&piece| movers.contains(&stands(piece))).collect();
        let target = space.unpack(&pair[1]);
        let (to, path) = rule::reach(puzzle, &at, &pieces, style.reach)
            .into_iter()
            .find(|(to, _)| puzzle.places(to) == target)
            .expect("the plain rule knows every move the engine makes");
        moves.push(Move { pieces, path });
        at = to;
    }
    Ok(moves)
}
