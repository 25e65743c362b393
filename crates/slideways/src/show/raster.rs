//! Pixels: pictures as PNG, films as GIF.
//!
//! `resvg` rasterizes pictures and `gif` writes films. No fonts are needed: boards, strips and films draw
//! text as strokes. This module requires the feature `raster`.

use super::film::Film;
use crate::engine::parallel::Pool;
use crate::engine::parallel::prelude::*;
use gif::{DisposalMethod, Encoder, EncodingError, Repeat};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZero;
use std::thread::available_parallelism;

/// The maximum number of pixels of a picture.
pub const MOST_PIXELS: u64 = 64 << 20;

/// Why a picture cannot be rasterized.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// The text is not an SVG picture.
    #[error("the picture cannot be read: {0}")]
    NotAPicture(String),
    /// The picture would be too large.
    #[error(
        "the picture would be {0:.0} x {1:.0} pixels; expected 1 to 65535 on a side and at most 64 megapixels"
    )]
    TooLarge(f64, f64),
    /// The picture cannot be written.
    #[error(transparent)]
    Unwritable(#[from] std::io::Error),
    /// The caller stopped the conversion.
    #[error("stopped by the caller")]
    Stopped,
}

/// Rasterizes a picture; `scale` is the number of pixels per unit of the picture.
fn pixels(svg: &str, scale: f32) -> Result<Pixmap, RasterError> {
    let tree = Tree::from_str(svg, &Options::default())
        .map_err(|error| RasterError::NotAPicture(error.to_string()))?;
    let side = |length: f32| f64::from((length * scale).ceil());
    let (wide, high) = (side(tree.size().width()), side(tree.size().height()));
    let fits = (1.0..=65535.0).contains(&wide) && (1.0..=65535.0).contains(&high);
    if !fits || wide * high > MOST_PIXELS as f64 {
        return Err(RasterError::TooLarge(wide, high));
    }
    let too_large = || RasterError::TooLarge(wide, high);
    let mut pixels = Pixmap::new(wide as u32, high as u32).ok_or_else(too_large)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

/// Convert a picture to PNG; `scale` is the number of pixels per unit of the picture.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, RasterError> {
    pixels(svg, scale)?.encode_png().map_err(|error| RasterError::NotAPicture(error.to_string()))
}

/// A colour without alpha: pages of films are opaque.
type Rgb = [u8; 3];

/// The palette index of an unchanged pixel.
const SAME: u8 = 255;

/// Write a film as an endlessly looping GIF; `scale` is the number of pixels per unit of the film. Calls
/// `stop` between frames.
///
/// All frames share one palette, computed from a few of them. Each frame contains only the rectangle that
/// changed, and in it only the pixels that changed.
pub fn gif(
    film: &Film,
    scale: f32,
    out: impl Write,
    stop: &mut dyn FnMut() -> bool,
) -> Result<(), RasterError> {
    let last = film.frames() - 1;
    let mut counts: BTreeMap<Rgb, u64> = BTreeMap::new();
    let mut size = (0, 0);
    for part in 0..=SAMPLES {
        let pixels = pixels(&film.frame(last * part / SAMPLES).svg, scale)?;
        size = (pixels.width() as u16, pixels.height() as u16);
        colours(&pixels).for_each(|colour| *counts.entry(colour).or_default() += 1);
        if stop() {
            return Err(RasterError::Stopped);
        }
    }
    let mut palette = Palette::new(counts);
    let mut encoder = Encoder::new(out, size.0, size.1, &palette.table()).map_err(unwritable)?;
    encoder.set_repeat(Repeat::Infinite).map_err(unwritable)?;
    let mut before: Vec<u8> = vec![];
    // This pool ends with the film. A global one would live on, and a forked process has a copy without
    // threads.
    let pool = Pool::exactly(available_parallelism().map_or(1, NonZero::get));
    for first in (0..=last).step_by(TOGETHER) {
        let numbers: Vec<usize> = (first..=last.min(first + TOGETHER - 1)).collect();
        let draw = || -> Vec<Result<_, RasterError>> {
            numbers
                .into_par_iter()
                .map(|number| {
                    let frame = film.frame(number);
                    Ok((pixels(&frame.svg, scale)?, frame.hundredths))
                })
                .collect()
        };
        let drawn = match &pool {
            Some(pool) => pool.install(draw),
            None => draw(),
        };
        for frame in drawn {
            if stop() {
                return Err(RasterError::Stopped);
            }
            let (pixels, hundredths) = frame?;
            let now: Vec<u8> = colours(&pixels).map(|colour| palette.nearest(colour)).collect();
            encoder.write_frame(&difference(&before, &now, size.0, hundredths)).map_err(unwritable)?;
            before = now;
        }
    }
    encoder.into_inner().map_err(unwritable)?.flush()?;
    Ok(())
}

/// The difference between two frames, in palette indices.
fn difference(before: &[u8], now: &[u8], wide: u16, hundredths: u16) -> gif::Frame<'static> {
    let line = usize::from(wide);
    let (left, top, wide, high) = changed(before, now, line);
    let is_old = |i: usize| before.get(i) == Some(&now[i]);
    let rows = (top..top + high).map(|row| row * line);
    let cells = rows.flat_map(|row| row + left..row + left + wide);
    let buffer: Vec<u8> = cells.map(|i| if is_old(i) { SAME } else { now[i] }).collect();
    gif::Frame {
        delay: hundredths,
        dispose: DisposalMethod::Keep,
        transparent: Some(SAME),
        left: left as u16,
        top: top as u16,
        width: wide as u16,
        height: high as u16,
        buffer: buffer.into(),
        ..gif::Frame::default()
    }
}

/// The number of frames, besides the first, from which the palette is computed.
const SAMPLES: usize = 6;

/// The number of frames drawn together, on all threads.
const TOGETHER: usize = 32;

fn unwritable(error: EncodingError) -> RasterError {
    RasterError::Unwritable(match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other.to_string()),
    })
}

fn colours(pixels: &Pixmap) -> impl Iterator<Item = Rgb> {
    pixels.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
}

/// The smallest rectangle that contains all changes, as left, top, width and height; one pixel if there are
/// none.
fn changed(before: &[u8], now: &[u8], wide: usize) -> (usize, usize, usize, usize) {
    if before.len() != now.len() {
        return (0, 0, wide, now.len() / wide);
    }
    let (mut left, mut right, mut top, mut bottom) = (wide, 0, usize::MAX, 0);
    for (i, _) in before.iter().zip(now).enumerate().filter(|(_, (old, new))| old != new) {
        let (row, col) = (i / wide, i % wide);
        (left, right) = (left.min(col), right.max(col));
        (top, bottom) = (top.min(row), bottom.max(row));
    }
    match top {
        usize::MAX => (0, 0, 1, 1),
        _ => (left, top, right - left + 1, bottom - top + 1),
    }
}

/// At most 255 colours, and a cache of the nearest one to any other colour.
struct Palette {
    colours: Vec<Rgb>,
    known: BTreeMap<Rgb, u8>,
}

impl Palette {
    /// Takes the most frequent colours first, and skips colours close to one already taken. The threshold
    /// grows until the colours are few enough. Large areas keep their exact colour; only shades at edges
    /// change a little.
    fn new(counts: BTreeMap<Rgb, u64>) -> Palette {
        let mut by_count: Vec<(Rgb, u64)> = counts.into_iter().collect();
        by_count.sort_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let mut colours: Vec<Rgb> = vec![];
        for close in (0..).map(|round: u32| round * round * 3) {
            colours.clear();
            for &(colour, _) in &by_count {
                if colours.iter().all(|&taken| distance(taken, colour) > close) {
                    colours.push(colour);
                }
                if colours.len() > usize::from(SAME) {
                    break;
                }
            }
            if colours.len() <= usize::from(SAME) {
                break;
            }
        }
        Palette { colours, known: BTreeMap::new() }
    }

    /// All 256 entries, including the unused one for unchanged pixels.
    fn table(&self) -> Vec<u8> {
        let mut table = self.colours.concat();
        table.resize(256 * 3, 0);
        table
    }

    fn nearest(&mut self, colour: Rgb) -> u8 {
        let colours = &self.colours;
        *self.known.entry(colour).or_insert_with(|| {
            let nearest = (0..colours.len()).min_by_key(|&i| distance(colours[i], colour));
            nearest.unwrap_or(0) as u8
        })
    }
}

/// The squared distance between two colours.
fn distance(a: Rgb, b: Rgb) -> u32 {
    a.iter().zip(b).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}
