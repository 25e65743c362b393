//! The graph of a component as a picture in SVG: a dot for each arrangement, a line for each move.
//!
//! Colours tell the distance to the nearest goal, from amber at the goals to deep blue at the hardest starts; they grow
//! darker all the way, so that those who see few colours see it too. Goals have a bright heart, the start has a ring.

use super::layout::{Point, layout};
use crate::explore::links::NEVER;
use crate::explore::map::Map;
use std::fmt::Write;

/// How dark the page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// As the reader likes it, if the program that shows it knows.
    Any,
    /// Light.
    Light,
}

/// The colours from the goals to the hardest starts.
const RAMP: [[f32; 3]; 6] = [
    [243.0, 176.0, 47.0],
    [232.0, 119.0, 62.0],
    [200.0, 72.0, 104.0],
    [143.0, 62.0, 142.0],
    [92.0, 62.0, 160.0],
    [52.0, 66.0, 158.0],
];

/// So many colours are told apart.
const SHADES: usize = 48;

const WIDE: f32 = 1600.0;
const MARGIN: f32 = 48.0;

/// Draw a component. To lay it out may take seconds: told to stop, it draws what it has.
pub fn svg(title: &str, map: &Map, page: Page, stop: &mut dyn FnMut() -> bool) -> String {
    let points = layout(&map.links, stop);
    let (points, high) = fitted(&points);
    let known = map.to_goal[0] != NEVER;
    let distances = if known { &map.to_goal } else { &map.from_start };
    let most = distances.iter().copied().max().unwrap_or(0);
    let shade = |distance: u32| (distance as usize * (SHADES - 1)).checked_div(most as usize).unwrap_or(0);
    let mut lines = vec![String::new(); SHADES];
    let mut dots = vec![String::new(); SHADES];
    for vertex in 0..map.states() as u32 {
        let at = &points[vertex as usize];
        let distance = distances[vertex as usize];
        let _ = write!(dots[shade(distance)], "M{} {}h0", at[0], at[1]);
        for &other in map.links.of(vertex).iter().filter(|&&other| vertex < other) {
            let to = &points[other as usize];
            let lines = &mut lines[shade(distance.min(distances[other as usize]))];
            let _ = write!(lines, "M{} {}L{} {}", at[0], at[1], to[0], to[1]);
        }
    }
    let size = dot(&points, map);
    let title = super::svg::escaped(title);
    let dark = match page {
        Page::Any => {
            "\n@media (prefers-color-scheme: dark) { .page { fill: #14161b } .ring { stroke: #f4f1ea } text { fill: #a8adb7 } }"
        }
        Page::Light => "",
    };
    let mut out = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" role="img">
<title>{title}</title>
<style>
.page {{ fill: #fdfcf9 }} .ring {{ stroke: #1b1e24 }} text {{ fill: #5c6370; font: 22px system-ui, sans-serif }}{dark}
</style>
<rect class="page" width="{WIDE}" height="{high}"/>
<g fill="none" stroke-linecap="round">
<g stroke-width="{:.2}" stroke-opacity="0.45">
"##,
        (size * 0.35).clamp(0.35, 2.5),
    );
    let each = |out: &mut String, paths: &[String]| {
        // Those near the goal come last, on top.
        for (shade, path) in paths.iter().enumerate().rev().filter(|(_, path)| !path.is_empty()) {
            let _ = writeln!(out, r#"<path stroke="{}" d="{path}"/>"#, colour(shade));
        }
    };
    each(&mut out, &lines);
    let _ = writeln!(out, "</g>\n<g stroke-width=\"{size:.2}\">");
    each(&mut out, &dots);
    let _ = writeln!(out, "</g>");
    if known {
        let goals = (0..map.states()).filter(|&vertex| map.to_goal[vertex] == 0);
        let hearts: String =
            goals.map(|vertex| format!("M{} {}h0", points[vertex][0], points[vertex][1])).collect();
        let _ = writeln!(out, r##"<path stroke="#fff3c4" stroke-width="{:.2}" d="{hearts}"/>"##, size * 0.5);
    }
    let (start, ring) = (&points[0], (1.6 * size).max(9.0));
    let _ = writeln!(
        out,
        r#"<circle class="ring" stroke-width="2.5" cx="{}" cy="{}" r="{ring:.1}"/>"#,
        start[0], start[1]
    );
    let _ = writeln!(out, "</g>");
    legend(&mut out, high, known, most);
    out.push_str("</svg>\n");
    out
}

/// The ramp, and what its ends stand for.
fn legend(out: &mut String, high: f32, known: bool, most: u32) {
    let y = high - 44.0;
    for shade in 0..SHADES {
        let x = MARGIN + shade as f32 * 5.0;
        let _ = writeln!(out, r#"<rect x="{x}" y="{y}" width="5.5" height="12" fill="{}"/>"#, colour(shade));
    }
    let (from, to) = if known { ("goal", "moves to the goal") } else { ("start", "moves from the start") };
    let end = MARGIN + SHADES as f32 * 5.0 + 12.0;
    let _ = writeln!(out, r#"<text x="{MARGIN}" y="{}">{from}</text>"#, y - 10.0);
    let _ = writeln!(out, r#"<text x="{end}" y="{}">{most} {to}; the ring is the start</text>"#, y + 13.0);
}

fn colour(shade: usize) -> String {
    let at = shade as f32 / (SHADES - 1) as f32 * (RAMP.len() - 1) as f32;
    let first = (at as usize).min(RAMP.len() - 2);
    let part = at - first as f32;
    let [r, g, b] = [0, 1, 2].map(|i| (RAMP[first][i] * (1.0 - part) + RAMP[first + 1][i] * part) as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Points on the page, to a tenth of its unit, and how high the page is.
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

/// How large a dot can be: somewhat less than a move is long.
fn dot(points: &[Point], map: &Map) -> f32 {
    let mut lengths: Vec<f32> = vec![];
    for vertex in 0..map.states() as u32 {
        let at = &points[vertex as usize];
        let near = map.links.of(vertex).iter().map(|&other| &points[other as usize]);
        lengths.extend(near.map(|to| (at[0] - to[0]).hypot(at[1] - to[1])));
    }
    lengths.sort_by(f32::total_cmp);
    let middle = lengths.get(lengths.len() / 2).copied().unwrap_or(20.0);
    (middle * 0.55).clamp(1.4, 16.0)
}
