//! `completions`: scripts that teach a shell to complete commands and options.

use crate::arguments::help::command;
use crate::problem::Failure;
use crate::status::Status;
use clap_complete::{Shell, generate};
use std::io::Write;

/// Print the script of a shell.
pub fn run(shell: Shell, out: &mut dyn Write) -> Result<Status, Failure> {
    // The generator panics if it cannot write.
    let mut script = vec![];
    generate(shell, &mut command(), "slideways", &mut script);
    out.write_all(&script)?;
    Ok(Status::Success)
}
