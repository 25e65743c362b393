//! Breadth-first search from one end: a shortest path to any state that satisfies a test.

use super::bidirectional;
use super::control::Control;
use super::graph::{Graph, State};
use super::layers::{Beside, Hit, Layers, Room};
use super::path::walk_back;
use crate::outcome::{Outcome, Proof};

/// A shortest path from `start` to a goal, as the states on it.
pub fn path<const N: usize>(
    graph: &dyn Graph<N>,
    start: State<N>,
    is_goal: Hit<N>,
    control: &mut Control,
) -> Outcome<Vec<State<N>>> {
    if is_goal(&start) {
        control.cost.states += 1;
        return Outcome::Solved(vec![start]);
    }
    let mut search = match Layers::new(graph, [start], &Room::new(control.memory(), 1), true) {
        Ok(search) => search,
        Err(by) => return Outcome::Stopped { lower: 1, by },
    };
    towards(&mut search, is_goal, control).and_then(|goal| {
        let distance = search.store.depth();
        let mut tail = match walk_back(graph, &search.store, goal, distance, control) {
            Ok(tail) => tail,
            Err(by) => return Outcome::Stopped { lower: distance, by },
        };
        let forgot = search.store.first() > 0;
        drop(search);
        if !forgot {
            return Outcome::Solved(tail);
        }
        match bidirectional::path(graph, start, &tail[..1], control) {
            // The length is known even if the path is not.
            Outcome::Stopped { by, .. } => Outcome::Stopped { lower: distance, by },
            found => found.map(|mut path| {
                path.extend(tail.drain(1..));
                path
            }),
        }
    })
}

/// Search until a goal is found, in the newest layer, which is then incomplete. The start must not be a goal.
fn towards<const N: usize>(
    search: &mut Layers<'_, N>,
    is_goal: Hit<N>,
    control: &mut Control,
) -> Outcome<State<N>> {
    let mut end = Ok(None);
    while end == Ok(None) && search.newest() > 0 {
        end = search.advance(control, Beside::default(), is_goal);
    }
    control.cost.states += search.store.states();
    match end {
        Ok(Some(goal)) => Outcome::Solved(goal),
        Ok(None) => Outcome::Unsolvable(Proof::Exhausted { states: search.store.states() }),
        Err(by) => Outcome::Stopped { lower: search.store.depth(), by },
    }
}
