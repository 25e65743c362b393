//! Bidirectional breadth-first search.
//!
//! Two searches take turns; the one with the smaller newest layer goes next. If the forward search has f
//! whole layers and the backward search b, and they have not met, no path has f + b moves or fewer. So the
//! first state of layer f + 1 that is in the newest layer of the backward search closes a shortest path of f
//! + 1 + b moves.

use super::bfs;
use super::control::Control;
use super::graph::{Graph, State};
use super::layers::{Beside, Layers, Room};
use super::path::walk_back;
use crate::outcome::{Outcome, Proof, Stop};

/// A shortest path from `start` to any of the goals, which must be sorted, as the states on it.
pub fn path<const N: usize>(
    graph: &dyn Graph<N>,
    start: State<N>,
    goals: &[State<N>],
    control: &mut Control,
) -> Outcome<Vec<State<N>>> {
    let is_goal = |state: &State<N>| goals.binary_search(state).is_ok();
    if is_goal(&start) {
        control.cost.states += 1;
        return Outcome::Solved(vec![start]);
    }
    let room = Room::new(control.memory(), 2);
    let begin = |states: &[State<N>]| Layers::new(graph, states.iter().copied(), &room, true);
    let (mut forward, mut backward) = match (begin(&[start]), begin(goals)) {
        (Ok(forward), Ok(backward)) => (forward, backward),
        // The goals do not fit into half of the memory: search from one end with all of it.
        (Ok(_), Err(_)) => return bfs::path(graph, start, &is_goal, control),
        (Err(by), _) => return Outcome::Stopped { lower: 1, by },
    };
    loop {
        let (there, back) = (forward.store.depth(), backward.store.depth());
        let forwards = forward.newest() <= backward.newest();
        let (search, other, other_depth) =
            if forwards { (&mut forward, &mut backward, back) } else { (&mut backward, &mut forward, there) };
        if search.newest() == 0 {
            let states = search.store.states();
            control.cost.states += states + other.store.states();
            return Outcome::Unsolvable(Proof::Exhausted { states });
        }
        let beside = Beside { depth: other_depth, states: other.store.states(), bytes: other.bytes() };
        let hit = |state: &State<N>| other.store.distance(state) == Some(other_depth);
        let found = search.advance(control, beside, &hit);
        match found {
            Ok(None) => {}
            // Drop old layers of the other search to free memory for this one.
            Err(Stop::Memory) if other.store.first() + 1 < other_depth => {
                search.store.abandon_layer();
                other.store.forget_before(other_depth - 1);
            }
            Ok(Some(state)) => {
                control.cost.states += forward.store.states() + backward.store.states();
                let distances = if forwards { [there + 1, back] } else { [there, back + 1] };
                return whole(
                    graph,
                    [start].as_slice(),
                    goals,
                    [forward, backward],
                    state,
                    distances,
                    control,
                );
            }
            Err(by) => {
                control.cost.states += forward.store.states() + backward.store.states();
                return Outcome::Stopped { lower: there + back + 1, by };
            }
        }
    }
}

/// The path through a state at which the two searches met. If a search dropped its first layers, the missing
/// part is a shorter problem of the same kind.
fn whole<const N: usize>(
    graph: &dyn Graph<N>,
    start: &[State<N>],
    goals: &[State<N>],
    searches: [Layers<'_, N>; 2],
    state: State<N>,
    distances: [u32; 2],
    control: &mut Control,
) -> Outcome<Vec<State<N>>> {
    let bound = distances[0] + distances[1];
    let mut walk = |i: usize| walk_back(graph, &searches[i].store, state, distances[i], control);
    let halves = match (walk(0), walk(1)) {
        (Ok(there), Ok(back)) => [there, back],
        (Err(by), _) | (_, Err(by)) => return Outcome::Stopped { lower: bound, by },
    };
    let forgot = [0, 1].map(|i| searches[i].store.first() > 0);
    drop(searches);
    let mut ends = [start, goals].into_iter().zip(halves).zip(forgot).map(|((ends, half), forgot)| {
        if !forgot {
            return Outcome::Solved(half);
        }
        match path(graph, half[0], ends, control) {
            Outcome::Solved(rest) => {
                Outcome::Solved(rest.into_iter().rev().chain(half.into_iter().skip(1)).collect())
            }
            // The length of the whole path is known even if the path is not.
            Outcome::Stopped { by, .. } => Outcome::Stopped { lower: bound, by },
            unsolvable => unsolvable,
        }
    });
    match (ends.next().expect("two halves"), ends.next().expect("two halves")) {
        (Outcome::Solved(mut there), Outcome::Solved(back)) => {
            there.extend(back.into_iter().rev().skip(1));
            Outcome::Solved(there)
        }
        (Outcome::Solved(_), other) | (other, _) => other,
    }
}
