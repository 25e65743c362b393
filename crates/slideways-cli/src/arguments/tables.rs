//! What can be asked about tables.

use super::LimitOptions;
use super::tiles::parse_size;
use clap::{Args, Subcommand};
use slideways::tiles::Size;

/// `tables`
#[derive(Args)]
#[command(
    after_help = "Tables are kept in the folder that `tables list` names; SLIDEWAYS_TABLES chooses another one."
)]
pub struct Tables {
    /// What to do with them
    #[command(subcommand)]
    pub what: What,
}

/// What to do with tables.
#[derive(Subcommand)]
pub enum What {
    /// Build tables and keep them: large ones for boards of 15 and 16 cells, whose search they make faster many times
    Build(Build),
    /// List the tables that are kept, and whether they are whole
    List(List),
    /// Remove tables that are kept
    Remove(Remove),
}

/// `tables build`
#[derive(Args)]
#[command(after_help = "Exit status: 0 built, or there already, 2 bad input, 3 stopped.")]
pub struct Build {
    /// Rows and columns
    #[arg(value_name = "RxC", value_parser = parse_size, default_value = "4x4")]
    pub size: Size,
    /// Where the blank belongs: blank-last, blank-first, or a position
    #[arg(long, default_value = "blank-last", allow_hyphen_values = true)]
    pub goal: String,
    /// Build the tables that a search would build by itself
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
    /// Give one JSON object a file and line
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
