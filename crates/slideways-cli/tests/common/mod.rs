//! What the tests of the program as a process share.

use std::process::{Command, Stdio};

/// The program with its arguments; its tables are kept apart from the user's.
pub fn slideways(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_slideways"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("SLIDEWAYS_TABLES", concat!(env!("CARGO_TARGET_TMPDIR"), "/tables"));
    command
}

/// What it said.
pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}
