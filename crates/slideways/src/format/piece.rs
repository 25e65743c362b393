//! Single pieces: bricks such as `2x2x1`, and patterns such as `101/111`.

use super::error::TextError;
use super::sliding;
use crate::grid::sides;
use crate::puzzle::Shape;
use std::fmt;
use std::str::FromStr;

/// Why a text is not a piece.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotAPiece {
    /// Neither a brick nor a pattern.
    #[error("`{0}` is not a piece")]
    Unknown(String),
    /// A brick without cells, or one that fits no box.
    #[error("the brick {0} has no cells, or more than the largest box")]
    Size(String),
    /// A pattern with an error.
    #[error(transparent)]
    Pattern(#[from] TextError),
}

/// Reads a brick, laid flat, or a pattern.
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
        match !text.is_empty() && text.chars().all(|c| "01/".contains(c)) {
            true => Ok(sliding::shape('1', text)?),
            false => Err(NotAPiece::Unknown(text.to_owned())),
        }
    }
}

/// Writes the shape as a pattern.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sliding::pattern(self))
    }
}
