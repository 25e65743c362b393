//! The form of the answers of `solve`, for programs.

use crate::commands::solve::template::{Template, parse_template};
use clap::Args;

/// The form of output; without one, text for people.
#[derive(Args)]
pub struct AnswerForm {
    /// Print one JSON object per puzzle, one per line
    #[arg(long, help_heading = "Output for programs")]
    pub json: bool,
    /// Print a table for spreadsheets: one row per puzzle, values separated by commas
    #[arg(long, conflicts_with_all = ["json", "all", "layers", "iterations", "draw"], help_heading = "Output for programs")]
    pub csv: bool,
    /// The same with tabs between the values
    #[arg(long, conflicts_with_all = ["json", "csv", "all", "layers", "iterations", "draw"],
        help_heading = "Output for programs")]
    pub tsv: bool,
    /// Print a line of your own per puzzle, such as '{position}\t{moves}\t{solution}'; the fields are the
    /// columns of --csv
    #[arg(long, value_name = "LINE", value_parser = parse_template, allow_hyphen_values = true,
        conflicts_with_all = ["json", "csv", "tsv", "all", "layers", "iterations", "draw"],
        help_heading = "Output for programs")]
    pub format: Option<Template>,
}
