//! Conversion between tile positions and block puzzles.
//!
//! A board of tiles is a box full of distinct one-cell pieces with one hole. So every position can be written
//! as a block puzzle, and a block puzzle of this form can be solved as tiles, which is very much faster.
//!
//! ```
//! use slideways::format::sliding;
//! use slideways::tiles::{Board, Goal, Size, Tile, blocks};
//!
//! let size = Size::new(2, 2).unwrap();
//! let board = Board::new(size, [3, 1, 0, 2].map(Tile)).unwrap();
//! let puzzle = blocks::puzzle(&board, &Goal::blank_last(size)).unwrap();
//! assert_eq!(sliding::print(&puzzle), "2 x 2\n1 = 1\n2 = 1\n3 = 1\n3102\n123\n");
//! let tiles = blocks::tiles(&puzzle).unwrap();
//! assert_eq!((tiles.board, tiles.goal.to_string()), (board, "blank last".to_owned()));
//! ```
//!
//! The number of a tile is the index of its kind's name in [`Kind::NAMES`], if that gives each tile of the
//! board a number; otherwise it is the number of the piece. Answers use the names of the pieces in either
//! case, since a [`Move`] refers to pieces.

use super::board::{Board, Size, Tile};
use super::goal::Goal;
use super::moves;
use crate::grid::{Cell, Dir, Grid, Offset};
use crate::puzzle::rule::Move;
use crate::puzzle::{self, Draft, Kind, KindId, Place, Puzzle, Shape};
use crate::style::Who;
use std::collections::{BTreeMap, BTreeSet};

/// A block puzzle seen as tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiles {
    /// The start.
    pub board: Board,
    /// The goal.
    pub goal: Goal,
    /// The piece of each tile, indexed by the tile's number minus one.
    pieces: Vec<usize>,
}

/// Why a position cannot be written as a block puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotBlocks {
    /// There are more tiles than names of kinds.
    #[error("there are {tiles} tiles, but only {} names of kinds", Kind::NAMES.len())]
    Names {
        /// The number of tiles.
        tiles: usize,
    },
    /// The goal gives the place of the blank, but not the places of all tiles.
    #[error("the goal of a block puzzle gives the places of pieces, not of the hole")]
    Blank,
    /// The goal leaves all cells open.
    #[error("the goal leaves all cells open")]
    Nothing,
}

/// A position and its goal as a block puzzle. Every tile becomes a separate kind, named by its number, or by
/// a letter beyond 9.
pub fn puzzle(board: &Board, goal: &Goal) -> Result<Puzzle, NotBlocks> {
    let tiles = board.size().cells() - 1;
    if tiles > Kind::NAMES.len() {
        return Err(NotBlocks::Names { tiles });
    }
    if goal.full().is_none() && goal.cells().contains(&Some(Tile::BLANK)) {
        return Err(NotBlocks::Blank);
    }
    of_cells(board.size(), board.tiles(), goal.cells())
}

/// A board with equal tiles or several blanks as a block puzzle. Equal tiles are pieces of one kind, named by
/// their number, or by a letter beyond 9.
pub fn repeated(size: Size, tiles: &[Tile], goal: &[Option<Tile>]) -> Result<Puzzle, NotBlocks> {
    let most = tiles.iter().map(|tile| usize::from(tile.0)).max().unwrap_or(0);
    if most > Kind::NAMES.len() {
        return Err(NotBlocks::Names { tiles: most });
    }
    if goal.contains(&None) && goal.contains(&Some(Tile::BLANK)) {
        return Err(NotBlocks::Blank);
    }
    of_cells(size, tiles, goal)
}

/// The block puzzle of the given cells.
fn of_cells(size: Size, tiles: &[Tile], goal: &[Option<Tile>]) -> Result<Puzzle, NotBlocks> {
    let one_cell = Shape::new([Offset::default()]).expect("it has a cell");
    let kind = |name| Kind { name, shape: one_cell.clone(), along: None };
    let used: BTreeSet<Tile> = tiles.iter().copied().filter(|&tile| tile != Tile::BLANK).collect();
    let used: Vec<Tile> = used.into_iter().collect();
    let id = |tile: Tile| used.binary_search(&tile).ok().map(|kind| KindId(kind as u8));
    let place = |(at, tile): (Cell, Tile)| Some(Place { at, kind: id(tile)? });
    let cells = || (0..).map(Cell);
    let start = cells().zip(tiles.iter().copied()).filter_map(place);
    let wanted = cells().zip(goal).filter_map(|(cell, &tile)| Some((cell, tile?)));
    let goal: Vec<Place> = wanted.filter_map(place).collect();
    if goal.is_empty() {
        return Err(NotBlocks::Nothing);
    }
    let names: Vec<char> = Kind::NAMES.chars().collect();
    let name = |kind: KindId| names[usize::from(used[usize::from(kind.0)].0) - 1];
    let draft = Draft {
        title: String::new(),
        grid: Grid::plane(size.rows(), size.cols()).expect("boards are small boxes"),
        blocked: BTreeSet::new(),
        kinds: used.iter().map(|&tile| kind(names[usize::from(tile.0) - 1])).collect(),
        gates: BTreeMap::new(),
        start: start.map(|place| (place, name(place.kind))).collect(),
        goals: vec![puzzle::Goal(goal)],
        optimum: BTreeMap::new(),
        notes: vec![],
    };
    Ok(Puzzle::new(draft).expect("a board is a puzzle of blocks"))
}

/// The tiles that a block puzzle consists of; `None` unless it is a plane box with one goal, full of
/// unrestricted one-cell pieces of distinct kinds except for one hole.
pub fn tiles(puzzle: &Puzzle) -> Option<Tiles> {
    let (grid, draft) = (puzzle.grid(), puzzle.draft());
    let size = Size::new(grid.rows(), grid.cols()).filter(|_| !grid.is_solid())?;
    let [goal] = puzzle.goals() else { return None };
    let is_free =
        |kind: &KindId| puzzle.kind(*kind).shape.offsets().len() == 1 && puzzle.kind(*kind).along.is_none();
    let kinds: BTreeSet<KindId> = puzzle.pieces().iter().copied().filter(is_free).collect();
    let is_open = draft.blocked.is_empty() && draft.gates.is_empty();
    if !is_open || kinds.len() != puzzle.pieces().len() || kinds.len() + 1 != size.cells() {
        return None;
    }
    // Number the tiles by the names of their kinds, if these run from 1 without a gap; otherwise by the
    // numbers of the pieces.
    let name = |piece: usize| Kind::NAMES.find(puzzle.kind(puzzle.pieces()[piece]).name);
    let mut pieces: Vec<usize> = (0..kinds.len()).collect();
    pieces.sort_by_key(|&piece| name(piece));
    if pieces.iter().enumerate().any(|(number, &piece)| name(piece) != Some(number)) {
        pieces.sort();
    }
    let of_kind: BTreeMap<KindId, Tile> =
        (1..).map(Tile).zip(&pieces).map(|(tile, &piece)| (puzzle.pieces()[piece], tile)).collect();
    let mut board = vec![Tile::BLANK; size.cells()];
    for (kind, at) in puzzle.pieces().iter().zip(&puzzle.start().0) {
        board[at.index()] = of_kind[kind];
    }
    let mut cells = vec![None; size.cells()];
    for place in &goal.0 {
        cells[place.at.index()] = Some(*of_kind.get(&place.kind)?);
    }
    let board = Board::new(size, board).ok()?;
    let goal = Goal::masked(size, cells).ok()?;
    Some(Tiles { board, goal, pieces })
}

impl Tiles {
    /// Whether the name of each piece is the number of its tile, or a letter beyond 9.
    pub fn are_numbered(&self, puzzle: &Puzzle) -> bool {
        Kind::NAMES.chars().zip(&self.pieces).all(|(name, &piece)| puzzle.name(piece) == name)
    }

    /// A path of single steps as moves of the pieces: one move per step, or one move per run if sets move.
    ///
    /// `None` if the tiles cannot follow the path.
    pub fn moves(&self, path: &[Dir], who: Who) -> Option<Vec<Move>> {
        let mut at = self.board.clone();
        let played = moves::of(path, who).into_iter().map(|run| {
            let tiles = (0..run.tiles).map(|_| at.slide(run.dir)).collect::<Option<Vec<Tile>>>()?;
            let mut pieces: Vec<usize> = tiles.iter().map(|tile| self.pieces[tile.index() - 1]).collect();
            pieces.sort();
            Some(Move { pieces, path: vec![run.dir] })
        });
        played.collect()
    }
}
