//! How pictures are asked for.

use clap::{Args, ValueEnum};
use slideways::show::board::Page;
use std::path::PathBuf;

/// A picture of what is shown.
#[derive(Args)]
pub struct Pictures {
    /// Draw a picture into a file that ends in .svg, .png or .gif, or as SVG to standard output, `-`; a solution becomes
    /// a strip of boards, or a film if it is a .gif
    #[arg(short, long, value_name = "FILE", conflicts_with = "ascii", help_heading = "Pictures")]
    pub output: Option<PathBuf>,
    /// Make a film of the solution, also if it is an .svg
    #[arg(long, requires = "output", help_heading = "Pictures")]
    pub film: bool,
    /// Moves in a second of a film [default: 2]
    #[arg(long, value_name = "MOVES", value_parser = speed, requires = "output", help_heading = "Pictures")]
    pub speed: Option<f64>,
    /// Dark or light; auto follows the reader's settings where a picture can
    #[arg(long, default_value = "auto", requires = "output", help_heading = "Pictures")]
    pub theme: Theme,
    /// Pixels across; for a strip at most so many [default: 40 for a cell, 1000 for a strip]
    #[arg(long, value_name = "PIXELS", requires = "output", help_heading = "Pictures")]
    #[arg(value_parser = clap::value_parser!(u32).range(16..=16384))]
    pub width: Option<u32>,
    /// Show only every so-manieth board of a strip
    #[arg(long, value_name = "N", requires = "output", help_heading = "Pictures")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub every: Option<u32>,
}

/// What a picture lies on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Theme {
    #[default]
    Auto,
    Light,
    Dark,
}

impl Theme {
    /// The page; where pixels are made it is light unless it was asked to be dark.
    pub fn page(self, pixels: bool) -> Page {
        match self {
            Theme::Auto if pixels => Page::Light,
            Theme::Auto => Page::Auto,
            Theme::Light => Page::Light,
            Theme::Dark => Page::Dark,
        }
    }
}

fn speed(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(speed) if (0.02..=50.0).contains(&speed) => Ok(speed),
        _ => Err("a speed is a number from 0.02 to 50: so many moves in a second".to_owned()),
    }
}
