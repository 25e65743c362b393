//! `design`: new puzzles, and proofs that there are no harder ones.

mod census;
mod family;
mod human;
mod search;

use crate::arguments::design::{Design, How};
use crate::problem::Failure;
use crate::status::Status;
use std::io::Write;

/// Find puzzles.
pub fn run(design: &Design, out: &mut dyn Write) -> Result<Status, Failure> {
    match &design.how {
        How::Census(options) => census::run(options, out),
        How::Search(options) => search::run(options, out),
    }
}
