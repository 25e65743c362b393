//! Options of `lock`.

use super::LimitOptions;
use crate::picture::Form;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `lock`
#[derive(Args)]
#[command(after_help = "Exit status: 0 found, 1 proved that only the empty packing is locked, 2 bad input, \
                        3 stopped.")]
pub struct Lock {
    /// Size of the box, such as 8x8 or 4x4x4, or a puzzle whose box, with its blocked cells, is used
    #[arg(value_name = "BOX")]
    pub container: String,
    /// Brick such as 2x2x1, pattern such as 101/111, polyomino such as T, X5 or pentominoes, or a puzzle
    /// whose kinds are used; a suffix gives the number of pieces: `:4`, `:2..5`, `:2..` or `:..5` [default:
    /// any number]
    #[arg(required = true, value_name = "PIECE")]
    pub kinds: Vec<String>,
    /// Total number of pieces, such as 12, 12..14, 12.. or ..14
    #[arg(long, value_name = "RANGE", value_parser = parse_range)]
    pub pieces: Option<Range>,
    /// Cells that stay empty: `corners`, or row,column, or layer,row,column in 3-D; counted from 0
    #[arg(long, value_name = "CELL")]
    pub empty: Vec<String>,
    /// Cells that must be covered, written the same way
    #[arg(long, value_name = "CELL")]
    pub fill: Vec<String>,
    /// What must not slide: a single piece, or any set of pieces together
    #[arg(long, value_name = "WHO", default_value = "piece")]
    pub strength: Strength,
    /// Only packings to which no piece can be added
    #[arg(long)]
    pub maximal: bool,
    /// Allow rotated pieces, but not mirror images
    #[arg(long)]
    pub no_mirror: bool,
    /// Print one packing per class
    #[arg(long)]
    pub classes: bool,
    /// Stop after the first N classes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub first: Option<u64>,
    /// Write one packing per class to files in DIR
    #[arg(long, value_name = "DIR", conflicts_with = "count")]
    pub export: Option<PathBuf>,
    /// The forms of these files, separated by commas
    #[arg(
        long = "as",
        value_name = "FORM",
        value_delimiter = ',',
        default_value = "svg,iso",
        requires = "export"
    )]
    pub forms: Vec<Form>,
    /// Find the smallest number of pieces, with proof
    #[arg(long, conflicts_with_all = ["count", "verify", "search"])]
    pub fewest: bool,
    /// Count packings without enumerating them; reports no classes
    #[arg(long, conflicts_with_all = ["classes", "first", "verify", "search"])]
    pub count: bool,
    /// Count all packings again, one by one and without symmetry
    #[arg(long, conflicts_with = "first")]
    pub verify: bool,
    /// Search algorithm: backtrack, or dlx (dancing links, after Knuth's ANTISLIDE)
    #[arg(long, value_name = "SEARCH", default_value = "backtrack", hide_possible_values = true)]
    pub search: Search,
    /// Checkpoint file; the search resumes from it if it exists
    #[arg(long, alias = "resume", value_name = "FILE", conflicts_with_all = ["count", "verify", "search"])]
    pub checkpoint: Option<PathBuf>,
    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limits: LimitOptions,
}

/// What must not be able to slide.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Strength {
    /// A single piece
    Piece,
    /// Any set of pieces
    Set,
}

/// The search algorithms.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Search {
    /// Backtracking over sets of placements
    #[value(alias = "default")]
    Backtrack,
    /// Dancing links
    #[value(alias = "links")]
    Dlx,
}

impl From<Search> for slideways::lock::Search {
    fn from(search: Search) -> slideways::lock::Search {
        match search {
            Search::Backtrack => slideways::lock::Search::Backtrack,
            Search::Dlx => slideways::lock::Search::DancingLinks,
        }
    }
}

/// A range of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub at_least: u32,
    pub at_most: u32,
}

/// Read a range: `12`, `12..14`, `12..`, `..14`.
pub fn parse_range(text: &str) -> Result<Range, String> {
    let number = |text: &str, missing: u32| match text.trim() {
        "" => Ok(missing),
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => Ok(digits.parse().unwrap_or(u32::MAX)),
        _ => Err(()),
    };
    let ends = match text.split_once("..") {
        Some((first, last)) => number(first, 0).and_then(|first| Ok((first, number(last, u32::MAX)?))),
        None if text.trim().is_empty() => Err(()),
        None => number(text, 0).map(|only| (only, only)),
    };
    match ends {
        Ok((at_least, at_most)) if at_least <= at_most => Ok(Range { at_least, at_most }),
        Ok((at_least, at_most)) => Err(format!("the range {at_least}..{at_most} is empty")),
        Err(()) => Err("expected a number or a range such as `12`, `12..14`, `12..` or `..14`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_may_be_open() {
        for (text, at_least, at_most) in
            [("12", 12, 12), ("12..14", 12, 14), ("12..", 12, u32::MAX), ("..14", 0, 14), ("..", 0, u32::MAX)]
        {
            assert_eq!(parse_range(text), Ok(Range { at_least, at_most }), "{text}");
        }
        for text in ["", "a", "3..2", "1..2..3", "-1", "1.5"] {
            assert!(parse_range(text).is_err(), "{text}");
        }
    }
}
