//! What is wrong with a text, where, and what to do about it.

use std::ops::Range;

/// A mistake in a text, with the bytes it is about.
///
/// The message says what was found, the label stands under the marked bytes, the help suggests a remedy.
/// Drawing the source line is left to whoever has a screen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TextError {
    /// What was found.
    pub message: String,
    /// The bytes of the text that it is about.
    pub span: Range<usize>,
    /// What to write beside the marked bytes.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl TextError {
    /// A mistake at the given bytes.
    pub fn new(span: Range<usize>, message: impl Into<String>, label: impl Into<String>) -> TextError {
        TextError { message: message.into(), span, label: label.into(), help: None }
    }

    /// The same, with a remedy.
    pub fn help(mut self, help: impl Into<String>) -> TextError {
        self.help = Some(help.into());
        self
    }

    /// The line and column, both from 1, at which the marked bytes begin; columns count characters.
    pub fn line_and_column(&self, text: &str) -> (usize, usize) {
        let before = &text[..text.floor_char_boundary(self.span.start.min(text.len()))];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

/// A message without its middle if it is very long: it may quote a word of any length.
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

/// A text, understood; warnings are things that were passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<T> {
    /// What the text means.
    pub puzzle: T,
    /// What was passed over, and where.
    pub warnings: Vec<TextError>,
}

/// Where a part of a text lies in it; the part must be borrowed from the text.
pub fn span_of(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}
