//! Lines and words with their positions in the text.

use crate::format::error::{TextError, span_of};
use std::ops::Range;

/// A line without trailing blanks, and the byte at which it begins.
#[derive(Clone, Copy)]
pub(in crate::format) struct Line<'t> {
    pub at: usize,
    pub text: &'t str,
}

pub(in crate::format) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.split_inclusive('\n').scan(0, |next, line| {
        let at = *next;
        *next += line.len();
        Some(Line { at, text: line.trim_end() })
    })
}

impl<'t> Line<'t> {
    pub fn span(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    /// The text after the `#` of a comment line.
    pub fn comment(&self) -> Option<&'t str> {
        self.text.trim_start().strip_prefix('#')
    }

    /// The words with their positions.
    pub fn words(self) -> impl Iterator<Item = Line<'t>> {
        self.text
            .split_whitespace()
            .map(move |word| Line { at: self.at + span_of(self.text, word).start, text: word })
    }

    /// The rest of the line after `skip` bytes.
    pub fn after(self, skip: usize) -> Line<'t> {
        Line { at: self.at + skip, text: &self.text[skip..] }
    }

    /// The characters with their spans.
    pub fn chars(self) -> impl Iterator<Item = (char, Range<usize>)> {
        self.text.char_indices().map(move |(i, c)| (c, self.at + i..self.at + i + c.len_utf8()))
    }
}

/// The single character of a name; `name` is the beginning of the line.
pub(in crate::format) fn single_char(line: &Line, name: &str) -> Result<(char, Range<usize>), TextError> {
    let trimmed = name.trim();
    let at = line.at + name.len() - name.trim_start().len();
    let mut chars = trimmed.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => Ok((c, at..at + c.len_utf8())),
        _ => {
            let message = format!("a kind's name is one character, not `{trimmed}`");
            Err(TextError::new(line.at..line.at + name.len(), message, "this name")
                .help("use one of 1-9, a-w, y, z, A-Z"))
        }
    }
}
