//! Untrusted text on the terminal: file names, titles and errors must not contain control sequences.

use std::borrow::Cow;

/// Whether a character is invisible: a control, or a change of direction.
fn is_hidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with such characters written out, as in `\u{1b}[31m`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    for c in text.chars() {
        match is_hidden(c) {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// The text with the controls that are drawn nowhere else replaced, without a change of length.
///
/// Source lines are drawn by a library that makes all controls visible but those of ISO 6429 beyond ASCII.
pub fn drawable(text: &str) -> String {
    text.replace(|c| ('\u{80}'..='\u{9f}').contains(&c), "¿")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_written_out() {
        assert_eq!(visible("Klotski, L'âne \"rouge\""), "Klotski, L'âne \"rouge\"");
        assert_eq!(visible("a\x1b[31mb\n\t\u{9b}2J\u{7f}"), "a\\u{1b}[31mb\\n\\t\\u{9b}2J\\u{7f}");
        assert_eq!(visible("\u{202e}txt"), "\\u{202e}txt");
    }

    #[test]
    fn replaced_controls_keep_their_length() {
        assert_eq!(drawable("a\u{9b}é\n"), "a¿é\n");
        assert_eq!(drawable("a\u{9b}é\n").len(), "a\u{9b}é\n".len());
    }
}
