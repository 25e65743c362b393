//! The command line of Slideways.
//!
//! Results go to standard output, everything else to standard error; the exit status reports the outcome
//! ([`status`]). The program ends quietly if its output is closed (broken pipe).

mod arguments;
mod colour;
mod commands;
mod gpu;
mod input;
mod interrupt;
mod picture;
mod problem;
mod progress;
mod quantity;
mod status;
mod usage;
mod visible;
mod words;
mod workers;

use arguments::Arguments;
use arguments::help::command;
use clap::FromArgMatches;
use problem::{Failure, Problem};
use status::Status;
use std::env;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

/// Run the program with the arguments of the process.
pub fn main() -> ExitCode {
    let choice = colour::choice(env::args_os());
    colour::choose(choice);
    let mut command = command().color(choice);
    let matches = command.try_get_matches_from_mut(arguments::explore::joined(env::args_os()));
    let arguments = matches.and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = match arguments {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error.format(&mut command), &command),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let mut end = commands::run(&arguments, &mut out);
    if let Err(error) = out.flush() {
        end = end.and(Err(Failure::Output(error)));
    }
    // Do not write again when the buffer is dropped.
    let _ = out.into_parts();
    let status = match end {
        Ok(status) => status,
        Err(Failure::Input(problem)) => {
            problem.report();
            Status::BadInput
        }
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Status::Success,
        Err(Failure::Output(error)) => {
            Problem::new(format!("the output cannot be written: {}", problem::reason(&error))).report();
            Status::BadInput
        }
    };
    status.into()
}

/// Print an argument error, or the requested help.
fn usage(error: &clap::Error, command: &clap::Command) -> ExitCode {
    let words = env::args_os().map(|word| word.to_string_lossy().into_owned());
    match error.use_stderr() {
        true => usage::problem(error, command, words).report(),
        // If that cannot be written, nothing more can be reported.
        false => error.print().unwrap_or(()),
    }
    ExitCode::from(error.exit_code() as u8)
}
