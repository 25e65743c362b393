//! `/api/qr`: a text as a QR code.

use super::{App, answer};
use crate::body::Asked;
use crate::fault::Fault;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use slideways::show::qr;
use std::sync::Arc;

/// The text to encode.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QrRequest {
    text: String,
}

/// The code as an SVG path.
#[derive(Serialize)]
struct Code {
    /// The width and the height of the drawing, with its margin.
    side: usize,
    /// The dark modules.
    path: String,
}

/// Encodes a text.
pub async fn qr(State(_): State<Arc<App>>, Asked(request): Asked<QrRequest>) -> Result<Response, Fault> {
    let matrix = qr::matrix(&request.text).map_err(|error| {
        Fault::puzzle(error.to_string()).help("choose puzzles from the library: their names are short")
    })?;
    Ok(answer(&Code { side: matrix.len() + 2 * qr::MARGIN, path: qr::path(&matrix) }))
}
