//! Options of `sheet`.

use super::PUZZLE;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `sheet`
#[derive(Args)]
pub struct Sheet {
    #[arg(help = PUZZLE, required = true, value_name = "PUZZLE")]
    pub puzzles: Vec<String>,
    /// Write to this file instead of standard output: .html, .pdf, or .svg, which has one file per page
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Size of the paper
    #[arg(long, default_value = "a4")]
    pub paper: PaperSize,
    /// Address of a page to play on, such as http://192.168.1.2:8015/; each puzzle gets its link as a QR code
    #[arg(long, value_name = "ADDRESS")]
    pub link: Option<String>,
    /// Goal of tile positions: blank-last, blank-first, or a position [default: blank-last]
    #[arg(long, help_heading = "Tiles", allow_hyphen_values = true)]
    pub goal: Option<String>,
}

/// A size of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PaperSize {
    /// 210 x 297 mm
    A4,
    /// 8.5 x 11 inches
    Letter,
}
