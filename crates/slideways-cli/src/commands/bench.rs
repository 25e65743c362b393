//! `bench`: measures speed, and asserts every answer.
//!
//! A row is one search or a set of them. The output is a Markdown table, ready for `bench/`.

mod blocks;
mod explore;
mod external;
mod lock;
mod page;
mod signature;
mod tiles;

use crate::arguments::{Bench, Suite};
use crate::problem::Failure;
use crate::status::Status;
use std::io::Write;
use std::time::Duration;

/// Run a suite and print its table.
pub fn run(bench: &Bench, out: &mut dyn Write) -> Result<Status, Failure> {
    let Some(suite) = bench.suite else {
        signature::run(out)?;
        return Ok(Status::Success);
    };
    writeln!(out, "{}, {} cores; {}\n", processor(), cores(), env!("CARGO_PKG_VERSION"))?;
    if !cfg!(unix) {
        writeln!(out, "processor time is not measured on this system and shown as 0\n")?;
    }
    match suite {
        Suite::Blocks => blocks::run(bench.quick, out)?,
        Suite::Explore => {
            explore::run(bench.quick, out)?;
            external::run(bench.quick, out)?;
        }
        Suite::Tiles => tiles::run(bench.quick, out)?,
        Suite::Lock => lock::run(bench.quick, out)?,
        Suite::Page => page::run(bench.quick, out)?,
    }
    Ok(Status::Success)
}

/// The processor time this process has used, all threads together.
#[cfg(unix)]
fn cpu_time() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

/// Zero: the standard library does not measure processor time, and nix has no clocks outside Unix.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    Duration::ZERO
}

fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name"));
    model
        .map_or("unknown processor".to_owned(), |model| model.trim_start_matches([' ', '\t', ':']).to_owned())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}
