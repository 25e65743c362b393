//! The command line of Slideways.
//!
//! Results go to standard output, everything else to standard error; the exit status tells scripts how it
//! went ([`status`]). Whoever reads the output may stop reading: a broken pipe ends the program quietly.

mod arguments;
mod commands;
mod input;
mod interrupt;
mod problem;
mod progress;
mod quantity;
mod status;
mod words;

use arguments::Arguments;
use clap::Parser;
use problem::{Failure, Problem};
use status::Status;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let mut end = commands::run(&arguments, &mut out);
    if let Err(error) = out.flush() {
        end = end.and(Err(Failure::Output(error)));
    }
    // What could not be written is not to be tried again when the buffer goes.
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
