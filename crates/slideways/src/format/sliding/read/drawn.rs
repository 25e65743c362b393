//! Arrangements drawn over several lines, row by row: an error for which the help offers the correct line.

use super::super::line::{Line, lines};
use super::Reader;
use crate::format::error::TextError;

impl Reader {
    /// An error in a line, replaced by a better one if the line is part of a drawing.
    ///
    /// Two lines may fill the box by chance, so the drawing replaces the error only with three or more lines.
    pub(super) fn perhaps_drawn(&self, error: TextError, line: &Line, text: &str) -> TextError {
        let begins = [(self.start_at.unwrap_or(line.at), "start"), (line.at, "goal")];
        for (begin, what) in begins {
            let rows: Vec<Line> = lines(text)
                .skip_while(|row| row.at < begin)
                .take_while(|row| !row.text.is_empty() && row.text.trim().chars().all(|c| self.is_cell(c)))
                .take(self.draft.grid.size())
                .collect();
            let Some((count, word)) = self.as_one_line(&rows) else { continue };
            let span = begin..rows[count - 1].span().end;
            if !span.contains(&line.at) {
                continue;
            }
            return match count {
                2 => error.help(format!("if these two lines draw the {what}, write them as one: `{word}`")),
                _ => TextError::new(
                    span,
                    format!("the {what} is drawn over several lines"),
                    "expected one line",
                )
                .help(format!("write it as one line: `{word}`")),
            };
        }
        error
    }

    /// The one line equivalent to a drawing at the beginning of `rows`, and the number of rows it takes.
    fn as_one_line(&self, rows: &[Line]) -> Option<(usize, String)> {
        let (height, width) = (self.draft.grid.size() / self.draft.grid.cols(), self.draft.grid.cols());
        let picture = rows.get(..height).filter(|_| height > 1);
        let is_row = |row: &Line| row.text.trim().chars().count() == width;
        let picture = picture.filter(|rows| rows.iter().all(is_row)).map(joined);
        if let Some(word) = picture.and_then(|cells| self.picture(&cells)) {
            return Some((height, word));
        }
        (2..=rows.len())
            .map(|count| (count, joined(&rows[..count])))
            .find(|(_, word)| self.fills_the_box(word))
    }

    /// The line for a drawing with one character per cell.
    ///
    /// The first cell not yet covered must be the first cell of a piece, so there is no choice.
    fn picture(&self, picture: &str) -> Option<String> {
        let (grid, picture) = (self.draft.grid, picture.chars().collect::<Vec<_>>());
        let mut covered = vec![false; grid.size()];
        let mut word = String::new();
        for cell in grid.cells() {
            if covered[cell.index()] {
                continue;
            }
            let c = picture[cell.index()];
            word.push(c);
            let Some(kind) = self.draft.kind_called(c) else { continue };
            for &by in self.draft.kinds[usize::from(kind.0)].shape.offsets() {
                let cell = grid.shifted(cell, by).filter(|cell| picture[cell.index()] == c)?;
                if std::mem::replace(&mut covered[cell.index()], true) {
                    return None;
                }
            }
        }
        Some(word.trim_end_matches('0').to_owned())
    }

    /// Whether an arrangement covers or names every cell.
    fn fills_the_box(&self, word: &str) -> bool {
        let Ok((places, blocked)) = self.fill(&Line { at: 0, text: word }, "start") else { return false };
        let shapes = places.iter().map(|place| &self.draft.kinds[usize::from(place.kind.0)].shape);
        let covered: usize = shapes.map(|shape| shape.offsets().len()).sum();
        covered + blocked.len() + word.matches('0').count() == self.draft.grid.size()
    }
}

fn joined(rows: &[Line]) -> String {
    rows.iter().map(|row| row.text.trim()).collect()
}
