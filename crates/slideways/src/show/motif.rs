//! Motifs: small marks that distinguish kinds without colour.
//!
//! A motif is one small mark, repeated nine times in every cell of a piece. The marks are thin and far apart,
//! so the colour stays visible and the name has room. SVG patterns would need ids that are unique among all
//! boards of a page, so the marks are drawn one by one.

use super::palette::{self, Colour};
use super::svg::{Path, Point};

/// A motif.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Motif {
    Plain,
    Dots,
    Slashes,
    Rings,
    Dashes,
    Crosses,
    Bars,
    Pluses,
    Backslashes,
}

impl Motif {
    /// All motifs, in order of use.
    pub const ALL: [Motif; 9] = [
        Motif::Plain,
        Motif::Dots,
        Motif::Slashes,
        Motif::Rings,
        Motif::Dashes,
        Motif::Crosses,
        Motif::Bars,
        Motif::Pluses,
        Motif::Backslashes,
    ];

    /// Draw one mark.
    pub fn draw(self, path: &mut Path, (x, y): Point) {
        let mut line = |dx: f64, dy: f64| path.line(&[(x - dx, y - dy), (x + dx, y + dy)]);
        match self {
            Motif::Plain => {}
            Motif::Dots => circle(path, (x, y), 0.8),
            Motif::Rings => circle(path, (x, y), 2.2),
            Motif::Dashes => line(2.4, 0.0),
            Motif::Bars => line(0.0, 2.4),
            Motif::Slashes => line(2.0, -2.0),
            Motif::Backslashes => line(2.0, 2.0),
            Motif::Crosses => {
                line(1.7, -1.7);
                line(1.7, 1.7);
            }
            Motif::Pluses => {
                line(2.3, 0.0);
                line(0.0, 2.3);
            }
        }
    }
}

fn circle(path: &mut Path, (x, y): Point, radius: f64) {
    path.command('M', &[x - radius, y]);
    for to in [x + radius, x - radius] {
        path.command('A', &[radius, radius, 0.0, 1.0, 0.0, to, y]);
    }
}

/// The colour and motif of a kind. There are nine motifs and eight colours, which have no common factor. So
/// 72 successive kinds, more than a puzzle can have, all differ, and successive kinds differ in both.
pub fn of_kind(kind: usize) -> (Colour, Motif) {
    (palette::kind(kind), Motif::ALL[kind % Motif::ALL.len()])
}

/// The colour and motif of a tile whose home row or column, whichever is less, is `ring`.
pub fn of_ring(ring: usize) -> (Colour, Motif) {
    let calm = [
        (0, Motif::Plain),
        (2, Motif::Dots),
        (4, Motif::Rings),
        (1, Motif::Plain),
        (5, Motif::Dots),
        (3, Motif::Rings),
    ];
    let (colour, motif) = calm[ring % calm.len()];
    (palette::kind(colour), motif)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Kind;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_kinds_look_alike() {
        let looks: BTreeSet<_> =
            (0..72).map(of_kind).map(|(colour, motif)| (colour.to_string(), motif)).collect();
        assert_eq!(looks.len(), 72);
        assert!(Kind::NAMES.len() <= 72);
    }

    #[test]
    fn every_motif_has_its_own_mark() {
        let marks = Motif::ALL.map(|motif| {
            let mut path = Path::default();
            motif.draw(&mut path, (8.0, 8.0));
            path.to_string()
        });
        assert_eq!(BTreeSet::from(marks).len(), Motif::ALL.len());
    }
}
