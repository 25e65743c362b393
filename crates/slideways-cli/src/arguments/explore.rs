//! Options of `explore`.

use super::LimitOptions;
use super::tiles::parse_size;
use crate::quantity;
use clap::Args;
use slideways::Style;
use slideways::space::MOST_WORKERS;
use slideways::tiles::Size;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// `explore`
#[derive(Args)]
#[command(after_help = "Exit status: 0 complete, 2 bad input, 3 stopped.")]
pub struct Explore {
    /// Size of a tile board, such as 3x3; or library name, file, `-` for standard input, tile position, Rush
    /// Hour board; or plane, half-plane, quarter-plane
    pub puzzle: String,
    /// What counts as one move: step, slide, move, set-step, set-slide, set-move, or 0 to 5 [default: move
    /// for blocks, step for tiles]
    #[arg(long, allow_negative_numbers = true)]
    pub style: Option<Style>,
    /// Number of farthest positions to show, or `all` [default: 5 for tiles, 1 for blocks]
    #[arg(long, value_name = "N", value_parser = parse_some)]
    pub farthest: Option<usize>,
    /// Find the largest distance between any two arrangements or positions; for tiles, by the cell of the
    /// blank
    #[arg(long)]
    pub diameter: bool,
    /// Also count the shortest solutions of every position: the most, the farthest position with exactly
    /// one, and a table by distance
    #[arg(long, conflicts_with_all = ["components", "happy"])]
    pub solutions: bool,
    /// Write a histogram of the layers to an SVG file
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limits: LimitOptions,
    /// Store the layers in DIR instead of memory (external-memory breadth-first search)
    #[arg(long, value_name = "DIR", help_heading = "Larger than memory",
        conflicts_with_all = ["components", "diameter", "graph", "picture", "happy", "solutions"])]
    pub disk: Option<PathBuf>,
    /// Resume the search in that folder
    #[arg(long, requires = "disk", help_heading = "Larger than memory")]
    pub resume: bool,
    /// Split the work among W workers
    #[arg(long, value_name = "W", requires = "disk", value_parser = parse_workers, help_heading = "Larger than memory")]
    pub workers: Option<usize>,
    /// Split the work among processes that share --disk; FILE lists one host:port per line. Connections are
    /// not encrypted or authenticated: use trusted networks only
    #[arg(long, value_name = "FILE", requires_all = ["disk", "process"], help_heading = "Larger than memory")]
    pub hosts: Option<PathBuf>,
    /// The line of that file that is this process, counted from 0
    #[arg(long, value_name = "I", requires = "hosts", help_heading = "Larger than memory")]
    pub process: Option<usize>,
    /// Time to wait for the other processes
    #[arg(long, value_name = "TIME", requires = "hosts", default_value = "60s", value_parser = quantity::parse_duration,
        help_heading = "Larger than memory")]
    pub wait: Duration,
    /// How often processes save a bit table that they share; saving takes at most a tenth of the time
    #[arg(long, value_name = "TIME", requires = "hosts", default_value = "60s", value_parser = quantity::parse_duration,
        help_heading = "Larger than memory")]
    pub every: Duration,
    /// Also measure distances to the nearest goal, and show N hardest starts, or `all` [default: 1]
    #[arg(long, value_name = "N", value_parser = parse_some, num_args = 0..=1, require_equals = true,
        default_missing_value = "1", help_heading = "Blocks")]
    pub hardest: Option<usize>,
    /// Write the puzzle that begins at a hardest start to FILE: as JSON if the name ends in .json, drawn if
    /// it ends in .drawn, otherwise as puzzle text
    #[arg(long, value_name = "FILE", requires = "hardest", help_heading = "Blocks")]
    pub save: Option<PathBuf>,
    /// Enumerate every arrangement of the pieces, reachable or not, by connected component
    #[arg(long, help_heading = "Blocks", conflicts_with_all = ["farthest", "plot", "diameter", "graph", "picture"])]
    pub components: bool,
    /// Write the graph of all arrangements and moves to a .graphml, .dot, .json or .csv file
    #[arg(long, value_name = "FILE", help_heading = "Blocks")]
    pub graph: Option<PathBuf>,
    /// Draw that graph to an .svg or .png file
    #[arg(long, value_name = "FILE", help_heading = "Blocks")]
    pub picture: Option<PathBuf>,
    /// Write and draw graphs of any size
    #[arg(long, help_heading = "Blocks")]
    pub force: bool,
    /// Draw arrangements in plain ASCII
    #[arg(long, help_heading = "Blocks", conflicts_with = "json")]
    pub ascii: bool,
    /// Count only the positions that can be solved by happy moves alone (each brings its tile nearer to its
    /// goal)
    #[arg(long, help_heading = "Tiles", conflicts_with = "diameter")]
    pub happy: bool,
    /// Count the positions on a GPU; its memory must hold one bit per position
    #[arg(long, help_heading = "Tiles", conflicts_with_all = ["disk", "happy", "solutions", "depth", "components"])]
    pub gpu: bool,
    /// Count only the positions at most N moves away: also for boards of any size, and for plane, half-plane
    /// and quarter-plane
    #[arg(long, value_name = "N", help_heading = "Tiles",
        conflicts_with_all = ["farthest", "disk", "happy", "hardest", "components", "diameter", "graph", "picture"])]
    pub depth: Option<u32>,
    /// With a size, the position at distance 0: blank-last, blank-first, or a position [default: blank-last]
    #[arg(long, help_heading = "Tiles", allow_hyphen_values = true)]
    pub goal: Option<String>,
    /// Rows and columns of a position that does not state its size [default: a square]
    #[arg(long, value_name = "RxC", value_parser = parse_size, help_heading = "Tiles")]
    pub size: Option<Size>,
}

impl Explore {
    /// A given option that only applies to tiles.
    pub fn for_tiles(&self) -> Option<&'static str> {
        first_given(&[
            (self.happy, "happy"),
            (self.goal.is_some(), "goal"),
            (self.size.is_some(), "size"),
            (self.depth.is_some(), "depth"),
            (self.gpu, "gpu"),
        ])
    }

    /// A given option that only applies to blocks.
    pub fn for_blocks(&self) -> Option<&'static str> {
        first_given(&[
            (self.hardest.is_some(), "hardest"),
            (self.save.is_some(), "save"),
            (self.components, "components"),
            (self.graph.is_some(), "graph"),
            (self.picture.is_some(), "picture"),
            (self.force, "force"),
            (self.ascii, "ascii"),
        ])
    }
}

/// The arguments with `--hardest 2` as `--hardest=2`.
///
/// The number is optional, so a word after the option could be the puzzle; a number or `all` is not one.
pub fn joined(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = vec![];
    for argument in arguments {
        let is_number = argument.to_str().is_some_and(|word| parse_some(word).is_ok());
        match joined.last_mut().filter(|last| is_number && *last == "--hardest") {
            Some(last) => {
                last.push("=");
                last.push(argument);
            }
            None => joined.push(argument),
        }
    }
    joined
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_after_hardest_belongs_to_it() {
        let joined = |words: &[&str]| joined(words.iter().map(OsString::from));
        assert_eq!(joined(&["explore", "--hardest", "2", "klotski"]), ["explore", "--hardest=2", "klotski"]);
        assert_eq!(joined(&["--hardest", "all"]), ["--hardest=all"]);
        assert_eq!(joined(&["--hardest", "klotski", "2"]), ["--hardest", "klotski", "2"]);
        assert_eq!(joined(&["--hardest", "--json"]), ["--hardest", "--json"]);
    }
}
