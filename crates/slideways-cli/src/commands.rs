//! The commands, one per file.

mod bench;
mod check;
mod completions;
mod convert;
mod design;
mod explore;
mod list;
mod lock;
mod man;
mod random;
mod rate;
pub mod serve;
mod sheet;
mod show;
pub mod solve;
mod tables;
mod welcome;

use crate::arguments::{Arguments, Command};
use crate::problem::Failure;
use crate::status::Status;
use std::io::Write;

/// Run a command.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    match &arguments.command {
        None => welcome::run(out),
        Some(Command::Solve(solve)) => solve::run(solve, out),
        Some(Command::Explore(explore)) => explore::run(explore, out),
        Some(Command::Lock(lock)) => lock::run(lock, out),
        Some(Command::Design(design)) => design::run(design, out),
        Some(Command::Rate(rate)) => rate::run(rate, out),
        Some(Command::Check(check)) => check::run(check, out),
        Some(Command::Show(show)) => show::run(show, out),
        Some(Command::Sheet(sheet)) => sheet::run(sheet, out),
        Some(Command::Convert(convert)) => convert::run(convert, out),
        Some(Command::Random(random)) => random::run(random, out),
        Some(Command::List(list)) => list::run(list, out),
        Some(Command::Tables(tables)) => tables::run(tables, out),
        Some(Command::Serve(serve)) => serve::run(serve, out),
        Some(Command::Bench(bench)) => bench::run(bench, out),
        Some(Command::Completions(completions)) => completions::run(completions.shell, out),
        Some(Command::Man(man)) => man::run(man, out),
    }
}
