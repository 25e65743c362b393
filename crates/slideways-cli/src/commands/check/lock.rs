//! `check` for packings: what keeps every piece where it is, or what slides.

mod json;

use crate::arguments::Check;
use crate::colour;
use crate::input::{self, Reader};
use crate::problem::Failure;
use crate::quantity::counted;
use crate::status::Status;
use slideways::Who;
use slideways::grid::Grid;
use slideways::lock::rule::{Blocker, Packing};
use std::io::{self, Write};

/// Check every packing given; one that is not locked makes the whole wrong.
pub fn run(grid: Grid, check: &Check, reader: &mut Reader, out: &mut dyn Write) -> Result<Status, Failure> {
    let text = input::path(&check.solution, reader)?;
    let who = check.style.map_or(Who::Piece, |style| style.who);
    let mut worst = Status::Success;
    for (number, packing) in input::lock::packings(grid, &text.body)?.iter().enumerate() {
        if check.json {
            worst = worst.max(json::explain(packing, who, out)?);
            continue;
        }
        if number > 0 {
            writeln!(out)?;
        }
        worst = worst.max(explain(packing, who, out)?);
    }
    Ok(worst)
}

/// Who blocks whom, in a table, and what slides.
fn explain(packing: &Packing, who: Who, out: &mut dyn Write) -> io::Result<Status> {
    let pieces = packing.pieces.len();
    writeln!(out, "{} box, {}", packing.grid, counted(pieces as u64, "piece"))?;
    writeln!(out, "{}\n", packing.print())?;
    let dirs = packing.grid.dirs();
    let header: Vec<String> = dirs.iter().map(|dir| format!("{:<8}", dir.letter())).collect();
    writeln!(out, "piece  {}", header.concat().trim_end())?;
    for piece in 0..pieces {
        let cell = |&dir: &_| {
            let blockers: Vec<String> = packing
                .blockers(piece, dir)
                .into_iter()
                .map(|blocker| match blocker {
                    Blocker::Wall => "wall".to_owned(),
                    Blocker::Piece(other) => packing.name(other).to_string(),
                })
                .collect();
            let shown = if blockers.is_empty() { "free".to_owned() } else { blockers.join(" ") };
            format!("{shown:<8}")
        };
        let cells: Vec<String> = dirs.iter().map(cell).collect();
        writeln!(out, "{:<5}  {}", packing.name(piece), cells.concat().trim_end())?;
    }
    let named = |set: &std::collections::BTreeSet<usize>| -> String {
        set.iter().map(|&piece| packing.name(piece).to_string()).collect::<Vec<_>>().join(", ")
    };
    let (status, verdict) = match (packing.slide(Who::Piece), packing.slide(Who::Set)) {
        (Some((piece, dir)), _) => {
            let slides = format!("not locked: piece {} can slide {}", named(&piece), dir.letter());
            (Status::Impossible, slides)
        }
        (None, Some((set, dir))) => {
            let slides = format!("{} can slide {} together", named(&set), dir.letter());
            match who {
                Who::Piece => (Status::Success, format!("locked: no piece can slide; but pieces {slides}")),
                Who::Set => (Status::Impossible, format!("not locked: pieces {slides}")),
            }
        }
        (None, None) => (Status::Success, "locked: no piece can slide, and no set of pieces".to_owned()),
    };
    writeln!(out, "\n{}", colour::verdict(&verdict))?;
    Ok(status)
}
