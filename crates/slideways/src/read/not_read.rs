//! Why a word could not be read.

use super::Text;
use crate::format::error::TextError;
use crate::library::sets;

/// Why a word is not a puzzle, or not a goal. The message says what was found, [`help`](NotRead::help) what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRead {
    /// No puzzle, set or file has this name, and it is no puzzle itself.
    #[error("`{word}` is neither a puzzle of the library nor a file")]
    Unknown {
        /// What the user wrote.
        word: String,
        /// The puzzles of the library with similar names, nearest first.
        near: Vec<&'static str>,
    },
    /// A set has no position with this number.
    #[error("`{set}` has no position `{number}`")]
    NoSuchNumber {
        /// The name of the set.
        set: &'static str,
        /// What stands for the number.
        number: String,
        /// The largest number; the smallest is 1.
        last: usize,
    },
    /// There are several puzzles where one is wanted.
    #[error("`{word}` holds {count} puzzles where one is wanted")]
    Several {
        /// What the user wrote, or its first line.
        word: String,
        /// The number of puzzles.
        count: usize,
    },
    /// There is a mistake in a text.
    #[error("{}", .0.error)]
    Text(Box<Mistake>),
    /// A word that is not a goal of tiles.
    #[error("`{0}` is not a goal")]
    Goal(String),
    /// The client cannot read a file that is there.
    #[error("{message}")]
    File {
        /// What went wrong.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
}

/// A mistake, and the text that it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The text.
    pub text: Text,
    /// The mistake, with the bytes of the text that it is about.
    pub error: TextError,
}

impl Mistake {
    /// The line and column, both from 1; in a list, lines are those of the list.
    pub fn line_and_column(&self) -> (usize, usize) {
        let (line, column) = self.error.line_and_column(&self.text.body);
        (self.text.first_line + line - 1, column)
    }
}

impl NotRead {
    /// A word that stands for `count` puzzles where one is wanted. A list is called by its first line.
    pub fn several(word: &str, count: usize) -> NotRead {
        let word = match word.trim().split_once('\n') {
            Some((first, _)) => format!("{} …", first.trim_end()),
            None => word.to_owned(),
        };
        NotRead::Several { word, count }
    }

    /// What to do about it, if that can be said without knowing the client.
    pub fn help(&self) -> Option<String> {
        match self {
            NotRead::Unknown { word, near } => suggestion(word, near),
            NotRead::NoSuchNumber { last, .. } => Some(format!("its positions have the numbers 1 to {last}")),
            NotRead::Several { word, .. } => match sets::find(word) {
                Some(_) => Some(format!("choose one by its number, such as `{word}:1`")),
                None => Some("give one of them on its own".to_owned()),
            },
            NotRead::Text(mistake) => mistake.error.help.clone(),
            NotRead::Goal(_) => Some(
                "give `blank-last`, `blank-first`, or a position in which `*` stands for anything".to_owned(),
            ),
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
