//! Pieces: bricks such as `2x2x1`, patterns such as `101/111`, and polyominoes by name.

use super::error::TextError;
use super::{polyomino, sliding};
use crate::grid::sides;
use crate::puzzle::Shape;
use std::fmt;
use std::str::FromStr;

/// Why a text is not a piece.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotAPiece {
    /// Neither a brick nor a pattern nor the name of a polyomino.
    #[error("`{0}` is not a piece")]
    Unknown(String),
    /// A brick without cells, or one that fits no box.
    #[error("the brick {0} has no cells, or more than the largest box")]
    Size(String),
    /// A pattern with an error.
    #[error(transparent)]
    Pattern(#[from] TextError),
}

/// How to write a piece, for help texts.
impl NotAPiece {
    /// What to write instead.
    pub const HELP: &'static str =
        "write a brick such as 2x2x1, a pattern such as 101/111, or a name such as T, X5 or pentominoes";
}

/// The pieces that a word describes, each with its name: one brick or pattern, or polyominoes by name.
///
/// ```
/// use slideways::format::pieces;
///
/// assert_eq!(pieces("2x2x1")?[0].0, "2x2x1");
/// assert_eq!(pieces("trominoes")?.len(), 2);
/// assert!(pieces("piece").is_err());
/// # Ok::<(), slideways::format::NotAPiece>(())
/// ```
pub fn pieces(word: &str) -> Result<Vec<(String, Shape)>, NotAPiece> {
    match polyomino::named(word) {
        Some(all) => Ok(all),
        None => Ok(vec![(word.to_owned(), word.parse()?)]),
    }
}

/// Reads a brick, laid flat, a pattern, or the name of one polyomino.
///
/// ```
/// use slideways::puzzle::Shape;
///
/// let brick: Shape = "2x2x1".parse()?;
/// assert_eq!(brick, "11/11".parse()?);
/// assert!("2x0".parse::<Shape>().is_err());
/// # Ok::<(), slideways::format::NotAPiece>(())
/// ```
impl FromStr for Shape {
    type Err = NotAPiece;

    fn from_str(text: &str) -> Result<Shape, NotAPiece> {
        if let Some(sides) = sides(text) {
            return Shape::brick(&sides).ok_or_else(|| NotAPiece::Size(text.to_owned()));
        }
        if !text.is_empty() && text.chars().all(|c| "01/".contains(c)) {
            return Ok(sliding::shape('1', text)?);
        }
        match polyomino::named(text).as_deref() {
            Some([(_, shape)]) => Ok(shape.clone()),
            _ => Err(NotAPiece::Unknown(text.to_owned())),
        }
    }
}

/// Writes the shape as a pattern.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sliding::pattern(self))
    }
}
