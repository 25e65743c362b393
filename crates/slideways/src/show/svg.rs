//! The basis of all SVG drawings: a canvas, its style, and outlines around cells.
//!
//! A picture is a short text of a few kinds of elements: paths, dots and letters. It contains its own style,
//! in which light and dark follow the reader's settings unless the caller fixes one of them. Pieces keep
//! their colours in both: they are light enough for dark letters. The same picture always gives the same
//! text, so pictures can be compared.

use super::board::Page;
use super::palette::{Colour, DARK, LIGHT, Theme};
use super::strokes;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A point on the canvas, or between cells.
pub type Point = (f64, f64);

/// The style sheet. Names of pieces lie on their fills, and so are dark in both themes.
fn style(page: Page) -> String {
    let rule = |name: &str, style: String| format!(".slideways {name}{{{style}}}");
    let colours = |theme: &Theme, width: &str| {
        let Theme { page, inside, wall, dot, caption, .. } = theme;
        [
            rule(".ground", format!("fill:{page}")),
            rule(".box", format!("fill:{inside};stroke:{wall}{width}")),
            rule(".wall", format!("fill:{wall}")),
            rule(".empty", format!("fill:{dot}")),
            rule(".caption", format!("stroke:{caption}")),
        ]
        .concat()
    };
    let width = ";stroke-width:1.5";
    let dark = || format!("@media (prefers-color-scheme:dark){{{}}}", colours(&DARK, ""));
    [
        colours(if page == Page::Dark { &DARK } else { &LIGHT }, width),
        rule(".text", "fill:none;stroke-width:1.3;stroke-linecap:round;stroke-linejoin:round".to_owned()),
        rule(".name", format!("stroke:{};stroke-width:1.7", LIGHT.ink)),
        rule(".piece", "stroke-width:1.5;stroke-linejoin:round".to_owned()),
        if page == Page::Auto { dark() } else { String::new() },
    ]
    .concat()
}

/// A number in SVG: rounded to two decimal places, without trailing zeros.
pub(super) struct SvgNumber(pub(super) f64);

impl std::fmt::Display for SvgNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // Avoids `-0`.
        write!(f, "{}", if rounded == 0.0 { 0.0 } else { rounded })
    }
}

/// The data of an SVG path.
#[derive(Clone, Debug, Default)]
pub struct Path(String);

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Path {
    /// Whether the path is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds an SVG path command.
    pub(super) fn command(&mut self, command: char, numbers: &[f64]) {
        self.0.push(command);
        for (i, &number) in numbers.iter().enumerate() {
            let _ = write!(self.0, "{}{}", if i == 0 { "" } else { " " }, SvgNumber(number));
        }
    }

    /// Adds a line from a point to others.
    pub fn line(&mut self, points: &[Point]) {
        for (i, &(x, y)) in points.iter().enumerate() {
            self.command(if i == 0 { 'M' } else { 'L' }, &[x, y]);
        }
    }

    /// Adds a closed line through some points.
    pub fn polygon(&mut self, points: &[Point]) {
        for (i, &(x, y)) in points.iter().enumerate() {
            let _ = write!(self.0, "{}{} {}", if i == 0 { 'M' } else { 'L' }, SvgNumber(x), SvgNumber(y));
        }
        self.0.push('Z');
    }

    /// Adds a closed line through some points, with rounded corners.
    pub fn rounded(&mut self, points: &[Point], radius: f64) {
        let n = points.len();
        for i in 0..n {
            let (before, here, after) = (points[(i + n - 1) % n], points[i], points[(i + 1) % n]);
            let towards = |to: Point| {
                let (dx, dy) = (to.0 - here.0, to.1 - here.1);
                let part = (radius / dx.hypot(dy)).min(0.5);
                (here.0 + dx * part, here.1 + dy * part)
            };
            let ((x, y), (to_x, to_y)) = (towards(before), towards(after));
            let (pen, x, y, to_x, to_y) = (
                if i == 0 { 'M' } else { 'L' },
                SvgNumber(x),
                SvgNumber(y),
                SvgNumber(to_x),
                SvgNumber(to_y),
            );
            let _ = write!(self.0, "{pen}{x} {y}Q{} {} {to_x} {to_y}", SvgNumber(here.0), SvgNumber(here.1));
        }
        self.0.push('Z');
    }
}

/// A picture under construction.
pub struct Canvas {
    size: Point,
    body: String,
}

impl Canvas {
    /// An empty picture of the given size.
    pub fn new(width: f64, height: f64) -> Canvas {
        Canvas { size: (width, height), body: String::new() }
    }

    /// Adds a path with a class of the style sheet: `box`, `wall`.
    pub fn shape(&mut self, class: &str, path: &Path) {
        let _ = writeln!(self.body, "<path class=\"{class}\" d=\"{}\"/>", path.0);
    }

    /// Adds a piece, or a face of one.
    pub fn piece(&mut self, fill: Colour, line: Colour, path: &Path) {
        let _ =
            writeln!(self.body, "<path class=\"piece\" fill=\"{fill}\" stroke=\"{line}\" d=\"{}\"/>", path.0);
    }

    /// Adds a dot for an empty cell.
    pub fn dot(&mut self, (x, y): Point, radius: f64) {
        let (x, y, radius) = (SvgNumber(x), SvgNumber(y), SvgNumber(radius));
        let _ = writeln!(self.body, "<circle class=\"empty\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
    }

    /// Adds a `name` or a `caption` centred at a point, drawn as strokes.
    pub fn text(&mut self, class: &str, at: Point, text: &str) {
        self.tilted_text(class, at, [1.0, 0.0, 0.0, 1.0], text);
    }

    /// Adds text in a slanted plane, given by the directions of a step to the right and a step down.
    pub fn tilted_text(&mut self, class: &str, (x, y): Point, plane: [f64; 4], text: &str) {
        let high = if class == "name" { 12.5 } else { 9.5 };
        let mut path = Path::default();
        let place = match plane {
            [1.0, 0.0, 0.0, 1.0] => {
                strokes::draw_centred(&mut path, (x, y), high, text);
                String::new()
            }
            _ => {
                strokes::draw_centred(&mut path, (0.0, 0.0), high, text);
                let [a, b, c, d] = plane.map(SvgNumber);
                format!(" transform=\"matrix({a} {b} {c} {d} {} {})\"", SvgNumber(x), SvgNumber(y))
            }
        };
        let _ = writeln!(self.body, "<path class=\"text {class}\"{place} d=\"{path}\"/>");
    }

    /// The whole picture, with a title for screen readers. A bare picture has neither title nor style: the
    /// surrounding document provides them.
    pub fn finish(self, title: &str, page: Page) -> String {
        let (width, height) = (SvgNumber(self.size.0), SvgNumber(self.size.1));
        let ground = match page {
            Page::Bare => String::new(),
            _ => format!(
                "<title>{}</title>\n<style>{}</style>\n\
                 <rect class=\"ground\" width=\"{width}\" height=\"{height}\" rx=\"10\"/>\n",
                escaped(title),
                style(page),
            ),
        };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"slideways\" role=\"img\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n{ground}{}</svg>\n",
            self.body,
        )
    }
}

/// Escapes text for XML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A corner of a lattice.
pub type Corner = (i32, i32);

/// Joins edges to closed lines and drops the corners at which a line goes straight. Edges in both directions
/// cancel: they lie inside. Where lines touch, each turns to the side that it encloses, the right one.
pub fn loops(edges: impl IntoIterator<Item = (Corner, Corner)>) -> Vec<Vec<Corner>> {
    let mut next: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for (from, to) in edges {
        let back = next.get(&to).and_then(|ends| ends.iter().position(|&end| end == from));
        match (back, next.get_mut(&to)) {
            (Some(back), Some(ends)) => drop(ends.remove(back)),
            _ => next.entry(from).or_default().push(to),
        }
    }
    let direction = |from: Corner, to: Corner| (to.0 - from.0, to.1 - from.1);
    let mut loops = vec![];
    while let Some(start) = next.iter().find(|(_, ends)| !ends.is_empty()).map(|(&corner, _)| corner) {
        let mut line = vec![start];
        let mut at = start;
        let mut last = (0, 0);
        while let Some(ends) = next.get_mut(&at).filter(|ends| !ends.is_empty()) {
            // The sine of the turn is largest for the sharpest right turn, because rows count downwards.
            let turn = |end: &Corner| last.0 * direction(at, *end).1 - last.1 * direction(at, *end).0;
            let best = (0..ends.len()).max_by_key(|&i| turn(&ends[i])).expect("it is not empty");
            let to = ends.swap_remove(best);
            last = direction(at, to);
            at = to;
            if at == start {
                break;
            }
            line.push(at);
        }
        let n = line.len();
        let bends = |i: &usize| {
            let (before, here, after) = (line[(i + n - 1) % n], line[*i], line[(i + 1) % n]);
            direction(before, here) != direction(here, after)
        };
        loops.push((0..n).filter(bends).map(|i| line[i]).collect());
    }
    loops
}

/// The outlines of some cells of a plane, given as column and row, with the cells to the right of the pen.
pub fn outlines(cells: &[Corner]) -> Vec<Vec<Corner>> {
    loops(cells.iter().flat_map(|&(x, y)| {
        let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
        (0..4).map(move |i| (corners[i], corners[(i + 1) % 4]))
    }))
}

/// An outline, scaled and moved inwards by `by`.
pub fn inset(outline: &[Corner], size: f64, by: f64) -> Vec<Point> {
    let n = outline.len();
    let inwards = |from: Corner, to: Corner| {
        let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let length = dx.hypot(dy);
        (-dy / length, dx / length)
    };
    (0..n)
        .map(|i| {
            let (before, here, after) = (outline[(i + n - 1) % n], outline[i], outline[(i + 1) % n]);
            let (a, b) = (inwards(before, here), inwards(here, after));
            (f64::from(here.0) * size + (a.0 + b.0) * by, f64::from(here.1) * size + (a.1 + b.1) * by)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_goes_around_with_the_cells_to_its_right() {
        assert_eq!(outlines(&[(0, 0), (1, 0)]), [[(0, 0), (2, 0), (2, 1), (0, 1)]]);
        let ring: Vec<Corner> = (0..9).map(|i| (i % 3, i / 3)).filter(|&at| at != (1, 1)).collect();
        let found = outlines(&ring);
        assert_eq!(found, [vec![(0, 0), (3, 0), (3, 3), (0, 3)], vec![(1, 1), (1, 2), (2, 2), (2, 1)]]);
    }

    #[test]
    fn cells_that_touch_at_a_corner_have_separate_outlines() {
        let found = outlines(&[(0, 0), (1, 1)]);
        assert_eq!(found, [[(0, 0), (1, 0), (1, 1), (0, 1)], [(1, 1), (2, 1), (2, 2), (1, 2)]]);
    }

    #[test]
    fn an_inset_outline_is_smaller_everywhere() {
        let corner = inset(&outlines(&[(0, 0), (1, 0), (0, 1)])[0], 10.0, 1.0);
        assert_eq!(corner, [(1.0, 1.0), (19.0, 1.0), (19.0, 9.0), (9.0, 9.0), (9.0, 19.0), (1.0, 19.0)]);
    }

    #[test]
    fn user_text_does_not_end_an_element() {
        assert!(Canvas::new(1.0, 1.0).finish("<&>", Page::Auto).contains("<title>&lt;&amp;&gt;</title>"));
    }
}
