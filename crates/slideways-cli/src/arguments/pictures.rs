//! Options for pictures.

use clap::{Args, ValueEnum};
use slideways::show::board::Page;
use std::path::PathBuf;

/// A picture of what is shown.
#[derive(Args)]
pub struct Pictures {
    /// Write to an .svg, .png, .gif, .stl or .html file, or as SVG to standard output (`-`); a solution
    /// becomes a strip of boards, or a film in a .gif
    #[arg(short, long, value_name = "FILE", conflicts_with = "ascii", help_heading = "Pictures")]
    pub output: Option<PathBuf>,
    /// Make a film of the solution, even as .svg
    #[arg(long, requires = "output", help_heading = "Pictures")]
    pub film: bool,
    /// Moves per second of a film [default: 2]
    #[arg(long, value_name = "MOVES", value_parser = speed, requires = "output", help_heading = "Pictures")]
    pub speed: Option<f64>,
    /// Dark or light; auto follows the reader's settings where the format allows
    #[arg(long, default_value = "auto", requires = "output", help_heading = "Pictures")]
    pub theme: Theme,
    /// Width in pixels, the maximum for a strip [default: 40 per cell, 1000 for a strip]
    #[arg(long, value_name = "PIXELS", requires = "output", help_heading = "Pictures")]
    #[arg(value_parser = clap::value_parser!(u32).range(16..=16384))]
    pub width: Option<u32>,
    /// Show only every Nth board of a strip
    #[arg(long, value_name = "N", requires = "output", help_heading = "Pictures")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub every: Option<u32>,
}

/// The background of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Theme {
    #[default]
    Auto,
    Light,
    Dark,
}

impl Theme {
    /// The page. A pixel format cannot follow the reader's settings, so `auto` is light there.
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
        _ => Err("expected a number of moves per second from 0.02 to 50".to_owned()),
    }
}
