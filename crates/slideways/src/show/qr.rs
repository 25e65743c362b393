//! QR codes: a text, such as the address of a page, as a square of dark and light modules.
//!
//! The crate `qrcodegen` encodes the text as ISO/IEC 18004 prescribes and chooses the smallest version that
//! holds it. [`terminal`] draws the square with half blocks, [`path`] as the data of an SVG path.

use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;
use thiserror::Error;

/// The width of the light margin that readers need around the square, in modules.
pub const MARGIN: usize = 4;

/// The length of the longest text, in bytes; texts of digits or capitals alone may be longer.
pub const LONGEST: usize = 2953;

/// A text that no QR code holds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the text has {length} bytes, and a QR code holds {LONGEST}")]
pub struct TooLong {
    /// The length of the text, in bytes.
    pub length: usize,
}

/// The rows of the square, from the top; `true` is a dark module. The margin is not part of it.
///
/// The code survives the loss of at least 7 % of its area, and more where that needs no larger square.
pub fn matrix(text: &str) -> Result<Vec<Vec<bool>>, TooLong> {
    let code = QrCode::encode_text(text, QrCodeEcc::Low).map_err(|_| TooLong { length: text.len() })?;
    let size = code.size();
    Ok((0..size).map(|y| (0..size).map(|x| code.get_module(x, y)).collect()).collect())
}

/// Draws a matrix for a terminal: two rows of modules per line, with half of the margin. Lines end with light
/// modules, so they have no trailing blanks.
///
/// Light modules are blocks and dark ones are blanks: the drawing is right where text is lighter than its
/// ground. Most readers also accept the inverse, which a dark-on-light terminal shows.
pub fn terminal(matrix: &[Vec<bool>]) -> String {
    let margin = MARGIN / 2;
    let side = matrix.len() + 2 * margin;
    let light = |row: usize, column: usize| {
        let within = |at: usize| at.checked_sub(margin);
        let module = within(row).and_then(|row| matrix.get(row)?.get(within(column)?));
        row < side && !module.is_some_and(|&dark| dark)
    };
    let mut text = String::new();
    for row in (0..side).step_by(2) {
        text.extend((0..side).map(|column| match (light(row, column), light(row + 1, column)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        }));
        text.push('\n');
    }
    text
}

/// The data of an SVG path that fills the dark modules: one unit per module, the margin included, so that the
/// drawing is a square of `matrix.len() + 2 * MARGIN` units.
pub fn path(matrix: &[Vec<bool>]) -> String {
    let mut data = String::new();
    for (row, modules) in matrix.iter().enumerate() {
        let mut column = 0;
        for run in modules.chunk_by(|a, b| a == b) {
            if run[0] {
                let (x, y, width) = (column + MARGIN, row + MARGIN, run.len());
                write!(data, "M{x} {y}h{width}v1h-{width}z").expect("a string takes all text");
            }
            column += run.len();
        }
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The dark and light modules of a finder pattern, from its centre outwards.
    fn finder(distance: usize) -> bool {
        distance != 2
    }

    #[test]
    fn the_matrix_has_its_three_finder_patterns_and_the_size_of_its_version() {
        for (text, side) in [("SLIDEWAYS", 21), ("http://192.168.178.20:8015/", 25), (&"a".repeat(2953), 177)]
        {
            let matrix = matrix(text).unwrap();
            assert_eq!(matrix.len(), side, "{text}");
            assert!(matrix.iter().all(|row| row.len() == side));
            for (top, left) in [(0, 0), (0, side - 7), (side - 7, 0)] {
                for (row, column) in (0..49_usize).map(|module| (module / 7, module % 7)) {
                    let distance = row.abs_diff(3).max(column.abs_diff(3));
                    assert_eq!(matrix[top + row][left + column], finder(distance), "{text}: {row},{column}");
                }
            }
        }
    }

    #[test]
    fn a_text_that_is_too_long_is_refused_with_its_length() {
        assert_eq!(matrix(&"a".repeat(LONGEST + 1)), Err(TooLong { length: LONGEST + 1 }));
    }

    #[test]
    fn the_drawings_show_every_module() {
        let matrix = matrix("http://192.168.178.20:8015/").unwrap();
        let drawn: Vec<Vec<char>> = terminal(&matrix).lines().map(|line| line.chars().collect()).collect();
        let margin = MARGIN / 2;
        let path = path(&matrix);
        for (row, modules) in matrix.iter().enumerate() {
            for (column, &dark) in modules.iter().enumerate() {
                let (line, place) = ((row + margin) / 2, column + margin);
                let upper = (row + margin).is_multiple_of(2);
                let block = drawn[line].get(place).copied().unwrap_or(' ');
                let light = block == '█' || block == if upper { '▀' } else { '▄' };
                assert_eq!(light, !dark, "{row},{column}");
            }
        }
        let area: usize = path
            .split('h')
            .skip(1)
            .step_by(2)
            .map(|run| run.split_once('v').unwrap().0)
            .map(|run| run.parse::<usize>().unwrap())
            .sum();
        assert_eq!(area, matrix.iter().flatten().filter(|&&dark| dark).count());
        assert!(path.starts_with("M4 4h7v1h-7z"), "{path}");
    }
}
