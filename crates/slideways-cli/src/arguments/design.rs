//! Options of `design`.

mod family;
mod search;

pub use family::FamilyOptions;
pub use search::{SearchOptions, UniqueName};

use super::LimitOptions;
use super::styles::{Styles, parse_styles};
use clap::{Args, Subcommand};
use slideways::{Style, Who};
use std::path::PathBuf;

/// `design`
#[derive(Args)]
pub struct Design {
    /// How to find puzzles
    #[command(subcommand)]
    pub how: How,
}

/// How to find puzzles.
#[derive(Subcommand)]
pub enum How {
    /// Search all arrangements of every set of pieces that a box allows, and prove which start is the hardest
    Census(CensusOptions),
    /// Search for puzzles that meet conditions, or for the hardest, where a census would take too long
    Search(SearchOptions),
}

/// `design census`
#[derive(Args)]
#[command(after_help = "All numbers are raw: mirror images count separately. Sizes are rows x columns.\n\
                        Exit status: 0 complete, 1 proved that no arrangement can be solved, 2 bad input, \
                        3 stopped.")]
pub struct CensusOptions {
    #[command(flatten)]
    pub family: FamilyOptions,
    /// What counts as one move: step, slide, move, set-step, set-slide, set-move, or 0 to 5 [default: move]
    #[arg(long, allow_negative_numbers = true)]
    pub style: Option<Style>,
    /// Search in several styles: all (step, slide and move), or a list such as step,move
    #[arg(long, value_name = "LIST", value_parser = parse_styles, conflicts_with_all = ["style", "save"])]
    pub styles: Option<Styles>,
    /// Count only starts with a single shortest solution, as a sequence of arrangements
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "sequences", hide_possible_values = true)]
    pub unique: Option<UniqueName>,
    /// Number of hardest starts to show
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub hardest: usize,
    /// Write the puzzle that begins at a hardest start to FILE: as JSON if the name ends in .json, drawn if
    /// it ends in .drawn, otherwise as puzzle text
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Count the arrangements, and do not search them
    #[arg(long, conflicts_with = "save")]
    pub count: bool,
    /// Checkpoint file; resumes from it if it exists
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    pub checkpoint: Option<PathBuf>,
    /// Draw arrangements in plain ASCII
    #[arg(long, conflicts_with = "json")]
    pub ascii: bool,
    /// Print one JSON object per style, one per line
    #[arg(long)]
    pub json: bool,
    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub limits: LimitOptions,
}

impl CensusOptions {
    /// The styles to search in.
    pub fn styles(&self) -> Vec<Style> {
        match &self.styles {
            Some(Styles::These(styles)) => styles.clone(),
            Some(Styles::All) => Style::ALL.into_iter().filter(|style| style.who == Who::Piece).collect(),
            None => vec![self.style.unwrap_or(Style::MOVE)],
        }
    }
}
