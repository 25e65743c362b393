//! Options of `tables`.

use super::LimitOptions;
use super::tiles::parse_size;
use clap::{Args, Subcommand};
use slideways::tiles::Size;

/// `tables`
#[derive(Args)]
#[command(
    after_help = "Tables are stored in the folder that `tables list` prints; SLIDEWAYS_TABLES selects another."
)]
pub struct Tables {
    /// What to do
    #[command(subcommand)]
    pub what: What,
}

/// What to do with tables.
#[derive(Subcommand)]
pub enum What {
    /// Build tables and store them: large ones for boards of 15 and 16 cells, which make searching many times
    /// faster
    Build(Build),
    /// List the stored tables, and check each one
    List(List),
    /// Remove stored tables
    Remove(Remove),
}

/// `tables build`
#[derive(Args)]
#[command(after_help = "Exit status: 0 built or already there, 2 bad input, 3 stopped.")]
pub struct Build {
    /// Rows and columns
    #[arg(value_name = "RxC", value_parser = parse_size, default_value = "4x4")]
    pub size: Size,
    /// Goal of the blank: blank-last, blank-first, or a position
    #[arg(long, default_value = "blank-last", allow_hyphen_values = true)]
    pub goal: String,
    /// Build the small tables that a search would otherwise build each time
    #[arg(long)]
    pub small: bool,
    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub limits: LimitOptions,
}

/// `tables list`
#[derive(Args)]
pub struct List {
    /// Print one JSON object per file, one per line
    #[arg(long)]
    pub json: bool,
}

/// `tables remove`
#[derive(Args)]
pub struct Remove {
    /// Names of files, as `tables list` prints them
    #[arg(required_unless_present = "all")]
    pub names: Vec<String>,
    /// Remove all of them
    #[arg(long, conflicts_with = "names")]
    pub all: bool,
}
