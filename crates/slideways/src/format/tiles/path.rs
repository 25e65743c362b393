//! Paths as text, in the four common conventions.
//!
//! ```text
//! letters   R3U2LD        the directions of the tiles; a count for several in a line (slidysim)
//! blank     lllddru       the directions of the blank, one letter per step (Rosetta Code)
//! tiles     7 6 5 9 13    the numbers of the tiles that move
//! cells     6,5,4,8,12    the cells that the blank visits, from 0 (24puzzle)
//! ```
//!
//! Slideways prints the first convention, and also reads `U2 R D L3` and `UURDLLL`. The letters alone do not
//! say whether the tiles or the blank move, so the caller names the convention.
//!
//! In the last two conventions one word may stand for several steps: if the tile or cell is in line with the
//! blank, all tiles between them move too, as after a click.
//!
//! ```
//! use slideways::format::tiles::{self, path, path::Convention};
//!
//! let start = tiles::parse("1 2 3/0 4 5/7 8 6", None)?;
//! let steps = path::parse("L2U", Convention::Letters, &start)?;
//! let print = |convention| path::print(&steps, convention, &start).unwrap();
//! assert_eq!(print(Convention::Blank), "rrd");
//! assert_eq!(print(Convention::Tiles), "4 5 6");
//! assert_eq!(print(Convention::Cells), "4,5,8");
//! # Ok::<(), slideways::format::error::TextError>(())
//! ```

use super::layout::words;
use crate::format::error::{TextError, span_of};
use crate::grid::{Cell, Dir};
use crate::style::Who;
use crate::tiles::{Board, Size, Tile, moves};

/// The most tiles that can move together: a full row of the longest board.
const MOST_IN_RUN: usize = Size::MOST_CELLS / 2 - 1;

/// What a path lists: directions, tiles or cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Convention {
    /// The directions of the tiles.
    Letters,
    /// The directions of the blank.
    Blank,
    /// The numbers of the tiles.
    Tiles,
    /// The cells that the blank enters, counted from 0.
    Cells,
}

impl Convention {
    /// All conventions.
    pub const ALL: [Convention; 4] =
        [Convention::Letters, Convention::Blank, Convention::Tiles, Convention::Cells];

    /// The name used on the command line.
    pub fn name(self) -> &'static str {
        ["letters", "blank", "tiles", "cells"][self as usize]
    }

    /// The convention called `name`.
    pub fn from_name(name: &str) -> Option<Convention> {
        Convention::ALL.into_iter().find(|convention| convention.name() == name)
    }
}

/// Write a path; `None` if the convention needs the positions and the path is not legal from `start`.
pub fn print(path: &[Dir], convention: Convention, start: &Board) -> Option<String> {
    let counted = |run: moves::Run| {
        // No board has longer runs. They are split, because the reader refuses such a count.
        let (whole, rest) = (run.tiles / MOST_IN_RUN, run.tiles % MOST_IN_RUN);
        let letter = run.dir.letter();
        let piece = |tiles: usize| if tiles == 1 { letter.to_string() } else { format!("{letter}{tiles}") };
        piece(MOST_IN_RUN).repeat(whole) + &if rest > 0 { piece(rest) } else { String::new() }
    };
    Some(match convention {
        Convention::Letters => moves::runs(path).into_iter().map(counted).collect(),
        Convention::Blank => path.iter().map(|dir| dir.opposite().letter().to_ascii_lowercase()).collect(),
        Convention::Tiles => followed(path, start, |tile, _| tile.to_string())?.join(" "),
        Convention::Cells => followed(path, start, |_, blank| blank.0.to_string())?.join(","),
    })
}

/// One word per step of a legal path.
pub fn steps(path: &[Dir], convention: Convention, start: &Board) -> Vec<String> {
    match convention {
        Convention::Letters => path.iter().map(|dir| dir.letter().to_string()).collect(),
        Convention::Blank => followable(path, convention, start).chars().map(String::from).collect(),
        Convention::Tiles | Convention::Cells => {
            let text = followable(path, convention, start);
            text.split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
        }
    }
}

/// One word per move of a legal path. Tiles that move together have one word: the tile or the cell to
/// click, or all the letters.
pub fn moves(path: &[Dir], who: Who, convention: Convention, start: &Board) -> Vec<String> {
    let steps = steps(path, convention, start);
    if who == Who::Piece {
        return steps;
    }
    let mut rest = &steps[..];
    let word = |run: moves::Run| {
        let (run_steps, after) = rest.split_at(run.tiles);
        rest = after;
        match convention {
            Convention::Letters => followable(&vec![run.dir; run.tiles], convention, start),
            Convention::Blank => run_steps.concat(),
            Convention::Tiles | Convention::Cells => run_steps[run.tiles - 1].clone(),
        }
    };
    moves::runs(path).into_iter().map(word).collect()
}

fn followable(path: &[Dir], convention: Convention, start: &Board) -> String {
    print(path, convention, start).expect("the path can be followed")
}

/// One word per step, made of the tile that moved and the cell it left.
fn followed(path: &[Dir], start: &Board, word: impl Fn(Tile, Cell) -> String) -> Option<Vec<String>> {
    let mut at = start.clone();
    path.iter().map(|&dir| at.slide(dir).map(|tile| word(tile, at.blank()))).collect()
}

/// Read a path. Letters are not checked for legality; tiles and cells are followed from the start.
pub fn parse(text: &str, convention: Convention, start: &Board) -> Result<Vec<Dir>, TextError> {
    match convention {
        Convention::Letters | Convention::Blank => letters(text, convention),
        Convention::Tiles => clicks(text, start, |at, word| tile(text, at, word)),
        Convention::Cells => clicks(text, start, |at, word| cell(text, at, word)),
    }
}

fn letters(text: &str, convention: Convention) -> Result<Vec<Dir>, TextError> {
    let mut path = vec![];
    let mut rest = text.trim_start_matches(is_gap);
    while let Some(c) = rest.chars().next() {
        let letter = &rest[..c.len_utf8()];
        let dir = Dir::from_letter(c).filter(|dir| Dir::ALL[..4].contains(dir));
        let dir = match (dir, convention) {
            (Some(dir), Convention::Blank) => dir.opposite(),
            (Some(dir), _) if c.is_ascii_uppercase() => dir,
            (Some(_), _) => {
                let message = format!("`{c}` is not the direction of a tile");
                return Err(TextError::new(span_of(text, letter), message, "expected a capital letter")
                    .help("small letters are the directions of the blank, convention `blank`"));
            }
            (None, _) => {
                let message = format!("`{c}` is not a direction");
                return Err(TextError::new(span_of(text, letter), message, "expected U, D, L or R"));
            }
        };
        rest = &rest[letter.len()..];
        let digits = &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())];
        path.extend(std::iter::repeat_n(dir, count(text, digits)?));
        rest = rest[digits.len()..].trim_start_matches(is_gap);
    }
    Ok(path)
}

fn is_gap(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// The number of tiles that move; 1 without a count.
fn count(text: &str, digits: &str) -> Result<usize, TextError> {
    match digits.parse() {
        Ok(count @ 1..=MOST_IN_RUN) => Ok(count),
        _ if digits.is_empty() => Ok(1),
        _ => {
            let message = format!("{digits} tiles cannot move together");
            Err(TextError::new(span_of(text, digits), message, format!("expected 1 to {MOST_IN_RUN}")))
        }
    }
}

/// Follows words that each name a cell, in line with the blank, to which the blank moves.
fn clicks(
    text: &str,
    start: &Board,
    target: impl Fn(&Board, &str) -> Result<Cell, TextError>,
) -> Result<Vec<Dir>, TextError> {
    let mut at = start.clone();
    let mut path = vec![];
    for word in words(text) {
        let target = target(&at, word)?;
        let (size, blank) = (at.size(), at.blank());
        let steps = size.distance(blank, target) as usize;
        let towards = |dir: &&Dir| {
            let mut next = at.clone();
            next.run(**dir, steps) && next.blank() == target
        };
        match Dir::ALL[..4].iter().find(towards) {
            Some(&dir) => {
                at.run(dir, steps);
                path.extend(std::iter::repeat_n(dir, steps));
            }
            None => {
                let place = |cell: Cell| (cell.index() / size.cols(), cell.index() % size.cols());
                let ((row, col), (blank_row, blank_col)) = (place(target), place(blank));
                let message = format!("step {}: `{word}` cannot be moved", path.len() + 1);
                let label = format!(
                    "in row {row}, column {col}; the blank is in row {blank_row}, column {blank_col}"
                );
                return Err(TextError::new(span_of(text, word), message, label)
                    .help("only tiles in the row or column of the blank can move"));
            }
        }
    }
    Ok(path)
}

/// The cell of a tile, by the tile's number.
fn tile(text: &str, at: &Board, word: &str) -> Result<Cell, TextError> {
    let cells = at.size().cells();
    match word.parse::<usize>() {
        Ok(number) if (1..cells).contains(&number) => Ok(at.cells()[number]),
        _ => {
            let label = format!("expected a number from 1 to {}", cells - 1);
            Err(TextError::new(span_of(text, word), format!("there is no tile `{word}`"), label))
        }
    }
}

/// A cell, by its number.
fn cell(text: &str, at: &Board, word: &str) -> Result<Cell, TextError> {
    let cells = at.size().cells();
    match word.parse::<u16>() {
        Ok(number) if usize::from(number) < cells => Ok(Cell(number)),
        _ => {
            let label = format!("expected a number from 0 to {}", cells - 1);
            Err(TextError::new(span_of(text, word), format!("there is no cell `{word}`"), label))
        }
    }
}
