//! How to distinguish drawn boards from other texts.

use super::sheet::{Drawing, Sheet};
use super::{Drawn, GOAL, content};
use crate::format::sliding::line::Line;
use crate::format::{Notation, detect, sliding, tiles};

/// Whether a text looks like a drawn board, even if it contains mistakes.
///
/// Most rows of the first drawing have one length, and most of their characters are cells. There are at least
/// two rows, or one of the stated length.
pub(crate) fn is_drawn(text: &str) -> bool {
    let sheet = Sheet::new(text);
    let Some(start) = sheet.drawings.first() else { return false };
    let stated = sheet.size.as_ref().and_then(|line| sliding::size(line).ok());
    let several = start.rows().nth(1).is_some();
    let size_fits = match (&sheet.size, stated) {
        (Some(_), Some(stated)) => several || start.width() == stated.grid.cols(),
        (Some(_), None) => false,
        (None, _) => several && !has_blank_row(text),
    };
    let has_piece = || start.rows().flat_map(|row| row.text.chars()).any(is_piece);
    size_fits && looks_like_rows(start) && has_piece()
}

/// Whether a text contains a goal: a second drawing like the first, or a line `goal …`.
pub(crate) fn has_goal(text: &str) -> bool {
    let sheet = Sheet::new(text);
    let like = |goal: &Drawing, start: &Drawing| {
        goal.rows().count() == start.rows().count() && goal.width() == start.width()
    };
    let is_drawn = match &sheet.drawings[..] {
        [start, goal, ..] => like(goal, start) && looks_like_rows(goal),
        _ => false,
    };
    is_drawn || sheet.keywords.iter().any(|line| line.text.starts_with(GOAL))
}

/// Whether a text is a whole drawn puzzle and nothing else: start and goal, and not a list of tile positions
/// or Rush Hour boards with a blank line between them.
pub(crate) fn is_drawn_puzzle(text: &str) -> bool {
    has_goal(text) && detect(text) == Notation::Drawn && !is_tiles(text) && !is_cars(text)
}

/// Whether every drawing is a tile position. With a size in front they are a start and a goal.
fn is_tiles(text: &str) -> bool {
    let sheet = Sheet::new(text);
    let is_position = |drawing: &Drawing| {
        let rows: Vec<&str> = drawing.rows().map(|row| row.text).collect();
        tiles::parse(&rows.join("/"), None).is_ok()
    };
    sheet.size.is_none() && sheet.keywords.is_empty() && sheet.drawings.iter().all(is_position)
}

/// Whether every line is a Rush Hour board by itself, of 3 x 3 or more, with a car to free.
fn is_cars(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.all(|line| {
        let side = line.len().isqrt();
        (line.contains("AA") || line.contains("XX")) && side > 2 && side * side == line.len()
    })
}

/// Whether a single line is a drawn board and not a name: rows split by `/`, and a goal, or three or more
/// rows of one length.
///
/// `src/lib` could be two rows of three cells, so two rows need a goal.
pub(crate) fn is_drawn_line(line: &str) -> bool {
    let sheet = Sheet::new(line);
    let Some(start) = sheet.drawings.first() else { return false };
    let width = start.width();
    let is_even = start.rows().all(|row| row.text.chars().count() == width);
    is_drawn(line) && line.contains('/') && (has_goal(line) || (is_even && start.rows().count() > 2))
}

/// A row of blanks, which is a row of empty cells in a map of GNOME Klotski.
fn has_blank_row(text: &str) -> bool {
    text.contains('*') && text.lines().any(|line| line.starts_with(' ') && line.trim().is_empty())
}

/// Whether most rows have one length, most of their characters are cells, and few rows are prose.
fn looks_like_rows(drawing: &Drawing) -> bool {
    let (rows, width) = (drawing.rows().count(), drawing.width());
    let even = drawing.rows().filter(|row| row.text.chars().count() == width).count();
    let cells: usize = drawing.rows().map(|row| row.text.chars().count()).sum();
    let good =
        drawing.rows().flat_map(|row| row.text.chars()).filter(|&c| content(c).is_some() || c == 'x').count();
    let blanks = drawing.rows().flat_map(|row| row.text.chars()).filter(|c| c.is_whitespace()).count();
    // A row of several words is prose, or cells with blanks between them.
    let is_prose = |row: &&Line| {
        let mut words = row.text.split_whitespace();
        row.text.contains(char::is_whitespace) && words.any(|word| word.chars().count() > 1)
    };
    let prose = drawing.rows().filter(is_prose).count();
    even * 2 > rows && good * 4 >= (cells - blanks) * 3 && prose * 3 <= rows
}

fn is_piece(c: char) -> bool {
    matches!(content(c), Some(Drawn::Piece(_)))
}
