//! Notations: readers and writers of puzzles, solutions and tile positions.
//!
//! [`parse`] reads a puzzle in any notation and recognises the notation by its shape:
//!
//! ```
//! use slideways::format::{self, Notation};
//!
//! let board = "..B AAB ...";
//! assert_eq!(format::detect(board), Notation::RushHour);
//! let puzzle = format::parse(board).unwrap().puzzle;
//! assert_eq!(Notation::Sliding.print(&puzzle).unwrap().lines().next(), Some("3 x 3"));
//! ```
//!
//! [`tiles`] reads and writes tile positions and paths.

pub mod drawn;
pub mod error;
pub mod gnome;
pub mod json;
mod piece;
pub mod polyomino;
pub mod rush_hour;
pub mod sliding;
pub mod solution;
pub mod tiles;

pub use piece::{NotAPiece, pieces};

use crate::grid::Grid;
use crate::puzzle::Puzzle;
use error::{Parsed, TextError};
use std::str::FromStr;

/// A notation for puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Notation {
    /// Puzzle text, a superset of SLIDING's input; can express every puzzle.
    Sliding,
    /// Fogleman's strings.
    RushHour,
    /// The maps of GNOME Klotski.
    Gnome,
    /// Rows of letters, one per cell; can express every puzzle of connected pieces.
    Drawn,
    /// JSON; can express every puzzle.
    Json,
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 5] =
        [Notation::Sliding, Notation::RushHour, Notation::Gnome, Notation::Drawn, Notation::Json];

    /// The name that users give.
    pub fn name(self) -> &'static str {
        ["sliding", "rush-hour", "gnome", "drawn", "json"][self as usize]
    }

    /// The notation with a name.
    pub fn from_name(name: &str) -> Option<Notation> {
        Notation::ALL.into_iter().find(|notation| notation.name() == name)
    }

    /// Read a puzzle in this notation.
    pub fn parse(self, text: &str) -> Result<Parsed<Puzzle>, TextError> {
        match self {
            Notation::Sliding => sliding::parse(text),
            Notation::RushHour => rush_hour::parse(text),
            Notation::Gnome => gnome::parse(text),
            Notation::Drawn => drawn::parse(text),
            Notation::Json => json::parse(text),
        }
    }

    /// Write a puzzle in this notation; `None` if the notation cannot express the puzzle.
    pub fn print(self, puzzle: &Puzzle) -> Option<String> {
        match self {
            Notation::Sliding => Some(sliding::print(puzzle)),
            Notation::RushHour => rush_hour::print(puzzle),
            Notation::Gnome => gnome::print(puzzle),
            Notation::Drawn => drawn::print(puzzle),
            Notation::Json => Some(json::print(puzzle)),
        }
    }
}

/// Read a puzzle in the notation that its text looks like.
pub fn parse(text: &str) -> Result<Parsed<Puzzle>, TextError> {
    detect(text).parse(text)
}

/// Reads the notation that the text looks like. Warnings are dropped; [`parse`] returns them.
impl FromStr for Puzzle {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Puzzle, TextError> {
        parse(text).map(|parsed| parsed.puzzle)
    }
}

/// The notation that a text looks like, even if the text contains mistakes.
///
/// Puzzle text begins with a size, before anything except comments, and defines kinds; without kinds, rows of
/// letters after the size are a drawing. Without a size, lines that define kinds identify puzzle text. A
/// drawing with a goal is recognised before Rush Hour boards and maps, because those contain no goal. A text
/// that looks like no notation also counts as puzzle text: the error about its first line then tells the user
/// what to write.
pub fn detect(text: &str) -> Notation {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let sized = lines.clone().find(|line| !line.trim_start().starts_with('#')).is_some_and(sliding::is_size);
    if text.trim_start().starts_with('{') || is_json(text) {
        Notation::Json
    } else if lines.any(is_kind) {
        Notation::Sliding
    } else if sized {
        if drawn::is_drawn(text) { Notation::Drawn } else { Notation::Sliding }
    } else if drawn::has_goal(text) && drawn::is_drawn(text) {
        Notation::Drawn
    } else if is_board(text) {
        Notation::RushHour
    } else if is_map(text) && (text.contains('*') || !drawn::is_drawn(text)) {
        Notation::Gnome
    } else if text.trim_start().starts_with('[') {
        Notation::Json
    } else if drawn::is_drawn(text) {
        Notation::Drawn
    } else {
        Notation::Sliding
    }
}

/// Any JSON value except a number, which is more likely the beginning of a size.
fn is_json(text: &str) -> bool {
    let begins = text.trim_start().starts_with(|c: char| "[\"ntf".contains(c));
    begins && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// `1 = 11/01`
pub(crate) fn is_kind(line: &str) -> bool {
    line.split_once('=').is_some_and(|(name, pattern)| {
        name.trim().chars().count() == 1 && pattern.trim().chars().all(|c| "01/".contains(c))
    })
}

/// Only the characters of a Rush Hour board, in a square or with the car `AA` or `XX`; or such boards as
/// lines of Fogleman's database. A square of several rows without any `A` or `X` is a drawing.
fn is_board(text: &str) -> bool {
    let text = text.trim();
    if text.lines().next().is_some_and(|line| rush_hour::database_line(line).is_some()) {
        return true;
    }
    let text = text.strip_prefix('#').unwrap_or(text);
    let board = match rush_hour::has_slashes(text) {
        true => text,
        false => text.split_once('/').map_or(text, |(board, _)| board),
    };
    let rows = rush_hour::rows(board);
    let side = if rows.len() == 1 { rows[0].len().isqrt() } else { rows.len() };
    let named = (rows.len() == 1 && !drawn::is_drawn(text)) || board.contains(['A', 'X']);
    let square = side >= 2 && side.checked_mul(side) == Some(rows.concat().len()) && named;
    let legal = |c: char| c.is_ascii_alphabetic() || c == '.';
    rows.iter().all(|row| row.chars().all(legal)) && (square || board.contains("AA") || board.contains("XX"))
}

/// A row of walls, gates and targets only; or a piece `*`, with a wall, or with targets in a box without one.
fn is_map(text: &str) -> bool {
    let wall = |line: &str| line.contains("##") && line.chars().all(|c| "#-. ".contains(c));
    let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let bare = text.contains('.') && Grid::plane(text.lines().count(), width).is_some();
    text.lines().map(str::trim_end).any(wall) || (text.contains('*') && (text.contains("##") || bare))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KLOTSKI: &str = "5 x 4 Klotski\n1 = 11/11\n2 = 1/1\n3 = 11\n4 = 1\n212232444004\ngoal 1@3,1\n";
    const MAP: &str = "  ######\n  -ab**#\n  ######\n..\n";
    const BOARD: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

    #[test]
    fn notations_are_told_by_their_shape() {
        for (text, notation) in [
            (KLOTSKI, Notation::Sliding),
            ("\n# found in an attic\n##########\n5x4", Notation::Sliding),
            ("2 X 2\n", Notation::Sliding),
            ("2×2\n", Notation::Sliding),
            ("  # by hand\n5x4", Notation::Sliding),
            ("# AA..\n1 = 11\n", Notation::Sliding),
            ("", Notation::Sliding),
            ("five by four", Notation::Sliding),
            (BOARD, Notation::RushHour),
            ("#AA../3\n", Notation::RushHour),
            ("AA.\n...\n...\n", Notation::RushHour),
            ("AA.\n...\n..\n", Notation::RushHour),
            (MAP, Notation::Gnome),
            ("######\n#a**b#\n", Notation::Gnome),
            (".aa*\n..###\n", Notation::Gnome),
            ("*ab\n  .\n", Notation::Gnome),
            ("X..\nX..\n...\n", Notation::RushHour),
            ("XX..B", Notation::RushHour),
            ("60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n", Notation::RushHour),
            ("60 AA.. 7\n51 .AA. 9\n", Notation::RushHour),
            ("60 cells and 7 pieces", Notation::Sliding),
            (" \n {", Notation::Json),
            ("null\n", Notation::Json),
            ("true", Notation::Json),
            ("[]", Notation::Json),
            ("[{\"format\"", Notation::Json),
            ("\"5 x 4\"", Notation::Json),
            ("12", Notation::Sliding),
            ("tAA.", Notation::RushHour),
            ("..B/AAB/...", Notation::RushHour),
            ("..B/aaB/...", Notation::Drawn),
        ] {
            assert_eq!(detect(text), notation, "{text:?}");
        }
    }

    #[test]
    fn what_is_printed_is_told_by_its_shape() {
        for text in [KLOTSKI, MAP, BOARD] {
            let puzzle = parse(text).unwrap().puzzle;
            assert!(detect(text).print(&puzzle).is_some());
            for notation in Notation::ALL {
                let printed = notation.print(&puzzle);
                assert_eq!(printed.as_deref().map_or(notation, detect), notation, "{printed:?}");
            }
        }
    }

    #[test]
    fn names_read_back() {
        for notation in Notation::ALL {
            assert_eq!(Notation::from_name(notation.name()), Some(notation));
        }
    }
}
