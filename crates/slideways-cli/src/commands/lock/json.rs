//! `--json`: one object, for programs.

use super::{Ending, Question, Report};
use serde::Serialize;
use slideways::lock::Locked;
use slideways::show::json::packing::Packings;
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

    fn member(&mut self, member: &Locked, out: &mut dyn Write) -> io::Result<()> {
        let begin = if std::mem::replace(&mut self.listing, true) { "," } else { "{\"packings\":[" };
        let printed = member.packing.print();
        let (pieces, stabilizer) = (member.packing.pieces.len(), member.stabilizer);
        let packing = Packing { pieces, stabilizer, layers: printed.split(' ').collect() };
        write!(out, "{begin}{}", serde_json::to_string(&packing)?)
    }

    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()> {
        let asked = ending.question.asked;
        let mut object = Packings::new(&asked.container, &asked.kinds, &ending.answer);
        if let Some((packings, _)) = ending.exported {
            object = object.with_exported(packings);
        }
        let text = serde_json::to_string(&object)?;
        match std::mem::take(&mut self.listing) {
            true => writeln!(out, "],{}", &text[1..]),
            false => writeln!(out, "{text}"),
        }
    }
}
