//! Notations: every way people write puzzles and solutions, read and written here.

pub mod error;
pub mod gnome;
pub mod json;
pub mod rush_hour;
pub mod sliding;
pub mod solution;
