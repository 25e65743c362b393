//! Letters as lines: for pictures that become pixels where no font is at hand.
//!
//! Every letter is what a round pen draws, on a grid in which digits are 14 high and most small letters 10. There are
//! the digits, and the small letters that pictures need; anything else is an empty box, so that it is seen to be missing.

use std::fmt::Write;

/// The height of a digit on the grid.
const HIGH: f32 = 14.0;

/// Between two letters, and for a blank.
const GAP: f32 = 3.4;
const BLANK: f32 = 4.0;

/// What the pen does for a letter, from its left on its base line, and how wide that is.
fn glyph(letter: char) -> (&'static str, f32) {
    match letter {
        ' ' => ("", BLANK),
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
        'a' => ("M8-10V0M8-5C8-8 6.4-10 4-10S0-7.9 0-5S1.6 0 4 0S8-2 8-5", 8.0),
        'e' => ("M0-5.3H8C8-8.2 6.4-10 4-10S0-7.9 0-5S1.7 0 4.2 0C5.8 0 7-.6 7.7-1.8", 8.0),
        'f' => ("M5-13.9C2.8-14.4 2-13.2 2-11V0M0-10H4.8", 5.0),
        'g' => (
            "M8-10V.2C8 2.8 6.5 4 4 4C2.4 4 1.2 3.5 .4 2.4M8-5C8-8 6.4-10 4-10S0-7.9 0-5S1.6 0 4 0S8-2 8-5",
            8.0,
        ),
        'h' => ("M0-14V0M0-6C0-8.6 1.6-10 3.7-10S7-8.6 7-6V0", 7.0),
        'i' => ("M0-10V0M0-13.6V-13.5", 0.0),
        'l' => ("M0-14V0", 0.0),
        'm' => (
            "M0-10V0M0-6.4C0-8.6 1.2-10 3.1-10S6-8.6 6-6.4V0M6-6.4C6-8.6 7.2-10 9.1-10S12-8.6 12-6.4V0",
            12.0,
        ),
        'n' => ("M0-10V0M0-6C0-8.6 1.6-10 3.7-10S7-8.6 7-6V0", 7.0),
        'o' => ("M4-10C1.6-10 0-7.9 0-5S1.6 0 4 0S8-2.1 8-5S6.4-10 4-10Z", 8.0),
        'r' => ("M0-10V0M0-5.6C.3-8.4 2-10.2 4.5-9.8", 4.0),
        's' => (
            "M6.3-8.4C5.6-9.5 4.6-10 3.3-10C1.6-10 .4-9.1 .4-7.6C.4-4.3 6.6-6 6.6-2.6C6.6-1 5.3 0 3.4 0C1.8 0 .6-.6 0-1.8",
            6.6,
        ),
        't' => ("M2-13V-3C2-.8 3-.1 5-.3M0-10H4.8", 5.0),
        'v' => ("M0-10L4 0L8-10", 8.0),
        ';' => ("M1-8V-7.9M1-.4L.2 2.6", 1.0),
        _ => ("M0-14H8V0H0Z", 8.0),
    }
}

/// Text in a colour whose digits are so high, from a point on its base line, as an element of SVG.
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
    fn every_digit_has_a_form_of_its_own() {
        let forms: BTreeSet<&str> = ('0'..='9').map(|digit| glyph(digit).0).collect();
        assert_eq!(forms.len(), 10);
        assert!(!forms.contains(glyph('?').0));
    }

    #[test]
    fn there_are_all_letters_of_a_legend() {
        let legends = "goal start moves to the goal; moves from the start; the ring is the start";
        assert!(legends.chars().all(|letter| glyph(letter) != glyph('?')));
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
