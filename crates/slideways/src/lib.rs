//! Sliding puzzles.
#![warn(missing_docs)]

pub mod format;
pub mod grid;
pub mod library;
pub mod outcome;
pub mod puzzle;
pub mod show;
pub mod style;

pub use style::{NoSuchStyle, Reach, Style, Who};
