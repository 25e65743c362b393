//! Options of `random`.

use super::{LimitOptions, To};
use clap::Args;
use slideways::Style;

/// `random`
#[derive(Args)]
#[command(
    after_help = "Exit status: 0 complete, 1 no state is that far from the goal, 2 bad input, 3 stopped."
)]
pub struct Random {
    /// Size of a tile board, such as 4x4; with --distance also a block puzzle: library name, file, `-`, or
    /// drawn board
    pub puzzle: String,
    /// Seed; the same seed gives the same positions [default: a new one each time, which is printed]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Number of positions
    #[arg(long, short, alias = "count", value_name = "N", default_value_t = 1)]
    pub number: u64,
    /// The notation to write [default: rows; for blocks, arrangements as `explore` prints them]
    #[arg(long, value_name = "NOTATION")]
    pub to: Option<To>,
    /// Goal that every position can reach: blank-last, blank-first, or a position [default: blank-last]
    #[arg(long, allow_hyphen_values = true)]
    pub goal: Option<String>,
    /// Only states whose shortest solution has exactly D moves; for blocks, to the nearest goal
    #[arg(long, value_name = "D", help_heading = "Exact distance")]
    pub distance: Option<u32>,
    /// What counts as one move: step, slide, move, set-step, set-slide, set-move, or 0 to 5 [default: move
    /// for blocks, step for tiles]
    #[arg(long, allow_negative_numbers = true, requires = "distance", help_heading = "Exact distance")]
    pub style: Option<Style>,
    /// Print one JSON object
    #[arg(long, requires = "distance", conflicts_with = "to", help_heading = "Exact distance")]
    pub json: bool,
    /// Print the states only: no progress, no line about the sample
    #[arg(long, short, requires = "distance", help_heading = "Exact distance")]
    pub quiet: bool,
    #[command(flatten, next_help_heading = "Exact distance")]
    pub limits: LimitOptions,
}
