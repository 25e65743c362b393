//! A stroke font: text as lines, for pictures that are rasterized without fonts.
//!
//! Every glyph is drawn with a round pen, on a grid in which digits and capitals are 14 high and most small
//! letters
//! 10. The font has digits, letters and common punctuation. Any other character is an empty box, which makes
//!     the omission visible.

use super::svg::{Path, Point};
use std::fmt::Write;

/// The height of a digit on the grid.
const HIGH: f32 = 14.0;

/// The space between two letters, and the width of a blank.
const GAP: f32 = 3.4;
const BLANK: f32 = 4.0;

/// The strokes of a letter, from its left end on the base line, and its width. Strokes use only whole
/// commands with absolute numbers: `M`, `L`, `H`, `V`, `C`, `S` and `Z`.
fn glyph(letter: char) -> (&'static str, f32) {
    match letter {
        '0'..='9' => digit(letter),
        'a'..='z' => small(letter),
        'A'..='Z' => capital(letter),
        _ => mark(letter),
    }
}

/// The glyph for a missing character.
const MISSING: (&str, f32) = ("M0-14H8V0H0Z", 8.0);

fn digit(letter: char) -> (&'static str, f32) {
    match letter {
        '0' => ("M4-14C1.2-14 0-10.8 0-7S1.2 0 4 0S8-3.2 8-7S6.8-14 4-14Z", 8.0),
        '1' => ("M0-11.4L4-14V0", 4.0),
        '2' => ("M.3-10.5C.3-12.8 2-14 4-14S7.7-12.6 7.7-10.4C7.7-8 5.8-6.2 0 0H8", 8.0),
        '3' => ("M.5-14H7.5L3.6-8.6C6.4-8.6 8-6.9 8-4.4S6.3 0 3.9 0C2 0 .6-.9 0-2.6", 8.0),
        '4' => ("M6.8 0V-14L0-4.2H9", 9.0),
        '5' => ("M7.3-14H1.2L.6-7.6C1.5-8.5 2.6-9 4-9C6.4-9 8-7.2 8-4.6S6.3 0 3.8 0C2 0 .7-.8 0-2.3", 8.0),
        '6' => ("M6.8-14C2.6-12.2 0-9 0-4.6C0-1.8 1.6 0 4 0S8-1.9 8-4.5S6.4-9 4-9S.2-7 0-4.6", 8.0),
        '7' => ("M0-14H8L2.8 0", 8.0),
        '8' => (
            "M4-14C2-14 .6-12.7 .6-10.8S2-7.6 4-7.6S8-6.2 8-3.8S6.3 0 4 0S0-1.4 0-3.8S1.9-7.6 4-7.6S7.4-8.9 7.4-10.8S6-14 4-14Z",
            8.0,
        ),
        '9' => ("M1.2 0C5.4-1.8 8-5 8-9.4C8-12.2 6.4-14 4-14S0-12.1 0-9.5S1.6-5 4-5S7.8-7 8-9.4", 8.0),
        _ => MISSING,
    }
}

fn small(letter: char) -> (&'static str, f32) {
    match letter {
        'a' => ("M8-10V0M8-5C8-8 6.4-10 4-10S0-7.9 0-5S1.6 0 4 0S8-2 8-5", 8.0),
        'b' => ("M0-14V0M0-5C0-8 1.6-10 4-10S8-7.9 8-5S6.4 0 4 0S0-2 0-5", 8.0),
        'c' => ("M7.4-8.1C6.7-9.3 5.6-10 4.1-10C1.6-10 0-7.9 0-5S1.6 0 4.1 0C5.6 0 6.7-.7 7.4-1.9", 7.4),
        'd' => ("M8-14V0M8-5C8-8 6.4-10 4-10S0-7.9 0-5S1.6 0 4 0S8-2 8-5", 8.0),
        'e' => ("M0-5.3H8C8-8.2 6.4-10 4-10S0-7.9 0-5S1.7 0 4.2 0C5.8 0 7-.6 7.7-1.8", 8.0),
        'f' => ("M5-13.9C2.8-14.4 2-13.2 2-11V0M0-10H4.8", 5.0),
        'g' => (
            "M8-10V.2C8 2.8 6.5 4 4 4C2.4 4 1.2 3.5 .4 2.4M8-5C8-8 6.4-10 4-10S0-7.9 0-5S1.6 0 4 0S8-2 8-5",
            8.0,
        ),
        'h' => ("M0-14V0M0-6C0-8.6 1.6-10 3.7-10S7-8.6 7-6V0", 7.0),
        'i' => ("M0-10V0M0-13.6V-13.5", 0.0),
        'j' => ("M2-10V.8C2 3.2 1.2 4.2-.6 3.9M2-13.6V-13.5", 2.0),
        'k' => ("M0-14V0M6.4-10L0-3.8M2.6-6.3L6.9 0", 6.9),
        'l' => ("M0-14V-2.6C0-.7 .8 .1 2.4-.2", 2.4),
        'm' => (
            "M0-10V0M0-6.4C0-8.6 1.2-10 3.1-10S6-8.6 6-6.4V0M6-6.4C6-8.6 7.2-10 9.1-10S12-8.6 12-6.4V0",
            12.0,
        ),
        'n' => ("M0-10V0M0-6C0-8.6 1.6-10 3.7-10S7-8.6 7-6V0", 7.0),
        'o' => ("M4-10C1.6-10 0-7.9 0-5S1.6 0 4 0S8-2.1 8-5S6.4-10 4-10Z", 8.0),
        'p' => ("M0-10V4M0-5C0-8 1.6-10 4-10S8-7.9 8-5S6.4 0 4 0S0-2 0-5", 8.0),
        'q' => ("M8-10V4M8-5C8-8 6.4-10 4-10S0-7.9 0-5S1.6 0 4 0S8-2 8-5", 8.0),
        'r' => ("M0-10V0M0-5.6C.3-8.4 2-10.2 4.5-9.8", 4.0),
        's' => (
            "M6.3-8.4C5.6-9.5 4.6-10 3.3-10C1.6-10 .4-9.1 .4-7.6C.4-4.3 6.6-6 6.6-2.6C6.6-1 5.3 0 3.4 0C1.8 0 .6-.6 0-1.8",
            6.6,
        ),
        't' => ("M2-13V-3C2-.8 3-.1 5-.3M0-10H4.8", 5.0),
        'u' => ("M0-10V-4C0-1.4 1.4 0 3.4 0S7-1.4 7-4M7-10V0", 7.0),
        'v' => ("M0-10L4 0L8-10", 8.0),
        'w' => ("M0-10L3 0L6-9L9 0L12-10", 12.0),
        'x' => ("M0-10L7 0M7-10L0 0", 7.0),
        'y' => ("M0-10L4 0M8-10L3.2 2.2C2.6 3.6 1.8 4.1 .4 3.9", 8.0),
        'z' => ("M0-10H6.8L0 0H7", 7.0),
        _ => MISSING,
    }
}

/// The capitals. `I` has serifs to distinguish it from `l`.
fn capital(letter: char) -> (&'static str, f32) {
    match letter {
        'A' => ("M0 0L5-14L10 0M1.8-5H8.2", 10.0),
        'B' => (
            "M0 0V-14H4.4C6.8-14 8-12.8 8-10.8S6.8-7.5 4.4-7.5H0M4.4-7.5C7.2-7.5 8.6-6 8.6-3.8S7.2 0 4.4 0H0",
            8.6,
        ),
        'C' => ("M9.4-11.4C8.4-13.1 6.9-14 5.2-14C2-14 0-11.2 0-7S2 0 5.2 0C6.9 0 8.4-.9 9.4-2.6", 9.4),
        'D' => ("M0 0V-14H3.6C7.4-14 9.4-11.4 9.4-7S7.4 0 3.6 0Z", 9.4),
        'E' => ("M7.6-14H0V0H7.6M0-7.4H6.6", 7.6),
        'F' => ("M7.4-14H0V0M0-7.2H6.4", 7.4),
        'G' => {
            ("M9.3-11.4C8.4-13.1 6.9-14 5.2-14C2-14 0-11.2 0-7S2 0 5.2 0C7.8 0 9.6-1.8 9.6-4.6V-6.4H5.4", 9.6)
        }
        'H' => ("M0-14V0M9-14V0M0-7.2H9", 9.0),
        'I' => ("M0-14H5M2.5-14V0M0 0H5", 5.0),
        'J' => ("M6.4-14V-4C6.4-1.3 5.2 0 3.1 0C1.6 0 .5-.7 0-2.2", 6.4),
        'K' => ("M0-14V0M8.4-14L0-5.2M3.2-8.4L8.8 0", 8.8),
        'L' => ("M0-14V0H7.2", 7.2),
        'M' => ("M0 0V-14L5.6-4.6L11.2-14V0", 11.2),
        'N' => ("M0 0V-14L9 0V-14", 9.0),
        'O' => ("M5.2-14C2-14 0-11.2 0-7S2 0 5.2 0S10.4-2.8 10.4-7S8.4-14 5.2-14Z", 10.4),
        'P' => ("M0 0V-14H4.6C7.2-14 8.6-12.4 8.6-10S7.2-6 4.6-6H0", 8.6),
        'Q' => ("M5.2-14C2-14 0-11.2 0-7S2 0 5.2 0S10.4-2.8 10.4-7S8.4-14 5.2-14ZM6.6-3.2L10.2 .8", 10.4),
        'R' => ("M0 0V-14H4.6C7.2-14 8.6-12.4 8.6-10S7.2-6 4.6-6H0M4.6-6L8.8 0", 8.8),
        'S' => (
            "M8.2-11.8C7.4-13.3 6.1-14 4.4-14C2.1-14 .5-12.8 .5-10.6C.5-5.6 8.6-8.6 8.6-3.6C8.6-1.3 6.9 0 4.4 0C2.3 0 .8-.9 0-2.6",
            8.6,
        ),
        'T' => ("M0-14H9.6M4.8-14V0", 9.6),
        'U' => ("M0-14V-5C0-1.8 1.8 0 4.5 0S9-1.8 9-5V-14", 9.0),
        'V' => ("M0-14L5 0L10-14", 10.0),
        'W' => ("M0-14L3.6 0L7.4-13L11.2 0L14.8-14", 14.8),
        'X' => ("M0-14L9 0M9-14L0 0", 9.0),
        'Y' => ("M0-14L4.8-6.6L9.6-14M4.8-6.6V0", 9.6),
        'Z' => ("M.2-14H8.6L0 0H8.8", 8.8),
        _ => MISSING,
    }
}

/// All other characters. A dot is a very short line, which the round pen makes visible.
fn mark(letter: char) -> (&'static str, f32) {
    match letter {
        ' ' => ("", BLANK),
        '.' => ("M0-.2V-.1", 0.0),
        ',' => ("M.8-.4L0 2.4", 0.8),
        ':' => ("M0-7.6V-7.5M0-.2V-.1", 0.0),
        ';' => ("M1-8V-7.9M1-.4L.2 2.6", 1.0),
        '!' => ("M0-14V-4.4M0-.2V-.1", 0.0),
        '?' => ("M0-10.8C.2-12.8 1.6-14 3.6-14S7.2-12.7 7.2-10.7C7.2-8 3.6-7.8 3.6-4.4M3.6-.2V-.1", 7.2),
        '\'' => ("M0-14V-10.6", 0.0),
        '"' => ("M0-14V-10.6M3-14V-10.6", 3.0),
        '(' => ("M3.4-15C1-12.6 0-9.8 0-6.5S1-.4 3.4 2", 3.4),
        ')' => ("M0-15C2.4-12.6 3.4-9.8 3.4-6.5S2.4-.4 0 2", 3.4),
        '[' => ("M3-15H0V2H3", 3.0),
        ']' => ("M0-15H3V2H0", 3.0),
        '-' => ("M0-5.4H5", 5.0),
        '–' => ("M0-5.4H9", 9.0),
        '+' => ("M4-9.4V-1.4M0-5.4H8", 8.0),
        '=' => ("M0-7.2H8M0-3.6H8", 8.0),
        '/' => ("M6-15L0 2", 6.0),
        '\\' => ("M0-15L6 2", 6.0),
        '|' => ("M0-15V2", 0.0),
        '*' => ("M3.5-14V-8M.9-12.5L6.1-9.5M6.1-12.5L.9-9.5", 7.0),
        '_' => ("M0 2H8", 8.0),
        '#' => ("M3.4-13L2-1M7.6-13L6.2-1M.6-9.2H9.4M0-4.8H8.8", 9.4),
        '%' => (
            "M8.6-14L1.4 0M2.4-14C.9-14 0-12.9 0-11.2S.9-8.4 2.4-8.4S4.8-9.5 4.8-11.2S3.9-14 2.4-14ZM7.6-5.6C6.1-5.6 5.2-4.5 5.2-2.8S6.1 0 7.6 0S10-1.1 10-2.8S9.1-5.6 7.6-5.6Z",
            10.0,
        ),
        '&' => (
            "M9.4 0L2.4-8.8C1.4-10 1-10.8 1-11.6C1-13.1 2.1-14 3.6-14S6.2-13.1 6.2-11.6C6.2-9 0-8.2 0-3.8C0-1.5 1.6 0 3.9 0C7 0 8.8-2.8 9-6.4",
            9.4,
        ),
        '@' => (
            "M8.2-9V-5.4C8.2-3.8 9-3 10.1-3C11.4-3 12.2-4.3 12.2-6.8C12.2-11 9.8-14 6.2-14C2.6-14 0-11 0-6.8S2.6 0 6.4 0C7.8 0 9-.3 10-.9M8.2-6.6C8.2-8.2 7.2-9.2 5.8-9.2S3.4-8.2 3.4-6.6S4.4-4 5.8-4S8.2-5 8.2-6.6",
            12.2,
        ),
        '<' => ("M7-9.4L0-5.4L7-1.4", 7.0),
        '>' => ("M0-9.4L7-5.4L0-1.4", 7.0),
        '×' => ("M0-9L7-2M7-9L0-2", 7.0),
        '·' => ("M0-5.5V-5.4", 0.0),
        '→' => ("M0-5.4H10M6.4-9L10-5.4L6.4-1.8", 10.0),
        _ => MISSING,
    }
}

/// The extent of a letter above and below its base line.
fn reach(letter: char) -> (f32, f32) {
    match letter {
        'a' | 'c' | 'e' | 'm' | 'n' | 'o' | 'r' | 's' | 'u' | 'v' | 'w' | 'x' | 'z' => (10.0, 0.0),
        'g' | 'p' | 'q' | 'y' => (10.0, 4.0),
        'j' => (14.0, 4.0),
        '-' | '–' | '+' | '=' | '<' | '>' | '×' | '→' | '·' => (7.4, -3.4),
        _ => (HIGH, 0.0),
    }
}

/// The width of a text whose digits are `high` high.
pub fn width(text: &str, high: f64) -> f64 {
    let wide: f32 = text.chars().map(|letter| glyph(letter).1 + GAP).sum();
    f64::from((wide - GAP).max(0.0) / HIGH) * high
}

/// Draw a text from a point on its base line, with digits `high` high.
pub fn draw(path: &mut Path, (x, y): Point, high: f64, text: &str) {
    let scale = high / f64::from(HIGH);
    let mut left = x;
    for letter in text.chars() {
        let (strokes, wide) = glyph(letter);
        placed(path, strokes, (left, y), scale);
        left += f64::from(wide + GAP) * scale;
    }
}

/// Draw a text centred at a point, by its visible extent and not by its base line.
pub fn draw_centred(path: &mut Path, (x, y): Point, high: f64, text: &str) {
    let above = text.chars().map(|letter| reach(letter).0).fold(0.0, f32::max);
    let below = text.chars().map(|letter| reach(letter).1).fold(-HIGH, f32::max);
    let down = f64::from((above - below) / 2.0 / HIGH) * high;
    draw(path, (x - width(text, high) / 2.0, y + down), high, text);
}

/// Adds the strokes of a letter, shifted and scaled.
fn placed(path: &mut Path, strokes: &str, (left, base): Point, scale: f64) {
    let is_command = |c: char| c.is_ascii_uppercase();
    let mut rest = strokes;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(is_command).map_or(rest.len(), |end| end + 1);
        let numbers = numbers(&rest[1..end]).into_iter().enumerate().map(|(i, number)| {
            let is_down = command == 'V' || (command != 'H' && i % 2 == 1);
            number * scale + if is_down { base } else { left }
        });
        path.command(command, &numbers.collect::<Vec<f64>>());
        rest = &rest[end..];
    }
}

/// The numbers of a command, separated by blanks or by their signs.
fn numbers(text: &str) -> Vec<f64> {
    let spaced = text.replace('-', " -");
    spaced.split_ascii_whitespace().map(|number| number.parse().expect("letters are well written")).collect()
}

/// Text as an SVG element: a colour, a point on the base line, and the height of the digits.
pub fn text(colour: &str, (x, y): (f32, f32), high: f32, text: &str) -> String {
    let scale = high / HIGH;
    let mut out = format!(
        r#"<g fill="none" stroke="{colour}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" transform="translate({x} {y}) scale({scale:.3})">"#
    );
    let mut at = 0.0;
    for letter in text.chars() {
        let (path, width) = glyph(letter);
        if !path.is_empty() {
            let _ = write!(out, r#"<path transform="translate({at:.1})" d="{path}"/>"#);
        }
        at += width + GAP;
    }
    out.push_str("</g>");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_letter_has_its_own_form() {
        let all = || (' '..='~').filter(|letter| !"$^`{}~".contains(*letter));
        let forms: BTreeSet<&str> = all().map(|letter| glyph(letter).0).collect();
        assert_eq!(forms.len(), all().count());
        assert!(!forms.contains(MISSING.0));
    }

    #[test]
    fn every_letter_can_be_placed_and_stays_in_its_width() {
        for letter in (' '..='~').chain("–×·→∞".chars()) {
            let mut path = Path::default();
            draw(&mut path, (100.0, 100.0), 28.0, &letter.to_string());
            let wide = width(&letter.to_string(), 28.0);
            assert!(wide <= 30.0 && path.is_empty() == (letter == ' '), "{letter}");
        }
    }

    #[test]
    fn a_centred_text_has_its_middle_at_the_point() {
        let mut path = Path::default();
        draw_centred(&mut path, (20.0, 20.0), 14.0, "H");
        assert_eq!(path.to_string(), "M15.5 13V27M24.5 13V27M15.5 19.8H24.5");
    }

    #[test]
    fn there_are_all_letters_of_a_legend() {
        let legends = "goal start moves to the goal; moves from the start; the ring is the start";
        assert!(legends.chars().all(|letter| glyph(letter) != MISSING));
    }

    #[test]
    fn letters_follow_each_other() {
        let written = text("#000", (5.0, 7.5), 14.0, "1 0");
        assert!(written.contains("translate(5 7.5) scale(1.000)"));
        let places: Vec<&str> = written.split("<path transform=\"translate(").skip(1).collect();
        assert_eq!(
            places.iter().map(|rest| rest.split(')').next().unwrap()).collect::<Vec<_>>(),
            ["0.0", "14.8"]
        );
    }
}
