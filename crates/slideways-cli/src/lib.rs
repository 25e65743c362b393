//! The command line of Slideways.
//!
//! Results go to standard output, everything else to standard error; the exit status reports the outcome
//! ([`status`]). The program ends quietly if its output is closed (broken pipe).

mod arguments;
mod commands;
mod input;
mod interrupt;
mod picture;
mod problem;
mod progress;
mod quantity;
mod status;
mod visible;
mod words;
mod workers;

use arguments::Arguments;
use clap::Parser;
use problem::{Failure, Problem};
use status::Status;
use std::env;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;
use visible::visible;

/// Run the program with the arguments of the process.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error),
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
fn usage(error: &clap::Error) -> ExitCode {
    let arguments: Vec<String> = env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    if !error.use_stderr() || arguments.iter().all(|word| visible(word) == *word) {
        // If that cannot be written either, nothing more can be reported.
        let _ = error.print();
    } else {
        let shown = error.render().to_string();
        let _ = shown.lines().try_for_each(|line| writeln!(io::stderr(), "{}", visible(line)));
    }
    ExitCode::from(error.exit_code() as u8)
}
