//! Patterns: a shape as rows of 0s and 1s, `111/01`; `//` starts the next layer.

use super::line::Line;
use crate::format::error::TextError;
use crate::grid::{Grid, Offset};
use crate::puzzle::Shape;

/// Reads a pattern of 0s and 1s; `/` ends a row, `//` a layer.
pub(super) fn read(name: char, pattern: Line) -> Result<Shape, TextError> {
    let mut at = Offset::default();
    let mut cells = vec![];
    let mut after_slash = false;
    for (c, span) in pattern.chars() {
        match c {
            '/' if after_slash => at = Offset { layer: at.layer + 1, row: 0, col: 0 },
            '/' => at = Offset { row: at.row + 1, col: 0, ..at },
            '0' | '1' => {
                if c == '1' {
                    cells.push(at);
                }
                at.col += 1;
            }
            _ => {
                return Err(TextError::new(
                    span,
                    format!("a pattern cannot contain `{c}`"),
                    "expected 0, 1 or /",
                )
                .help("a pattern is rows of 0s and 1s split by `/`, such as `111/01`"));
            }
        }
        after_slash = c == '/' && !after_slash;
        if at.col.max(at.row).max(at.layer) > Grid::MAX_CELLS as i16 {
            let message = format!("the pattern of kind `{name}` is larger than any box");
            return Err(TextError::new(pattern.span(), message, "too large"));
        }
    }
    Shape::new(cells).ok_or_else(|| {
        TextError::new(pattern.span(), format!("the pattern of kind `{name}` is empty"), "it contains no 1")
            .help("write 1 for each cell that the piece covers")
    })
}

/// Writes a shape as rows of 0s and 1s.
pub(crate) fn write(shape: &Shape) -> String {
    let cells = shape.offsets();
    let left = cells.iter().map(|cell| cell.col).min().expect("a shape has cells");
    let top = cells.iter().map(|cell| cell.row).min().expect("a shape has cells");
    let last_layer = cells.iter().map(|cell| cell.layer).max().expect("a shape has cells");
    let layers = (0..=last_layer).map(|layer| {
        let bottom =
            cells.iter().filter(|cell| cell.layer == layer).map(|cell| cell.row).max().unwrap_or(top);
        let rows = (top..=bottom).map(|row| {
            let in_row = || cells.iter().filter(move |cell| cell.layer == layer && cell.row == row);
            let right = in_row().map(|cell| cell.col).max().unwrap_or(left);
            (left..=right)
                .map(|col| if in_row().any(|cell| cell.col == col) { '1' } else { '0' })
                .collect::<String>()
        });
        rows.collect::<Vec<_>>().join("/")
    });
    layers.collect::<Vec<_>>().join("//")
}
