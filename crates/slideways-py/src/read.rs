//! Puzzles from words and texts, as on the command line.

use crate::errors::{unfit, unread};
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use slideways::format::Notation;
use slideways::format::tiles::path::Convention;
use slideways::game::Game;
use slideways::library;
use slideways::read::{self, NotRead, Reading, Text, TileContext};
use slideways::tiles::{Board, Goal, Position, Size, Tile};
use std::fs;
use std::path::Path;

/// The longest file that is read as a puzzle.
const LONGEST: u64 = 16 << 20;

/// Read a puzzle: the name of one in the library, a position of a set such as `korf15:88`, the name of a
/// file, or the puzzle itself in any notation that the command line reads.
///
/// `goal` and `size` are for tile positions: `blank-last`, `blank-first`, or a position; `3x4`.
///
/// >>> import slideways as sw
/// >>> sw.puzzle("klotski")
/// Puzzle('klotski')
/// >>> sw.puzzle("1 2 3/4 0 6/7 5 8").distance()
/// 2
/// >>> sw.puzzle("klotsky")
/// Traceback (most recent call last):
///     ...
/// slideways.errors.ReadError: `klotsky` is neither a library puzzle nor a file; did you mean `klotski`?
#[pyfunction]
#[pyo3(signature = (text, *, goal=None, size=None))]
pub fn puzzle(text: &str, goal: Option<&str>, size: Option<&str>) -> PyResult<Puzzle> {
    let found = read::only(text, read::puzzles(text, &mut file)).map_err(|why| unread(&why))?;
    let size = size.map(read_size).transpose()?;
    let given = TileContext { size, goal, convention: Convention::Letters };
    let reading = found.read_with(&given).map_err(|why| unread(&why))?.puzzle;
    if let (Some(_), Reading::Blocks(_)) = (goal, &reading) {
        return Err(unfit("`goal` is for tile positions; a block puzzle has its own", None));
    }
    let game = reading.game(goal).map_err(|why| unread(&why))?;
    let mut puzzle = Puzzle::named(game, reading.name());
    puzzle.default_style = reading.default_style();
    match &reading {
        Reading::Blocks(_) => {}
        Reading::Tiles(board) => {
            if let Game::Tiles(position) = &*puzzle.game {
                let optimum = board.optimum(position.goal());
                puzzle.optimum = optimum.map(|moves| (slideways::Style::STEP, moves)).into_iter().collect();
            }
        }
    }
    let heading = library::heading(reading.name()).unwrap_or(reading.title());
    puzzle.title = heading.to_owned();
    Ok(puzzle)
}

/// A size such as `3x4`.
pub fn read_size(text: &str) -> PyResult<Size> {
    text.parse().map_err(|why| unfit(format!("`{text}` is not the size of a board: {why}"), None))
}

/// The text of a file, if there is one of this name.
fn file(name: &str) -> Option<Result<Text, NotRead>> {
    let about = fs::metadata(Path::new(name)).ok()?;
    let refused = |message: String| Some(Err(NotRead::File { message, help: None }));
    if about.is_dir() {
        return refused(format!("`{name}` is a folder, not a file"));
    }
    if about.len() > LONGEST {
        return refused(format!("`{name}` is too long to be a puzzle"));
    }
    match fs::read(name).map(String::from_utf8) {
        Ok(Ok(text)) => Some(Ok(Text::new(name, text.strip_prefix('\u{feff}').unwrap_or(&text)))),
        Ok(Err(_)) => refused(format!("`{name}` is not a text in UTF-8")),
        Err(error) => refused(format!("`{name}` cannot be read: {error}")),
    }
}

/// The puzzle that `Puzzle.__reduce__` has written.
#[pyfunction]
#[pyo3(name = "_puzzle_of_json")]
pub fn puzzle_of_json(text: &str, name: &str, title: &str, style: &str) -> PyResult<Puzzle> {
    let parsed = Notation::Json.parse(text).map_err(|why| unread(&Text::new("<json>", text).mistake(why)))?;
    let mut puzzle = Puzzle::named(parsed.puzzle.into(), name);
    title.clone_into(&mut puzzle.title);
    puzzle.default_style = crate::puzzle::style(Some(style), puzzle.default_style)?;
    Ok(puzzle)
}

/// The position with these tiles, row by row.
#[pyfunction]
#[pyo3(name = "_tiles_of_array")]
pub fn tiles_of_array(
    tiles: &[u8],
    size: &str,
    goal: Option<&str>,
    name: &str,
    title: &str,
) -> PyResult<Puzzle> {
    let size = read_size(size)?;
    let goal = goal_for(goal, size)?;
    let position = Position::new(board(tiles, size, 0)?, goal).expect("the goal is for boards of this size");
    let mut puzzle = Puzzle::of(position.into());
    if !name.is_empty() {
        name.clone_into(&mut puzzle.name);
    }
    title.clone_into(&mut puzzle.title);
    Ok(puzzle)
}

/// A goal for boards of a size; the default has the blank last.
pub fn goal_for(text: Option<&str>, size: Size) -> PyResult<Goal> {
    read::goal(text.unwrap_or(Goal::NAMES[0]), size).map_err(|why| unread(&why))
}

/// A row of an array of positions as a board.
pub fn board(tiles: &[u8], size: Size, row: usize) -> PyResult<Board> {
    let tiles: Vec<Tile> = tiles.iter().copied().map(Tile).collect();
    Board::new(size, tiles)
        .map_err(|why| unfit(format!("position {row} is not a board of {size}: {why}"), None))
}

/// The names of all puzzles of the library.
#[pyfunction]
#[pyo3(name = "_library_names")]
pub fn library_names() -> Vec<&'static str> {
    library::names().collect()
}

/// The other names of a puzzle of the library.
#[pyfunction]
#[pyo3(name = "_aliases")]
pub fn aliases(name: &str) -> Vec<&'static str> {
    library::aliases(name)
}

/// The full name of the puzzle of the library that a name stands for.
#[pyfunction]
#[pyo3(name = "_library_find")]
pub fn library_find(name: &str) -> Option<&'static str> {
    library::find(name)
}
