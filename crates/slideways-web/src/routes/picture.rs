//! Pictures to take away.

use super::{About, App, Request};
use crate::body::Asked;
use crate::fault::Fault;
use crate::game::Given;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use slideways::format::solution;
use slideways::format::tiles::path::{self, Convention};
use slideways::show::board::{self, Look, Page};
use slideways::show::film::{Film, Pace};
use slideways::show::raster::{self, RasterError};
use slideways::show::story::Story;
use slideways::show::strip::{self, Rows};
use slideways::watch::Watch;
use std::sync::Arc;
use std::time::Instant;

/// Pixels of a cell of a strip.
const STRIP_CELL: f64 = 24.0;

/// Pixels of PNG for each of the picture: screens are fine today.
const FINE: f32 = 2.0;

/// Longer films are made on the command line.
const MOST_MOVES: usize = 500;

/// What is wished for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PictureRequest {
    game: Given,
    style: Option<String>,
    solution: Option<Vec<String>>,
    form: Form,
    #[serde(default)]
    theme: Theme,
    /// Moves in a second.
    speed: Option<f64>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Form {
    Svg,
    Png,
    Gif,
    Strip,
    Film,
}

#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Theme {
    #[default]
    Auto,
    Light,
    Dark,
}

/// Answer with the file itself.
pub async fn picture(
    State(app): State<Arc<App>>,
    Asked(wish): Asked<PictureRequest>,
) -> Result<Response, Fault> {
    let about = About { game: wish.game.clone(), style: wish.style.clone(), page: None };
    let request = about.request()?;
    let sort = match wish.form {
        Form::Png => "image/png",
        Form::Gif => "image/gif",
        Form::Svg | Form::Strip | Form::Film => "image/svg+xml",
    };
    let time = app.limits.time;
    let bytes = app.jobs.answer(move |reporter| {
        let started = Instant::now();
        let late = || time.is_some_and(|time| started.elapsed() >= time);
        drawn(&wish, &request, &mut || reporter.stop() || late())
    });
    Ok(([(header::CONTENT_TYPE, sort)], bytes.await?).into_response())
}

fn drawn(wish: &PictureRequest, request: &Request, stop: &mut dyn FnMut() -> bool) -> Result<Vec<u8>, Fault> {
    let pixels = matches!(wish.form, Form::Png | Form::Gif);
    let page = match wish.theme {
        Theme::Auto if pixels => Page::Light,
        Theme::Auto => Page::Auto,
        Theme::Light => Page::Light,
        Theme::Dark => Page::Dark,
    };
    let look = Look { page, ..Look::default() };
    let board = || board::svg(&request.game.scene(&request.at), &look);
    match wish.form {
        Form::Svg => Ok(board().into_bytes()),
        Form::Png => raster::png(&board(), FINE).map_err(refused),
        Form::Strip => {
            let look = Look { cell: STRIP_CELL, ..look };
            Ok(strip::svg(&story(wish, request)?, &look, &Rows::default()).into_bytes())
        }
        Form::Film | Form::Gif => {
            if wish.speed.is_some_and(|speed| speed.is_nan() || speed <= 0.0) {
                return Err(
                    Fault::puzzle("a film needs a speed above 0").help("`speed` is in moves a second")
                );
            }
            let story = story(wish, request)?;
            let pace = Pace { seconds: 1.0 / wish.speed.unwrap_or(2.0), ..Pace::default() };
            let film = Film::new(&story, &look, &pace);
            if wish.form == Form::Film {
                return Ok(film.svg().into_bytes());
            }
            let mut bytes = vec![];
            raster::gif(&film, 1.0, &mut bytes, stop).map_err(refused)?;
            Ok(bytes)
        }
    }
}

/// The solution that was sent along, from where the pieces are.
fn story(wish: &PictureRequest, request: &Request) -> Result<Story, Fault> {
    let Request { game, at, style } = request;
    let moves = wish.solution.as_deref().unwrap_or_default();
    if moves.is_empty() {
        return Err(Fault::puzzle("there is no solution to be drawn").help("send one as `solution`"));
    }
    if moves.len() > MOST_MOVES {
        return Err(Fault::puzzle(format!("a picture has at most {MOST_MOVES} moves"))
            .help("`slideways show --solution` draws longer ones"));
    }
    let text = moves.join(" ");
    let illegal =
        |why: &dyn std::fmt::Display| Fault::puzzle(format!("the solution cannot be replayed: {why}"));
    let mut story = match game.board(at) {
        Some((board, goal)) => {
            let path =
                path::parse(&text, Convention::Letters, &board).map_err(|error| Fault::text(&text, error))?;
            Story::of_board(&board, &goal.some_board(), &path, style.who).map_err(|why| illegal(&why))?
        }
        None => {
            let from = game.puzzle.with_start(at).map_err(|why| Fault::bad_request(why.to_string()))?;
            let moves = solution::parse(&from, &text).map_err(|error| Fault::text(&text, error))?;
            Story::of_puzzle(&from, &moves).map_err(|why| illegal(&why))?
        }
    };
    story.style = Some(*style);
    Ok(story)
}

fn refused(why: RasterError) -> Fault {
    match why {
        RasterError::Stopped => Fault::puzzle("the picture took longer than is allowed"),
        RasterError::TooLarge(..) => Fault::puzzle(why.to_string()),
        RasterError::NotAPicture(_) | RasterError::Unwritable(_) => Fault::mistake(&why.to_string()),
    }
}
