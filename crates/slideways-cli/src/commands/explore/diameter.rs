//! The diameter of a board of tiles, as text: a table of classes of cells, and two positions that far apart.

use crate::commands::solve::verdict;
use crate::quantity::{count, counted};
use slideways::Style;
use slideways::format::tiles::Notation;
use slideways::outcome::Limits;
use slideways::space::{BoardDiameter, CellClass};
use slideways::tiles::{Board, Size};
use std::io::{self, Write};

/// A position in rows.
pub fn written(board: &Board) -> String {
    Notation::Rows.print(board).expect("rows can be written for all boards")
}

/// The table and the verdict.
pub fn tell(
    found: &BoardDiameter,
    size: Size,
    style: Style,
    limits: Limits,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "\nradius by the cell of the blank (style {style})")?;
    writeln!(out, "  radius        positions  cells as row,column")?;
    for class in &found.classes {
        let radius = class.radius().map_or("unknown".to_owned(), count);
        let farthest = class.farthest().map_or(String::new(), count);
        writeln!(out, "{radius:>8} {farthest:>16}  {}", cells(class, size))?;
    }
    let counts = match found.counted() {
        1 => "1 count".to_owned(),
        more => format!("{} counts", count(more as u64)),
    };
    let least = counted(found.at_least, "move");
    let apart = if found.ends.is_some() { "; between" } else { "" };
    match (found.stop, found.at_most) {
        (None, _) => {
            writeln!(out, "diameter: {least} (style {style}), proved by {counts}, one per class{apart}")?;
        }
        (Some(by), most) => {
            let reason = verdict::reason(by, limits);
            let range = match most {
                Some(most) if most == found.at_least => least,
                Some(most) => format!("from {} to {}", count(found.at_least), counted(most, "move")),
                None => format!("at least {least}"),
            };
            writeln!(out, "diameter: {range} (style {style}); stopped after {counts}: {reason}{apart}")?;
        }
    }
    found.ends.iter().flatten().try_for_each(|board| writeln!(out, "  {}", written(board)))
}

/// The cells of a class, as rows and columns from 0.
fn cells(class: &CellClass, size: Size) -> String {
    let cells = class.cells.iter().map(|cell| {
        let (row, col) = (cell.index() / size.cols(), cell.index() % size.cols());
        format!("{row},{col}")
    });
    cells.collect::<Vec<_>>().join(" ")
}
