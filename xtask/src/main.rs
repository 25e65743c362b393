//! Chores of the repository, run as `cargo xtask CHORE`.
//!
//! `test` does everything a change must pass, in the order in which it fails fastest.
//! The first failure ends it, and the command that failed is the last thing printed, ready to be run again
//! by itself.

mod biome;
mod book;
mod browser;
mod licences;
mod metadata;
mod paths;
mod run;
mod tool;

use browser::BROWSER;
use metadata::Metadata;
use run::{Command, Failure};
use std::process::ExitCode;
use std::time::Instant;

const USAGE: &str = "\
usage: cargo xtask CHORE

chores:
  test          everything a change must pass: formatting, lints, licences, documentation, all tests and
                examples, packages; the book if mdBook is there; the format and lints of the page if Node.js
                is there, and the page in a browser if Chromium is there (as root on Debian both are
                installed; with CI=true both must be there)
  test --slow   the same, and the tests marked as slow, optimised
  format-page   write the format of the page's JavaScript and CSS
  book          the book as HTML, in target/book; installs mdBook into target/tools if it is missing
  screens       the screenshots of the README, taken again
";

/// The quick checks, in cargo's words.
const CHECKS: [&str; 5] = [
    "fmt --all --check",
    "clippy --workspace --all-targets --features slideways-cli/cluster -- -D warnings",
    "clippy --package slideways-cli --all-targets -- -D warnings",
    "clippy --package slideways --no-default-features -- -D warnings",
    "check --manifest-path fuzz/Cargo.toml --target-dir target/fuzz",
];

/// Reading, checking and drawing without threads, C code and files; built without optimisation, since it is small.
const LIGHT: &str = "test --package slideways --no-default-features --test formats --test show --test pictures \
                     --config profile.dev.package.slideways.opt-level=0";

/// The program as it is built by default refuses what needs workers.
const ALONE: &str = "test --package slideways-cli --test external -- a_program_without_workers";

/// What passed, and how long each took.
#[derive(Default)]
struct Passed(Vec<String>);

impl Passed {
    /// Run a check; it says what passed.
    fn note(&mut self, check: impl FnOnce() -> Result<String, Failure>) -> Result<(), Failure> {
        let begin = Instant::now();
        let what = check()?;
        self.0.push(format!("{:>7.1} s  {what}", begin.elapsed().as_secs_f64()));
        Ok(())
    }

    /// Run a command.
    fn run(&mut self, command: &Command) -> Result<(), Failure> {
        self.note(|| command.run().map(|()| command.to_string()))
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let chore: fn() -> Result<Passed, Failure> = match arguments[..] {
        ["test"] => || test(false),
        ["test", "--slow"] => || test(true),
        ["format-page"] => format_page,
        ["book"] => book,
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
            for what in passed.0 {
                println!("{what}");
            }
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("\nfailed: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Run all checks.
fn test(slow: bool) -> Result<Passed, Failure> {
    for component in ["rustfmt", "clippy"] {
        run::install(component)?;
    }
    let browser = BROWSER.ready(false)?;
    let biome = biome::ready(false)?;
    let metadata = Metadata::read()?;
    let mut passed = Passed::default();
    passed.note(paths::check)?;
    passed.note(|| licences::check(&metadata))?;
    match biome {
        true => passed.run(&biome::check())?,
        false => passed.0.push("  skipped  the format and lints of the page".to_owned()),
    }
    if Command::cargo("deny --version").works() {
        passed.run(&Command::cargo("deny check licenses bans sources"))?;
    }
    for check in CHECKS {
        passed.run(&Command::cargo(check))?;
    }
    passed.run(&Command::cargo("doc --workspace --no-deps").with("RUSTDOCFLAGS", "-Dwarnings"))?;
    passed.run(&Command::cargo("package --workspace --exclude xtask --allow-dirty --no-verify"))?;
    passed.run(&Command::cargo("test --workspace --features slideways-cli/cluster"))?;
    passed.run(&Command::cargo(LIGHT))?;
    passed.run(&Command::cargo(ALONE))?;
    // `cargo test` has built the examples too.
    for example in metadata.examples() {
        passed.run(&Command::new(example.display().to_string(), ""))?;
    }
    match book::installed() {
        Some(mdbook) => passed.note(|| book::build(&mdbook))?,
        None => {
            passed.0.push("  skipped  the book: mdBook is missing; `cargo xtask book` installs it".to_owned())
        }
    }
    match browser {
        true => {
            let browser = "test --workspace --features slideways-cli/cluster --test browser -- --ignored --test-threads=2";
            passed.run(&Command::cargo(browser))?
        }
        false => passed.0.push("  skipped  the tests of the page in a browser".to_owned()),
    }
    if slow {
        passed.run(&Command::cargo("package --workspace --exclude xtask --allow-dirty"))?;
        // What the page's crate marks as ignored needs the browser, or takes screenshots.
        let ignored = "test --release --workspace --exclude slideways-web --features slideways-cli/cluster \
                       -- --include-ignored";
        passed.run(&Command::cargo(ignored))?;
    }
    Ok(passed)
}

/// Write the format of the page's files.
fn format_page() -> Result<Passed, Failure> {
    biome::ready(true)?;
    let mut passed = Passed::default();
    passed.run(&biome::format())?;
    Ok(passed)
}

/// Build the book.
fn book() -> Result<Passed, Failure> {
    let mdbook = book::ready()?;
    let mut passed = Passed::default();
    passed.note(|| book::build(&mdbook))?;
    Ok(passed)
}

/// Take the screenshots that the README shows.
fn screens() -> Result<Passed, Failure> {
    BROWSER.ready(true)?;
    let mut passed = Passed::default();
    passed.run(&Command::cargo("test --workspace --test screens -- --ignored"))?;
    Ok(passed)
}
