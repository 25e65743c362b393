//! The graph of a component as an SVG picture: a dot per arrangement, a line per move.
//!
//! Colours show the distance to the nearest goal, from amber at the goals to deep blue at the hardest starts.
//! They darken throughout, so the picture is readable without colour vision. Goals have a bright centre, the
//! start has a ring.

use super::layout::{Layout, Point, layout};
use super::palette::{self, Colour, DARK, HEART, LIGHT, SHADES, Theme};
use super::strokes;
use crate::engine::explore::component::Component;
use crate::engine::explore::csr::NEVER;
use std::fmt::Write;

/// The background of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// Follows the reader's setting for light or dark, where the viewer supports it.
    Any,
    /// Light, with text drawn as strokes: for rasterizing without fonts.
    Pixels,
}
const WIDE: f32 = 1600.0;
const MARGIN: f32 = 48.0;

/// A drawn graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The SVG text.
    pub svg: String,
    /// Whether the caller stopped the layout early, which leaves it rougher.
    pub rough: bool,
}

/// Draw a component. The layout may take seconds; if `stop` returns `true`, the picture uses the layout so
/// far.
pub fn svg(title: &str, map: &Component, page: Page, stop: &mut dyn FnMut() -> bool) -> Picture {
    let Layout { points, rough } = layout(map.links(), stop);
    Picture { svg: drawn(title, map, page, &points), rough }
}

/// Draws a component, given the points of its arrangements.
fn drawn(title: &str, map: &Component, page: Page, points: &[Point]) -> String {
    let (points, high) = fitted(points);
    let known = map.to_goal()[0] != NEVER;
    let distances = if known { map.to_goal() } else { map.from_start() };
    let most = distances.iter().copied().max().unwrap_or(0);
    let shade = |distance: u32| (distance as usize * (SHADES - 1)).checked_div(most as usize).unwrap_or(0);
    let mut lines = vec![String::new(); SHADES];
    let mut dots = vec![String::new(); SHADES];
    for vertex in 0..map.states() as u32 {
        let at = &points[vertex as usize];
        let distance = distances[vertex as usize];
        let _ = write!(dots[shade(distance)], "M{} {}h0", at[0], at[1]);
        for &other in map.links().of(vertex).iter().filter(|&&other| vertex < other) {
            let to = &points[other as usize];
            let lines = &mut lines[shade(distance.min(distances[other as usize]))];
            let _ = write!(lines, "M{} {}L{} {}", at[0], at[1], to[0], to[1]);
        }
    }
    let size = dot(&points, map);
    let title = super::svg::escaped(title);
    let dark = match page {
        Page::Any => format!("\n@media (prefers-color-scheme: dark) {{ {} }}", colours(&DARK)),
        Page::Pixels => String::new(),
    };
    let light = colours(&LIGHT);
    let mut out = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" role="img">
<title>{title}</title>
<style>
text {{ font: 22px system-ui, sans-serif }} {light}{dark}
</style>
<rect class="page" width="{WIDE}" height="{high}"/>
<g fill="none" stroke-linecap="round">
<g stroke-width="{:.2}" stroke-opacity="0.45">
"##,
        (size * 0.35).clamp(0.35, 2.5),
    );
    let each = |out: &mut String, paths: &[String]| {
        // Shades near the goal come last, on top.
        for (shade, path) in paths.iter().enumerate().rev().filter(|(_, path)| !path.is_empty()) {
            let _ = writeln!(out, r#"<path stroke="{}" d="{path}"/>"#, colour(shade));
        }
    };
    each(&mut out, &lines);
    let _ = writeln!(out, "</g>\n<g stroke-width=\"{size:.2}\">");
    each(&mut out, &dots);
    let _ = writeln!(out, "</g>");
    if known {
        let goals = (0..map.states()).filter(|&vertex| map.to_goal()[vertex] == 0);
        let hearts: String =
            goals.map(|vertex| format!("M{} {}h0", points[vertex][0], points[vertex][1])).collect();
        let _ = writeln!(out, r#"<path stroke="{HEART}" stroke-width="{:.2}" d="{hearts}"/>"#, size * 0.5);
    }
    let (start, ring) = (&points[0], (1.6 * size).max(9.0));
    let _ = writeln!(
        out,
        r#"<circle class="ring" stroke-width="2.5" cx="{}" cy="{}" r="{ring:.1}"/>"#,
        start[0], start[1]
    );
    let _ = writeln!(out, "</g>");
    legend(&mut out, page, high, known, most);
    out.push_str("</svg>\n");
    out
}

/// Draws the ramp and labels its ends.
fn legend(out: &mut String, page: Page, high: f32, known: bool, most: u32) {
    let y = high - 44.0;
    for shade in 0..SHADES {
        let x = MARGIN + shade as f32 * 5.0;
        let _ = writeln!(out, r#"<rect x="{x}" y="{y}" width="5.5" height="12" fill="{}"/>"#, colour(shade));
    }
    let (from, to) = if known { ("goal", "moves to the goal") } else { ("start", "moves from the start") };
    let end = MARGIN + SHADES as f32 * 5.0 + 12.0;
    let mut write = |x: f32, y: f32, text: &str| {
        let _ = match page {
            Page::Any => writeln!(out, r#"<text x="{x}" y="{y}">{text}</text>"#),
            Page::Pixels => writeln!(out, "{}", strokes::text(LIGHT.caption, (x, y), 15.0, text)),
        };
    };
    write(MARGIN, y - 10.0, from);
    write(end, y + 13.0, &format!("{most} {to}; the ring is the start"));
}

fn colours(theme: &Theme) -> String {
    let Theme { page, caption, ink, .. } = theme;
    format!(".page {{ fill: {page} }} .ring {{ stroke: {ink} }} text {{ fill: {caption} }}")
}

fn colour(shade: usize) -> Colour {
    palette::shade(shade)
}

/// Scales points to the page, rounded to a tenth of its unit, and gives the height of the page.
fn fitted(points: &[Point]) -> (Vec<Point>, f32) {
    let end =
        |i: usize, pick: fn(f32, f32) -> f32| points.iter().map(|point| point[i]).fold(points[0][i], pick);
    let low = [0, 1].map(|i| end(i, f32::min));
    let span = [0, 1].map(|i| (end(i, f32::max) - low[i]).max(1e-3));
    let legend = 64.0;
    let scale = ((WIDE - 2.0 * MARGIN) / span[0]).min((WIDE - 2.0 * MARGIN) / span[1]);
    let high = (span[1] * scale + 2.0 * MARGIN + legend).max(400.0).round();
    let left = (WIDE - span[0] * scale) / 2.0;
    let top = (high - legend - span[1] * scale) / 2.0;
    let round = |x: f32| (x * 10.0).round() / 10.0;
    let place = |p: &Point| [round(left + (p[0] - low[0]) * scale), round(top + (p[1] - low[1]) * scale)];
    (points.iter().map(place).collect(), high)
}

/// The size of a dot: somewhat less than the length of a move.
fn dot(points: &[Point], map: &Component) -> f32 {
    let mut lengths: Vec<f32> = vec![];
    for vertex in 0..map.states() as u32 {
        let at = &points[vertex as usize];
        let near = map.links().of(vertex).iter().map(|&other| &points[other as usize]);
        lengths.extend(near.map(|to| (at[0] - to[0]).hypot(at[1] - to[1])));
    }
    lengths.sort_by(f32::total_cmp);
    let middle = lengths.get(lengths.len() / 2).copied().unwrap_or(20.0);
    (middle * 0.55).clamp(1.4, 16.0)
}
