//! `qr`: a text as a QR code.

use crate::api::{Body, Task};
use crate::fault::Fault;
use serde::{Deserialize, Serialize};
use slideways::show::qr;

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
pub fn qr(request: &QrRequest) -> Result<Task, Fault> {
    let matrix = qr::matrix(&request.text).map_err(|error| {
        Fault::puzzle(error.to_string()).help("choose puzzles from the library: their names are short")
    })?;
    let side = matrix.len() + 2 * qr::MARGIN;
    Ok(Task::known(Body::json(&Code { side, path: qr::path(&matrix) })))
}
