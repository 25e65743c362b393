//! Running other programs.

use std::fmt;
use std::process::{self, Stdio};

/// A program and its arguments; prints as it would be typed.
pub struct Command {
    program: &'static str,
    arguments: Vec<&'static str>,
}

/// A check that did not pass, and what is known about it.
pub struct Failure(pub String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.program, self.arguments.join(" "))
    }
}

impl Command {
    /// A program with arguments that contain no blanks.
    pub fn new(program: &'static str, arguments: &'static str) -> Command {
        Command { program, arguments: arguments.split_whitespace().collect() }
    }

    /// One of cargo's commands.
    pub fn cargo(arguments: &'static str) -> Command {
        Command::new("cargo", arguments)
    }

    /// Run it in sight of the user; anything but success is a failure.
    pub fn run(&self) -> Result<(), Failure> {
        println!("\n$ {self}");
        match self.process().status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(Failure(format!("{self} ({status})"))),
            Err(error) => Err(Failure(format!("{self} (cannot be started: {error})"))),
        }
    }

    /// Run it out of sight and give what it prints.
    pub fn output(&self) -> Result<Vec<u8>, Failure> {
        match self.process().stderr(Stdio::inherit()).output() {
            Ok(output) if output.status.success() => Ok(output.stdout),
            Ok(output) => Err(Failure(format!("{self} ({})", output.status))),
            Err(error) => Err(Failure(format!("{self} (cannot be started: {error})"))),
        }
    }

    /// Whether it runs at all, and well.
    fn works(&self) -> bool {
        let status = self.process().stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    }

    /// All chores run in the root of the repository, wherever they were called from.
    fn process(&self) -> process::Command {
        let mut process = process::Command::new(self.program);
        process.args(&self.arguments).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
        process
    }
}

/// Install a component of the Rust toolchain unless it is there.
pub fn install(component: &'static str) -> Result<(), Failure> {
    let subcommand = if component == "rustfmt" { "fmt --version" } else { "clippy --version" };
    if Command::cargo(subcommand).works() {
        return Ok(());
    }
    Command { program: "rustup", arguments: vec!["component", "add", component] }.run()
}

/// Install Debian's Chromium, and the program that drives it, unless they are there.
pub fn install_browser() -> Result<(), Failure> {
    let there =
        || Command::new("chromedriver", "--version").works() && Command::new("chromium", "--version").works();
    if there() {
        return Ok(());
    }
    Command::new("apt-get", "update").run()?;
    Command::new("apt-get", "install --yes --no-install-recommends chromium chromium-driver").run()?;
    match there() {
        true => Ok(()),
        false => {
            Err(Failure("Chromium cannot be started, and the page cannot be tested without it".to_owned()))
        }
    }
}
