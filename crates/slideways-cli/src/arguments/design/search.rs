//! Options of `design search`.

use super::family::{FamilyOptions, parse_range};
use crate::arguments::LimitOptions;
use clap::{Args, ValueEnum};
use slideways::Style;
use slideways::design::{Conditions, Minimal, Unique};
use slideways::format::Notation;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// `design search`
#[derive(Args)]
#[command(after_help = "Everything about a puzzle is proved, except that there is no better one.\n\
                        Expressions: numbers, + - * /, < <= > >= = !=, and, or, not, min(a,b), max(a,b), and \
                        the measures of `rate`.\n\
                        Exit status: 0 found, 2 bad input, 3 stopped before.")]
#[command(mut_arg("time", |time| time.help(
    "Time for the search, such as 500ms, 60s, 5m or 1h [default: 60s for the best, no limit with --number]"
)))]
pub struct SearchOptions {
    #[command(flatten)]
    pub family: FamilyOptions,
    /// Number of moves of a shortest solution, such as 30..35
    #[arg(long, value_name = "RANGE", value_parser = parse_range, help_heading = "Conditions")]
    pub moves: Option<RangeInclusive<u32>>,
    /// One shortest solution; with =up-to-order, one if neighbouring moves may be interchanged
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true, help_heading = "Conditions")]
    #[arg(default_missing_value = "sequences", hide_possible_values = true)]
    pub unique: Option<UniqueName>,
    /// No piece can be removed without making the puzzle shorter; with =weak, no piece that stays still in
    /// every shortest solution
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true, help_heading = "Conditions")]
    #[arg(default_missing_value = "strict", hide_possible_values = true)]
    pub minimal: Option<WeakName>,
    /// Every piece moves in some shortest solution
    #[arg(long, help_heading = "Conditions")]
    pub all_move: bool,
    /// Number of states that the start can reach, such as 1000..20000
    #[arg(long, value_name = "RANGE", value_parser = parse_range, help_heading = "Conditions")]
    pub states: Option<RangeInclusive<u32>>,
    /// Any condition on the measures of `rate`, such as 'counter_intuitive >= 5 and pieces <= 12'
    #[arg(long = "where", value_name = "EXPRESSION", help_heading = "Conditions")]
    pub filter: Option<String>,
    /// The number that should be as large as possible, such as 'moves - 0.5*pieces' [default: moves, unless
    /// --number is given]
    #[arg(long, value_name = "EXPRESSION")]
    pub best: Option<String>,
    /// Number of puzzles; without --best the search ends when it has found them [default: 1, the best found]
    #[arg(long = "number", alias = "count", value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub count: Option<u64>,
    /// A graded deck of N puzzles, chosen from four times as many so that no two look alike
    #[arg(long, value_name = "N", conflicts_with_all = ["count", "best"])]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub pack: Option<u64>,
    /// Number of tiers of a deck; the number of moves rises from tier to tier
    #[arg(long, value_name = "N", requires = "pack", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub tiers: u64,
    /// Search at most about this number of puzzles; the answer then depends on the seed only
    #[arg(long, value_name = "N")]
    pub candidates: Option<u64>,
    /// Seed; the same seed finds the same puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// What counts as one move: step, slide or move, or 0 to 2 [default: move]
    #[arg(long, allow_negative_numbers = true)]
    pub style: Option<Style>,
    /// Print the puzzles only, in this notation: sliding, rush-hour, gnome, drawn or json
    #[arg(long, value_name = "NOTATION", value_parser = parse_notation, conflicts_with = "json")]
    pub to: Option<Notation>,
    /// Write the best puzzle, or the first one, to FILE: as JSON if the name ends in .json, drawn if it ends
    /// in .drawn, otherwise as puzzle text
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Draw arrangements in plain ASCII
    #[arg(long, conflicts_with_all = ["json", "to"])]
    pub ascii: bool,
    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    pub json: bool,
    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub limits: LimitOptions,
}

/// When a solution is unique.
#[derive(Clone, Copy, ValueEnum)]
pub enum UniqueName {
    /// No other sequence of arrangements is as short.
    Sequences,
    /// The same up to the order of moves.
    UpToOrder,
}

/// When a puzzle is minimal.
#[derive(Clone, Copy, ValueEnum)]
pub enum WeakName {
    /// No piece can be removed.
    Strict,
    /// No piece that stays still can be removed.
    Weak,
}

impl SearchOptions {
    /// The conditions, without the filter.
    pub fn conditions(&self) -> Conditions {
        let any = Conditions::default();
        let open = |end: u32| if end == u32::MAX { u64::MAX } else { end.into() };
        let states = self.states.as_ref().map(|range| u64::from(*range.start())..=open(*range.end()));
        Conditions {
            moves: self.moves.clone().unwrap_or(any.moves),
            unique: self.unique.map(|how| match how {
                UniqueName::Sequences => Unique::Sequences,
                UniqueName::UpToOrder => Unique::UpToOrder,
            }),
            minimal: self.minimal.map(|how| match how {
                WeakName::Strict => Minimal::Strict,
                WeakName::Weak => Minimal::Weak,
            }),
            all_move: self.all_move,
            states: states.unwrap_or(any.states),
            filter: None,
        }
    }
}

fn parse_notation(text: &str) -> Result<Notation, String> {
    let named = Notation::ALL.into_iter().find(|notation| notation.name() == text);
    named.ok_or_else(|| {
        let names: Vec<&str> = Notation::ALL.into_iter().map(Notation::name).collect();
        format!("expected one of {}", names.join(", "))
    })
}
