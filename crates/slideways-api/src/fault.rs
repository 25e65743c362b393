//! Why a question has no answer: a message, and what it is due to.

use slideways::design::{CensusError, NotAGoal, SearchError};
use slideways::format::error::{TextError, shortened};
use slideways::lock::LockError;
use slideways::read::NotRead;
use slideways::show::json::{self, Detail};
use slideways::solver::{SolveError, TooLarge};
use std::fmt::Display;

/// Why a question has no answer.
#[derive(Clone, Debug)]
pub struct Fault {
    cause: Cause,
    detail: Box<Detail>,
}

/// What a fault is due to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The question is malformed.
    Request,
    /// The question is well-formed, but the puzzle in it is wrong.
    Puzzle,
    /// A bug in this program.
    Program,
}

impl Fault {
    fn new(cause: Cause, message: impl Into<String>) -> Fault {
        let detail = Detail { message: message.into(), ..Detail::default() };
        Fault { cause, detail: Box::new(detail) }
    }

    /// The question is malformed.
    pub fn request(message: impl Into<String>) -> Fault {
        Fault::new(Cause::Request, message)
    }

    /// The question is well-formed, but the puzzle in it is wrong.
    pub fn puzzle(message: impl Into<String>) -> Fault {
        Fault::new(Cause::Puzzle, message)
    }

    /// An error in a text.
    pub(crate) fn text(text: &str, error: TextError) -> Fault {
        let mut fault = Fault::puzzle("");
        *fault.detail = detail(text, error);
        fault
    }

    /// A bug in this program.
    pub fn mistake(what: &str) -> Fault {
        Fault::new(Cause::Program, format!("internal error: {what}"))
            .help("please report it together with the puzzle")
    }

    /// Adds a suggestion.
    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.detail.help = Some(help.into());
        self
    }

    /// What it is due to.
    pub fn cause(&self) -> Cause {
        self.cause
    }

    /// The message and the suggestion, without the cause.
    pub(crate) fn into_detail(self) -> Detail {
        *self.detail
    }

    /// The fault as the library's JSON object.
    pub(crate) fn object(&self) -> json::Fault {
        json::Fault::new(None, (*self.detail).clone())
    }

    /// The fault as JSON text.
    pub fn json(&self) -> String {
        serde_json::to_string(&self.object()).expect("all keys are strings")
    }
}

/// An error or a warning with its place in the text.
pub(crate) fn detail(text: &str, error: TextError) -> Detail {
    let (line, column) = error.line_and_column(text);
    let TextError { message, span, label, help } = error;
    let span = Some([span.start, span.end]);
    Detail { message, line: Some(line), column: Some(column), span, label: Some(label), help }
}

/// A number in groups of three digits: `43,380`.
fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

impl From<NotRead> for Fault {
    fn from(why: NotRead) -> Fault {
        match &why {
            NotRead::Text(mistake) => Fault::text(&mistake.text.body, mistake.error.clone()),
            // An unknown word is marked like any other error. The page cannot name files.
            NotRead::Unknown { word, .. } => {
                let message = shortened(format!("there is no puzzle `{word}` in the library"));
                let size = || "puzzle text begins with its size, as in `5 x 4 Klotski`".to_owned();
                let error = TextError::new(0..word.len(), message, "no such name");
                Fault::text(word, error.help(why.help().unwrap_or_else(size)))
            }
            _ => {
                let mut fault = Fault::puzzle(shortened(why.to_string()));
                fault.detail.help = why.help();
                fault
            }
        }
    }
}

impl From<SolveError> for Fault {
    fn from(why: SolveError) -> Fault {
        match why {
            SolveError::TooLarge(why) => why.into(),
            SolveError::Search(why) => Fault::puzzle(why.to_string()).help(why.help()),
            SolveError::Positions(why) => {
                let positions = why.positions.map_or(String::new(), |positions| {
                    format!(", with its {} positions", grouped(positions))
                });
                Fault::puzzle(format!(
                    "a board of {} is too large to explore completely{positions}",
                    why.size
                ))
                .help("the command `slideways explore` can go further, with more memory or with `--disk`")
            }
            SolveError::Start(why) => Fault::request(why.to_string()),
            SolveError::Wrong(_) => {
                Fault::new(Cause::Program, why.to_string()).help("please report it together with the puzzle")
            }
            why => Fault::puzzle(why.to_string()),
        }
    }
}

impl From<TooLarge> for Fault {
    fn from(why: TooLarge) -> Fault {
        Fault::puzzle(why.to_string()).help(
            "to make it smaller: write `x` for pieces that can never move, or use one kind for pieces that may be \
             interchanged",
        )
    }
}

impl From<LockError> for Fault {
    fn from(why: LockError) -> Fault {
        match why {
            LockError::NotLocked | LockError::Miscounted => Fault::new(Cause::Program, why.to_string())
                .help("please report it together with the box and the pieces"),
            why => Fault::puzzle(why.to_string()),
        }
    }
}

impl From<SearchError> for Fault {
    fn from(why: SearchError) -> Fault {
        let fault = Fault::puzzle(shortened(why.to_string()));
        match why {
            SearchError::Solve(why) | SearchError::Family(CensusError::Solve(why)) => why.into(),
            SearchError::SetStyle(_) => fault.help("use the style step, slide or move"),
            SearchError::NoRoom { .. } | SearchError::NoCandidate => {
                fault.help("make the box larger, or use fewer pieces, holes or walls")
            }
            SearchError::Family(CensusError::FitsNowhere(_)) => fault.help("sizes are rows x columns"),
            SearchError::Family(CensusError::Goal(NotAGoal::NoDefault(_) | NotAGoal::Form(_))) => {
                fault.help("write shapes at their first cells, such as `2x2@3,1`")
            }
            SearchError::Family(CensusError::Goal(_)) => {
                fault.help("cells are row,column, counted from 0; sizes are rows x columns")
            }
            _ => fault,
        }
    }
}
