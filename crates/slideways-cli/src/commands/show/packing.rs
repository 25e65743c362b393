//! `show` for packings.

use super::drawn::Drawing;
use crate::arguments::Show;
use crate::input::{self, Reader};
use crate::picture::Form;
use crate::problem::{Failure, Problem};
use crate::quantity::counted;
use crate::status::Status;
use slideways::grid::Grid;
use slideways::lock::rule::Packing;
use slideways::show::{isometric, packing};
use std::io::{self, Write};

/// Draw packings, or write one in another form.
pub fn run(grid: Grid, show: &Show, reader: &mut Reader, out: &mut dyn Write) -> Result<Status, Failure> {
    let Some(given) = &show.packing else {
        return Err(Problem::new(format!("no packing was given for the box {}", show.puzzle))
            .help(format!("add a packing, such as `slideways show {} FILE`", show.puzzle))
            .into());
    };
    let packings = input::lock::packings(grid, &input::path(given, reader)?.body)?;
    if let Some(path) = &show.pictures.output {
        let drawing = Drawing::new(&show.pictures, path)?;
        let [one] = &packings[..] else { return Err(several(packings.len()).into()) };
        let iso = show.form == Some(Form::Iso);
        let page = drawing.page();
        let svg = if iso { isometric::svg_on(one, page) } else { packing::svg_on(one, page) };
        drawing.still(&svg, "the packing", out)?;
        return Ok(Status::Success);
    }
    match (show.form, &packings[..]) {
        (None, all) => {
            for (number, packing) in all.iter().enumerate() {
                if number > 0 {
                    writeln!(out)?;
                }
                draw(packing, show.ascii, out)?;
            }
        }
        (Some(form), [one]) => out.write_all(&form.of(one))?,
        (Some(_), all) => {
            return Err(several(all.len()).into());
        }
    }
    Ok(Status::Success)
}

fn several(packings: usize) -> Problem {
    Problem::new(format!("expected one packing, found {packings}"))
        .help("`slideways lock … --export DIR` writes one file per packing")
}

fn draw(what: &Packing, ascii: bool, out: &mut dyn Write) -> io::Result<()> {
    let filled: usize = what.pieces.iter().map(Vec::len).sum();
    let empty = what.grid.size() - what.blocked.len() - filled;
    let (pieces, cells) = (counted(what.pieces.len() as u64, "piece"), counted(empty as u64, "empty cell"));
    writeln!(out, "{} box, {pieces}, {cells}\n", what.grid)?;
    write!(out, "{}", if ascii { packing::ascii(what) } else { packing::outlined(what) })
}
