//! `show` as SVG, PNG and GIF: pictures of boards, and of solutions as strips and films.

use super::target::{FileFormat, Target};
use crate::arguments::pictures::Pictures;
use crate::interrupt;
use crate::problem::{Failure, Problem};
use crate::progress::ProgressLine;
use crate::quantity::counted;
use slideways::show::board::{self, CELL, Look, Page};
use slideways::show::film::{Film, Pace};
use slideways::show::raster::{self, RasterError};
use slideways::show::scene::Scene;
use slideways::show::story::Story;
use slideways::show::strip::{self, Rows};
use std::io::Write;

/// Pixels of a cell of a strip, and of a strip across.
const STRIP_CELL: f64 = 24.0;
const STRIP: f64 = 1000.0;

/// Pixels of a PNG per pixel of the picture, for high-resolution screens, unless `--width` is given.
const FINE: f32 = 2.0;

/// The file and the look of a picture.
pub struct Drawing<'d> {
    pub options: &'d Pictures,
    pub target: Target<'d>,
}

impl Drawing<'_> {
    /// The background.
    pub fn page(&self) -> Page {
        self.options.theme.page(self.target.format != FileFormat::Svg)
    }

    /// The look of a board, given its width at 40 pixels per cell.
    fn look(&self, wide: f64) -> Look {
        let cell = self.options.width.map_or(CELL, |width| f64::from(width) * CELL / wide);
        Look { page: self.page(), cell }
    }

    /// Draw a board.
    pub fn board(&self, scene: &Scene, out: &mut dyn Write) -> Result<(), Failure> {
        let options = self.options;
        let name = match (self.target.format, options.film, options.speed, options.every) {
            (FileFormat::Gif, ..) => "a GIF",
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
        if options.film || self.target.format == FileFormat::Gif {
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
        match self.target.format {
            FileFormat::Png => Err(Problem::new("a PNG cannot hold a film")
                .help("use a name that ends in `.gif` or `.svg`, or leave out `--film` to get a strip")
                .into()),
            FileFormat::Gif => {
                interrupt::listen();
                let mut progress_line = ProgressLine::new(false);
                let line = progress_line.line();
                let mut bytes = vec![];
                let end = raster::gif(&film, 1.0, &mut bytes, &mut || progress_line.filming());
                line.finish_and_clear();
                end.map_err(refused)?;
                self.target.write(&bytes, what, out)
            }
            _ => self.target.write(film.svg().as_bytes(), what, out),
        }
    }

    /// A still picture.
    pub fn still(&self, svg: &str, what: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let scale = if self.options.width.is_some() { 1.0 } else { FINE };
        match self.target.format {
            FileFormat::Png => self.target.write(&raster::png(svg, scale).map_err(refused)?, what, out),
            FileFormat::Gif => Err(Problem::new(format!("{what} is a still picture and cannot be a GIF"))
                .help("give the file a name that ends in `.svg` or `.png`")
                .into()),
            _ => self.target.write(svg.as_bytes(), what, out),
        }
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
