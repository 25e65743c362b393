//! Errors of the JSON parser, reworded and with a span.

use crate::format::error::TextError;
use std::ops::Range;

/// Converts a parser error for a text that should be one object.
pub fn mistake(text: &str, error: &serde_json::Error) -> TextError {
    let message = match error.is_eof() {
        true => "the text ends in the middle of the object".to_owned(),
        false => reworded(error),
    };
    TextError::new(position(text, error), message, "noticed here")
}

/// Where the JSON parser stopped: one character, or the end of the text.
fn position(text: &str, error: &serde_json::Error) -> Range<usize> {
    let line_start: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = text.floor_char_boundary((line_start + error.column().saturating_sub(1)).min(text.len()));
    at..at + text[at..].chars().next().map_or(0, char::len_utf8)
}

/// The JSON parser's message without its line and column, reworded.
pub(super) fn reworded(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message);
    let odd = ["invalid type: ", "invalid value: "].iter().find_map(|prefix| message.strip_prefix(prefix));
    match odd.and_then(|odd| odd.rsplit_once(", expected ")) {
        Some((found, expected)) => format!("found {found} where {expected} was expected"),
        None => message.to_owned(),
    }
}
