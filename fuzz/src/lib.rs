//! What every reader owes to every text.

use slideways::format::error::TextError;
use slideways::format::{Notation, json, sliding};

/// The mark of a mistake must lie on whole characters of the text.
pub fn check_mark(text: &str, error: &TextError) {
    assert!(text.get(error.span.clone()).is_some(), "{:?}: {error}", error.span);
    error.line_and_column(text);
}

/// Read a text: a mistake must be marked on it, a puzzle must read back from all that can say everything.
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
