//! `--json`: one object, for programs.

use super::{Ending, Member, Numbers, Question, Report};
use serde::Serialize;
use slideways::Who;
use slideways::lock::Count;
use slideways::show::json::packing::{Number, Packings};
use slideways::show::json::stop;
use std::io::{self, Write};

/// Prints an object. Packings, if they are wanted, come first, written as they are found.
#[derive(Default)]
pub struct Json {
    listing: bool,
}

/// A packing.
#[derive(Serialize)]
struct Packing<'m> {
    pieces: usize,
    stabilizer: u32,
    layers: Vec<&'m str>,
}

impl Report for Json {
    fn begin(&mut self, _: &Question, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn member(&mut self, member: &Member, out: &mut dyn Write) -> io::Result<()> {
        let begin = if std::mem::replace(&mut self.listing, true) { "," } else { "{\"packings\":[" };
        let printed = member.packing.print();
        let (pieces, stabilizer) = (member.packing.pieces.len(), member.stabilizer);
        let packing = Packing { pieces, stabilizer, layers: printed.split(' ').collect() };
        write!(out, "{begin}{}", serde_json::to_string(&packing)?)
    }

    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()> {
        let question = ending.question;
        let task = question.ground.task();
        let (by_count, total, stabilizers) = match &ending.found {
            Numbers::Classes(by_count, stabilizers) => {
                let total = by_count.values().fold(Count::default(), |mut total, count| {
                    total += *count;
                    total
                });
                let by_count = by_count.iter().map(|(&pieces, &count)| (pieces, count.into())).collect();
                (by_count, total.into(), Some(stabilizers))
            }
            Numbers::Raw(by_count) => {
                let number = |raw| Number { raw, ..Number::default() };
                let total = number(by_count.values().sum());
                (by_count.iter().map(|(&pieces, &raw)| (pieces, number(raw))).collect(), total, None)
            }
        };
        let bound = ending.fewest.map(|bound| bound.pieces);
        let is_reached = ending.fewest.is_some_and(|bound| bound.is_reached);
        let object = Packings {
            r#box: &question.asked.container,
            pieces: &question.asked.kinds,
            strength: if task.strength == Who::Set { "set" } else { "piece" },
            maximal: task.maximal,
            placements: question.ground.placements().len(),
            symmetries: question.ground.symmetries(),
            rotations: question.ground.rotations(),
            total,
            by_count,
            stabilizers: stabilizers.cloned(),
            includes_empty: ending.found.raw().contains_key(&0),
            outcome: match ending.stop {
                Some(_) => "stopped",
                None if ending.found.is_any() => "found",
                None => "none",
            },
            reason: ending.stop.map(stop),
            complete: ending.stop.is_none() && !ending.enough,
            fewest: bound.map(|bound| bound.filter(|_| is_reached)),
            lower_bound: bound.flatten(),
            verified: ending.verified,
            exported: ending.exported.as_ref().map(|(packings, _)| *packings),
            expanded: ending.expanded,
            seconds: ending.time.as_secs_f64(),
            peak_bytes: ending.peak_bytes,
        };
        let text = serde_json::to_string(&object)?;
        match std::mem::take(&mut self.listing) {
            true => writeln!(out, "],{}", &text[1..]),
            false => writeln!(out, "{text}"),
        }
    }
}
