//! Gates: cells that only some kinds may enter.
//!
//! Several lines may open one gate, so pieces on gates are checked after all lines are read.

use super::super::line::Line;
use super::Reader;
use super::keyword::coordinates;
use crate::format::error::TextError;
use crate::grid::Cell;
use crate::puzzle::{KindId, Place};
use std::ops::Range;

/// A gate for one kind, and the span that names it.
pub(super) struct Gate {
    cell: Cell,
    kind: KindId,
    span: Range<usize>,
}

impl Reader {
    pub(super) fn only(&mut self, line: &Line) -> Result<(), TextError> {
        let kind = self.kind_word(line, "only 1 4,3 5,3")?;
        let known = self.gates.len();
        for word in line.words().skip(2) {
            let cell = coordinates(self.draft.grid, word)?;
            self.gates.push(Gate { cell, kind, span: word.span() });
        }
        if self.gates.len() == known {
            return Err(TextError::new(line.span(), "no cells are named", "expected gate cells")
                .help("write it like `only 1 4,3 5,3`"));
        }
        Ok(())
    }

    /// Adds the gates to the draft; an error if a piece of the start or of a goal is on a gate closed to it.
    pub(super) fn put_up_gates(&mut self) -> Result<(), TextError> {
        for gate in &self.gates {
            self.draft.gates.entry(gate.cell).or_default().insert(gate.kind);
        }
        for &place in &self.places {
            if let Some(cell) = self.closed(place) {
                let gate = self.gates.iter().find(|gate| gate.cell == cell).expect("some word named it");
                return Err(self.blame(gate.span.clone(), "start", place, cell));
            }
        }
        for (goal, span) in self.draft.goals.iter().zip(&self.goal_spans) {
            for &place in &goal.0 {
                if let Some(cell) = self.closed(place) {
                    return Err(self.blame(span.clone(), "goal", place, cell));
                }
            }
        }
        Ok(())
    }

    /// The first cell of a piece that is a gate closed to it.
    fn closed(&self, place: Place) -> Option<Cell> {
        let cells = self.draft.cover(place).expect("pieces were fitted into the box before");
        self.draft.closed_gate(place.kind, &cells)
    }

    fn blame(&self, span: Range<usize>, what: &str, place: Place, cell: Cell) -> TextError {
        let (name, at) = (self.kind_name(place.kind), self.draft.grid.coordinates(cell));
        let open: Vec<String> =
            self.draft.gates[&cell].iter().map(|&kind| format!("`{}`", self.kind_name(kind))).collect();
        let open = format!("kind{} {}", if open.len() == 1 { "" } else { "s" }, open.join(" and "));
        let message =
            format!("piece `{name}` of the {what} covers the gate {at}, which only {open} may enter");
        let label = if what == "start" { "this gate" } else { "in this goal" };
        TextError::new(span, message, label)
            .help(format!("to let kind `{name}` in as well, add the line `only {name} {at}`"))
    }
}
