//! JSON writer: one entry per line.

use super::{Coordinates, FORMAT, GateEntry, GoalEntry, KindEntry, PieceEntry};
use crate::grid::{Grid, Offset};
use crate::puzzle::{Goal, Kind, Puzzle};
use serde::Serialize;
use std::collections::BTreeMap;

/// Write a puzzle as one JSON object that [`parse`](super::parse) reads back as the same puzzle.
pub fn print(puzzle: &Puzzle) -> String {
    let (draft, grid) = (puzzle.draft(), puzzle.grid());
    let name = |kind| puzzle.kind(kind).name;
    let at = |cell| coordinates(grid.is_solid(), grid.offset(cell));
    let mut fields = vec![("format", json(&FORMAT))];
    if !draft.title.is_empty() {
        fields.push(("title", json(&draft.title)));
    }
    let size = [grid.layers(), grid.rows(), grid.cols()];
    fields.push(("size", json(&&size[if grid.is_solid() { 0 } else { 1 }..])));
    if !draft.blocked.is_empty() {
        fields.push(("blocked", json(&draft.blocked.iter().map(|&cell| at(cell)).collect::<Vec<_>>())));
    }
    fields.push(("kinds", list(draft.kinds.iter().map(|kind| kind_entry(grid, kind)))));
    if !draft.gates.is_empty() {
        let gate = |(&cell, kinds): (_, &std::collections::BTreeSet<_>)| GateEntry {
            cell: at(cell),
            kinds: kinds.iter().map(|&kind| name(kind)).collect(),
        };
        fields.push(("gates", list(draft.gates.iter().map(gate))));
    }
    fields.push((
        "start",
        list(draft.start.iter().map(|&(place, called)| PieceEntry {
            kind: name(place.kind),
            at: at(place.at),
            name: (called != name(place.kind)).then_some(called),
        })),
    ));
    let goal = |goal: &Goal| -> Vec<GoalEntry> {
        goal.0.iter().map(|place| GoalEntry { kind: name(place.kind), at: at(place.at) }).collect()
    };
    fields.push(("goals", list(draft.goals.iter().map(goal))));
    if !draft.optimum.is_empty() {
        let known: BTreeMap<&str, u32> =
            draft.optimum.iter().map(|(style, &moves)| (style.name(), moves)).collect();
        fields.push(("optimum", json(&known)));
    }
    if !draft.notes.is_empty() {
        fields.push(("notes", list(draft.notes.iter())));
    }
    let fields: Vec<String> =
        fields.into_iter().map(|(key, value)| format!("  \"{key}\": {value}")).collect();
    format!("{{\n{}\n}}\n", fields.join(",\n"))
}

/// The cells of a kind, shifted as far up and left as possible.
fn kind_entry(grid: Grid, kind: &Kind) -> KindEntry {
    let cells = kind.shape.offsets();
    let least = |part: fn(&Offset) -> i16| cells.iter().map(part).min().expect("a shape has cells");
    let corner = Offset { layer: least(|by| by.layer), row: least(|by| by.row), col: least(|by| by.col) };
    // A kind with depth does not fit a plane box, but may still be defined there.
    let deep = grid.is_solid() || cells.iter().any(|cell| cell.layer != 0);
    KindEntry {
        name: kind.name,
        cells: cells.iter().map(|&cell| coordinates(deep, cell - corner)).collect(),
        along: kind.along.map(|axis| axis.name().to_owned()),
    }
}

fn coordinates(deep: bool, at: Offset) -> Coordinates {
    let all = [at.layer, at.row, at.col].map(i16::unsigned_abs);
    all[if deep { 0 } else { 1 }..].to_vec()
}

fn list<T: Serialize>(entries: impl Iterator<Item = T>) -> String {
    let entries: Vec<String> = entries.map(|entry| format!("    {}", json(&entry))).collect();
    if entries.is_empty() { "[]".to_owned() } else { format!("[\n{}\n  ]", entries.join(",\n")) }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data has a JSON form")
}
