//! Packings, layer by layer: as outlines for terminals, and as a picture.
//!
//! ```
//! use slideways::grid::Grid;
//! use slideways::lock::rule::Packing;
//! use slideways::show;
//!
//! let packing = Packing::parse(Grid::plane(2, 3).unwrap(), "aab ccb").unwrap();
//! assert_eq!(show::packing::outlined(&packing), "\
//! ┌───────┬───┐
//! │ 1     │ 2 │
//! ├───────┤   │
//! │ 3     │   │
//! └───────┴───┘
//! ");
//! assert!(show::packing::svg(&packing).starts_with("<svg "));
//! ```

use super::board::Page;
use super::palette::{self, Colour};
use super::svg::{Canvas, Corner, Path, inset, outlines};
use super::{Seen, View, outline, text};
use crate::grid::{Cell, Dir};
use crate::lock::rule::Packing;
use std::collections::BTreeSet;

/// Pixels per cell, around the box, between layers, and for a caption.
const CELL: f64 = 40.0;
const MARGIN: f64 = 22.0;
const BETWEEN: f64 = 30.0;
const CAPTION: f64 = 26.0;

impl View {
    fn of(packing: &Packing) -> View {
        let mut cells = vec![Seen::Empty; packing.grid.size()];
        packing.blocked.iter().for_each(|cell| cells[cell.index()] = Seen::Blocked);
        for (number, piece) in packing.pieces.iter().enumerate() {
            piece.iter().for_each(|cell| cells[cell.index()] = Seen::Piece(number));
        }
        View { grid: packing.grid, cells }
    }
}

/// Draw a packing in outline, as [`outlined`](super::outlined) draws arrangements.
pub fn outlined(packing: &Packing) -> String {
    outline::drawn(&View::of(packing), |piece| packing.name(piece))
}

/// Draw a packing as [`super::text`] draws arrangements: in plain ASCII, except for the names of more than 61
/// pieces.
pub fn ascii(packing: &Packing) -> String {
    text::drawn(&View::of(packing), |piece| packing.name(piece))
}

/// A text description of the picture, for screen readers.
pub(super) fn title(packing: &Packing) -> String {
    let pieces = packing.pieces.len();
    format!("{} box, {pieces} {}", packing.grid, if pieces == 1 { "piece" } else { "pieces" })
}

/// One colour per piece; pieces that touch differ.
pub(super) fn piece_colours(packing: &Packing) -> Vec<Colour> {
    let view = View::of(packing);
    let near = |piece: &Vec<Cell>| -> Vec<usize> {
        let around = piece.iter().flat_map(|&cell| Dir::ALL.map(|dir| view.grid.shifted(cell, dir.offset())));
        let seen = around.flatten().filter_map(|cell| match view.cells[cell.index()] {
            Seen::Piece(other) => Some(other),
            _ => None,
        });
        seen.collect::<BTreeSet<usize>>().into_iter().collect()
    };
    palette::pieces(&packing.pieces.iter().map(near).collect::<Vec<_>>())
}

/// Draw the layers of a packing side by side, the nearest first. A piece has its name and its colour in each
/// of its layers.
pub fn svg(packing: &Packing) -> String {
    svg_on(packing, Page::Auto)
}

/// Draw the layers on a given page.
pub fn svg_on(packing: &Packing, page: Page) -> String {
    let grid = packing.grid;
    let (width, height) = (grid.cols() as f64 * CELL, grid.rows() as f64 * CELL);
    let layers = grid.layers();
    let caption = if grid.is_solid() { CAPTION } else { 0.0 };
    let mut canvas = Canvas::new(
        2.0 * MARGIN + layers as f64 * (width + BETWEEN) - BETWEEN,
        2.0 * MARGIN + height + caption,
    );
    let colours = piece_colours(packing);
    for layer in 0..layers {
        let (left, top) = (MARGIN + layer as f64 * (width + BETWEEN), MARGIN);
        let here = |cells: &mut dyn Iterator<Item = &Cell>| -> Vec<Corner> {
            let at = cells.map(|&cell| grid.offset(cell)).filter(|at| usize::from(at.layer as u16) == layer);
            at.map(|at| (i32::from(at.col), i32::from(at.row))).collect()
        };
        let around = |cells: &[Corner], by: f64, radius: f64| {
            let mut path = Path::default();
            for line in outlines(cells) {
                let points: Vec<_> =
                    inset(&line, CELL, by).into_iter().map(|(x, y)| (x + left, y + top)).collect();
                path.rounded(&points, radius);
            }
            path
        };
        let middle =
            |(col, row): Corner| (left + (f64::from(col) + 0.5) * CELL, top + (f64::from(row) + 0.5) * CELL);
        let all = here(&mut grid.cells().collect::<Vec<_>>().iter());
        canvas.shape("box", &around(&all, -4.0, 8.0));
        let blocked = here(&mut packing.blocked.iter());
        if !blocked.is_empty() {
            canvas.shape("wall", &around(&blocked, 1.0, 3.0));
        }
        let taken: BTreeSet<Cell> =
            packing.pieces.iter().flatten().chain(&packing.blocked).copied().collect();
        let empty: Vec<Cell> = grid.cells().filter(|cell| !taken.contains(cell)).collect();
        here(&mut empty.iter()).into_iter().for_each(|cell| canvas.dot(middle(cell), 2.5));
        for (number, piece) in packing.pieces.iter().enumerate() {
            let cells = here(&mut piece.iter());
            if cells.is_empty() {
                continue;
            }
            canvas.piece(colours[number], colours[number].dimmed(0.62), &around(&cells, 2.5, 7.0));
            let name = packing.name(number).to_string();
            for part in parts(&cells) {
                canvas.text("name", middle_of(&part, middle), &name);
            }
        }
        if grid.is_solid() {
            let at = (left + width / 2.0, top + height + 8.0 + CAPTION / 2.0);
            canvas.text("caption", at, &format!("layer {layer}"));
        }
    }
    canvas.finish(&title(packing), page)
}

/// The cells of a layer, by connected parts.
pub(super) fn parts(cells: &[Corner]) -> Vec<Vec<Corner>> {
    let mut rest: BTreeSet<Corner> = cells.iter().copied().collect();
    let mut parts = vec![];
    while let Some(first) = rest.pop_first() {
        let (mut part, mut next) = (vec![], vec![first]);
        while let Some((x, y)) = next.pop() {
            part.push((x, y));
            next.extend(
                [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)].into_iter().filter(|at| rest.remove(at)),
            );
        }
        parts.push(part);
    }
    parts
}

/// The place for the name of a part: its exact middle if the part covers it, else the cell nearest to it.
pub(super) fn middle_of(part: &[Corner], middle: impl Fn(Corner) -> (f64, f64)) -> (f64, f64) {
    let n = part.len() as f64;
    let points: Vec<(f64, f64)> = part.iter().map(|&cell| middle(cell)).collect();
    let mean = points.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0 / n, sum.1 + at.1 / n));
    let far = |at: &(f64, f64)| (at.0 - mean.0).hypot(at.1 - mean.1);
    let (wide, high) = (extent(part.iter().map(|at| at.0)), extent(part.iter().map(|at| at.1)));
    match wide * high == part.len() {
        true => mean,
        false => points.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(mean),
    }
}

fn extent(numbers: impl Iterator<Item = i32> + Clone) -> usize {
    let (least, most) = (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0));
    (most - least + 1).unsigned_abs() as usize
}
