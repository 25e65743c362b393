//! The pieces of a census: shapes, how many of each, and how many cells stay empty.

use crate::format::NotAPiece;
use crate::grid::{Grid, sides};
use crate::puzzle::Shape;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Pieces of one or several shapes, and their total number.
///
/// A piece keeps the shape that it has: nothing turns. A supply with several shapes stands for pieces that
/// are put into the box in any of these ways, such as dominoes that lie or stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supply {
    /// The shapes, each with its name.
    pub shapes: Vec<(String, Shape)>,
    /// The total number of pieces of all these shapes.
    pub numbers: RangeInclusive<u32>,
}

/// The pieces of a census, as ranges of numbers.
///
/// ```
/// use slideways::design::Kit;
///
/// let kit: Kit = "1*2x2 0..*2x1|1x2 3*1x1".parse()?;
/// assert_eq!(kit.shapes().count(), 4);
/// assert_eq!(kit.supplies[1].numbers, 0..=u32::MAX);
/// assert_eq!(kit.to_string(), "1*2x2 0..*2x1|1x2 3*1x1");
/// # Ok::<(), slideways::design::NotAKit>(())
/// ```
///
/// Each word is a number or a range (`3`, `2..4`, `2..`, `..4`), an asterisk and a shape; without a number
/// there is one piece. A brick has the rows and columns that are written, so `1x2` lies and `2x1` stands;
/// `2x1|1x2` is a piece that does either. Patterns such as `11/01` and names such as `T4` are shapes too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kit {
    /// The supplies, in the order of their kinds.
    pub supplies: Vec<Supply>,
}

/// Why a text is not a kit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotAKit {
    /// No word.
    #[error("there are no pieces")]
    Empty,
    /// The number before the asterisk is not one.
    #[error("`{0}` is not a number of pieces; write 3, 2..4, 2.. or ..4")]
    Number(String),
    /// A range that ends before it begins.
    #[error("the range {0}..{1} is empty")]
    EmptyRange(u32, u32),
    /// The word after the asterisk is not a shape.
    #[error(transparent)]
    Piece(#[from] NotAPiece),
    /// A shape occurs twice.
    #[error("the shape `{0}` occurs twice; pieces of one shape are interchangeable")]
    Twice(String),
}

impl Kit {
    /// Klotski's pieces: one block of 2 x 2, dominoes that stand or lie, and unit squares.
    pub fn klotski() -> Kit {
        "1*2x2 0..*2x1|1x2 0..*1x1".parse().expect("the kit is well formed")
    }

    /// All shapes, each with its name; a kind of piece is the position in this list.
    pub fn shapes(&self) -> impl Iterator<Item = &(String, Shape)> {
        self.supplies.iter().flat_map(|supply| &supply.shapes)
    }

    /// Numbers of pieces by kind in words: `1*2x2 4*2x1 1*1x2`; shapes without a piece are left out.
    pub fn words(&self, numbers: &[u32]) -> String {
        let some = self.shapes().zip(numbers).filter(|(_, number)| **number > 0);
        some.map(|((name, _), number)| format!("{number}*{name}")).collect::<Vec<_>>().join(" ")
    }
}

impl FromStr for Kit {
    type Err = NotAKit;

    fn from_str(text: &str) -> Result<Kit, NotAKit> {
        let supplies: Vec<Supply> = text.split_whitespace().map(supply).collect::<Result<_, _>>()?;
        if supplies.is_empty() {
            return Err(NotAKit::Empty);
        }
        let kit = Kit { supplies };
        for (kind, (name, shape)) in kit.shapes().enumerate() {
            if kit.shapes().take(kind).any(|(_, other)| other == shape) {
                return Err(NotAKit::Twice(name.clone()));
            }
        }
        Ok(kit)
    }
}

/// Writes the kit as it is read.
impl std::fmt::Display for Kit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, supply) in self.supplies.iter().enumerate() {
            let names: Vec<&str> = supply.shapes.iter().map(|(name, _)| &**name).collect();
            let range = match (*supply.numbers.start(), *supply.numbers.end()) {
                (first, last) if first == last => format!("{first}"),
                (first, u32::MAX) => format!("{first}.."),
                (first, last) => format!("{first}..{last}"),
            };
            write!(f, "{}{range}*{}", if place > 0 { " " } else { "" }, names.join("|"))?;
        }
        Ok(())
    }
}

fn supply(word: &str) -> Result<Supply, NotAKit> {
    let (numbers, names) = match word.split_once('*') {
        Some((numbers, names)) => (range(numbers)?, names),
        None => (1..=1, word),
    };
    let shape = |name: &str| Ok((name.to_owned(), shape(name)?));
    Ok(Supply { shapes: names.split('|').map(shape).collect::<Result<_, NotAPiece>>()?, numbers })
}

/// Read a shape. A brick is as it is written, in rows and columns; it is not laid flat.
pub(super) fn shape(name: &str) -> Result<Shape, NotAPiece> {
    let Some(sides) = sides(name) else { return name.parse() };
    let grid = Grid::of_sides(&sides).ok_or_else(|| NotAPiece::Size(name.to_owned()))?;
    Ok(Shape::new(grid.cells().map(|cell| grid.offset(cell))).expect("a box has cells"))
}

/// Read a number, or a range of numbers with both ends included; an open end is 0 or `u32::MAX`.
///
/// ```
/// use slideways::design::range;
///
/// let ranges = ["2", "2..4", "2..", "..4"].map(|text| range(text).unwrap());
/// assert_eq!(ranges, [2..=2, 2..=4, 2..=u32::MAX, 0..=4]);
/// assert!(range("4..2").is_err() && range("many").is_err());
/// ```
pub fn range(text: &str) -> Result<RangeInclusive<u32>, NotAKit> {
    let number = |part: &str, missing| match part.trim() {
        "" => Ok(missing),
        digits => digits.parse().map_err(|_| NotAKit::Number(text.to_owned())),
    };
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (number(first, 0)?, number(last, u32::MAX)?),
        None if text.trim().is_empty() => return Err(NotAKit::Number(text.to_owned())),
        None => (number(text, 0)?, number(text, 0)?),
    };
    if first <= last { Ok(first..=last) } else { Err(NotAKit::EmptyRange(first, last)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brick_keeps_its_rows_and_columns() {
        assert_eq!(shape("1x2").unwrap(), "11".parse().unwrap());
        assert_eq!(shape("2x1").unwrap(), "1/1".parse().unwrap());
        assert_eq!(shape("11/01").unwrap(), "11/01".parse().unwrap());
    }

    #[test]
    fn a_text_that_is_no_kit_is_refused() {
        let refused = |text: &str| text.parse::<Kit>().unwrap_err().to_string();
        assert_eq!(refused(" "), "there are no pieces");
        assert_eq!(refused("1*2x2 two*1x1"), "`two` is not a number of pieces; write 3, 2..4, 2.. or ..4");
        assert_eq!(refused("3..2*1x1"), "the range 3..2 is empty");
        assert_eq!(
            refused("1x2 2*11"),
            "the shape `11` occurs twice; pieces of one shape are interchangeable"
        );
        assert_eq!(refused("1*brick"), "`brick` is not a piece");
    }

    #[test]
    fn numbers_are_written_in_the_order_of_the_kit() {
        assert_eq!(Kit::klotski().words(&[1, 4, 0, 6]), "1*2x2 4*2x1 6*1x1");
    }
}
