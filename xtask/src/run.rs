//! Running other programs.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

/// A program and its arguments; prints as it would be typed.
pub struct Command {
    program: String,
    arguments: Vec<&'static str>,
    variables: Vec<(&'static str, &'static str)>,
    folder: &'static str,
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
        if !self.folder.is_empty() {
            write!(f, "cd {} && ", self.folder)?;
        }
        for (name, value) in &self.variables {
            write!(f, "{name}={value} ")?;
        }
        f.write_str(&self.program)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}

impl Command {
    /// A program with arguments that contain no blanks.
    pub fn new(program: impl Into<String>, arguments: &'static str) -> Command {
        let arguments = arguments.split_whitespace().collect();
        Command { program: program.into(), arguments, variables: vec![], folder: "" }
    }

    /// One of cargo's commands.
    pub fn cargo(arguments: &'static str) -> Command {
        Command::new("cargo", arguments)
    }

    /// The same with a variable of the environment.
    pub fn with(mut self, name: &'static str, value: &'static str) -> Command {
        self.variables.push((name, value));
        self
    }

    /// The same, run in a folder of the repository.
    pub fn within(mut self, folder: &'static str) -> Command {
        self.folder = folder;
        self
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

    /// Run it in sight of the user and return what it prints to standard error.
    pub fn log(&self) -> Result<String, Failure> {
        println!("\n$ {self}");
        match self.process().stdout(Stdio::inherit()).output() {
            Ok(output) => {
                let log = String::from_utf8_lossy(&output.stderr).into_owned();
                eprint!("{log}");
                if output.status.success() {
                    Ok(log)
                } else {
                    Err(Failure(format!("{self} ({})", output.status)))
                }
            }
            Err(error) => Err(Failure(format!("{self} (cannot be started: {error})"))),
        }
    }

    /// Run it out of sight and return what it prints.
    pub fn output(&self) -> Result<Vec<u8>, Failure> {
        match self.process().stderr(Stdio::inherit()).output() {
            Ok(output) if output.status.success() => Ok(output.stdout),
            Ok(output) => Err(Failure(format!("{self} ({})", output.status))),
            Err(error) => Err(Failure(format!("{self} (cannot be started: {error})"))),
        }
    }

    /// What it prints, or `None` if it cannot be started or fails; it prints nothing itself.
    pub fn quiet_output(&self) -> Option<Vec<u8>> {
        let output = self.process().output().ok()?;
        output.status.success().then_some(output.stdout)
    }

    /// Whether it can be started and succeeds.
    pub fn works(&self) -> bool {
        self.quiet_output().is_some()
    }

    /// All chores run in the root of the repository or in a folder of it, wherever they were called from.
    fn process(&self) -> process::Command {
        let mut process = process::Command::new(&self.program);
        process
            .args(&self.arguments)
            .envs(self.variables.iter().copied())
            .current_dir(root().join(self.folder));
        process
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Install a component of the Rust toolchain unless it is there.
pub fn install(component: &'static str) -> Result<(), Failure> {
    let (subcommand, add) = match component {
        "rustfmt" => ("fmt --version", "component add rustfmt"),
        _ => ("clippy --version", "component add clippy"),
    };
    if Command::cargo(subcommand).works() { Ok(()) } else { Command::new("rustup", add).run() }
}
