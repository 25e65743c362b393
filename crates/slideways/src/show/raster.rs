//! Pictures as pixels: PNG, and films as GIF.
//!
//! `resvg` turns a picture into pixels and `gif` writes films. No fonts are needed: boards, strips and films draw their
//! letters as lines. This module comes with the feature `raster`.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The most pixels of a picture.
pub const MOST_PIXELS: u64 = 64 << 20;

/// Why there are no pixels.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// The text is no picture.
    #[error("the picture cannot be read: {0}")]
    NotAPicture(String),
    /// It would be too large.
    #[error("the picture would be {0:.0} x {1:.0} pixels; at most 64 megapixels are made")]
    TooLarge(f64, f64),
    /// It could not be written.
    #[error(transparent)]
    Unwritable(#[from] std::io::Error),
    /// The caller told it to stop.
    #[error("told to stop")]
    Stopped,
}

/// The pixels of a picture, so many for each of its own.
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

/// A picture as PNG, so many pixels for each of its own.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, RasterError> {
    pixels(svg, scale)?.encode_png().map_err(|error| RasterError::NotAPicture(error.to_string()))
}
