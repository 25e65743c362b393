//! Puzzle text: the input format of Knuth's SLIDING, with extensions.
//!
//! ```text
//! 5 x 4 Klotski                  rows x columns (layers x rows x columns in space), then an optional title
//! 1 = 11/11                      kind = pattern; rows are split by `/`, layers by `//`
//! 2 = 1/1
//! 3 = 11
//! 4 = 1
//! 212232444004                   the start: what covers the first cell not yet filled; 0 empty, x blocked
//! goal 1@3,1                     a goal: that kind's first cell at row 3, column 1; other pieces anywhere
//! ```
//!
//! A goal may also be a whole arrangement, written like the start. Several goals are alternatives.
//! `only K r,c …` marks gates that only kind K may enter. `along K row` binds a kind to a line, as in
//! Rush Hour. `names …` gives every piece of the start its own name, in reading order. `#` starts
//! a comment; `# optimum: step=116 slide=90 move=81` records known answers. Where a comment could be read
//! as something else, a second `#` keeps it a comment: `## optimum: unknown=0`,
//! `5 x 4 # x 3 would be solid`.
//!
//! Every SLIDING file means the same here as in SLIDING, and all of SLIDING's checks apply.

pub(super) mod line;
mod pattern;
mod read;
mod write;

pub(crate) use read::is_size;
pub(super) use read::{coordinates, remark, size};
pub use read::{parse, parse_arrangement};
pub use write::{arrangement, goals, print};
pub(super) use write::{header, remarks};

pub(crate) use pattern::write as pattern;

use crate::format::error::TextError;
use crate::puzzle::Shape;

/// Reads the pattern of the kind called `name`.
///
/// ```
/// use slideways::format::sliding;
///
/// assert_eq!(sliding::shape('1', "101/111").unwrap().offsets().len(), 5);
/// assert!(sliding::shape('1', "2x2").is_err());
/// ```
pub fn shape(name: char, pattern: &str) -> Result<Shape, TextError> {
    pattern::read(name, line::Line { at: 0, text: pattern })
}

#[cfg(test)]
mod tests;
