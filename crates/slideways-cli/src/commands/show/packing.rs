//! `show` for packings.

use super::drawn::Drawing;
use super::making;
use super::target::Target;
use crate::arguments::Show;
use crate::arguments::making::ShowForm;
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
    let Some(target) = Target::new(show)? else {
        for (number, packing) in packings.iter().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            draw(packing, show.ascii, out)?;
        }
        return Ok(Status::Success);
    };
    let [one] = &packings[..] else { return Err(several(packings.len()).into()) };
    match target.form {
        ShowForm::Text => target.write(&Form::Text.of(one), "the packing", out)?,
        ShowForm::Json => target.write(&Form::Json.of(one), "the packing", out)?,
        ShowForm::Stl | ShowForm::Laser => making::packing(one, show, &target, out)?,
        ShowForm::Html => {
            return Err(target
                .unfit("a packing")
                .help("nothing slides in it; a puzzle can be played")
                .into());
        }
        ShowForm::Iso | ShowForm::Svg | ShowForm::Png | ShowForm::Gif => {
            let drawing = Drawing { options: &show.pictures, target };
            let (iso, page) = (drawing.target.form == ShowForm::Iso, drawing.page());
            let svg = if iso { isometric::svg_on(one, page) } else { packing::svg_on(one, page) };
            drawing.still(&svg, "the packing", out)?;
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
