//! Tables of distances as text.

use crate::problem::Problem;
use crate::quantity::{bytes, count, counted, duration};
use slideways::outcome::LayerTable;
use slideways::space::{Estimate, TooManyPositions};
use slideways::tiles::Size;
use std::io::{self, Write};
use std::time::Duration;

/// The heading of a table.
pub struct Heading<'h> {
    /// What is counted, one of them.
    pub thing: &'h str,
    /// Where the distances begin.
    pub from: &'h str,
    /// How moves are counted.
    pub metric: &'h str,
}

/// The number of things at each distance, as SLIDING gives it; `stopped` says why the table is not complete.
pub fn table(table: &LayerTable, heading: &Heading, stopped: &str, out: &mut dyn Write) -> io::Result<()> {
    rows(table, heading, out)?;
    last_line(table, heading, stopped, true, out)
}

/// The same for the first layers of something that may have more.
pub fn first_layers(
    table: &LayerTable,
    heading: &Heading,
    stopped: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    rows(table, heading, out)?;
    last_line(table, heading, stopped, false, out)
}

fn rows(table: &LayerTable, heading: &Heading, out: &mut dyn Write) -> io::Result<()> {
    let Heading { thing, from, metric } = heading;
    writeln!(out, "{thing}s at each distance from {from} ({metric})")?;
    for (distance, size) in table.sizes.iter().enumerate() {
        writeln!(out, "{distance:>5} {:>16}", count(*size))?;
    }
    Ok(())
}

fn last_line(
    table: &LayerTable,
    Heading { thing, metric, .. }: &Heading,
    stopped: &str,
    whole: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let total = counted(table.sizes.iter().sum::<u64>(), thing);
    match table.stop {
        None if !whole => {
            let most = counted(table.radius(), "move");
            writeln!(out, "total: {total} within {most} ({metric}); farther ones were not counted")
        }
        None => {
            let radius = counted(table.sizes.len().saturating_sub(1) as u64, "move");
            writeln!(out, "total: {total}, radius: {radius} ({metric})")
        }
        Some(_) => writeln!(out, "stopped: {stopped}; {total} so far, there may be more"),
    }
}

/// Why a board cannot be counted.
pub fn too_large(why: TooManyPositions, memory: u64) -> Problem {
    let positions = match why.positions {
        Some(positions) => counted(positions, "position"),
        None => "more than 10^38 positions".to_owned(),
    };
    let needed = match why.bytes {
        Some(needed) => format!("{} to count", bytes(needed)),
        None => "more memory than there is".to_owned(),
    };
    let allowed = bytes(memory);
    let message = format!("{} has {positions}, which need {needed}; the limit is {allowed}", why.size);
    let help = match why.bytes {
        Some(needed) if needed < MOST_MEMORY => {
            // The program itself takes a little of what is allowed.
            let enough = (needed + (16 << 20)).div_ceil(1 << 30);
            format!("raise the limit with `--memory {enough}G` if the machine has it; {BEYOND}")
        }
        Some(_) => BEYOND.to_owned(),
        None => "count the positions near the goal with `--depth 12`".to_owned(),
    };
    Problem::new(message).help(help)
}

/// No machine that we know of has more memory.
const MOST_MEMORY: u64 = 32 << 40;

/// How to count a board that does not fit into memory.
const BEYOND: &str = "beyond memory, use `--disk DIR` or `--hosts FILE`";

/// Positions that a thread reads per second, in all layers together. From 40 to 90 thousand million were
/// measured, more on boards that fit a cache.
const RATE: f64 = 4e10;

/// Counts that take less time are not announced.
const PATIENCE: Duration = Duration::from_secs(10);

/// Positions whose solutions a thread counts per second.
const SOLUTION_RATE: f64 = 1e7;

/// What a count of positions, or of their solutions, will take, if it takes more than a moment.
pub fn expected(estimate: &Estimate, threads: usize, solutions: bool) -> Option<String> {
    let positions = estimate.positions as f64;
    let seconds = match solutions {
        true => positions / SOLUTION_RATE,
        false => positions * f64::from(estimate.layers) / RATE,
    };
    let time = Duration::try_from_secs_f64(seconds / threads as f64).unwrap_or(Duration::MAX);
    let (positions, held) = (counted(estimate.positions, "position"), bytes(estimate.bytes));
    let about = duration(Duration::from_secs(time.as_secs()));
    (time >= PATIENCE).then(|| format!("{positions} in {held} will take about {about}"))
}

/// What each of several processes holds of the table of a board, or why their limit does not allow it.
pub fn shares(size: Size, estimate: &Estimate, processes: usize, memory: u64) -> Result<String, Problem> {
    let (positions, share) = (counted(estimate.positions, "position"), estimate.bytes / processes as u64);
    let each = format!("{} in each of {processes} processes", bytes(share));
    if share <= memory {
        return Ok(format!("{positions}, {each}"));
    }
    let allowed = bytes(memory);
    let enough = (share + (16 << 20)).div_ceil(1 << 30);
    let help = format!("raise the limit with `--memory {enough}G`, or give more hosts");
    Err(Problem::new(format!("{size} has {positions}, which need {each}; the limit is {allowed}")).help(help))
}

#[cfg(test)]
mod tests {
    use super::*;
    use slideways::Space;
    use slideways::tiles::{Goal, Position};

    #[test]
    fn only_long_counts_are_announced() {
        let estimate = |rows, cols| {
            let board = Goal::blank_last(Size::new(rows, cols).unwrap()).full().unwrap();
            Space::of(Position::blank_last(board)).estimate().unwrap()
        };
        assert_eq!(expected(&estimate(3, 4), 1, false), None);
        let line = "43,589,145,600 positions in 5.4 GiB will take about 51.0 s";
        assert_eq!(expected(&estimate(2, 7), 2, false).as_deref(), Some(line));
    }
}
