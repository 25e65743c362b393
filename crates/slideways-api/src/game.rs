//! Puzzles as the page sees them.
//!
//! Tile positions become block puzzles here, by [`tiles::blocks`], so the page handles one sort of game. Two
//! differences remain: tiles are named by numbers, and the default style of a position is single
//! steps. The page numbers pieces like the puzzle, but tile *t* is piece *t* − 1, whatever the position.

mod json;
mod story;

pub use json::GameJson;

use crate::cache::Key;
use crate::fault::{Fault, detail};
use serde::{Deserialize, Serialize};
use slideways::Style;
use slideways::format::{self, sliding};
use slideways::grid::{Cell, Dir};
use slideways::library;
use slideways::puzzle::rule::Move;
use slideways::puzzle::{Arrangement, Kind, Puzzle};
use slideways::read::{self, Origin, Reading, TileContext, no_files};
use slideways::show::board::{Look, Page};
use slideways::show::json::Detail;
use slideways::show::scene::Scene;
use slideways::solver::Solution;
use slideways::tiles::blocks::NotBlocks;
use slideways::tiles::{self, Board, Goal, Tile};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A game in a request.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// A puzzle, a position, or the name of one.
    pub text: String,
    /// The goal of a tile position.
    pub goal: Option<String>,
    /// The current cell of each piece.
    pub at: Option<Vec<u16>>,
}

/// A puzzle.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its name in the library, or empty.
    pub name: String,
    /// The block puzzle.
    pub puzzle: Puzzle,
    /// The position and the goal, if it is a tile puzzle.
    pub position: Option<(Board, Goal)>,
    /// What counts as one move unless the user chooses.
    pub default_style: Style,
    /// The puzzle as text that reads back as the same game.
    text: Arc<str>,
    /// The puzzle's piece for each of the page's pieces.
    pieces: Vec<usize>,
    title: String,
    optimum: BTreeMap<Style, u32>,
    warnings: Vec<Detail>,
}

impl Game {
    /// Reads a game; the page cannot name files.
    pub fn read(text: &str, goal: Option<&str>) -> Result<Game, Fault> {
        let meant = read::only(text, read::puzzles(text, &mut no_files))?;
        let parsed = meant.read_with(&TileContext { goal, ..TileContext::default() })?;
        let mut game = match parsed.puzzle {
            Reading::Blocks(named) => {
                Game { default_style: named.default_style(), ..Game::of_blocks(named.puzzle) }
            }
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
        if let Origin::Library = meant.origin
            && let Some(heading) = library::heading(&meant.name)
        {
            game.title = heading.to_owned();
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
            default_style: Style::MOVE,
            puzzle,
        }
    }

    /// The game of a tile position and its goal.
    pub fn of_tiles(board: Board, goal: Goal) -> Result<Game, Fault> {
        let puzzle = match tiles::blocks::puzzle(&board, &goal) {
            // A block goal cannot fix the blank; `goal_blank` gives it in addition to the puzzle.
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
            default_style: Style::STEP,
            puzzle,
        })
    }

    /// The same game with another start; a name or a known optimum belongs to the old start.
    pub fn starting(&self, at: &Arrangement) -> Result<Game, Fault> {
        match self.board(at) {
            _ if at == self.puzzle.start() => Ok(self.clone()),
            Some((board, goal)) => Game::of_tiles(board, goal.clone()),
            None => {
                let puzzle = self.puzzle.with_start(at);
                Ok(Game::of_blocks(puzzle.map_err(|why| Fault::request(why.to_string()))?))
            }
        }
    }

    /// The cache key. Piece numbers depend on the start, so the start is part of the key.
    pub fn key(&self, style: Style) -> Key {
        let text = match &self.position {
            Some((_, goal)) => format!("{} to {goal}", self.text).into(),
            None => self.text.clone(),
        };
        Key { text, style }
    }

    /// The cell that must be empty at the goal, if the goal leaves other cells open: the puzzle cannot
    /// express it.
    pub fn goal_blank(&self) -> Option<Cell> {
        let (_, goal) = self.position.as_ref()?;
        let cells = (0..).map(Cell).zip(goal.cells());
        let blank = cells.filter(|(_, tile)| **tile == Some(Tile::BLANK)).map(|(cell, _)| cell).next();
        blank.filter(|_| goal.full().is_none())
    }

    /// The page's number of one of the puzzle's pieces.
    fn number(&self, piece: usize) -> usize {
        self.pieces.iter().position(|&own| own == piece).expect("every piece has a number")
    }

    /// The style called `name`, or the default.
    pub fn style(&self, name: Option<&str>) -> Result<Style, Fault> {
        match name {
            None => Ok(self.default_style),
            Some(name) => name.parse().map_err(|why: slideways::NoSuchStyle| Fault::puzzle(why.to_string())),
        }
    }

    /// The arrangement with the page's pieces in the given cells; the start if there are none.
    pub fn at(&self, cells: Option<&[u16]>) -> Result<Arrangement, Fault> {
        let Some(cells) = cells else { return Ok(self.puzzle.start().clone()) };
        if cells.len() != self.pieces.len() {
            let message =
                format!("`at` has {} cells, but the puzzle has {} pieces", cells.len(), self.pieces.len());
            return Err(Fault::request(message));
        }
        let size = self.puzzle.grid().size();
        if let Some(cell) = cells.iter().find(|&&cell| usize::from(cell) >= size) {
            return Err(Fault::request(format!("there is no cell {cell}: the box has {size} cells")));
        }
        let mut at = self.puzzle.start().clone();
        self.pieces.iter().zip(cells).for_each(|(&piece, &cell)| at.0[piece] = Cell(cell));
        self.puzzle.with_start(&at).map_err(|why| Fault::request(why.to_string()))?;
        Ok(at)
    }

    /// The cells of the page's pieces in an arrangement.
    pub fn cells(&self, at: &Arrangement) -> Vec<u16> {
        self.pieces.iter().map(|&piece| at.0[piece].0).collect()
    }

    /// A move for the page, by the page's pieces.
    pub fn played(&self, pieces: &[usize], path: &[Dir], distance: Option<u32>) -> Played {
        Played { pieces: pieces.to_vec(), path: path.iter().map(|dir| dir.letter()).collect(), distance }
    }

    /// A move of the puzzle for the page.
    pub fn played_move(&self, played: &Move, distance: Option<u32>) -> Played {
        let pieces: Vec<usize> = played.pieces.iter().map(|&piece| self.number(piece)).collect();
        self.played(&pieces, &played.path, distance)
    }

    /// The moves of a solution: the page's pieces and their steps.
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

    /// An arrangement as readable text.
    pub fn drawn(&self, at: &Arrangement) -> String {
        match self.board(at) {
            Some((board, _)) => format::tiles::Notation::Rows.print(&board).expect("any board has rows"),
            None => sliding::arrangement(&self.puzzle, &self.puzzle.places(at)),
        }
    }

    /// The board and the goal of an arrangement, if the game is a tile puzzle.
    pub fn board(&self, at: &Arrangement) -> Option<(Board, &Goal)> {
        let (start, goal) = self.position.as_ref()?;
        let mut tiles = vec![tiles::Tile::BLANK; start.size().cells()];
        for (tile, &piece) in (1..).map(tiles::Tile).zip(&self.pieces) {
            tiles[at.0[piece].index()] = tile;
        }
        Some((Board::new(start.size(), tiles).ok()?, goal))
    }

    /// The scene of an arrangement.
    pub fn scene(&self, at: &Arrangement) -> Scene {
        match self.board(at) {
            Some((board, goal)) => Scene::of_board(&board, &goal.some_board()),
            None => Scene::of_puzzle(&self.puzzle, at),
        }
    }
}

/// The goal with the cell of the blank left open.
fn without_blank(goal: &Goal) -> Goal {
    let cells: Vec<Option<Tile>> =
        goal.cells().iter().map(|tile| tile.filter(|&tile| tile != Tile::BLANK)).collect();
    Goal::masked(goal.size(), cells).expect("a goal with fewer fixed cells is a goal")
}

/// The look of boards for a page that has their style sheet.
pub fn bare() -> Look {
    Look { page: Page::Bare, ..Look::default() }
}

/// A move, for the page or by it.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The pieces that move.
    pub pieces: Vec<usize>,
    /// The single steps.
    pub path: String,
    /// The distance to the goal after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
}
