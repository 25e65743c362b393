//! Options of `rate`.

use super::tiles::parse_size;
use super::{LimitOptions, PUZZLE};
use clap::Args;
use slideways::Style;
use slideways::rate::Rating;
use slideways::read::TileContext;
use slideways::tiles::Size;

/// `rate`
#[derive(Args)]
#[command(after_help = "Exit status: 0 rated, 1 proved impossible, 2 bad input, 3 stopped; \
                        the largest one if there are several puzzles.")]
pub struct Rate {
    #[arg(help = PUZZLE, required_unless_present = "library", value_name = "PUZZLE")]
    pub puzzles: Vec<String>,
    /// Rate all puzzles of the library
    #[arg(long, conflicts_with = "puzzles")]
    pub library: bool,
    /// What counts as one move in all measures except the lengths: step, slide, move, set-step, set-slide,
    /// set-move, or 0 to 5 [default: move for blocks, step for tiles]
    #[arg(long, allow_negative_numbers = true)]
    pub style: Option<Style>,
    /// The first branching counts only if a solution of at most K moves more leaves there
    #[arg(long, value_name = "K", default_value_t = Rating::SLACK)]
    pub slack: u32,
    /// Seed of the random walks, which are sampled if there are more than 100,000 states
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print one table of all puzzles in Markdown, one row per puzzle
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    pub json: bool,
    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub limits: LimitOptions,
    /// Goal: blank-last, blank-first, or a position in which `*` stands for any tile [default: blank-last]
    #[arg(long, help_heading = "Tiles", allow_hyphen_values = true)]
    pub goal: Option<String>,
    /// Rows and columns of positions that do not state their size [default: a square]
    #[arg(long, value_name = "RxC", value_parser = parse_size, help_heading = "Tiles")]
    pub size: Option<Size>,
}

impl Rate {
    /// A given option that only applies to tiles.
    pub fn for_tiles(&self) -> Option<&'static str> {
        match (&self.goal, self.size) {
            (Some(_), _) => Some("goal"),
            (None, Some(_)) => Some("size"),
            (None, None) => None,
        }
    }

    /// What is needed to read positions.
    pub fn reading(&self) -> TileContext<'_> {
        TileContext { size: self.size, goal: self.goal.as_deref(), ..TileContext::default() }
    }
}
