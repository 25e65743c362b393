//! What can be asked about a whole space.

use super::LimitOptions;
use super::tiles::parse_size;
use crate::quantity;
use clap::Args;
use slideways::Style;
use slideways::space::MOST_WORKERS;
use slideways::tiles::Size;
use std::path::PathBuf;
use std::time::Duration;

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
    /// How many of the farthest to show, or `all` [default: 5 positions of tiles, 1 arrangement of blocks]
    #[arg(long, value_name = "N", value_parser = parse_some)]
    pub farthest: Option<usize>,
    /// Draw a histogram of the layers, as SVG
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
    /// Give one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limits: LimitOptions,
    /// Keep the layers in this folder, not in memory, for spaces past it
    #[arg(long, value_name = "DIR", help_heading = "Past memory",
        conflicts_with_all = ["hardest", "components", "diameter", "graph", "picture", "happy"])]
    pub disk: Option<PathBuf>,
    /// Go on with what is in that folder
    #[arg(long, requires = "disk", help_heading = "Past memory")]
    pub resume: bool,
    /// Let so many workers do it, each with its share of the states
    #[arg(long, value_name = "W", requires = "disk", value_parser = parse_workers, help_heading = "Past memory")]
    pub workers: Option<usize>,
    /// Several processes do it together, which all see that folder: one `host:port` a line. The connections are
    /// neither encrypted nor protected: for trusted networks only
    #[arg(long, value_name = "FILE", requires_all = ["disk", "process"], help_heading = "Past memory")]
    pub hosts: Option<PathBuf>,
    /// Which line of that file is this process; the first is 0
    #[arg(long, value_name = "I", requires = "hosts", help_heading = "Past memory")]
    pub process: Option<usize>,
    /// How long to wait for the other processes
    #[arg(long, value_name = "TIME", requires = "hosts", default_value = "60s", value_parser = quantity::parse_duration,
        help_heading = "Past memory")]
    pub wait: Duration,
    /// The distances to the nearest goal too, and the hardest starts: N of them, or `all` [default: 1]
    #[arg(long, value_name = "N", value_parser = parse_some, num_args = 0..=1, require_equals = true,
        default_missing_value = "1", help_heading = "Blocks")]
    pub hardest: Option<usize>,
    /// All ways to put the pieces into the box, and how they hang together
    #[arg(long, help_heading = "Blocks", conflicts_with_all = ["farthest", "plot", "diameter", "graph", "picture"])]
    pub components: bool,
    /// How far two arrangements can be from each other
    #[arg(long, help_heading = "Blocks")]
    pub diameter: bool,
    /// Write the graph of all arrangements and moves: to a file that ends in .graphml, .dot, .json or .csv
    #[arg(long, value_name = "FILE", help_heading = "Blocks")]
    pub graph: Option<PathBuf>,
    /// Draw that graph: to a file that ends in .svg or .png
    #[arg(long, value_name = "FILE", help_heading = "Blocks")]
    pub picture: Option<PathBuf>,
    /// Write and draw graphs of any size
    #[arg(long, help_heading = "Blocks")]
    pub force: bool,
    /// Draw arrangements in plain ASCII
    #[arg(long, help_heading = "Blocks", conflicts_with = "json")]
    pub ascii: bool,
    /// Count only the positions that need no sad moves: each brings its tile nearer home
    #[arg(long, help_heading = "Tiles")]
    pub happy: bool,
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
        let given = [(self.happy, "happy"), (self.goal.is_some(), "goal"), (self.size.is_some(), "size")];
        first_given(&given)
    }

    /// An option that makes sense for blocks alone, if one was given.
    pub fn for_blocks(&self) -> Option<&'static str> {
        first_given(&[
            (self.hardest.is_some(), "hardest"),
            (self.components, "components"),
            (self.diameter, "diameter"),
            (self.graph.is_some(), "graph"),
            (self.picture.is_some(), "picture"),
            (self.force, "force"),
            (self.ascii, "ascii"),
        ])
    }
}

/// Read a number of workers.
fn parse_workers(text: &str) -> Result<usize, String> {
    let most = MOST_WORKERS;
    let expected = format!("expected a number from 1 to {most}");
    text.parse().ok().filter(|workers| (1..=most).contains(workers)).ok_or(expected)
}

fn first_given(options: &[(bool, &'static str)]) -> Option<&'static str> {
    options.iter().find(|(given, _)| *given).map(|&(_, name)| name)
}

/// Read a number of things, or `all`.
fn parse_some(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        number => number.parse().map_err(|_| "expected a number such as `5`, or `all`".to_owned()),
    }
}
