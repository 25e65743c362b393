//! Puzzles as the page knows them.
//!
//! Positions of tiles are puzzles of blocks here, as [`tiles::blocks`] makes them: one sort of game is enough for the
//! page. Two things are left of the other sort. Tiles are called by numbers, and what a position counts by itself is single
//! steps. Pieces have the numbers of the puzzle's pieces, but tile *t* is piece *t* − 1, whatever the position.

use crate::fault::{Fault, detail};
use crate::known::Key;
use serde::{Deserialize, Serialize};
use slideways::Style;
use slideways::format::{self, sliding};
use slideways::grid::{Axis, Cell, Dir};
use slideways::library::{self, sets};
use slideways::puzzle::rule::Move;
use slideways::puzzle::{Arrangement, Kind, Puzzle};
use slideways::show::board::{self, Look, Page};
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
    /// Read one.
    pub fn read(text: &str, goal: Option<&str>) -> Result<Game, Fault> {
        if let Some(name) = library::find(text) {
            let text = library::text(name).expect("what was found is there");
            return Game::of_blocks(name, text);
        }
        if let Some((set, number)) = text.split_once(':')
            && let Some(set) = sets::find(set)
        {
            let instance =
                number.trim().parse().ok().and_then(|n: usize| set.instances.get(n.checked_sub(1)?));
            let instance = instance.ok_or_else(|| {
                Fault::puzzle(format!("`{}` has no position `{number}`", set.name))
                    .help(format!("its positions have the numbers 1 to {}", set.instances.len()))
            })?;
            let mut game = Game::of_tiles(instance.board.clone(), goal, Some(&set.goal))?;
            (game.name, game.title) = (format!("{}:{}", set.name, instance.number), set.title.to_owned());
            if game.position.as_ref().is_some_and(|(_, goal)| *goal == set.goal) {
                game.optimum = BTreeMap::from([(Style::STEP, instance.moves)]);
            }
            return Ok(game);
        }
        if is_position(text) {
            let board = format::tiles::parse(text, None).map_err(|error| Fault::text(text, error))?;
            return Game::of_tiles(board, goal, None);
        }
        Game::of_blocks("", text)
    }

    fn of_blocks(name: &str, text: &str) -> Result<Game, Fault> {
        let parsed = format::parse(text).map_err(|error| Fault::text(text, error))?;
        let puzzle = parsed.puzzle;
        Ok(Game {
            name: name.to_owned(),
            text: sliding::print(&puzzle).into(),
            pieces: (0..puzzle.pieces().len()).collect(),
            title: puzzle.title().to_owned(),
            optimum: puzzle.draft().optimum.clone(),
            warnings: parsed.warnings.into_iter().map(|warning| detail(text, warning)).collect(),
            position: None,
            puzzle,
        })
    }

    /// A position; its goal is the one that is wished for, or else the usual one, or else the blank goes last.
    pub fn of_tiles(board: Board, goal: Option<&str>, usual: Option<&Goal>) -> Result<Game, Fault> {
        let goal = match (goal, usual) {
            (Some(text), _) => {
                format::tiles::parse_goal(text, board.size()).map_err(|error| Fault::text(text, error))?
            }
            (None, Some(usual)) => usual.clone(),
            (None, None) => Goal::blank_last(board.size()),
        };
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

    /// All that the page must know of it.
    pub fn json(&self) -> GameJson<'_> {
        let puzzle = &self.puzzle;
        let (grid, draft) = (puzzle.grid(), puzzle.draft());
        let name = |kind: usize| match self.position {
            Some(_) => (kind + 1).to_string(),
            None => puzzle.kinds()[kind].name.to_string(),
        };
        let place = |place: &slideways::puzzle::Place| PlaceJson { kind: place.kind.0, at: place.at.0 };
        let kind = |(number, kind): (usize, &Kind)| KindJson {
            name: name(number),
            cells: kind.shape.offsets().iter().map(|cell| [cell.layer, cell.row, cell.col]).collect(),
            along: kind.along.map(Axis::name),
        };
        let piece = |&piece: &usize| PieceJson {
            kind: puzzle.pieces()[piece].0,
            name: match self.position {
                Some(_) => name(usize::from(puzzle.pieces()[piece].0)),
                None => puzzle.name(piece).to_string(),
            },
            at: puzzle.start().0[piece].0,
        };
        let style =
            |style: &&Style| self.position.is_none() || [Style::STEP, Style::SET_STEP].contains(style);
        GameJson {
            name: &self.name,
            title: &self.title,
            family: if self.position.is_some() { "tiles" } else { "blocks" },
            text: &self.text,
            goal: self.position.as_ref().map(|(_, goal)| goal_text(goal)),
            layers: grid.layers(),
            rows: grid.rows(),
            cols: grid.cols(),
            solid: grid.is_solid(),
            blocked: draft.blocked.iter().map(|cell| cell.0).collect(),
            gates: (draft.gates.iter())
                .map(|(cell, kinds)| GateJson {
                    cell: cell.0,
                    kinds: kinds.iter().map(|kind| kind.0).collect(),
                })
                .collect(),
            kinds: puzzle.kinds().iter().enumerate().map(kind).collect(),
            pieces: self.pieces.iter().map(piece).collect(),
            goals: puzzle.goals().iter().map(|goal| goal.0.iter().map(place).collect()).collect(),
            goal_blank: self.goal_blank().map(|cell| cell.0),
            optimum: self.optimum.iter().map(|(style, &moves)| (style.name(), moves)).collect(),
            notes: &draft.notes,
            styles: Style::ALL.iter().filter(style).map(|style| style.name()).collect(),
            style: if self.position.is_some() { "step" } else { "move" },
            warnings: &self.warnings,
            svg: board::svg(&self.scene(puzzle.start()), &bare()),
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

/// A goal as it can be read again.
fn goal_text(goal: &Goal) -> String {
    match goal.full() {
        Some(_) if *goal == Goal::blank_last(goal.size()) => "blank-last".to_owned(),
        Some(_) if *goal == Goal::blank_first(goal.size()) => "blank-first".to_owned(),
        _ => {
            let word = |cell: &Option<tiles::Tile>| cell.map_or("*".to_owned(), |tile| tile.to_string());
            let row = |row: &[Option<tiles::Tile>]| row.iter().map(word).collect::<Vec<_>>().join(" ");
            goal.cells().chunks(goal.size().cols()).map(row).collect::<Vec<_>>().join("/")
        }
    }
}

/// Whether a text is a position of tiles, and not a puzzle of another sort.
fn is_position(text: &str) -> bool {
    let other = text.contains('=') || text.trim_start().starts_with(['{', '[', '"']);
    !other && format::tiles::looks_like_position(text)
}

/// A game, for the page.
#[derive(Serialize)]
pub struct GameJson<'g> {
    name: &'g str,
    title: &'g str,
    family: &'static str,
    text: &'g str,
    goal: Option<String>,
    layers: usize,
    rows: usize,
    cols: usize,
    solid: bool,
    blocked: Vec<u16>,
    gates: Vec<GateJson>,
    kinds: Vec<KindJson>,
    pieces: Vec<PieceJson>,
    goals: Vec<Vec<PlaceJson>>,
    goal_blank: Option<u16>,
    optimum: BTreeMap<&'static str, u32>,
    notes: &'g [String],
    styles: Vec<&'static str>,
    style: &'static str,
    warnings: &'g [Detail],
    svg: String,
}

#[derive(Serialize)]
struct GateJson {
    cell: u16,
    kinds: Vec<u8>,
}

#[derive(Serialize)]
struct KindJson {
    name: String,
    cells: Vec<[i16; 3]>,
    along: Option<&'static str>,
}

#[derive(Serialize)]
struct PieceJson {
    kind: u8,
    name: String,
    at: u16,
}

#[derive(Serialize)]
struct PlaceJson {
    kind: u8,
    at: u16,
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
