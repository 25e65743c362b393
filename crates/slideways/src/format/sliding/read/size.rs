//! The first line: how large the box is, and what people call the puzzle.

use super::super::line::Line;
use crate::format::error::TextError;
use crate::grid::Grid;
use crate::puzzle::Draft;
use std::collections::{BTreeMap, BTreeSet};

/// The first line: two or three numbers with `x` between them, then the title.
pub(super) fn read(line: &Line) -> Result<Draft, TextError> {
    let mut sizes: Vec<usize> = vec![];
    let mut rest = line.text.trim_start();
    while sizes.len() < 3 {
        let after_x = match sizes.len() {
            0 => rest,
            _ => match rest.trim_start().strip_prefix('x') {
                Some(after) => after.trim_start(),
                None => break,
            },
        };
        let digits = after_x.len() - after_x.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let Ok(size) = after_x[..digits].parse() else { break };
        sizes.push(size);
        rest = &after_x[digits..];
    }
    let grid = match sizes[..] {
        [rows, cols] => Grid::plane(rows, cols),
        [layers, rows, cols] => Grid::solid(layers, rows, cols),
        _ => {
            return Err(TextError::new(
                line.span(),
                "the first line does not give the size of the box",
                "expected rows x columns",
            )
            .help("write it like `5 x 4 Klotski`, or `2 x 3 x 4 …` for layers x rows x columns"));
        }
    };
    let Some(grid) = grid else {
        let written = sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(" x ");
        let message = match sizes.contains(&0) {
            true => format!("a box of {written} has no cells"),
            false => format!("a box of {written} has more than {} cells", Grid::MAX_CELLS),
        };
        return Err(TextError::new(line.at..line.at + line.text.len() - rest.len(), message, "this size"));
    };
    let title = rest.trim_start();
    Ok(Draft {
        title: title.strip_prefix('#').unwrap_or(title).trim().to_owned(),
        grid,
        blocked: BTreeSet::new(),
        kinds: vec![],
        gates: BTreeMap::new(),
        start: vec![],
        goals: vec![],
        optimum: BTreeMap::new(),
        notes: vec![],
    })
}
