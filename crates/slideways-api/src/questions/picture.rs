//! `picture`: pictures to download.

use super::{About, Request};
use crate::api::{Answer, Api, Body, Task};
use crate::fault::Fault;
use crate::game::{Given, Played};
use serde::Deserialize;
use slideways::format::solution;
use slideways::format::tiles::path::{self, Convention};
use slideways::show::board::{self, Look, Page};
use slideways::show::film::{Film, Pace};
use slideways::show::raster::{self, RasterError};
use slideways::show::story::Story;
use slideways::show::strip::{self, Rows};
use slideways::watch::Watch;
use web_time::Instant;

/// Pixels per cell of a strip.
const STRIP_CELL: f64 = 24.0;

/// PNG pixels per unit of the picture, for high-resolution screens.
const FINE: f32 = 2.0;

/// The maximum number of moves of a film; the command line makes longer ones.
const MOST_MOVES: usize = 500;

/// What to draw, and how.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PictureRequest {
    game: Given,
    style: Option<String>,
    solution: Option<Vec<String>>,
    /// Moves by the page's pieces, instead of `solution`.
    moves: Option<Vec<Played>>,
    form: Form,
    #[serde(default)]
    theme: Theme,
    /// Moves per second.
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

/// The background that the page asks for.
#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Theme {
    #[default]
    Auto,
    Light,
    Dark,
}

impl Theme {
    /// The background of a picture. Pixels cannot follow the reader's setting.
    pub(super) fn page(self, pixels: bool) -> Page {
        match self {
            Theme::Auto if pixels => Page::Light,
            Theme::Auto => Page::Auto,
            Theme::Light => Page::Light,
            Theme::Dark => Page::Dark,
        }
    }
}

/// Answers with the file itself.
pub fn picture(api: &Api, options: PictureRequest) -> Result<Task, Fault> {
    let about = About { game: options.game.clone(), style: options.style.clone(), page: None };
    let request = about.request()?;
    let media = match options.form {
        Form::Png => "image/png",
        Form::Gif => "image/gif",
        Form::Svg | Form::Strip | Form::Film => "image/svg+xml",
    };
    let time = api.limits.time;
    Ok(Task::of(Answer::Search(Box::new(move |reporter| {
        let started = Instant::now();
        let late = || time.is_some_and(|time| started.elapsed() >= time);
        let bytes = drawn(&options, &request, &mut || reporter.stop() || late())?;
        Ok(Body::File { media, bytes })
    }))))
}

fn drawn(
    options: &PictureRequest,
    request: &Request,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Vec<u8>, Fault> {
    let pixels = matches!(options.form, Form::Png | Form::Gif);
    let look = Look { page: options.theme.page(pixels), ..Look::default() };
    let board = || board::svg(&request.game.scene(&request.at), &look);
    match options.form {
        Form::Svg => Ok(board().into_bytes()),
        Form::Png => raster::png(&board(), FINE).map_err(refused),
        Form::Strip => {
            let look = Look { cell: STRIP_CELL, ..look };
            Ok(strip::svg(&story(options, request)?, &look, &Rows::default()).into_bytes())
        }
        Form::Film | Form::Gif => {
            if options.speed.is_some_and(|speed| speed.is_nan() || speed <= 0.0) {
                return Err(Fault::puzzle("the speed of a film must be above 0")
                    .help("`speed` is in moves per second"));
            }
            let story = story(options, request)?;
            let pace = Pace { seconds: 1.0 / options.speed.unwrap_or(2.0), ..Pace::default() };
            let film = Film::new(&story, &look, &pace);
            if options.form == Form::Film {
                return Ok(film.svg().into_bytes());
            }
            let mut bytes = vec![];
            raster::gif(&film, 1.0, &mut bytes, stop).map_err(refused)?;
            Ok(bytes)
        }
    }
}

/// The story of the solution or of the moves in the request, from the current arrangement.
fn story(options: &PictureRequest, request: &Request) -> Result<Story, Fault> {
    let words = options.solution.as_deref().unwrap_or_default();
    let moves = options.moves.as_deref().unwrap_or_default();
    match words.len().max(moves.len()) {
        0 => Err(Fault::puzzle("there are no moves to draw").help("send a `solution`, or `moves`")),
        length if length > MOST_MOVES => {
            Err(Fault::puzzle(format!("there are {length} moves, but a film shows at most {MOST_MOVES}"))
                .help("`slideways show --solution` draws longer ones"))
        }
        _ if moves.is_empty() => written(words, request),
        _ => {
            let mut story = request.game.story(&request.at, moves, request.style.who)?;
            story.style = Some(request.style);
            Ok(story)
        }
    }
}

/// The story of a solution in the notation of the command line.
fn written(words: &[String], request: &Request) -> Result<Story, Fault> {
    let Request { game, at, style } = request;
    let text = words.join(" ");
    let illegal =
        |why: &dyn std::fmt::Display| Fault::puzzle(format!("the solution cannot be replayed: {why}"));
    let mut story = match game.board(at) {
        Some((board, goal)) => {
            let path =
                path::parse(&text, Convention::Letters, &board).map_err(|error| Fault::text(&text, error))?;
            Story::of_board(&board, &goal.some_board(), &path, style.who).map_err(|why| illegal(&why))?
        }
        None => {
            let from = game.puzzle.with_start(at).map_err(|why| Fault::request(why.to_string()))?;
            let moves = solution::parse(&from, &text).map_err(|error| Fault::text(&text, error))?;
            Story::of_puzzle(&from, &moves).map_err(|why| illegal(&why))?
        }
    };
    story.style = Some(*style);
    Ok(story)
}

fn refused(why: RasterError) -> Fault {
    match why {
        RasterError::Stopped => Fault::puzzle("the picture exceeded the time limit"),
        RasterError::TooLarge(..) => Fault::puzzle(why.to_string()),
        RasterError::NotAPicture(_) | RasterError::Unwritable(_) => Fault::mistake(&why.to_string()),
    }
}
