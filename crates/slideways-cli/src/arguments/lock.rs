//! What can be asked about packings.

use super::LimitOptions;
use crate::picture::Form;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `lock`
#[derive(Args)]
#[command(
    after_help = "Exit status: 0 found, 1 proved that there is none but the empty packing, 2 bad input, \
                        3 stopped."
)]
pub struct Lock {
    /// Size of the box, such as 8x8 or 4x4x4, or a puzzle whose box is taken with its blocked cells
    #[arg(value_name = "BOX")]
    pub container: String,
    /// Brick such as 2x2x1, pattern such as 101/111, or a puzzle whose kinds are taken; `:4` behind it asks for
    /// four of them, `:2..5`, `:2..` or `:..5` for so many at least and at most [default: any number]
    #[arg(required = true, value_name = "PIECE")]
    pub kinds: Vec<String>,
    /// Number of pieces in all, such as 12, 12..14, 12.. or ..14
    #[arg(long, value_name = "RANGE", value_parser = parse_range)]
    pub pieces: Option<Range>,
    /// Cells that stay empty: `corners`, or row,column, in space layer,row,column; counted from 0
    #[arg(long, value_name = "CELL")]
    pub empty: Vec<String>,
    /// Cells that must be covered, written in the same way
    #[arg(long, value_name = "CELL")]
    pub fill: Vec<String>,
    /// What must not slide: a single piece, or any set of pieces together
    #[arg(long, value_name = "WHO", default_value = "piece")]
    pub strength: Strength,
    /// Only packings to which no piece can be added
    #[arg(long)]
    pub maximal: bool,
    /// Pieces may be turned, but not replaced by their mirror images
    #[arg(long)]
    pub no_mirror: bool,
    /// Give a packing of each class
    #[arg(long)]
    pub classes: bool,
    /// Give packings of the first N classes only, and look no further
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub first: Option<u64>,
    /// Write a packing of each class into files in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "count")]
    pub export: Option<PathBuf>,
    /// The forms of these files, split by commas
    #[arg(
        long = "as",
        value_name = "FORM",
        value_delimiter = ',',
        default_value = "svg,iso",
        requires = "export"
    )]
    pub forms: Vec<Form>,
    /// Find the least number of pieces, and prove it
    #[arg(long, conflicts_with_all = ["count", "verify", "search"])]
    pub fewest: bool,
    /// Count packings without looking at each; no classes
    #[arg(long, conflicts_with_all = ["classes", "first", "verify", "search"])]
    pub count: bool,
    /// Count all packings once more, one by one without regard to symmetry
    #[arg(long, conflicts_with = "first")]
    pub verify: bool,
    /// The way to search: links, after Knuth's ANTISLIDE, or default
    #[arg(long, value_name = "SEARCH", default_value = "default", hide_possible_values = true)]
    pub search: Search,
    /// Keep in this file how far a long search has come, and go on from there if it exists
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "verify", "search"])]
    pub resume: Option<PathBuf>,
    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
    /// Give one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limits: LimitOptions,
}

/// Who must not be able to slide.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Strength {
    /// A single piece
    Piece,
    /// Any set of pieces
    Set,
}

/// The ways to search.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Search {
    /// Sets of placements
    Default,
    /// Dancing links
    Links,
}

impl From<Search> for slideways::lock::Search {
    fn from(search: Search) -> slideways::lock::Search {
        match search {
            Search::Default => slideways::lock::Search::Default,
            Search::Links => slideways::lock::Search::DancingLinks,
        }
    }
}

/// At least and at most so many.
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
        Ok((at_least, at_most)) => Err(format!("at least {at_least} and at most {at_most} are none")),
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
