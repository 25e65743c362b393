//! What can be asked about a whole space.

use super::LimitOptions;
use super::tiles::parse_size;
use clap::Args;
use slideways::Style;
use slideways::tiles::Size;

/// `explore`
#[derive(Args)]
#[command(after_help = "Exit status: 0 counted to the end, 2 bad input, 3 stopped.")]
pub struct Explore {
    /// Size of a board of tiles, such as 3x3; or name in the library, file, `-` for standard input, a
    /// position of tiles, or a Rush Hour board
    pub puzzle: String,
    /// What counts as one move: step, slide, move, set-step, set-slide, set-move, or 0 to 5 [default: move
    /// for blocks, step for tiles]
    #[arg(long, allow_negative_numbers = true)]
    pub style: Option<Style>,
    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
    /// Give one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limits: LimitOptions,
    /// Count only the positions that need no sad moves: each brings its tile nearer home
    #[arg(long, help_heading = "Tiles")]
    pub happy: bool,
    /// How many of the farthest positions to show
    #[arg(long, value_name = "N", help_heading = "Tiles")]
    pub farthest: Option<usize>,
    /// With a size, where the distances begin: blank-last, blank-first, or a position [default: blank-last]
    #[arg(long, help_heading = "Tiles", allow_hyphen_values = true)]
    pub goal: Option<String>,
    /// Rows and columns of a position that does not say it [default: a square]
    #[arg(long, value_name = "RxC", value_parser = parse_size, help_heading = "Tiles")]
    pub size: Option<Size>,
}

impl Explore {
    /// An option that makes sense for tiles alone, if one was given.
    pub fn for_tiles(&self) -> Option<&'static str> {
        let given = [
            (self.happy, "happy"),
            (self.farthest.is_some(), "farthest"),
            (self.goal.is_some(), "goal"),
            (self.size.is_some(), "size"),
        ];
        given.into_iter().find(|(given, _)| *given).map(|(_, name)| name)
    }
}
