//! Solution reader.

use crate::format::error::{TextError, span_of};
use crate::grid::{Cell, Dir, Offset};
use crate::puzzle::rule::Move;
use crate::puzzle::{Arrangement, Puzzle, is_piece_name};

/// Read the moves of a solution, following the pieces from the start.
pub fn parse(puzzle: &Puzzle, text: &str) -> Result<Vec<Move>, TextError> {
    let numbered = text.lines().any(|line| after_number(line).is_some());
    let mut reader = SolutionReader { puzzle, text, at: puzzle.start().clone() };
    let mut moves = vec![];
    for line in text.lines() {
        let mut rest = match after_number(line) {
            Some(rest) => rest,
            None if numbered => continue,
            None => line,
        };
        while let Some(word) = next_word(rest).filter(|word| !word.starts_with('#')) {
            rest = &rest[span_of(rest, word).end..];
            if !is_number(word) {
                moves.push(reader.played(word)?);
            }
        }
    }
    Ok(moves)
}

/// The rest of a line that begins with a number and a dot.
fn after_number(line: &str) -> Option<&str> {
    let word = next_word(line).filter(|word| is_number(word))?;
    Some(&line[span_of(line, word).end..])
}

/// `12.`, the number of a move.
fn is_number(word: &str) -> bool {
    word.strip_suffix('.')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()))
}

/// The first word of a text; blanks inside braces do not end it.
fn next_word(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let mut inside = false;
    let end = text.find(|c: char| {
        inside = (inside || c == '{') && c != '}';
        c.is_whitespace() && !inside
    });
    Some(&text[..end.unwrap_or(text.len())]).filter(|word| !word.is_empty())
}

struct SolutionReader<'t> {
    puzzle: &'t Puzzle,
    text: &'t str,
    /// The current arrangement.
    at: Arrangement,
}

impl<'t> SolutionReader<'t> {
    fn error(&self, part: &str, message: impl Into<String>, label: impl Into<String>) -> TextError {
        TextError::new(span_of(self.text, part), message, label)
    }

    /// Reads one move and plays it.
    fn played(&mut self, word: &'t str) -> Result<Move, TextError> {
        let Some((who, path)) = word.rsplit_once(':') else {
            let message = format!("`{word}` is not a move");
            return Err(self
                .error(word, message, "expected a piece, `:` and a path")
                .help("write it like `4@3,1:R2`, or `{2@0,0 2@0,3}:D` for a set of pieces"));
        };
        let mut pieces = vec![];
        for name in self.names(who)? {
            let piece = self.piece(name)?;
            if pieces.contains(&piece) {
                return Err(self.error(name, format!("`{name}` is named twice"), "the second time"));
            }
            pieces.push(piece);
        }
        pieces.sort_unstable();
        let path = self.path(path, &pieces)?;
        Ok(Move { pieces, path })
    }

    /// The pieces that a move names.
    fn names(&self, who: &'t str) -> Result<Vec<&'t str>, TextError> {
        let Some(set) = who.strip_prefix('{') else { return Ok(vec![who]) };
        let Some(set) = set.strip_suffix('}') else {
            return Err(self.error(who, "the set is not closed", "expected `}`"));
        };
        let names: Vec<&str> = set.split_whitespace().collect();
        match names.is_empty() {
            true => Err(self.error(who, "the set names no piece", "empty")),
            false => Ok(names),
        }
    }

    /// The piece that `4@3,1` or `4` stands for.
    fn piece(&self, text: &'t str) -> Result<usize, TextError> {
        let (name_text, cell_text) = match text.split_once('@') {
            Some((name, cell)) => (name, Some(cell)),
            None => (text, None),
        };
        let mut chars = name_text.chars();
        let (Some(name), None) = (chars.next().filter(|&name| is_piece_name(name)), chars.next()) else {
            let message = format!("`{name_text}` is not the name of a piece");
            return Err(self.error(text, message, "expected one character").help("write it like `4@3,1`"));
        };
        let called: Vec<usize> =
            (0..self.at.0.len()).filter(|&piece| self.puzzle.name(piece) == name).collect();
        if called.is_empty() {
            return Err(self.error(name_text, format!("no piece is called `{name}`"), "no such piece"));
        }
        match cell_text {
            Some(cell_text) => self.piece_at(name, &called, cell_text),
            None if called.len() == 1 => Ok(called[0]),
            None => {
                let message = format!("{} pieces are called `{name}`", called.len());
                Err(self.error(text, message, "which of them?").help(self.whereabouts(name, &called)))
            }
        }
    }

    fn piece_at(&self, name: char, called: &[usize], text: &str) -> Result<usize, TextError> {
        let grid = self.puzzle.grid();
        let Some(cell) = grid.parse_coordinates(text) else {
            let last = grid.coordinates(Cell(grid.size() as u16 - 1));
            let message = format!("`{text}` is not a cell of this {grid} box");
            return Err(self
                .error(text, message, "no such cell")
                .help(format!("cells run from {} to {last}", grid.coordinates(Cell(0)))));
        };
        called.iter().copied().find(|&piece| self.at.0[piece] == cell).ok_or_else(|| {
            let message = format!("no piece `{name}` stands at {}", grid.coordinates(cell));
            self.error(text, message, self.stands_at(cell)).help(self.whereabouts(name, called))
        })
    }

    /// Describes what covers a cell.
    fn stands_at(&self, cell: Cell) -> String {
        let grid = self.puzzle.grid();
        let covers = |&piece: &usize| {
            let shape = &self.puzzle.kind(self.puzzle.pieces()[piece]).shape;
            shape.offsets().iter().any(|&by| grid.shifted(self.at.0[piece], by) == Some(cell))
        };
        let pieces = 0..self.at.0.len();
        let here = pieces.clone().find(|&piece| self.at.0[piece] == cell);
        match here.or_else(|| pieces.clone().find(covers)) {
            Some(piece) if here.is_some() => format!("piece `{}` stands here", self.puzzle.name(piece)),
            Some(piece) => {
                let anchor = grid.coordinates(self.at.0[piece]);
                format!("piece `{}` covers this cell, but its anchor is {anchor}", self.puzzle.name(piece))
            }
            None if self.puzzle.is_blocked(cell) => "this cell is blocked".to_owned(),
            None => "this cell is empty".to_owned(),
        }
    }

    /// Suggests the places of the pieces with this name.
    fn whereabouts(&self, name: char, called: &[usize]) -> String {
        let place = |&piece: &usize| format!("`{name}@{}`", self.puzzle.grid().coordinates(self.at.0[piece]));
        let places: Vec<String> = called.iter().take(8).map(place).collect();
        let more = if called.len() > places.len() { " or others" } else { "" };
        format!("try {}{more}", places.join(" or "))
    }

    /// Reads a path and shifts the pieces along it, run by run.
    ///
    /// A straight run that begins and ends in the box stays inside it, so checking its end is enough.
    fn path(&mut self, mut rest: &'t str, pieces: &[usize]) -> Result<Vec<Dir>, TextError> {
        if rest.is_empty() {
            return Err(self.error(rest, "the path is empty", "expected letters such as `D2R`"));
        }
        let dirs = self.puzzle.grid().dirs();
        let mut path = vec![];
        while let Some(letter) = rest.chars().next() {
            let (at, after) = rest.split_at(letter.len_utf8());
            let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (count, after) = after.split_at(digits);
            let Some(dir) = Dir::from_letter(letter).filter(|dir| dirs.contains(dir)) else {
                let letters: String = dirs.iter().map(|dir| dir.letter()).collect();
                let message = format!("`{letter}` is not a direction");
                return Err(self.error(at, message, format!("expected one of {letters}")));
            };
            let steps = if count.is_empty() { Some(1) } else { count.parse().ok() };
            let run = &rest[..at.len() + digits];
            self.shift(pieces, dir, steps.unwrap_or(usize::MAX), run)?;
            path.extend(std::iter::repeat_n(dir, steps.unwrap_or(0)));
            rest = after;
        }
        Ok(path)
    }

    /// Shifts the anchors of the pieces by `steps` cells.
    fn shift(&mut self, pieces: &[usize], dir: Dir, steps: usize, run: &str) -> Result<(), TextError> {
        let grid = self.puzzle.grid();
        if steps == 0 {
            return Err(self.error(run, "the run has 0 steps", "expected at least one"));
        }
        for &piece in pieces {
            let one = dir.offset();
            let by =
                i16::try_from(steps).ok().filter(|&steps| usize::from(steps.unsigned_abs()) < grid.size());
            let by = by.map(|n| Offset { layer: one.layer * n, row: one.row * n, col: one.col * n });
            let Some(to) = by.and_then(|by| grid.shifted(self.at.0[piece], by)) else {
                let (name, from) = (self.puzzle.name(piece), grid.coordinates(self.at.0[piece]));
                let message = format!("`{run}` takes piece `{name}` out of the box");
                return Err(self.error(run, message, format!("it starts from {from}, the box is {grid}")));
            };
            self.at.0[piece] = to;
        }
        Ok(())
    }
}
