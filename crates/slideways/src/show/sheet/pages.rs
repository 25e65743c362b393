//! Sheets of cards as pictures, one SVG per sheet of paper, in millimetres.
//!
//! Text is drawn as strokes, so no fonts are needed, and `show::pdf` can turn the sheets into a PDF.

use super::{Card, LinkTooLong, Paper};
use crate::show::board::{self, Look, Page};
use crate::show::qr;
use crate::show::scene::Scene;
use crate::show::strokes;
use crate::show::svg::{Path, SvgNumber};
use std::fmt::Write;

/// Columns and rows of cards on a sheet.
const COLUMNS: usize = 2;
const ROWS: usize = 3;

/// The margin of the paper and the space between cards, in millimetres.
const MARGIN: f64 = 12.0;
const GAP: f64 = 6.0;

/// The heights of a title and of other text, and from line to line.
const TITLE: f64 = 3.4;
const TEXT: f64 = 2.2;
const LINE: f64 = 4.2;

/// The most lines of a goal.
const LINES: usize = 3;

/// The sheets, six cards on each.
pub fn svg(cards: &[Card], paper: Paper) -> Result<Vec<String>, LinkTooLong> {
    let (wide, high) = paper.millimetres();
    let (column, row) = (
        (wide - 2.0 * MARGIN - GAP * (COLUMNS as f64 - 1.0)) / COLUMNS as f64,
        (high - 2.0 * MARGIN - GAP * (ROWS as f64 - 1.0)) / ROWS as f64,
    );
    let sheet = |cards: &[Card]| {
        let mut body = String::new();
        for (number, card) in cards.iter().enumerate() {
            let (x, y) = ((number % COLUMNS) as f64, (number / COLUMNS) as f64);
            let (x, y) = (MARGIN + x * (column + GAP), MARGIN + y * (row + GAP));
            let _ = write!(body, "<g transform=\"translate({} {})\">", SvgNumber(x), SvgNumber(y));
            body.push_str(&card.drawn(column, row)?);
            body.push_str("</g>\n");
        }
        let (wide, high) = (SvgNumber(wide), SvgNumber(high));
        Ok(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}mm\" height=\"{high}mm\" \
             viewBox=\"0 0 {wide} {high}\">\n<title>Sliding puzzles</title>\n\
             <rect width=\"{wide}\" height=\"{high}\" fill=\"#fff\"/>\n{body}</svg>\n"
        ))
    };
    cards.chunks(COLUMNS * ROWS).map(sheet).collect()
}

impl Card {
    /// The card in a rectangle of this size.
    fn drawn(&self, wide: f64, high: f64) -> Result<String, LinkTooLong> {
        let mut out = String::new();
        let frame = format!("width=\"{}\" height=\"{}\"", SvgNumber(wide), SvgNumber(high));
        let _ = writeln!(out, "<rect {frame} rx=\"2\" fill=\"none\" stroke=\"#999\" stroke-width=\".2\"/>");
        let mut words = wrapped(&self.goal, wide - 8.0);
        words.truncate(LINES);
        words
            .extend(self.fewest.map(|(moves, style)| format!("fewest moves: {moves} ({})", style.meaning())));
        let below = high - 3.0 - LINE * words.len() as f64;
        out.push_str(&line(
            &self.title,
            (wide / 2.0, 5.0),
            TITLE.min(TITLE * (wide - 8.0) / strokes::width(&self.title, TITLE)),
            0.4,
        ));
        for (number, words) in words.iter().enumerate() {
            out.push_str(&line(words, (wide / 2.0, below + LINE * (number as f64 + 0.5)), TEXT, 0.25));
        }
        let side = if self.end.is_some() || self.link.is_some() { 0.3 * wide } else { 0.0 };
        let (top, tall) = (9.0, below - 11.0);
        let start = (4.0, top, wide - 8.0 - side, tall);
        out.push_str(&fitted(&self.start, start));
        let (left, half) = (wide - 2.0 - side, tall / 2.0);
        if let Some(end) = &self.end {
            out.push_str(&fitted(end, (left, top, side, half)));
        }
        if let Some(code) = self.code()? {
            let size = side.min(half);
            let scale = size / (code.len() + 2 * qr::MARGIN) as f64;
            let place = (SvgNumber(left), SvgNumber(top + half), scale);
            let (x, y, scale) = place;
            let path = qr::path(&code);
            let _ = writeln!(out, "<path transform=\"translate({x} {y}) scale({scale:.4})\" d=\"{path}\"/>");
        }
        Ok(out)
    }
}

/// A board in the middle of a rectangle: left, top, width and height.
fn fitted(scene: &Scene, (left, top, wide, high): (f64, f64, f64, f64)) -> String {
    let (across, down) = board::size(scene);
    let scale = (wide / across).min(high / down);
    let (x, y) = (left + (wide - across * scale) / 2.0, top + (high - down * scale) / 2.0);
    let picture = board::svg(scene, &Look { page: Page::Light, ..Look::default() });
    format!("<g transform=\"translate({} {}) scale({scale:.4})\">{picture}</g>\n", SvgNumber(x), SvgNumber(y))
}

/// A line of text around a point.
fn line(text: &str, at: (f64, f64), high: f64, pen: f64) -> String {
    let mut path = Path::default();
    strokes::draw_centred(&mut path, at, high, text);
    format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"#222\" stroke-width=\"{pen}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\"/>\n"
    )
}

/// Text in lines of at most this width.
fn wrapped(text: &str, wide: f64) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if strokes::width(&format!("{line} {word}"), TEXT) <= wide => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::library;

    #[test]
    fn six_cards_fill_a_sheet_of_either_size() {
        let klotski = Game::from(library::puzzle("klotski").unwrap());
        let card = Card::new(&klotski, "klotski").link("https://example.org/#/play/klotski");
        for (paper, size) in [(Paper::A4, "width=\"210mm\" height=\"297mm\""), (Paper::Letter, "279.4mm")] {
            let sheets = svg(&vec![card.clone(); 7], paper).unwrap();
            assert_eq!(sheets.len(), 2);
            assert!(sheets[0].contains(size));
            let boards: Vec<usize> =
                sheets.iter().map(|sheet| sheet.matches("role=\"img\"").count()).collect();
            assert_eq!(boards, [6, 1]);
        }
    }

    #[test]
    fn long_goals_are_wrapped() {
        let lines = wrapped("Bring piece 1 to row 3, column 1. Rows and columns count from 0.", 80.0);
        assert!(lines.len() >= 2 && lines.iter().all(|line| strokes::width(line, TEXT) <= 80.0), "{lines:?}");
    }
}
