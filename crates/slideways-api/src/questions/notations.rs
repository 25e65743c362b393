//! `notations`: a puzzle in every notation that can express it.

use super::About;
use crate::api::{Body, Task};
use crate::fault::Fault;
use serde::Serialize;
use slideways::format::{self, tiles};

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
pub fn notations(about: &About) -> Result<Task, Fault> {
    let request = about.request()?;
    let game = request.game.starting(&request.at)?;
    let texts: Vec<(&'static str, Option<String>)> = match &game.position {
        Some((board, _)) => tiles::Notation::ALL.map(|to| (to.name(), to.print(board))).into(),
        None => format::Notation::ALL.map(|to| (to.name(), to.print(&game.puzzle))).into(),
    };
    let text = |(notation, text): (_, Option<String>)| Some(Text { notation, text: text? });
    Ok(Task::known(Body::json(&Texts { notations: texts.into_iter().filter_map(text).collect() })))
}
