//! Errors in the input, drawn like those of the Rust compiler.
//!
//! ```text
//! error: the goal uses kind `4`, which is not defined
//!  --> mine.txt:6:9
//!   |
//! 6 | 000xx00044001002
//!   |         ^ no such kind
//!   |
//!   = help: define it with a line such as `4 = 1`
//! ```

use crate::colour;
use crate::visible::{drawable, visible};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use slideways::format::error::{TextError, shortened};
pub use slideways::read::Text;
use slideways::read::{Mistake, NotRead};
use std::io::{self, Write, stderr};
use std::ops::Range;

/// Why a command failed.
pub enum Failure {
    /// The fault lies with the input.
    Input(Problem),
    /// The results could not be written.
    Output(io::Error),
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure::Input(problem)
    }
}

impl From<NotRead> for Failure {
    fn from(why: NotRead) -> Failure {
        Failure::Input(why.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// Where in a text something is wrong.
#[derive(Debug)]
struct Place {
    text: Text,
    line: usize,
    column: usize,
    span: Range<usize>,
    label: String,
}

/// A fault of the input and, if possible, a remedy.
#[derive(Debug)]
pub struct Problem {
    /// What was found.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    place: Option<Box<Place>>,
}

impl Problem {
    /// A fault that is not at any one place of a text.
    pub fn new(message: impl Into<String>) -> Problem {
        Problem { message: shortened(message.into()), help: None, place: None }
    }

    /// A mistake in a text.
    pub fn at(text: &Text, error: TextError) -> Problem {
        Mistake { text: text.clone(), error }.into()
    }

    /// The same, with a remedy.
    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }

    /// Line and column, both from 1.
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        self.place.as_ref().map(|place| (place.line, place.column))
    }

    /// Show it as an error.
    pub fn report(&self) {
        self.draw(Level::ERROR);
    }

    /// Show it as a note: nothing is wrong.
    pub fn note(&self) {
        self.draw(Level::NOTE);
    }

    /// Show it as a warning: something that was passed over.
    pub fn warn(&self) {
        self.draw(Level::WARNING);
    }

    fn draw(&self, level: Level) {
        let drawn = self.drawn(level, colour::on_errors());
        // If that cannot be written either, nothing more can be reported.
        let _ = writeln!(stderr(), "{drawn}");
    }

    fn drawn(&self, level: Level, coloured: bool) -> String {
        let mut group = Group::with_title(level.primary_title(visible(&self.message)));
        if let Some(place) = &self.place {
            let mark = AnnotationKind::Primary.span(place.span.clone()).label(visible(&place.label));
            let source = Snippet::source(drawable(&place.text.body)).line_start(place.text.first_line);
            group = group.element(source.path(visible(&place.text.name)).annotation(mark));
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(visible(help)));
        }
        let renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }
}

impl From<Mistake> for Problem {
    fn from(mistake: Mistake) -> Problem {
        let (line, column) = mistake.line_and_column();
        let Mistake { text, error: TextError { message, span, label, help } } = mistake;
        let span = text.body.floor_char_boundary(span.start)..text.body.ceil_char_boundary(span.end);
        let place = Place { text, line, column, span, label };
        Problem { message: shortened(message), help, place: Some(Box::new(place)) }
    }
}

impl From<NotRead> for Problem {
    fn from(why: NotRead) -> Problem {
        let help = match &why {
            NotRead::Unknown { word, .. } => {
                let is_part = |c: char| c.is_ascii_digit() || "/,".contains(c);
                match word.chars().all(is_part) {
                    true => Some(
                        "a position of several words needs quotes, as in `'1 2 3/4 5 6/7 8 0'`".to_owned(),
                    ),
                    false => why.help().or(Some("`slideways list` shows the library".to_owned())),
                }
            }
            _ => why.help(),
        };
        match why {
            NotRead::Text(mistake) => (*mistake).into(),
            why => Problem { help, ..Problem::new(why.to_string()) },
        }
    }
}

/// The system's error message in lower case, without its number.
pub fn reason(error: &io::Error) -> String {
    let reason = error.to_string();
    let reason = reason.split(" (os error").next().unwrap_or_default();
    let mut chars = reason.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_list_keeps_its_number() {
        let text = Text { first_line: 7, ..Text::new("list", "..BAAB..?") };
        let error = TextError::new(8..9, "a board cannot contain '?'", "not a cell");
        let problem = Problem::at(&text, error);
        assert_eq!(problem.line_and_column(), Some((7, 9)));
        let drawn = problem.drawn(Level::ERROR, false);
        assert!(drawn.contains("--> list:7:9") && drawn.contains("7 | ..BAAB..?"), "{drawn}");
    }

    #[test]
    fn the_end_of_a_text_can_be_marked() {
        for text in ["", "2 x 2", "2 x 2\n"] {
            let error = TextError::new(text.len()..text.len(), "the start is missing", "here");
            let drawn = Problem::at(&Text::new("t", text), error).drawn(Level::ERROR, false);
            assert!(drawn.contains("^ here"), "{drawn}");
        }
    }

    #[test]
    fn a_message_that_quotes_a_very_long_word_is_cut() {
        let message = Problem::new(format!("`{}` is not a move", "é".repeat(1 << 20))).message;
        assert!(message.starts_with("`éé") && message.ends_with("é` is not a move"));
        assert_eq!(message.chars().count(), 281);
    }

    #[test]
    fn nothing_in_a_text_can_command_the_terminal() {
        for control in ["\x1b[2J", "\u{9b}2J", "\r", "\x08"] {
            let text = Text::new(format!("a{control}b"), format!("{control}red"));
            let problem = Problem::at(&text, TextError::new(0..1, control, control).help(control));
            let drawn = problem.drawn(Level::ERROR, false);
            assert!(!drawn.contains(|c: char| c.is_control() && c != '\n'), "{drawn:?}");
        }
    }
}
