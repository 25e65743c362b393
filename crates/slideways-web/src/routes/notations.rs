//! `/api/notations`: a puzzle in every notation that can express it.

use super::{About, App, answer};
use crate::body::Asked;
use crate::fault::Fault;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use slideways::format::{self, tiles};
use std::sync::Arc;

/// The puzzle in one notation.
#[derive(Serialize)]
struct Text {
    /// The name of the notation, as on the command line.
    notation: &'static str,
    text: String,
}

#[derive(Serialize)]
struct Texts {
    notations: Vec<Text>,
}

/// Answers with the puzzle, its pieces where they are now, in all notations of its family.
pub async fn notations(State(_): State<Arc<App>>, Asked(about): Asked<About>) -> Result<Response, Fault> {
    let request = about.request()?;
    let game = request.game.starting(&request.at)?;
    let texts: Vec<(&'static str, Option<String>)> = match &game.position {
        Some((board, _)) => tiles::Notation::ALL.map(|to| (to.name(), to.print(board))).into(),
        None => format::Notation::ALL.map(|to| (to.name(), to.print(&game.puzzle))).into(),
    };
    let text = |(notation, text): (_, Option<String>)| Some(Text { notation, text: text? });
    Ok(answer(&Texts { notations: texts.into_iter().filter_map(text).collect() }))
}
