//! Random walks from the goal that end at a proved distance, for boards too large for anything better.
//!
//! One move changes the distance from the goal by at most one. So after a walk of *d* moves the distance is
//! at most *d*. A search proves it, say *e*; the walk goes on for *d* − *e* more moves, which cannot lead
//! beyond *d* either, and so on until the proved distance is *d*. The gap shrinks quickly as long as *d* is
//! well below the typical distance of a random position: random moves there mostly lead away from the goal.
//!
//! The positions are **not** uniformly distributed: those that many walks lead to are more likely.

use super::{Sample, SampleOptions, Way};
use crate::grid::Dir;
use crate::outcome::{Cost, Outcome, Stop};
use crate::solver::{SolveError, Solver};
use crate::style::Who;
use crate::tiles::random::Random;
use crate::tiles::{Board, Goal, Position};
use crate::watch::Watch;
use std::collections::BTreeSet;
use web_time::Instant;

/// The most proofs per walk, and the most walks per position.
const MOST_PROOFS: u64 = 100;
const MOST_WALKS: u64 = 100;

/// Draw positions.
pub(super) fn draw(asked: &SampleOptions, goal: &Board, watch: &mut dyn Watch) -> Result<Sample, SolveError> {
    let started = Instant::now();
    let mut random = Random::new(asked.seed);
    let (mut boards, mut seen) = (vec![], BTreeSet::new());
    let (mut solved, mut walks, mut cost) = (0, 0, Cost::default());
    let stop = 'all: loop {
        if boards.len() == asked.number {
            break None;
        }
        if walks == MOST_WALKS * asked.number as u64 {
            break Some(Stop::Effort);
        }
        walks += 1;
        let (mut walk, mut rest) = (RandomWalk { board: goal.clone(), last: None }, asked.distance);
        for _ in 0..MOST_PROOFS {
            (0..rest).for_each(|_| walk.go(asked.style.who, &mut random));
            let position = Position::new(walk.board.clone(), Goal::from(goal.clone()));
            let position = position.expect("a walk stays on its board");
            let limits = asked.limits.after(started.elapsed());
            let solver = Solver::new(&position).style(asked.style).limits(limits).tables(&asked.tables);
            let answer = solver.watch(watch).solve()?;
            solved += 1;
            cost.expanded += answer.cost.expanded;
            cost.generated += answer.cost.generated;
            cost.peak_bytes = cost.peak_bytes.max(answer.cost.peak_bytes);
            rest = match answer.outcome {
                Outcome::Solved(solution) => asked.distance - solution.len() as u32,
                Outcome::Bounded { by, .. } | Outcome::Stopped { by, .. } => break 'all Some(by),
                Outcome::Unsolvable(_) => unreachable!("the walk began at the goal"),
            };
            if rest == 0 {
                if seen.insert(walk.board.clone()) {
                    boards.push(walk.board);
                }
                break;
            }
        }
    };
    Ok(Sample::of(boards, Way::Walk { solved }, stop, cost))
}

/// A random walk.
struct RandomWalk {
    board: Board,
    last: Option<Dir>,
}

impl RandomWalk {
    /// A random move that the last one does not make pointless: in the single-tile metric it is not the way
    /// back; in the multi-tile metric it is across, since two moves along a line are one or none.
    fn go(&mut self, who: Who, random: &mut Random) {
        let is_wasted = |dir: Dir| match (who, self.last) {
            (_, None) => false,
            (Who::Piece, Some(last)) => dir == last.opposite(),
            (Who::Set, Some(last)) => dir == last || dir == last.opposite(),
        };
        let most = if who == Who::Set { usize::MAX } else { 1 };
        let mut all = vec![];
        for dir in Dir::ALL[..4].iter().copied().filter(|&dir| !is_wasted(dir)) {
            let mut to = self.board.clone();
            for _ in 0..most {
                if to.slide(dir).is_none() {
                    break;
                }
                all.push((dir, to.clone()));
            }
        }
        let chosen = random.below(all.len() as u64) as usize;
        let (dir, board) = all.swap_remove(chosen);
        (self.board, self.last) = (board, Some(dir));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tiles::sample::whole_layer;
    use crate::outcome::Limits;
    use crate::solver::TableStore;
    use crate::style::Style;
    use crate::tiles::Size;

    #[test]
    fn walks_end_at_the_distance() {
        let goal = Goal::blank_last(Size::new(3, 3).unwrap()).full().unwrap();
        for (style, distance) in [(Style::STEP, 20), (Style::SET_STEP, 16)] {
            let (limits, tables) = (Limits::default(), TableStore::new());
            let asked = SampleOptions { style, distance, number: 5, seed: 1, limits, tables };
            let sample = draw(&asked, &goal, &mut ()).unwrap();
            assert_eq!((sample.boards.len(), sample.stop), (5, None));
            assert!(!sample.way.is_uniform());
            for board in &sample.boards {
                assert!(whole_layer(board, style.who, distance).contains(&goal), "{board:?}");
            }
        }
    }

    #[test]
    fn a_distance_that_does_not_exist_uses_up_the_effort() {
        let goal = Goal::blank_last(Size::new(2, 2).unwrap()).full().unwrap();
        let (limits, tables) = (Limits::default(), TableStore::new());
        let asked = SampleOptions { style: Style::STEP, distance: 7, number: 1, seed: 1, limits, tables };
        let sample = draw(&asked, &goal, &mut ()).unwrap();
        assert_eq!((sample.boards.len(), sample.stop), (0, Some(Stop::Effort)));
    }
}
