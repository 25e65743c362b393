//! Numbers of shortest solutions as text.

use super::layers::Heading;
use crate::quantity::{count, counted};
use slideways::space::{SimplePaths, SolutionCounts, SolutionExample, SolutionLayer};
use std::io::{self, Write};

/// The table by distance, and the totals; `stopped` says why the table is not complete.
pub fn table(
    counts: &SolutionCounts,
    heading: &Heading,
    stopped: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Heading { thing, from, metric } = heading;
    let things = format!("{thing}s");
    writeln!(out, "shortest solutions of the {things} at each distance from {from} ({metric})")?;
    let mut rows = vec![["", &*things, "unique", "least", "most", "mean", "total"].map(str::to_owned)];
    rows.extend(counts.layers.iter().enumerate().map(|(distance, layer)| {
        [
            distance.to_string(),
            count(layer.states),
            count(layer.unique),
            number(layer.least),
            number(layer.most),
            mean(layer),
            number(layer.total),
        ]
    }));
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    for row in &rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("  {cell:>width$}"));
        writeln!(out, "  {}", cells.collect::<String>())?;
    }
    let (states, unique) = (counted(counts.states(), thing), count(counts.unique_states()));
    match counts.stop {
        None => writeln!(
            out,
            "total: {states}, {unique} of them with exactly one shortest solution; {} in all",
            number(counts.total())
        ),
        Some(_) => writeln!(out, "stopped: {stopped}; {states} so far, {unique} with exactly one solution"),
    }
}

/// A number of solutions, which may be a lower bound.
fn number(solutions: u128) -> String {
    if solutions == u128::MAX { "10^38 or more".to_owned() } else { count(solutions) }
}

/// The mean number of solutions, as exactly as it is worth reading.
fn mean(layer: &SolutionLayer) -> String {
    match layer.mean() {
        _ if layer.total == u128::MAX => "-".to_owned(),
        small if small < 10_000.0 => format!("{small:.3}"),
        large => count(large.round() as u128),
    }
}

/// The line before the state with the most solutions.
pub fn most(example: &SolutionExample, metric: &str) -> String {
    let (solutions, moves) = (number(example.solutions), counted(example.distance, "move"));
    format!(
        "most: {solutions} shortest solutions, each of {moves} ({metric}), counted again by a second search"
    )
}

/// The line before one of the farthest states with exactly one solution; `states` is their number.
pub fn unique(example: &SolutionExample, states: u64, thing: &str, metric: &str) -> String {
    let (states, moves) = (counted(states, thing), counted(example.distance, "move"));
    format!("farthest with exactly one: {states} at {moves} ({metric}), among them")
}

/// The number of solutions of each length; `stopped` says why the table is not complete.
pub fn simple_paths(
    paths: &SimplePaths,
    heading: &Heading,
    stopped: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Heading { thing, metric, .. } = heading;
    writeln!(out, "solutions of each length that visit no {thing} twice ({metric})")?;
    for (length, number) in paths.lengths() {
        writeln!(out, "{length:>5} {:>16}", count(number))?;
    }
    let total: u128 = paths.counts.iter().map(|&number| u128::from(number)).sum();
    let total = counted(total, "solution");
    match (paths.counts.len().checked_sub(1), paths.stop) {
        (Some(longest), None) => {
            writeln!(out, "total: {total} of at most {}", counted(longest as u64, "move"))
        }
        (Some(longest), Some(_)) => {
            let moves = counted(longest as u64, "move");
            writeln!(out, "stopped: {stopped}; {total} of at most {moves}, all counted; longer ones are not")
        }
        (None, _) => writeln!(out, "stopped: {stopped}; no length is counted"),
    }
}
