//! Puzzles as the page knows them.
//!
//! Positions of tiles are puzzles of blocks here, as [`tiles::blocks`] makes them: one sort of game is enough for the
//! page. Two things are left of the other sort. Tiles are called by numbers, and what a position counts by itself is single
//! steps. Pieces have the numbers of the puzzle's pieces, but tile *t* is piece *t* − 1, whatever the position.

mod json;

pub use json::GameJson;

use crate::cache::Key;
use crate::fault::{Fault, detail};
use serde::{Deserialize, Serialize};
use slideways::Style;
use slideways::format::{self, sliding};
use slideways::grid::{Cell, Dir};
use slideways::puzzle::rule::Move;
use slideways::puzzle::{Arrangement, Kind, Puzzle};
use slideways::read::{self, Origin, Reading, no_files};
use slideways::show::board::{Look, Page};
use slideways::show::json::Detail;
use slideways::show::scene::Scene;
use slideways::solver::Solution;
use slideways::tiles::blocks::NotBlocks;
use slideways::tiles::{self, Board, Goal, Tile};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A game as the page names it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// A puzzle, a position, or the name of one.
    pub text: String,
    /// Where tiles are to go.
    pub goal: Option<String>,
    /// Where the pieces are now.
    pub at: Option<Vec<u16>>,
}

/// A puzzle.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its name in the library, or nothing.
    pub name: String,
    /// The puzzle, as one of blocks.
    pub puzzle: Puzzle,
    /// The position and the goal, if it was given like that.
    pub position: Option<(Board, Goal)>,
    /// The same in text, from which it can be read again.
    text: Arc<str>,
    /// The puzzle's piece for each of the page's.
    pieces: Vec<usize>,
    title: String,
    optimum: BTreeMap<Style, u32>,
    warnings: Vec<Detail>,
}

impl Game {
    /// Read one; the page has no files.
    pub fn read(text: &str, goal: Option<&str>) -> Result<Game, Fault> {
        let meant = read::only(text, read::puzzles(text, &mut no_files))?;
        let parsed = meant.read(None)?;
        let mut game = match parsed.puzzle {
            Reading::Blocks(named) => Game::of_blocks(named.puzzle),
            Reading::Tiles(named) => {
                let goal = named.goal(goal)?;
                let optimum = named.optimum(&goal).map(|moves| (Style::STEP, moves));
                let game = Game::of_tiles(named.board, goal)?;
                let title = if named.title.is_empty() { game.title } else { named.title };
                Game { title, optimum: optimum.into_iter().collect(), ..game }
            }
        };
        if let Some(text) = meant.text() {
            let warnings = parsed.warnings.into_iter();
            game.warnings = warnings.map(|warning| detail(&text.body, warning)).collect();
        }
        if matches!(meant.origin, Origin::Library | Origin::Set) {
            game.name = meant.name;
        }
        Ok(game)
    }

    fn of_blocks(puzzle: Puzzle) -> Game {
        Game {
            name: String::new(),
            text: sliding::print(&puzzle).into(),
            pieces: (0..puzzle.pieces().len()).collect(),
            title: puzzle.title().to_owned(),
            optimum: puzzle.draft().optimum.clone(),
            warnings: vec![],
            position: None,
            puzzle,
        }
    }

    /// A position and its goal.
    pub fn of_tiles(board: Board, goal: Goal) -> Result<Game, Fault> {
        let puzzle = match tiles::blocks::puzzle(&board, &goal) {
            // A goal of blocks does not say where the hole is to be; `goal_blank` says it beside the puzzle.
            Err(NotBlocks::Blank) => tiles::blocks::puzzle(&board, &without_blank(&goal)),
            other => other,
        };
        let puzzle = puzzle.map_err(|why| match why {
            NotBlocks::Names { .. } => {
                Fault::puzzle(format!("the page shows boards of at most {} cells", Kind::NAMES.len() + 1))
                    .help("`slideways solve` takes boards up to 16 x 16")
            }
            other => Fault::puzzle(other.to_string()),
        })?;
        let mut pieces: Vec<usize> = (0..puzzle.pieces().len()).collect();
        pieces.sort_by_key(|&piece| puzzle.pieces()[piece]);
        let text = format::tiles::Notation::Rows.print(&board).expect("any board has rows");
        Ok(Game {
            name: String::new(),
            text: text.into(),
            pieces,
            title: format!("{} board, goal {goal}", board.size()),
            optimum: BTreeMap::new(),
            warnings: vec![],
            position: Some((board, goal)),
            puzzle,
        })
    }

    /// What it is called by those who remember it. Pieces are numbered by the start, so it belongs to the name.
    pub fn key(&self, style: Style) -> Key {
        let text = match &self.position {
            Some((_, goal)) => format!("{} to {goal}", self.text).into(),
            None => self.text.clone(),
        };
        Key { text, style }
    }

    /// The cell that must be empty at the goal, if the goal leaves other cells open: the puzzle does not say it.
    pub fn goal_blank(&self) -> Option<Cell> {
        let (_, goal) = self.position.as_ref()?;
        let cells = (0..).map(Cell).zip(goal.cells());
        let blank = cells.filter(|(_, tile)| **tile == Some(Tile::BLANK)).map(|(cell, _)| cell).next();
        blank.filter(|_| goal.full().is_none())
    }

    /// The game's piece for one of the puzzle's.
    fn number(&self, piece: usize) -> usize {
        self.pieces.iter().position(|&own| own == piece).expect("every piece has a number")
    }

    /// What counts as one move.
    pub fn style(&self, name: Option<&str>) -> Result<Style, Fault> {
        match name {
            None if self.position.is_some() => Ok(Style::STEP),
            None => Ok(Style::MOVE),
            Some(name) => name.parse().map_err(|why: slideways::NoSuchStyle| Fault::puzzle(why.to_string())),
        }
    }

    /// The arrangement with the page's pieces in some cells; the start, if nothing is said.
    pub fn at(&self, cells: Option<&[u16]>) -> Result<Arrangement, Fault> {
        let Some(cells) = cells else { return Ok(self.puzzle.start().clone()) };
        if cells.len() != self.pieces.len() {
            let message =
                format!("`at` has {} cells, but there are {} pieces", cells.len(), self.pieces.len());
            return Err(Fault::bad_request(message));
        }
        let size = self.puzzle.grid().size();
        if let Some(cell) = cells.iter().find(|&&cell| usize::from(cell) >= size) {
            return Err(Fault::bad_request(format!("there is no cell {cell}: the box has {size}")));
        }
        let mut at = self.puzzle.start().clone();
        self.pieces.iter().zip(cells).for_each(|(&piece, &cell)| at.0[piece] = Cell(cell));
        self.puzzle.with_start(&at).map_err(|why| Fault::bad_request(why.to_string()))?;
        Ok(at)
    }

    /// An arrangement as cells of the page's pieces.
    pub fn cells(&self, at: &Arrangement) -> Vec<u16> {
        self.pieces.iter().map(|&piece| at.0[piece].0).collect()
    }

    /// A move as the page plays it, by the page's pieces.
    pub fn played(&self, pieces: &[usize], path: &[Dir], distance: Option<u32>) -> Played {
        Played { pieces: pieces.to_vec(), path: path.iter().map(|dir| dir.letter()).collect(), distance }
    }

    /// The same for a move of the puzzle.
    pub fn played_move(&self, played: &Move, distance: Option<u32>) -> Played {
        let pieces: Vec<usize> = played.pieces.iter().map(|&piece| self.number(piece)).collect();
        self.played(&pieces, &played.path, distance)
    }

    /// The moves of a solution: the page's pieces, and their steps.
    pub fn moves(&self, solution: &Solution) -> Vec<(Vec<usize>, Vec<Dir>)> {
        match self.position {
            None => {
                let number = |&piece: &usize| self.number(piece);
                let own = |played: &Move| (played.pieces.iter().map(number).collect(), played.path.clone());
                solution.block_moves().iter().map(own).collect()
            }
            // Tile t is piece t - 1.
            Some(_) => {
                let own = |(tiles, dir): (Vec<Tile>, Dir)| {
                    let mut pieces: Vec<usize> = tiles.iter().map(|tile| tile.index() - 1).collect();
                    pieces.sort_unstable();
                    (pieces, vec![dir])
                };
                solution.tile_moves().into_iter().map(own).collect()
            }
        }
    }

    /// An arrangement as people read it.
    pub fn drawn(&self, at: &Arrangement) -> String {
        match self.board(at) {
            Some((board, _)) => format::tiles::Notation::Rows.print(&board).expect("any board has rows"),
            None => sliding::arrangement(&self.puzzle, &self.puzzle.places(at)),
        }
    }

    /// The board that an arrangement stands for, if it is a position of tiles, and the goal.
    pub fn board(&self, at: &Arrangement) -> Option<(Board, &Goal)> {
        let (start, goal) = self.position.as_ref()?;
        let mut tiles = vec![tiles::Tile::BLANK; start.size().cells()];
        for (tile, &piece) in (1..).map(tiles::Tile).zip(&self.pieces) {
            tiles[at.0[piece].index()] = tile;
        }
        Some((Board::new(start.size(), tiles).ok()?, goal))
    }

    /// What is to be seen of an arrangement.
    pub fn scene(&self, at: &Arrangement) -> Scene {
        match self.board(at) {
            Some((board, goal)) => Scene::of_board(&board, &goal.some_board()),
            None => Scene::of_puzzle(&self.puzzle, at),
        }
    }
}

/// The same goal with nothing said of the blank.
fn without_blank(goal: &Goal) -> Goal {
    let cells: Vec<Option<Tile>> =
        goal.cells().iter().map(|tile| tile.filter(|&tile| tile != Tile::BLANK)).collect();
    Goal::masked(goal.size(), cells).expect("a goal with less in it is a goal")
}

/// How boards are drawn for a page that has their style sheet.
pub fn bare() -> Look {
    Look { page: Page::Bare, ..Look::default() }
}

/// A move, for the page.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    /// Who moves.
    pub pieces: Vec<usize>,
    /// Single steps.
    pub path: String,
    /// How far it is after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
}
