//! What locks a packing, as an object for programs.

use crate::status::Status;
use serde::Serialize;
use slideways::Who;
use slideways::lock::rule::{Blocker, Packing};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// What is known; the names are fixed.
#[derive(Serialize)]
struct LockedObject {
    r#box: String,
    pieces: usize,
    layers: Vec<String>,
    strength: &'static str,
    /// Whether nothing slides that must not.
    locked: bool,
    /// Whether no piece slides by itself.
    locked_in_pieces: bool,
    /// Whether no set of pieces slides.
    locked_in_sets: bool,
    /// What slides, if something does: a piece, or else a set.
    slides: Option<Slide>,
    /// By piece and direction: what is in its way, pieces by their names.
    blockers: BTreeMap<char, BTreeMap<char, Vec<String>>>,
}

#[derive(Serialize)]
struct Slide {
    pieces: Vec<char>,
    direction: char,
}

/// Who blocks whom, and what slides.
pub fn explain(packing: &Packing, who: Who, out: &mut dyn Write) -> io::Result<Status> {
    let alone = packing.slide(Who::Piece);
    let together = packing.slide(Who::Set);
    let (locked_in_pieces, locked_in_sets) = (alone.is_none(), together.is_none());
    let locked = if who == Who::Set { locked_in_sets } else { locked_in_pieces };
    let named = |blocker| match blocker {
        Blocker::Wall => "wall".to_owned(),
        Blocker::Piece(other) => packing.name(other).to_string(),
    };
    let around = |piece: usize| {
        let dirs = packing.grid.dirs().iter();
        dirs.map(|&dir| (dir.letter(), packing.blockers(piece, dir).into_iter().map(named).collect()))
            .collect()
    };
    let object = LockedObject {
        r#box: packing.grid.to_string().replace(' ', ""),
        pieces: packing.pieces.len(),
        layers: packing.print().split(' ').map(str::to_owned).collect(),
        strength: if who == Who::Set { "set" } else { "piece" },
        locked,
        locked_in_pieces,
        locked_in_sets,
        slides: alone.or(together).map(|(set, dir)| Slide {
            pieces: set.into_iter().map(|piece| packing.name(piece)).collect(),
            direction: dir.letter(),
        }),
        blockers: (0..packing.pieces.len()).map(|piece| (packing.name(piece), around(piece))).collect(),
    };
    writeln!(out, "{}", serde_json::to_string(&object)?)?;
    Ok(if locked { Status::Success } else { Status::Impossible })
}
