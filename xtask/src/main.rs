//! Chores of the repository, run as `cargo xtask CHORE`.
//!
//! `test` runs everything that a change must pass, fastest failures first.
//! The first failure ends it. The failed command is printed last, ready to be run again by itself.

mod axe;
mod biome;
mod book;
mod browser;
mod dist;
mod licences;
mod metadata;
mod paths;
mod ptx;
mod python;
mod run;
mod tool;
mod wasm;

use browser::BROWSER;
use metadata::Metadata;
use python::PYTHON;
use run::{Command, Failure};
use std::process::ExitCode;
use std::time::Instant;
use wasm::WASM;

const USAGE: &str = "\
usage: cargo xtask CHORE

chores:
  test          run everything a change must pass: formatting, lints, licences, documentation, all tests and
                examples, packages. Also builds the book if mdBook is installed, checks the format and lints
                of the page if Node.js is installed, tests the page in a browser if Chromium is installed, and
                both without a server if Rust has the target wasm32-unknown-unknown, and builds and tests the
                Python package if Python is installed. It installs that target with rustup, and as root on
                Debian Node.js, Chromium and Python; with CI=true it requires them
  test --slow   also run the tests marked as slow, optimised
  format-page   format the page's JavaScript and CSS
  book          build the book as HTML in target/book; installs mdBook into target/tools if it is missing
  python        build the wheel of the Python package, install it in a fresh virtual environment in
                target/python, and run its tests there
  site          write the page as files for any static host into target/site; `--serve` also serves them,
                `--bench` measures it in Chromium beside the program
  dist          build the program as a download: an archive with manual, completions and licences in target/dist
  ptx           make the PTX of the GPU kernels again; needs Python and its package registry, no GPU
  screens       retake the screenshots of the README
";

/// The quick checks, as arguments of cargo.
const CHECKS: [&str; 5] = [
    "fmt --all --check",
    "clippy --workspace --all-targets --features slideways-cli/cluster,slideways-cli/gpu -- -D warnings",
    "clippy --package slideways-cli --all-targets -- -D warnings",
    "clippy --package slideways --no-default-features -- -D warnings",
    "check --manifest-path fuzz/Cargo.toml --target-dir target/fuzz",
];

/// Reading, checking and drawing without threads, C code and files; built without optimisation, since it is
/// small.
const LIGHT: &str = "test --package slideways --no-default-features --test formats --test show --test pictures \
                     --config profile.dev.package.slideways.opt-level=0";

/// The default build of the program refuses commands that need workers.
const ALONE: &str = "test --package slideways-cli --test external -- a_program_without_workers";

/// The library and its module, as the browser runs them: 32-bit addresses, no threads, no files.
const MODULE: &str = "clippy --package slideways-wasm --target wasm32-unknown-unknown -- -D warnings";

/// The page as files for any static host. The library only writes a style sheet there, so it is not
/// optimised.
const SITE: &str = "run --quiet --package xtask-site --config profile.dev.package.slideways.opt-level=0";
const SERVE_SITE: &str =
    "run --quiet --package xtask-site --config profile.dev.package.slideways.opt-level=0 -- --serve";

/// The site, seen from the crate of the page's tests.
const SITE_FOLDER: &str = "../../target/site";

/// The tests of the page in a browser.
const BROWSER_TESTS: &str = "test --workspace --features slideways-cli/cluster,slideways-cli/gpu --test browser* -- --ignored --test-threads=2";

/// Those that need no server, with the page as a static site.
const SITE_TESTS: &str = "test --workspace --features slideways-cli/cluster,slideways-cli/gpu --test browser --test browser_access \
                          --test browser_limits --test browser_make --test browser_views --test site -- --ignored --test-threads=2";

/// The speed of the site beside that of the program, which is built as users build it.
const PROGRAM: &str = "build --release --package slideways-cli";
const SITE_BENCH: &str = "test --package slideways-web --test site_bench -- --ignored --nocapture";

/// What passed, and the time each took.
#[derive(Default)]
struct Passed(Vec<String>);

impl Passed {
    /// Runs a check, which returns what passed.
    fn note(&mut self, check: impl FnOnce() -> Result<String, Failure>) -> Result<(), Failure> {
        let begin = Instant::now();
        let what = check()?;
        self.0.push(format!("{:>7.1} s  {what}", begin.elapsed().as_secs_f64()));
        Ok(())
    }

    /// Runs a command.
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
        ["python"] => python,
        ["site"] => || site(SITE),
        ["site", "--serve"] => || site(SERVE_SITE),
        ["site", "--bench"] => site_bench,
        ["dist"] => dist,
        ["ptx"] => ptx,
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

/// Runs all checks.
fn test(slow: bool) -> Result<Passed, Failure> {
    for component in ["rustfmt", "clippy"] {
        run::install(component)?;
    }
    let browser = BROWSER.ready(false)?;
    let biome = biome::ready(false)?;
    let axe = axe::ready(false)?;
    let wasm = WASM.ready(false)?;
    let python = PYTHON.ready(false)?;
    let metadata = Metadata::read()?;
    let mut passed = Passed::default();
    passed.note(paths::check)?;
    passed.note(|| licences::check(&metadata))?;
    match biome {
        true => biome::check().iter().try_for_each(|check| passed.run(check))?,
        false => passed.0.push("  skipped  formatting and lints of the page".to_owned()),
    }
    if Command::cargo("deny --version").works() {
        passed.run(&Command::cargo("deny check licenses bans sources"))?;
    }
    for check in CHECKS {
        passed.run(&Command::cargo(check))?;
    }
    match wasm {
        true => passed.run(&Command::cargo(MODULE))?,
        false => passed.0.push("  skipped  the module of the page without a server".to_owned()),
    }
    passed.run(&Command::cargo("doc --workspace --no-deps").with("RUSTDOCFLAGS", "-Dwarnings"))?;
    passed.run(&Command::cargo(
        "package --workspace --exclude slideways-py --exclude xtask --exclude xtask-site --allow-dirty --no-verify",
    ))?;
    passed.run(&Command::cargo("test --workspace --features slideways-cli/cluster,slideways-cli/gpu"))?;
    passed.run(&Command::cargo(LIGHT))?;
    passed.run(&Command::cargo(ALONE))?;
    // `cargo test` has also built the examples.
    for example in metadata.examples() {
        passed.run(&Command::new(example.display().to_string(), ""))?;
    }
    match book::installed() {
        Some(mdbook) => passed.note(|| book::build(&mdbook))?,
        None => {
            passed.0.push("  skipped  the book: mdBook is missing; `cargo xtask book` installs it".to_owned())
        }
    }
    if browser && !axe {
        passed.0.push("  skipped  barriers of the page that axe-core would find".to_owned());
    }
    match python {
        true => python::commands().iter().try_for_each(|command| passed.run(command))?,
        false => passed.0.push("  skipped  the Python package".to_owned()),
    }
    match browser {
        true => passed.run(&Command::cargo(BROWSER_TESTS))?,
        false => passed.0.push("  skipped  the tests of the page in a browser".to_owned()),
    }
    match browser && wasm {
        true => {
            passed.run(&Command::cargo(SITE))?;
            passed.run(&Command::cargo(SITE_TESTS).with("SLIDEWAYS_SITE", SITE_FOLDER))?;
        }
        false => passed.0.push("  skipped  the tests of the page without a server".to_owned()),
    }
    if slow {
        passed.run(&Command::cargo(
            "package --workspace --exclude slideways-py --exclude xtask --exclude xtask-site --allow-dirty",
        ))?;
        // The ignored tests of slideways-web need the browser, or take screenshots.
        let ignored = "test --release --workspace --exclude slideways-web --features slideways-cli/cluster,slideways-cli/gpu \
                       -- --include-ignored";
        passed.run(&Command::cargo(ignored))?;
    }
    Ok(passed)
}

/// Formats the files of the page.
fn format_page() -> Result<Passed, Failure> {
    biome::ready(true)?;
    let mut passed = Passed::default();
    biome::format().iter().try_for_each(|format| passed.run(format))?;
    Ok(passed)
}

/// Makes the PTX of the GPU kernels.
fn ptx() -> Result<Passed, Failure> {
    let mut passed = Passed::default();
    ptx::make()?.iter().try_for_each(|kernel| passed.run(kernel))?;
    Ok(passed)
}

/// Builds the book.
fn book() -> Result<Passed, Failure> {
    let mdbook = book::ready()?;
    let mut passed = Passed::default();
    passed.note(|| book::build(&mdbook))?;
    Ok(passed)
}

/// Builds and tests the Python package.
fn python() -> Result<Passed, Failure> {
    PYTHON.ready(true)?;
    let mut passed = Passed::default();
    passed.run(&Command::cargo("build --package slideways-cli"))?;
    python::commands().iter().try_for_each(|command| passed.run(command))?;
    Ok(passed)
}

/// Writes the page as files for a static host.
fn site(command: &'static str) -> Result<Passed, Failure> {
    WASM.ready(true)?;
    let mut passed = Passed::default();
    match book::installed() {
        Some(mdbook) => passed.note(|| book::build(&mdbook))?,
        None => passed
            .0
            .push("  skipped  the book beside the page: `cargo xtask book` installs mdBook".to_owned()),
    }
    passed.run(&Command::cargo(command))?;
    Ok(passed)
}

/// Measures the page without a server.
fn site_bench() -> Result<Passed, Failure> {
    BROWSER.ready(true)?;
    let mut passed = site(SITE)?;
    passed.run(&Command::cargo(PROGRAM))?;
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/release/slideways");
    let bench =
        Command::cargo(SITE_BENCH).with("SLIDEWAYS_SITE", SITE_FOLDER).with("SLIDEWAYS_PROGRAM", program);
    passed.run(&bench)?;
    Ok(passed)
}

/// Builds the program as a download.
fn dist() -> Result<Passed, Failure> {
    let metadata = Metadata::read()?;
    let mut passed = Passed::default();
    passed.note(|| dist::make(&metadata))?;
    Ok(passed)
}

/// Takes the screenshots of the README.
fn screens() -> Result<Passed, Failure> {
    BROWSER.ready(true)?;
    let mut passed = Passed::default();
    passed.run(&Command::cargo("test --workspace --test screens -- --ignored"))?;
    Ok(passed)
}
