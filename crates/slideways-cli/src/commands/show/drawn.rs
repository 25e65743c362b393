//! `show --output`: pictures of boards, and of solutions as strips and films.

use crate::arguments::pictures::Pictures;
use crate::interrupt;
use crate::problem::{Failure, Problem, reason};
use crate::progress::ProgressLine;
use crate::quantity::counted;
use slideways::show::board::{self, CELL, Look, Page};
use slideways::show::film::{Film, Pace};
use slideways::show::raster::{self, RasterError};
use slideways::show::scene::Scene;
use slideways::show::story::Story;
use slideways::show::strip::{self, Rows};
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Pixels of a cell of a strip, and of a strip across.
const STRIP_CELL: f64 = 24.0;
const STRIP: f64 = 1000.0;

/// Pixels of a PNG per pixel of the picture, for high-resolution screens, unless `--width` is given.
const FINE: f32 = 2.0;

/// The picture format, from the file name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Svg,
    Png,
    Gif,
}

/// The file and the look of a picture.
pub struct Drawing<'d> {
    options: &'d Pictures,
    path: &'d Path,
    form: Form,
}

impl<'d> Drawing<'d> {
    /// The picture that the options describe, or why it is impossible.
    pub fn new(options: &'d Pictures, path: &'d Path) -> Result<Drawing<'d>, Problem> {
        let ending = path.extension().map_or(String::new(), |ending| ending.to_string_lossy().to_lowercase());
        let form = match ending.as_str() {
            _ if path == Path::new("-") => Form::Svg,
            "svg" => Form::Svg,
            "png" => Form::Png,
            "gif" => Form::Gif,
            _ => {
                let message = format!("unknown picture format: `{}`", path.display());
                return Err(Problem::new(message).help("use a name that ends in `.svg`, `.png` or `.gif`"));
            }
        };
        Ok(Drawing { options, path, form })
    }

    /// The background.
    pub fn page(&self) -> Page {
        self.options.theme.page(self.form != Form::Svg)
    }

    /// The look of a board, given its width at 40 pixels per cell.
    fn look(&self, wide: f64) -> Look {
        let cell = self.options.width.map_or(CELL, |width| f64::from(width) * CELL / wide);
        Look { page: self.page(), cell }
    }

    /// Draw a board.
    pub fn board(&self, scene: &Scene, out: &mut dyn Write) -> Result<(), Failure> {
        let options = self.options;
        let name = match (self.form, options.film, options.speed, options.every) {
            (Form::Gif, ..) => "a GIF",
            (_, true, ..) => "`--film`",
            (_, _, Some(_), _) => "`--speed`",
            (_, _, _, Some(_)) => "`--every`",
            _ => return self.still(&board::svg(scene, &self.look(board::size(scene).0)), "the board", out),
        };
        Err(Problem::new(format!("{name} needs a solution"))
            .help("give one with `--solution`; `--solution -` reads what `slideways solve` prints")
            .into())
    }

    /// Draw a solution.
    pub fn story(&self, story: &Story, out: &mut dyn Write) -> Result<(), Failure> {
        let options = self.options;
        let moves = counted(story.moves().len() as u64, "move");
        if options.film || self.form == Form::Gif {
            if options.every.is_some() {
                return Err(Problem::new("`--every` applies to strips, and this is a film").into());
            }
            return self.film(story, &format!("a film of {moves}"), out);
        }
        if options.speed.is_some() {
            return Err(Problem::new("`--speed` applies to films, and this is a strip")
                .help("add `--film`, or give the file a name that ends in `.gif`")
                .into());
        }
        let look = Look { page: self.page(), cell: STRIP_CELL };
        let every = options.every.unwrap_or(1) as usize;
        let rows = Rows { width: options.width.map_or(STRIP, f64::from), every };
        self.still(&strip::svg(story, &look, &rows), &format!("a strip of {moves}"), out)
    }

    fn film(&self, story: &Story, what: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let seconds = 1.0 / self.options.speed.unwrap_or(2.0);
        let look = self.look(board::size(story.scene()).0);
        let film = Film::new(story, &look, &Pace { seconds, ..Pace::default() });
        match self.form {
            Form::Svg => self.write(film.svg().as_bytes(), what, out),
            Form::Png => Err(Problem::new("a PNG cannot hold a film")
                .help("use a name that ends in `.gif` or `.svg`, or leave out `--film` to get a strip")
                .into()),
            Form::Gif => {
                interrupt::listen();
                let mut progress_line = ProgressLine::new(false);
                let line = progress_line.line();
                let mut bytes = vec![];
                let end = raster::gif(&film, 1.0, &mut bytes, &mut || progress_line.filming());
                line.finish_and_clear();
                end.map_err(refused)?;
                self.write(&bytes, what, out)
            }
        }
    }

    /// A still picture.
    pub fn still(&self, svg: &str, what: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let scale = if self.options.width.is_some() { 1.0 } else { FINE };
        match self.form {
            Form::Svg => self.write(svg.as_bytes(), what, out),
            Form::Png => self.write(&raster::png(svg, scale).map_err(refused)?, what, out),
            Form::Gif => Err(Problem::new(format!("{what} is a still picture and cannot be a GIF"))
                .help("give the file a name that ends in `.svg` or `.png`")
                .into()),
        }
    }

    /// Write the file, and report it. An existing file is replaced only when the new one is complete.
    fn write(&self, bytes: &[u8], what: &str, out: &mut dyn Write) -> Result<(), Failure> {
        if self.path == Path::new("-") {
            out.write_all(bytes)?;
            return Ok(());
        }
        let is_plain = fs::metadata(self.path).map_or(true, |found| found.is_file());
        let written = match is_plain {
            true => {
                let mut unfinished: OsString = self.path.as_os_str().to_owned();
                unfinished.push(format!(".{}.unfinished", std::process::id()));
                let unfinished = PathBuf::from(unfinished);
                fs::write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, self.path)).inspect_err(
                    |_| {
                        let _ = fs::remove_file(&unfinished);
                    },
                )
            }
            false => fs::write(self.path, bytes),
        };
        written.map_err(|error| {
            Problem::new(format!("`{}` cannot be written: {}", self.path.display(), reason(&error)))
                .help("choose a file in a writable folder")
        })?;
        writeln!(out, "wrote {}: {what}", self.path.display())?;
        Ok(())
    }
}

/// The error for a raster picture.
fn refused(error: RasterError) -> Problem {
    let problem = Problem::new(error.to_string());
    match error {
        RasterError::TooLarge(..) => problem.help("make it smaller with `--width`, or write an `.svg`"),
        RasterError::Stopped => Problem::new("stopped before the film was complete; nothing was written"),
        _ => problem,
    }
}
