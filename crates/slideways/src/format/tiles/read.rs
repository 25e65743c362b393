//! Position reader.

use super::layout::{Content, EXAMPLE, Entry, Layout, no_board, rosetta, words};
use crate::format::error::{TextError, span_of};
use crate::tiles::board::NotABoard;
use crate::tiles::{Board, Goal, Size, Tile};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Read a position. `size` applies to texts without a size, and must agree with texts that have one.
pub fn parse(text: &str, size: Option<Size>) -> Result<Board, TextError> {
    let sheet = Sheet::new(text, size)?;
    let tile = |entry: &Entry| match entry.content {
        Content::Number(number) => Ok(Tile(number as u8)),
        Content::Anything => {
            Err(TextError::new(entry.span.clone(), "`*` is not a tile", "only a goal can leave a cell open")
                .help("write `0` for the blank"))
        }
    };
    let tiles: Vec<Tile> = sheet.entries.iter().map(tile).collect::<Result<_, _>>()?;
    Board::new(sheet.size, tiles).map_err(|why| sheet.mistake(why))
}

/// Read a goal for boards of a size: one of [`Goal::NAMES`], or a position in which `*` marks an open cell.
pub fn parse_goal(text: &str, size: Size) -> Result<Goal, TextError> {
    if let Some(goal) = Goal::named(text.trim(), size) {
        return Ok(goal);
    }
    let sheet = Sheet::new(text, Some(size))?;
    Goal::masked(sheet.size, sheet.tiles()).map_err(|why| sheet.mistake(why))
}

/// The size of a board and its cells, in which numbers may repeat; `None` for `*`.
pub(crate) fn cells(text: &str, size: Option<Size>) -> Result<(Size, Vec<Option<Tile>>), TextError> {
    let sheet = Sheet::new(text, size)?;
    Ok((sheet.size, sheet.tiles()))
}

/// A line of a position file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'t> {
    /// The identifier, if the line has one.
    pub id: Option<&'t str>,
    /// The position.
    pub board: Board,
}

/// Read a line that may begin with an identifier, as in `88 15 2 12 11 …`.
///
/// The first word is an identifier if there is one number too many and no comma follows the first number,
/// or if it precedes a position without gaps.
pub fn parse_line(line: &str, size: Option<Size>) -> Result<Line<'_>, TextError> {
    let trimmed = line.trim();
    let named = trimmed.split_once(char::is_whitespace).filter(|(id, rest)| {
        let numbers: Vec<usize> = rest.split('/').map(|row| words(row).count()).collect();
        let total: usize = numbers.iter().sum();
        let fits = match size {
            Some(size) => total == size.cells(),
            None if numbers.len() > 1 => numbers.iter().all(|&row| row == numbers[0]),
            None => Size::square(total).is_some() || rest.contains(':'),
        };
        let gapless = total == numbers.len() && rest.trim().len() >= 4;
        !id.contains([',', '/', ':']) && !rest.trim_start().starts_with(',') && (fits || gapless)
    });
    match named {
        None => Ok(Line { id: None, board: parse(line, size)? }),
        Some((id, rest)) => {
            let start = span_of(line, rest).start;
            let moved = |mut error: TextError| {
                error.span = error.span.start + start..error.span.end + start;
                error
            };
            Ok(Line { id: Some(id), board: parse(rest, size).map_err(moved)? })
        }
    }
}

/// Whether a text is meant to be a position, with or without errors: mostly numbers, and most of them
/// different tiles of a board with that many cells, or rows of numbers that may repeat. A text with `*` and
/// `.` is a map of GNOME Klotski.
pub fn looks_like_position(text: &str) -> bool {
    if text.contains('*') && text.contains('.') {
        return false;
    }
    let most = |some: usize, all: usize| all >= 4 && some * 4 >= all * 3;
    let Ok(layout) = Layout::new(text) else {
        let is_number = |word: &&str| word.bytes().all(|c| c.is_ascii_digit());
        let words = || text.split('/').flat_map(words);
        return most(words().filter(is_number).count(), words().count());
    };
    if rosetta(text).is_some() {
        return true;
    }
    let entries: Vec<&Entry> = layout.rows.iter().flatten().collect();
    // A row of a drawing, such as `abc.`, is not a position of 2 x 2.
    let is_lettered = layout.size.is_none() && text.contains(|c: char| c.is_ascii_alphabetic());
    if is_lettered && layout.rows.len() == 1 && entries.len() < 9 {
        return false;
    }
    let cells = layout.size.as_ref().map_or(entries.len(), |(size, _)| size.cells()) as u64;
    let is_tile = |content: &Content| matches!(content, Content::Number(number) if *number < cells);
    // Rows of numbers with blanks between them: equal tiles are meant, or slips.
    let is_spaced = entries.windows(2).all(|pair| pair[0].span.end < pair[1].span.start);
    let has_size = layout.rows.len() > 1 || layout.size.is_some();
    let is_even = has_size && layout.rows.iter().all(|row| row.len() == layout.rows[0].len());
    let has_blank = entries.iter().any(|entry| entry.content == Content::Number(0));
    if is_spaced && is_even && has_blank && entries.iter().all(|entry| is_tile(&entry.content)) {
        return true;
    }
    // Different ones: the letters of a Rush Hour board are digits too, but only a few different ones.
    let tiles: BTreeSet<Content> = entries.iter().map(|entry| entry.content).filter(is_tile).collect();
    most(tiles.len(), entries.len())
}

/// Whether a text of several lines is one position and not a list: a size followed by the rows of a board
/// of that size, or rows that make a board.
///
/// A list of two positions has two blanks, so its lines are never the rows of one board.
pub fn is_one_position(text: &str) -> bool {
    let is_sized = |layout: &Layout| {
        let rows = layout.rows.iter().map(Vec::len);
        layout.size.as_ref().is_some_and(|(size, _)| rows.eq(std::iter::repeat_n(size.cols(), size.rows())))
    };
    Layout::new(text).is_ok_and(|layout| is_sized(&layout)) || parse(text, None).is_ok()
}

/// The cells of a position and its size; no number is too large for the size.
struct Sheet {
    size: Size,
    entries: Vec<Entry>,
    span: Range<usize>,
}

impl Sheet {
    fn new(text: &str, size: Option<Size>) -> Result<Sheet, TextError> {
        let layout = Layout::new(text)?;
        if let (Some((stated, span)), Some(size)) = (&layout.size, size)
            && *stated != size
        {
            let message = format!("the position is {stated}, but the board is {size}");
            return Err(TextError::new(span.clone(), message, format!("expected {size}")));
        }
        let size = match layout.size.as_ref().map(|&(stated, _)| stated).or(size) {
            Some(size) => size,
            None => size_by_shape(&layout)?,
        };
        let lengths: Vec<usize> = layout.rows.iter().map(Vec::len).collect();
        let sheet = Sheet { size, entries: layout.rows.into_iter().flatten().collect(), span: layout.span };
        if lengths.len() > 1 {
            sheet.check_rows(&lengths)?;
        }
        if sheet.entries.len() != size.cells() {
            return Err(sheet.wrong_length());
        }
        let too_large =
            |entry: &&Entry| matches!(entry.content, Content::Number(n) if n >= size.cells() as u64);
        match sheet.entries.iter().find(too_large) {
            None => Ok(sheet),
            Some(entry) => {
                let message = format!("`{}` is too large", &text[entry.span.clone()]);
                let label = format!("a board of {size} has the tiles 1 to {}", size.cells() - 1);
                Err(sheet.with_missing(TextError::new(entry.span.clone(), message, label)))
            }
        }
    }

    /// The tile of each cell, `None` for `*`.
    fn tiles(&self) -> Vec<Option<Tile>> {
        let cell = |entry: &Entry| match entry.content {
            Content::Number(number) => Some(Tile(number as u8)),
            Content::Anything => None,
        };
        self.entries.iter().map(cell).collect()
    }

    /// Checks that the rows match the size.
    fn check_rows(&self, lengths: &[usize]) -> Result<(), TextError> {
        let mut begin = 0;
        for (number, &length) in (0..).zip(lengths) {
            let row = &self.entries[begin..begin + length];
            if length != self.size.cols() {
                let span = row[0].span.start..row[length - 1].span.end;
                let message = format!("row {number} of a board of {} has {length} cells", self.size);
                let error = TextError::new(span, message, format!("expected {}", self.size.cols()));
                return Err(self.with_missing(error));
            }
            begin += length;
        }
        let (found, wanted) = (lengths.len(), self.size.rows());
        if found != wanted {
            let message = format!("a board of {} has {wanted} rows, but there are {found}", self.size);
            let error = TextError::new(self.span.clone(), message, format!("{found} rows"));
            return Err(self.with_missing(error));
        }
        Ok(())
    }

    fn wrong_length(&self) -> TextError {
        let (found, wanted) = (self.entries.len(), self.size.cells());
        let message = format!("a board of {} has {wanted} cells, but there are {found}", self.size);
        match self.entries.get(wanted) {
            Some(first) => {
                let span = first.span.start..self.span.end;
                TextError::new(span, message, format!("{} too many", found - wanted))
            }
            None => {
                let span = self.entries.last().map_or(self.span.clone(), |last| last.span.clone());
                self.with_missing(TextError::new(span, message, format!("{} too few", wanted - found)))
            }
        }
    }

    /// Describes an error in the numbers, with its span.
    fn mistake(&self, why: NotABoard) -> TextError {
        match why {
            NotABoard::Doubled { first, second, .. } => {
                let (row, col) = (first.index() / self.size.cols(), first.index() % self.size.cols());
                let span = self.entries[second.index()].span.clone();
                let label = format!("it is already in row {row}, column {col}");
                self.with_missing(TextError::new(span, why.to_string(), label))
            }
            NotABoard::TooLarge { at, .. } => {
                TextError::new(self.entries[at.index()].span.clone(), why.to_string(), "too large")
            }
            NotABoard::Length { .. } => self.wrong_length(),
        }
    }

    /// Adds the missing numbers to the help, unless the position has open cells.
    fn with_missing(&self, error: TextError) -> TextError {
        let held: BTreeSet<Content> = self.entries.iter().map(|entry| entry.content).collect();
        let missing =
            (0..self.size.cells() as u64).filter(|&number| !held.contains(&Content::Number(number)));
        let name = |number: u64| if number == 0 { "0 (the blank)".to_owned() } else { number.to_string() };
        let names: Vec<String> = missing.map(name).collect();
        match &names[..] {
            [] => error,
            _ if held.contains(&Content::Anything) => error,
            [one] => error.help(format!("{one} is missing")),
            [some @ .., last] if some.len() < 6 => {
                error.help(format!("{} and {last} are missing", some.join(", ")))
            }
            many => error.help(format!("{} numbers are missing, among them {}", many.len(), many[0])),
        }
    }
}

/// The size of a position that does not state it: the number of rows and their most common length, or a
/// square.
fn size_by_shape(layout: &Layout) -> Result<Size, TextError> {
    let lengths: Vec<usize> = layout.rows.iter().map(Vec::len).collect();
    match lengths[..] {
        [] => Err(TextError::new(layout.span.clone(), "there is no position", "nothing here").help(EXAMPLE)),
        [cells] => Size::square(cells).ok_or_else(|| {
            let message = format!("{cells} cells do not make a square");
            let near = [cells + 1, cells.saturating_sub(1)].into_iter().find_map(Size::square);
            let near = near.map_or(String::new(), |size| {
                format!("a board of {size} has {}; for another, ", size.cells())
            });
            TextError::new(layout.span.clone(), message, "how many rows?")
                .help(format!("{near}put `/` between the rows, or the size in front, as in `3x4:`"))
        }),
        [..] => {
            let mut rows_of: BTreeMap<usize, usize> = BTreeMap::new();
            lengths.iter().for_each(|&length| *rows_of.entry(length).or_default() += 1);
            let most = rows_of.into_iter().max_by_key(|&(_, rows)| rows);
            let cols = most.expect("there are rows").0;
            Size::new(lengths.len(), cols).ok_or_else(|| no_board(layout.span.clone(), lengths.len(), cols))
        }
    }
}
