//! A solution: moves that have been replayed by the plain rule.

use crate::check::{self, NotASolution, Verdict};
use crate::format::tiles::path::{self, Convention};
use crate::format::{sliding, solution};
use crate::game::Game;
use crate::grid::Dir;
use crate::puzzle::rule::Move;
use crate::puzzle::{Arrangement, Puzzle};
use crate::style::Style;
use crate::tiles::{Board, Position, Tile, moves, replay};
use std::fmt;
use std::sync::Arc;

/// Moves that lead from the start to a goal.
///
/// The only way to make a `Solution` is to replay its moves by the plain rule, which shares no code with the
/// searches.
#[derive(Clone, Debug)]
pub struct Solution {
    game: Arc<Game>,
    style: Style,
    steps: Steps,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Steps {
    Blocks { moves: Vec<Move>, along: Vec<Arrangement> },
    Tiles(Vec<Dir>),
}

/// Solutions of the same puzzle are equal if they have the same moves.
impl PartialEq for Solution {
    fn eq(&self, other: &Solution) -> bool {
        (self.style, &self.steps) == (other.style, &other.steps)
    }
}

impl Eq for Solution {}

/// The plain rule does not confirm the moves of a search. That is a bug in Slideways.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongAnswer {
    /// The moves of blocks fail the replay.
    #[error(transparent)]
    Blocks(#[from] NotASolution),
    /// The path of tiles fails the replay.
    #[error(transparent)]
    Tiles(#[from] replay::NotASolution),
    /// The pieces of a puzzle of blocks cannot follow the path.
    #[error("the tiles cannot follow the path")]
    Path,
    /// A shortest path has another length than the search reported.
    #[error("expected a path of {said} moves, but the path found has {found}")]
    Length {
        /// The length that the search reported.
        said: u32,
        /// The number of moves in the path.
        found: usize,
    },
    /// Two counts of the shortest solutions of one state differ.
    #[error("expected {said} shortest solutions, but a second count found {found}")]
    Solutions {
        /// The first count.
        said: u128,
        /// The second count.
        found: u128,
    },
    /// Two counts of the states at some distance differ.
    #[error("two counts of the layers differ")]
    Layers,
}

impl Solution {
    /// Replay moves of blocks from `from`.
    pub(crate) fn of_blocks(
        game: Arc<Game>,
        puzzle: &Puzzle,
        from: &Arrangement,
        moves: Vec<Move>,
        style: Style,
    ) -> Result<Solution, WrongAnswer> {
        let along = check::replay_from(puzzle, from, &moves, style)?;
        match puzzle.is_solved(&along[moves.len()]) {
            true => Ok(Solution { game, style, steps: Steps::Blocks { moves, along } }),
            false => Err(NotASolution::NotAtGoal.into()),
        }
    }

    /// Replay a path of tiles.
    pub(crate) fn of_tiles(
        game: Arc<Game>,
        position: &Position,
        path: Vec<Dir>,
        style: Style,
    ) -> Result<Solution, WrongAnswer> {
        replay::solution(position.board(), &path, position.goal())?;
        Ok(Solution { game, style, steps: Steps::Tiles(path) })
    }

    /// Read a solution, in the notation in which solutions are printed. The error is the verdict on moves
    /// that are not a solution.
    ///
    /// ```
    /// use slideways::prelude::*;
    ///
    /// let position: Position = "1 2 3/4 5 6/0 7 8".parse()?;
    /// assert_eq!(Solution::read(&position, "L2", Style::STEP).unwrap().len(), 2);
    /// assert_eq!(Solution::read(&position, "RL2", Style::STEP).unwrap_err().wrong.unwrap().number, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(game: impl Into<Game>, text: &str, style: Style) -> Result<Solution, Box<Verdict>> {
        let game = Arc::new(game.into());
        let verdict = check::judge(&game, text, style);
        let found = match &*game {
            _ if !verdict.is_solution() => None,
            Game::Blocks(puzzle) => solution::parse(puzzle, text).ok().and_then(|moves| {
                Solution::of_blocks(game.clone(), puzzle, puzzle.start(), moves, style).ok()
            }),
            Game::Tiles(position) => path::parse(text, Convention::Letters, position.board())
                .ok()
                .and_then(|path| Solution::of_tiles(game.clone(), position, path, style).ok()),
        };
        found.ok_or(Box::new(verdict))
    }

    /// The puzzle that it solves. If the search began at another arrangement, that is the first of
    /// [`arrangements`](Solution::arrangements).
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What counts as one move.
    pub fn style(&self) -> Style {
        self.style
    }

    /// The number of moves, counted in the style of the solution.
    pub fn len(&self) -> usize {
        match &self.steps {
            Steps::Blocks { moves, .. } => moves.len(),
            Steps::Tiles(path) => moves::length(path, self.style.who) as usize,
        }
    }

    /// Whether the start is already a goal.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The moves in the usual notation: `4@3,1:R2` for blocks, `R` or `U2` for tiles.
    pub fn moves(&self) -> Vec<String> {
        self.moves_in(Convention::Letters)
    }

    /// The moves, with the moves of tiles in the given convention.
    pub fn moves_in(&self, convention: Convention) -> Vec<String> {
        match (&self.steps, &*self.game) {
            (Steps::Blocks { moves, along }, Game::Blocks(puzzle)) => {
                let each = along.iter().zip(moves);
                each.map(|(before, played)| solution::print_move(puzzle, before, played)).collect()
            }
            (Steps::Tiles(path), Game::Tiles(position)) => {
                path::moves(path, self.style.who, convention, position.board())
            }
            _ => unreachable!("a solution is of its game's family"),
        }
    }

    /// All moves in one line, as users write them: `4@3,1:R2 3@1,1:D` for blocks, `R2U` for tiles in letters,
    /// otherwise in the given convention. `check` reads it back.
    ///
    /// ```
    /// use slideways::format::tiles::path::Convention;
    /// use slideways::prelude::*;
    ///
    /// let position: Position = "1 2 3/4 5 6/0 7 8".parse()?;
    /// let Outcome::Solved(solution) = Solver::new(&position).solve()?.outcome else {
    ///     panic!("it can be solved")
    /// };
    /// assert_eq!(solution.line_in(Convention::Letters), "L2");
    /// assert_eq!(solution.line_in(Convention::Tiles), "7 8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line_in(&self, convention: Convention) -> String {
        match (&self.steps, &*self.game) {
            (Steps::Tiles(path), Game::Tiles(position)) => {
                path::print(path, convention, position.board()).expect("it was replayed before")
            }
            _ => self.moves_in(convention).join(" "),
        }
    }

    /// The states along the solution, including the start, written as in puzzle text.
    pub fn states(&self) -> Vec<String> {
        match &*self.game {
            Game::Blocks(puzzle) => {
                let text = |at: &Arrangement| sliding::arrangement(puzzle, &puzzle.places(at));
                self.arrangements().iter().map(text).collect()
            }
            Game::Tiles(position) => {
                let goal = position.goal();
                let text =
                    |board| Position::new(board, goal.clone()).expect("steps keep the size").to_string();
                self.boards().into_iter().map(text).collect()
            }
        }
    }

    /// The moves of blocks; empty for tile positions.
    pub fn block_moves(&self) -> &[Move] {
        match &self.steps {
            Steps::Blocks { moves, .. } => moves,
            Steps::Tiles(_) => &[],
        }
    }

    /// The arrangements along the solution, including the start; empty for tile positions.
    pub fn arrangements(&self) -> &[Arrangement] {
        match &self.steps {
            Steps::Blocks { along, .. } => along,
            Steps::Tiles(_) => &[],
        }
    }

    /// The steps of tiles, each the direction of one tile; empty for blocks.
    pub fn path(&self) -> &[Dir] {
        match &self.steps {
            Steps::Blocks { .. } => &[],
            Steps::Tiles(path) => path,
        }
    }

    /// The moves of tiles: the tiles that slide, in the order in which the blank meets them, and their
    /// direction. Empty for blocks.
    pub fn tile_moves(&self) -> Vec<(Vec<Tile>, Dir)> {
        let (Steps::Tiles(path), Game::Tiles(position)) = (&self.steps, &*self.game) else { return vec![] };
        let mut at = position.board().clone();
        let mut slide = |dir| at.slide(dir).expect("it was replayed before");
        let tiles = |run: moves::Run| ((0..run.tiles).map(|_| slide(run.dir)).collect(), run.dir);
        moves::of(path, self.style.who).into_iter().map(tiles).collect()
    }

    /// The boards after each move, including the start; empty for blocks.
    pub fn boards(&self) -> Vec<Board> {
        let (Steps::Tiles(path), Game::Tiles(position)) = (&self.steps, &*self.game) else { return vec![] };
        let along = replay::replay(position.board(), path).expect("it was replayed before");
        let mut at = 0;
        let mut boards = vec![along[0].clone()];
        for run in moves::of(path, self.style.who) {
            at += run.tiles;
            boards.push(along[at].clone());
        }
        boards
    }
}

/// Writes the moves, separated by blanks.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.moves().join(" "))
    }
}
