//! The pieces of a family of puzzles: kinds, and how many of each.

use crate::format::NotAPiece;
use crate::grid::{Axis, Grid, sides};
use crate::puzzle::Shape;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A kind of piece that a kit offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KitPiece {
    /// The name, as it is written in the kit.
    pub name: String,
    /// The cells it covers. A piece keeps the shape that it has: nothing turns.
    pub shape: Shape,
    /// The only axis along which it can move, if it is restricted to one.
    pub along: Option<Axis>,
    /// What else may stand in its line, if it stands in the line of the goal like the red car of Rush Hour.
    pub in_goal_line: Option<GoalLine>,
}

/// What may stand in the line of the goal, of the pieces that move along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GoalLine {
    /// The goal piece alone.
    Alone,
    /// Others behind the goal piece, where they cannot keep it from the goal.
    Front,
}

/// Pieces of one or several kinds, and their total number.
///
/// A supply with several kinds stands for pieces that are put into the box in any of these ways, such as
/// dominoes that lie or stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supply {
    /// The kinds.
    pub pieces: Vec<KitPiece>,
    /// The total number of pieces of all these kinds.
    pub numbers: RangeInclusive<u32>,
}

/// The pieces of a family of puzzles, as ranges of numbers.
///
/// ```
/// use slideways::design::Kit;
///
/// let kit: Kit = "1*2x2 0..*2x1|1x2 3*1x1".parse()?;
/// assert_eq!(kit.pieces().count(), 4);
/// assert_eq!(kit.supplies[1].numbers, 0..=u32::MAX);
/// assert_eq!(kit.to_string(), "1*2x2 0..*2x1|1x2 3*1x1");
/// # Ok::<(), slideways::design::NotAKit>(())
/// ```
///
/// Each word is a number or a range (`3`, `2..4`, `2..`, `..4`), an asterisk and a shape; without a number
/// there is one piece. A brick has the rows and columns that are written, so `1x2` lies and `2x1` stands;
/// `2x1|1x2` is a piece that does either. Patterns such as `11/01` and names such as `T4` are shapes too. A
/// label tells a piece apart from others of its shape: `goal=1x1 7*1x1`. `1x2:row` and `2x1:column` move
/// only along their line, like the cars of Rush Hour; `red=1x2:row:alone` also keeps other pieces that move
/// along rows out of its row, and `red=1x2:row:front` allows them only behind it, to its left. `any:1..5`
/// stands for all polyominoes of one to five cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kit {
    /// The supplies, in the order of their kinds; none if the kit has all polyominoes.
    pub supplies: Vec<Supply>,
    /// The numbers of cells of a piece, if the kit has all polyominoes.
    pub any: Option<RangeInclusive<u32>>,
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
    /// A label is not a word.
    #[error("`{0}` is not a label; use letters and digits, beginning with a letter")]
    Label(String),
    /// The word after the colon is not an axis.
    #[error("`{0}` is not an axis; write `row`, `column`, `row:alone` or `row:front`")]
    Axis(String),
    /// Pieces of no cell.
    #[error("a piece has at least one cell")]
    NoCells,
    /// A kind occurs twice.
    #[error("the shape `{0}` occurs twice; label pieces that differ: `goal={0}`")]
    Twice(String),
}

impl Kit {
    /// Klotski's pieces: one block of 2 x 2, dominoes that stand or lie, and unit squares.
    pub fn klotski() -> Kit {
        "1*2x2 0..*2x1|1x2 0..*1x1".parse().expect("the kit is well formed")
    }

    /// Dominoes that stand or lie.
    pub fn dominoes() -> Kit {
        "0..*1x2 0..*2x1".parse().expect("the kit is well formed")
    }

    /// The pieces of Rush Hour: the red car, alone in its row, other cars of two cells, and trucks of three.
    pub fn rush() -> Kit {
        let kit = "1*red=1x2:row:alone 0..*1x2:row|2x1:column 0..*1x3:row|3x1:column";
        kit.parse().expect("the kit is well formed")
    }

    /// The pieces of Unit Rush Hour: cars of one cell that move along their row or their column.
    pub fn unit_cars() -> Kit {
        "1*red=1x1:row 0..*1x1:row|1x1:column".parse().expect("the kit is well formed")
    }

    /// All polyominoes with these numbers of cells.
    pub fn any(cells: RangeInclusive<u32>) -> Kit {
        Kit { supplies: vec![], any: Some((*cells.start()).max(1)..=*cells.end()) }
    }

    /// All kinds; their numbers are the positions in this list.
    pub fn pieces(&self) -> impl Iterator<Item = &KitPiece> {
        self.supplies.iter().flat_map(|supply| &supply.pieces)
    }

    /// Numbers of pieces by kind in words: `1*2x2 4*2x1 1*1x2`; kinds without a piece are left out.
    pub fn words(&self, numbers: &[u32]) -> String {
        let some = self.pieces().zip(numbers).filter(|(_, number)| **number > 0);
        some.map(|(piece, number)| format!("{number}*{}", piece.name)).collect::<Vec<_>>().join(" ")
    }
}

impl FromStr for Kit {
    type Err = NotAKit;

    fn from_str(text: &str) -> Result<Kit, NotAKit> {
        if let Some(cells) = text.trim().strip_prefix("any:") {
            let cells = range(cells)?;
            return if *cells.end() == 0 { Err(NotAKit::NoCells) } else { Ok(Kit::any(cells)) };
        }
        let supplies: Vec<Supply> = text.split_whitespace().map(supply).collect::<Result<_, _>>()?;
        if supplies.is_empty() {
            return Err(NotAKit::Empty);
        }
        let kit = Kit { supplies, any: None };
        for (kind, piece) in kit.pieces().enumerate() {
            let (label, shape) = labelled(&piece.name);
            let twice = |other: &KitPiece| match (labelled(&other.name).0, label) {
                (Some(other), Some(label)) => other == label,
                (None, None) => (&other.shape, other.along) == (&piece.shape, piece.along),
                _ => false,
            };
            if kit.pieces().take(kind).any(twice) {
                return Err(NotAKit::Twice(label.unwrap_or(shape).to_owned()));
            }
        }
        Ok(kit)
    }
}

/// Writes the kit as it is read.
impl std::fmt::Display for Kit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(cells) = &self.any {
            return write!(f, "any:{}", ranged(cells));
        }
        let supplies: Vec<String> = self.supplies.iter().map(Supply::to_string).collect();
        f.write_str(&supplies.join(" "))
    }
}

/// Writes the supply as it is read.
impl std::fmt::Display for Supply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.pieces.iter().map(|piece| &*piece.name).collect();
        write!(f, "{}*{}", ranged(&self.numbers), names.join("|"))
    }
}

/// A range as it is read.
fn ranged(range: &RangeInclusive<u32>) -> String {
    match (*range.start(), *range.end()) {
        (first, last) if first == last => format!("{first}"),
        (first, u32::MAX) => format!("{first}.."),
        (first, last) => format!("{first}..{last}"),
    }
}

fn supply(word: &str) -> Result<Supply, NotAKit> {
    let (numbers, names) = match word.split_once('*') {
        Some((numbers, names)) => (range(numbers)?, names),
        None => (1..=1, word),
    };
    Ok(Supply { pieces: names.split('|').map(piece).collect::<Result<_, _>>()?, numbers })
}

/// Read one kind: a label, a shape and an axis; the label and the axis may be missing.
fn piece(name: &str) -> Result<KitPiece, NotAKit> {
    let (label, rest) = labelled(name);
    let mut letters = label.unwrap_or("goal").chars();
    if !(letters.next().is_some_and(char::is_alphabetic) && letters.all(char::is_alphanumeric)) {
        return Err(NotAKit::Label(label.unwrap_or_default().to_owned()));
    }
    let (word, axis) = rest.split_once(':').map_or((rest, None), |(word, axis)| (word, Some(axis)));
    let (along, in_goal_line) = match axis {
        Some("row") => (Some(Axis::Row), None),
        Some("column") => (Some(Axis::Column), None),
        Some("row:alone") => (Some(Axis::Row), Some(GoalLine::Alone)),
        Some("row:front") => (Some(Axis::Row), Some(GoalLine::Front)),
        Some("column:alone") => (Some(Axis::Column), Some(GoalLine::Alone)),
        Some("column:front") => (Some(Axis::Column), Some(GoalLine::Front)),
        Some(axis) => return Err(NotAKit::Axis(axis.to_owned())),
        None => (None, None),
    };
    Ok(KitPiece { name: name.to_owned(), shape: shape(word)?, along, in_goal_line })
}

/// The label and the rest of a name such as `goal=1x1`.
pub(super) fn labelled(name: &str) -> (Option<&str>, &str) {
    name.split_once('=').map_or((None, name), |(label, rest)| (Some(label), rest))
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
        assert_eq!(refused("1x2 2*11"), "the shape `11` occurs twice; label pieces that differ: `goal=11`");
        assert_eq!(refused("1*brick"), "`brick` is not a piece");
        assert_eq!(refused("1*4=1x1"), "`4` is not a label; use letters and digits, beginning with a letter");
        assert!(refused("1x2:up").starts_with("`up` is not an axis; write `row`, `column`"));
        assert_eq!(refused("any:0"), "a piece has at least one cell");
        assert!(refused("a=1x1 a=1x2").starts_with("the shape `a` occurs twice"));
    }

    #[test]
    fn labels_and_axes_tell_pieces_of_one_shape_apart() {
        let kit: Kit = "goal=1x1 2*1x1 1x2 3*1x2:row".parse().unwrap();
        let axes: Vec<_> = kit.pieces().map(|piece| piece.along).collect();
        assert_eq!(axes, [None, None, None, Some(Axis::Row)]);
        assert_eq!(kit.to_string(), "1*goal=1x1 2*1x1 1*1x2 3*1x2:row");
        assert_eq!((Kit::rush().pieces().count(), Kit::dominoes().pieces().count()), (5, 2));
        assert!(Kit::rush().pieces().next().is_some_and(|red| red.in_goal_line == Some(GoalLine::Alone)));
        assert_eq!(Kit::unit_cars().pieces().count(), 3);
    }

    #[test]
    fn all_polyominoes_are_a_kit() {
        let kit: Kit = "any:1..5".parse().unwrap();
        assert_eq!((kit.any.clone(), kit.to_string()), (Some(1..=5), "any:1..5".to_owned()));
        assert_eq!("any:..".parse::<Kit>().unwrap().any, Some(1..=u32::MAX));
    }

    #[test]
    fn numbers_are_written_in_the_order_of_the_kit() {
        assert_eq!(Kit::klotski().words(&[1, 4, 0, 6]), "1*2x2 4*2x1 6*1x1");
    }
}
