//! The command line: its commands and options.

pub mod design;
pub mod explore;
pub mod form;
pub mod help;
pub mod lock;
pub mod making;
pub mod pictures;
pub mod random;
pub mod rate;
pub mod sheet;
pub mod styles;
pub mod tables;
pub mod tiles;

use crate::commands::serve::PATIENCE;
use crate::quantity;
use clap::builder::PossibleValue;
use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use making::{Making, ShowForm};
use pictures::Pictures;
use slideways::Style;
use slideways::format::tiles::path::Convention;
use slideways::format::{self, Notation};
use slideways::outcome::Limits;
use std::net::IpAddr;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;
use tiles::{Searching, TileOptions};

/// The command line.
#[derive(Parser)]
#[command(name = "slideways", version, long_version = VERSION.as_str(), about = "A workbench for sliding puzzles", long_about = None)]
pub struct Arguments {
    /// Colours: auto (on terminals, unless NO_COLOR is set), always or never [default: auto]
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(hide_default_value = true, display_order = 900)]
    pub color: ColorChoice,
    /// The command; without one, the program prints examples to try.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The version, with the features and the target for which the program was built.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let features = [("cluster", cfg!(feature = "cluster")), ("gpu", cfg!(feature = "gpu"))];
    let features: Vec<&str> = features.iter().filter(|(_, is_on)| *is_on).map(|(name, _)| *name).collect();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(", ") };
    format!("{}\nfeatures: {features}\ntarget: {}", env!("CARGO_PKG_VERSION"), env!("SLIDEWAYS_TARGET"))
});

/// A command.
#[derive(Subcommand)]
pub enum Command {
    /// Find a shortest solution, or prove that there is none
    Solve(Solve),
    /// Explore the whole state space: positions per distance, hardest starts, diameter, graph
    Explore(explore::Explore),
    /// Find every way to pack a box so that nothing slides
    Lock(lock::Lock),
    /// Find puzzles: the hardest of all that a box allows, or some that meet conditions
    Design(design::Design),
    /// Measure how hard a puzzle is: solutions, counter-intuitive moves, wrong moves, random walk
    Rate(rate::Rate),
    /// Verify a solution move by move, or show what locks a packing
    Check(Check),
    /// Draw a puzzle and print what is known about it
    Show(Show),
    /// Put several puzzles on a sheet of paper, with QR codes that open them
    Sheet(sheet::Sheet),
    /// Write a puzzle in another notation
    Convert(Convert),
    /// Generate random solvable tile positions, or states at an exact distance from the goal
    Random(random::Random),
    /// List the puzzles of the library
    List(List),
    /// Build, list or remove the pattern databases that make tile searches fast
    Tables(tables::Tables),
    /// Start the web page on this machine: play, explore, design
    Serve(Serve),
    /// Measure the speed on this machine, asserting every answer
    Bench(Bench),
    /// Print a script that completes commands and options in a shell
    Completions(Completions),
    /// Print the manual page of a command, or write all pages to a folder
    Man(Man),
}

const PUZZLE: &str =
    "Library name, file, `-` for standard input, drawn board, tile position, scramble, or Rush Hour board";

/// `solve`
#[derive(Args)]
#[command(after_help = "Exit status: 0 solved, 1 proved impossible, 2 bad input, 3 stopped; \
                        the largest one if there are several puzzles.")]
pub struct Solve {
    #[arg(help = PUZZLE, required = true, value_name = "PUZZLE")]
    pub puzzles: Vec<String>,
    /// What counts as one move: step, slide, move, set-step, set-slide, set-move, or 0 to 5 [default: move
    /// for blocks, step for tiles]
    #[arg(long, allow_negative_numbers = true)]
    pub style: Option<Style>,
    /// Solve in several styles and print a table: all, or a list such as step,move
    #[arg(long, value_name = "LIST", value_parser = styles::parse_styles)]
    #[arg(conflicts_with_all = ["style", "all", "count", "layers", "simple_paths", "draw", "disk", "checkpoint", "iterations", "tie_break"])]
    pub styles: Option<styles::Styles>,
    /// Print every shortest solution
    #[arg(long)]
    pub all: bool,
    /// Count the shortest solutions
    #[arg(long)]
    pub count: bool,
    /// Count the arrangements at each distance from the start
    #[arg(long)]
    pub layers: bool,
    /// Count the solutions of each length up to N moves that visit no state twice (simple paths)
    #[arg(long, value_name = "N")]
    pub simple_paths: Option<u32>,
    /// Draw the board after every move
    #[arg(long, conflicts_with_all = ["json", "quiet"])]
    pub draw: bool,
    /// Draw in plain ASCII
    #[arg(long, requires = "draw")]
    pub ascii: bool,
    /// Print one line per puzzle, with its solution, and no progress; with --json, --csv, --tsv or --format,
    /// only hide the progress
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub form: form::AnswerForm,
    #[command(flatten)]
    pub limits: LimitOptions,
    #[command(flatten)]
    pub tiles: TileOptions,
    /// Store the layers of the search in DIR instead of memory; resumes if DIR already holds this puzzle
    #[arg(long, value_name = "DIR", conflicts_with_all = ["all", "count", "layers", "simple_paths"], help_heading = "Blocks")]
    pub disk: Option<PathBuf>,
    /// Search algorithm: pdb (IDA* with pattern databases, the default), plain, unrolled, anytime, or blocks
    /// for a tile puzzle written as blocks
    #[arg(long, hide_possible_values = true, help_heading = "Tiles")]
    pub search: Option<Searching>,
    /// Checkpoint file; the search resumes from it if it exists
    #[arg(long, alias = "resume", value_name = "FILE", help_heading = "Tiles")]
    pub checkpoint: Option<PathBuf>,
    /// Run the long iterations of IDA* on a GPU
    #[arg(long, conflicts_with_all = ["all", "count", "tie_break", "disk"], help_heading = "Tiles")]
    pub gpu: bool,
    /// Print every iteration of IDA*: the lengths it excluded, and when
    #[arg(long, alias = "rounds", conflicts_with = "quiet", help_heading = "Tiles")]
    pub iterations: bool,
    /// Among the shortest solutions, show one that is also shortest in this style: step or set-step
    #[arg(long, alias = "then", value_name = "STYLE", conflicts_with = "all", help_heading = "Tiles")]
    pub tie_break: Option<Style>,
}

/// The limits of a search.
#[derive(Args)]
pub struct LimitOptions {
    /// Number of threads, at most one per core [default: one per core]
    #[arg(long, value_name = "N", value_parser = quantity::parse_threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Memory for states and tables, such as 200M or 4G [default: three quarters of the free memory]
    #[arg(long, value_name = "SIZE", value_parser = quantity::parse_bytes, allow_negative_numbers = true)]
    memory: Option<u64>,
    /// Time per puzzle, such as 500ms, 60s, 5m or 1h [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = quantity::parse_duration, allow_negative_numbers = true)]
    time: Option<Duration>,
}

impl LimitOptions {
    /// The default limits with a time limit.
    pub fn within(time: Duration) -> Limits {
        LimitOptions { threads: None, memory: None, time: Some(time) }.limits()
    }

    /// The limits, with defaults for those that were not given.
    pub fn limits(&self) -> Limits {
        Limits { time: self.time, ..Limits::of_machine(self.threads, self.memory) }
    }
}

/// `check`
#[derive(Args)]
#[command(after_help = "Exit status: 0 a solution, or locked; 1 not a solution, or not locked; 2 bad input.")]
pub struct Check {
    /// Puzzle as for `solve`, or the size of a packed box, such as 4x4x4
    pub puzzle: String,
    /// File, `-` for standard input, or the moves or packing themselves; accepts the output of `solve` and
    /// `lock`
    pub solution: String,
    /// What counts as one move [default: the style named in the solution, else move, or step for tiles]
    #[arg(long)]
    pub style: Option<Style>,
    /// Print one JSON object per solution or packing, one per line
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub tiles: TileOptions,
}

/// `show`
#[derive(Args)]
pub struct Show {
    #[arg(help = format!("{PUZZLE}; or the size of a packed box"))]
    pub puzzle: String,
    /// The packing in the box: file, `-`, or the packing itself, as `lock` prints it; PUZZLE is then a size
    /// such as 4x4x4
    pub packing: Option<String>,
    /// Draw in plain ASCII
    #[arg(long)]
    pub ascii: bool,
    /// What to write: to a file with `--output`, else to standard output
    #[arg(long = "as", value_name = "FORM", conflicts_with = "ascii")]
    pub form: Option<ShowForm>,
    /// Draw every board of a solution: file, `-`, or the moves themselves
    #[arg(long)]
    pub solution: Option<String>,
    #[command(flatten)]
    pub pictures: Pictures,
    #[command(flatten)]
    pub making: Making,
    #[command(flatten)]
    pub tiles: TileOptions,
}

/// `convert`
#[derive(Args)]
pub struct Convert {
    #[arg(help = PUZZLE)]
    pub puzzle: String,
    /// The notation to write; for moves, the convention
    #[arg(long, value_name = "NOTATION")]
    pub to: To,
    /// Convert the moves of a tile solution instead: file, `-`, or the moves themselves
    #[arg(long, help_heading = "Tiles")]
    pub solution: Option<String>,
    /// Use this arrangement as the start: one line as `explore` prints it, or a drawing
    #[arg(long, value_name = "ARRANGEMENT", conflicts_with = "solution", help_heading = "Blocks")]
    pub start: Option<String>,
    /// Rotate the board by 180 degrees and renumber its tiles: blank first becomes blank last
    #[arg(long, conflicts_with = "solution", help_heading = "Tiles")]
    pub turn: bool,
    #[command(flatten)]
    pub tiles: TileOptions,
}

/// A notation of any kind, as an option value.
#[derive(Clone, Copy)]
pub enum To {
    /// Of puzzles.
    Blocks(Notation),
    /// Of positions of tiles.
    Tiles(format::tiles::Notation),
    /// Of their moves.
    Moves(Convention),
}

impl To {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            To::Blocks(notation) => notation.name(),
            To::Tiles(notation) => notation.name(),
            To::Moves(convention) => convention.name(),
        }
    }
}

impl ValueEnum for To {
    fn value_variants<'a>() -> &'a [To] {
        static ALL: LazyLock<Vec<To>> = LazyLock::new(|| {
            let blocks = Notation::ALL.into_iter().map(To::Blocks);
            let tiles = format::tiles::Notation::ALL.into_iter().map(To::Tiles);
            blocks.chain(tiles).chain(Convention::ALL.into_iter().map(To::Moves)).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

/// `serve`
#[derive(Args)]
#[command(mut_arg("time", |time| time.help(format!(
    "Time per search, such as 500ms, 60s or 5m [default: {}s]", PATIENCE.as_secs()
))))]
pub struct Serve {
    /// Port to listen on; 0 for any free one [default: 8015, or the next free one]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Address to listen on; the default accepts this machine only
    #[arg(long, visible_alias = "host", value_name = "IP", default_value = "127.0.0.1")]
    pub address: IpAddr,
    /// Serve every device on the local network, such as the tablets of a class: prints the addresses of this
    /// machine with their QR codes, and accepts host names such as teacher.local. The addresses contain a
    /// token; a device that does not know it is refused
    #[arg(long, conflicts_with = "address")]
    pub lan: bool,
    /// Token in the addresses of `--lan`; one that stays the same suits printed links [default: a new random
    /// one at each start]
    #[arg(long, value_name = "WORD", requires = "lan", value_parser = token)]
    pub token: Option<String>,
    /// Also accept requests for this host name, besides localhost and IP addresses; may be repeated
    #[arg(long = "name", value_name = "HOST")]
    pub names: Vec<String>,
    /// Address of the page as a static site (`cargo xtask site`), to which shared links point
    #[arg(long, value_name = "URL", value_parser = site)]
    pub site: Option<String>,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Number of searches that may run at the same time
    #[arg(long, value_name = "N", default_value = "2")]
    pub searches: NonZero<usize>,
    #[command(flatten)]
    pub limits: LimitOptions,
}

/// Read a token, which is a part of a path.
fn token(text: &str) -> Result<String, String> {
    let fits = (4..=40).contains(&text.len()) && text.bytes().all(|letter| letter.is_ascii_alphanumeric());
    if fits { Ok(text.to_owned()) } else { Err("a token has 4 to 40 letters and digits".to_owned()) }
}

/// Read the address of a site: links are this address and a fragment.
fn site(text: &str) -> Result<String, String> {
    match text.starts_with("https://") || text.starts_with("http://") {
        true => Ok(text.split('#').next().unwrap_or_default().to_owned()),
        false => Err("it does not begin with https://".to_owned()),
    }
}

/// `list`
#[derive(Args)]
pub struct List {
    /// Only puzzles with this word in their name or title, or with a box of this size, such as 5x4
    pub word: Option<String>,
    /// Also list the twins with a whole goal, such as `klotski_full`
    #[arg(long)]
    pub all: bool,
    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    pub json: bool,
}

/// `bench`
#[derive(Args)]
pub struct Bench {
    /// What to measure
    #[arg(required_unless_present = "signature")]
    pub suite: Option<Suite>,
    /// Print one number: the states that all engines expand on a fixed set of questions; it changes only if a
    /// search does
    #[arg(long, conflicts_with_all = ["suite", "quick"])]
    pub signature: bool,
    /// Skip the searches that take minutes
    #[arg(long)]
    pub quick: bool,
}

/// `completions`
#[derive(Args)]
pub struct Completions {
    /// The shell
    pub shell: Shell,
}

/// `man`
#[derive(Args)]
pub struct Man {
    /// The command whose page is printed, such as `solve` or `tables build` [default: the program]
    pub command: Vec<String>,
    /// Write the pages of all commands to DIR
    #[arg(long, short, value_name = "DIR", conflicts_with = "command")]
    pub output: Option<PathBuf>,
}

/// A set of measurements.
#[derive(Clone, Copy, ValueEnum)]
pub enum Suite {
    /// Sliding blocks, in all six styles
    Blocks,
    /// Whole state spaces of sliding blocks: components, hardest starts, a family of puzzles, diameters
    Explore,
    /// Tiles: Korf's instances, random and hard positions, building pattern databases
    Tiles,
    /// Packings in which nothing slides
    Lock,
    /// The page: latency of hints, and a class of 30 clients
    Page,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        help::command().debug_assert();
    }

    #[test]
    fn the_help_of_the_server_gives_its_own_time_limit() {
        let mut command = help::command();
        let help = |name| command.find_subcommand_mut(name).unwrap().render_long_help().to_string();
        let [serve, solve] = ["serve", "solve"].map(help);
        assert!(serve.contains("[default: 60s]") && !serve.contains("no limit"), "{serve}");
        assert!(solve.contains("[default: no limit]"), "{solve}");
    }
}
