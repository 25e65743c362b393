//! Chores of the repository, run as `cargo xtask CHORE`.
//!
//! `test` does everything a change must pass, in the order in which it fails fastest.
//! The first failure ends it, and the command that failed is the last thing printed, ready to be run again
//! by itself.

mod paths;
mod run;

use run::{Command, Failure};
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask CHORE

chores:
  test          formatting, lints, paths, all tests, the page in a browser; installs what is missing
  test --slow   the same, and the tests marked as slow, optimised
  screens       the screenshots of the README, taken anew
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let chore: fn() -> Result<Vec<String>, Failure> = match arguments[..] {
        ["test"] => || test(false),
        ["test", "--slow"] => || test(true),
        ["screens"] => screens,
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match chore() {
        Ok(passed) => {
            println!("\ndone:");
            for what in passed {
                println!("  {what}");
            }
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("\nfailed: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Run all checks; gives the list of what passed.
fn test(slow: bool) -> Result<Vec<String>, Failure> {
    for component in ["rustfmt", "clippy"] {
        run::install(component)?;
    }
    run::install_browser()?;
    let mut checks = vec![
        Command::cargo("fmt --all --check"),
        Command::cargo("clippy --workspace --all-targets -- -D warnings"),
        Command::cargo("test --workspace"),
        Command::cargo("test --workspace --test browser -- --ignored --test-threads=2"),
    ];
    if slow {
        checks.push(Command::cargo("test --release --workspace -- --include-ignored"));
    }
    let mut passed = vec![paths::check()?];
    for check in checks {
        check.run()?;
        passed.push(check.to_string());
    }
    Ok(passed)
}

/// Take the screenshots that the README shows.
fn screens() -> Result<Vec<String>, Failure> {
    run::install_browser()?;
    let screens = Command::cargo("test --workspace --test screens -- --ignored");
    screens.run()?;
    Ok(vec![screens.to_string()])
}
