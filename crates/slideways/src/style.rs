//! Move metrics: the six styles, which factor as *who* × *reach*.
//!
//! *Who* is one piece, or a set of pieces that moves as one rigid body. *Reach* is one step, a straight run,
//! or any path. Knuth's SLIDING numbers the six combinations 3·who + reach.
//!
//! ```
//! use slideways::{Reach, Style, Who};
//!
//! let books: Style = "move".parse().unwrap();
//! assert_eq!(books, Style { who: Who::Piece, reach: Reach::Path });
//! assert_eq!(books.number(), 2);
//! assert_eq!(Style::ALL[5].to_string(), "set-move");
//! ```

use std::{fmt, str::FromStr};

/// Who makes a move: one piece or a set of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Who {
    /// A single piece.
    Piece,
    /// Any set of pieces, moving as one rigid body; it need not be connected.
    Set,
}

/// How far one move may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// One step to a neighbouring cell.
    Step,
    /// Any number of steps in one direction.
    Slide,
    /// Any sequence of steps.
    Path,
}

/// A style of move: the metric in which a solution is shortest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Style {
    /// Who makes a move.
    pub who: Who,
    /// How far one move may go.
    pub reach: Reach,
}

impl Reach {
    /// The reach in one word: `step`, `slide` or `path`.
    pub fn name(self) -> &'static str {
        ["step", "slide", "path"][self as usize]
    }
}

impl Style {
    /// The six styles in the order of Knuth's numbers.
    pub const ALL: [Style; 6] = [
        Style { who: Who::Piece, reach: Reach::Step },
        Style { who: Who::Piece, reach: Reach::Slide },
        Style { who: Who::Piece, reach: Reach::Path },
        Style { who: Who::Set, reach: Reach::Step },
        Style { who: Who::Set, reach: Reach::Slide },
        Style { who: Who::Set, reach: Reach::Path },
    ];

    /// One piece, one step: the default for tiles (single-tile metric).
    pub const STEP: Style = Style::ALL[0];
    /// A set of pieces, one step: style 3, the multi-tile metric on boards of tiles.
    pub const SET_STEP: Style = Style::ALL[3];

    /// One piece, any path: what most books on sliding blocks count.
    pub const MOVE: Style = Style::ALL[2];

    /// Knuth's number of the style, 0 to 5.
    pub fn number(self) -> usize {
        3 * self.who as usize + self.reach as usize
    }

    /// The style's name, as `--style` takes it.
    pub fn name(self) -> &'static str {
        ["step", "slide", "move", "set-step", "set-slide", "set-move"][self.number()]
    }

    /// The style in words.
    pub fn meaning(self) -> &'static str {
        [
            "one piece, one step",
            "one piece, a straight run",
            "one piece, any path",
            "a set of pieces, one step",
            "a set of pieces, a straight run",
            "a set of pieces, any path",
        ][self.number()]
    }

    /// The style in words on a board of tiles, where the one blank allows a single step only.
    pub fn tile_meaning(self) -> &'static str {
        match self.who {
            Who::Piece => "one tile, one step",
            Who::Set => "tiles in a line, together, one step; the multi-tile metric",
        }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names none of the six styles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no style is called `{0}`; the six are step, slide, move, set-step, set-slide, set-move, or 0 to 5")]
pub struct NoSuchStyle(pub String);

impl FromStr for Style {
    type Err = NoSuchStyle;

    /// Reads a name, a number from 0 to 5, or the usual abbreviations for tiles, `stm` and `mtm`.
    fn from_str(text: &str) -> Result<Style, NoSuchStyle> {
        let lower = text.to_ascii_lowercase();
        let name = match lower.as_str() {
            "stm" => "step",
            "mtm" => "set-step",
            other => other,
        };
        Style::ALL
            .into_iter()
            .find(|style| style.name() == name || style.number().to_string() == name)
            .ok_or_else(|| NoSuchStyle(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_read_back() {
        for (number, style) in Style::ALL.into_iter().enumerate() {
            assert_eq!(style.number(), number);
            assert_eq!(style.name().parse(), Ok(style));
            assert_eq!(number.to_string().parse(), Ok(style));
        }
        assert_eq!("MTM".parse(), Ok(Style::ALL[3]));
        assert!("6".parse::<Style>().is_err());
    }
}
