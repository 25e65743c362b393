//! Branching: where a longer solution can leave all shortest ones for good.
//!
//! A solution of at most `length + slack` moves that is not shortest begins as some shortest one does, and
//! then leaves: after some move it is in a state that no shortest solution visits. It leaves *for good* if it
//! visits no such state again, except the goal at its end. From a player's view: nothing on that way tells
//! that the best one was missed.
//!
//! The length of the rest of such a way is a breadth-first distance from the goals through states that are on
//! no shortest solution.

use super::shortest::ShortestPaths;
use crate::engine::explore::csr::NEVER;
use crate::engine::search::control::Control;
use crate::outcome::Stop;

/// The first branching at which a longer solution leaves for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branching {
    /// The number of moves before the branching.
    pub after: u32,
    /// The number of moves of the shortest solution that leaves there.
    pub moves: u32,
}

/// The first branching within the slack, if there is one.
pub fn first(paths: &ShortestPaths, slack: u32, control: &mut Control) -> Result<Option<Branching>, Stop> {
    let bytes = 8 * paths.graph().links.vertices() as u64;
    control.hold(bytes)?;
    let found = search(paths, slack, control);
    control.release(bytes);
    found
}

fn search(paths: &ShortestPaths, slack: u32, control: &mut Control) -> Result<Option<Branching>, Stop> {
    let graph = paths.graph();
    let (length, states) = (paths.length(), graph.links.vertices() as u32);
    let mut apart = vec![NEVER; states as usize];
    let mut queue: Vec<u32> = (0..states).filter(|&state| graph.to_goal[state as usize] == 0).collect();
    queue.iter().for_each(|&goal| apart[goal as usize] = 0);
    let mut done = 0;
    while let Some(&state) = queue.get(done) {
        control.tick(length, 0)?;
        done += 1;
        for &next in graph.links.of(state) {
            if apart[next as usize] == NEVER && !paths.contains(next) {
                apart[next as usize] = apart[state as usize] + 1;
                queue.push(next);
            }
        }
    }
    let mut first: Option<Branching> = None;
    for &state in paths.states().iter().filter(|&&state| graph.to_goal[state as usize] > 0) {
        let after = graph.from_start[state as usize];
        if first.is_some_and(|first| first.after < after) {
            break;
        }
        let leaving = graph.links.of(state).iter().filter(|&&next| !paths.contains(next));
        let rest = leaving.map(|&next| apart[next as usize]).filter(|&rest| rest != NEVER).min();
        if let Some(moves) =
            rest.map(|rest| after + 1 + rest).filter(|&moves| moves <= length.saturating_add(slack))
            && first.is_none_or(|first| moves < first.moves)
        {
            first = Some(Branching { after, moves });
        }
    }
    Ok(first)
}

#[cfg(test)]
mod tests {
    use super::super::shortest::Distances;
    use super::*;
    use crate::engine::explore::csr::Csr;
    use crate::outcome::Limits;

    /// A path of three moves from 0 to 3, a way round of three moves from 1 to 2, and one of five from 0
    /// to 3.
    fn first_of(slack: u32) -> Option<Branching> {
        let links = Csr::new([
            vec![1, 6],
            vec![0, 2, 4],
            vec![1, 3, 5],
            vec![2, 9],
            vec![1, 5],
            vec![2, 4],
            vec![0, 7],
            vec![6, 8],
            vec![7, 9],
            vec![3, 8],
        ]);
        let (from_start, to_goal) = (links.distances([0]), links.distances([3]));
        let graph = Distances { links: &links, from_start: &from_start, to_goal: &to_goal };
        let mut watch = ();
        let control = &mut Control::new(Limits::default(), &mut watch);
        let paths = ShortestPaths::new(graph, control).unwrap().unwrap();
        first(&paths, slack, control).unwrap()
    }

    #[test]
    fn a_way_that_comes_back_does_not_leave_for_good() {
        assert_eq!(first_of(1), None);
        assert_eq!(first_of(2), Some(Branching { after: 0, moves: 5 }));
    }
}
