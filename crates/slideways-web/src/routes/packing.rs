//! `/api/packing`: one packing, described for the page or as a file to download.

use super::lock::{boxed, member};
use super::picture::Theme;
use super::{App, written};
use crate::body::Asked;
use crate::fault::Fault;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use slideways::Who;
use slideways::lock::rule::Packing;
use slideways::show::{isometric, packing, stl};
use std::sync::Arc;

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
pub async fn packing(
    State(_): State<Arc<App>>,
    Asked(request): Asked<PackingRequest>,
) -> Result<Response, Fault> {
    let sort = match request.form {
        Form::Json => "application/json",
        Form::Svg => "image/svg+xml",
        Form::Stl => "model/stl",
    };
    // A large box takes a moment, but not long enough to wait for a turn among the searches.
    let made = tokio::task::spawn_blocking(move || made(&request)).await;
    let bytes = made.unwrap_or_else(|_| Err(Fault::mistake("the export panicked")))?;
    Ok(([(header::CONTENT_TYPE, sort)], bytes).into_response())
}

/// The packing in the requested form.
fn made(request: &PackingRequest) -> Result<Vec<u8>, Fault> {
    let what = locked(request)?;
    let page = request.theme.page(false);
    Ok(match request.form {
        Form::Json => written(&member(&what)).into_bytes(),
        Form::Svg if what.grid.is_solid() => isometric::svg_on(&what, page).into_bytes(),
        Form::Svg => packing::svg_on(&what, page).into_bytes(),
        Form::Stl => stl::assembly(&what, stl::CELL),
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
