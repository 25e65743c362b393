//! What every reader must guarantee for every text.

use slideways::format::error::TextError;
use slideways::format::{Notation, json, sliding};

/// Checks that the span of an error covers whole characters of the text.
pub fn check_mark(text: &str, error: &TextError) {
    assert!(text.get(error.span.clone()).is_some(), "{:?}: {error}", error.span);
    error.line_and_column(text);
}

/// Reads a text: an error must have a correct span, a puzzle must read back from every notation that can
/// express it.
pub fn check(notation: Notation, text: &str) {
    match notation.parse(text) {
        Err(error) => check_mark(text, &error),
        Ok(parsed) => {
            parsed.warnings.iter().for_each(|warning| check_mark(text, warning));
            let puzzle = parsed.puzzle;
            assert_eq!(
                sliding::parse(&sliding::print(&puzzle)).map(|parsed| parsed.puzzle).as_ref(),
                Ok(&puzzle)
            );
            assert_eq!(json::parse(&json::print(&puzzle)).map(|parsed| parsed.puzzle).as_ref(), Ok(&puzzle));
            for notation in Notation::ALL {
                if let Some(text) = notation.print(&puzzle) {
                    assert!(notation.parse(&text).is_ok(), "{text}");
                }
            }
        }
    }
}
