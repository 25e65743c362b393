//! The measures, computed one after the other from the graph of the component.

use super::{Branching, HittingTime, Precedence, Rating, SampledWalk, WrongMoves};
use crate::engine::explore::component::Component;
use crate::engine::rate::estimate::GreedyEstimate;
use crate::engine::rate::hitting_time::hitting_time;
use crate::engine::rate::sampled_walk::sample;
use crate::engine::rate::shortest::{Distances, ShortestPaths};
use crate::engine::rate::unmoved::unmoved;
use crate::engine::rate::{branching, wrong_moves};
use crate::engine::search::control::Control;
use crate::outcome::Stop;

/// The measures of a solvable puzzle. Each is proved, or `Err` says what stopped it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Measures {
    /// The number of states that the start can reach.
    pub states: Result<u64, Stop>,
    /// The number of goals among them.
    pub goals: Result<u64, Stop>,
    /// The number of shortest solutions; `u128::MAX` stands for that many or more.
    pub solutions: Result<u128, Stop>,
    /// The number of counter-intuitive moves, which raise the greedy estimate: the least over all shortest
    /// solutions.
    pub counter_intuitive: Result<u32, Stop>,
    /// The order "must come before" of the moves of the solution that a [`Solver`](crate::Solver) returns.
    pub precedence: Result<Precedence, Stop>,
    /// The depths at which all shortest solutions are in the same state; the start and the goals do not
    /// count.
    pub forced: Result<Vec<u32>, Stop>,
    /// The first branching at which a solution of at most [`slack`](Rating::slack) moves more leaves all
    /// shortest ones for good, if there is one.
    pub branching: Result<Option<Branching>, Stop>,
    /// The cost of wrong moves.
    pub wrong_moves: Result<WrongMoves, Stop>,
    /// The expected length of a random walk to a goal.
    pub random_walk: Result<RandomWalk, Stop>,
    /// The pieces that never move, as indices into [`Puzzle::pieces`](crate::puzzle::Puzzle::pieces).
    pub fixed: Result<Vec<usize>, Stop>,
    /// The pieces that no shortest solution moves.
    pub idle: Result<Vec<usize>, Stop>,
    /// The number of moves that raise the plain distance of the goal pieces to their places: the least over
    /// all shortest solutions. The goal piece must go back if it is not 0.
    pub moves_back: Result<u32, Stop>,
}

/// The expected number of uniformly random moves from the start to a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RandomWalk {
    /// Computed, with a proved bound on the relative error.
    Exact(HittingTime),
    /// Estimated from a sample, with its standard error.
    Sampled(SampledWalk),
}

impl RandomWalk {
    /// The expected number of moves, or its estimate.
    pub fn moves(&self) -> f64 {
        match self {
            RandomWalk::Exact(found) => found.moves,
            RandomWalk::Sampled(found) => found.moves,
        }
    }
}

impl Measures {
    /// No measure is known.
    pub(super) fn stopped(by: Stop) -> Measures {
        Measures {
            states: Err(by),
            goals: Err(by),
            solutions: Err(by),
            counter_intuitive: Err(by),
            precedence: Err(by),
            forced: Err(by),
            branching: Err(by),
            wrong_moves: Err(by),
            random_walk: Err(by),
            fixed: Err(by),
            idle: Err(by),
            moves_back: Err(by),
        }
    }

    /// Compute all measures but the order of the moves; `None` if the start cannot reach a goal.
    pub(super) fn of(
        component: &Component,
        slack: u32,
        seed: u64,
        control: &mut Control,
    ) -> Option<Measures> {
        let graph = Distances {
            links: component.links(),
            from_start: component.from_start(),
            to_goal: component.to_goal(),
        };
        let states = component.states() as u64;
        let known = Measures {
            states: Ok(states),
            goals: Ok(graph.to_goal.iter().filter(|&&distance| distance == 0).count() as u64),
            ..Measures::stopped(Stop::Memory)
        };
        let paths = match ShortestPaths::new(graph, control) {
            Ok(paths) => paths?,
            Err(by) => {
                return Some(Measures { states: known.states, goals: known.goals, ..Measures::stopped(by) });
            }
        };
        let rises = rises(component, &paths, control);
        Some(Measures {
            solutions: paths.solutions(control),
            counter_intuitive: rises.map(|(greedy, _)| greedy),
            moves_back: rises.map(|(_, plain)| plain),
            forced: Ok(paths.forced()),
            branching: branching::first(&paths, slack, control),
            fixed: unmoved(component, 0..component.states() as u32, control),
            idle: unmoved(component, paths.states().iter().copied(), control),
            wrong_moves: wrong_moves::costs(&paths, control),
            random_walk: random_walk(graph, states, seed, control),
            ..known
        })
    }

    /// The measures that were stopped, by their names in JSON.
    pub fn stops(&self) -> Vec<(&'static str, Stop)> {
        let all = [
            ("states", self.states.err()),
            ("goal_states", self.goals.err()),
            ("solutions", self.solutions.err()),
            ("counter_intuitive", self.counter_intuitive.err()),
            ("precedence", self.precedence.err()),
            ("forced", self.forced.as_ref().err().copied()),
            ("branching", self.branching.err()),
            ("wrong_moves", self.wrong_moves.err()),
            ("random_walk", self.random_walk.err()),
            ("fixed", self.fixed.as_ref().err().copied()),
            ("idle", self.idle.as_ref().err().copied()),
            ("moves_back", self.moves_back.err()),
        ];
        all.into_iter().filter_map(|(name, stop)| Some((name, stop?))).collect()
    }
}

/// The least numbers of moves that raise the greedy estimate, and the plain distance.
pub(crate) fn rises(
    component: &Component,
    paths: &ShortestPaths,
    control: &mut Control,
) -> Result<(u32, u32), Stop> {
    let mut estimate = GreedyEstimate::new(component.puzzle());
    let bytes = estimate.bytes() + 12 * paths.states().len() as u64;
    control.hold(bytes)?;
    let (mut greedy, mut plain) = (vec![], vec![]);
    let mut fill = || {
        for &state in paths.states() {
            control.tick(paths.length(), 0)?;
            let found = estimate.of(&component.places(state));
            greedy.push(found.greedy);
            plain.push(found.plain);
        }
        Ok((paths.least_rises(&greedy, control)?, paths.least_rises(&plain, control)?))
    };
    let found = fill();
    control.release(bytes);
    found
}

/// The expected length of a random walk: computed, or estimated if there are too many states.
pub(crate) fn random_walk(
    graph: Distances,
    states: u64,
    seed: u64,
    control: &mut Control,
) -> Result<RandomWalk, Stop> {
    let Distances { links, to_goal, .. } = graph;
    match states <= Rating::MOST_EXACT {
        true => hitting_time(links, to_goal, 0, control).map(RandomWalk::Exact),
        false => sample(links, to_goal, 0, Rating::WALKS, seed, control).map(RandomWalk::Sampled),
    }
}
