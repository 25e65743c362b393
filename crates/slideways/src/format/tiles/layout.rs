//! The cells of a position in its text, before their numbers are checked.

use crate::format::error::{TextError, span_of};
use crate::tiles::{NotASize, Size};
use std::borrow::Cow;
use std::ops::Range;

/// The content of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Content {
    /// A tile, or 0 for the blank; not yet checked against the size.
    Number(u64),
    /// `*`: a cell that a goal leaves open.
    Anything,
}

/// One cell and its span.
#[derive(Clone, Debug)]
pub struct Entry {
    pub content: Content,
    pub span: Range<usize>,
}

/// The cells of a text, row by row if it has rows, and the size that it states.
#[derive(Debug)]
pub struct Layout {
    pub rows: Vec<Vec<Entry>>,
    /// The size in front, and its span.
    pub size: Option<(Size, Range<usize>)>,
    /// The text without surrounding blanks.
    pub span: Range<usize>,
}

impl Layout {
    /// Splits a text into cells.
    pub fn new(text: &str) -> Result<Layout, TextError> {
        let text = &*plain(text);
        let body = text.trim();
        let span = span_of(text, body);
        if body.is_empty() {
            return Err(TextError::new(0..text.len(), "there is no position", "nothing here").help(EXAMPLE));
        }
        if let Some(rows) = lettered(text, body) {
            return Ok(Layout { rows, size: None, span });
        }
        if body.contains(char::is_alphabetic) && !body.contains(|c: char| c.is_ascii_digit() || c == '*') {
            let label = "it contains no numbers";
            return Err(TextError::new(span, format!("`{body}` is not a position"), label).help(EXAMPLE));
        }
        let (mut size, body) = match body.split_once(':') {
            Some((front, body)) => (Some((stated(text, front)?, span_of(text, front.trim()))), body),
            None => (None, body),
        };
        if let Some(digits) = rosetta(body) {
            return Ok(Layout { rows: vec![digits_of(text, digits, 16)?], size, span });
        }
        let mut rows: Vec<&str> = body.split(['/', '\n']).map(str::trim).collect();
        rows.retain(|row| words(row).next().is_some());
        if let (None, Some(front)) = (&size, size_line(&rows)) {
            size = Some((stated(text, front)?, span_of(text, front)));
            rows.remove(0);
        }
        let compact = rows.iter().all(|row| words(row).count() == 1);
        let row = |row: &&str| match compact {
            true => digits_of(text, row, 36),
            false => words(row).map(|word| number(text, word)).collect(),
        };
        Ok(Layout { rows: rows.iter().map(row).collect::<Result<_, _>>()?, size, span })
    }
}

/// The text with `/` for every other way to separate rows: `;` and `|`, and the brackets of arrays such as
/// `[[1,2],[3,0]]` and `{{1,2},{3,0}}`. All bytes keep their places.
fn plain(text: &str) -> Cow<'_, str> {
    let body = text.trim_start();
    let is_array = body.starts_with(['[', '{', '(']);
    if !is_array && !text.contains([';', '|']) {
        return Cow::Borrowed(text);
    }
    let plain = |c: char| match c {
        ';' | '|' => '/',
        '[' | '{' | '(' if is_array => ' ',
        ']' | '}' | ')' if is_array => '/',
        _ => c,
    };
    Cow::Owned(text.chars().map(plain).collect())
}

/// The rows of a position that names its tiles by letters, A for 1: `ABCD/EFGH/IJKL/MNO.`
///
/// Without the digits 1 to 9 it cannot be a position with one base-36 digit per cell.
fn lettered(text: &str, body: &str) -> Option<Vec<Vec<Entry>>> {
    let is_blank = |c: char| "-._0".contains(c);
    let cell = |c: char, at: usize| {
        let number = if is_blank(c) { 0 } else { u64::from(c.to_ascii_uppercase() as u8 - b'A') + 1 };
        Entry { content: Content::Number(number), span: at..at + 1 }
    };
    if !body.chars().all(|c| c.is_ascii_alphabetic() || is_blank(c) || "/, \t\r\n".contains(c)) {
        return None;
    }
    let rows: Vec<&str> = body.split(['/', '\n']).filter(|row| words(row).next().is_some()).collect();
    let spaced = rows.iter().all(|row| words(row).all(|word| word.len() == 1));
    if !spaced && rows.iter().any(|row| words(row).count() > 1) {
        return None;
    }
    let row = |row: &&str| -> Vec<Entry> {
        let at = span_of(text, row).start;
        let cells = row.char_indices().filter(|&(_, c)| c.is_ascii_alphabetic() || is_blank(c));
        cells.map(|(i, c)| cell(c, at + i)).collect()
    };
    let rows: Vec<Vec<Entry>> = rows.iter().map(row).collect();
    let mut numbers: Vec<Content> = rows.iter().flatten().map(|entry| entry.content).collect();
    numbers.sort_unstable();
    let are_tiles = numbers.iter().copied().eq((0..numbers.len() as u64).map(Content::Number));
    (are_tiles && numbers.len() >= 4).then_some(rows)
}

/// An unambiguous example for help texts.
pub const EXAMPLE: &str = "name the tile in every cell and 0 for the blank, as in `1 2 3/4 5 6/7 8 0`";

/// The numbers of a row, split by blanks and commas.
pub fn words(row: &str) -> impl Iterator<Item = &str> {
    row.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
}

/// The digits after `0x`. A board of 34 cells or more can begin with tile 0 and tile x, but then it also
/// has digits that are not hexadecimal.
pub fn rosetta(body: &str) -> Option<&str> {
    let digits = body.trim().strip_prefix("0x").or_else(|| body.trim().strip_prefix("0X"))?;
    let hexadecimal = digits.chars().all(|c| c.is_ascii_hexdigit());
    (hexadecimal || digits.len() < 32).then_some(digits)
}

/// The first row, if it is the size of the rows after it: `3x4`, or a single number.
fn size_line<'t>(rows: &[&'t str]) -> Option<&'t str> {
    let (first, rest) = rows.split_first()?;
    let count = rest.len();
    let lists = rest.iter().any(|row| words(row).count() > 1);
    let fits = match (sides(first), first.parse::<usize>()) {
        (Some((rows, cols)), _) => lists || (Size::new(rows, cols).is_some() && [1, rows].contains(&count)),
        (None, Ok(side)) => lists || count == side,
        (None, Err(_)) => false,
    };
    (fits && count > 0).then_some(first)
}

/// `3x4`, optionally with blanks around the `x`.
fn sides(text: &str) -> Option<(usize, usize)> {
    let (rows, cols) = text.split_once(['x', 'X'])?;
    Some((rows.trim().parse().ok()?, cols.trim().parse().ok()?))
}

/// Reads a stated size.
fn stated(text: &str, front: &str) -> Result<Size, TextError> {
    let front = front.trim();
    let square = || front.parse().ok().map(|side| (side, side));
    let Some((rows, cols)) = sides(front).or_else(square) else {
        let message = format!("`{front}` is not a size");
        return Err(TextError::new(span_of(text, front), message, "expected rows x columns")
            .help("write a size before the colon, as in `3x4:`"));
    };
    Size::new(rows, cols).ok_or_else(|| no_board(span_of(text, front), rows, cols))
}

/// The error for an impossible size.
pub fn no_board(span: Range<usize>, rows: usize, cols: usize) -> TextError {
    TextError::new(span, format!("there is no board of {rows} x {cols}"), "this size")
        .help(NotASize::NoBoard.to_string())
}

/// Reads one digit per cell.
fn digits_of(text: &str, digits: &str, base: u32) -> Result<Vec<Entry>, TextError> {
    let start = span_of(text, digits).start;
    let entry = |(i, c): (usize, char)| {
        let span = start + i..start + i + c.len_utf8();
        let content = match c {
            '-' | '.' | '_' => Content::Number(0),
            '*' => Content::Anything,
            _ => match c.to_digit(base) {
                Some(digit) => Content::Number(digit.into()),
                None => {
                    let label = if base == 16 {
                        "expected a digit or a to f"
                    } else {
                        "expected a digit or a letter"
                    };
                    return Err(TextError::new(span, format!("`{c}` is not a tile"), label).help(EXAMPLE));
                }
            },
        };
        Ok(Entry { content, span })
    };
    digits.char_indices().map(entry).collect()
}

/// Reads one number.
fn number(text: &str, word: &str) -> Result<Entry, TextError> {
    let span = span_of(text, word);
    let content = match word {
        "-" | "." | "_" => Content::Number(0),
        "*" => Content::Anything,
        _ if word.bytes().all(|c| c.is_ascii_digit()) => Content::Number(word.parse().unwrap_or(u64::MAX)),
        _ => {
            let error = TextError::new(span, format!("`{word}` is not a number"), "expected a number");
            return Err(match word.chars().count() {
                1 => error.help("digits beyond 9 are for positions without gaps, as in `159d26ae37bf48c0`"),
                _ => error.help(EXAMPLE),
            });
        }
    };
    Ok(Entry { content, span })
}
