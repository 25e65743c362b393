//! Pictures: their options, and pixels.

use crate::errors::unfit;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use slideways::show::board::{Look, Page};
use slideways::show::raster;

/// A picture, and the number of pixels per unit of it.
pub struct Drawn {
    pub svg: String,
    pub scale: f32,
}

/// The look with a page and a width of cells in pixels.
pub fn look(page: &str, cell: f64) -> PyResult<Look> {
    if !(1.0..=1000.0).contains(&cell) {
        return Err(unfit(format!("a cell of {cell} pixels; expected 1 to 1000"), None));
    }
    Ok(Look { page: self::page(page)?, cell })
}

/// The page with a name.
pub fn page(name: &str) -> PyResult<Page> {
    match name {
        "auto" => Ok(Page::Auto),
        "light" => Ok(Page::Light),
        "dark" => Ok(Page::Dark),
        "bare" => Ok(Page::Bare),
        _ => Err(unfit(format!("`{name}` is not a page"), Some("use auto, light, dark or bare".to_owned()))),
    }
}

/// A picture as PNG.
pub fn png<'p>(py: Python<'p>, drawn: Drawn) -> PyResult<Bound<'p, PyBytes>> {
    let pixels = py.detach(|| raster::png(&drawn.svg, drawn.scale));
    Ok(PyBytes::new(py, &pixels.map_err(|why| unfit(why, None))?))
}
