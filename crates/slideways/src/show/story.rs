//! A solution to be drawn: a scene and the moves played in it.
//!
//! Moves of tiles become moves of pieces here, so that strips and films are independent of the family.

use super::scene::Scene;
use crate::check::{self, NotASolution};
use crate::game::Game;
use crate::grid::{Cell, Dir};
use crate::puzzle::Puzzle;
use crate::puzzle::rule::Move;
use crate::solver::Solution;
use crate::style::{Style, Who};
use crate::tiles::{self, Board};

/// A scene and legal moves: they are replayed when the story is made.
#[derive(Clone, Debug)]
pub struct Story {
    scene: Scene,
    moves: Vec<Move>,
    /// The style in which the moves are counted, if known.
    pub style: Option<Style>,
}

impl Story {
    /// The story of moves from the start of a puzzle, legal in the most permissive style.
    pub fn of_puzzle(puzzle: &Puzzle, moves: &[Move]) -> Result<Story, NotASolution> {
        check::replay(puzzle, moves, Style::ALL[5])?;
        let scene = Scene::of_puzzle(puzzle, puzzle.start());
        Ok(Story { scene, moves: moves.to_vec(), style: None })
    }

    /// The story of a tile path, with one tile or several per move, and of the goal.
    pub fn of_board(
        start: &Board,
        goal: &Board,
        path: &[Dir],
        who: Who,
    ) -> Result<Story, tiles::replay::NotASolution> {
        let along = tiles::replay::replay(start, path)?;
        let mut moves: Vec<Move> = vec![];
        for (i, (&dir, before)) in path.iter().zip(&along).enumerate() {
            // The tile that slides comes from the opposite side of the blank.
            let from = before.size().neighbour(before.blank(), dir.opposite());
            let Some(tile) = from.map(|from| before.tiles()[from.index()]) else { continue };
            match moves.last_mut() {
                Some(run) if who == Who::Set && path[i - 1] == dir => run.pieces.push(tile.index() - 1),
                _ => moves.push(Move { pieces: vec![tile.index() - 1], path: vec![dir] }),
            }
        }
        let style = if who == Who::Set { Style::SET_STEP } else { Style::STEP };
        Ok(Story { scene: Scene::of_board(start, goal), moves, style: Some(style) })
    }

    /// The story of a solution, which was replayed when it was made.
    ///
    /// ```
    /// use slideways::prelude::*;
    /// use slideways::show::story::Story;
    ///
    /// let position: Position = "1 2 3/4 0 6/7 5 8".parse()?;
    /// let Outcome::Solved(solution) = Solver::new(&position).solve()?.outcome else {
    ///     panic!("it can be solved")
    /// };
    /// assert_eq!(Story::of_solution(&solution).title(), "3 x 3 tiles: 2 moves");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_solution(solution: &Solution) -> Story {
        let style = solution.style();
        let story = match solution.game() {
            Game::Blocks(puzzle) => {
                let scene = Scene::of_puzzle(puzzle, &solution.arrangements()[0]);
                Story { scene, moves: solution.block_moves().to_vec(), style: None }
            }
            Game::Tiles(position) => {
                let goal = position.goal().some_board();
                Story::of_board(position.board(), &goal, solution.path(), style.who)
                    .expect("it was replayed before")
            }
        };
        Story { style: Some(style), ..story }
    }

    /// A text description of the picture, for screen readers.
    pub fn title(&self) -> String {
        let name =
            if self.scene.title.is_empty() { String::new() } else { format!("{}: ", self.scene.title) };
        match self.moves.len() {
            1 => format!("{name}1 move"),
            moves => format!("{name}{moves} moves"),
        }
    }

    /// The scene before the first move.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The moves; their pieces are the numbers of figures.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The cell of each figure before the first move, after the first move, and so on.
    pub fn along(&self) -> Vec<Vec<Cell>> {
        let mut at: Vec<Cell> = self.scene.figures.iter().map(|figure| figure.at).collect();
        let mut along = vec![at.clone()];
        for played in &self.moves {
            for (figure, cell) in self.scene.figures.iter().zip(&mut at) {
                if played.pieces.contains(&figure.number) {
                    let step = |from, dir: &Dir| self.scene.grid.shifted(from, dir.offset()).unwrap_or(from);
                    *cell = played.path.iter().fold(*cell, step);
                }
            }
            along.push(at.clone());
        }
        along
    }

    /// The scene after `moves` moves, or after all if there are fewer.
    pub fn after(&self, moves: usize) -> Scene {
        let along = self.along();
        let mut scene = self.scene.clone();
        for (figure, &at) in scene.figures.iter_mut().zip(&along[moves.min(self.moves.len())]) {
            figure.at = at;
        }
        scene
    }

    /// `move 3 of 12`, with the style if known.
    pub(super) fn count(&self, moves: usize) -> String {
        let style = self.style.map_or(String::new(), |style| format!(" (style {style})"));
        format!("move {moves} of {}{style}", self.moves.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{sliding, tiles::parse};
    use crate::grid::Dir::{Left, Right, Up};
    use crate::tiles::Goal;

    #[test]
    fn tiles_that_slide_together_are_one_move() {
        let start = parse("1 2 3/4 0 6/7 5 8", None).unwrap();
        let goal = Goal::blank_last(start.size()).some_board();
        let one = Story::of_board(&start, &goal, &[Up, Left], Who::Piece).unwrap();
        assert_eq!(one.moves()[0], Move { pieces: vec![4], path: vec![Up] });
        assert_eq!(one.after(2), Scene::of_board(&goal, &goal));
        let start = parse("0 1 2/4 5 3/7 8 6", None).unwrap();
        let set = Story::of_board(&start, &goal, &[Left, Left, Up, Up], Who::Set).unwrap();
        assert_eq!(set.moves()[1], Move { pieces: vec![2, 5], path: vec![Up] });
        assert_eq!(set.after(2), Scene::of_board(&goal, &goal));
        assert!(Story::of_board(&start, &goal, &[Right], Who::Piece).is_err());
    }

    #[test]
    fn illegal_moves_are_refused() {
        let puzzle = sliding::parse("1 x 3\n1 = 1\n2 = 1\n12\n102\n").unwrap().puzzle;
        let played = |dir| Story::of_puzzle(&puzzle, &[Move { pieces: vec![1], path: vec![dir] }]);
        assert!(played(Left).is_err());
        let story = played(Right).unwrap();
        assert_eq!(story.along(), [[Cell(0), Cell(1)], [Cell(0), Cell(2)]]);
        assert_eq!(story.count(1), "move 1 of 1");
    }
}
