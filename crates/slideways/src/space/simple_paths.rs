//! Solutions of any length that visit no state twice: simple paths from the start to a goal.
//!
//! ```
//! use slideways::prelude::*;
//! use slideways::space::SimplePaths;
//!
//! // The 8-puzzle reversed: OEIS A046164.
//! let reversed: Position = "876543210".parse()?;
//! let paths = SimplePaths::of(&reversed).longest(34).build()?;
//! assert_eq!(paths.counts[28..], [0, 0, 10, 0, 112, 0, 512]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::solutions::SolutionExample;
use super::{NoGraph, UnfitSpace};
use crate::engine::explore::simple_paths::PathEnds;
use crate::engine::explore::survey::{self, SurveyOptions};
use crate::engine::search::control::Control;
use crate::engine::tiles::Instance;
use crate::engine::tiles::graph::{self, BoardGraph};
use crate::game::Game;
use crate::outcome::{Cost, Limits, Stop};
use crate::puzzle::Puzzle;
use crate::solver::SolveError;
use crate::style::Style;
use crate::tiles::Position;
use crate::watch::Watch;
use std::time::Duration;
use web_time::Instant;

/// The number of solutions of each length that visit no state twice. A solution ends at its first goal.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SimplePaths {
    /// The number of solutions of 0, 1, 2, … moves. All are exact; the list ends with the longest length that
    /// was requested, with the longest that a path without repetition can have, or where the count was
    /// stopped.
    pub counts: Vec<u64>,
    /// What stopped the count, if something did.
    pub stop: Option<Stop>,
    /// The work done and the memory used.
    pub cost: Cost,
    /// The time taken.
    pub time: Duration,
}

impl SimplePaths {
    /// Options for the solutions of a puzzle of blocks or a tile position.
    pub fn of<'s>(game: impl Into<Game>) -> SimplePathsBuilder<'s> {
        let game = game.into();
        let (style, limits) = (game.default_style(), Limits::default());
        SimplePathsBuilder { game, style, longest: 0, limits, watch: None }
    }

    /// The lengths with at least one solution, with their numbers.
    pub fn lengths(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        (0..).zip(self.counts.iter().copied()).filter(|&(_, count)| count > 0)
    }
}

/// Options for [`SimplePaths`]; [`build`](SimplePathsBuilder::build) runs the count.
pub struct SimplePathsBuilder<'s> {
    game: Game,
    style: Style,
    longest: u32,
    limits: Limits,
    watch: Option<&'s mut dyn Watch>,
}

impl<'s> SimplePathsBuilder<'s> {
    /// What counts as one move. The default is `move` for blocks and `step` for tiles.
    pub fn style(mut self, style: Style) -> SimplePathsBuilder<'s> {
        self.style = style;
        self
    }

    /// Count solutions of at most this many moves. The default is 0.
    pub fn longest(mut self, moves: u32) -> SimplePathsBuilder<'s> {
        self.longest = moves;
        self
    }

    /// Memory, time and threads that the count may use.
    pub fn limits(mut self, limits: Limits) -> SimplePathsBuilder<'s> {
        self.limits = limits.addressable();
        self
    }

    /// Report to a watch, which can also stop the count.
    pub fn watch<'w>(self, watch: &'w mut dyn Watch) -> SimplePathsBuilder<'w> {
        let SimplePathsBuilder { game, style, longest, limits, .. } = self;
        SimplePathsBuilder { game, style, longest, limits, watch: Some(watch) }
    }

    /// Check, before anything is counted, that the question can be answered: a tile goal is full, and the
    /// graph of the board fits into the memory limit.
    pub fn check(&self) -> Result<(), SolveError> {
        match &self.game {
            Game::Blocks(_) => Ok(()),
            Game::Tiles(position) if position.goal().full().is_none() => Err(UnfitSpace::OpenGoal.into()),
            Game::Tiles(position) => {
                Ok(graph::fits(position.board().size(), self.style.who, self.limits).map(|_| ())?)
            }
        }
    }

    /// Store the graph, and count the paths. A [`Solver`](crate::Solver) counts the shortest ones a second
    /// time.
    pub fn build(mut self) -> Result<SimplePaths, SolveError> {
        self.check()?;
        let unwatched = &mut ();
        let watch = self.watch.take().unwrap_or(unwatched);
        let started = Instant::now();
        let mut control = Control::new(self.limits, watch);
        let (counts, stop) = match &self.game {
            Game::Blocks(puzzle) => self.of_blocks(puzzle, &mut control)?,
            Game::Tiles(position) => self.of_tiles(position, &mut control)?,
        };
        let mut paths = SimplePaths { counts, stop, cost: control.cost, time: started.elapsed() };
        let shortest = paths.lengths().next();
        if let Some((distance, shortest)) = shortest {
            let example = SolutionExample { game: self.game, distance, solutions: shortest.into() };
            let left = self.limits.after(paths.time);
            paths.stop = paths.stop.or(example.confirm(self.style, left, watch)?);
        }
        Ok(paths)
    }

    fn of_blocks(
        &self,
        puzzle: &Puzzle,
        control: &mut Control,
    ) -> Result<(Vec<u64>, Option<Stop>), SolveError> {
        let options = SurveyOptions { graph: Some(u64::MAX), ..SurveyOptions::default() };
        match survey::walk(puzzle, self.style, options, control)?.1 {
            Ok(component) => {
                let ends = PathEnds { links: component.links(), to_goal: component.to_goal(), start: 0 };
                Ok(ends.count(self.longest, control))
            }
            Err(NoGraph::Stopped(by)) => Ok((vec![], Some(by))),
            // More arrangements than can be numbered.
            Err(_) => Ok((vec![], Some(Stop::Memory))),
        }
    }

    fn of_tiles(
        &self,
        position: &Position,
        control: &mut Control,
    ) -> Result<(Vec<u64>, Option<Stop>), SolveError> {
        let (board, who) = (position.board(), self.style.who);
        let goal = position.goal().full().ok_or(UnfitSpace::OpenGoal)?;
        if Instance::new(board, position.goal()).is_err() {
            return Ok((vec![0; self.longest as usize + 1], None));
        }
        let bytes = graph::fits(board.size(), who, self.limits)?;
        if let Err(by) = control.hold(bytes) {
            return Ok((vec![], Some(by)));
        }
        match BoardGraph::new(&goal, who, control) {
            Ok(Some(graph)) => {
                let ends =
                    PathEnds { links: &graph.links, to_goal: &graph.to_goal, start: graph.number(board) };
                Ok(ends.count(self.longest, control))
            }
            Ok(None) => Err(SolveError::TooManyCells),
            Err(by) => Ok((vec![], Some(by))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::sliding;
    use crate::grid::Dir;
    use crate::puzzle::{Place, rule};
    use crate::style::Who;
    use crate::tiles::Board;
    use std::collections::HashMap;

    /// All simple paths of at most `longest` moves, by the plain rule alone.
    fn plain(path: &mut Vec<Board>, goal: &Board, who: Who, longest: usize, counts: &mut [u64]) {
        let at = path[path.len() - 1].clone();
        if at == *goal {
            counts[path.len() - 1] += 1;
        } else if path.len() <= longest {
            for next in at.neighbours(who) {
                if !path.contains(&next) {
                    path.push(next);
                    plain(path, goal, who, longest, counts);
                    path.pop();
                }
            }
        }
    }

    #[test]
    fn small_boards_have_the_paths_of_the_plain_rule() {
        for (text, style, longest) in [
            ("0 3/2 1", Style::STEP, 12),
            ("0 3/2 1", Style::SET_STEP, 12),
            ("4 5 0/1 2 3", Style::STEP, 27),
            ("0 1 2/3 4 5", Style::STEP, 27),
            ("3 0/5 1/4 2", Style::SET_STEP, 12),
            ("0 1 3/4 2 5/7 8 6", Style::STEP, 14),
        ] {
            let position: Position = text.parse().unwrap();
            let Some(goal) =
                Instance::new(position.board(), position.goal()).ok().and_then(|_| position.goal().full())
            else {
                panic!("{text} can be solved");
            };
            let mut known = vec![0; longest + 1];
            plain(&mut vec![position.board().clone()], &goal, style.who, longest, &mut known);
            assert!(known.iter().any(|&count| count > 0), "{text}");
            for threads in [1, 3] {
                let limits = Limits::new().threads(threads);
                let paths = SimplePaths::of(&position).style(style).limits(limits);
                let paths = paths.longest(longest as u32).build().unwrap();
                assert_eq!(paths.stop, None);
                let rest = vec![0; known.len() - paths.counts.len()];
                assert_eq!([paths.counts, rest].concat(), known, "{text}");
            }
        }
    }

    /// The numbers of walks of `moves` moves that do not turn back at once, by their last position and the
    /// last direction.
    fn walks(from: &Board, moves: u32) -> HashMap<(Board, Option<Dir>), u64> {
        let mut walks = HashMap::from([((from.clone(), None), 1)]);
        for _ in 0..moves {
            let mut longer = HashMap::new();
            for ((board, last), number) in walks {
                for &dir in Dir::ALL[..4].iter().filter(|dir| Some(dir.opposite()) != last) {
                    let mut to = board.clone();
                    if to.slide(dir).is_some() {
                        *longer.entry((to, Some(dir))).or_default() += number;
                    }
                }
            }
            walks = longer;
        }
        walks
    }

    /// The first terms of A046164 by walks from both ends. A walk that returns to a position, but
    /// not at once, goes round a cycle of at least 12 moves, and without the cycle it is still a solution.
    /// The shortest has 30 moves, so below 42 moves no solution returns to a position.
    #[test]
    fn the_reversed_eight_puzzle_has_as_many_paths_as_walks_that_do_not_turn_back() {
        let position: Position = "876543210".parse().unwrap();
        let first = walks(position.board(), 17);
        let known: Vec<u64> = (28..=40)
            .map(|length| {
                let second = walks(&position.goal().full().unwrap(), length - 17);
                let sum = |((board, last), number): (&(Board, Option<Dir>), &u64)| {
                    let dirs = Dir::ALL[..4].iter().filter(|&&dir| Some(dir) != *last);
                    let onward = dirs.filter_map(|&dir| second.get(&(board.clone(), Some(dir))));
                    number * onward.sum::<u64>()
                };
                first.iter().map(sum).sum()
            })
            .collect();
        assert_eq!(known, [0, 0, 10, 0, 112, 0, 512, 0, 2138, 0, 7676, 0, 26_034]);
        let paths = SimplePaths::of(&position).longest(40).build().unwrap();
        assert_eq!(paths.counts[28..], known);
    }

    #[test]
    fn blocks_have_the_paths_of_the_plain_rule() {
        let puzzle = sliding::parse("2 x 3\n1 = 1\n2 = 11\n12\ngoal 1@1,2\n").unwrap().puzzle;
        for style in Style::ALL {
            let mut known = vec![0; 9];
            let mut path = vec![puzzle.places(puzzle.start())];
            plain_blocks(&puzzle, style, &mut path, &mut known);
            let paths = SimplePaths::of(&puzzle).style(style).longest(8).build().unwrap();
            let rest = vec![0; known.len() - paths.counts.len()];
            assert_eq!([paths.counts, rest].concat(), known, "{style}");
        }
    }

    fn plain_blocks(puzzle: &Puzzle, style: Style, path: &mut Vec<Vec<Place>>, counts: &mut [u64]) {
        let at = puzzle.arrangement(&path[path.len() - 1]).unwrap();
        if puzzle.is_solved(&at) {
            counts[path.len() - 1] += 1;
        } else if path.len() < counts.len() {
            let moves = rule::moves(puzzle, &at, style);
            let mut next: Vec<Vec<Place>> = moves.iter().map(|(_, to)| puzzle.places(to)).collect();
            next.sort();
            next.dedup();
            for places in next {
                if !path.contains(&places) {
                    path.push(places);
                    plain_blocks(puzzle, style, path, counts);
                    path.pop();
                }
            }
        }
    }

    #[test]
    fn limits_hold_and_what_does_not_fit_is_refused() {
        let position: Position = "876543210".parse().unwrap();
        let late = SimplePaths::of(&position).longest(60).limits(Limits::new().time(Duration::ZERO));
        assert_eq!(late.build().unwrap().stop, Some(Stop::Time));
        let small = SimplePaths::of(&position).longest(60).limits(Limits::new().memory(1 << 20));
        assert!(matches!(small.build(), Err(SolveError::Positions(_))));
    }
}
