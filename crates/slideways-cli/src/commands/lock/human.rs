//! Packings as text.

use super::super::solve::verdict::{reason, remedy};
use super::{Ending, Question, Report};
use crate::quantity::{bytes, count, counted, duration};
use crate::visible::visible;
use slideways::Who;
use slideways::lock::{Answer, Count, Locked, Numbers, Sizes, Stock};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Prints the question, the packings if they are requested, and a table of their numbers.
pub struct Human;

impl Report for Human {
    fn begin(&mut self, question: &Question, out: &mut dyn Write) -> io::Result<()> {
        let (spec, outline) = (&question.asked.spec, &question.outline);
        writeln!(out, "{} box, {}", spec.grid, counted(outline.placements as u64, "placement"))?;
        for (name, stock) in question.asked.kinds.iter().zip(&spec.kinds) {
            writeln!(out, "piece {}: {}", visible(name), number_of(stock))?;
        }
        let who = match spec.strength {
            Who::Piece => "no piece can slide",
            Who::Set => "no set of pieces can slide",
        };
        let maximal = if spec.maximal { ", and no piece can be added" } else { "" };
        writeln!(out, "locked: {who}{maximal}")?;
        let (all, rotations) = (outline.symmetries as u64, outline.rotations as u64);
        let mirror = if spec.mirror { "" } else { "; pieces are not mirrored" };
        writeln!(out, "symmetries: {all}, {rotations} of them rotations{mirror}")?;
        if let Some(Sizes { moves, nodes, constraint_elements, list_elements }) = outline.links {
            writeln!(
                out,
                "lists: {moves} moves, {nodes} nodes, {constraint_elements} constraint elements, \
                 {list_elements} list elements"
            )?;
        }
        if let Some((done, parts)) = outline.resumed {
            writeln!(out, "resumed: {} of {} parts are done", count(done as u64), count(parts as u64))?;
        }
        writeln!(out)
    }

    fn member(&mut self, member: &Locked, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}.{}: {}", member.packing.pieces.len(), member.number, member.packing.print())
    }

    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()> {
        let answer = &ending.answer;
        if let Some(by) = answer.stop {
            writeln!(out, "stopped: {}; {}", reason(by, ending.question.limits), stopped(answer))?;
            remedy(by).map_or(Ok(()), |advice| writeln!(out, "{advice}"))?;
        } else if answer.enough {
            writeln!(out, "stopped after the first classes, as requested; there may be more")?;
        }
        match (answer.fewest, &answer.numbers) {
            (Some(bound), _) if !bound.is_reached => {}
            (_, found) => {
                if let Some(pieces) = answer.fewest.and_then(|bound| bound.pieces) {
                    writeln!(out, "fewest: {}, proved", counted(pieces, "piece"))?;
                }
                match found {
                    Numbers::Classes { .. } if answer.enough => {}
                    Numbers::Classes { by_count, stabilizers } => {
                        classes(by_count, out)?;
                        if answer.stop.is_none() {
                            let symmetries = answer.outline.symmetries as u64;
                            self_check(by_count, stabilizers, symmetries, out)?;
                        }
                    }
                    Numbers::Raw(by_count) if answer.stop.is_none() => raw(by_count, out)?,
                    Numbers::Raw(_) => {}
                }
                if let Some(met) = answer.verified {
                    writeln!(out, "verified: {} counted one by one", counted(met, "packing"))?;
                }
            }
        }
        if let Some((packings, folder)) = &ending.exported {
            writeln!(out, "exported: {} into {}", counted(*packings, "packing"), visible(folder))?;
        }
        if answer.is_complete() {
            match (answer.includes_empty(), answer.is_any()) {
                (true, true) => writeln!(out, "the empty packing is included")?,
                (true, false) => writeln!(out, "only the empty packing is locked")?,
                (false, true) => {}
                (false, false) if answer.fewest.is_some() => {
                    writeln!(out, "none: only the empty packing is locked")?;
                }
                (false, false) => writeln!(out, "none: no such packing is locked")?,
            }
        }
        let memory = match answer.cost.peak_bytes {
            ..1024 => String::new(),
            peak => format!(", peak memory {}", bytes(peak)),
        };
        writeln!(
            out,
            "searched: {} expanded in {}{memory}",
            count(answer.cost.expanded),
            duration(answer.time)
        )
    }
}

/// The number of pieces of a kind that is allowed.
fn number_of(stock: &Stock) -> String {
    match (stock.at_least, stock.at_most) {
        (0, u32::MAX) => "any number".to_owned(),
        (at_least, u32::MAX) => format!("at least {}", count(at_least)),
        (0, at_most) => format!("at most {}", count(at_most)),
        (only, at_most) if only == at_most => format!("exactly {}", count(only)),
        (at_least, at_most) => format!("from {} to {}", count(at_least), count(at_most)),
    }
}

/// What is known although the search was stopped.
fn stopped(answer: &Answer) -> String {
    match (answer.fewest, &answer.numbers) {
        (Some(bound), _) if !bound.is_reached => {
            format!("every packing has at least {}", counted(bound.pieces.unwrap_or(0), "piece"))
        }
        (_, Numbers::Raw(_)) => "the number of packings is unknown".to_owned(),
        _ => "the numbers cover the packings found so far; there may be more".to_owned(),
    }
}

fn classes(by_count: &BTreeMap<u32, Count>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{:>6} {:>20} {:>20} {:>20}", "pieces", "raw", "classes", "rotation classes")?;
    let mut total = Count::default();
    let mut row = |name: &str, number: &Count| {
        let [raw, classes, rotations] = [number.raw, number.classes, number.rotation_classes].map(count);
        writeln!(out, "{name:>6} {raw:>20} {classes:>20} {rotations:>20}")
    };
    for (pieces, number) in by_count {
        row(&pieces.to_string(), number)?;
        total += *number;
    }
    row("total", &total)
}

fn raw(by_count: &BTreeMap<u32, u128>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{:>6} {:>26}", "pieces", "raw")?;
    for (pieces, number) in by_count {
        writeln!(out, "{pieces:>6} {:>26}", count(*number))?;
    }
    writeln!(out, "{:>6} {:>26}", "total", count(by_count.values().sum::<u128>()))?;
    writeln!(out, "this method does not count classes")
}

/// The number of packings as the sum of |G|/|Stab| over the classes (orbit–stabiliser), so that readers can
/// check it.
fn self_check(
    by_count: &BTreeMap<u32, Count>,
    stabilizers: &BTreeMap<u32, BTreeMap<u32, u64>>,
    symmetries: u64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut orders: BTreeMap<u32, u64> = BTreeMap::new();
    for (&order, &classes) in stabilizers.values().flatten() {
        *orders.entry(order).or_default() += classes;
    }
    let raw: u64 = by_count.values().map(|number| number.raw).sum();
    let terms: Vec<String> = orders
        .iter()
        .map(|(&order, &classes)| format!("{}·{}", count(classes), symmetries / u64::from(order)))
        .collect();
    match terms.is_empty() {
        true => Ok(()),
        false => writeln!(out, "raw by stabilisers: {} = {}", terms.join(" + "), count(raw)),
    }
}
