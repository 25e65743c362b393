//! Errors in a text: what is wrong, where, and how to fix it.

use std::ops::Range;

/// An error in a text, with the bytes it concerns.
///
/// The message says what was found, the label annotates the marked bytes, the help suggests a fix.
/// Drawing the source line is up to the caller.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TextError {
    /// What was found.
    pub message: String,
    /// The bytes of the text that the message concerns.
    pub span: Range<usize>,
    /// The annotation of the marked bytes.
    pub label: String,
    /// How to fix it.
    pub help: Option<String>,
}

impl TextError {
    /// An error at the given bytes.
    pub fn new(span: Range<usize>, message: impl Into<String>, label: impl Into<String>) -> TextError {
        TextError { message: message.into(), span, label: label.into(), help: None }
    }

    /// Adds a suggestion.
    pub fn help(mut self, help: impl Into<String>) -> TextError {
        self.help = Some(help.into());
        self
    }

    /// The line and column, counted from 1, at which the marked bytes begin; columns count characters.
    pub fn line_and_column(&self, text: &str) -> (usize, usize) {
        let before = &text[..text.floor_char_boundary(self.span.start.min(text.len()))];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

/// Cuts the middle out of a very long message, because a message may quote a word of any length.
///
/// ```
/// use slideways::format::error::shortened;
///
/// assert_eq!(shortened("`ab` is not a move".to_owned()), "`ab` is not a move");
/// assert_eq!(shortened("a".repeat(1000)).chars().count(), 281);
/// ```
pub fn shortened(message: String) -> String {
    let chars: Vec<char> = message.chars().collect();
    match chars.len() {
        ..=300 => message,
        length => chars[..200].iter().chain(&['…']).chain(&chars[length - 80..]).collect(),
    }
}

/// A parsed text, with warnings about skipped parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<T> {
    /// The meaning of the text.
    pub puzzle: T,
    /// What was skipped, and where.
    pub warnings: Vec<TextError>,
}

/// The byte range of `part` in `text`; `part` must be a slice of `text`.
pub fn span_of(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}
