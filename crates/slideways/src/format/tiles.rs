//! Positions of tile puzzles in every notation: one number per cell, 0 for the blank.
//!
//! ```text
//! 159d26ae37bf48c0                        compact   one digit per cell, base 36 (Knuth)
//! 15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2   rows      split by `/` or line breaks (slidysim)
//! 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3   list      (Korf, HOG2)
//! 14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3   commas    (24puzzle)
//! 0xfe169b4c0a73d852                      rosetta   hexadecimal (Rosetta Code)
//! 4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0   sized   with its size in front (Tatham's game IDs)
//! 3                                       grid      a size, then the rows (Princeton)
//! 0 1 3
//! 4 2 5
//! 7 8 6
//! ```
//!
//! The notations differ in shape, so [`parse`] reads any of them. `-`, `.` and `_` also stand for the blank,
//! and `;` and `|` also split rows. Arrays such as `[[1,2,3],[4,5,6],[7,8,0]]` are read too, and tiles named
//! by the letters from A: `ABC/DEF/GH.` The size follows from the rows, precedes the position as `3x4:` or on
//! a separate line, or is given by the caller. A position without any size is square. Sizes are always rows x
//! columns; a game ID of a board that is not square has columns first.
//!
//! ```
//! use slideways::format::tiles::{self, Notation};
//!
//! let board = tiles::parse("3x4:1 2 3 4 5 6 7 8 9 10 11 0", None)?;
//! assert_eq!(Notation::Rows.print(&board).as_deref(), Some("1 2 3 4/5 6 7 8/9 10 11 0"));
//! let error = tiles::parse("1 2 3/4 5 6/7 5 0", None).unwrap_err();
//! assert_eq!(error.message, "tile 5 occurs twice");
//! assert_eq!(error.help.as_deref(), Some("8 is missing"));
//! # Ok::<(), slideways::format::error::TextError>(())
//! ```

mod layout;
pub mod path;
mod read;

pub(crate) use read::cells;
pub use read::{Line, is_one_position, looks_like_position, parse, parse_goal, parse_line};

use crate::tiles::{Board, Goal, Size, Tile};

/// Write a goal so that [`parse_goal`] reads it back: by name, or row by row with `*` for open cells.
pub fn print_goal(goal: &Goal) -> String {
    goal.name().map_or_else(|| goal.to_string(), str::to_owned)
}

/// A notation for positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Notation {
    /// One base-36 digit per cell.
    Compact,
    /// Rows split by `/`.
    Rows,
    /// Numbers separated by spaces.
    List,
    /// Numbers separated by commas.
    Commas,
    /// `0x`, then one hexadecimal digit per cell.
    Rosetta,
    /// The size, a colon, then numbers separated by commas.
    Sized,
    /// A line with the size, then the rows.
    Grid,
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 7] = [
        Notation::Compact,
        Notation::Rows,
        Notation::List,
        Notation::Commas,
        Notation::Rosetta,
        Notation::Sized,
        Notation::Grid,
    ];

    /// The name used on the command line.
    pub fn name(self) -> &'static str {
        ["compact", "rows", "list", "commas", "rosetta", "sized", "grid"][self as usize]
    }

    /// The notation called `name`.
    pub fn from_name(name: &str) -> Option<Notation> {
        Notation::ALL.into_iter().find(|notation| notation.name() == name)
    }

    /// Write a position so that it reads back as the same; `None` if the notation cannot express it.
    ///
    /// Notations without rows start with the size if the board is not square.
    pub fn print(self, board: &Board) -> Option<String> {
        let size = board.size();
        let sized = |cells: String| match size.rows() == size.cols() {
            true => cells,
            false => format!("{}x{}:{cells}", size.rows(), size.cols()),
        };
        match self {
            Notation::Compact => Some(sized(digits(board, 36)?)),
            Notation::Rows => Some(rows(board, 0).join("/")),
            Notation::List => Some(sized(join(board.tiles(), " ", 0))),
            Notation::Commas => Some(sized(join(board.tiles(), ",", 0))),
            Notation::Rosetta if size.rows() == size.cols() => Some(format!("0x{}", digits(board, 16)?)),
            Notation::Rosetta => None,
            Notation::Sized => {
                Some(format!("{}x{}:{}", size.rows(), size.cols(), join(board.tiles(), ",", 0)))
            }
            Notation::Grid => Some(format!("{}\n{}\n", size_line(size), rows(board, width(size)).join("\n"))),
        }
    }
}

/// One digit per cell; `None` if a tile has no digit in this base.
fn digits(board: &Board, base: u32) -> Option<String> {
    board
        .tiles()
        .iter()
        .map(|tile| char::from_digit(u32::from(tile.0), 36).filter(|c| c.is_digit(base)))
        .collect()
}

/// One text per row, numbers padded to at least `width`.
fn rows(board: &Board, width: usize) -> Vec<String> {
    board.tiles().chunks(board.size().cols()).map(|row| join(row, " ", width)).collect()
}

fn join(tiles: &[Tile], between: &str, width: usize) -> String {
    tiles.iter().map(|tile| format!("{:>width$}", tile.0)).collect::<Vec<_>>().join(between)
}

/// The width of the largest number.
fn width(size: Size) -> usize {
    (size.cells() - 1).to_string().len()
}

fn size_line(size: Size) -> String {
    if size.rows() == size.cols() {
        size.rows().to_string()
    } else {
        format!("{}x{}", size.rows(), size.cols())
    }
}

#[cfg(test)]
mod tests;
