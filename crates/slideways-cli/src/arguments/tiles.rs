//! Options for tile positions.

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use slideways::format::tiles::path::Convention;
use slideways::read::TileContext;
use slideways::solver::Search;
use slideways::tiles::{NotASize, Size};

/// How to read and write positions of tiles.
#[derive(Args, Clone, Default)]
pub struct TileOptions {
    /// Goal: blank-last, blank-first, or a position in which `*` stands for any tile [default: blank-last]
    #[arg(long, help_heading = "Tiles", allow_hyphen_values = true)]
    pub goal: Option<String>,
    /// Rows and columns of positions that do not state their size [default: a square]
    #[arg(long, value_name = "RxC", value_parser = parse_size, help_heading = "Tiles")]
    pub size: Option<Size>,
    /// Read PUZZLE as a scramble, moves that are applied to the goal; files have one per line. Words such as
    /// R3U2 are recognised without it
    #[arg(long, help_heading = "Tiles")]
    pub scramble: bool,
    /// Notation of moves: letters (direction of the tile), blank (direction of the blank), tiles (tile
    /// numbers) or cells (cells the blank visits) [default: letters]
    #[arg(long, value_name = "CONVENTION", hide_possible_values = true, help_heading = "Tiles")]
    pub notation: Option<Moves>,
}

impl TileOptions {
    /// A given option, if any.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            (self.notation.is_some(), "notation"),
            (self.goal.is_some(), "goal"),
            (self.size.is_some(), "size"),
            (self.scramble, "scramble"),
        ];
        given.into_iter().find(|(given, _)| *given).map(|(_, name)| name)
    }

    /// What is needed to read positions.
    pub fn reading(&self) -> TileContext<'_> {
        TileContext { size: self.size, goal: self.goal.as_deref(), convention: self.convention() }
    }

    /// The convention for moves.
    pub fn convention(&self) -> Convention {
        self.notation.map_or(Convention::Letters, |moves| moves.0)
    }
}

/// A notation of moves, as an option value.
#[derive(Clone, Copy)]
pub struct Moves(pub Convention);

impl ValueEnum for Moves {
    fn value_variants<'a>() -> &'a [Moves] {
        const ALL: [Moves; 4] = [
            Moves(Convention::Letters),
            Moves(Convention::Blank),
            Moves(Convention::Tiles),
            Moves(Convention::Cells),
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()))
    }
}

/// What the notation means.
pub fn meaning(convention: Convention) -> &'static str {
    match convention {
        Convention::Letters => "direction in which each tile moves",
        Convention::Blank => "direction in which the blank moves",
        Convention::Tiles => "numbers of the tiles that move",
        Convention::Cells => "cells that the blank visits, counted from 0",
    }
}

/// A search algorithm, as an option value.
#[derive(Clone, Copy)]
pub struct Searching(pub Search);

impl ValueEnum for Searching {
    fn value_variants<'a>() -> &'a [Searching] {
        const ALL: [Searching; Search::ALL.len()] = {
            let mut all = [Searching(Search::Pdb); Search::ALL.len()];
            let mut i = 0;
            while i < all.len() {
                all[i] = Searching(Search::ALL[i]);
                i += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let value = PossibleValue::new(self.0.name());
        Some(if self.0 == Search::Pdb { value.alias("default") } else { value })
    }
}

/// Read a size: `3x4`.
pub fn parse_size(text: &str) -> Result<Size, NotASize> {
    text.parse()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_rows_by_columns() {
        assert_eq!(parse_size("3x4").unwrap().to_string(), "3 x 4");
        assert_eq!(parse_size(" 2 X 128 ").unwrap().to_string(), "2 x 128");
        for text in ["", "4", "x", "4x", "1x9", "16x17", "-3x4", "3x4x5", "99999999999999999999x2"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }
}
