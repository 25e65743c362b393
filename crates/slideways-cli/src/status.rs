//! How the program ends.

use std::process::ExitCode;

/// The exit status. Of several, the largest is the one that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Solved, found, done.
    Success = 0,
    /// Proved impossible, or proved wrong.
    Impossible = 1,
    /// The input or the use of the command is wrong; clap ends with the same.
    BadInput = 2,
    /// A limit or the user stopped it before it was known.
    Stopped = 3,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}
