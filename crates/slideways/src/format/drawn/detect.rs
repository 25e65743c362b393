//! How to distinguish drawn boards from other texts.

use super::sheet::{Drawing, Sheet};
use super::{Drawn, KEYWORDS, content};
use crate::format::sliding;

/// Whether a text looks like a drawn board, even if it contains mistakes.
///
/// Most rows of the first drawing have one length and contain only cells. Without a size there are at least
/// two rows; with a size, rows of the stated length.
pub(crate) fn is_drawn(text: &str) -> bool {
    let sheet = Sheet::new(text);
    let Some(start) = sheet.drawings.first() else { return false };
    let stated = sheet.size.as_ref().and_then(|line| sliding::size(line).ok());
    let size_fits = match (&sheet.size, stated) {
        (Some(_), Some(stated)) => start.width() == stated.grid.cols(),
        (Some(_), None) => false,
        (None, _) => start.rows().nth(1).is_some() && !has_blank_row(text),
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
    is_drawn || sheet.keywords.iter().any(|line| line.text.starts_with(KEYWORDS[0]))
}

/// Whether a single line is a drawn board and not a name: rows of one length, split by `/`.
///
/// `src/lib` could be two rows of three cells, so two rows need a goal.
pub(crate) fn is_drawn_line(line: &str) -> bool {
    let sheet = Sheet::new(line);
    let Some(start) = sheet.drawings.first() else { return false };
    let width = start.width();
    let is_even = start.rows().all(|row| row.text.chars().count() == width);
    is_drawn(line) && is_even && (has_goal(line) || start.rows().count() > 2)
}

/// A row of blanks, which is a row of empty cells in a map of GNOME Klotski.
fn has_blank_row(text: &str) -> bool {
    text.lines().any(|line| line.starts_with(' ') && line.trim().is_empty())
}

/// Whether most rows have one length, and nearly all their characters are cells.
fn looks_like_rows(drawing: &Drawing) -> bool {
    let (rows, width) = (drawing.rows().count(), drawing.width());
    let even = drawing.rows().filter(|row| row.text.chars().count() == width).count();
    let cells: usize = drawing.rows().map(|row| row.text.chars().count()).sum();
    let good = drawing.rows().flat_map(|row| row.text.chars()).filter(|&c| content(c).is_some()).count();
    let words = drawing.rows().filter(|row| row.text.contains(char::is_whitespace)).count();
    even * 2 > rows && good * 10 >= cells * 9 && words * 3 <= rows
}

fn is_piece(c: char) -> bool {
    matches!(content(c), Some(Drawn::Piece(_)))
}
