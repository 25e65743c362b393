//! Tables of distances in words.

use crate::problem::Problem;
use crate::quantity::{bytes, count, counted};
use slideways::outcome::LayerTable;
use slideways::tiles::layers::TooLarge;
use std::io::{self, Write};

/// How a table is headed.
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
    let Heading { thing, from, metric } = heading;
    writeln!(out, "{thing}s at each distance from {from} ({metric})")?;
    for (distance, size) in table.sizes.iter().enumerate() {
        writeln!(out, "{distance:>5} {:>16}", count(*size))?;
    }
    let total = counted(table.sizes.iter().sum::<u64>(), thing);
    match table.stop {
        None => {
            let radius = counted(table.sizes.len().saturating_sub(1) as u64, "move");
            writeln!(out, "total: {total}, radius: {radius} ({metric})")
        }
        Some(_) => writeln!(out, "stopped: {stopped}; so far {total}, and there are more"),
    }
}

/// Why a board cannot be counted.
pub fn too_large(why: TooLarge, memory: u64) -> Problem {
    let positions = match why.positions {
        Some(positions) => counted(positions, "position"),
        None => "more than 10^38 positions".to_owned(),
    };
    let needed = match why.bytes {
        Some(needed) => format!("{} to count", bytes(needed)),
        None => "more memory than there is".to_owned(),
    };
    let allowed = bytes(memory);
    Problem::new(format!("{} makes {positions}, which take {needed}; {allowed} are allowed", why.size))
        .help("boards of 12 cells take 150 MiB at most; the happy positions of larger ones can be counted with `explore --happy`")
}
