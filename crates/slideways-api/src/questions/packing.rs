//! `packing`: one packing, described for the page or as a file to download.

use super::lock::{boxed, member};
use super::picture::Theme;
use crate::api::{Answer, Body, Task};
use crate::fault::Fault;
use serde::Deserialize;
use slideways::Who;
use slideways::lock::rule::Packing;
use slideways::show::{isometric, packing, stl};

/// A box, a packing of it as text, and what to make of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackingRequest {
    r#box: String,
    packing: String,
    form: Form,
    #[serde(default)]
    theme: Theme,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    /// The pieces and what blocks them.
    Json,
    /// A drawing: the pieces in space, drawn apart; in the plane, the box.
    Svg,
    /// A solid for 3-D printers.
    Stl,
}

/// Answers with the description, or with the file itself.
pub fn packing(request: PackingRequest) -> Task {
    Task::of(Answer::Short(Box::new(move |_| made(&request))))
}

/// The packing in the requested form.
fn made(request: &PackingRequest) -> Result<Body, Fault> {
    let what = locked(request)?;
    let page = request.theme.page(false);
    let drawing = |svg: String| Body::File { media: "image/svg+xml", bytes: svg.into_bytes() };
    Ok(match request.form {
        Form::Json => Body::json(&member(&what)),
        Form::Svg if what.grid.is_solid() => drawing(isometric::svg_on(&what, page)),
        Form::Svg => drawing(packing::svg_on(&what, page)),
        Form::Stl => Body::File { media: "model/stl", bytes: stl::assembly(&what, stl::CELL) },
    })
}

/// The packing in the request, if nothing in it slides.
fn locked(request: &PackingRequest) -> Result<Packing, Fault> {
    let help = "`packing` holds one character per cell, as the `text` of a packing found by `/api/lock`";
    let grid = boxed(&request.r#box)?;
    let what =
        Packing::parse(grid, &request.packing).map_err(|why| Fault::puzzle(why.to_string()).help(help))?;
    match what.slide(Who::Piece) {
        None => Ok(what),
        Some((pieces, dir)) => {
            let names: Vec<String> = pieces.iter().map(|&piece| what.name(piece).to_string()).collect();
            let message =
                format!("the packing is not locked: piece {} slides {}", names.join(", "), dir.word());
            Err(Fault::puzzle(message).help(help))
        }
    }
}
