//! Running other programs.

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

/// A program and its arguments; displayed as a command line.
pub struct Command {
    program: String,
    arguments: Vec<Cow<'static, str>>,
    variables: Vec<(&'static str, &'static str)>,
    folder: &'static str,
}

/// A failed check, with a description.
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
        let arguments = arguments.split_whitespace().map(Cow::from).collect();
        Command { program: program.into(), arguments, variables: vec![], folder: "" }
    }

    /// A cargo command.
    pub fn cargo(arguments: &'static str) -> Command {
        Command::new("cargo", arguments)
    }

    /// Adds an argument, which may contain blanks.
    pub fn and(mut self, argument: impl Into<String>) -> Command {
        self.arguments.push(argument.into().into());
        self
    }

    /// Sets an environment variable.
    pub fn with(mut self, name: &'static str, value: &'static str) -> Command {
        self.variables.push((name, value));
        self
    }

    /// Runs the command in a folder of the repository.
    pub fn within(mut self, folder: &'static str) -> Command {
        self.folder = folder;
        self
    }

    /// Runs the command with visible output; any exit status but success is a failure.
    pub fn run(&self) -> Result<(), Failure> {
        println!("\n$ {self}");
        match self.process().status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(Failure(format!("{self} ({status})"))),
            Err(error) => Err(Failure(format!("{self} (cannot be started: {error})"))),
        }
    }

    /// Runs the command with visible output and returns what it prints to standard error.
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

    /// Runs the command with hidden output and returns what it prints.
    pub fn output(&self) -> Result<Vec<u8>, Failure> {
        match self.process().stderr(Stdio::inherit()).output() {
            Ok(output) if output.status.success() => Ok(output.stdout),
            Ok(output) => Err(Failure(format!("{self} ({})", output.status))),
            Err(error) => Err(Failure(format!("{self} (cannot be started: {error})"))),
        }
    }

    /// The output of the command, or `None` if it cannot be started or fails. Nothing is shown.
    pub fn quiet_output(&self) -> Option<Vec<u8>> {
        let output = self.process().output().ok()?;
        output.status.success().then_some(output.stdout)
    }

    /// Whether the command can be started and succeeds.
    pub fn works(&self) -> bool {
        self.quiet_output().is_some()
    }

    /// The process. Chores run in the root of the repository or in a folder of it, whatever the current
    /// directory.
    fn process(&self) -> process::Command {
        let mut process = process::Command::new(&self.program);
        process
            .args(self.arguments.iter().map(AsRef::as_ref).collect::<Vec<&str>>())
            .envs(self.variables.iter().copied())
            .current_dir(root().join(self.folder));
        process
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Installs a component of the Rust toolchain if it is missing.
pub fn install(component: &'static str) -> Result<(), Failure> {
    let (subcommand, add) = match component {
        "rustfmt" => ("fmt --version", "component add rustfmt"),
        _ => ("clippy --version", "component add clippy"),
    };
    if Command::cargo(subcommand).works() { Ok(()) } else { Command::new("rustup", add).run() }
}
