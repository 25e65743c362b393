//! Why a word cannot be resolved to a puzzle.

use super::Text;
use crate::format::error::TextError;
use crate::library::sets;

/// Why a word is not a puzzle, or not a goal. The message says what was found; [`help`](NotRead::help) says
/// what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRead {
    /// No puzzle, set or file has this name, and the word is not a puzzle written out.
    #[error("`{word}` is neither a library puzzle nor a file")]
    Unknown {
        /// What the user wrote.
        word: String,
        /// Library puzzles with similar names, nearest first.
        near: Vec<&'static str>,
    },
    /// A set has no position with this number.
    #[error("`{set}` has no position `{number}`")]
    NoSuchNumber {
        /// The name of the set.
        set: &'static str,
        /// The text in place of the number.
        number: String,
        /// The largest number; the smallest is 1.
        last: usize,
    },
    /// Several puzzles where one is expected.
    #[error("`{word}` contains {count} puzzles, but one is expected")]
    Several {
        /// What the user wrote, or its first line.
        word: String,
        /// The number of puzzles.
        count: usize,
    },
    /// A text contains a mistake.
    #[error("{}", .0.error)]
    Text(Box<Mistake>),
    /// A word that is not a goal of tiles.
    #[error("`{0}` is not a goal")]
    Goal(String),
    /// The client cannot read an existing file.
    #[error("{message}")]
    File {
        /// What went wrong.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
}

/// A mistake, and the text that contains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The text.
    pub text: Text,
    /// The mistake, with its byte span in the text.
    pub error: TextError,
}

impl Mistake {
    /// The line and column, both from 1. In a list, lines are those of the list.
    pub fn line_and_column(&self) -> (usize, usize) {
        let (line, column) = self.error.line_and_column(&self.text.body);
        (self.text.first_line + line - 1, column)
    }
}

impl NotRead {
    /// The error for a word that refers to `count` puzzles where one is expected. A list is called by its
    /// first line.
    pub fn several(word: &str, count: usize) -> NotRead {
        let word = match word.trim().split_once('\n') {
            Some((first, _)) => format!("{} …", first.trim_end()),
            None => word.to_owned(),
        };
        NotRead::Several { word, count }
    }

    /// What to do about it, if that does not depend on the client.
    pub fn help(&self) -> Option<String> {
        match self {
            NotRead::Unknown { word, near } => suggestion(word, near),
            NotRead::NoSuchNumber { last, .. } => Some(format!("its positions are numbered 1 to {last}")),
            NotRead::Several { word, .. } => match sets::find(word) {
                Some(_) => Some(format!("choose one by its number, such as `{word}:1`")),
                None => Some("pass only one of them".to_owned()),
            },
            NotRead::Text(mistake) => mistake.error.help.clone(),
            NotRead::Goal(_) => {
                Some("use `blank-last`, `blank-first`, or a position with `*` for any tile".to_owned())
            }
            NotRead::File { help, .. } => help.clone(),
        }
    }
}

/// What the user may have meant instead.
fn suggestion(word: &str, near: &[&str]) -> Option<String> {
    let near: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    match near.split_last() {
        None if word.to_lowercase().starts_with("korf") => {
            let sets: Vec<&str> = sets::names().collect();
            Some(format!("the sets of tile positions are {}", sets.join(", ")))
        }
        None => None,
        Some((last, [])) => Some(format!("did you mean {last}?")),
        Some((last, others)) => Some(format!("did you mean {} or {last}?", others.join(", "))),
    }
}
