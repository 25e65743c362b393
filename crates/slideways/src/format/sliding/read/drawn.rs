//! Arrangements that are drawn row by row, with one character per cell: `baab/baab/cc../....`, or on lines.
//!
//! Two lines may be a start and a goal, or draw the start; then they are what they are in SLIDING. An
//! arrangement that is broken over several lines is an error, for which the help offers the correct line.

use super::super::line::{Line, lines};
use super::Reader;
use crate::format::error::{TextError, span_of};

impl Reader {
    /// The one line equivalent to a drawing of the whole box that begins with a line, and the byte after it.
    pub(super) fn drawing(&self, line: &Line, text: &str) -> Option<(String, usize)> {
        if line.text.contains('/') && !line.text.contains('=') {
            return Some((self.slashed(line).ok()?, line.span().end));
        }
        let (height, width) = self.height_and_width();
        let is_row = |row: &Line| row.text.trim().chars().count() == width;
        let rows: Vec<Line> = lines(&text[line.at..]).take(height).take_while(is_row).collect();
        if height < 2 || rows.len() < height {
            return None;
        }
        Some((self.picture(&joined(&rows)).ok()?, line.at + rows[height - 1].span().end))
    }

    /// The arrangement of a line with rows split by `/`; an error points at the first cell that does not fit.
    fn slashed(&self, line: &Line) -> Result<String, TextError> {
        let (height, width) = self.height_and_width();
        let word = line.after(line.text.len() - line.text.trim_start().len());
        let rows: Vec<&str> = word.text.split('/').filter(|row| !row.is_empty()).collect();
        if let Some(row) = rows.iter().find(|row| row.chars().count() != width) {
            let message = format!("this row has {} cells, the box has {width} columns", row.chars().count());
            let at = word.at + span_of(word.text, row).start;
            return Err(TextError::new(at..at + row.len(), message, format!("expected {width} cells")));
        }
        if rows.len() != height {
            let message = format!("the drawing has {} rows, the box has {height}", rows.len());
            return Err(TextError::new(word.span(), message, "this drawing"));
        }
        self.picture(&rows.concat()).map_err(|(cell, message)| {
            let row = rows[cell / width];
            let (at, c) = row.char_indices().nth(cell % width).expect("the row has that many cells");
            let at = word.at + span_of(word.text, row).start + at;
            TextError::new(at..at + c.len_utf8(), message, "this cell")
                .help("equal letters draw pieces of the shape that their kind has")
        })
    }

    fn height_and_width(&self) -> (usize, usize) {
        let grid = self.draft.grid;
        (grid.size() / grid.cols(), grid.cols())
    }

    /// An error in a line, replaced by a better one if the line is part of a drawing.
    ///
    /// Two lines may fill the box by chance, so the drawing replaces the error only with three or more lines.
    pub(super) fn perhaps_drawn(&self, error: TextError, line: &Line, text: &str) -> TextError {
        if line.text.contains('/') && !line.text.contains([' ', '=']) {
            return self.slashed(line).err().unwrap_or(error);
        }
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
        (2..=rows.len())
            .map(|count| (count, joined(&rows[..count])))
            .find(|(_, word)| self.fills_the_box(word))
    }

    /// The line for a drawing with one character per cell; or the first cell that does not fit, and why.
    ///
    /// The first cell not yet covered must be the first cell of a piece, so there is no choice.
    fn picture(&self, picture: &str) -> Result<String, (usize, String)> {
        let (grid, picture) = (self.draft.grid, picture.chars().collect::<Vec<_>>());
        let mut covered = vec![false; grid.size()];
        let mut word = String::new();
        for cell in grid.cells() {
            if covered[cell.index()] {
                continue;
            }
            let c = match picture[cell.index()] {
                '.' => '0',
                '#' => 'x',
                c => c,
            };
            word.push(c);
            if c == '0' || c == 'x' {
                continue;
            }
            let Some(kind) = self.draft.kind_called(c) else {
                return Err((cell.index(), format!("kind `{c}` is not defined")));
            };
            for &by in self.draft.kinds[usize::from(kind.0)].shape.offsets() {
                let next = grid.shifted(cell, by).filter(|next| picture[next.index()] == c);
                let Some(next) = next.filter(|next| !covered[next.index()]) else {
                    let message = format!("no piece of kind `{c}` fits the drawing here");
                    return Err((cell.index(), message));
                };
                covered[next.index()] = true;
            }
        }
        Ok(word.trim_end_matches('0').to_owned())
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
